"""The worked examples of the textbook chapter (textbook18, sections 18.1 and 18.2).

Every number is computed here. The given quantities are the four documents of its table 18.1, and the wet
grass of its figure 18.1. The tables of that figure are missing; those used here are from the same story, with
other names, in Barber 2012, Bayesian Reasoning and Machine Learning, section 3.1.1. See
tests/worked_values.md.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from naivebench.methods.inference import elimination, junction_tree
from naivebench.methods.inference.network import Network, family, make_network

DOCUMENTS = (  # words and label; the chapter counts "Graphs" as "Graph"
    (("Algorithms", "Tree", "Graph"), "CS"),
    (("Tree", "Life", "Gene", "Algorithms"), "Bio"),
    (("Graph", "NP", "Algorithms", "Tree"), "CS"),
    (("Protein", "Assay", "Cell"), "Bio"),
)
NEW_DOCUMENT = ("Algorithms", "Tree")

YES = "yes"
WET_GRASS = {  # variable: (parents, P(yes | every configuration of the parents, no before yes))
    "Rain": ((), 0.2),
    "Sprinkler": ((), 0.1),
    "Malala": (("Rain",), (0.2, 1.0)),
    "Anisa": (("Rain", "Sprinkler"), ((0.0, 0.9), (1.0, 1.0))),
}
STAGES: tuple[tuple[str, dict[str, str]], ...] = (
    ("nothing", {}),
    ("Anisa's grass is wet", {"Anisa": YES}),
    ("both lawns are wet", {"Anisa": YES, "Malala": YES}),
)


class Grid(NamedTuple):
    """A table for readers, whose cells are text or numbers."""

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str | int | float, ...], ...]


class Section(NamedTuple):
    """One worked example, or a part of it."""

    title: str
    sentences: tuple[str, ...]
    tables: tuple[Grid, ...]
    values: dict[str, float]  # numbers of the sentences with all their digits, by name


def of_documents() -> dict[str, float]:
    """The probabilities that the chapter prints for its first example, with relative frequencies."""
    text = classified(0)
    found = {f"P({c})": float(p) for c, p in text.priors.items()}
    found |= {
        f"P({word} | {c})": above / below
        for c, of in text.conditional.items()
        for word, (above, below) in of.items()
    }
    found |= {f"P({c}) x P(words | {c})": float(Fraction(*score)) for c, score in text.scores.items()}
    return found | {f"P({c} | words)": float(p) for c, p in text.posteriors.items()}


def worked_examples() -> list[Section]:
    """All worked examples.

    Text classification without and with Laplace's correction; wet grass: model, posterior, explaining away,
    elimination, all variables in one pass.
    """
    network = wet_grass()
    of_grass = (_model, _posterior, _explaining_away, _steps, _one_pass)
    return [_text(0), _text(1), *(part(network) for part in of_grass)]


def wet_grass() -> Network:
    """The network of the wet grass.

    Rain and the sprinkler wet Anisa's grass; only rain wets that of her neighbour Malala.
    """
    tables = [np.stack([1 - np.asarray(yes), np.asarray(yes)], axis=-1) for _, yes in WET_GRASS.values()]
    return make_network(
        list(WET_GRASS),
        [("no", YES)] * len(WET_GRASS),
        [parents for parents, _ in WET_GRASS.values()],
        tables,
    )


class Text(NamedTuple):
    """Multinomial naive Bayes for the new document; fractions are (numerator, denominator), not reduced."""

    words: dict[str, int]  # number of words in every class
    vocabulary: tuple[str, ...]
    conditional: dict[str, dict[str, tuple[int, int]]]  # P(word | class) by class
    priors: dict[str, Fraction]
    scores: dict[str, tuple[int, int]]  # P(class) P(words | class)
    posteriors: dict[str, Fraction]


def classified(alpha: int) -> Text:
    """Classify the new document; alpha is added to every count (0: relative frequencies)."""
    labels = tuple(dict.fromkeys(label for _, label in DOCUMENTS))
    vocabulary = tuple(dict.fromkeys(word for words, _ in DOCUMENTS for word in words))
    counts = {
        label: Counter(word for words, its in DOCUMENTS if its == label for word in words) for label in labels
    }
    words = {label: counts[label].total() for label in labels}
    conditional = {
        c: {w: (counts[c][w] + alpha, words[c] + alpha * len(vocabulary)) for w in vocabulary} for c in labels
    }
    priors = {label: Fraction(sum(its == label for _, its in DOCUMENTS), len(DOCUMENTS)) for label in labels}
    scores = {}
    for c, prior in priors.items():
        factors = [prior.as_integer_ratio(), *(conditional[c][word] for word in NEW_DOCUMENT)]
        scores[c] = (math.prod(above for above, _ in factors), math.prod(below for _, below in factors))
    evidence = sum(Fraction(*score) for score in scores.values())
    return Text(
        words, vocabulary, conditional, priors, scores, {c: Fraction(*scores[c]) / evidence for c in labels}
    )


def _text(alpha: int) -> Section:
    """The chapter's first example; alpha as in `classified`."""
    text = classified(alpha)
    labels, document = tuple(text.words), ", ".join(NEW_DOCUMENT)
    best = max(labels, key=text.posteriors.__getitem__)
    sentences = (
        f"{len(DOCUMENTS)} documents of {len(text.vocabulary)} different words, "
        f"{' and '.join(f'{n} words in class {c}' for c, n in text.words.items())}; 'Graphs' is "
        "counted as 'Graph'.",
        f"The new document ({document}) goes to class {best}, whose posterior is "
        f"{text.posteriors[best]} = {float(text.posteriors[best]):.4g}.",
        f"Laplace's correction adds {alpha} to every count, so that no word has probability 0 and the "
        "posterior moves towards the prior."
        if alpha
        else "Relative frequencies give probability 0 to every word that a class has not shown.",
    )
    more = (f" + {alpha}", f" + {alpha} x {len(text.vocabulary)}") if alpha else ("", "")
    rows = tuple((word, *(_over(text.conditional[c][word]) for c in labels)) for word in text.vocabulary)
    conditional = Grid(
        f"P(word | class) = (count{more[0]}) / (words of the class{more[1]})", ("word", *labels), rows
    )
    products = {
        c: " x ".join([str(text.priors[c]), *(_over(text.conditional[c][word]) for word in NEW_DOCUMENT)])
        for c in labels
    }
    rows = tuple((c, products[c], _over(text.scores[c]), str(text.posteriors[c])) for c in labels)
    result = Grid(
        f"Classes of ({document})", ("class", "P(class) x P(words | class)", "product", "posterior"), rows
    )
    values = {f"P({c}) x P(words | {c})": float(Fraction(*text.scores[c])) for c in labels}
    values |= {f"P({c} | words)": float(text.posteriors[c]) for c in labels}
    title = (
        "Text classification with Laplace's correction"
        if alpha
        else "Text classification by relative frequencies"
    )
    return Section(title, sentences, (conditional, result), values)


def _over(fraction: tuple[int, int]) -> str:
    return f"{fraction[0]}/{fraction[1]}"


def _p(network: Network, variable: str, evidence: Mapping[str, str]) -> float:
    """P(variable = yes | evidence)."""
    return float(elimination.posterior(network, [variable], evidence)[1])


def _model(network: Network) -> Section:
    """Worked example: the tables of the network, and the probabilities before anything is observed."""
    rows = []
    for i, (name, table) in enumerate(zip(network.names, network.tables, strict=True)):
        parents = [network.names[p] for p in network.parents[i]]
        for configuration in np.ndindex(table.shape[:-1]):
            labels = [
                network.states[p][code] for p, code in zip(network.parents[i], configuration, strict=True)
            ]
            given = ", ".join(f"{parent} = {label}" for parent, label in zip(parents, labels, strict=True))
            row = f"P({name} = {YES} | {given})" if given else f"P({name} = {YES})"
            rows.append((row, float(table[configuration][1])))
    values = {f"P({name})": _p(network, name, {}) for name in network.names}
    sentences = (
        "Rain wets both lawns; a sprinkler left on wets only Anisa's.",
        f"Before anything is observed, Anisa's grass is wet with probability {values['P(Anisa)']:.4f} and "
        f"Malala's with {values['P(Malala)']:.4f}.",
        "The chapter's own tables are missing from our copy; these come from the same story in Barber 2012.",
    )
    return Section(
        "Wet grass: the model",
        sentences,
        (Grid("Tables of the network", ("probability", "value"), tuple(rows)),),
        values,
    )


def _posterior(network: Network) -> Section:
    """Worked example: whether rain or the sprinkler is the cause, after Anisa's grass is found wet."""
    evidence = STAGES[1][1]
    values = {f"P({cause} | Anisa)": _p(network, cause, evidence) for cause in ("Rain", "Sprinkler")}
    values["P(Anisa)"] = math.exp(elimination.log_evidence(network, evidence))
    sentences = (
        f"Anisa finds her grass wet, which has probability {values['P(Anisa)']:.4f}.",
        f"Rain rises from {_p(network, 'Rain', {}):.4f} to {values['P(Rain | Anisa)']:.4f}, "
        f"the sprinkler from {_p(network, 'Sprinkler', {}):.4f} to "
        f"{values['P(Sprinkler | Anisa)']:.4f}: both explain wet grass.",
    )
    return Section("Wet grass: the posterior", sentences, (_causes(network, 2),), values)


def _explaining_away(network: Network) -> Section:
    """Worked example: the neighbour's wet grass makes rain more probable and thereby the sprinkler less."""
    before, after = (evidence for _, evidence in STAGES[1:])
    values = {f"P({cause} | Anisa, Malala)": _p(network, cause, after) for cause in ("Rain", "Sprinkler")}
    values["P(Anisa, Malala)"] = math.exp(elimination.log_evidence(network, after))
    values["P(Sprinkler | Malala)"] = _p(network, "Sprinkler", {"Malala": YES})
    sentences = (
        "Malala's grass is wet too. Rain explains both lawns, and its probability rises to "
        f"{values['P(Rain | Anisa, Malala)']:.4f}.",
        "The sprinkler is explained away: its probability falls from "
        f"{_p(network, 'Sprinkler', before):.4f} to {values['P(Sprinkler | Anisa, Malala)']:.4f}, "
        "although the sprinkler does not water Malala's grass.",
        "Without Anisa's wet grass, that of Malala says nothing about the sprinkler: its probability "
        f"stays {values['P(Sprinkler | Malala)']:.4f}.",
    )
    return Section("Wet grass: explaining away", sentences, (_causes(network, 3),), values)


def _causes(network: Network, stages: int) -> Grid:
    rows = tuple(
        (cause, *(_p(network, cause, evidence) for _, evidence in STAGES[:stages]))
        for cause in ("Rain", "Sprinkler")
    )
    return Grid(
        "Probability of each cause by what is known",
        ("cause", *(known for known, _ in STAGES[:stages])),
        rows,
    )


def _steps(network: Network) -> Section:
    """Worked example: the elimination for P(Sprinkler | both lawns), factor by factor."""
    query, evidence = "Sprinkler", STAGES[2][1]
    factors, steps = elimination.trace(network, [query], evidence)
    start = Grid(
        "Factors after the evidence is inserted",
        ("from the table of", "depends on"),
        tuple((name, ", ".join(scope) or "nothing") for name, scope in factors),
    )
    done = tuple(
        (
            k,
            step.variable or "-",
            _factors(step.factors),
            step.cells,
            ", ".join(step.result) or "nothing",
            _entries(network, step.result, step.table),
        )
        for k, step in enumerate(steps, start=1)
    )
    header = ("step", "summed out", "factors multiplied", "cells", "new factor depends on", "new factor")
    unnormalised = steps[-1].table
    values = {
        f"{query} = {label}, both lawns wet": float(p)
        for label, p in zip(network.states[0], unnormalised, strict=True)
    }
    values[f"P({query} | Anisa, Malala)"] = _p(network, query, evidence)
    sentences = (
        f"P({query} | both lawns wet) by variable elimination: insert the evidence, then for each "
        f"variable multiply the factors that contain it and sum it out.",
        f"The last factor is P({query}, both lawns wet) = "
        f"{_entries(network, steps[-1].result, unnormalised)}; "
        f"divided by its sum {unnormalised.sum():.6g} it gives "
        f"{values[f'P({query} | Anisa, Malala)']:.4f} for {YES}.",
    )
    return Section(
        "Wet grass: elimination step by step", sentences, (start, Grid("Steps", header, done)), values
    )


def _one_pass(network: Network) -> Section:
    """Worked example: the junction tree.

    It shows the cliques, all posteriors, a joint posterior, and the most probable explanation.
    """
    evidence = STAGES[1][1]
    scopes = {i: family(network, i) for i in range(len(network.names))}
    cliques = junction_tree.build(network, scopes)

    def named(variables: Sequence[int]) -> str:
        return ", ".join(network.names[v] for v in variables)

    tree = tuple((named(c.variables), named(c.families), named(c.separator) or "nothing") for c in cliques)
    found = junction_tree.posteriors(network, evidence)
    joint = elimination.posterior(network, ["Rain", "Sprinkler"], evidence)
    cells = tuple(
        (f"Rain {network.states[0][a]}, Sprinkler {network.states[1][b]}", float(joint[a, b]))
        for a in (1, 0)
        for b in (1, 0)
    )
    best, log_posterior = junction_tree.explanation(network, evidence)
    words = ", ".join(f"{name} {label}" for name, label in best.items())
    probability = math.exp(log_posterior)
    sentences = (
        "A junction tree answers for all variables at once: messages run through its cliques to the root "
        "and back.",
        f"With Anisa's grass wet, the most probable explanation is {words}: probability {probability:.4f}.",
    )
    posterior = tuple((name, float(table[1])) for name, table in found.items())
    tables = (
        Grid("Cliques of the junction tree", ("clique", "tables of", "shared with the next"), tree),
        Grid(f"Posteriors, {STAGES[1][0]}", ("variable", f"P({YES})"), posterior),
        Grid(f"Joint posterior, {STAGES[1][0]}", ("values", "probability"), cells),
    )
    values = {f"P({name} | Anisa), junction tree": p for name, p in posterior}
    values |= {f"P({name} | Anisa)": p for name, p in cells} | {f"P({words} | Anisa)": probability}
    return Section("Wet grass: all variables in one pass", sentences, tables, values)


def _factors(scopes: tuple[tuple[str, ...], ...]) -> str:
    return " x ".join(f"f({', '.join(scope)})" for scope in scopes)


def _entries(network: Network, scope: tuple[str, ...], table: np.ndarray) -> str:
    """Format all entries of a small factor: `yes: 0.2, no: 0.8`."""
    states = [network.states[network.names.index(name)] for name in scope]
    at = np.ndindex(table.shape)
    return ", ".join(
        f"{'/'.join(labels[c] for labels, c in zip(states, code, strict=True)) or 'all'}: {table[code]:.6g}"
        for code in at
    )
