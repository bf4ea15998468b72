"""Results that a method may return.

A result that would stop a later job is refused in the method's own process, and only its own rows are lost.
"""

import json
import math
import types

import numpy as np
import pytest

from naivebench.benchmark import class_scores, fit, hit_curve_facts, predictions, score
from naivebench.core.table import Attribute, make_table
from naivebench.evaluation import folds as folding
from naivebench.methods.naive_bayes import nb
from naivebench.models import output_checks, registry

UNIFORM = np.full((4, 2), -math.log(2))
CYCLE: list = []
CYCLE.append(CYCLE)
DEEP: list = []
for _ in range(5000):
    DEEP = [DEEP]


class Odd:
    """An object that no file can store."""


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        (None, "returned NoneType, expected numpy.ndarray"),
        (UNIFORM.tolist(), "returned list, expected numpy.ndarray"),
        (np.ma.masked_array(UNIFORM), "returned MaskedArray"),
        (UNIFORM.view(np.recarray), "returned recarray"),
        (UNIFORM[:3], r"returned shape \(3, 2\), expected \(4, 2\)"),
        (UNIFORM.astype(object), "returned an array of object, expected float64"),
        (np.zeros((4, 2), np.int64), "returned an array of int64"),
        (np.full((4, 2), "x"), "returned an array of <U1"),
        (UNIFORM + 1, "4 of 4 rows are not distributions; row 0 sums to 2.718"),
        (np.where(np.arange(4)[:, None] == 2, np.nan, UNIFORM), "1 of 4 rows .* row 2 sums to nan"),
        (np.full((4, 2), 1e308), ".*row 0 sums to inf"),
    ],
)
def test_a_posterior_is_a_plain_array_of_distributions(returned, message):
    with pytest.raises(ValueError, match=f"predict_log_proba:? {message}"):
        output_checks.check_posterior(returned, 4, 2)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_valid_posterior_is_returned_unchanged(dtype):
    given = UNIFORM.astype(dtype)
    assert output_checks.check_posterior(given, 4, 2) is given


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_rows_may_sum_to_one_within_a_millionth(dtype):
    """The digits of float32 end at 6e-8, so the test stays a tenth of the limit away from it."""
    shares = np.full((5, 4), 0.25)
    for sign in (1, -1):
        for gap, refused in ((9e-7, False), (1.1e-6, True)):
            given = shares.copy()
            given[3, 2] += sign * gap
            logs = np.log(given).astype(dtype)
            if not refused:
                assert output_checks.check_posterior(logs, 5, 4) is logs
                continue
            with pytest.raises(ValueError, match="1 of 5 rows are not distributions; row 3 sums to"):
                output_checks.check_posterior(logs, 5, 4)


REFUSED = [
    (None, "returned NoneType, expected dict"),
    ([1, 2], "returned list, expected dict"),
    ({"more": [{"deep": -(10**400)}]}, "JSON cannot represent: -1000"),
    ({"n_parameters": math.inf}, "JSON cannot represent"),
    ({"n_parameters": np.float64(1e300)}, r"n_parameters is 1e\+300, expected a number from 0"),
    ({"n_parameters": "many"}, "n_parameters is 'many', expected a number"),
    ({"attributes_used": -1}, "attributes_used is -1, expected a number from 0"),
    ({("a", "b"): 1}, "JSON cannot represent"),
    ({"more": Odd()}, "JSON cannot represent"),
    ({"more": np.array([np.nan])}, "JSON cannot represent"),
    ({"more": CYCLE}, "JSON cannot represent"),
    ({"more": DEEP}, "JSON cannot represent"),
    ({"splits": [3]}, r"splits is \[3\], expected a dict"),
]


@pytest.mark.parametrize(("returned", "message"), REFUSED, ids=[m for _, m in REFUSED])
def test_a_summary_is_a_dict_that_every_later_job_can_read(returned, message):
    with pytest.raises(ValueError, match=f"^summarize.*{message}"):
        output_checks.check_summary(returned)


def test_a_valid_summary_is_converted_to_json_values():
    given = {
        "n_parameters": np.int64(12),
        "attributes_used": 2.0,
        "training_fitness": -3.5,
        "structure": "a b\r\x00\ud800",
        "trace": {"evaluations": [1], "best": (0.5,), "mean": np.array([0.25])},
        "more": (1, None, True, np.bool_(False), {"x": {3: "\u4e2d"}}),
        "groups": 10**20,
    }
    found = output_checks.check_summary(given)
    assert found == json.loads(json.dumps(found, allow_nan=False)) == {
        "n_parameters": 12,
        "attributes_used": 2.0,
        "training_fitness": -3.5,
        "structure": "a b\ufffd\ufffd\ufffd",
        "trace": {"evaluations": [1], "best": [0.5], "mean": [0.25]},
        "more": [1, None, True, False, {"x": {"3": "\u4e2d"}}],
        "groups": 10**20,
    }  # fmt: skip


def _raise(error):
    raise error


EVIL = {  # by method: functions that replace those of naive Bayes, and the reason
    "list": ({"summarize": lambda model: [1]}, "ValueError: summarize returned list, expected dict"),
    "huge": ({"summarize": lambda model: {"attributes_used": 10**400}}, "JSON cannot represent"),
    "surrogate": ({"fit": lambda train, rng: _raise(RuntimeError("bad \ud800 text"))}, "bad \ufffd text"),
    "control": ({"fit": lambda train, rng: _raise(RuntimeError("\x1b[2J\x00"))}, "\ufffd[2J\ufffd"),
    "long": ({"fit": lambda train, rng: _raise(RuntimeError("x" * 10**7))}, "(9,999,000 more characters)"),
    "objects": (
        {"predict_log_proba": lambda m, t: nb.predict_log_proba(m, t).astype(object)},
        "returned an array of object",
    ),
}
STANZA = {"module": "naive_bayes.nb", "kinds": ["nominal"]}


@pytest.fixture
def evil(monkeypatch):
    """Stanzas of two good methods with the bad ones between them."""
    plain = registry.load

    def load(module):
        if not module.startswith("made."):
            return plain(module)
        functions = {"fit": nb.fit, "predict_log_proba": nb.predict_log_proba, "summarize": nb.summarize}
        return types.SimpleNamespace(**functions | EVIL[module[5:]][0])

    monkeypatch.setattr(registry, "load", load)
    made = {name: STANZA | {"module": f"made.{name}"} for name in EVIL}
    return {"first": STANZA, **made, "last": STANZA}


def test_each_bad_answer_is_a_row_with_its_reason_and_the_others_are_untouched(evil, tmp_path, capfd):
    """The results pass from the fits through their files to the tables that the benchmark collects."""
    rng = np.random.default_rng(1)
    attributes = [Attribute("a", "nominal", ("x", "y")), Attribute("b", "nominal", ("u", "v", "w"))]
    codes = np.column_stack([rng.integers(0, 2, 30), rng.integers(0, 3, 30)])
    table = make_table(attributes, ("no", "yes"), np.arange(30) % 2, codes=codes)
    folds = folding.make_folds(table, folds=3)

    def made(methods, name):
        entries = {m: {"stanza": s, "code": "", "n_folds": None, "seconds": 60.0} for m, s in methods.items()}
        job = fit.Job("", "", entries, "training", None, [1], 2000.0, {})
        tasks = fit.list_tasks(job, table, folds, dict.fromkeys(methods, "mark"), {})
        done = dict(fit.fit_methods(job, tasks))
        result = predictions.Predictions(folds.repeat, folds.fold, folds.offsets, folds.test, done)
        predictions.save(result, tmp_path / f"{name}.npz")
        loaded = predictions.load(tmp_path / f"{name}.npz")
        rows = score.make_table_rows(loaded, table.y, folds, ["accuracy", "log_loss"], list(methods))
        all_rows = {kind: [("honest", "made", *row) for row in of_kind] for kind, of_kind in rows.items()}
        return loaded, rows, score.make_data_frames(all_rows)

    loaded, rows, frames = made(evil, "all")
    alone, without, _ = made({"first": STANZA}, "alone")
    reasons = dict(zip(frames["failures"].method, frames["failures"].reason, strict=True))
    assert reasons.keys() == EVIL.keys()
    for method, (_, words) in EVIL.items():
        assert words in reasons[method]
        assert len(reasons[method]) < 1100
    for name in ("first", "last"):
        np.testing.assert_array_equal(loaded.methods[name].log_proba, alone.methods["first"].log_proba)
    assert [r for r in rows["scores"] if r[0] == "first"] == without["scores"]
    assert {r[0] for r in rows["scores"]} == {"first", "last"}
    found = hit_curve_facts.compute_hit_facts(
        table, folds, predictions.gather_folds(loaded), reference="first"
    )
    assert json.dumps(found, allow_nan=False)
    assert json.dumps(
        class_scores.score_classes(table, folds, predictions.gather_folds(loaded)), allow_nan=False
    )


def test_all_of_many_cases_are_checked():
    log_proba = np.log(np.random.default_rng(0).dirichlet(np.ones(2), 9000))
    assert output_checks.check_posterior(log_proba, *log_proba.shape) is log_proba
    log_proba[[1, -1]] = 0
    with pytest.raises(ValueError, match="2 of 9000 rows are not distributions; row 1 sums to 2"):
        output_checks.check_posterior(log_proba, *log_proba.shape)


def test_constants_that_a_method_has_chosen_are_listed_by_fold():
    """Fixed constants, and those of some folds only, are left out."""
    summaries = [{"b": b, "b_chosen_by": "area", "s": 1, "s_chosen_by": "fixed"} for b in (1, 2)]
    summaries[0] |= {"k": 3, "k_chosen_by": "area"}
    parts = {(0, fold): types.SimpleNamespace(summary=summary) for fold, summary in enumerate(summaries)}
    assert hit_curve_facts.list_chosen_constants(parts) == {"b": [1, 2]}
