"""The worked examples of the textbook chapter, its claim, and its sequence models on data of a run.

Every number is computed here. The given quantities are the four documents of its table 18.1, and the wet
grass of its figure 18.1. The tables of that figure are missing in our copy; those used here are from the same
story, with other names, in Barber 2012, Bayesian Reasoning and Machine Learning, section 3.1.1. See
tests/worked_values.md.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pandas as pd

from naivebench.methods.inference import elimination, junction_tree
from naivebench.methods.inference.network import Network, family, make_network
from naivebench.papers import rules
from naivebench.papers.claims import Answer, claim
from naivebench.papers.comparisons import judge_better
from naivebench.papers.run import CELL, Run
from naivebench.papers.verdicts import join_parts

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
CAUSES = ("Rain", "Sprinkler")
OWN = ("nb_protein", "nb_protein_fraction", "class_hmm", "class_hmm_per_residue")  # the chapter's models
METHODS = ("majority", "nb_mn", "nb_mn_2gram", "nb_mn_3gram", "nb_mn_fraction", *OWN)
METRICS = ["accuracy", "macro_f1", "mcc", "log_loss"]

Row = tuple[str, str, float]  # quantity, how it is worked out, value


@claim("18.2", rules.BETTER, general=True)
def middle_path(run: Run) -> Answer:
    """A network with some dependencies is a middle path between naive Bayes and too many parameters."""
    scores = run.select_scores("honest", every=True)
    return Answer(join_parts(judge_better(scores, "tan", "nb"), judge_better(scores, "kdb", "nb")))


class Text(NamedTuple):
    """Multinomial naive Bayes for the new document; fractions are (numerator, denominator), not reduced."""

    conditional: dict[str, dict[str, tuple[int, int]]]  # P(word | class) by class
    priors: dict[str, Fraction]
    scores: dict[str, tuple[int, int]]  # P(class) P(words | class)
    posteriors: dict[str, Fraction]


def classify(alpha: int) -> Text:
    """Classify the new document; alpha is added to every count (0: relative frequencies)."""
    labels = tuple(dict.fromkeys(label for _, label in DOCUMENTS))
    vocabulary = tuple(dict.fromkeys(word for words, _ in DOCUMENTS for word in words))
    counts = {c: Counter(word for words, label in DOCUMENTS if label == c for word in words) for c in labels}
    words = {c: counts[c].total() for c in labels}
    conditional = {
        c: {w: (counts[c][w] + alpha, words[c] + alpha * len(vocabulary)) for w in vocabulary} for c in labels
    }
    priors = {c: Fraction(sum(label == c for _, label in DOCUMENTS), len(DOCUMENTS)) for c in labels}
    scores = {}
    for c, prior in priors.items():
        factors = [prior.as_integer_ratio(), *(conditional[c][word] for word in NEW_DOCUMENT)]
        scores[c] = (math.prod(above for above, _ in factors), math.prod(below for _, below in factors))
    evidence = sum(Fraction(*score) for score in scores.values())
    posteriors = {c: Fraction(*scores[c]) / evidence for c in labels}
    return Text(conditional, priors, scores, posteriors)


def _write(fraction: tuple[int, int]) -> str:
    return f"{fraction[0]}/{fraction[1]}"


def work_text(alpha: int) -> Iterator[Row]:
    """The chapter's first example: conditional probabilities, products, posteriors; see `classify`."""
    text = classify(alpha)
    for c, of in text.conditional.items():
        for word, fraction in of.items():
            yield f"P({word} | {c})", _write(fraction), fraction[0] / fraction[1]
    for c, prior in text.priors.items():
        yield f"P({c})", str(prior), float(prior)
    for c, score in text.scores.items():
        factors = [str(text.priors[c]), *(_write(text.conditional[c][word]) for word in NEW_DOCUMENT)]
        yield f"P({c}) x P(words | {c})", f"{' × '.join(factors)} = {_write(score)}", float(Fraction(*score))
    total = " + ".join(_write(score) for score in text.scores.values())
    for c, posterior in text.posteriors.items():
        yield f"P({c} | words)", f"{_write(text.scores[c])} / ({total}) = {posterior}", float(posterior)


def make_wet_grass() -> Network:
    """Rain and the sprinkler wet Anisa's grass; only rain wets that of her neighbour Malala."""
    tables = [np.stack([1 - np.asarray(yes), np.asarray(yes)], axis=-1) for _, yes in WET_GRASS.values()]
    parents = [of for of, _ in WET_GRASS.values()]
    return make_network(list(WET_GRASS), [("no", YES)] * len(WET_GRASS), parents, tables)


def infer(network: Network, variable: str, evidence: Mapping[str, str]) -> float:
    """P(variable = yes | evidence)."""
    return float(elimination.posterior(network, [variable], evidence)[1])


def _find_entry(network: Network, name: str, values: Mapping[str, int]) -> float:
    i = network.names.index(name)
    return float(network.tables[i][(*(values[network.names[p]] for p in network.parents[i]), values[name])])


def expand_terms(network: Network, evidence: Mapping[str, int]) -> list[tuple[list[float], float]]:
    """The factors of every configuration that agrees with the evidence (1 = yes), and their product.

    Variables that are neither evidence nor its parents are left out.
    """
    parents = {network.names[p] for e in evidence for p in network.parents[network.names.index(e)]}
    wanted = [n for n in network.names if n in evidence or n in parents]
    free, products = [n for n in wanted if n not in evidence], []
    for chosen in itertools.product((1, 0), repeat=len(free)):
        values = {**evidence, **dict(zip(free, chosen, strict=True))}
        factors = [_find_entry(network, name, values) for name in wanted]
        products.append((factors, math.prod(factors)))
    return products


def derive_posterior(network: Network, cause: str, effects: Sequence[str]) -> str:
    """The sum over configurations that gives P(cause | effects): `(0.2 × 0.1 × ...) / 0.272 = 0.7353`."""
    evidence = dict.fromkeys(effects, 1)
    above, below = expand_terms(network, {**evidence, cause: 1}), expand_terms(network, evidence)
    written = " + ".join(" × ".join(f"{f:.4g}" for f in factors) for factors, value in above if value)
    top, total = (math.fsum(value for _, value in terms) for terms in (above, below))
    return f"({written}) / {total:.4g} = {top:.4g} / {total:.4g} = {top / total:.4g}"


def work_model(network: Network) -> Iterator[Row]:
    """The tables of the network, and the probabilities before anything is observed."""
    for i, (name, table) in enumerate(zip(network.names, network.tables, strict=True)):
        for configuration in np.ndindex(table.shape[:-1]):
            pairs = zip(network.parents[i], configuration, strict=True)
            given = ", ".join(f"{network.names[p]} = {network.states[p][code]}" for p, code in pairs)
            condition = f" | {given}" if given else ""
            yield f"P({name} = {YES}{condition})", "given", float(table[configuration][1])
    joint = " ".join(
        f"P({name}{' | ' * bool(parents)}{', '.join(parents)})" for name, (parents, _) in WET_GRASS.items()
    )
    for name in network.names:
        yield f"P({name})", f"P({', '.join(network.names)}) = {joint}", infer(network, name, {})


def work_posterior(network: Network) -> Iterator[Row]:
    """Whether rain or the sprinkler is the cause, after Anisa's grass is found wet."""
    evidence = STAGES[1][1]
    for cause in CAUSES:
        derived = derive_posterior(network, cause, ["Anisa"])
        yield f"P({cause} | Anisa)", derived, infer(network, cause, evidence)
    terms = [value for _, value in expand_terms(network, {"Anisa": 1})]
    working = " + ".join(f"{t:.4g}" for t in terms)
    yield "P(Anisa)", working, math.exp(elimination.log_evidence(network, evidence))


def work_explaining_away(network: Network) -> Iterator[Row]:
    """The neighbour's wet grass makes rain more probable and thereby the sprinkler less."""
    evidence, both = STAGES[2][1], ["Anisa", "Malala"]
    for cause in CAUSES:
        yield (
            f"P({cause} | Anisa, Malala)",
            derive_posterior(network, cause, both),
            infer(network, cause, evidence),
        )
    yield "P(Anisa, Malala)", "", math.exp(elimination.log_evidence(network, evidence))
    alone = infer(network, "Sprinkler", {"Malala": YES})
    words = "without Anisa's wet grass, that of Malala says nothing about the sprinkler"
    yield "P(Sprinkler | Malala)", words, alone


def work_steps(network: Network) -> Iterator[Row]:
    """The elimination for P(Sprinkler | both lawns), factor by factor: the cells of each product."""
    query, evidence = "Sprinkler", STAGES[2][1]
    steps = elimination.trace(network, [query], evidence)[1]
    for k, step in enumerate(steps, start=1):
        factors = " x ".join(f"f({', '.join(scope)})" for scope in step.factors)
        entries = _list_entries(network, step.result, step.table)
        working = f"{factors} → {', '.join(step.result) or 'nothing'}: {entries}"
        yield f"step {k}: sum out {step.variable or '-'}", working, float(step.cells)
    for state, p in zip(network.states[0], steps[-1].table, strict=True):
        yield f"{query} = {state}, both lawns wet", "", float(p)
    yield f"P({query} | Anisa, Malala)", "divided by the sum", infer(network, query, evidence)


def _list_entries(network: Network, scope: Sequence[str], table: np.ndarray) -> str:
    """All entries of a small factor: `yes: 0.2, no: 0.8`."""
    states = [network.states[network.names.index(name)] for name in scope]
    return ", ".join(
        f"{'/'.join(labels[c] for labels, c in zip(states, code, strict=True)) or 'all'}: {table[code]:.6g}"
        for code in np.ndindex(table.shape)
    )


def work_one_pass(network: Network) -> Iterator[Row]:
    """The junction tree: all posteriors, a joint posterior, and the most probable explanation."""
    evidence = STAGES[1][1]
    cliques = junction_tree.build(network, {i: family(network, i) for i in range(len(network.names))})
    tree = "; ".join(f"{{{', '.join(network.names[v] for v in c.variables)}}}" for c in cliques)
    for name, table in junction_tree.posteriors(network, evidence).items():
        yield f"P({name} | Anisa), junction tree", f"cliques {tree}", float(table[1])
    joint = elimination.posterior(network, list(CAUSES), evidence)
    for a, b in itertools.product((1, 0), repeat=2):
        labels = network.states[0][a], network.states[1][b]
        yield f"P(Rain {labels[0]}, Sprinkler {labels[1]} | Anisa)", "", float(joint[a, b])
    best, log_posterior = junction_tree.explanation(network, evidence)
    explanation = ", ".join(f"{name} {state}" for name, state in best.items())
    yield f"P({explanation} | Anisa)", "the most probable explanation", math.exp(log_posterior)


def list_values() -> pd.DataFrame:
    """All numbers of the worked examples: example, quantity, working, worked_value."""
    network = make_wet_grass()
    examples = {
        "Text classification by relative frequencies": work_text(0),
        "Text classification with Laplace's correction": work_text(1),
        "Wet grass: the model": work_model(network),
        "Wet grass: the posterior": work_posterior(network),
        "Wet grass: explaining away": work_explaining_away(network),
        "Wet grass: elimination step by step": work_steps(network),
        "Wet grass: all variables in one pass": work_one_pass(network),
    }
    rows = [(example, *row) for example, several in examples.items() for row in several]
    return pd.DataFrame(rows, columns=["example", "quantity", "working", "worked_value"])


def list_models(run: Run) -> pd.DataFrame:
    """The chapter's models on sequences: means over the test parts, by protocol, data set and method."""
    means = run.frames["means"]
    means = means[means["protocol"].isin(run.paper.protocols.values()) & means["metric"].isin(METRICS)]
    wide = means.pivot_table(index=CELL, columns="metric", values="value", observed=True).reset_index()
    shown = wide.loc[wide["method"].isin(OWN), ["protocol", "dataset"]].drop_duplicates()
    wide = wide[wide["method"].isin(METHODS)].merge(shown, on=["protocol", "dataset"])
    place = {name: i for i, name in enumerate((*run.paper.protocols.values(), *METHODS))}
    order = [wide["method"].map(place), wide["dataset"], wide["protocol"].map(place)]
    wide = wide.iloc[np.lexsort([of.to_numpy() for of in order])]
    return wide.reindex(columns=["dataset", "protocol", "method", *METRICS])


def make_tables(run: Run, printed: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """All tables; the worked examples need no results."""
    return {"values": list_values(), "models": list_models(run)}
