import itertools

import numpy as np
import pytest
from support.answers import is_correct, leave_out
from support.real_data import with_cuts
from support.tables import made

from naivebench.core import counts
from naivebench.methods.edas.eda_loop import Search
from naivebench.methods.naive_bayes import nb
from naivebench.methods.semi_naive import ienb, intervals, partitions, pazzani_eda_ienb

pytestmark = pytest.mark.data

SMALL = {"population": 40, "max_generations": 6}
FITNESS, REPAIRS = ienb.FITNESS, ienb.REPAIRS


def rng(seed=0):
    return np.random.default_rng(seed)


def problem(table, z=1.96, **options):
    return intervals.make_search_problem(table, ienb.fit_naive_bayes(table, 1.0), z, **options)


def draw(p, m):
    return p.lower + (p.upper - p.lower) * rng().random((m, len(p.lower)))


def correct(log_proba, table, left_out=False):
    return int(is_correct(log_proba, table, left_out).sum())


def accuracy(p, batch, floor=-np.inf):
    return ienb.make_fitness_function(p)(batch, floor)


def test_intervals_by_the_formula():
    table = made(2, 80, missing=0.2)
    p = problem(table, z=1.5)
    gene = p.genes.of_cell[counts.row_offsets(table.attributes)[2] + 1 + 3, 1]  # attribute 2 = 3, class 1
    own = table.codes[table.y == 1, 2]
    estimate = ((own == 3).sum() + 1) / ((own >= 0).sum() + 4)
    half = 1.5 * np.sqrt(estimate * (1 - estimate) / len(own))
    assert p.lower[gene] == pytest.approx(max(estimate - half, 1e-6))
    assert p.upper[gene] == pytest.approx(estimate + half)
    prior = ((table.y == 2).sum() + 1) / 83
    assert p.upper[2] - p.lower[2] == pytest.approx(2 * 1.5 * np.sqrt(prior * (1 - prior) / 80))


@pytest.mark.parametrize("repair", REPAIRS)
def test_repaired_genes_stay_inside_their_intervals_and_sum_to_one(repair):
    p = problem(made(3, 50, (5, 2, 3, 1), missing=0.1))
    found = intervals.repair_genes(p, draw(p, 200), repair)
    assert (found >= p.lower).all()
    assert (found <= p.upper).all()
    np.testing.assert_allclose(intervals.sum_within_distributions(p.genes, found), 1, atol=1e-12)
    np.testing.assert_allclose(intervals.repair_genes(p, found, repair), found, atol=1e-12)


def test_the_last_value_of_a_distribution_takes_the_remainder():
    """Where 1 minus the other values lies in the interval of the last one, the other values do not change."""
    p = problem(made(3, 50, (5, 2, 3), missing=0.1), z=1.0)
    batch = draw(p, 300)
    found = intervals.repair_genes(p, batch, "remainder")
    unchanged = 0
    for first, end in itertools.pairwise(p.genes.starts):
        last, others = end - 1, slice(first, end - 1)
        rest = 1 - batch[:, others].sum(axis=1)
        fits = (rest >= p.lower[last]) & (rest <= p.upper[last])
        np.testing.assert_allclose(found[fits, last], rest[fits], atol=1e-12)
        np.testing.assert_allclose(found[fits, others], batch[fits, others], atol=1e-12)
        unchanged += fits.sum()
    assert unchanged > 300


def test_projection_is_the_nearest_point():
    from scipy.optimize import minimize

    r = rng(4)
    lower, upper = np.array([0.1, 0.0, 0.2, 0.05]), np.array([0.3, 0.5, 0.6, 0.1])
    weights = np.array([1.0, 1.0, 1.0, 3.0])
    for _ in range(5):
        x = r.random(4)
        found = x[None, :].copy()
        intervals.project_genes(found, lower, upper, weights, np.array([0, 4]))
        best = minimize(
            lambda q, x=x: (weights * (q - x) ** 2).sum(),
            [0.2, 0.2, 0.3, 0.1],
            bounds=list(zip(lower, upper, strict=True)),
            constraints={"type": "eq", "fun": lambda q: weights @ q - 1},
            tol=1e-14,
        )
        np.testing.assert_allclose(found[0], best.x, atol=1e-5)
        assert weights @ found[0] == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("missing", [0.0, 0.3])
@pytest.mark.parametrize("repair", REPAIRS)
def test_fitness_equals_the_accuracy_of_the_tables(missing, repair):
    table = made(5, 60, (3, 2, 4, 2, 3), 4, missing)
    p = problem(table, repair=repair)
    batch = intervals.repair_genes(p, draw(p, 19), repair)
    expected = []
    for individual in batch:
        model = nb.Model(*intervals.make_log_tables(p, individual), counts.row_offsets(table.attributes))
        expected.append(correct(nb.predict_log_proba(model, table), table) / 60)
    np.testing.assert_array_equal(accuracy(p, batch), expected)


@pytest.mark.parametrize("left_out", [False, True])
def test_accuracies_above_the_floor_are_exact_and_the_others_not_above_it(left_out):
    table = made(5, 90, (3, 2, 4, 2, 3), 4, 0.1)
    p = problem(table, left_out=left_out)
    batch = rng().random((43, len(p.lower))) if left_out else draw(p, 43)
    exact = accuracy(p, batch)
    for floor in np.unique(exact):
        found = accuracy(p, batch, floor)
        np.testing.assert_array_equal(found[exact > floor], exact[exact > floor])
        assert (found[exact <= floor] <= floor).all()


@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_leave_one_out_fitness_equals_intervals_made_without_each_case(missing):
    table = made(6, 30, (3, 2, 4), 3, missing)
    p = problem(table, left_out=True)
    batch = rng().random((5, len(p.lower)))
    for individual, fitness in zip(batch, accuracy(p, batch), strict=True):

        def refit(rest, one, individual=individual):
            without = problem(rest, left_out=True)
            tables = intervals.make_log_tables(
                without, intervals.decode_individuals(without, individual[None, :])[0]
            )
            return nb.predict_log_proba(nb.Model(*tables, counts.row_offsets(table.attributes)), one)

        expected = leave_out(table, refit)
        np.testing.assert_allclose(ienb.predict_left_out(p, individual), expected, atol=1e-9)
        assert fitness * 30 == pytest.approx(correct(expected, table, left_out=True))


@pytest.mark.parametrize("fitness", FITNESS)
@pytest.mark.parametrize("repair", REPAIRS)
@pytest.mark.parametrize("seed", range(3))
def test_the_fitness_is_the_accuracy_of_the_posteriors(fitness, repair, seed):
    table = made(seed, 60, (3, 2, 4), 3, 0.1)
    model = ienb.fit(table, rng=rng(seed), fitness=fitness, repair=repair, **SMALL)
    log_proba = ienb.leave_one_out(model, table)
    left_out = fitness == "leave_one_out"
    assert correct(log_proba, table, left_out) == pytest.approx(60 * model.search.best_fitness)
    if not left_out:
        np.testing.assert_allclose(log_proba, ienb.predict_log_proba(model, table), atol=1e-12)


@pytest.mark.parametrize(
    ("dataset", "printed"), [("breast", 683), ("corral", 120), ("glass2", 144), ("iris", 144)]
)
def test_printed_case_count(dataset, printed, folder):
    """In the rows with standard deviation 0 of Robles et al. 2003, Table 3, the percentage is (k - 1) / (N -
    1).
    """
    table = with_cuts(dataset, folder)
    model = ienb.fit(table, rng=rng(), repair="remainder", patience=15)
    log_proba = ienb.leave_one_out(model, table)
    assert model.search.best_fitness * len(table.y) == pytest.approx(printed)
    assert correct(log_proba, table) == printed


# first Pazzani-EDA, then IENB


def test_groups_of_one_attribute_are_ienb():
    table = made(3, 60, missing=0.2)
    fitted = partitions.fit_groups(table, ((0,), (1,), (2,)))
    p = intervals.make_search_problem(table, fitted, 1.96)
    prior, log_table, result = ienb.search_intervals(p, Search("umdac", **SMALL), rng(5))
    expected = ienb.fit(table, rng=rng(5), **SMALL)
    np.testing.assert_array_equal(log_table, expected.nb.log_table)
    np.testing.assert_array_equal(prior, expected.nb.log_prior)
    assert result[1:] == expected.search[1:]


def test_groups_with_combinations_that_no_case_has():
    table, groups = made(8, 30, (5, 4, 3)), ((0, 1), (2,))
    expected = partitions.fit_groups(table, groups)
    p = intervals.make_search_problem(table, expected, 1.96)
    sizes = intervals.sum_within_distributions(p.genes, np.ones(len(p.lower)))
    assert sizes.tolist() == [3] + [20] * 3 + [3] * 3
    prior, log_table = intervals.make_log_tables(p, intervals.estimate_genes(p.genes))
    np.testing.assert_array_equal(log_table, expected.log_table)
    np.testing.assert_array_equal(prior, expected.log_prior)
    for repair in REPAIRS:
        found = intervals.repair_genes(p, draw(p, 20), repair)
        np.testing.assert_allclose(intervals.sum_within_distributions(p.genes, found), 1, atol=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_training_fitness_of_the_combination(seed):
    table = made(seed, 60, (3, 2, 4, 2))
    model = pazzani_eda_ienb.fit(table, rng=rng(seed), **SMALL)
    summary = pazzani_eda_ienb.summarize(model)
    log_proba = pazzani_eda_ienb.leave_one_out(model, table)
    assert correct(log_proba, table) == pytest.approx(60 * summary["training_fitness"])
    both = summary["structure_trace"], summary["trace"]
    assert summary["evaluations"] == sum(trace["evaluations"][-1] for trace in both)
    assert summary["structure"].startswith("{")
