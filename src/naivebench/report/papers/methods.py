"""Results of this run for each printed method: verdicts, optimism and gains over the paper's naive Bayes.

There are also tables in the layout of the paper's, with the printed numbers of every data set next to ours.

`more` of the paper.yaml names the printed metric of gains (`gain`) and of sizes (`sizes`: ours -> printed).
For a method, `table` is its table in the paper, `mean` says that it is a search whose scores are means over
runs, and `naive_bayes` names the form of naive Bayes that is scored in the same way.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.formats import listing
from naivebench.benchmark.results.parts import dataset_cell, method_cell
from naivebench.benchmark.results.summaries import mean_std
from naivebench.benchmark.results.tables import Cell, Row
from naivebench.report.papers import run as runs
from naivebench.report.papers.beside import count
from naivebench.report.papers.paper import value
from naivebench.report.papers.rows import (
    FITTED,
    ORDINARY,
    SETTINGS,
    PaperRow,
    counted,
    excess,
    measured,
    rows,
)
from naivebench.report.papers.run import Run, paired, stands

GAINS = ("gain_printed", "gain_paper", "gain_honest")


def reference(run: Run) -> str:
    """Printed name of the paper's naive Bayes."""
    return run.paper.rows[0].reference


def alike(run: Run, role: str, name: str, against: str) -> str:
    """Name of the method with which a method is compared under the protocol of a role.

    Where the paper scores methods in two ways, it is naive Bayes scored in the same way as the method.
    """
    judged_as = run.paper.methods[name].more.get("naive_bayes", against)
    return judged_as if against == reference(run) and role != "honest" else against


def gain(run: Run, role: str, dataset: str, name: str) -> float | None:
    """Accuracy minus that of naive Bayes under one protocol.

    None for naive Bayes itself, and if one of the two scores is missing.
    """
    base = reference(run)
    if name == base:
        return None
    pair = paired(run, [role], dataset, name, alike(run, role, name, base))
    return pair.mean if pair else None


def _printed_gain(run: Run, printed: str, name: str) -> float | None:
    """Printed gain over naive Bayes as a share, or None if there is none.

    Also None if the paper compares scores of two kinds with each other, because our gains do not.
    """
    if "naive_bayes" in run.paper.methods[name].more:
        return None
    percent = value(run.paper, printed, name, run.paper.more["gain"])
    return None if percent is None else round(percent / 100, 12)


def _median(values: Iterable[float | None]) -> float | None:
    numbers = [v for v in values if v is not None]
    return statistics.median(numbers) if numbers else None


def overview(run: Run) -> list[Row]:
    """Verdicts, gains and optimism of every method, with a row for each kind of settings."""
    made, lines = rows(run), list[Row]()
    for name, method in run.paper.methods.items():
        for settings in (ORDINARY, FITTED):
            chosen = [r for r in made if (r.name, r.settings) == (name, settings)]
            if not chosen:
                continue
            line: Row = {
                "method": method_cell(chosen[0].method),
                "table": method.more.get("table"),
                "settings": settings,
            }
            line |= {"datasets": len(chosen)} | {v.replace(" ", "_"): n for v, n in counted(chosen).items()}
            line["optimism"] = _median(r.optimism for r in chosen)
            if settings == ORDINARY:
                line |= _shuffled(run, chosen[0].method, [r.stand.id for r in chosen])
            lines.append(line | _gains(run, name, chosen))
    return lines + [_by_measure(run, m) for m in _measures(run)]


def _shuffled(run: Run, method: str, sets: Iterable[str]) -> Row:
    """Median excesses of a method on shuffled labels.

    They are over all data sets, over those with nominal attributes only, and over those whose labels were
    shuffled after the cut points were learned.
    """
    sets = list(sets)
    every = {d: v for d in sets if (v := excess(run, d, method, "accuracy")) is not None}
    nominal = [v for d, v in every.items() if (of := runs.kinds(run, d)) and set(of) <= set(runs.DISCRETE)]
    cut = [excess(run, d, method, "accuracy", "permuted_after_cuts") for d in sets]
    return {
        "permuted": _median(every.values()),
        "permuted_nominal": _median(nominal),
        "nominal_sets": len(nominal) or None,
        "permuted_after_cuts": _median(cut),
        "cut_sets": sum(v is not None for v in cut) or None,
    }


def _gains(run: Run, name: str, chosen: list[PaperRow]) -> Row:
    """Mean gains of a method, over the printed data sets for which none of its gains is missing.

    If several data sets represent a printed one, the first counts.
    """
    role = next(k for k, settings in SETTINGS.items() if settings == chosen[0].settings)
    by_set = [
        (
            r.stand.printed,
            _printed_gain(run, r.stand.printed, name),
            gain(run, role, r.stand.id, name),
            gain(run, "honest", r.stand.id, name) if role == "paper" else None,
        )
        for r in chosen
    ]
    present = [i for i in range(3) if any(g[i + 1] is not None for g in by_set)]
    complete = [g for g in by_set if all(g[i + 1] is not None for i in present)]
    first = {g[0]: g[1:] for g in reversed(complete)}.values()
    if not present or not first:
        return {}
    means = {GAINS[i]: math.fsum(g[i] or 0.0 for g in first) / len(first) for i in present}
    return {"gain_datasets": len(first)} | means


def _measures(run: Run) -> list[str]:
    """The forms of naive Bayes other than the paper's own with which methods are compared."""
    forms = dict.fromkeys(m.more.get("naive_bayes") for m in run.paper.methods.values())
    scored = {m for _, m in runs.scores(run, "paper", "accuracy")}
    return [f for f in forms if f in scored]


def _by_measure(run: Run, form: str) -> Row:
    """Row on the gain of naive Bayes that comes only from the way of scoring, and its optimism."""
    base, sets = reference(run), [d.id for d in stands(run, "paper", leading=True)]
    pairs = [p for d in sets if (p := paired(run, ["paper"], d, form, base))]
    excesses = []
    for d in sets:
        honest = runs.method_of(run, "honest", d, base)
        ours, fair = (
            measured(run, role, d, m, "accuracy") for role, m in (("paper", form), ("honest", honest))
        )
        excesses.append(ours.value - fair.value if ours and fair else None)
    return {
        "method": method_cell(form),
        "table": None,
        "settings": ORDINARY,
        "datasets": len(pairs),
        "gain_datasets": len(pairs),
        "gain_paper": math.fsum(p.mean for p in pairs) / len(pairs) if pairs else None,
        "optimism": _median(excesses),
        **_shuffled(run, form, sets),
    }


def detail(run: Run, number: str) -> list[Row]:
    """Rows of one of Tables 3 to 6: gains, effort, sizes and structures, printed and of this run."""
    names = [n for n, m in run.paper.methods.items() if m.more.get("table") == number]
    found = _structures(run)
    lines = []
    for r in (row for name in names for row in rows_of(run, name)):
        role = next(k for k, settings in SETTINGS.items() if settings == r.settings)
        means = run.summary.means.get((r.protocol, r.stand.id, r.method), {})
        notes = run.paper.notes.get(r.stand.printed, {}) | run.paper.notes.get(r.stand.id, {})
        line: Row = {
            "dataset": dataset_cell(r.stand.id),
            "method": method_cell(r.method),
            "settings": Cell(r.settings, "*" if r.settings == FITTED else "", title=r.settings),
            "verdict": Cell(r.agreement.verdict, title=r.agreement.why),
            "k": _counts(r),
            "runs": r.ours.runs if r.ours else None,
            "gain_printed": _printed_gain(run, r.stand.printed, r.name),
            "gain_paper": gain(run, role, r.stand.id, r.name),
            "gain_honest": gain(run, "honest", r.stand.id, r.name) if role == "paper" else None,
            "structure": found.get((r.protocol, r.stand.id, r.method)),
            "note": notes.get(r.method) or notes.get("*"),
        }
        for key, metric in run.paper.more["sizes"].items():
            printed = value(run.paper, r.stand.printed, r.name, metric)
            line[f"{key}_printed"] = printed
            if printed is not None:
                line[key] = Cell(means.get(key), f"{count(printed)} / {count(means.get(key))}")
        lines.append(line)
    return lines


def longer(run: Run, population: int, limit: int) -> str:
    """Sentences on searches that need at least twice the printed evaluations, and on all runs that reach
    their limit.

    A printed number below `population` is a misprint and does not count.
    """
    twice = []
    for r in rows(run):
        printed = value(run.paper, r.stand.printed, r.name, "evaluations")
        means = run.summary.means.get((r.protocol, r.stand.id, r.method), {})
        ours = means.get("evaluations")
        searched = run.paper.methods[r.name].more.get("mean") and r.settings == ORDINARY
        if not searched or r.stand.kind != "exact" or printed is None or ours is None:
            continue
        if limit > ours >= 2 * printed and printed >= population:
            twice.append(f"{r.name} on {r.stand.id} ({ours / printed:.1f})")
    told = []
    if twice:
        told.append(f"The stopping rule needs at least twice the printed evaluations for {listing(twice)}.")
    ended = [
        f"{words} {listing(of)}"
        for role, words in LIMITED.items()
        if (of := _note_ended_searches(run, role, limit))
    ]
    if ended:
        told.append(f"These runs reach the limit of {limit:,} evaluations: {'; '.join(ended)}.")
    return " ".join(told)


LIMITED = {  # roles of protocols with searches
    "paper": "with the paper's protocol",
    "printed": "with the settings found by comparison",
    "honest": "in the training parts of the honest folds",
}


def _note_ended_searches(run: Run, role: str, limit: int) -> list[str]:
    """The searches that reach their limit, with the number of their runs: `IENB on vehicle (9 of 10)`."""
    scored, found = runs.scores(run, role, "evaluations"), []
    for name, method in run.paper.methods.items():
        if not method.more.get("mean"):
            continue
        several = {d: folds for (d, m), folds in sorted(scored.items()) if m in method.ids}
        ended = {d: sum(s.value >= limit for s in folds.values()) for d, folds in several.items()}
        sets = [f"{d} ({n} of {len(several[d])})" for d, n in ended.items() if n]
        found += [f"{name} on {listing(sets)}"] if sets else []
    return found


def _counts(row: PaperRow) -> Cell | None:
    """Cell with the numbers of correct cases, printed and of this run, each with its spread over the runs."""
    if row.ours is None or row.ours.correct is None or row.ours.tested is None:
        return None
    mean, spread = mean_std([share * row.ours.tested for share in row.ours.by_run])
    printed = formats.DASH
    if row.agreement.implied is not None and row.figure:
        deviation = None if row.figure.std is None else row.figure.std / 100 * row.ours.tested
        printed = _with_spread(row.agreement.implied, deviation)
    return Cell(mean, f"{printed} / {_with_spread(mean, spread if row.ours.runs > 1 else None)}")


def _with_spread(mean: float, spread: float | None) -> str:
    return count(mean) + ("" if spread is None else f" ± {spread:.1f}")


def rows_of(run: Run, name: str) -> list[PaperRow]:
    """The rows of a printed method."""
    return [r for r in rows(run) if r.name == name]


def _structures(run: Run) -> dict[tuple[str, str, str], str]:
    """Structures of the first run, by (protocol, data set, method)."""
    frame = run.results.structures
    wanted = [run.paper.protocols[role] for role in SETTINGS if role in run.paper.protocols]
    frame = frame[frame["protocol"].isin(wanted)].sort_values(
        ["protocol", "dataset", "method", "repeat", "fold"]
    )
    return {
        (str(r.protocol), str(r.dataset), str(r.method)): str(r.structure) for r in frame[::-1].itertuples()
    }
