"""Random search, compared with the same search written out, its budget with a test clock, and its spaces."""

import csv
import inspect
import itertools
import math
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from support.tables import discrete, mixed

from naivebench.benchmark import configuration
from naivebench.benchmark.results.parts import TUNED
from naivebench.core import tuning
from naivebench.core.checks import InputError
from naivebench.core.table import MISSING, UNSEEN, restrict_values, subset
from naivebench.data.discretization import apply as discretization
from naivebench.methods.naive_bayes import nb
from naivebench.methods.pattern_smoothing import hpb
from naivebench.methods.tuned import random_search
from naivebench.methods.tuned.helpers import spaces
from naivebench.models import catalogue, own

ROOT = Path(__file__).resolve().parents[2]
METHODS = pytest.mark.parametrize("method", spaces.SPACES)


def fit(table, seed=0, **params):
    return random_search.fit(table, rng=np.random.default_rng(seed), **{"inner_folds": 2} | params)


def ticking():
    """A clock that advances by one second whenever it is read, starting at 0."""
    return itertools.count().__next__


def by_clock(table, cpu_seconds, most=None):
    rng = np.random.default_rng(0)
    return random_search.search(table, rng, "nb", most, cpu_seconds, 2, ticking())


def test_losses_and_choice_are_those_written_out():
    table = mixed(90, 3)
    model = fit(table, configurations=6, inner_folds=3)
    assert len({trial.discretizer for trial in model.trials}) > 1
    losses = []
    for discretizer, settings, loss in model.trials:
        found = []
        for inside, outside in tuning.inner_folds(table, 3):
            cuts = discretization.learn(subset(table, inside), discretizer)
            seen = restrict_values(discretization.apply(table, cuts), inside)
            log_proba = nb.predict_log_proba(nb.fit(subset(seen, inside), **settings), subset(seen, outside))
            true = log_proba[np.arange(len(outside)), table.y[outside]]
            found.append(-np.maximum(true, np.log(1 / (len(outside) + 2))).mean())
        assert loss == pytest.approx(np.mean(found), rel=1e-12)
        losses.append(loss)
    best = model.trials[int(np.argmin(losses))]
    seen = discretization.apply(table, discretization.learn(table, best.discretizer))
    expected = nb.predict_log_proba(nb.fit(seen, **best.settings), seen)
    np.testing.assert_array_equal(random_search.predict_log_proba(model, table), expected)
    assert model.chosen > 0  # the choice changes the model


def test_defaults_come_first_and_the_order_depends_only_on_the_seed():
    table = mixed(60, 2)
    few, many, others = fit(table, configurations=3), fit(table, configurations=6), fit(table, 1)
    assert few.trials == many.trials[:3]
    assert few.trials == fit(table, configurations=3).trials
    assert few.trials[0][:2] == others.trials[0][:2] == ("fayyad_irani", {})
    assert few.trials[1] != others.trials[1]
    assert len(others.trials) == 20


@pytest.mark.parametrize(
    ("seconds", "losses"),
    # the clock is read once at the start and before each of the two fits of a configuration
    [(0, None), (1, None), (2, None), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3)],
)
def test_the_budget_ends_the_search_and_an_unfinished_trial_does_not_count(seconds, losses):
    model = by_clock(mixed(60, 2), seconds)
    known = [trial.loss for trial in model.trials if not math.isnan(trial.loss)]
    assert len(known) == (losses or 0)
    assert len(model.trials) == (losses or 1)
    if losses is None:
        assert (model.chosen, model.trials[0][:2]) == (0, ("fayyad_irani", {}))
        assert random_search.summarize(model)["trace"] == {"evaluations": [], "best": [], "mean": []}


def test_a_number_of_configurations_ends_it_before_the_budget():
    assert len(by_clock(mixed(60, 2), 100, 4).trials) == 4


@METHODS
def test_untried_settings_are_the_stanza_of_the_method(method):
    stanza, space = catalogue.methods()[method], spaces.SPACES[method]
    assert space.module.__name__ == own.dotted(stanza["module"])
    defaults = {name: p.default for name, p in inspect.signature(space.module.fit).parameters.items()}
    assert stanza["params"].items() <= defaults.items()
    assert (space.discretizers or (None,))[0] == stanza.get("discretize")
    assert catalogue.methods()[f"{method}_searched"].get("package") == stanza.get("package")


@METHODS
def test_settings_are_drawn_from_all_of_their_range(method):
    space = spaces.SPACES[method]
    drawn = list(itertools.islice(spaces.configurations(space, np.random.default_rng(0)), 1, 400))
    assert {d for d, _ in drawn} == set(space.discretizers or (None,))
    assert space.settings.keys() <= inspect.signature(space.module.fit).parameters.keys()
    for name, values in space.settings.items():
        found = [settings[name] for _, settings in drawn]
        if not isinstance(values, spaces.Between):
            assert set(found) == set(values)
            continue
        assert values.low <= min(found) <= max(found) <= values.high
        assert {type(v) for v in found} == {int if values.whole else float}
        middle = (values.low * values.high) ** 0.5 if values.log else (values.low + values.high) / 2
        below = np.mean([v <= middle for v in found])
        assert below == pytest.approx(0.5, abs=0.12)


@pytest.mark.parametrize(("method", "module"), [("nb", nb), ("hpb", hpb)])
def test_one_configuration_is_the_method_itself_with_its_treatment_of_unseen_values(method, module):
    rng = np.random.default_rng(4)
    table = discrete(rng.integers(0, 3, (60, 3)), rng.integers(0, 2, 60))
    test = table._replace(codes=np.asfortranarray(np.where(table.codes == 2, UNSEEN, table.codes)))
    model = fit(table, method=method, configurations=1)
    wanted = test if method == "hpb" else test._replace(codes=np.maximum(test.codes, MISSING))
    expected = module.predict_log_proba(module.fit(table), wanted)
    np.testing.assert_array_equal(random_search.predict_log_proba(model, test), expected)


@pytest.mark.parametrize(("method", "code"), [("lightgbm", MISSING), ("tan", MISSING), ("hpb", UNSEEN)])
def test_a_value_missing_in_an_inner_fold_is_treated_as_the_method_treats_unseen_values(method, code):
    table = discrete([[0], [2], [1], [2]], [0, 1, 0, 1])
    parts = random_search._parts(table, spaces.SPACES[method], None, np.array([1, 3]), np.array([0, 2]))
    inside, outside = parts
    assert inside.codes.tolist() == [[0], [0]]
    assert outside.codes.tolist() == [[code], [code]]
    assert inside.attributes[0].values == outside.attributes[0].values == ("v2",)


def test_the_summary_lists_what_was_tried_and_chosen():
    model = fit(mixed(90, 3), configurations=5)
    summary = random_search.summarize(model)
    tried = [-trial.loss for trial in model.trials]
    assert summary["trace"]["evaluations"] == [1, 2, 3, 4, 5]
    assert summary["trace"]["mean"] == tried
    assert summary["trace"]["best"] == [max(tried[: i + 1]) for i in range(5)]
    chosen = model.trials[model.chosen]
    assert summary["structure"] == f"discretize {chosen.discretizer}, alpha {chosen.settings['alpha']:.3g}"
    only = random_search.summarize(fit(mixed(30, 2), configurations=1))
    assert only["structure"] == "discretize fayyad_irani, settings default"


@pytest.mark.parametrize("cases", [0, 1])
def test_without_a_criterion_the_defaults_are_kept(cases):
    model = fit(subset(mixed(60, 2), np.arange(cases)), configurations=5)
    assert [trial.settings for trial in model.trials] == [{}]


def test_messages():
    for params, message in (
        ({"method": "nbb"}, "method in random_search is 'nbb', .* did you mean 'nb'"),
        ({"configurations": None}, "random_search needs a limit: set configurations or cpu_seconds"),
        ({"configurations": 0}, "configurations in random_search is 0"),
        ({"cpu_seconds": -1}, "cpu_seconds in random_search is -1"),
        ({"inner_folds": 1}, "inner_folds in random_search is 1"),
    ):
        with pytest.raises(InputError, match=message):
            fit(mixed(30), **params)


def test_the_experiment_gives_all_methods_the_same_budget_and_also_runs_their_defaults():
    loaded = configuration.read(ROOT, [ROOT / "config" / "tuned.yaml"])
    given = loaded.config.protocols["tuned"].params
    assert {f"{method}_searched" for method in spaces.SPACES} == given.keys()
    budgets = list(given.values())
    assert all(budget == budgets[0] for budget in budgets)
    assert budgets[0]["cpu_seconds"] > 0
    methods = loaded.config.experiments["tuned"].methods
    assert {*given, *spaces.SPACES} <= set(methods)
    usual = configuration.read(ROOT, []).config
    assert not any("cpu_seconds" in p for q in usual.protocols.values() for p in q.params.values())


def test_the_record_of_a_run_of_the_experiment_is_kept():
    """Git does not ignore the file that the headline reads, so the record of a run can be kept."""
    folder = TUNED.parent.relative_to(ROOT).as_posix()
    assert f"!{folder}/" in (ROOT / ".gitignore").read_text().splitlines()
    assert f"`{folder}/{TUNED.name}`" in (ROOT / "docs/methods/baselines.md").read_text(encoding="utf-8")
    if TUNED.exists():
        experiment = configuration.read(ROOT, [ROOT / "config" / "tuned.yaml"]).config.experiments["tuned"]
        with open(TUNED, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        assert {row["method"] for row in rows} == spaces.SPACES.keys()
        assert {int(row["datasets"]) for row in rows} == {len(experiment.datasets)}


@METHODS
def test_draws_have_the_documented_ranges(method):
    page = (ROOT / "docs/methods/baselines.md").read_text(encoding="utf-8")
    (row,) = re.findall(rf"^\| `{method}` \| (.* (?:to|or) .*) \|$", page, re.MULTILINE)
    space, found = spaces.SPACES[method], {}
    for part in row.split("; "):
        names, said = re.findall(r"`([^`]+)`", part), part.rpartition("`")[2].strip()
        if "discretizer" in part:
            assert space.discretizers == spaces.DISCRETIZERS
            assert not names or tuple(names) == spaces.DISCRETIZERS
        elif limits := re.match(r"(\S+) to ([^\s,]+)", said):
            low, high = (float(Fraction(limit)) for limit in limits.groups())
            found |= dict.fromkeys(names, (low, high, "*even*" in said))
        else:
            found |= dict.fromkeys(names, tuple(re.split(", | or ", said)))
    for name, values in space.settings.items():
        if isinstance(values, spaces.Between):
            assert found.pop(name) == (values.low, values.high, not values.log)
        elif len(values) > 3:
            assert found.pop(name) == (values[0], values[-1], False)
            assert values == tuple(range(values[0], values[-1] + 1))
        else:
            assert found.pop(name) == tuple(map(str, values))
    assert not found
