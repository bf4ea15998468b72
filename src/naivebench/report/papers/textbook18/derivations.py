"""The steps from the given numbers to the answers of the worked examples, as MathML; all computed."""

from __future__ import annotations

import html
import itertools
import math
from collections.abc import Mapping
from fractions import Fraction

from naivebench.methods.inference.network import Network
from naivebench.report.papers.textbook18 import worked

SHORT = {"Rain": "R", "Sprinkler": "S", "Malala": "M", "Anisa": "A"}  # M, A: their grass is wet


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
    """The posterior of the first class from counts of words."""
    labels = list(dict.fromkeys(label for _, label in worked.DOCUMENTS))
    vocabulary = {word for words, _ in worked.DOCUMENTS for word in words}
    scores = {}
    for c in labels:
        of_class = [word for words, label in worked.DOCUMENTS if label == c for word in words]
        prior = (sum(label == c for _, label in worked.DOCUMENTS), len(worked.DOCUMENTS))
        below = len(of_class) + alpha * len(vocabulary)
        factors = [
            Fraction(*prior).as_integer_ratio(),
            *((of_class.count(word) + alpha, below) for word in worked.NEW_DOCUMENT),
        ]
        scores[c] = (factors, (math.prod(a for a, _ in factors), math.prod(b for _, b in factors)))
    exact = {c: Fraction(*score) for c, (_, score) in scores.items()}
    document = ", ".join(worked.NEW_DOCUMENT)
    products = {
        c: product([fraction(str(a), str(b)) for a, b in factors]) for c, (factors, _) in scores.items()
    }
    plain = {c: fraction(*map(str, score)) for c, (_, score) in scores.items()}
    first = [f"{probability(f'{c}, {document}')}{op('=')}{products[c]}{op('=')}{plain[c]}" for c in labels]
    lead = labels[0]
    posterior = exact[lead] / sum(exact.values())
    ratio = fraction(plain[lead], op("+").join(plain.values()))
    steps = [
        probability(lead, document),
        ratio,
        fraction(*map(str, posterior.as_integer_ratio())),
        number(float(posterior)),
    ]
    return (*map(math_of, first), math_of(op("=").join(steps)))


def _joint(network: Network) -> str:
    """The chain of the network."""
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
    """The factors of every configuration that agrees with the evidence (1 = yes), and their product;
    variables never asked for are left out.
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
    """P(cause | effects) with the sum above written out."""
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


def math_of(inside: str) -> str:
    """A formula on a line of its own."""
    return f'<math display="block" style="text-align: left; margin: .9rem 0">{row(inside)}</math>'


def row(inside: str) -> str:
    return f"<mrow>{inside}</mrow>"


def op(sign: str) -> str:
    return f"<mo>{sign}</mo>"


def number(value: float) -> str:
    """At most four significant digits."""
    return f"<mn>{value:.4g}</mn>"


def fraction(above: str, below: str) -> str:
    """Plain text or MathML above and below the line."""
    return f"<mfrac>{_part(above)}{_part(below)}</mfrac>"


def _part(text: str) -> str:
    return row(text) if text.startswith("<") else f"<mn>{html.escape(text)}</mn>"


def product(factors: list[str]) -> str:
    return op("·").join(factors)


def probability(of: str, condition: str = "") -> str:
    """P(of | given)."""
    bar = f"{op('|')}<mtext>{html.escape(condition)}</mtext>" if condition else ""
    return f"<mi>P</mi>{op('(')}<mtext>{html.escape(of)}</mtext>{bar}{op(')')}"
