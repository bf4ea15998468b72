"""The loop of an estimation of distribution algorithm (docs/methods/semi-naive.md#eda-loop; Larranaga and
Lozano 2001).

    evaluate `population` individuals
    repeat: learn a distribution from the population; sample and evaluate twice as many offspring;
            the next population is the best of old and new
    until a generation does not change the fitness of the population, or `patience` generations have not
        improved the best, or `max_generations` are done

After g generations, population + g * offspring individuals have been evaluated, repeats included, as Robles
et al. 2003 count them (500 + 1000 g). Individuals of equal fitness keep their order, old before new, so
the best is the first found.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from naivebench.core.checks import InputError, check_at_least, check_one_of
from naivebench.methods.edas import ebna, egna, mimic, umda
from naivebench.methods.edas.genes import Space, draw_uniform_individuals


class Optimiser(NamedTuple):
    """A kind of distribution: the functions that learn and sample it."""

    genes: str  # discrete, continuous or both
    learn: Callable[[np.ndarray, Any], Any]  # selected individuals (N, g) and their space -> model
    sample: Callable[[Any, int, np.random.Generator], np.ndarray]  # model and m -> individuals (m, g)


OPTIMISERS = {
    "umda": Optimiser("discrete", umda.learn_frequencies, umda.sample_frequencies),
    "mimic": Optimiser("discrete", mimic.learn_discrete_chain, ebna.sample_individuals),
    "ebna": Optimiser("discrete", ebna.learn_network, ebna.sample_individuals),
    "umdac": Optimiser("continuous", umda.learn_normals, umda.sample_normals),
    "mimicc": Optimiser("continuous", mimic.learn_normal_chain, egna.sample_individuals),
    "egna": Optimiser("continuous", egna.learn_network, egna.sample_individuals),
    # every offspring is uniform: the control of the others
    "random": Optimiser("both", lambda selected, space: space, draw_uniform_individuals),
}
OFFSPRING = 2  # per individual of the population, as in Robles et al. 2003: 1000 for 500


class Search(NamedTuple):
    """Settings of a search. The defaults follow Robles et al. 2003 (at most 105,300 evaluations)."""

    optimiser: str  # a name of OPTIMISERS
    population: int = 500
    patience: int | None = None  # stop after this many generations without a new best; None: no limit
    max_generations: int = 105


class Result(NamedTuple):
    best: np.ndarray  # (g,) the fittest individual; of equally fit ones the first found
    best_fitness: float
    evaluations: int  # population + offspring * generations
    evaluations_to_solution: int  # evaluations up to the generation in which the best was found
    # best and mean fitness of the population, and evaluations: the first population, then every generation
    trace: dict[str, list[Any]]


def check_search_settings(search: Search, genes: str) -> Search:
    """Return the settings of a search over `discrete` or `continuous` genes. Raises InputError for a setting
    outside its range, and for an optimiser of the other kind of genes.
    """
    check_one_of(search.optimiser, OPTIMISERS, "optimiser")
    taken = OPTIMISERS[search.optimiser].genes
    if taken not in (genes, "both"):
        fitting = [name for name, optimiser in OPTIMISERS.items() if optimiser.genes in (genes, "both")]
        raise InputError(
            f"optimiser {search.optimiser!r} searches {taken} genes, but this method has {genes} genes: "
            f"choose one of {', '.join(fitting)}"
        )
    check_at_least(search.population, 1, "population")
    check_at_least(search.max_generations, 0, "max_generations")
    if search.patience is not None:
        check_at_least(search.patience, 1, "patience")
    return search


def optimise_fitness(
    fitness: Callable[[np.ndarray, float], np.ndarray],
    space: Space,
    search: Search,
    *,
    rng: np.random.Generator,
    repair: Callable[[np.ndarray], np.ndarray] | None = None,
    offspring: int | None = None,
    stop_unchanged: bool = True,
) -> Result:
    """Maximise `fitness` over `space`, with settings that `check_search_settings` has checked.

    fitness: maps individuals (m, g) and a floor to values (m,). The floor is the fitness of the worst
    individual of the population; for individuals that are not better, which are never kept, `fitness` may
    return less. repair: makes individuals (m, g) valid before they are evaluated and learned from. offspring:
    number per generation, by default twice the population. stop_unchanged: end with the first generation in
    which no individual is better than the worst of the population.
    """
    optimiser, size = OPTIMISERS[search.optimiser], search.population
    offspring = OFFSPRING * size if offspring is None else offspring

    batch = draw_uniform_individuals(space, size, rng)
    population = batch if repair is None else repair(batch)
    population, values = select_fittest(population, fitness(population, -np.inf), size)
    best, mean = [float(values[0])], [float(values.mean())]
    while len(best) <= search.max_generations:
        if search.patience is not None and len(best) - 1 - best.index(best[-1]) >= search.patience:
            break
        batch = optimiser.sample(optimiser.learn(population, space), offspring, rng)
        batch = batch if repair is None else repair(batch)
        before, floor = values, float(values[-1])
        population, values = select_fittest(
            np.concatenate([population, batch]), np.concatenate([values, fitness(batch, floor)]), size
        )
        best.append(float(values[0]))
        mean.append(float(values.mean()))
        if stop_unchanged and np.array_equal(values, before):
            break

    evaluations = [size + offspring * g for g in range(len(best))]
    to_solution = evaluations[best.index(best[-1])]
    trace: dict[str, list[Any]] = {"best": best, "mean": mean, "evaluations": evaluations}
    return Result(population[0], best[-1], evaluations[-1], to_solution, trace)


def select_fittest(individuals: np.ndarray, fitness: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Select the fittest `size` individuals, fittest first; equally fit ones keep their order."""
    order = np.argsort(-fitness, kind="stable")[:size]
    return individuals[order], fitness[order]
