"""Entries of the page's search. Pages are taken from the links of the navigation, everything else is found
here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from html import unescape
from typing import NamedTuple

CARD = re.compile(
    r'<details class="card" id="([^"]+)" data-([dm])="([^"]+)">\s*'
    r"<summary>.*?<span>([^<]*)</span>.*?</summary>(.*?)<!--/fold-->",
    re.DOTALL,
)
SECTION = re.compile(r'(<section id="([^"]+)"[^>]*)>\n(.*?)</section>', re.DOTALL)
FOLD = re.compile(r"<!--fold-->(.*?)<!--/fold-->", re.DOTALL)
FOLDED = re.compile(r"(<!--fold-->.*?<!--/fold-->)", re.DOTALL)
ID = re.compile(r'\sid="([^"]+)"')
TABLE = re.compile(
    r'<div class="table[^"]*" id="(table-[^"]+)" data-table="([^"]+)".*?<caption><span>([^<]*)', re.DOTALL
)
FIGURE = re.compile(r'<figure class="picture" id="([^"]+)".*?<title[^>]*>([^<]*)</title>', re.DOTALL)
TERM = re.compile(r'<div id="(term-[^"]+)"><dt>([^<]*)</dt><dd>([^<]*)')
HEADING = re.compile(r'<h([23]) id="([^"]+)">(.*?)</h\1>', re.DOTALL)
BARE = re.compile(r"<h([23])>(.*?)</h\1>", re.DOTALL)
KINDS = ("answer", "method", "data set", "term", "part", "figure", "table")
TAG = re.compile(r"<[^>]*>")


class Place(NamedTuple):
    """An entry of the search: an anchor of the page, its kind and name, and further words to match."""

    id: str
    kind: str
    name: str
    more: str = ""


class Question(NamedTuple):
    """A question in readers' words; the answer is the first of `anchors` that is on the page."""

    anchors: tuple[str, ...]
    name: str
    more: str


QUESTIONS = (
    Question(
        ("problems",),
        "Missing data sets and results",
        "failed unavailable not available excluded download error",
    ),
    Question(("citing",), "Cite the benchmark or a table", "citation reference BibTeX DOI quote"),
    Question(
        ("methods",),
        "Use a method in Python",
        "use scikit-learn estimator import code example library predict",
    ),
    Question(
        ("table-suits", "datasets"),
        "Which method for which data",
        "choose recommend best missing values small numeric nominal mixed tables",
    ),
    Question(
        ("table-suits", "datasets"), "Methods for data with missing values", "NA NaN incomplete unknown"
    ),
    Question(("versus",), "Compare two methods", "difference against head to head pair"),
    Question(
        ("cost",), "Time and memory of the methods", "speed fast slow CPU seconds RAM runtime expensive"
    ),
    Question(
        ("calibration",),
        "Can the probabilities be trusted?",
        "calibration calibrated reliability overconfident",
    ),
    Question(
        ("protocols",), "How the methods are compared", "protocol cross-validation folds honest test settings"
    ),
    Question(("claims",), "Do the papers' claims hold?", "reproduction replication verdicts original papers"),
    Question(
        ("statistics",), "Which differences are significant?", "p-value test Wilcoxon Friedman Bayesian"
    ),
    Question(
        ("sure",),
        "Methods as good as the best",
        "equal equivalent ties random forest xgboost behind best method of all",
    ),
    Question(("scores",), "Score of a method on a data set", "accuracy on the test folds cell result"),
    Question(("leaderboard",), "Download the leaderboard", "CSV JSON export file data"),
    Question(("learning",), "Do more training cases help?", "sample size learning curve bias variance"),
    Question(
        ("provenance",), "Versions, packages and configuration of the run", "reproduce rerun commit seed"
    ),
)


def anchored(page: str) -> str:
    """Give an id to every heading of level 2 and 3 of a page that is not inside a card."""
    taken = set(ID.findall(page))

    def of_heading(section: str, match: re.Match[str]) -> str:
        first = name = "-".join([section, *re.findall(r"[a-z0-9]+", _text(match[2]).lower())[:8]])
        count = 1
        while name in taken:
            count += 1
            name = f"{first}-{count}"
        taken.add(name)
        return f'<h{match[1]} id="{name}">{match[2]}</h{match[1]}>'

    def inside(match: re.Match[str]) -> str:
        parts = FOLDED.split(match[3])
        parts[::2] = (BARE.sub(partial(of_heading, match[2]), part) for part in parts[::2])
        return f"{match[1]}>\n{''.join(parts)}</section>"

    return SECTION.sub(inside, page)


def of_section(body: str) -> Iterator[Place]:
    """The cards, terms, headings, tables and figures of a section, without the contents of cards."""
    for at, what, name, more, _ in CARD.findall(body):
        yield Place(at, "method" if what == "m" else "data set", unescape(name), unescape(more))
    outside = FOLD.sub("", body)
    for at, name, more in TERM.findall(outside):
        yield Place(at, "term", unescape(name), unescape(more))
    for _, at, text in HEADING.findall(outside):
        yield Place(at, "part", _text(text))
    for at, name, caption in TABLE.findall(outside):
        yield Place(at, "table", unescape(caption).strip() or name, name)
    for at, title in FIGURE.findall(outside):
        yield Place(at, "figure", unescape(title))


def of_page(page: str) -> list[Place]:
    """All entries of the search, in the order of `KINDS`."""
    anchors = set(ID.findall(page))
    answers = ((next((a for a in q.anchors if a in anchors), None), q) for q in QUESTIONS)
    found = [Place(at, "answer", q.name, q.more) for at, q in answers if at]
    found += [place for section in SECTION.finditer(page) for place in of_section(section[3])]
    return sorted(found, key=lambda place: KINDS.index(place.kind))


def _text(html: str) -> str:
    return unescape(TAG.sub("", html)).strip()
