"""The first sentences of Calibration and Cost: who is best there among the methods that are significantly
better than the reference.
"""

from __future__ import annotations

from collections.abc import Sequence

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.comparisons import Comparison
from naivebench.benchmark.results.context import Results, comparison
from naivebench.benchmark.results.summaries import pair, ranked
from naivebench.benchmark.results.tables import Row, Table, raw
from naivebench.report import duel


def better(entry: Comparison, reference: str) -> list[str]:
    """Methods that are significantly better than the reference by Wilcoxon's test with Holm's correction,
    the best average rank first.
    """
    p = duel.against(entry, reference, "wilcoxon")
    against = {m: pair(entry, m, reference) for m in ranked(entry)}
    return [
        m
        for m, found in against.items()
        if found and (found.rank_biserial or 0.0) > 0 and p.get(m, 1.0) <= entry.alpha
    ]


def _among(results: Results, rows: Sequence[Row]) -> tuple[str, dict[str, Row]]:
    """Words for the methods that are better than the reference, and their rows and that of the reference."""
    entry, reference = comparison(results, *results.primary), results.reference
    if not entry or not reference:
        return "", {}
    wanted = {*better(entry, reference), reference}
    found = {str(raw(r["method"])): r for r in rows if raw(r["method"]) in wanted}
    label = formats.in_sentence(results.metrics[entry.metric].label)
    words = f"Among the methods with a significantly better {label} than {reference}"
    return (words, found) if reference in found and len(found) > 1 else ("", {})


def calibrated(results: Results, table: Table) -> str:
    """Sentence on the smallest mean calibration error among the methods that are better than the reference;
    "" without such methods.
    """
    rows = [r for r in table.rows if r["protocol"] == results.primary[0] and r["ece"] is not None]
    words, found = _among(results, rows)
    if not found:
        return ""
    reference = results.reference or ""
    least = min((m for m in found if m != reference), key=lambda m: (found[m]["ece"], m))
    own, other = (formats.text(found[m]["ece"], "score") for m in (least, reference))
    sets = formats.plural(found[least]["datasets"], "data set")
    return (
        f"{words}, {least} is the best calibrated: its mean calibration error over {sets} is {own}, and that "
        f"of {reference} is {other}."
    )


def cheapest(results: Results, table: Table) -> str:
    """Sentence on the smallest median cost among the methods that are better than the reference; "" without
    such methods.
    """
    words, found = _among(results, table.rows)
    if not found:
        return ""
    least = min((m for m in found if m != results.reference), key=lambda m: (found[m]["factor"], m))
    row = found[least]
    sets = formats.plural(row["datasets"], "data set")
    return (
        f"{words}, {least} is the cheapest: it needs {formats.text(row['factor'], 'ratio')} times the CPU "
        f"time of {results.reference} (median over {sets})."
    )
