"""Class-HMMs: sums over all paths, log-space recursions, increasing likelihood.

With one state they are multinomial naive Bayes.
"""

import itertools

import numpy as np
import pytest
from support import sequence_tables as st

from naivebench.core.table import Sequences
from naivebench.methods.sequences import class_hmm


def random_hmm(states, letters, seed):
    rng = np.random.default_rng(seed)
    emit = rng.dirichlet(np.ones(letters), states).T
    return class_hmm.Hmm(
        rng.dirichlet(np.ones(states)),
        rng.dirichlet(np.ones(states), states),
        np.vstack([emit, np.ones(states)]),
    )


def as_sequences(lists, n_letters):
    """Sequences from lists of letters; the letter n_letters is skipped."""
    offsets = np.concatenate([[0], np.cumsum([len(x) for x in lists])]).astype(np.int64)
    return Sequences(
        np.array([t for x in lists for t in x], dtype=np.int64), offsets, tuple(map(str, range(n_letters)))
    )


def draw_sequences(seed):
    """25 sequences of one class."""
    found = st.made_sequences(25, 1, seed=seed, alphabet="ACGT").sequences
    return found._replace(tokens=found.tokens.astype(np.int64))


def path_probabilities(hmm, tokens):
    """Every path of states with the joint probability of path and tokens."""
    for path in itertools.product(range(len(hmm.start)), repeat=len(tokens)):
        p = hmm.start[path[0]] * np.prod([hmm.move[a, b] for a, b in itertools.pairwise(path)])
        yield path, p * np.prod([hmm.emit[t, s] for t, s in zip(tokens, path, strict=True)])


def scaled(hmm, sequences):
    result = np.empty(len(sequences.offsets) - 1)
    class_hmm.fill_log_likelihood(sequences.tokens, sequences.offsets, *hmm, result)
    return result


def test_empty_sequences_have_probability_one_and_impossible_ones_zero():
    hmm = random_hmm(2, 3, 0)
    emit = hmm.emit.copy()
    emit[2] = 0
    found = scaled(hmm._replace(emit=emit), as_sequences([[], [0, 2, 1], [0]], 3))
    assert found[0] == 0
    assert np.isneginf(found[1])
    assert np.isfinite(found[2])


@pytest.mark.parametrize("states", [1, 2, 3])
def test_expected_counts_are_sums_over_all_paths(states):
    hmm, lists = random_hmm(states, 3, 5), [[0, 1, 3, 2, 0, 0], [2, 2], [1], []]  # letter 3 is skipped
    start, move, emit = np.zeros(states), np.zeros((states, states)), np.zeros((4, states))
    total = 0.0
    for tokens in lists[:3]:
        paths = list(path_probabilities(hmm, tokens))
        evidence = sum(p for _, p in paths)
        total += np.log(evidence)
        for path, p in paths:
            start[path[0]] += p / evidence
            for a, b in itertools.pairwise(path):
                move[a, b] += p / evidence
            for t, s in zip(tokens, path, strict=True):
                emit[t, s] += p / evidence
    likelihood, counts = class_hmm.compute_expected_counts(as_sequences(lists, 3), np.arange(4), hmm)
    assert likelihood == pytest.approx(total)
    for ours, expected in zip(counts, (start, move, emit), strict=True):
        np.testing.assert_allclose(ours, expected, atol=1e-12)


@pytest.mark.parametrize("pseudo", [0.01, 1.0, 2.5])
def test_the_objective_has_the_density_of_the_dirichlet_priors(pseudo):
    """Differences between two models are compared with log densities of scipy, because the constant is left
    out.
    """
    from scipy.stats import dirichlet

    def density(hmm):
        rows = [hmm.start, *hmm.move, *hmm.emit[:-1].T]
        return sum(dirichlet.logpdf(row, np.full(len(row), 1 + pseudo)) for row in rows)

    one, other = random_hmm(3, 4, 0), random_hmm(3, 4, 1)
    ours = class_hmm.log_prior_density(one, pseudo) - class_hmm.log_prior_density(other, pseudo)
    assert ours == pytest.approx(density(one) - density(other), rel=1e-10)
    assert class_hmm.log_prior_density(one, 0.0) == 0
    sequences = as_sequences([[0, 1, 3], [2, 2, 1, 0]], 4)
    trained = class_hmm.run_baum_welch(sequences, np.arange(2), one, pseudo, 3, 0.0)
    likelihood, _ = class_hmm.compute_expected_counts(sequences, np.arange(2), trained.hmm)
    assert trained.trace[-1] - likelihood == pytest.approx(
        class_hmm.log_prior_density(trained.hmm, pseudo), rel=1e-12
    )


def test_learning_ends_if_the_gain_is_small_relative_to_the_objective():
    sequences = draw_sequences(0)
    start = random_hmm(3, 20, 0)
    trace = np.array(class_hmm.run_baum_welch(sequences, np.arange(25), start, 0.01, 40, 0.0).trace)
    shares = np.diff(trace) / np.abs(trace[1:])
    for tol in np.outer(shares[[1, 4, 9, 19]], [1 - 1e-6, 1 + 1e-6]).ravel():
        ended = class_hmm.run_baum_welch(sequences, np.arange(25), start, 0.01, 40, tol)
        (small,) = np.nonzero(shares <= tol)
        assert len(ended.trace) == (small[0] + 2 if len(small) else 41)


@pytest.mark.parametrize("pseudo", [0.0, 0.01, 1.0])
@pytest.mark.parametrize("seed", range(3))
def test_the_objective_never_falls(pseudo, seed):
    """Without pseudo-counts the objective is the likelihood."""
    sequences = draw_sequences(seed)
    trained = class_hmm.run_baum_welch(sequences, np.arange(25), random_hmm(3, 20, seed), pseudo, 60, 0.0)
    gains = np.diff(trained.trace)
    assert len(gains) >= 20
    assert (gains >= -1e-9 * np.abs(trained.trace[-1])).all()


def letters_of(seed, n=14):
    """Sequences of unequal length over three letters with some skipped ones (3), and the rows of
    one class.
    """
    rng = np.random.default_rng(seed)
    p = rng.dirichlet(np.ones(4), 2)
    lists = [rng.choice(4, int(rng.integers(1, 30)), p=p[i % 2]).tolist() for i in range(n)]
    return as_sequences(lists, 3), np.flatnonzero(rng.random(n) < 0.6)


@pytest.mark.parametrize("screening", [0, 1, 3, 20])
def test_the_start_that_is_best_after_screening_continues(screening, monkeypatch):
    """Every start is run alone for all steps, and the one with the largest objective after `screening` steps
    is used. It is often a different one than one step earlier or at the end.
    """
    monkeypatch.setattr(class_hmm, "SCREENING", screening)
    steps, step, chosen, others = 8, min(screening, 8), [], []
    for seed in range(30):
        (sequences, rows), rng = letters_of(seed), np.random.default_rng(seed)
        ends = sequences.offsets
        letters = np.concatenate([sequences.tokens[ends[i] : ends[i + 1]] for i in rows])
        frequencies = (np.bincount(letters, minlength=4)[:3] + 1) / ((letters < 3).sum() + 3)
        starts = [class_hmm.draw_random_start(frequencies, 3, rng) for _ in range(2 + seed % 3)]
        runs = [class_hmm.run_baum_welch(sequences, rows, start, 0.5, steps, 0.0) for start in starts]
        found = class_hmm.train_hmm(sequences, rows, 3, seed, 0.5, len(starts), steps, 0.0)
        best = int(np.argmax([run.trace[step] for run in runs]))
        np.testing.assert_allclose(found.trace, runs[best].trace, rtol=1e-12)
        for ours, expected in zip(found.hmm, runs[best].hmm, strict=True):
            np.testing.assert_allclose(ours, expected, rtol=1e-9)
        chosen.append(best)
        others.append([np.argmax([r.trace[i] for r in runs]) for i in (max(step - 1, 0), steps)])
    differing = (np.array(others) != np.array(chosen)[:, None]).sum(axis=0)
    assert {0, 1, 2} <= set(chosen)
    assert screening in (0, 20) or (differing > 0).all()


def test_random_starts_change_the_frequencies_by_at_most_one_half():
    """Factors are between 1/2 and 3/2, so ratios within a state are between 1/3 and 3; staying has 2 more."""
    frequencies = np.array([0.7, 0.2, 0.1])
    starts = [class_hmm.draw_random_start(frequencies, 2, np.random.default_rng(seed)) for seed in range(400)]
    factors = np.array([start.emit[:3] / frequencies[:, None] for start in starts])
    spread = factors.max(axis=1) / factors.min(axis=1)
    stay = np.array([[s.move[i, i] / s.move[i, 1 - i] for i in (0, 1)] for s in starts])
    first = np.array([s.start.max() / s.start.min() for s in starts])
    assert 2.5 < spread.max() <= 3
    assert 5 / 3 <= stay.min() < 1.9
    assert 6 < stay.max() <= 7
    assert 2.5 < first.max() <= 3
    assert all((start.emit[3] == 1).all() for start in starts)
    np.testing.assert_allclose([start.move.sum(axis=1) for start in starts], 1)


def test_per_residue_divides_the_evidence_by_the_length():
    train, test = st.made_sequences(40, 2), st.made_sequences(15, 2, seed=4)
    odds = []
    for score in class_hmm.SCORES:
        model = class_hmm.fit(train, rng=np.random.default_rng(0), states=2, score=score, max_iter=10)
        odds.append(np.subtract(*class_hmm.predict_log_proba(model, test).T) - np.subtract(*model.log_prior))
    np.testing.assert_allclose(odds[1], odds[0] / np.diff(test.sequences.offsets), rtol=1e-7)


@pytest.mark.parametrize(("alphabet", "n"), [("ACX", 3), ("", 0)])
def test_the_only_attribute_is_used_if_there_is_a_letter(alphabet, n):
    train = st.sequences(["AA" if alphabet else "", ""], [0, 1], alphabet)
    model = class_hmm.fit(train, rng=np.random.default_rng(0), states=2, max_iter=2)
    summary = class_hmm.summarize(model)
    assert (summary["attributes_used"], summary["letters"]) == (int(n > 0), n)
    assert summary["n_parameters"] == 1 + 2 * (1 + 2 + 2 * max(n - 1, 0))
