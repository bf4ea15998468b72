"""Pazzani-EDA and random structures: identities, known optima, repeatability."""

import numpy as np
import pytest
from support.semi_naive_tables import nominal, parity, random_table

from naivebench.core.decide import decide
from naivebench.core.table import class_counts, n_classes
from naivebench.data import generators
from naivebench.methods.edas import ebna
from naivebench.methods.naive_bayes import nb
from naivebench.methods.semi_naive import pazzani_eda, random_structure
from naivebench.methods.semi_naive.helpers import joint_loo, partition
from naivebench.methods.semi_naive.helpers.partition import Smoothing

SMALL = {"population": 40, "selected": 40, "offspring": 80, "max_generations": 8}


def others(table):
    return class_counts(table) - np.eye(n_classes(table), dtype=int)[table.y]


def accuracy_of_naive_bayes(table) -> float:
    return float(np.mean(decide(nb.leave_one_out(table), others(table)) == table.y))


def test_individual_1_to_n_is_naive_bayes():
    table = random_table(n=150, d=6)
    core = joint_loo.prepare(table, Smoothing())
    found = joint_loo.correct_of_individuals(core, np.arange(1, 7)[None, :])[0]
    assert found == np.sum(decide(nb.leave_one_out(table), others(table)) == table.y)


@pytest.mark.parametrize("optimiser", ["umda", "mimic", "ebna", "random"])
def test_best_of_a_run_is_at_least_naive_bayes(optimiser):
    table = random_table(n=100, d=6, seed=2)
    model = pazzani_eda.fit(
        table, rng=np.random.default_rng(0), optimiser=optimiser, start="naive_bayes", **SMALL
    )
    summary = pazzani_eda.summarize(model)
    assert summary["training_fitness"] >= accuracy_of_naive_bayes(table)
    assert summary["trace"]["best"] == sorted(summary["trace"]["best"])
    assert summary["trace"]["best"][-1] == summary["training_fitness"]
    assert summary["evaluations"] == summary["trace"]["evaluations"][-1]
    assert summary["evaluations_done"] <= summary["evaluations"]
    reached = summary["trace"]["best"].index(summary["training_fitness"])
    assert summary["evaluations_to_solution"] == summary["trace"]["evaluations"][reached]


def test_parity_is_found():
    summary = pazzani_eda.summarize(pazzani_eda.fit(parity(), rng=np.random.default_rng(0), **SMALL))
    assert summary["training_fitness"] == 1
    assert "x0 x x1" in summary["structure"]


@pytest.mark.parametrize(
    "table", [generators.corral(), generators.m_of_n(train=300, seed=0)], ids=["corral", "m-of-n"]
)
def test_corral_and_m_of_n_reach_100_percent(table):
    model = pazzani_eda.fit(table, rng=np.random.default_rng(1))
    assert pazzani_eda.summarize(model)["training_fitness"] == 1


@pytest.mark.parametrize("threads", [1, 2])
def test_same_seed_same_run_for_any_number_of_threads(threads):
    table = random_table(n=120, d=7, seed=3)
    expected = pazzani_eda.summarize(pazzani_eda.fit(table, rng=np.random.default_rng(5), **SMALL))
    assert (
        pazzani_eda.summarize(pazzani_eda.fit(table, rng=np.random.default_rng(5), threads=threads, **SMALL))
        == expected
    )


@pytest.mark.parametrize("canonical", [True, False])
def test_training_fitness_is_the_accuracy_of_the_posteriors(canonical):
    table = random_table(n=120, d=6)
    model, log_proba = pazzani_eda.fit_leave_one_out(
        table, rng=np.random.default_rng(0), canonical=canonical, **SMALL
    )
    assert pazzani_eda.summarize(model)["training_fitness"] == np.mean(
        decide(log_proba, others(table)) == table.y
    )
    groups = partition.groups_in(model.partition)
    assert np.array_equal(log_proba, partition.leave_one_out(table, groups))


@pytest.mark.parametrize(("evaluations", "counted"), [(1, 1), (300, 300), (1200, 1500)])
def test_random_structure_uses_its_budget(evaluations, counted):
    table = random_table(n=80, d=6)
    model, log_proba = random_structure.fit_leave_one_out(
        table, rng=np.random.default_rng(0), evaluations=evaluations
    )
    summary = random_structure.summarize(model)
    assert summary["evaluations"] == counted
    assert summary["training_fitness"] == np.mean(decide(log_proba, others(table)) == table.y)


def test_random_structure_has_the_budget_of_pazzani_eda_by_default():
    table = random_table(n=80, d=6)
    core = joint_loo.prepare(table, Smoothing())
    budget = pazzani_eda.search(core, rng=np.random.default_rng(0).spawn(1)[0]).evaluations
    summary = random_structure.summarize(random_structure.fit(table, rng=np.random.default_rng(0)))
    assert summary["evaluations"] == budget > 500


def test_ebna_can_hold_no_arc_from_23_attributes_on():
    """A gene of d attributes has d + 1 values, so an arc costs d^2 log(500) / 2 nats.

    If the genes of 500 individuals are copies of each other, it gains at most 500 log(d + 1).
    """
    for d, arcs in ((22, 1), (23, 0)):
        genes = np.arange(500)[:, None] % (d + 1) * np.ones((1, 2), int)
        parents = ebna.structure(genes, np.array([d + 1, d + 1]))
        assert sum(map(len, parents)) == arcs


def test_the_first_population_is_random_unless_naive_bayes_is_requested():
    table = random_table(n=100, d=6, seed=2)
    sizes = {"population": 1, "selected": 1, "offspring": 1, "max_generations": 0}
    first = [
        pazzani_eda.summarize(pazzani_eda.fit(table, rng=np.random.default_rng(0), start=start, **sizes))
        for start in ("random", "naive_bayes")
    ]
    assert first[1]["structure"] == "{x0} {x1} {x2} {x3} {x4} {x5}" != first[0]["structure"]


def test_without_attributes_or_cases():
    for table in (
        nominal(np.zeros((5, 0), int), [0, 0, 0, 1, 1]),
        nominal(np.zeros((0, 2), int), np.zeros(0, int), 2, [2, 2]),
    ):
        summary = pazzani_eda.summarize(pazzani_eda.fit(table, rng=np.random.default_rng(0)))
        assert (summary["structure"], summary["evaluations"]) == ("{}", 1)
