"""Pazzani-EDA (Robles et al. 2003): naive Bayes in which attributes are left out or joined into groups. An
estimation of distribution algorithm searches for the best groups, instead of a greedy search.

An individual has one gene per attribute, the number 1..d of its group or 0 = not used; equal numbers form a
group. Fitness is the leave-one-out accuracy of naive Bayes on the groups.
docs/methods/semi-naive.md#pazzani-eda and docs/methods/semi-naive.md#eda-loop.

The optimiser `random` is the control of Pazzani-EDA, because a better search needs to beat random choices. It
draws as many individuals as UMDA evaluates on the same cases, in the way of UMDA's first population, and
returns the best.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from naivebench.core.table import Table
from naivebench.methods.edas.eda_loop import Search, check_search_settings, optimise_fitness
from naivebench.methods.edas.genes import Discrete
from naivebench.methods.semi_naive import partition_search
from naivebench.methods.semi_naive.partition_search import Cases
from naivebench.methods.semi_naive.partitions import Groups, Model, Structure
from naivebench.methods.semi_naive.partitions import leave_one_out as leave_one_out
from naivebench.methods.semi_naive.partitions import predict_log_proba as predict_log_proba
from naivebench.methods.semi_naive.partitions import summarize as summarize

UMDA = Search("umda")  # the search whose evaluations controls may use


def search_partition(cases: Cases, eda: Search, rng: np.random.Generator, **loop: Any) -> Structure:
    """Search for the best partition. `loop`: see `edas.eda_loop`.

    Equal partitions are evaluated once, whatever their numbering, but `evaluations` counts all of them, as
    the paper does.
    """
    d, n = len(cases.codes), max(int(cases.weights.sum()), 1)
    correct_cases: dict[bytes, int] = {}  # correct cases of every canonical individual evaluated so far

    def compute_fitness(batch: np.ndarray, floor: float) -> np.ndarray:
        # the floor never falls, so an individual that was counted up to an earlier floor need not be again
        least = round(floor * n) if floor > 0 else partition_search.NO_FLOOR
        batch = canonicalize_groups(batch)
        keys = [row.tobytes() for row in batch.astype(np.int32)]
        new = {key: i for i, key in enumerate(keys) if key not in correct_cases}
        if new:
            correct = score_individuals(cases, batch[list(new.values())], least)
            correct_cases.update(zip(new, correct.tolist(), strict=True))
        return np.array([correct_cases[key] for key in keys]) / n

    result = optimise_fitness(compute_fitness, Discrete(np.full(d, d + 1)), eda, rng=rng, **loop)
    groups, correct = decode_groups(result.best.tolist()), round(result.best_fitness * n)
    return Structure(groups, correct, result.evaluations, result.evaluations_to_solution, result.trace)


def score_individuals(cases: Cases, batch: np.ndarray, floor: int = partition_search.NO_FLOOR) -> np.ndarray:
    """Count the cases that each individual of (m, d) classifies correctly, (m,) int64. Gene j is the number
    of attribute j's group in the canonical form, or 0 if the attribute is unused.

    An individual with at most `floor` correct cases may get a lower number, because counting stops early.
    """
    m, d = batch.shape
    masks = np.zeros((m, d + 1), np.int64 if d < 64 else object)
    for j in range(d):
        masks[np.arange(m), batch[:, j]] += 1 << j
    masks[:, 0] = 0
    used = masks.astype(bool)
    pointers = np.concatenate([[0], np.cumsum(used.sum(axis=1))])
    return partition_search.score_candidates(
        cases, cases.base, masks[used], np.ones(pointers[-1]), pointers, floor
    )


def canonicalize_groups(batch: np.ndarray) -> np.ndarray:
    """Renumber the groups of individuals (m, d) as 1, 2, ... by first occurrence; 0 (unused) stays 0."""
    m, d = batch.shape
    result, n_labels = np.zeros_like(batch), np.zeros(m, dtype=batch.dtype)
    new_label, rows = np.zeros((m, d + 1), dtype=batch.dtype), np.arange(m)
    for j in range(d):
        labels = batch[:, j]
        fresh = (labels > 0) & (new_label[rows, labels] == 0)
        n_labels += fresh
        new_label[rows[fresh], labels[fresh]] = n_labels[fresh]
        result[:, j] = new_label[rows, labels]
    return result


def decode_groups(individual: Sequence[int]) -> Groups:
    """Return the groups of an individual (d,), in the order of their first attributes."""
    groups: dict[int, list[int]] = {}
    for attribute, label in enumerate(individual):
        if label:
            groups.setdefault(label, []).append(attribute)
    return tuple(map(tuple, groups.values()))


def search_randomly(cases: Cases, evaluations: int, batch: int, rng: np.random.Generator) -> Structure:
    """Return the best of `evaluations` random individuals; their number is rounded up to whole batches."""
    size = min(batch, evaluations)
    drawn = Search("random", size, max_generations=-(-evaluations // size) - 1)
    return search_partition(cases, drawn, rng, offspring=size, stop_unchanged=False)


def count_umda_evaluations(cases: Cases, rng: np.random.Generator, eda: Search | None = None) -> int:
    """Run UMDA with a separate random stream to count its evaluations; its controls may use as many. eda: the
    settings of UMDA, by default `UMDA`.
    """
    return search_partition(cases, (eda or UMDA)._replace(optimiser="umda"), rng.spawn(1)[0]).evaluations


def fit(
    train: Table,
    *,
    rng: np.random.Generator,
    optimiser: str = "umda",
    population: int = 500,
    max_generations: int = 105,
    alpha: float = 1.0,
    prior_alpha: float = 1.0,
) -> Model:
    """Search for a partition on `train`, then estimate the probabilities. optimiser: umda, mimic, ebna or
    random; its size and stopping rule are as in `edas.eda_loop`. alpha: above 0. prior_alpha: at least 0.
    Raises InputError for bad parameters and for attributes that are not discrete.
    """
    eda = check_search_settings(Search(optimiser, population, max_generations=max_generations), "discrete")

    def search_groups(cases: Cases) -> Structure:
        if optimiser == "random":
            return search_randomly(cases, count_umda_evaluations(cases, rng, eda), population, rng)
        return search_partition(cases, eda, rng)

    return partition_search.fit_best_partition(train, search_groups, "pazzani_eda", alpha, prior_alpha)
