"""Jambeiro and Wainer 2007: rows of the section's tables, whose columns are in paper.yaml."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from naivebench.benchmark.hit_facts import Facts
from naivebench.benchmark.results import formats
from naivebench.benchmark.results.formats import listing, plural
from naivebench.benchmark.results.parts import dataset_cell
from naivebench.benchmark.results.summaries import mean_std
from naivebench.benchmark.results.tables import Cell, Row, raw
from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.report.papers import judges, rules
from naivebench.report.papers import run as runs
from naivebench.report.papers.beside import decimals, mean, name_of, named_cell, spread, values
from naivebench.report.papers.jambeiro2007 import claims, hits
from naivebench.report.papers.jambeiro2007.hits import share, signed
from naivebench.report.papers.jambeiro2007.stored import facts
from naivebench.report.papers.run import Run
from naivebench.report.papers.verdicts import Statement

WRITTEN = {m: decimals(3 if m == "hit_area" else 4) for m in hits.AREAS}
TESTED = ("hit_area", "hit_area_10", "rmse", "log_loss_clipped")
FIXED = "not chosen: the method's own constants"
REPEATED = {"made": "On the draws of the generator", "honest": "On the single data sets"}
SPLITS = {"honest": "with random folds", "grouped": "with whole groups", "time": "in order of time"}


def chosen_sets(run: Run, which: str) -> list[str]:
    """The main data set of the tables (`leading`), or the others."""
    shown = hits.datasets(run)
    return shown[:1] if which == "leading" else shown[1:]


def data(run: Run) -> list[Row]:
    """Rows of the data sets: shape, rate of positives, description, and how often combinations of values
    recur.
    """
    about = {d.id: (d.kind, d.about) for sets in run.paper.data_sets.values() for d in sets}
    rows = []
    for dataset in hits.datasets(run):
        stored, attributes = (
            facts(run, "honest", dataset),
            run.results.prepared.get(dataset, {}).get("attributes", []),
        )
        sizes = sorted((a.get("values") or 0 for a in attributes), reverse=True)
        kind, what = about.get(dataset, (None, None))
        row: Row = {"dataset": dataset_cell(dataset), "kind": kind, "about": what, "rows": stored.cases}
        row |= {"positive": stored.positive, "rate": stored.positive_rate, "folds": stored.folds}
        row |= {"values": ", ".join(f"{s:,}" for s in sizes), "recurring": stored.recurring}
        rows.append(row | {"unseen": stored.unseen})
    return rows


def limits(run: Run) -> list[str]:
    """Sentence that names the data sets on which no combination of all values recurs."""
    none = [d for d in hits.datasets(run) if facts(run, "honest", d).recurring == 0]
    if not none:
        return []
    return [
        f"No combination of all values recurs on {listing(none)}: DE and ADE are constant there, and "
        "nothing can be said of patterns of all attributes."
    ]


def lost(run: Run) -> str:
    """Sentences that explain why no printed number can be reproduced."""
    total, gone = len(run.paper.figures), sum(f.value is None for f in run.paper.figures.values())
    others = plural(len(hits.datasets(run)), "other data set")
    return (
        f"{gone} of the {total} printed numbers are illegible and the data are private, so no number can be"
        f" reproduced. The tables show the numbers of this run on {others}, and the paper's statements are"
        " tested on them."
    )


def mark(stored: Facts, method: str, metric: str) -> str:
    """` *` if HPB is significantly better than the method, ` °` if it is significantly worse, otherwise
    "".
    """
    test = stored.tests.get(method)
    if not test:
        return ""
    if metric.startswith("recall_"):
        place = stored.test_rates.index(int(metric.removeprefix("recall_")) / 100)
        difference, p = test.recall.difference[place], test.recall.p[place]
    else:
        metric = "log_loss_clipped" if metric == "log_loss" else metric
        difference, p = getattr(test, metric)[:2]
    if p is None or p > rules.ALPHA or not difference:
        return ""
    return " *" if (difference > 0) == (METRICS[metric].better == "higher") else " °"


def recalls(run: Run, which: str) -> list[Row]:
    """Rows of Table 1: recall at five selection rates."""
    return _filled(run, which, dict.fromkeys(hits.RATES, share))


def areas(run: Run, which: str) -> list[Row]:
    """Rows of Table 2: areas, accuracy of the probabilities, constants."""
    rows = _filled(run, which, WRITTEN)
    for row in rows:
        row["constants"] = hits.constants(run, "honest", row["dataset"].value, row["method"].value)
    return rows


def _filled(run: Run, which: str, written: dict[str, Callable[[float], str]]) -> list[Row]:
    rows = []
    for dataset in chosen_sets(run, which):
        stored = facts(run, "honest", dataset)
        by_method = {
            m: {k: values(run, "honest", dataset, m, k) for k in written}
            for m in hits.methods(run, "honest", dataset)
        }
        best = {}
        for k in written:
            means = [mean_std(v[k])[0] for v in by_method.values() if v[k]]
            best[k] = (max if METRICS[k].better == "higher" else min)(means, default=None)
        for method, measured in by_method.items():
            row: Row = {"dataset": dataset_cell(dataset), "method": named_cell(run, method)}
            for k, v in measured.items():
                css = "strong" if v and mean_std(v)[0] == best[k] else ""
                row |= {k: spread(v, written[k], css, mark(stored, method, k))}
                row |= {f"{k}_sd": mean_std(v)[1] if v else None}
            rows.append(row)
    return rows


def curves(run: Run) -> list[Row]:
    """Points of all curves with their bands, for the CSV file."""
    keys, rows = ("rate", "recall", "low", "high"), []
    for dataset in hits.datasets(run):
        stored = facts(run, "honest", dataset)
        for method, curve in stored.curves.items():
            points = zip(stored.rates, curve.recall, curve.low, curve.high, strict=True)
            rows += [{"dataset": dataset, "method": method} | dict(zip(keys, p, strict=True)) for p in points]
    return rows


def coefficients(run: Run) -> list[Row]:
    """Rows of HPB's coefficients S, for each pattern family."""
    rows = []
    for dataset in hits.datasets(run):
        for method, constants in facts(run, "honest", dataset).constants.items():
            for family, s in constants.get("S", {}).items():
                row: Row = {"dataset": dataset_cell(dataset), "method": named_cell(run, method)}
                row |= {"family": family, "s": hits.counted(s), "median": sorted(s)[len(s) // 2]}
                rows.append(row)
    return rows


def draws(run: Run) -> list[Row]:
    """HPB compared with every printed method over the draws, in four metrics; positive: HPB is better."""
    rows: dict[str, Row] = {}
    for metric in TESTED:
        for c in judges.rivals(run, "made", metric):
            row = rows.setdefault(c.name, {"method": named_cell(run, c.method), "n": len(c.by_set)})
            row["excluded"] = c.excluded
            if not c.by_set:
                continue
            low, value, high = c.interval.low, c.interval.value, c.interval.high
            css = "strong" if c.p_holm <= rules.ALPHA else ""
            row[metric] = Cell(value, f"{signed(value)} [{signed(low)}, {signed(high)}]", css)
            wins = sum(d > 0 for d in c.by_set.values())
            row |= {f"{metric}_low": low, f"{metric}_high": high, f"{metric}_p": c.p_holm}
            row[f"{metric}_wins"] = f"{wins}/{len(c.by_set)}"
    return list(rows.values())


def by_reading(run: Run) -> list[str]:
    """Sentence on how many methods each reading of HPB's illegible formula is better than."""
    several, told = [run, *runs.readings(run)], []
    for metric in TESTED:
        found = [(judges.lead_id(r), judges.above_all(r, "made", metric)) for r in several]
        counts = [f"{m} {made[0].value:.0f}" for m, made in found if not isinstance(made, str)]
        if len(counts) > 1:
            told.append(f"{formats.in_sentence(METRICS[metric].label)}: {listing(counts)}")
    if not told:
        return []
    return [
        "The formula of HPB's calibration is illegible, and claims are judged on all its readings together. "
        f"Numbers of the paper's methods that each is significantly better than, {'; '.join(told)}."
    ]


def identical(run: Run) -> list[Row]:
    """Methods whose predictions equal those of the trivial method on at least one test part.

    There is a row for each data set, protocol and method.
    """
    rows, ids = [], run.paper.methods[run.paper.more["trivial"]].ids
    for role in REPEATED:
        for dataset in hits.datasets(run, role):
            stored = facts(run, role, dataset)
            same = stored.identical
            for method in hits.methods(run, role, dataset):
                parts = max((same.get(method, {}).get(m, 0) for m in ids), default=0)
                if method in ids or not parts:
                    continue
                of = stored.curves[method].folds
                others = [m for m, n in same[method].items() if n == of and m not in ids]
                row: Row = {"dataset": dataset_cell(dataset), "protocol": run.paper.protocols[role]}
                row |= {"method": named_cell(run, method), "parts": parts, "of": of}
                rows.append(row | {"others": ", ".join(name_of(run, m) for m in others)})
    return rows


def repeated(run: Run) -> list[str]:
    """Sentences on the methods that always predict the same as the trivial one, and on how many data sets."""
    sentences, trivial = [], run.paper.more["trivial"]
    for role, where in REPEATED.items():
        sets = hits.datasets(run, role)
        counts = Counter(
            name_of(run, m)
            for d in sets
            for m in hits.methods(run, role, d)
            if runs.is_trivial(run, run.paper.protocols[role], d, m)
        )
        groups: dict[int, list[str]] = {}
        for name, n in counts.items():
            groups.setdefault(n, []).append(name)
        if groups:
            told = [f"{listing(names)} on {n} of {len(sets)}" for n, names in sorted(groups.items())[::-1]]
            sentences.append(
                f"{where}, some methods have exactly the predictions of {trivial}: {'; '.join(told)} data "
                "sets. "
                "There they are one model under several names. Claims that the paper explains by such models "
                f"count them; elsewhere a comparison with them only repeats the one with {trivial}."
            )
    return sentences


def networks(run: Run) -> list[str]:
    """Sentences on networks with local structure that predict the same as the compressed class table
    alone.
    """
    sentences, learned = [], run.paper.more["networks"]
    for role, where in REPEATED.items():
        told = []
        for name, network in learned.items():
            same = [
                facts(run, role, d).identical.get(network, {}).get(method, 0)
                == facts(run, role, d).curves[network].folds
                for d in hits.datasets(run, role)
                if network in hits.methods(run, role, d)
                and (method := hits.printed(run, role, d).get(name)) is not None
            ]
            if same:
                told.append(f"{network} those of {name} on {sum(same)} of {len(same)} data sets")
        if told:
            sentences.append(
                f"{where}, whole networks with local structure in every variable have exactly the "
                f"predictions of the method that compresses only the class table: {listing(told)}."
            )
    return sentences


def tests(run: Run) -> list[Row]:
    """HPB compared with every method on every data set; differences are positive if HPB is better.

    The columns are areas, probabilities, and the selection rates at which the recall differs.
    """
    rows = []
    for dataset in hits.datasets(run):
        stored = facts(run, "honest", dataset)
        for method, test in stored.tests.items():
            row: Row = {"dataset": dataset_cell(dataset), "method": named_cell(run, method)}
            for metric in TESTED:
                d, p = getattr(test, metric)[:2]
                d = None if d is None else METRICS[metric].sign * d
                css = "strong" if p is not None and p <= rules.ALPHA else ""
                row |= {metric: Cell(d, None if d is None else signed(d), css), f"{metric}_p": p}
            for key, sign, p in (("better", 1, "p"), ("worse", -1, "p"), ("better_holm", 1, "p_holm")):
                of = (test.recall.difference, getattr(test.recall, p))
                recall = zip(stored.test_rates, *of, strict=True)
                row[key] = claims.ranges(
                    [r for r, d, q in recall if d and q is not None and q <= rules.ALPHA and d * sign > 0]
                )
            rows.append(row)
    return rows


class Choice(NamedTuple):
    """Area up to 10 % of a method with constants chosen on test parts, and chosen inside each training
    part.
    """

    dataset: str
    method: str
    on_test: float
    nested: float
    constants: Mapping[str, Any]  # as stored, for the choice on test parts
    inside: str  # constants chosen inside the training parts

    @property
    def relative(self) -> float | None:
        """Relative gain from choosing on test parts, compared with the nested choice; None if that area is
        0.
        """
        return self.on_test / self.nested - 1 if self.nested else None


def choices(run: Run) -> list[Choice]:
    """The methods and data sets for which both choices were run."""
    found = []
    for dataset in hits.datasets(run, "paper"):
        for method, constants in facts(run, "paper", dataset).constants.items():
            on_test, nested = (mean(run, role, dataset, method, hits.AREA) for role in ("paper", "honest"))
            if "chosen_on_test" in constants and on_test is not None and nested is not None:
                inside = hits.constants(run, "honest", dataset, method) or FIXED
                found.append(Choice(dataset, method, on_test, nested, constants, inside))
    return found


def chosen(run: Run) -> list[Row]:
    """Rows that compare the paper's choice of constants with nested choice."""
    rows = []
    for c in choices(run):
        tried = [s for s in c.constants["on_test_scores"] if s is not None]
        row: Row = {"dataset": dataset_cell(c.dataset), "method": named_cell(run, c.method)}
        row |= {"combinations": len(c.constants["on_test_grid"]), "on_test": _four(c.on_test)}
        row |= {"on": "reshuffled" if c.constants.get("reshuffled") else "reported"}
        row |= {"nested": _four(c.nested), "relative": c.relative, "worst": _four(min(tried))}
        row |= {"optimism": Cell(c.on_test - c.nested, signed(c.on_test - c.nested)), "inside": c.inside}
        rows.append(row | {"chosen": hits.constants(run, "paper", c.dataset, c.method)})
    return rows


def promises(run: Run) -> list[str]:
    """Sentences on the mean optimism over methods, on that of HPB on draws, and on the largest one."""
    shares = [(c.relative, c) for c in choices(run) if c.relative is not None and c.inside != FIXED]
    if not shares:
        return []
    largest, of = max(shares, key=lambda pair: pair[0])
    same, most = sum(share == 0 for share, _ in shares), formats.text(largest, "points")
    return [
        "Choosing constants on test folds, and not inside each training part from the same grids, changes the"
        f" area up to 10 % by {promise(run)} (in brackets: 95 % intervals). It changes nothing in {same} of"
        f" {plural(len(shares), 'row')} of the table; the largest change is that of {name_of(run, of.method)}"
        f" on {of.dataset} ({most} %)."
    ]


def promise(run: Run) -> str:
    """Mean relative change of the area up to 10 % from choosing constants on test folds, with its interval.

    The first mean is over the methods of the table, the others are HPB's over draws of the generator; ""
    without results.
    """
    rows = [c for c in choices(run) if c.relative is not None and c.inside != FIXED]
    if not rows:
        return ""
    sets = plural(len({c.dataset for c in rows}), "data set")
    interval = intervals.mean([c.relative or 0.0 for c in rows])
    texts = [f"{_share(interval)} over {plural(len({c.method for c in rows}), 'method')} on {sets}"]
    for role, where in (("reshuffled", "on reshuffled test folds"), ("reported", "on the reported ones")):
        found = judges.promised(run, role, 0.0) if role in run.paper.protocols else ""
        if not isinstance(found, str):
            (s,) = found
            texts.append(f"that of HPB {where} by {_share(s)} over {plural(s.n, 'draw')}")
    return listing(texts)


def _share(of: Interval | Statement) -> str:
    """Format a share with its interval: `+0.22 % [−0.28, +0.73]`."""
    value, low, high = (formats.text(v, "points") for v in (of.value, of.low, of.high))
    return f"{value} %" + (f" [{low}, {high}]" if math.isfinite(of.high - of.low) else " [no interval]")


def _four(value: float) -> Cell:
    return Cell(value, f"{value:.4f}")


def splits(run: Run) -> list[Row]:
    """Rows of the area up to 10 % for random folds, whole groups and splits in order of time."""
    rows = []
    for dataset in sorted({d for role in ("grouped", "time") for d, _ in runs.scores(run, role, hits.AREA)}):
        for method in hits.methods(run, "honest", dataset):
            by_role = {role: values(run, role, dataset, method, hits.AREA) for role in SPLITS}
            if not (by_role["grouped"] or by_role["time"]):
                continue
            row: Row = {"dataset": dataset_cell(dataset), "method": named_cell(run, method)}
            for role, v in by_role.items():
                row |= {role: spread(v, decimals(4)), f"{role}_sd": mean_std(v)[1] if v else None}
                row[f"{role}_recall"] = mean(run, role, dataset, method, "recall_5")
                if role != "honest" and v and by_role["honest"]:
                    row[f"{role}_loss"] = mean_std(v)[0] / mean_std(by_role["honest"])[0] - 1
            rows.append(row)
    return rows


def best_by_split(run: Run) -> list[str]:
    """Sentences on which method is best under which split."""
    sentences, rows = [], splits(run)
    for dataset in dict.fromkeys(raw(r["dataset"]) for r in rows):
        of_dataset = [r for r in rows if raw(r["dataset"]) == dataset]
        parts = []
        for role, label in SPLITS.items():
            areas = {r["method"].text: raw(r[role]) for r in of_dataset if r[role]}
            if areas:
                best = max(areas, key=lambda name: areas[name])
                parts.append(f"{best} {label} ({areas[best]:.4f})")
        sentences.append(f"The largest area up to 10 % on {dataset} is that of {listing(parts)}.")
    return sentences
