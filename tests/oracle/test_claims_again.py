"""Test the comparison of a claim's sentences with its statements."""

import sys
from pathlib import Path

import pandas as pd
import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))

import claims_again


def tables(verdicts, sentence):
    evidence = pd.DataFrame({"verdict": verdicts})
    numbers = {"value": 0.5, "low": 0.5, "high": 0.5, "claimed_from": 0.0, "claimed_to": float("inf"), "n": 1}
    evidence = evidence.assign(paper="p", claim="c", decides=True, reproduces=False, what="a minus b")
    claim = {"paper": "p", "claim": "c", "why_holds": sentence, "why_reproduced": ""}
    return {
        "claims": pd.DataFrame([claim]),
        "claims_evidence": evidence.assign(quantity="accuracy", **numbers),
    }


@pytest.mark.parametrize(
    ("verdicts", "sentence", "wrong"),
    [
        (["holds"] * 3, "All 3 statements are supported.", 0),
        (["holds"] * 2, "Both statements are supported.", 0),
        (["holds"] * 2, "All 3 statements are supported.", 1),
        (["holds", "holds", "undecided"], "All 3 statements are supported.", 1),
        (
            ["holds", "undecided"],
            "1 of 2 statements is supported. In the other, a minus b is +50.00 points.",
            0,
        ),
        (
            ["holds", "undecided"],
            "1 of 2 statements is supported. In the other, a minus b is +51.00 points.",
            1,
        ),
    ],
)
def test_a_sentence_counts_the_statements_that_hold(verdicts, sentence, wrong):
    assert len(claims_again.against_words(tables(verdicts, sentence)).differing) == wrong
