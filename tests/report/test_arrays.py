"""Compare the arrays of the page with the scores of the run, read again with plain pandas and numpy."""

import json

import numpy as np
import pandas as pd
import pytest
from support import report_fixture

from naivebench.benchmark import benchmark
from naivebench.benchmark.results.context import load
from naivebench.benchmark.results.summaries import summarize
from naivebench.report import arrays, cells, page


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    root = report_fixture.write(tmp_path_factory.mktemp("arrays"), n_datasets=8, n_methods=9)
    results = load(root / "results", root / "prepared")
    summary = summarize(results)
    found = arrays.arrays(
        results, summary, page.views(results, summary, {}, cells.configured(results))["scores"]
    )
    parts, at = {}, 0
    for name, kind, size in found.manifest["layout"]:
        parts[name] = np.frombuffer(found.values, dtype=f"<{kind}", count=size, offset=at)
        at += parts[name].nbytes
    assert at == len(found.values)
    table = pd.read_parquet(root / "results" / "scores.parquet")
    table = table[table["protocol"] != report_fixture.LEARNING]
    return found.manifest, parts, table, results, root


def ids(manifest):
    cells = [manifest["protocols"], *([x["id"] for x in manifest[k]] for k in ("datasets", "methods"))]
    return [x["id"] for x in manifest["metrics"]], cells


def test_scores_are_the_means_over_the_folds(made):
    manifest, parts, table, *_ = made
    metrics, names = ids(manifest)
    cells = parts["cells"].reshape(-1, 3)
    scores = parts["scores"].reshape(len(metrics), len(cells))
    keys = [tuple(name[i] for name, i in zip(names, cell, strict=True)) for cell in cells]
    assert keys == sorted(keys, key=lambda k: [n.index(x) for n, x in zip(names, k, strict=True)])
    means = table.groupby(["metric", "protocol", "dataset", "method"])["value"].mean()
    for i, metric in enumerate(metrics):
        assert scores[i] == pytest.approx([means[(metric, *key)] for key in keys], rel=1e-12)
    assert len(keys) == len(table.drop_duplicates(["protocol", "dataset", "method"]))


def test_folds_are_those_of_the_primary_metric(made):
    manifest, parts, table, *_ = made
    _, names = ids(manifest)
    groups, at = {(p, d): (n, ratio) for p, d, n, ratio in manifest["fold_groups"]}, 0
    part = table[table["metric"] == "accuracy"].set_index(["protocol", "dataset", "method"]).sort_index()
    assert {p for p, _ in groups} == {"honest"}  # the other protocol has only one split
    for cell in parts["cells"].reshape(-1, 3):
        protocol, dataset, method = (name[i] for name, i in zip(names, cell, strict=True))
        if (protocol, dataset) not in groups:
            continue
        n, ratio = groups[protocol, dataset]
        rows = part.loc[[(protocol, dataset, method)]].sort_values(["repeat", "fold"])
        values = parts["folds"][at : at + n]
        assert values[~np.isnan(values)].tolist() == rows["value"].tolist()
        assert ratio == pytest.approx((rows["n_test"] / rows["n_train"]).mean(), rel=0.01)
        at += n
    assert at == len(parts["folds"])


def test_folds_that_exceed_the_limit_of_the_page_are_left_out_with_a_note(made, monkeypatch):
    *_, results, _ = made
    monkeypatch.setattr(arrays, "MOST_FOLDS", 10)
    found = arrays.arrays(results, summarize(results), [])
    assert "honest" in found.manifest["without_folds"]
    assert found.manifest["fold_groups"] == []


def test_partial_scores_are_those_that_no_comparison_uses(made):
    manifest, parts, table, *_ = made
    metrics, names = ids(manifest)
    cells = parts["cells"].reshape(-1, 3)
    found = {
        (metrics[i // len(cells)], *(n[j] for n, j in zip(names, cells[i % len(cells)], strict=True)))
        for i in manifest["partial"]
    }
    sizes = table.groupby(["metric", "protocol", "dataset", "method"]).size()
    full = sizes.groupby(["metric", "protocol", "dataset"]).transform("max")
    assert found == {key for key in sizes[sizes < full].index if key[0] in metrics}
    assert found


def test_the_rule_of_comparisons_is_that_of_one_comparison_at_a_time(made):
    *_, table, _, _ = made
    whole = benchmark.complete(table, ["protocol", "metric", "dataset"])
    part = table[(table["protocol"] == "honest") & (table["metric"] == "auc")]
    one = benchmark.complete(part, ["dataset"])
    pd.testing.assert_frame_equal(whole.loc["honest", "auc"], one, check_names=False)


def test_missing_scores_have_their_mark_and_reason(made):
    manifest, *_ = made
    marks = {mark for mark, _ in manifest["marks"]["texts"]}
    assert marks
    assert all(mark and reason for mark, reason in manifest["marks"]["texts"])
    assert json.loads(json.dumps(manifest, allow_nan=False))
