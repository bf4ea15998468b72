"""Tests of two methods: Wilcoxon with ties and zeros; and `naivebench compare`."""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from naivebench.cli import compare as compare_command
from naivebench.cli.main import make_parser
from naivebench.evaluation.statistics.wilcoxon import signed_rank

pytestmark = pytest.mark.slow

SMALL = st.lists(st.integers(-4, 4), min_size=1, max_size=9)
EXAMPLE = Path(__file__).parents[2] / "data" / "published" / "garcia-herrera-2008.csv"


# Wilcoxon with ties and zeros


def by_signs(d):
    """The p of both tails and the two-sided p, from all signs of the non-zero differences."""
    d = np.array(d, dtype=float)
    kept = d[d != 0]
    ranks = scipy.stats.rankdata(np.abs(kept))
    observed = ranks[kept > 0].sum()
    sums = np.array([(ranks * signs).sum() for signs in itertools.product((0, 1), repeat=len(ranks))])
    upper, lower = (sums >= observed - 1e-9).mean(), (sums <= observed + 1e-9).mean()
    return {"greater": upper, "less": lower, "two-sided": min(1, 2 * min(upper, lower))}


@given(SMALL)
def test_exact_wilcoxon_with_ties_by_enumeration(values):
    expected = by_signs(values)
    for sides in ("greater", "less", "two-sided"):
        found = signed_rank(np.array(values, dtype=float), sides=sides)
        assert found.p == pytest.approx(expected[sides], rel=1e-12)


# the command


def test_command_on_the_example_matrix(tmp_path, capsys):
    given = ["--reference", "NaiveBayes", "--rope", "0.02"]
    words = ["compare", str(EXAMPLE), "--out", str(tmp_path / "r.json"), *given]
    compare_command.run(make_parser(words[:1]).parse_args(words))
    result = json.loads((tmp_path / "r.json").read_text())
    assert (result["rope"], result["control"]["reference"]) == (0.02, "NaiveBayes")
    assert [(pair["a"], pair["b"]) for pair in result["bayes"]] == [
        (m, "NaiveBayes") for m in result["average_ranks"] if m != "NaiveBayes"
    ]
    shown = capsys.readouterr().out
    for part in ("average rank", "Iman–Davenport, F", "bergmann_hommel"):
        assert part in shown
