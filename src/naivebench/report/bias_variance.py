"""Mean bias and variance of the methods over the data sets that all of them were run on."""

from __future__ import annotations

from statistics import fmean

from naivebench.benchmark.results.context import Results
from naivebench.benchmark.results.formats import plural
from naivebench.benchmark.results.parts import method_cell
from naivebench.benchmark.results.tables import Column, Table
from naivebench.core.plain import named
from naivebench.evaluation.bias_variance import Parts
from naivebench.report.columns import METHOD, PROTOCOL

COLUMNS = (
    METHOD,
    PROTOCOL,
    Column("error", "Error", "percent"),
    Column("central_bias", "Bias", "percent", "Webb 2000: the prediction is wrong, and most models make it"),
    Column(
        "central_variance",
        "Variance",
        "percent",
        "Webb 2000: the prediction is wrong, and most models make another one",
    ),
    Column("bias", "Squared bias", "percent", "Kohavi and Wolpert 1996"),
    Column("variance", "Variance of predictions", "percent", "Kohavi and Wolpert 1996"),
    Column("datasets", "N", "integer", "Data sets that all methods have"),
)


def means(results: Results) -> dict[tuple[str, str], tuple[Parts, int]]:
    """(protocol, method) -> means over the data sets that all methods of the protocol share, and the number
    of these data sets; sorted by bias.
    """
    found = {}
    for protocol in dict.fromkeys(p for p, _ in results.bias_variance):
        facts = [facts["methods"] for (p, _), facts in results.bias_variance.items() if p == protocol]
        sets = [{m: named(Parts, parts) for m, parts in of_set.items()} for of_set in facts if of_set]
        methods = [m for m in results.methods if any(m in of_set for of_set in sets)]
        common = [of_set for of_set in sets if all(m in of_set for m in methods)]
        if common:
            mean = {m: Parts._make(map(fmean, zip(*(s[m] for s in common), strict=True))) for m in methods}
            for method in sorted(mean, key=lambda m: mean[m].central_bias):
                found[protocol, method] = mean[method], len(common)
    return found


def table(results: Results) -> Table:
    """Table of both decompositions of the error, one row per method."""
    rows = [
        {"protocol": protocol, "method": method_cell(method), **parts._asdict(), "datasets": count}
        for (protocol, method), (parts, count) in means(results).items()
    ]
    caption = "Error, bias and variance of the zero-one loss: means over data sets, the smallest bias first."
    return Table("bias_variance", caption, COLUMNS, tuple(rows))


def sentence(results: Results) -> str:
    """Sentence that names the methods with the smallest bias and with the smallest variance."""
    found = means(results)
    if not found:
        return ""
    protocol = next(iter(found))[0]
    of_protocol = {m: parts for (p, m), (parts, _) in found.items() if p == protocol}
    low = min(of_protocol, key=lambda m: of_protocol[m].central_bias)
    steady = min(of_protocol, key=lambda m: of_protocol[m].central_variance)
    count = found[protocol, low][1]
    return (
        f"Over {plural(count, 'data set')} {low} has the smallest "
        f"bias ({100 * of_protocol[low].central_bias:.2f} % of all predictions) and {steady} the smallest "
        f"variance ({100 * of_protocol[steady].central_variance:.2f} %)."
    )
