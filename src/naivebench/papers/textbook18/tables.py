"""The worked examples of the textbook chapter, its claim, and its sequence models on data of a run.

Every number is computed here, from the four documents of the chapter's table 18.1 and the wet grass of its
figure 18.1. Our copy lacks the tables of that figure. We use the tables of the same story, with other names,
in Barber 2012, Bayesian Reasoning and Machine Learning, section 3.1.1. See tests/worked_values.md.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction

import numpy as np
import pandas as pd

from naivebench.methods.inference import elimination, junction_tree
from naivebench.methods.inference.network import Network, list_family, make_network
from naivebench.papers import verdict_rules
from naivebench.papers.claims import Answer, claim
from naivebench.papers.method_comparisons import judge_better
from naivebench.papers.run_results import Run
from naivebench.papers.verdicts import Verdict

DOCUMENTS = (  # words and label; the chapter counts "Graphs" as "Graph"
    (("Algorithms", "Tree", "Graph"), "CS"),
    (("Tree", "Life", "Gene", "Algorithms"), "Bio"),
    (("Graph", "NP", "Algorithms", "Tree"), "CS"),
    (("Protein", "Assay", "Cell"), "Bio"),
)
NEW_DOCUMENT = ("Algorithms", "Tree")
STATES = NO, YES = "no", "yes"
WET_GRASS = {  # variable: (parents, P(yes | every configuration of the parents, no before yes))
    "Rain": ((), 0.2),
    "Sprinkler": ((), 0.1),
    "Malala": (("Rain",), (0.2, 1.0)),
    "Anisa": (("Rain", "Sprinkler"), ((0.0, 0.9), (1.0, 1.0))),
}
ANISA, BOTH = {"Anisa": YES}, {"Anisa": YES, "Malala": YES}  # whose lawn is wet
CAUSES = ("Rain", "Sprinkler")
OWN = ("nb_protein", "nb_protein_fraction", "class_hmm", "class_hmm_per_residue")  # the chapter's models
METHODS = ("majority", "nb_mn", "nb_mn_2gram", "nb_mn_3gram", "nb_mn_fraction", *OWN)
METRICS = ["accuracy", "macro_f1", "mcc", "log_loss"]

Row = tuple[str, str, float]  # quantity, working, value


@claim("18.2", verdict_rules.BETTER, general=True)
def middle_path(run: Run) -> Answer:
    """A network with some dependencies is a middle path between naive Bayes and too many parameters."""
    scores = run.select_scores("honest", all_data=True)
    return Answer(Verdict.join(judge_better(scores, "tan", "nb"), judge_better(scores, "kdb", "nb")))


def derive_text_posteriors(alpha: int) -> Iterator[Row]:
    """Derive the chapter's first example: multinomial naive Bayes for the new document, step by step.

    `alpha` is added to every count (0: relative frequencies).
    """
    labels = tuple(dict.fromkeys(label for _, label in DOCUMENTS))
    vocabulary = tuple(dict.fromkeys(word for words, _ in DOCUMENTS for word in words))

    # numerator and denominator of every probability, not reduced
    conditional, products = dict[tuple[str, str], tuple[int, int]](), dict[str, tuple[int, int]]()
    for c in labels:
        counts = Counter(word for words, label in DOCUMENTS if label == c for word in words)
        words = counts.total() + alpha * len(vocabulary)
        conditional |= {(c, word): (counts[word] + alpha, words) for word in vocabulary}
    for (c, word), (above, below) in conditional.items():
        yield f"P({word} | {c})", f"{above}/{below}", above / below
    priors = {c: Fraction(sum(label == c for _, label in DOCUMENTS), len(DOCUMENTS)) for c in labels}
    for c, prior in priors.items():
        yield f"P({c})", str(prior), float(prior)

    # the product of each class, and its share of their sum
    for c, prior in priors.items():
        factors = [prior.as_integer_ratio(), *(conditional[c, word] for word in NEW_DOCUMENT)]
        above, below = (math.prod(side) for side in zip(*factors, strict=True))
        products[c] = above, below
        working = f"{' × '.join(f'{k}/{n}' for k, n in factors)} = {above}/{below}"
        yield f"P({c}) x P(words | {c})", working, above / below
    total = " + ".join(f"{k}/{n}" for k, n in products.values())
    evidence = sum(Fraction(*product) for product in products.values())
    for c, (above, below) in products.items():
        posterior = Fraction(above, below) / evidence
        yield f"P({c} | words)", f"{above}/{below} / ({total}) = {posterior}", float(posterior)


def make_wet_grass_network() -> Network:
    """Make the network: rain and the sprinkler wet Anisa's grass; only rain wets her neighbour Malala's."""
    tables = [np.stack([1 - np.asarray(yes), np.asarray(yes)], axis=-1) for _, yes in WET_GRASS.values()]
    parents = [names for names, _ in WET_GRASS.values()]
    return make_network(list(WET_GRASS), [STATES] * len(WET_GRASS), parents, tables)


def infer_probability(network: Network, variable: str, evidence: Mapping[str, str]) -> float:
    return float(elimination.compute_posterior(network, [variable], evidence)[1])


def list_joint_terms(wet: Collection[str]) -> list[tuple[list[float], float]]:
    """List factors and product of every configuration of `wet` and their parents in which `wet` are `yes`."""
    parents, terms = {p for name in wet for p in WET_GRASS[name][0]}, []
    names = [name for name in WET_GRASS if name in wet or name in parents]
    for states in itertools.product((1, 0), repeat=len(names)):
        values, factors = dict(zip(names, states, strict=True)), []
        for name in names:
            yes = float(np.asarray(WET_GRASS[name][1])[tuple(values[p] for p in WET_GRASS[name][0])])
            factors.append(yes if values[name] else 1 - yes)
        if all(values[name] for name in wet):
            terms.append((factors, math.prod(factors)))
    return terms


def format_posterior_sum(cause: str, effects: Collection[str]) -> str:
    """Write the sum over configurations that gives P(cause | effects): `(0.2 × 0.1 + …) / 0.272 = 0.7353`."""
    above, below = list_joint_terms([*effects, cause]), list_joint_terms(effects)
    terms = " + ".join(" × ".join(f"{f:.4g}" for f in factors) for factors, value in above if value)
    top, total = (math.fsum(value for _, value in side) for side in (above, below))
    return f"({terms}) / {total:.4g} = {top:.4g} / {total:.4g} = {top / total:.4g}"


def list_network_probabilities(network: Network) -> Iterator[Row]:
    """List the tables of the network, and the marginal probabilities without evidence."""
    for (name, (parents, _)), table in zip(WET_GRASS.items(), network.tables, strict=True):
        for states in np.ndindex(table.shape[:-1]):
            given = ", ".join(f"{p} = {STATES[state]}" for p, state in zip(parents, states, strict=True))
            yield f"P({name} = {YES}{' | ' * bool(given)}{given})", "given", float(table[states][1])
    joint = " ".join(
        f"P({name}{' | ' * bool(parents)}{', '.join(parents)})" for name, (parents, _) in WET_GRASS.items()
    )
    for name in network.names:
        yield f"P({name})", f"P({', '.join(network.names)}) = {joint}", infer_probability(network, name, {})


def derive_cause_posteriors(network: Network, evidence: Mapping[str, str]) -> Iterator[Row]:
    """Derive posterior probabilities of rain and of the sprinkler, given the lawns that are wet."""
    names = ", ".join(evidence)
    for cause in CAUSES:
        p = infer_probability(network, cause, evidence)
        yield f"P({cause} | {names})", format_posterior_sum(cause, evidence), p
    working = " + ".join(f"{value:.4g}" for _, value in list_joint_terms(evidence))
    yield f"P({names})", working, math.exp(elimination.log_evidence(network, evidence))
    if evidence == BOTH:
        words = "without Anisa's wet grass, that of Malala says nothing about the sprinkler"
        yield "P(Sprinkler | Malala)", words, infer_probability(network, "Sprinkler", {"Malala": YES})


def list_elimination_steps(network: Network) -> Iterator[Row]:
    """List factors and their product in each step of variable elimination for P(Sprinkler | both lawns)."""
    query = "Sprinkler"
    steps = elimination.trace_elimination(network, [query], BOTH)
    for k, step in enumerate(steps, start=1):
        factors = " x ".join(f"f({', '.join(scope)})" for scope in step.factors)
        entries = ", ".join(
            f"{'/'.join(STATES[c] for c in code) or 'all'}: {step.table[code]:.6g}"
            for code in np.ndindex(step.table.shape)
        )
        working = f"{factors} → {', '.join(step.result) or 'nothing'}: {entries}"
        yield f"step {k}: sum out {step.variable or '-'}", working, float(step.cells)
    for state, p in zip(STATES, steps[-1].table, strict=True):
        yield f"{query} = {state}, both lawns wet", "", float(p)
    yield f"P({query} | Anisa, Malala)", "divided by the sum", infer_probability(network, query, BOTH)


def list_junction_tree_posteriors(network: Network) -> Iterator[Row]:
    """List all posteriors from a junction tree, a joint posterior, and the most probable explanation."""
    cliques = junction_tree.build_cliques(
        network, {i: list_family(network, i) for i in range(len(network.names))}
    )
    tree = "; ".join(f"{{{', '.join(network.names[v] for v in c.variables)}}}" for c in cliques)
    for name, table in junction_tree.compute_posteriors(network, ANISA).items():
        yield f"P({name} | Anisa), junction tree", f"cliques {tree}", float(table[1])
    joint = elimination.compute_posterior(network, list(CAUSES), ANISA)
    for a, b in itertools.product((1, 0), repeat=2):
        yield f"P(Rain {STATES[a]}, Sprinkler {STATES[b]} | Anisa)", "", float(joint[a, b])
    best, log_posterior = junction_tree.find_best_explanation(network, ANISA)
    explanation = ", ".join(f"{name} {state}" for name, state in best.items())
    yield f"P({explanation} | Anisa)", "the most probable explanation", math.exp(log_posterior)


def list_worked_values() -> pd.DataFrame:
    """List all numbers of the worked examples: example, quantity, working, worked_value."""
    network = make_wet_grass_network()
    examples = {
        "Text classification by relative frequencies": derive_text_posteriors(0),
        "Text classification with Laplace's correction": derive_text_posteriors(1),
        "Wet grass: the model": list_network_probabilities(network),
        "Wet grass: the posterior": derive_cause_posteriors(network, ANISA),
        "Wet grass: explaining away": derive_cause_posteriors(network, BOTH),
        "Wet grass: elimination step by step": list_elimination_steps(network),
        "Wet grass: all variables in one pass": list_junction_tree_posteriors(network),
    }
    rows = [(example, *row) for example, several in examples.items() for row in several]
    return pd.DataFrame(rows, columns=["example", "quantity", "working", "worked_value"])


def list_model_scores(run: Run) -> pd.DataFrame:
    """List scores of the chapter's models on sequences: means over the test folds under each protocol."""
    frames = []
    for role, protocol in run.paper.protocols.items():
        means = run.average_over_folds(role, METRICS).reset_index()
        shown = means["dataset"].isin(means.loc[means["method"].isin(OWN), "dataset"])
        means = means[shown & means["method"].isin(METHODS)].assign(protocol=protocol)
        means["method"] = pd.Categorical(means["method"], METHODS)
        frames.append(means.sort_values(["dataset", "method"]))
    return pd.concat(frames)[["dataset", "protocol", "method", *METRICS]]


def make_tables(run: Run, printed: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Make all tables; the worked examples need no results."""
    return {"values": list_worked_values(), "models": list_model_scores(run)}
