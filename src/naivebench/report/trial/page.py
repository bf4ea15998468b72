"""The answer of a trial as one page: the sentences first, then everything that they rest on."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

import numpy as np

from naivebench.benchmark.trial import words
from naivebench.benchmark.trial.answer import SHOWN, Answer, Row
from naivebench.benchmark.trial.details import Surprise, Weight
from naivebench.benchmark.trial.growth import Curve
from naivebench.benchmark.trial.question import BASELINE, Question
from naivebench.core.table import n_cases, n_classes
from naivebench.evaluation.metrics import METRICS

MOST_CLASSES, MOST_WEIGHTS = 20, 15
WIDTH, LABEL, LINE = 640, 190, 24  # pixels of the drawing of intervals
CSS = """
:root { color-scheme: light dark; --quiet: #5a6472; --line: #d5dae1; --mark: #1f5fa8; --bar: #9db9dc; }
@media (prefers-color-scheme: dark) {
  :root { --quiet: #a3adba; --line: #3c444f; --mark: #8ab8f0; --bar: #3f618c; }
}
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
.answer { font-size: 1.1rem; border-left: 4px solid var(--mark); padding-left: 1rem; }
.quiet { color: var(--quiet); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: .2rem .7rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child, .text { text-align: left; }
pre { background: color-mix(in srgb, currentColor 7%, transparent); padding: .8rem; overflow-x: auto; }
svg { max-width: 100%; height: auto; } svg text { fill: currentColor; font-size: 13px; }
"""


class Content(NamedTuple):
    """Everything that the page shows."""

    question: Question
    answer: Answer
    curves: Sequence[Curve]
    confusion: np.ndarray  # (K, K) of the recommended method
    weights: Sequence[Weight]
    surprises: Sequence[Surprise]
    decisions: Sequence[str]  # about the columns and rows, sentences
    notes: Sequence[str]  # of folds, and of what is not there
    command: str
    python: str
    versions: str
    partial: bool  # whether methods are still missing because the trial was interrupted


def html(content: Content) -> str:
    """The page."""
    question, name = content.question, escape(content.question.name)
    sections = [
        _answer(content),
        _scores(content),
        _growth(content),
        _confusion(content),
        _weights(content),
        _surprises(content),
        _list("What was decided about the table", content.decisions),
        _list("Notes", content.notes),
        f"<h2>How to use it</h2><pre>{escape(content.python)}</pre>",
        f"<h2>How to repeat it</h2><pre>{escape(content.command)}</pre>"
        f'<p class="quiet">{escape(content.versions)}</p>',
    ]
    table = question.table
    size = f"{n_cases(table)} rows, {len(table.attributes)} columns, {n_classes(table)} classes"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f"<title>{name}: which naive Bayes?</title>\n"
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>{CSS}</style></head>\n'
        f'<body><main><h1>Which naive Bayes for {name}?</h1>\n<p class="quiet">{size}</p>\n'
        + "\n".join(filter(None, sections))
        + "\n</main></body></html>\n"
    )


def _answer(content: Content) -> str:
    sentences = words.headline(content.question, content.answer)
    partial = (
        "<p><strong>This trial was interrupted. Run the same command again to complete it.</strong></p>"
        if content.partial
        else ""
    )
    good = words.practically_as_good(content.question, content.answer)
    also = f"<p>Practically as good as the best method: {escape(', '.join(good))}.</p>" if good else ""
    return (
        f'{partial}<div class="answer">{"".join(f"<p>{escape(s)}</p>" for s in sentences)}</div>{also}'
        f'<p class="quiet">{escape(words.basis(content.question))}</p>'
    )


def _scores(content: Content) -> str:
    question, rows = content.question, content.answer.rows
    metrics = list(dict.fromkeys((question.metric.id, *SHOWN)))
    head = ["Method", *(METRICS[m].label for m in metrics), "CPU seconds"]
    body = [_score_cells(question, metrics, row) for row in rows]
    cells = "".join(f"<th>{escape(h)}</th>" for h in head)
    table = "".join(f"<tr>{''.join(cells)}</tr>" for cells in body)
    return (
        f"<h2>Scores</h2>{_intervals(question, rows)}"
        f'<div class="wide"><table><thead><tr>{cells}</tr></thead><tbody>{table}</tbody></table></div>'
        '<p class="quiet">Means over the test folds. For log loss and calibration error, lower is better. '
        "CPU seconds are those of all fits and predictions.</p>"
    )


def _score_cells(question: Question, metrics: Sequence[str], row: Row) -> list[str]:
    """The cells of a method; without scores, the reason."""
    name = f'<td>{escape(row.method)} <span class="quiet">{escape(row.title)}</span></td>'
    if not row.scores:
        return [name, f'<td class="text quiet" colspan="{len(metrics) + 1}">{escape(row.status)}</td>']
    means = [f"<td>{words.value(question, m, row.scores[m].mean)}</td>" for m in metrics]
    return [name, *means, f"<td>{row.seconds:.2f}</td>"]


def _intervals(question: Question, rows: Iterable[Row]) -> str:
    """A dot and a 95 % interval per method, without the baseline, which is far from the others."""
    metric = question.metric.id
    shown = [
        row
        for row in rows
        if row.scores and row.method != BASELINE and not math.isnan(row.scores[metric].low)
    ]
    if not shown:
        return ""
    estimates = [row.scores[metric] for row in shown]
    low, high = min(e.low for e in estimates), max(e.high for e in estimates)
    span = (high - low) or 1.0

    def x(value: float) -> float:
        return LABEL + (WIDTH - LABEL - 70) * (value - low) / span

    lines = []
    for i, (row, e) in enumerate(zip(shown, estimates, strict=True)):
        y = LINE * i + 14
        lines.append(
            f'<text x="{LABEL - 8}" y="{y + 4}" text-anchor="end">{escape(row.method)}</text>'
            f'<line x1="{x(e.low):.1f}" x2="{x(e.high):.1f}" y1="{y}" y2="{y}" stroke="var(--bar)" '
            'stroke-width="6"/>'
            f'<circle cx="{x(e.mean):.1f}" cy="{y}" r="4.5" fill="var(--mark)"/>'
            f'<text x="{WIDTH - 62}" y="{y + 4}">{words.value(question, metric, e.mean)}</text>'
        )
    label = f"{question.metric.label} of every method, with 95 % intervals"
    return (
        f'<figure><svg viewBox="0 0 {WIDTH} {LINE * len(shown) + 6}" width="{WIDTH}" role="img" '
        f'aria-label="{escape(label)}">{"".join(lines)}</svg><figcaption class="quiet">{escape(label)}. The '
        "intervals allow for the training cases that folds share.</figcaption></figure>"
    )


def _growth(content: Content) -> str:
    """Scores by number of training rows."""
    if not content.curves:
        return ""
    question, curves = content.question, content.curves
    head = "".join(f"<th>{size}</th>" for size in curves[0].sizes)
    rows = "".join(
        f"<tr><td>{escape(curve.method)}</td>"
        + "".join(f"<td>{words.value(question, question.metric.id, m)}</td>" for m in curve.means)
        + "</tr>"
        for curve in curves
    )
    return (
        f"<h2>Would more rows help?</h2><p>{escape(words.more_rows(question, curves[0]))}</p>"
        f"<table><thead><tr><th>{escape(question.metric.label)} by training rows</th>{head}</tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


def _confusion(content: Content) -> str:
    classes = content.question.table.classes
    if len(classes) > MOST_CLASSES:
        return ""
    head = "".join(f"<th>{escape(c)}</th>" for c in classes)
    body = "".join(
        f'<tr><th class="text">{escape(c)}</th>{"".join(f"<td>{n}</td>" for n in counts)}</tr>'
        for c, counts in zip(classes, content.confusion.tolist(), strict=True)
    )
    return (
        f"<h2>Where {escape(content.answer.recommended)} errs</h2>"
        f'<div class="wide"><table><thead><tr><th>true class \\ predicted</th>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _weights(content: Content) -> str:
    if not content.weights:
        return ""
    rows = "".join(
        f"<tr><td>{escape(w.attribute)}</td><td>{w.nats:.3f}</td></tr>"
        for w in content.weights[:MOST_WEIGHTS]
    )
    more = len(content.weights) - MOST_WEIGHTS
    rest = f'<p class="quiet">{more} columns with smaller weights are not listed.</p>' if more > 0 else ""
    return (
        f"<h2>What {escape(content.answer.recommended)} looks at</h2><table><thead><tr><th>Column</th>"
        f"<th>Weight in nats</th></tr></thead><tbody>{rows}</tbody></table>{rest}"
        '<p class="quiet">The weight is the mean size of the log-odds that a value contributes, for or '
        "against the predicted class.</p>"
    )


def _surprises(content: Content) -> str:
    if not content.surprises:
        return ""
    explained = any(s.why for s in content.surprises)
    head = ("Row", "True class", "Predicted", "P(true class)", *(["Because of"] if explained else []))
    rows = "".join(
        f'<tr><td>{s.row}</td><td class="text">{escape(s.label)}</td>'
        f'<td class="text">{escape(s.predicted)}</td>'
        f"<td>{s.probability:.2g}</td>{f'<td class=text>{escape(s.why)}</td>' if explained else ''}</tr>"
        for s in content.surprises
    )
    return (
        "<h2>The most surprising cases</h2>"
        f'<div class="wide"><table><thead><tr>{"".join(f"<th>{h}</th>" for h in head)}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
        '<p class="quiet">Cases that were predicted wrongly by a model that had not seen them, the least '
        "probable first. Look for errors in the data here.</p>"
    )


def _list(title: str, sentences: Sequence[str]) -> str:
    items = "".join(f"<li>{escape(s)}</li>" for s in sentences)
    return f"<h2>{escape(title)}</h2><ul>{items}</ul>" if items else ""
