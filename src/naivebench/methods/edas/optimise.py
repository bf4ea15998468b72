"""The loop of an estimation of distribution algorithm (docs/methods/edas.md#eda-loop; Larranaga and Lozano
2001).

    evaluate `population` individuals
    repeat: learn a distribution from the best `selected`; sample and evaluate `offspring` individuals;
            the next population is the best of old and new
    until a generation does not change the fitness of the population (or all individuals are equal), or
        `patience` generations have not improved the best, or `max_generations` are done

After g generations, population + g * offspring individuals have been evaluated, repeats included, which is
how Robles et al. 2003 count (500 + 1000 g). Individuals of equal fitness keep their order, old before new, so
the best is the first found.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import NamedTuple, TypedDict

import numpy as np

from naivebench.core.checks import InputError, at_least, one_of
from naivebench.core.grouped import flat
from naivebench.methods.edas import ebna, egna, mimic, mimicc, random, umda, umdac
from naivebench.methods.edas.helpers.space import Discrete, Space, as_batch, checked, uniform

OPTIMISERS = {  # name -> kind of genes, module with `learn` and `sample`
    "umda": ("discrete", umda),
    "mimic": ("discrete", mimic),
    "ebna": ("discrete", ebna),
    "umdac": ("continuous", umdac),
    "mimicc": ("continuous", mimicc),
    "egna": ("continuous", egna),
    "random": ("both", random),
}
STOPS = ("unchanged", "equal", "never")
CACHE_BYTES = 1 << 28


class Search(NamedTuple):
    """Settings of an optimiser's search."""

    optimiser: str = (
        "umda"  # umda, mimic or ebna for Discrete, umdac, mimicc or egna for Continuous, or random
    )
    population: int = 500
    selected: int = 500
    offspring: int = 1000
    patience: int | None = None  # stop after this many generations without a new best; None: no limit
    max_generations: int = 105
    # unchanged: after a generation without an individual that is better than the worst of the population;
    # equal: when all individuals of the population are equal; or never
    stop: str = "unchanged"


SMALLEST = Search("umdac", population=4, selected=4, offspring=4, max_generations=1)


class Result(NamedTuple):
    best: np.ndarray  # (g,) the fittest individual; of equally fit ones the first found
    best_fitness: float
    evaluations: int  # population + offspring * generations
    evaluations_to_solution: int  # evaluations up to the generation in which the best was found
    generations: int
    trace_best: tuple[float, ...]  # generations + 1 numbers each, the first for the first population
    trace_mean: tuple[float, ...]
    trace_evaluations: tuple[int, ...]


class Trace(TypedDict):
    """The trace of a result, with one value per generation."""

    best: list[float]
    mean: list[float]
    evaluations: list[int]


class Population(NamedTuple):
    individuals: np.ndarray  # (population, g), fittest first
    fitness: np.ndarray  # (population,)


def module_of(optimiser: str, space: Space) -> ModuleType:
    """The module with `learn` and `sample`.

    Raises InputError for an unknown optimiser, or one for the other kind of genes.
    """
    one_of(optimiser, OPTIMISERS, "optimiser")
    kind = "discrete" if isinstance(space, Discrete) else "continuous"
    made_for, module = OPTIMISERS[optimiser]
    if made_for not in (kind, "both"):
        fitting = [name for name, (genes, _) in OPTIMISERS.items() if genes in (kind, "both")]
        raise InputError(
            f"optimiser {optimiser!r} searches {made_for} genes, but the genes here are {kind}: choose "
            f"one of {', '.join(fitting)}"
        )
    return module


def check_params(search: Search) -> None:
    """Raise InputError for a size outside its range."""
    for name in ("population", "selected", "offspring"):
        at_least(getattr(search, name), 1, name)
    at_least(search.max_generations, 0, "max_generations")
    if search.patience is not None:
        at_least(search.patience, 1, "patience")
    if search.selected > search.population:
        raise InputError(
            f"selected is {search.selected}, expected at most the population of {search.population}"
        )


def evaluated(fitness: Callable[..., np.ndarray], batch: np.ndarray, *floor: float) -> np.ndarray:
    """Fitness of every individual, shape (m,) float64. Raises ValueError for another shape or a NaN."""
    values = np.asarray(fitness(batch, *floor), dtype=np.float64)
    if values.shape != (len(batch),) or np.isnan(values).any():
        raise ValueError(f"expected {len(batch)} fitness values without NaN")
    return values


def best_of(individuals: np.ndarray, fitness: np.ndarray, size: int) -> Population:
    """The fittest `size` individuals, fittest first; equally fit ones keep their order."""
    order = np.argsort(-fitness, kind="stable")[:size]
    return Population(individuals[order], fitness[order])


def first_individuals(
    space: Space, population: int, seeds: np.ndarray | None, rng: np.random.Generator
) -> np.ndarray:
    """The seeds, then uniform individuals, shape (population, g)."""
    if seeds is None:
        return uniform(space, population, rng)
    seeds = as_batch(space, seeds)[:population]
    return np.concatenate([seeds, uniform(space, population - len(seeds), rng)])


@flat
def optimise(
    fitness: Callable[..., np.ndarray],
    space: Space,
    *,
    floored: bool = False,
    rng: np.random.Generator,
    search: Search = Search(),
    seeds: np.ndarray | None = None,
    repair: Callable[[np.ndarray], np.ndarray] | None = None,
    canonical: Callable[[np.ndarray], np.ndarray] | None = None,
) -> Result:
    """Maximise `fitness` over `space`.

    fitness: (m, g) -> (m,), to be maximised. floored: pass `fitness` a second argument, the fitness of the
    worst individual of the population; individuals that are not better are never kept, so `fitness` may
    return less for them. seeds: (s, g) individuals of the first population, the rest of which is uniform.
    repair: (m, g) -> (m, g), makes individuals valid; canonical: (m, g) -> (m, g), one form for individuals
    that mean the same; both are applied to all individuals before these are evaluated and learned from.
    Raises InputError for bad parameters.
    """
    one_of(search.stop, STOPS, "stop")
    check_params(search)
    space, population = checked(space), search.population
    module = module_of(search.optimiser, space)

    def valid(batch: np.ndarray) -> np.ndarray:
        batch = batch if repair is None else repair(batch)
        return batch if canonical is None else canonical(batch)

    batch = valid(first_individuals(space, population, seeds, rng))
    current = best_of(batch, evaluated(fitness, batch, *([-np.inf] if floored else [])), population)
    trace, last_gain, before = [(current.fitness[0], current.fitness.mean())], 0, None
    for generation in range(1, search.max_generations + 1):
        patient = search.patience is None or generation - 1 - last_gain < search.patience
        if not patient or _ended(current, before, search.stop):
            break
        before = current
        learned = module.learn(current.individuals[: search.selected], space)
        batch = valid(module.sample(learned, search.offspring, rng))
        floor = [current.fitness[-1]] if floored else []
        merged = (
            np.concatenate([current.individuals, batch]),
            np.concatenate([current.fitness, evaluated(fitness, batch, *floor)]),
        )
        current = best_of(*merged, population)
        last_gain = generation if current.fitness[0] > trace[-1][0] else last_gain
        trace.append((current.fitness[0], current.fitness.mean()))
    return _result(current, trace, population, search.offspring)


def _ended(current: Population, before: Population | None, stop: str) -> bool:
    """Whether the stopping rule ends the search; `before`: the population of the preceding generation."""
    if stop == "equal":
        return bool((current.individuals == current.individuals[0]).all())
    return stop == "unchanged" and before is not None and np.array_equal(current.fitness, before.fitness)


def _result(current: Population, trace: list[tuple[float, float]], population: int, offspring: int) -> Result:
    best, mean = (tuple(float(x) for x in column) for column in zip(*trace, strict=True))
    evaluations = tuple(population + offspring * g for g in range(len(trace)))
    to_solution = evaluations[best.index(best[-1])]
    return Result(
        current.individuals[0],
        best[-1],
        evaluations[-1],
        to_solution,
        len(trace) - 1,
        best,
        mean,
        evaluations,
    )


def cached(fitness: Callable[..., np.ndarray], max_bytes: int = CACHE_BYTES) -> Callable[..., np.ndarray]:
    """A fitness function that computes `fitness` once per individual; repeated individuals are looked up.

    The cache keeps as many individuals as fit into `max_bytes` (each takes 100 bytes more than its genes);
    when it is full, the first ones stay. A floor may only rise from call to call.
    """
    stored: dict[bytes, float] = {}

    def looked_up(batch: np.ndarray, *floor: float) -> np.ndarray:
        batch = np.ascontiguousarray(batch)
        keys = [row.tobytes() for row in batch]
        new = {key: i for i, key in reversed(list(enumerate(keys))) if key not in stored}
        fresh = (
            dict(zip(new, evaluated(fitness, batch[list(new.values())], *floor).tolist(), strict=True))
            if new
            else {}
        )
        result = np.array([stored[key] if key in stored else fresh[key] for key in keys])
        room = max_bytes // (batch.dtype.itemsize * batch.shape[1] + 100) - len(stored)
        stored.update(list(fresh.items())[: max(room, 0)])
        return result

    return looked_up


def trace_of(result: Result) -> Trace:
    """The trace as JSON-able lists."""
    return {
        "best": list(result.trace_best),
        "mean": list(result.trace_mean),
        "evaluations": list(result.trace_evaluations),
    }
