import functools
import itertools

import numpy as np
import pytest
from support.random_networks import neighbours

from naivebench.methods.edas import ebna, egna, genes, mimic, umda
from naivebench.methods.edas.eda_loop import OPTIMISERS, Search, optimise_fitness
from naivebench.methods.edas.genes import Continuous, Discrete

pytestmark = pytest.mark.slow

BITS = Discrete(np.full(30, 2))
BOX = Continuous(np.full(6, -1.0), np.full(6, 3.0))
DISCRETE, REAL = ["umda", "mimic", "ebna", "random"], ["umdac", "mimicc", "egna", "random"]


def ones(batch, floor=None):
    return batch.sum(axis=1).astype(float)


def zeros(batch, floor):
    return np.zeros(len(batch))


def sphere(batch, floor):
    return -((batch - 0.5) ** 2).sum(axis=1)


def rng(seed=0):
    return np.random.default_rng(seed)


def run(optimiser, seed=0, **params):
    fitness, where = (ones, BITS) if optimiser in ("umda", "mimic", "ebna") else (sphere, BOX)
    return optimise_fitness(fitness, where, Search(optimiser, **{"population": 100, **params}), rng=rng(seed))


@pytest.mark.parametrize("optimiser", ["umda", "mimic", "ebna"])
def test_the_onemax_function_is_solved(optimiser):
    result = optimise_fitness(ones, BITS, Search(optimiser), rng=rng())
    assert result.best_fitness == 30
    assert (result.best == 1).all()


@pytest.mark.parametrize("optimiser", ["umdac", "mimicc", "egna"])
def test_the_sphere_function_is_solved(optimiser):
    assert run(optimiser, max_generations=60).best == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("optimiser", OPTIMISERS)
def test_trace(optimiser):
    result = run(optimiser)
    generations = len(result.trace["best"]) - 1
    assert result.evaluations == 100 + 200 * generations == result.trace["evaluations"][-1]
    assert {len(values) for values in result.trace.values()} == {generations + 1}
    assert (np.diff(result.trace["best"]) >= 0).all()
    assert (np.diff(result.trace["mean"]) >= 0).all()
    assert result.best_fitness == result.trace["best"][-1] >= result.trace["mean"][-1]


@pytest.mark.parametrize("stop", [True, False])
@pytest.mark.parametrize("patience", [None, 1, 3])
def test_a_search_ends_with_the_generation_that_the_rule_names(stop, patience):
    """The populations are computed again from the evaluated batches: the best of old and new, until the rule
    is satisfied.
    """
    ends = set()
    for seed in range(8):
        batches = []

        def fitness(batch, floor, batches=batches):
            batches.append(batch.sum(axis=1) // 2)
            return batches[-1].astype(float)

        genes = Discrete(np.full(2 + seed, 2))
        search = Search("umda", 9, patience, max_generations=12)
        result = optimise_fitness(fitness, genes, search, rng=rng(seed), offspring=7, stop_unchanged=stop)
        population, best, reason = sorted(batches[0], reverse=True), [max(batches[0])], None
        for generation, batch in enumerate(batches[1:], 1):
            assert reason is None
            before, population = population, sorted([*population, *batch], reverse=True)[:9]
            best.append(population[0])
            if stop and population == before:
                reason = "unchanged"
            elif patience is not None and generation - best.index(best[-1]) >= patience:
                reason = "patience"
            elif generation == 12:
                reason = "cap"
        assert reason
        assert len(result.trace["best"]) == len(batches)
        assert result.evaluations_to_solution == 9 + 7 * best.index(best[-1])
        ends.add(reason)
    assert not stop or "unchanged" in ends or patience


def test_individuals_are_repaired_before_they_are_evaluated():
    seen = []

    def fitness(batch, floor):
        seen.append(batch)
        return ones(batch)

    def repair(batch):
        return np.where(batch == 2, 0, batch)

    result = optimise_fitness(
        fitness, Discrete(np.full(5, 3)), Search("umda", max_generations=2), rng=rng(), repair=repair
    )
    assert result.best.max() == 1
    assert [batch.max() for batch in seen] == [1, 1, 1]


@pytest.mark.parametrize("stop", [True, False])
@pytest.mark.parametrize("fitness", [ones, lambda b, floor: np.minimum(ones(b), 20.0)])
def test_the_fitness_of_individuals_that_are_not_kept_does_not_matter(fitness, stop):
    floors = []

    def floored(batch, floor):
        floors.append(floor)
        values = fitness(batch, floor)
        return np.where(values > floor, values, floor - np.arange(len(batch)))

    search = Search("umda", 40, max_generations=30)
    plain = optimise_fitness(fitness, BITS, search, rng=rng(), stop_unchanged=stop)
    result = optimise_fitness(floored, BITS, search, rng=rng(), stop_unchanged=stop)
    assert repr(result) == repr(plain)
    assert floors[0] == -np.inf
    assert floors[1:] == sorted(floors[1:])
    assert len(set(floors)) > 3


def test_umda_frequencies_and_samples():
    selected = np.array([[0, 2], [0, 1], [1, 2]])
    model = umda.learn_frequencies(selected, Discrete(np.array([2, 3])))
    np.testing.assert_allclose(model.probabilities, [3 / 5, 2 / 5, 1 / 6, 2 / 6, 3 / 6])
    drawn = umda.sample_frequencies(model, 200_000, rng())
    np.testing.assert_allclose(np.bincount(drawn[:, 0], minlength=2) / 200_000, [3 / 5, 2 / 5], atol=0.005)
    np.testing.assert_allclose(
        np.bincount(drawn[:, 1], minlength=3) / 200_000, [1 / 6, 2 / 6, 3 / 6], atol=0.005
    )


def test_umda_stays_within_a_gene_if_rounding_reaches_its_end():
    """The largest and the smallest value to which `before + ends * random` may be rounded."""

    class Ends:
        def __init__(self, drawn):
            self.drawn = drawn

        def random(self, shape):
            return np.full(shape, self.drawn)

    model = umda.learn_frequencies(np.array([[0, 2, 1], [1, 0, 1]]), Discrete(np.array([2, 3, 4])))
    np.testing.assert_array_equal(umda.sample_frequencies(model, 2, Ends(1.0)), [[1, 2, 3]] * 2)
    np.testing.assert_array_equal(umda.sample_frequencies(model, 2, Ends(0.0)), [[0, 0, 0]] * 2)


def chain_data(n=500, seed=0):
    """Data of the chain x3 -> x1 -> x0 -> x2, in which each variable copies the one before with 10% noise; x3
    is skewed.
    """
    r = rng(seed)
    x3 = (r.random(n) < 0.85).astype(int)
    x1 = np.where(r.random(n) < 0.9, x3, 1 - x3)
    x0 = np.where(r.random(n) < 0.9, x1, 1 - x1)
    x2 = np.where(r.random(n) < 0.9, x0, 1 - x0)
    return np.stack([x0, x1, x2, x3], axis=1)


def test_mimic_recovers_a_chain():
    model = mimic.learn_discrete_chain(chain_data(), Discrete(np.full(4, 2)))
    assert model.order == (3, 1, 0, 2)
    drawn = ebna.sample_individuals(model, 100_000, rng())
    np.testing.assert_allclose(np.corrcoef(drawn.T), np.corrcoef(chain_data().T), atol=0.05)


def test_mimicc_recovers_a_chain():
    r = rng()
    x1 = r.normal(size=2000) * 0.2
    x3, x0 = x1 + r.normal(size=2000) * 0.3, np.zeros(2000)
    x0 = x3 + r.normal(size=2000) * 0.4
    x2 = x0 + r.normal(size=2000) * 0.5
    data = np.stack([x0, x1, x2, x3], axis=1)
    wide = Continuous(np.full(4, -50.0), np.full(4, 50.0))
    model = mimic.learn_normal_chain(data, wide)
    assert model.order == (1, 3, 0, 2)
    np.testing.assert_allclose(
        np.cov(egna.sample_individuals(model, 100_000, rng()).T), np.cov(data.T), atol=0.03
    )


def bic(data, r, parents):
    """The BIC score by its formula."""
    total = 0.0
    for i, own in enumerate(parents):
        own = sorted(own)
        q = int(np.prod(r[own]))
        for state in itertools.product(*(range(r[p]) for p in own)):
            rows = (data[:, own] == state).all(axis=1)
            counts = np.bincount(data[rows, i], minlength=r[i])
            total += sum(m * np.log(m / counts.sum()) for m in counts if m)
        total -= np.log(len(data)) / 2 * (r[i] - 1) * q
    return total


@pytest.mark.parametrize("own", [(), (0,), (3, 0)])
def test_gains_of_ebna_are_differences_of_whole_scores(own):
    r, child = np.array([3, 2, 4, 2]), 1
    data = rng().integers(0, r, (300, 4))
    data[:, child] = (data[:, 0] + data[:, 2] + data[:, 3]) % 2
    state = np.ravel_multi_index(data[:, list(own)].T, r[list(own)]) if own else np.zeros(300, np.int64)
    gains = ebna.compute_parent_gains(data, r, child, list(own), state)
    assert np.isneginf(gains[[child, *own]]).all()

    def score(parents):
        return bic(data, r, [parents if i == child else () for i in range(4)])

    others = [j for j in range(4) if j not in (child, *own)]
    for j in others:
        assert gains[j] == pytest.approx(score((*own, j)) - score(own), abs=1e-9)


def test_ebna_finds_the_dependence_and_cannot_gain_by_one_more_arc():
    data, r = chain_data(), np.full(4, 2)
    parents = ebna.search_structure(data, r)
    assert {frozenset((i, p)) for i, own in enumerate(parents) for p in own} >= {
        frozenset(e) for e in ((3, 1), (1, 0), (0, 2))
    }
    best = bic(data, r, parents)
    assert best > bic(data, r, ((), (), (), ()))
    more = [other for other in neighbours(parents) if sum(map(len, other)) > sum(map(len, parents))]
    assert all(bic(data, r, other) <= best + 1e-9 for other in more)
    drawn = ebna.sample_individuals(ebna.learn_network(data, Discrete(r)), 100_000, rng())
    np.testing.assert_allclose(np.corrcoef(drawn.T), np.corrcoef(chain_data().T), atol=0.05)


def gaussian_chain(n=400, seed=0):
    r = rng(seed)
    x0 = r.normal(size=n)
    x1 = x0 + 0.5 * r.normal(size=n)
    return np.stack([x0, x1, x1 + 0.5 * r.normal(size=n), r.normal(size=n)], axis=1)


def bge(data, parents):
    score = egna.compute_score_statistics(data)
    return sum(egna.score_family(score, i, own) for i, own in enumerate(parents))


def test_bge_is_equal_for_equivalent_graphs():
    data = gaussian_chain() + 0.3
    chain, reverse, fork = ((), (0,), (1,), ()), ((1,), (2,), (), ()), ((1,), (), (1,), ())
    assert (
        bge(data, chain)
        == pytest.approx(bge(data, reverse), rel=1e-12)
        == pytest.approx(bge(data, fork), rel=1e-12)
    )
    assert bge(data, chain) > bge(data, ((), (0, 2), (), ())) + 1
    complete = [
        bge(data, [tuple(order[: order.index(i)]) for i in range(4)])
        for order in itertools.permutations(range(4))
    ]
    np.testing.assert_allclose(complete, complete[0], rtol=1e-12)


def test_bge_of_one_gene_is_the_integral_over_its_normal():
    """For one gene, x ~ N(mu, 1/w), mu ~ N(0, 1/(a_m w)) and w ~ Gamma(a_w / 2, rate t / 2) are integrated
    numerically.
    """
    from scipy import integrate, stats

    data = np.array([[0.3], [-0.5], [1.1]])
    a_m, a_w = 1.0, 3.0
    t = a_m * (a_w - 2) / (a_m + 1)

    def density(w):
        cov = (np.eye(3) + np.ones((3, 3)) / a_m) / w
        return stats.multivariate_normal(np.zeros(3), cov).pdf(data[:, 0]) * stats.gamma(
            a_w / 2, scale=2 / t
        ).pdf(w)

    expected = np.log(integrate.quad(density, 0, np.inf)[0])
    assert egna.score_family(egna.compute_score_statistics(data), 0, ()) == pytest.approx(expected, abs=1e-6)


def test_egna_reaches_a_local_optimum_and_samples_its_network():
    data = gaussian_chain(4000)
    wide = Continuous(np.full(4, -50.0), np.full(4, 50.0))
    model = egna.learn_network(data, wide)
    assert {frozenset((i, p)) for i, own in enumerate(model.parents) for p in own} == {
        frozenset((0, 1)),
        frozenset((1, 2)),
    }
    np.testing.assert_allclose(
        np.cov(egna.sample_individuals(model, 200_000, rng()).T), np.cov(data.T), atol=0.05
    )


def correlated_genes(seed):
    """Few individuals with three to seven genes of a random sparse network, in random order."""
    r = rng(seed)
    g, n = int(r.integers(3, 8)), int(r.integers(20, 300))
    mixing = np.triu(r.normal(size=(g, g)) * (r.random((g, g)) < 0.5), 1)
    return (r.normal(size=(n, g)) @ np.linalg.inv(np.eye(g) - mixing))[:, r.permutation(g)]


@pytest.mark.parametrize("optimiser", ["umdac", "mimicc", "egna"])
def test_samples_stay_inside_the_bounds(optimiser):
    narrow = Continuous(np.array([0.0, 0.0, 0.5]), np.array([1.0, 0.001, 0.5]))
    selected = genes.draw_uniform_individuals(narrow, 50, rng())
    selected[:, 1] = 0.001
    _, learn, sample = OPTIMISERS[optimiser]
    drawn = sample(learn(selected, narrow), 500, rng(1))
    assert drawn.shape == (500, 3)
    assert (drawn >= narrow.lower).all()
    assert (drawn <= narrow.upper).all()
    assert (drawn[:, 2] == 0.5).all()


def test_hopeless_truncation_is_clipped():
    drawn = genes.draw_truncated_normals(np.array([100.0, 0.5]), np.array([0.1, 0.1]), 0.0, 1.0, rng())
    assert drawn[0] == 1.0
    assert 0 <= drawn[1] <= 1


def two_genes(equal):
    """100 individuals in which both values of each gene occur 50 times and 2 * `equal` have equal genes."""
    cells = {(0, 0): equal, (0, 1): 50 - equal, (1, 0): 50 - equal, (1, 1): equal}
    return np.array([genes for genes, n in cells.items() for _ in range(n)])


def test_conditional_frequencies_of_mimic_and_ebna():
    """By (count + 1) / (N + 2): 51 of 102 for the first gene, and 32 and 20 of 52 for the second one given
    the first.
    """
    for learn in (mimic.learn_discrete_chain, ebna.learn_network):
        first, second = learn(two_genes(31), Discrete(np.array([2, 2]))).running
        np.testing.assert_allclose(first, [[51 / 102, 1]])
        np.testing.assert_allclose(second, [[32 / 52, 1], [20 / 52, 1]])


def test_umdac_has_the_deviation_of_maximum_likelihood():
    """The deviation of 0 and 4 is 2; that of the sample would be the root of 8."""
    model = umda.learn_normals(np.array([[0.0], [4.0]]), Continuous(np.array([-9.0]), np.array([9.0])))
    assert (model.mean[0], model.sd[0]) == (2, 2)


def test_the_whole_population_is_learned_from(monkeypatch):
    """It is learned from fittest first."""
    learned = []

    def learn(selected, where):
        learned.append(ones(selected))
        return umda.learn_frequencies(selected, where)

    monkeypatch.setitem(OPTIMISERS, "umda", OPTIMISERS["umda"]._replace(learn=learn))
    first = np.sort(ones(rng().integers(0, 2, (20, 30))))[::-1]
    optimise_fitness(ones, BITS, Search("umda", 20, max_generations=2), rng=rng())
    assert [len(fitness) for fitness in learned] == [20, 20]
    np.testing.assert_array_equal(learned[0], first)


def greedy_ends(score, g):
    """Graphs in which the search may end by its definition.

    It starts without arcs and always takes the step with the largest gain. Equal gains, such as those of both
    directions of a first arc, may lead to several ends.
    """
    family = functools.cache(lambda i, own: egna.score_family(score, i, tuple(sorted(own))))

    def total(parents):
        return sum(family(i, own) for i, own in enumerate(parents))

    frontier, seen, ends = {(frozenset(),) * g}, set(), set()
    while frontier:
        steps = set()
        for parents in frontier:
            gains = {other: total(other) - total(parents) for other in neighbours(parents)}
            most = max(gains.values())
            if most <= egna.MIN_GAIN:
                ends.add(parents)
            else:
                steps |= {other for other, gain in gains.items() if gain > most - 1e-7}
        seen |= frontier
        frontier = steps - seen
    return ends


@pytest.mark.parametrize("seed", [*range(20), 377, 1280, 1407])
def test_every_step_of_egna_is_the_addition_deletion_or_reversal_that_gains_most(seed):
    """The total scores of all neighbours of every visited graph are computed.

    With seed 377, a deletion instead of a reversal would lead to another end. With 1280 and 1407, so would a
    deletion after which its paths still count.
    """
    data = correlated_genes(seed)
    score, g = egna.compute_score_statistics(data), data.shape[1]
    assert tuple(map(frozenset, egna.search_structure(score))) in greedy_ends(score, g)
