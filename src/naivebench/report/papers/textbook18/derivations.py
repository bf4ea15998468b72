"""Steps from the given numbers to the answers of the worked examples, as MathML; all numbers are computed."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping

from naivebench.methods.inference.network import Network
from naivebench.report.papers.mathml import fraction, math_of, number, op, probability, product
from naivebench.report.papers.textbook18 import worked

SHORT = {"Rain": "R", "Sprinkler": "S", "Malala": "M", "Anisa": "A"}  # M, A: her grass is wet


def derivations() -> dict[str, tuple[str, ...]]:
    """Title of a worked example -> its formulas."""
    titles = [example.title for example in worked.worked_examples()]
    by_title = {
        title: _text(0 if "frequencies" in title else 1) for title in titles if title.startswith("Text")
    }
    network = worked.wet_grass()
    stages = {"Wet grass: the posterior": ["Anisa"], "Wet grass: explaining away": ["Anisa", "Malala"]}
    by_title |= {
        title: tuple(_posterior(network, cause, evidence) for cause in ("Rain", "Sprinkler"))
        for title, evidence in stages.items()
    }
    return {"Wet grass: the model": (_joint(network),)} | by_title


def _text(alpha: int) -> tuple[str, ...]:
    """Formulas of the posterior of the first class, computed from counts of words."""
    text, document = worked.classified(alpha), ", ".join(worked.NEW_DOCUMENT)
    plain = {c: fraction(*map(str, score)) for c, score in text.scores.items()}
    first = []
    for c, prior in text.priors.items():
        factors = [prior.as_integer_ratio(), *(text.conditional[c][word] for word in worked.NEW_DOCUMENT)]
        written = product([fraction(str(above), str(below)) for above, below in factors])
        first.append(f"{probability(f'{c}, {document}')}{op('=')}{written}{op('=')}{plain[c]}")
    lead = next(iter(text.priors))
    posterior = text.posteriors[lead]
    steps = [
        probability(lead, document),
        fraction(plain[lead], op("+").join(plain.values())),
        fraction(*map(str, posterior.as_integer_ratio())),
        number(float(posterior)),
    ]
    return (*map(math_of, first), math_of(op("=").join(steps)))


def _joint(network: Network) -> str:
    """Formula of the joint distribution of the network as a product."""
    factors = []
    for i, name in enumerate(network.names):
        factors.append(
            probability(SHORT[name], ", ".join(SHORT[network.names[p]] for p in network.parents[i]))
        )
    return math_of(f"{probability(', '.join(SHORT[n] for n in network.names))}{op('=')}{''.join(factors)}")


def _entry(network: Network, name: str, values: Mapping[str, int]) -> float:
    """P(name = its value | values of its parents)."""
    i = network.names.index(name)
    index = [values[network.names[p]] for p in network.parents[i]]
    return float(network.tables[i][(*index, values[name])])


def terms(network: Network, evidence: Mapping[str, int]) -> list[tuple[list[float], float]]:
    """The factors of every configuration that agrees with the evidence (1 = yes), and their product.

    Variables that are neither evidence nor its parents are left out.
    """
    wanted = [
        n
        for n in network.names
        if n in evidence
        or any(network.names.index(n) in network.parents[network.names.index(e)] for e in evidence)
    ]
    free = [n for n in wanted if n not in evidence]
    products = []
    for chosen in itertools.product((1, 0), repeat=len(free)):
        values = {**evidence, **dict(zip(free, chosen, strict=True))}
        factors = [_entry(network, name, values) for name in wanted]
        products.append((factors, math.prod(factors)))
    return products


def _posterior(network: Network, cause: str, effects: list[str]) -> str:
    """Formula of P(cause | effects), with the sum in the numerator written out."""
    evidence = dict.fromkeys(effects, 1)
    above, below = terms(network, {**evidence, cause: 1}), terms(network, evidence)
    condition = ", ".join(SHORT[s] for s in effects)
    written = op("+").join(product([number(f) for f in factors]) for factors, value in above if value)
    top, total = (math.fsum(value for _, value in summands) for summands in (above, below))
    symbols = fraction(probability(f"{SHORT[cause]}, {condition}"), probability(condition))
    return math_of(
        f"{probability(SHORT[cause], condition)}{op('=')}{symbols}{op('=')}"
        f"{fraction(written, number(total))}{op('=')}"
        f"{fraction(number(top), number(total))}{op('=')}{number(top / total)}"
    )
