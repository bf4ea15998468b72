"""Cards: all facts about one data set or one method, as plain values for the page."""

from __future__ import annotations

import ast
import re
import statistics
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.context import Results, artificial, comparison, families, group, stanza
from naivebench.benchmark.results.parts import method_cell, versus
from naivebench.benchmark.results.summaries import MEAN_OF_FOLDS, Summary, compared, mean_std
from naivebench.benchmark.results.tables import Cell, Column, Row, Table, raw
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.models import parameters
from naivebench.models.own import dotted, shown
from naivebench.models.stanzas import UNREAD, MethodStanza
from naivebench.report import advice, duel, examples, meta, on_set, overconfidence, suits
from naivebench.report.cells import Failures, Run, how_to_load
from naivebench.report.columns import DATASET, METHOD, PROTOCOL
from naivebench.report.cost import parameter_range, totals
from naivebench.report.figures import forest
from naivebench.report.overview import CONSTANT_WINS, label_of
from naivebench.report.papers.judged import Mention
from naivebench.report.scores import dataset_scores
from naivebench.report.suits import data_kind

if TYPE_CHECKING:
    from naivebench.benchmark.results.context import Prepared

SUMMARY = (
    Column("metric", "Metric", "id"),
    Column("method", "Method", "text", hidden=True),
    PROTOCOL,
    Column("mean", "Mean", "score", f"Mean over the data sets compared; {MEAN_OF_FOLDS} of each"),
    Column("std", "SD", "score", "Standard deviation over the data sets"),
    Column("average_rank", "Avg. rank", "rank"),
    Column("datasets", "N", "integer", "Data sets compared"),
)

DESCRIPTION = (
    DATASET,
    Column("rows", "Rows", "integer"),
    Column("attributes", "Attributes", "integer"),
    Column("classes", "Classes", "integer"),
    Column("missing_cells", "Missing", "integer", "Missing cells"),
    Column("majority_rate", "Majority %", "percent", "Share of the largest class"),
    Column("kind", "Kinds", "text", "Discrete (nominal or ordinal), numeric, mixed, or words or letters"),
    Column("family", "Source family", "text", "Data sets of one family have one vote in comparisons"),
    Column("artificial", "Artificial", "text", "Whether the cases were drawn, simulated or enumerated"),
    Column("status", "Status"),
)


LEADERS = 3  # best methods that the card of a data set names


class ClassSize(NamedTuple):
    """A class of a data set; `share` in percent."""

    label: str
    cases: int
    share: float


class Leader(NamedTuple):
    """One of the best methods on a data set."""

    method: str
    title: str
    score: str  # with its gain over the reference


class DataSetCard(NamedTuple):
    """Everything the page shows about one data set."""

    id: str
    title: str
    what: str  # sentences on its size and kinds; "" if it is not available
    source: str
    reference: str
    licence: str
    status: str
    reason: str
    remedy: str
    kind: str
    rows: int | None
    attributes: int
    leaders: list[Leader]  # its best methods
    example: str  # lines of Python that load it; "" if it is not available
    facts: list[tuple[str, str]]
    classes: list[ClassSize]
    warnings: list[str]
    favours: list[str]
    best: Table | None
    loading: str
    table: Table | None


class Setting(NamedTuple):
    """A parameter of a method, as shown on the method's card."""

    name: str
    value: str
    default: str  # the module's default if the stanza sets another value; otherwise ""
    meaning: str  # with code between backticks


class Beside(NamedTuple):
    """Comparison of a method with naive Bayes: when to use it, when not, and the numbers behind it."""

    against: str
    basis: str  # how it is judged if it is not in the primary comparison, as a sentence
    both: str  # address of the comparison of the two on data sets that the reader chooses
    use: list[str]  # endings of `Use it ...`
    avoid: list[str]
    cost: str
    drawing: str  # SVG
    table: Table


class MethodCard(NamedTuple):
    """Everything the page shows about one method."""

    id: str
    title: str
    group: str
    idea: str
    caveat: str  # "" where the method is what its name says
    module: str
    reference: str
    rank: float | None
    beside: Beside | None  # None if it is not compared with naive Bayes
    example: str  # lines of Python, or a command; "" for predictions of other tools
    calibration: str  # sentences; "" if this run has no such results
    settings: list[Setting]
    claims: tuple[Mention, ...]
    facts: list[tuple[str, str]]
    where: list[str]  # sentences on where it wins and loses
    table: Table | None


class Cards(NamedTuple):
    """The cards of a run."""

    datasets: list[DataSetCard]
    methods: list[MethodCard]


class Shared(NamedTuple):
    """Values shared by all cards."""

    run: Run
    suited: list[suits.Suited]
    correlations: list[meta.Correlation]
    claims: Mapping[str, tuple[Mention, ...]]  # by method
    sets: tuple[str, ...]  # data sets of the primary comparison
    gaps: Mapping[str, list[float]]  # method -> `overconfidence.by_set` on these data sets

    def loading(self, dataset: str) -> str:
        """Two lines of Python that load the first cell of a data set; "" if it has no cell."""
        cell = next((c for c in self.run.files if c[1] == dataset), None)
        return how_to_load(dataset, cell[0], cell[2], self.run.files[cell]) if cell else ""


def shared(
    results: Results, summary: Summary, run: Run, claims: Mapping[str, tuple[Mention, ...]] | None = None
) -> Shared:
    """Compute the values that all cards share; `claims`: method -> claims about it."""
    sets = tuple(compared(results, summary, *results.primary))
    gaps = overconfidence.by_set(results, results.primary[0], sets)
    suited, correlations = suits.suited(results, summary), meta.correlations(results, summary)
    return Shared(run, suited, correlations, claims or {}, sets, gaps)


def made(results: Results, summary: Summary, failures: Failures, shared: Shared) -> Cards:
    """Make all cards."""
    return Cards(
        [dataset_card(results, summary, d, failures, shared) for d in results.datasets],
        [method_card(results, summary, m, shared) for m in results.methods],
    )


def kinds(prepared: Prepared) -> dict[str, int]:
    """Number of attributes of each kind, in the order nominal, ordinal, linear, angular, other kinds."""
    counts: dict[str, int] = {}
    for attribute in prepared.get("attributes", []):
        counts[attribute["kind"]] = counts.get(attribute["kind"], 0) + 1
    order = ("nominal", "ordinal", "linear", "angular")
    return {k: counts[k] for k in (*(k for k in order if k in counts), *sorted(counts.keys() - set(order)))}


def _source(results: Results, name: str, prepared: Prepared) -> str:
    if prepared.get("source"):
        return str(prepared["source"])
    source = stanza(results, "datasets", name).get("source") or {}
    return ", ".join(f"{k} {v}" for k, v in source.items()) if isinstance(source, dict) else str(source)


def _missing(prepared: Prepared) -> str:
    cells = prepared.get("rows", 0) * len(prepared.get("attributes", []))
    missing = prepared.get("missing_cells", 0)
    return f"{missing:,} cells" + (f" ({100 * missing / cells:.2f} %)" if missing and cells else "")


def dataset_facts(results: Results, name: str) -> list[tuple[str, str]]:
    """The facts about a data set as pairs (label, text)."""
    prepared = results.prepared.get(name, {})
    facts = [("SHA-256", prepared.get("sha256") or "")]
    if prepared.get("status", "ok") == "ok" and "rows" in prepared:
        counts = kinds(prepared)
        holdout = prepared.get("holdout")
        facts += [
            ("Rows", f"{prepared['rows']:,}"),
            (
                "Attributes",
                (
                    f"{sum(counts.values()):,}: " + formats.listing(f"{n} {k}" for k, n in counts.items())
                    if counts
                    else "none"
                ),
            ),
            ("Missing", _missing(prepared)),
            (
                "Majority rate",
                (f"{100 * rate:.2f} %" if (rate := prepared.get("majority_rate")) is not None else ""),
            ),
            ("Hold-out", f"first {holdout:,} rows are the training part" if holdout else "none"),
        ]
    return [(label, text) for label, text in facts if text]


def what(prepared: Prepared) -> str:
    """Sentences on the size of a data set; "" if it is not available."""
    if prepared.get("status", "ok") != "ok" or not prepared.get("rows"):
        return ""
    counts = kinds(prepared)
    listed = formats.listing(f"{n:,} {kind}" for kind, n in counts.items())
    noun = "attribute" if sum(counts.values()) == 1 else "attributes"
    described = f", described by {listed} {noun}" if counts else ""
    n_classes = len(prepared.get("classes", {}))
    classes = f"{n_classes:,} {'class' if n_classes == 1 else 'classes'}"
    told = f"{formats.plural(prepared['rows'], 'case')} of {classes}{described}."
    if (rate := prepared.get("majority_rate")) is not None:
        told += f" The largest class has {100 * rate:.1f} % of the cases."
    if prepared.get("missing_cells"):
        return f"{told} Of the cells, {_missing(prepared).replace(' cells', '')} are missing."
    return f"{told} No cells are missing."


def leaders(results: Results, summary: Summary, dataset: str, ranks: Table) -> list[Leader]:
    """The best methods on a data set under the primary protocol, each with its gain over the reference."""
    protocol, metric = results.primary
    base = summary.means.get((protocol, dataset, results.reference or ""), {}).get(metric)
    lower = metric in results.metrics and results.metrics[metric].better == "lower"
    told = []
    for row in ranks.rows[:LEADERS]:
        method, score = str(raw(row["method"])), float(row["score"])
        gain = None if base is None else (base - score if lower else score - base)
        ahead = (
            ""
            if gain is None or method == results.reference
            else f", {duel.amount(gain, metric)} {'ahead of' if gain >= 0 else 'behind'} {results.reference}"
        )
        kind = formats.metric_kind(metric)
        unit = " %" if kind == "percent" else ""
        title = stanza(results, "methods", method).get("title", method)
        told.append(Leader(method, title, f"{formats.text(score, kind)}{unit}{ahead}"))
    return told


def _classes(prepared: Prepared) -> list[ClassSize]:
    counts = prepared.get("classes", {})
    total = sum(counts.values()) or 1
    return [ClassSize(label, n, round(100 * n / total, 2)) for label, n in counts.items()]


def dataset_card(
    results: Results, summary: Summary, name: str, failures: Failures, shared: Shared
) -> DataSetCard:
    """Make the card of one data set."""
    prepared, configured = results.prepared.get(name, {}), stanza(results, "datasets", name)
    table = dataset_scores(results, summary, name, failures, shared.run)
    against_best = on_set.table(results, summary, name)
    return DataSetCard(
        id=name,
        title=configured.get("title", name),
        what=what(prepared),
        source=_source(results, name, prepared),
        reference=str(configured.get("reference", "")),
        licence=str(configured.get("licence", "")),
        status=prepared.get("status", "ok"),
        reason=prepared.get("reason", ""),
        remedy=prepared.get("remedy", ""),
        kind=data_kind(prepared),
        rows=prepared.get("rows"),
        attributes=len(prepared.get("attributes", [])),
        leaders=leaders(results, summary, name, against_best),
        example=examples.of_dataset(name, kinds(prepared)) if what(prepared) else "",
        facts=dataset_facts(results, name),
        classes=_classes(prepared),
        warnings=prepared.get("warnings", []),
        favours=suits.sentences(shared.suited, prepared),
        best=against_best if against_best.rows else None,
        loading=shared.loading(name),
        table=table if table.rows else None,
    )


def descriptions(results: Results) -> Table:
    """Table of the data sets: size, attribute kinds, classes and status, one row per data set."""
    rows = []
    for name in results.datasets:
        prepared = results.prepared.get(name, {})
        row = {k: prepared.get(k) for k in ("rows", "missing_cells", "majority_rate")}
        row |= {
            "dataset": name,
            "attributes": len(prepared["attributes"]) if "attributes" in prepared else None,
            "kind": data_kind(prepared),
            "family": families(results).get(name, name),
            "artificial": "yes" if artificial(results, name) else "no",
        }
        rows.append(
            row
            | {
                "classes": len(prepared["classes"]) if "classes" in prepared else None,
                "status": prepared.get("status", "ok"),
            }
        )
    return Table("datasets", "The data sets.", DESCRIPTION, tuple(rows))


def idea(module: str) -> str:
    """First paragraph of the docstring of a method's module, without backticks; "" if there is none."""
    from naivebench.benchmark.provenance import module_path, parse

    path = module_path(dotted(module)) if module else None
    tree = parse(path) if path else None
    text = ast.get_docstring(tree) if tree else ""
    return re.sub(r"\s+", " ", (text or "").split("\n\n")[0]).replace("``", "").replace("`", "")


def method_summary(results: Results, summary: Summary, method: str) -> Table:
    """Table of the mean scores and average ranks of one method, a row per protocol and metric."""
    rows, protocols = [], {p for p, _, m in summary.means if m == method}
    for protocol in (p for p in results.protocols if p in protocols):
        for metric in (m for m in results.metrics.values() if m.better):
            entry, sets = (
                comparison(results, protocol, metric.id),
                compared(results, summary, protocol, metric.id),
            )
            scored = (summary.means.get((protocol, d, method), {}) for d in sets)
            values = [means[metric.id] for means in scored if metric.id in means]
            if not values or len(values) < len(sets):
                continue
            mean, std = mean_std(values)
            kind = formats.metric_kind(metric.id)
            unit = " %" if kind == "percent" else ""
            row = {"protocol": protocol, "method": method, "metric": metric.id, "datasets": len(sets)}
            row |= {k: Cell(v, formats.text(v, kind) + unit) for k, v in (("mean", mean), ("std", std))}
            rows.append(row | {"average_rank": entry.average_ranks.get(method) if entry else None})
    return Table(
        "method_summary", f"{method}: means over the data sets that all methods have.", SUMMARY, tuple(rows)
    )


CALIBRATION = (
    METHOD,
    PROTOCOL,
    Column(
        "ece",
        "Calibration error",
        "score",
        f"Expected calibration error, mean over the data sets compared. {CONSTANT_WINS}",
    ),
    Column(
        "log_loss_clipped",
        "Log loss",
        "score",
        "In nats, P(true class) raised to at least 1/(test cases + 2)",
    ),
    Column(
        "log_loss", "Log loss, unclipped", "score", "In nats; infinite if a true class ever got probability 0"
    ),
    Column("brier", "Brier score", "score"),
    Column(
        "overconfidence",
        "Overconfidence",
        "points",
        "Mean probability of the predicted class minus accuracy, in percentage points; mean over the data "
        "sets compared. Negative: the method is right more often than its probabilities say.",
    ),
    Column("datasets", "N", "integer", "Data sets compared"),
)


def calibration(results: Results, summary: Summary) -> Table:
    """Calibration error, log loss and Brier score per method, means over the compared data sets."""
    rows = []
    for protocol in results.protocols:
        sets = compared(results, summary, protocol, results.primary[1])
        gaps = overconfidence.gaps(results, protocol, sets)
        for method in results.methods:
            row: Row = {
                "protocol": protocol,
                "method": method_cell(method),
                "overconfidence": gaps.get(method),
                "datasets": len(sets),
            }
            for metric in ("ece", "log_loss_clipped", "log_loss", "brier"):
                scored = (summary.means.get((protocol, d, method), {}) for d in sets)
                values = [means[metric] for means in scored if metric in means]
                row[metric] = mean_std(values)[0] if sets and len(values) == len(sets) else None
            if any(row[metric] is not None for metric in ("ece", "log_loss_clipped", "log_loss", "brier")):
                rows.append(row)
    return Table(
        "calibration_scores",
        "Quality of the predicted probabilities: means over the data sets compared.",
        CALIBRATION,
        tuple(rows),
        f"Calibration error: {CONSTANT_WINS[:1].lower()}{CONSTANT_WINS[1:]}",
    )


def _settings(module: str, given: dict[str, Any]) -> list[Setting]:
    """The parameters of a method with their values in this run and their meanings."""
    found = parameters.described(module, given) if module else []
    return [
        Setting(p.name, _written(p.value), _written(p.default) if p.changed else "", p.meaning) for p in found
    ]


def _written(value: Any) -> str:
    """Format a value as it is written in a stanza; a dash for a constant of the module."""
    if value is UNREAD:
        return formats.DASH
    return value if isinstance(value, str) else "none" if value is None else str(value).lower()


def _beside(results: Results, summary: Summary, method: str) -> Beside | None:
    found = advice.advice(results, summary, method)
    if not found:
        return None
    percent = formats.metric_kind(found.metric) == "percent"
    differ = (g for g in found.gains if g is found.whole or g.gain.n < found.whole.gain.n)
    lines = [forest.Line(formats.capital(g.words), *_ends(g.gain)) for g in differ]
    label = label_of(results, found.metric)
    whole, title = found.whole, f"Gain of {method} over {found.against} in {label}"
    caption = (
        f"Gain over {found.against} by kind of data, {'points of ' if percent else ''}"
        f"{formats.in_sentence(label)} with 95 % intervals (number of data sets in grey). {method} is better "
        f"on {whole.wins}, equal on {whole.ties} and worse on {whole.losses} of {whole.gain.n} data sets "
        f"(protocol {found.protocol})."
    )
    kind, unit = ("points", "points") if percent else ("signed", label)
    drawing = forest.forest(f"gains-{method}", title, lines, kind, unit, caption)
    return Beside(
        found.against,
        advice.basis(results, found),
        versus(method, found.against, found.protocol, found.metric),
        advice.use(found),
        advice.avoid(found),
        advice.cost(found),
        drawing,
        advice.table(results, found),
    )


def _ends(interval: Interval) -> tuple[int, float, float, float]:
    return interval.n, interval.value, interval.low, interval.high


def calibrated(results: Results, summary: Summary, method: str, shared: Shared) -> str:
    """Sentences on how well the method's probabilities are calibrated on the data sets of the primary
    comparison; "" if it has no results for one of these data sets.
    """
    scored = (summary.means.get((results.primary[0], d, method), {}) for d in shared.sets)
    errors, gaps = [m["ece"] for m in scored if "ece" in m], shared.gaps.get(method, [])
    if not shared.sets or {len(errors), len(gaps)} != {len(shared.sets)}:
        return ""
    gap, of = statistics.fmean(gaps), formats.plural(len(gaps), "data set")
    many = sum(g > 0 if gap > 0 else g < 0 for g in gaps)
    side, more = ("over", "more") if gap > 0 else ("under", "less")
    points = formats.text(abs(gap), "percent")
    return (
        f"The expected calibration error is {formats.text(statistics.median(errors), 'score')} (median over "
        f"{of}). The method is {side}confident on {many} of them: on average it expects to be right {points} "
        f"points {more} often than it is."
    )


def method_card(results: Results, summary: Summary, method: str, shared: Shared) -> MethodCard:
    """Make the card of one method."""
    configured = stanza(results, "methods", method)
    module, protocol = configured.get("module", ""), results.primary[0]
    cell = results, summary, protocol, method
    cost, size = totals(*cell), parameter_range(*cell)
    entry = comparison(results, *results.primary)
    rank = entry.average_ranks.get(method) if entry else None
    over = formats.plural(cost["datasets"], "data set")
    fit, predict = (formats.text(cost[k], "seconds") for k in ("fit_seconds", "predict_seconds"))
    span = [formats.text(size[f"parameters_{k}"], "integer") for k in ("min", "median", "max")]
    facts = [
        ("Attribute kinds", ", ".join(configured.get("kinds", []))),
        ("Discretizer", configured.get("discretize", "")),
        ("Predictions", configured.get("predictions", "")),
        ("Cost class", configured.get("cost", "")),
        ("Average rank", formats.text(rank, "rank")),
        ("CPU time", f"fit {fit}, predict {predict}, over {over}" if cost["datasets"] else ""),
        (
            "Parameters estimated",
            f"{span[0]} to {span[2]}, median {span[1]}" if size["parameters_min"] is not None else "",
        ),
    ]
    table = method_summary(results, summary, method)
    return MethodCard(
        id=method,
        title=configured.get("title", method),
        group=group(results, method),
        idea=configured.get("idea") or idea(module),
        caveat=configured.get("caveat", ""),
        module=shown(module) if module else "",
        reference=configured.get("reference", ""),
        rank=rank,
        beside=_beside(results, summary, method),
        example=examples.of_method(method, cast(MethodStanza, configured)),
        calibration=calibrated(results, summary, method, shared),
        settings=_settings(module, configured.get("params", {})),
        claims=shared.claims.get(method, ()),
        facts=[(k, str(v)) for k, v in facts if v and v != formats.DASH],
        where=meta.sentences(results, summary, method, shared.correlations),
        table=table if table.rows else None,
    )
