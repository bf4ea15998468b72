"""The page of a trial: the answer first, then the details on which it is based."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

import numpy as np

from naivebench.core.table import n_cases, n_classes
from naivebench.evaluation.metrics import METRICS
from naivebench.trial import drawings, words
from naivebench.trial.answer import SHOWN, Answer, Row
from naivebench.trial.details import Surprise, Weight
from naivebench.trial.growth import Curve
from naivebench.trial.question import BASELINE, Question

MOST_CLASSES, MOST_WEIGHTS = 20, 15
CSS = """
:root { color-scheme: light dark; --paper: #fff; --ink: #1c2128; --quiet: #545d69; --line: #d5dae1;
  --mark: #1f5fa8; --other: #a4501b; --bar: #9db9dc; --box: #f3f6fa; }
@media screen and (prefers-color-scheme: dark) {
  :root { --paper: #15191f; --ink: #e4e8ee; --quiet: #a9b3c0; --line: #3c444f; --mark: #8ab8f0;
    --other: #f0a573; --bar: #3f618c; --box: #1e242c; }
}
* { box-sizing: border-box; }
body { font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0; }
main { max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.25rem; margin: 2.75rem 0 .5rem; padding-top: .75rem; border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
p { margin: .5rem 0; max-width: 50rem; }
nav { margin: 1rem 0; } nav a { margin-right: 1rem; white-space: nowrap; }
a { color: var(--mark); }
.answer { font-size: 1.06rem; background: var(--box); border-left: 4px solid var(--mark); margin: 1.25rem 0;
  padding: .75rem 1.25rem; }
.quiet { color: var(--quiet); }
.small, .small td { font-size: .9rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .75rem 0; }
th, td { padding: .25rem .8rem .25rem 0; border-bottom: 1px solid var(--line); text-align: right;
  vertical-align: top; }
td:not(.text):not(:first-child) { white-space: nowrap; }
th:first-child, td:first-child, .text { text-align: left; }
tr.used td:first-child { font-weight: 600; }
td.share { min-width: 10rem; } .share span { display: block; height: .8rem; margin-top: .35rem;
  background: var(--bar); }
td.right { font-weight: 600; }
code, pre { font-family: ui-monospace, monospace; font-size: .92em; }
pre { background: var(--box); padding: .8rem 1rem; overflow-x: auto; }
figure { margin: .75rem 0; } figcaption { font-size: .9rem; color: var(--quiet); }
svg { height: auto; max-width: 100%; }
@media screen { svg { min-width: 420px; } }
svg text { fill: currentColor; font-size: 13px; }
svg .axis { stroke: var(--quiet); } svg .bar { stroke: var(--bar); stroke-width: 6; }
svg .dot { fill: var(--mark); }
summary { cursor: pointer; padding: .25rem 0; }
@media print { nav { display: none; } main { padding: 0; } body { font-size: 11pt; }
  tr, figure, pre { break-inside: avoid; } h2, h3 { break-after: avoid; } pre { white-space: pre-wrap; }
  .wide { overflow: visible; } svg { max-width: 100%; min-width: 0; }
  .share span { print-color-adjust: exact; } }
"""


class Content(NamedTuple):
    """Content of the page."""

    name: str  # name of the table
    question: Question
    answer: Answer
    curves: Sequence[Curve]
    confusion: np.ndarray  # (K, K), of the recommended method
    weights: Sequence[Weight]
    surprises: Sequence[Surprise]
    decisions: Sequence[str]  # sentences about the columns and rows
    notes: Sequence[str]  # notes on folds, and on what is missing
    command: str
    next: str  # the command that predicts new rows
    python: str
    versions: str
    partial: bool  # whether methods are still missing because the trial was interrupted


class Section(NamedTuple):
    """A part of the page; it is left out if it has no content."""

    id: str
    title: str
    content: str


def html(content: Content) -> str:
    """The page as HTML."""
    question = content.question
    headline = words.headline(question, content.answer)
    use = content.answer.recommended
    sections = [
        Section("scores", "All scores", _scores(content)),
        Section("confusion", f"Errors of `{use}` by class", _confusion(content)),
        Section("model", f"What `{use}` uses", _weights(content)),
        Section("rows", "Would more rows help?", _growth(content)),
        Section("surprises", "The most surprising rows", _surprises(content)),
        Section("table", "What was decided about the table", _list(content.decisions)),
        Section("use", "How to use the model", _use(content)),
        Section("computed", "How this was computed", _computed(content)),
    ]
    shown = [section for section in sections if section.content]
    links = "".join(f'<a href="#{s.id}">{marked(s.title)}</a> ' for s in shown)
    body = "\n".join(f'<section id="{s.id}"><h2>{marked(s.title)}</h2>{s.content}</section>' for s in shown)
    table = question.table
    size = f"{n_cases(table):,} rows, {len(table.attributes)} columns, {n_classes(table)} classes"
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f"<title>{escape(content.name)}: which naive Bayes?</title>\n"
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>{CSS}</style></head>\n'
        f'<body><main><h1>{marked(headline.title)}</h1>\n<p class="quiet">Table '
        f"{escape(content.name)}: {size}</p>\n{_answer(content, headline)}\n"
        f'<nav aria-label="On this page">{links}</nav>\n{body}\n</main></body></html>\n'
    )


def marked(sentence: str) -> str:
    """Convert a sentence to HTML, with words in backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(sentence)).replace(" %", "&nbsp;%")


def _answer(content: Content, headline: words.Headline) -> str:
    partial = (
        "<p><strong>This trial was interrupted, so methods or curves are missing. Run the same command again "
        "to complete it.</strong></p>"
        if content.partial
        else ""
    )
    sentences = "".join(f"<p>{marked(s)}</p>" for s in headline.sentences)
    times = "".join(f"<p data-measured>{marked(s)}</p>" for s in headline.times)
    predict = (
        f"<p>To predict new rows with <code>{escape(content.answer.recommended)}</code>, which "
        f"<code>model.nb</code> contains:</p><pre tabindex=0>{escape(content.next)}</pre>"
        if content.next
        else ""
    )
    return (
        f'{partial}<div class="answer">{sentences}{times}</div>{predict}'
        f'<p class="quiet">{escape(words.basis(content.question))}</p>'
    )


def _scores(content: Content) -> str:
    question, rows = content.question, content.answer.rows
    metrics = list(dict.fromkeys((question.metric.id, *SHOWN)))
    head = ["Method", *(METRICS[m].label for m in metrics), "CPU seconds"]
    used = content.answer.recommended
    body = [(row.method == used, _score_cells(question, metrics, row)) for row in rows]
    cells = "".join(f'<th scope="col">{escape(h)}</th>' for h in head)
    table = "".join(f"<tr{' class=used' * used}>{''.join(cells)}</tr>" for used, cells in body)
    return (
        f"{_intervals(question, rows)}"
        f'<div class="wide" tabindex="0" role="group" aria-label="All scores"><table><thead><tr>{cells}</tr>'
        f"</thead><tbody>{table}</tbody></table></div>"
        '<p class="quiet small">Means over the test folds; the recommended method is in bold. For log loss '
        "and calibration error, lower is better. CPU seconds are those of all fits and predictions. "
        "<code>scores.csv</code> has the scores of every fold.</p>"
    )


def _score_cells(question: Question, metrics: Sequence[str], row: Row) -> list[str]:
    """Cells of a method; if it has no scores, a cell with the reason."""
    name = f'<td><code>{escape(row.method)}</code> <span class="quiet">{escape(row.title)}</span></td>'
    if not row.scores:
        return [name, f'<td class="text quiet" colspan="{len(metrics) + 1}">{escape(row.status)}</td>']
    means = [f"<td>{words.value(question, m, row.scores[m].mean)}</td>" for m in metrics]
    return [name, *means, f"<td data-measured>{row.seconds:.2f}</td>"]


def _intervals(question: Question, rows: Iterable[Row]) -> str:
    """Drawing of 95 % intervals of all methods but the baseline, which is far from the others."""
    metric = question.metric.id
    shown = [
        (row.method, row.scores[metric])
        for row in rows
        if row.scores and row.method != BASELINE and not math.isnan(row.scores[metric].low)
    ]
    if not shown:
        return ""
    label = f"{question.metric.label} of every method with its 95 % interval"
    drawing = drawings.intervals(shown, lambda mean: words.value(question, metric, mean), label)
    return (
        f"<figure>{drawing}<figcaption>{escape(label)}. The intervals allow for the training cases that "
        "folds share. Methods are compared on the same folds, so overlapping intervals do not mean that two "
        "methods are equally good.</figcaption></figure>"
    )


def _growth(content: Content) -> str:
    """Section on scores by number of training rows."""
    if not content.curves:
        return ""
    question, curves = content.question, content.curves

    def text(mean: float) -> str:
        return words.value(question, question.metric.id, mean)

    head = "".join(f'<th scope="col">{size}</th>' for size in curves[0].sizes)
    rows = "".join(
        f"<tr><td><code>{escape(c.method)}</code></td>{''.join(f'<td>{text(m)}</td>' for m in c.means)}</tr>"
        for c in curves
    )
    label = f"{question.metric.label} by number of training rows"
    return (
        f"<p>{marked(words.more_rows(question, curves[0]))}</p>"
        f"<figure>{drawings.curves(curves, text, label)}<figcaption>{escape(label)}, each number twice the "
        "one before it. The test rows are the same.</figcaption></figure>"
        f'<div class="wide" tabindex="0" role="group" aria-label="{escape(label)}"><table><thead><tr>'
        f'<th scope="col">Training rows</th>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
    )


def _confusion(content: Content) -> str:
    classes = content.question.table.classes
    if len(classes) > MOST_CLASSES:
        return ""
    head = "".join(f'<th scope="col">{escape(c)}</th>' for c in classes)
    body = "".join(
        f'<tr><th scope="row" class="text">{escape(c)}</th>'
        + "".join(f"<td{' class=right' * (i == j)}>{n}</td>" for j, n in enumerate(counts))
        + "</tr>"
        for i, (c, counts) in enumerate(zip(classes, content.confusion.tolist(), strict=True))
    )
    return (
        "<p>Rows by true class (down) and predicted class (across), each predicted by a model that had not "
        "seen it. Correct predictions are in bold.</p>"
        '<div class="wide" tabindex="0" role="group" aria-label="Errors by class"><table><thead><tr>'
        f'<th scope="col">True class</th>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _weights(content: Content) -> str:
    if not content.weights:
        return ""
    shown = content.weights[:MOST_WEIGHTS]
    largest = shown[0].nats
    rows = "".join(
        f'<tr><td>{escape(w.name)}</td><td>{w.nats:.3f}</td><td class="share"><span '
        f'style="width:{100 * w.nats / largest:.1f}%"></span></td>'
        f'<td class="text">{escape(w.speaks_for)}</td></tr>'
        for w in shown
    )
    more = len(content.weights) - MOST_WEIGHTS
    rest = f" {more} with smaller weights are not listed." if more > 0 else ""
    texts = any(a.kind == "count" for a in content.question.table.attributes)
    what = "Column or word" if texts else "Column"
    return (
        '<div class="wide" tabindex="0" role="group" aria-label="Weights"><table><thead><tr>'
        f'<th scope="col">{what}</th><th scope="col">Weight</th><td></td>'
        f'<th scope="col" class="text">Speaks most for</th></tr></thead><tbody>{rows}</tbody></table></div>'
        '<p class="quiet small">The weight is the mean size of the log-odds (in nats) that a value '
        f"contributes for or against the predicted class.{rest}</p>"
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
    heads = "".join(f'<th scope="col" class="text">{h}</th>' for h in head)
    return (
        f"<p>These rows were predicted wrongly by a model that had not seen them, and their true class had "
        "the smallest probability. Look for errors in the data here. Rows are counted from 1, without the "
        "header.</p>"
        f'<div class="wide" tabindex="0" role="group" aria-label="Surprising rows"><table class="small">'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _use(content: Content) -> str:
    parts = []
    if content.next:
        parts.append(f"<p>On the command line:</p><pre tabindex=0>{escape(content.next)}</pre>")
    if content.python:
        parts.append(f"<p>In Python:</p><pre tabindex=0>{escape(content.python)}</pre>")
    return "".join(parts)


def _computed(content: Content) -> str:
    notes = _list(content.notes)
    command = (
        f"<p>To repeat it:</p><pre tabindex=0>{escape(content.command)}</pre>" if content.command else ""
    )
    return (
        f"<p>{escape(words.basis(content.question))} {escape(words.RULES)}</p>{notes}{command}"
        f'<p class="quiet small">{escape(content.versions)}</p>'
    )


def _list(sentences: Sequence[str]) -> str:
    items = "".join(f"<li>{marked(s)}</li>" for s in sentences)
    return f"<ul>{items}</ul>" if items else ""
