"""Naive Bayes of protein sequences: the amino acids are drawn from the distribution of the class, and the
length of a sequence is normally distributed. The order of the amino acids does not matter.

    score(c) = log P(c) + sum over letters of n_a log theta_ca + log N(L; mu_c, s2_c)
    theta_ca = (Count_ca + alpha) / (Count_c + 20 alpha)

mu_c and s2_c are the mean and the variance (divided by n_c) of the lengths of class c; s_c is at least
`SIGMA_FLOOR`. L also counts letters outside `AMINO_ACIDS`, which the composition skips. With `composition:
fraction`, the exponents are n_a / L. docs/methods/sequences.md#protein-naive-bayes; example 2 of the
textbook's chapter 18.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from naivebench.core import counts, exact_sums, table_sums
from naivebench.core.logspace import normalize_rows
from naivebench.core.table import Table, n_classes
from naivebench.methods.sequences import bags, nb_mn

AMINO_ACIDS = "ACDEFGHIKLMNPQRSTVWY"  # the letters that count; others are unknown or modified residues
SIGMA_FLOOR = 1.0  # smallest standard deviation of the length, in residues


class Model(NamedTuple):
    composition: nb_mn.Model
    mean: np.ndarray  # (K,) residues
    sigma: np.ndarray  # (K,) residues
    length: bool


class Statistics(NamedTuple):
    words: bags.Statistics
    lengths: exact_sums.Moments  # of one attribute, the length of a sequence


def count(table: Table, weights: np.ndarray | None = None, *, composition: str = "counts") -> Statistics:
    """Count letters and lengths, see `nb_mn.count`."""
    words = bags.count(table, "nb_protein", weights, letters=AMINO_ACIDS, composition=composition)
    table, weights = counts.select_weighted_cases(table, weights)
    lengths = exact_sums.compute_moments(count_tokens(table)[None, :], table.y, weights, n_classes(table))
    return Statistics(words, lengths)


def merge(a: Statistics, b: Statistics) -> Statistics:
    """Add up the statistics of two sets of cases, see `bags.merge`."""
    words = bags.merge(a.words, b.words)
    of_a, of_b = (table_sums.locate_labels(part.words.classes, words.classes) for part in (a, b))
    return Statistics(words, exact_sums.merge_moments(a.lengths, b.lengths, of_a, of_b, len(words.classes)))


def estimate(statistics: Statistics, *, alpha: float = 1.0, length: bool = True) -> Model:
    """Fit the model to counted cases. length: use the Gaussian term. A class without cases gets the mean and
    variance of all cases. alpha: see `nb_mn.estimate`.
    """
    n, *of_class = exact_sums.mean_and_variance(statistics.lengths)
    _, *overall = exact_sums.mean_and_variance(exact_sums.sum_over_classes(statistics.lengths))
    mean, variance = (np.where(n > 0, a, b)[0] for a, b in zip(of_class, overall, strict=True))
    model = nb_mn.estimate(statistics.words, alpha=alpha)
    return Model(model, mean, np.maximum(np.sqrt(variance), SIGMA_FLOOR), bool(length))


def fit(
    train: Table, *, rng: np.random.Generator | None = None, composition: str = "counts", **params: Any
) -> Model:
    """Fit the model by `estimate(count(train))`, with the parameters of both functions."""
    return estimate(count(train, composition=composition), **params)


def count_tokens(table: Table) -> np.ndarray:
    """Count the tokens of every case, including skipped ones, (n,) float64; 0 without sequences."""
    if table.sequences is None:
        return np.zeros(len(table.y))
    return np.diff(table.sequences.offsets).astype(np.float64)


def log_joint(model: Model, table: Table) -> np.ndarray:
    """Return log P(c, x), (n, K) nats, not normalised."""
    scores = nb_mn.log_joint(model.composition, table)
    if model.length and bags.vocabulary_size(model.composition.vocabulary):
        z = (count_tokens(table)[:, None] - model.mean) / model.sigma
        scores -= 0.5 * np.square(z) + np.log(model.sigma)
    return scores


def predict_log_proba(model: Model, table: Table) -> np.ndarray:
    """Return log P(c | x), (n, K) nats."""
    return normalize_rows(log_joint(model, table), model.composition.log_prior)


def summarize(model: Model) -> dict[str, Any]:
    """Summarize as in `nb_mn`; mean and standard deviation of the length in residues are parameters too."""
    summary, n_c = nb_mn.summarize(model.composition), len(model.mean)
    lengths_of = {
        c: [round(float(m), 3), round(float(s), 3)]
        for c, m, s in zip(model.composition.classes, model.mean, model.sigma, strict=True)
    }
    return {
        **summary,
        "n_parameters": summary["n_parameters"] + 2 * n_c * model.length,
        "length": lengths_of if model.length else {},
    }
