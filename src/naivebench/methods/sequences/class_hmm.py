"""One hidden Markov model per class, trained by the Baum-Welch algorithm. A sequence gets the class under
whose model it is most probable.

    log P(c | x) = log P(c) + log P(x | HMM of c) + const

Each model has S states with start, transition and emission probabilities, smoothed by `pseudo` counts: the
estimate is the maximum a posteriori under symmetric Dirichlet priors with parameters 1 + pseudo. Training
makes `SCREENING` steps from each of `restarts` random starts. The best run continues until the objective (log
likelihood plus log prior density, which never falls) grows by less than `tol` times its size, or for
`max_iter` steps in all. O(steps x residues x S^2). Rabiner 1989;
docs/methods/sequences.md#class-hidden-markov-models; second example of the textbook's chapter 18.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from naivebench.core.checks import InputError, check_at_least, check_one_of, check_whole
from naivebench.core.counts import select_labelled_cases
from naivebench.core.logspace import log_prior, normalize_rows
from naivebench.core.table import Sequences, Table, n_cases, n_classes
from naivebench.methods.sequences import bags

SCORES = ("total", "per_residue")
SCREENING = 10  # steps of every run before only the best one continues, which saves most of the time


class Hmm(NamedTuple):
    start: np.ndarray  # (S,)
    move: np.ndarray  # (S, S) from, to
    emit: np.ndarray  # (V + 1, S) letter given state; the last row, of ones, is for skipped letters


class Trained(NamedTuple):
    hmm: Hmm
    trace: tuple[float, ...]  # objective before every step and at the end, nats


class Model(NamedTuple):
    vocabulary: bags.Vocabulary | None  # None if there is no attribute
    log_prior: np.ndarray  # (K,) nats
    trained: tuple[Trained, ...]  # (K,)
    score: str
    classes: tuple[str, ...]


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    states: int = 5,
    pseudo: float = 0.01,
    restarts: int = 3,
    max_iter: int = 100,
    tol: float = 1e-5,
    score: str = "total",
) -> Model:
    """Train one model per class on sequences. pseudo: pseudo-count of every probability. restarts: number of
    random starts. max_iter: largest number of steps. tol: smallest relative gain of the objective at which a
    run goes on.

    `rng` draws one seed, so the starts of all classes use the same random numbers, in any order of the
    classes. Raises InputError for bad parameters and for other kinds of attributes.
    """
    states = check_whole(states, 1, "states", "class_hmm")
    restarts = check_whole(restarts, 1, "restarts", "class_hmm")
    max_iter = check_whole(max_iter, 0, "max_iter", "class_hmm")
    check_at_least(pseudo, 0, "pseudo", "class_hmm")
    check_at_least(tol, 0, "tol", "class_hmm")
    check_one_of(score, SCORES, "score", "class_hmm")
    if bags.find_attribute_kind(train, "class_hmm") == "count":
        raise InputError(
            f"class_hmm accepts sequences, but attribute {train.attributes[0].name!r} contains counts "
            "without order: choose another method"
        )

    seed, train = int(rng.integers(2**63)), select_labelled_cases(train)
    prior = log_prior(np.bincount(train.y, minlength=n_classes(train)))
    if not train.attributes:
        return Model(None, prior, (), score, train.classes)
    vocabulary, _ = bags.learn_vocabulary(train, "class_hmm")
    sequences = renumber_letters(vocabulary, train)
    parts = [np.flatnonzero(train.y == c) for c in range(n_classes(train))]
    trained = [train_hmm(sequences, rows, states, seed, pseudo, restarts, max_iter, tol) for rows in parts]
    return Model(vocabulary, prior, tuple(trained), score, train.classes)


def renumber_letters(vocabulary: bags.Vocabulary, table: Table) -> Sequences:
    """Renumber the letters that count in the sequences as 0..V - 1; skipped letters get the number V."""
    new = np.append(np.where(vocabulary.inside, np.cumsum(vocabulary.inside) - 1, -1), -1)
    tokens = new[bags.encode_letters(vocabulary, table)]
    names = tuple(a for a, inside in zip(vocabulary.labels, vocabulary.inside, strict=True) if inside)
    return Sequences(
        np.where(tokens < 0, len(names), tokens).astype(np.int64), bags.get_sequences(table).offsets, names
    )


def draw_random_start(frequencies: np.ndarray, states: int, rng: np.random.Generator) -> Hmm:
    """Draw emissions near the letter frequencies (V,), and moves that tend to stay."""
    emit = frequencies[:, None] * rng.uniform(0.5, 1.5, (len(frequencies), states))
    move = rng.uniform(0.5, 1.5, (states, states)) + 2.0 * np.eye(states)
    start = rng.uniform(0.5, 1.5, states)
    emit = emit / np.maximum(emit.sum(axis=0), 1e-300)
    return Hmm(
        start / start.sum(), move / move.sum(axis=1, keepdims=True), np.vstack([emit, np.ones(states)])
    )


def train_hmm(
    sequences: Sequences,
    rows: np.ndarray,
    states: int,
    seed: int,
    pseudo: float,
    restarts: int,
    max_iter: int,
    tol: float,
) -> Trained:
    """Train on the sequences `rows`, and keep the best run. Without sequences, letters are uniform."""
    n_letters, rng = len(sequences.alphabet), np.random.default_rng(seed)
    inside = np.zeros(len(sequences.offsets) - 1, bool)
    inside[rows] = True
    tokens = sequences.tokens[np.repeat(inside, np.diff(sequences.offsets))]
    frequencies = np.bincount(tokens, minlength=n_letters + 1)[:n_letters] + 1.0
    starts = [draw_random_start(frequencies / frequencies.sum(), states, rng) for _ in range(restarts)]
    if restarts == 1:
        return run_baum_welch(sequences, rows, starts[0], pseudo, max_iter, tol)
    tries = [run_baum_welch(sequences, rows, s, pseudo, min(SCREENING, max_iter), tol) for s in starts]
    best = max(range(restarts), key=lambda i: (tries[i].trace[-1], -i))
    rest = run_baum_welch(sequences, rows, tries[best].hmm, pseudo, max_iter - min(SCREENING, max_iter), tol)
    # the last value of the best run is also the first one of `rest`
    return rest._replace(trace=tries[best].trace[:-1] + rest.trace)


def run_baum_welch(
    sequences: Sequences, rows: np.ndarray, hmm: Hmm, pseudo: float, max_iter: int, tol: float
) -> Trained:
    """Run expectation maximisation from one start, until the objective gains less than tol times its size."""
    trace: list[float] = []
    for step in range(max_iter + 1):
        likelihood, counts = compute_expected_counts(sequences, rows, hmm)
        trace.append(likelihood + log_prior_density(hmm, pseudo))
        if step == max_iter or (step and trace[-1] - trace[-2] <= tol * abs(trace[-1])):
            break
        start = estimate_probabilities(counts.start, pseudo, 0, hmm.start)
        move = estimate_probabilities(counts.move, pseudo, 1, hmm.move)
        emit = estimate_probabilities(counts.emit[:-1], pseudo, 0, hmm.emit[:-1])
        hmm = Hmm(start, move, np.vstack([emit, hmm.emit[-1:]]))
    return Trained(hmm, tuple(trace))


def compute_expected_counts(sequences: Sequences, rows: np.ndarray, hmm: Hmm) -> tuple[float, Hmm]:
    """Return log P of the sequences `rows`, and expected numbers of starts, moves and letters as an `Hmm`."""
    counts = Hmm(*(np.zeros_like(part) for part in hmm))
    total = add_expected_counts(sequences.tokens, sequences.offsets, rows, *hmm, *counts)
    return float(total), counts._replace(move=counts.move * hmm.move)


def log_prior_density(hmm: Hmm, pseudo: float) -> float:
    """Compute the log density of the Dirichlet priors of the pseudo-counts, up to a constant."""
    return float(pseudo * sum(np.log(part).sum() for part in hmm)) if pseudo else 0.0


def estimate_probabilities(counts: np.ndarray, pseudo: float, axis: int, before: np.ndarray) -> np.ndarray:
    """Estimate probabilities from expected and pseudo-counts; states never visited stay unchanged."""
    total = (counts + pseudo).sum(axis=axis, keepdims=True)
    return np.where(total > 0, (counts + pseudo) / np.where(total > 0, total, 1), before)


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats; the prior for empty and for impossible sequences."""
    scores = np.tile(model.log_prior, (n_cases(table), 1))
    if model.vocabulary is not None:
        sequences, likelihood = renumber_letters(model.vocabulary, table), np.empty(scores.shape[::-1])
        for of_class, trained in zip(likelihood, model.trained, strict=True):
            fill_log_likelihood(sequences.tokens, sequences.offsets, *trained.hmm, of_class)
        length = np.diff(sequences.offsets) if model.score == "per_residue" else np.ones(1)
        scores += (likelihood / np.maximum(length, 1)).T
    return normalize_rows(scores, model.log_prior)


def summarize(model: Model) -> dict[str, Any]:
    """Report the free parameters of all models, the number of letters, and the steps per class."""
    n_c = len(model.classes)
    if model.vocabulary is None:
        return {"n_parameters": n_c - 1, "attributes_used": 0}
    states, d = len(model.trained[0].hmm.start), bags.vocabulary_size(model.vocabulary)
    of_class = dict(zip(model.classes, model.trained, strict=True))
    each = states - 1 + states * (states - 1) + states * max(d - 1, 0)
    return {
        "n_parameters": n_c - 1 + n_c * each,
        "attributes_used": int(d > 0),
        "letters": d,
        "steps": {name: len(trained.trace) - 1 for name, trained in of_class.items()},
    }


# Scaled recursions (Rabiner 1989): alpha_t sums to one, and the logarithms of the scales add up to log
# P(sequence). The tables are start (S,), move (S, S) from the state of the row to that of the column, and
# emit (V + 1, S) with a row per letter and a last row, of ones, for skipped letters.


@njit(cache=True, nogil=True)
def fill_log_likelihood(tokens, offsets, start, move, emit, result):
    """Fill result (n,) with log P(sequence) in nats; 0 for an empty sequence, -inf for an impossible one."""
    alpha, ahead = np.empty(start.shape[0]), np.empty(start.shape[0])
    for i in range(result.shape[0]):
        total = 0.0
        for t in range(offsets[i], offsets[i + 1]):
            scale = step_forward(t == offsets[i], alpha, start, move, emit[tokens[t]], ahead)
            if scale == 0.0:
                total = -np.inf
                break
            for s in range(start.shape[0]):
                alpha[s] = ahead[s] / scale
            total += np.log(scale)
        result[i] = total


@njit(cache=True, nogil=True)
def step_forward(first, before, start, move, letter, now):
    """Fill `now` (S,) with the unscaled alpha of a letter from the alpha before it, and return its sum."""
    n_states = start.shape[0]
    for s in range(n_states):
        now[s] = start[s] if first else 0.0
    if not first:
        for r in range(n_states):
            for s in range(n_states):
                now[s] += before[r] * move[r, s]
    total = 0.0
    for s in range(n_states):
        now[s] *= letter[s]
        total += now[s]
    return total


@njit(cache=True, nogil=True)
def add_expected_counts(tokens, offsets, rows, start, move, emit, starts, pairs, letters):
    """Add the expected counts of the sequences `rows` to starts (S,), pairs (S, S) and letters (V + 1, S);
    return the log P of these sequences in nats. The caller must still multiply `pairs` by move; every
    sequence must be possible.
    """
    n_states, longest, total = start.shape[0], 0, 0.0
    for i in rows:
        longest = max(longest, offsets[i + 1] - offsets[i])
    alpha, scale = np.empty((longest, n_states)), np.empty(longest)
    beta, ahead = np.empty(n_states), np.empty(n_states)
    for i in rows:
        first, last = offsets[i], offsets[i + 1]
        for t in range(last - first):
            scale[t] = step_forward(t == 0, alpha[t - 1], start, move, emit[tokens[first + t]], alpha[t])
            share = 1.0 / scale[t]
            for s in range(n_states):
                alpha[t, s] *= share
        beta[:] = 1.0
        for t in range(last - first - 1, -1, -1):
            now, letter, letter_counts = alpha[t], emit[tokens[first + t]], letters[tokens[first + t]]
            total += np.log(scale[t])
            share = 1.0 / scale[t]
            for s in range(n_states):
                letter_counts[s] += now[s] * beta[s]
                ahead[s] = letter[s] * beta[s] * share
            if t == 0:
                for s in range(n_states):
                    starts[s] += now[s] * beta[s]
                break
            before = alpha[t - 1]
            for r in range(n_states):
                beta[r] = 0.0
                for s in range(n_states):
                    pairs[r, s] += before[r] * ahead[s]
                    beta[r] += move[r, s] * ahead[s]
    return total
