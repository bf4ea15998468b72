"""Pazzani-EDA and random structures: identities, known optima, repeatability."""

import numpy as np
import pytest
from support.answers import is_correct
from support.semi_naive_tables import random_table

from naivebench.data import generators
from naivebench.methods.edas.eda_loop import Search
from naivebench.methods.semi_naive import partition_search, partitions, pazzani_eda

SMALL = {"population": 40, "max_generations": 8}


@pytest.mark.parametrize("optimiser", ["umda", "mimic", "ebna", "random"])
def test_trace_and_counts_of_evaluations(optimiser):
    table = random_table(n=100, d=6, seed=2)
    model = pazzani_eda.fit(table, rng=np.random.default_rng(0), optimiser=optimiser, **SMALL)
    summary = pazzani_eda.summarize(model)
    assert summary["trace"]["best"] == sorted(summary["trace"]["best"])
    assert summary["trace"]["best"][-1] == summary["training_fitness"]
    assert summary["evaluations"] == summary["trace"]["evaluations"][-1]
    reached = summary["trace"]["best"].index(summary["training_fitness"])
    assert summary["evaluations_to_solution"] == summary["trace"]["evaluations"][reached]


@pytest.mark.parametrize(
    "table", [generators.make_corral(), generators.make_m_of_n(train=300, seed=0)], ids=["corral", "m-of-n"]
)
def test_corral_and_m_of_n_reach_100_percent(table):
    model = pazzani_eda.fit(table, rng=np.random.default_rng(1))
    assert pazzani_eda.summarize(model)["training_fitness"] == 1


def test_training_fitness_is_the_accuracy_of_the_posteriors():
    table = random_table(n=120, d=6)
    model = pazzani_eda.fit(table, rng=np.random.default_rng(0), **SMALL)
    log_proba = pazzani_eda.leave_one_out(model, table)
    assert pazzani_eda.summarize(model)["training_fitness"] == is_correct(log_proba, table).mean()
    again = partitions.fit_groups(table, [tuple(g.members) for g in model.joined])
    assert np.array_equal(log_proba, partitions.leave_one_out(again, table))


@pytest.mark.parametrize(("evaluations", "counted"), [(1, 1), (300, 300), (1200, 1500)])
def test_a_random_search_uses_its_budget(evaluations, counted):
    core = partition_search.prepare_cases(random_table(n=80, d=6))
    found = pazzani_eda.search_randomly(core, evaluations, 500, np.random.default_rng(0))
    assert found.evaluations == counted
    assert found.correct == partition_search.score_partition(core, found.groups)


def test_a_random_search_has_the_budget_of_pazzani_eda():
    table = random_table(n=80, d=6)
    core = partition_search.prepare_cases(table)
    budget = pazzani_eda.search_partition(
        core, Search("umda"), np.random.default_rng(0).spawn(1)[0]
    ).evaluations
    model = pazzani_eda.fit(table, rng=np.random.default_rng(0), optimiser="random")
    assert pazzani_eda.summarize(model)["evaluations"] == budget > 500
    reached = is_correct(pazzani_eda.leave_one_out(model, table), table).mean()
    assert pazzani_eda.summarize(model)["training_fitness"] == reached
