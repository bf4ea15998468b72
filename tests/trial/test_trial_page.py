"""The page of a trial with synthetic results: every number in its row and column, and the time of
each part.
"""

from __future__ import annotations

import math
import re
import time
from html import unescape

import numpy as np
import pytest

from naivebench.core.table import Attribute, make_table
from naivebench.evaluation.metrics import METRICS
from naivebench.models import catalogue
from naivebench.trial import answer as answers
from naivebench.trial import jobs, page, question, trial
from naivebench.trial.details import Surprise, Weight
from naivebench.trial.growth import Curve

MEANS = {"tan": 0.9, "nb": 0.8, "majority": 0.4}
COUNTS = np.arange(9).reshape(3, 3)


@pytest.fixture(scope="module")
def asked():
    y = np.arange(30) % 3
    table = make_table([Attribute("x", "linear")], ("a", "b", "c"), y, reals=y[:, None] + 0.5)
    return question.ask("made", table, catalogue.methods(), methods=list(MEANS))


def row(method, mean):
    """A method whose n-th metric is n hundredths above its first."""
    scores = {
        m: answers.Estimate(mean + i / 100, mean - 0.05, mean + 0.05) for i, m in enumerate(answers.SHOWN)
    }
    return answers.Row(method, method.upper(), "ok", scores, 10 * mean)


@pytest.fixture(scope="module")
def html(asked):
    nothing = answers.Comparison("", "", -0.1, -0.2, 0.0, 0, 0.6, 0.4, 0.1, "t")
    rows = [row(m, mean) for m, mean in MEANS.items()]
    against = {m: nothing._replace(a=m, b="tan") for m in MEANS}
    found = answers.Answer(rows, "tan", "nb", "nb", "", against, {}, 2)
    curve = Curve("nb", (3, 6, 12, 24), (0.5, 0.6, 0.7, 0.8), answers.Estimate(0.1, 0.05, 0.15))
    weights = [Weight("x", 2.0, "a"), Weight("z", 0.5, "b")]
    surprises = [Surprise(7, "a", "b", 0.125, "x = 1")]
    empty = ((), ()), ("", "", "", "")
    return page.html(
        page.Content("t", asked, found, [curve], COUNTS, weights, surprises, *empty[0], *empty[1], False)
    )


def cells(html, section):
    """The table of a section: a list of texts for each row, and the classes of its rows and cells."""
    text = html.split(f'<section id="{section}">')[1].split("</section>")[0]
    lines = re.findall(r"<tr(.*?)>(.*?)</tr>", text)
    found = []
    for attributes, line in lines:
        parts = re.findall(r"<t[hd](.*?)>(.*?)</t[hd]>", line)
        plain = [(a, unescape(re.sub("<[^>]*>", "", c)).strip()) for a, c in parts]
        found.append((attributes, plain))
    return found


def test_scores_are_in_the_columns_of_their_metrics(html):
    (_, head), *body = cells(html, "scores")
    assert [text for _, text in head[1:-1]] == [METRICS[m].label for m in answers.SHOWN]
    for (attributes, line), (method, mean) in zip(body, MEANS.items(), strict=True):
        values = [float(text.split()[0]) * (0.01 if "%" in text else 1) for _, text in line[1:-1]]
        assert values == pytest.approx([mean + i / 100 for i in range(len(values))])
        assert line[0][1] == f"{method} {method.upper()}"
        assert ("used" in attributes) == (method == "nb")
        assert float(line[-1][1]) == pytest.approx(10 * mean)
    drawing = html.split("<svg")[1].split("</svg>")[0]
    assert drawing.count("<circle") == 2  # the baseline is not drawn
    assert "majority" not in drawing


def test_errors_are_counted_by_true_class_down_and_predicted_class_across(html):
    (_, head), *body = cells(html, "confusion")
    assert [text for _, text in head[1:]] == ["a", "b", "c"]
    for i, (_, line) in enumerate(body):
        assert [text for _, text in line] == ["abc"[i], *map(str, COUNTS[i])]
        assert [j for j, (attributes, _) in enumerate(line[1:]) if "right" in attributes] == [i]


def test_weights_curves_and_surprises_are_in_their_columns(html):
    model = [[text for _, text in line] for _, line in cells(html, "model")]
    assert model[1:] == [["x", "2.000", "", "a"], ["z", "0.500", "", "b"]]
    assert re.findall(r"width:([\d.]+)%", html) == ["100.0", "25.0"]
    curve = [[text.replace("\xa0", " ") for _, text in line] for _, line in cells(html, "rows")]
    assert curve == [
        ["Training rows", "3", "6", "12", "24"],
        ["nb", "50.00 %", "60.00 %", "70.00 %", "80.00 %"],
    ]
    assert [text for _, text in cells(html, "surprises")[1][1]] == ["7", "a", "b", "0.12", "x = 1"]


def test_methods_and_curves_end_at_their_shares_of_the_budget(asked, tmp_path, monkeypatch):
    """The trial begins after 20 of 100 seconds, so methods have until second 70 and curves until
    second 85.
    """
    asked = asked._replace(table=asked.table, split=question.Split("stratified", 10, 5))
    given = []

    def run(work, *, cores, seconds, budget, show):
        given.append(seconds)
        return jobs.Outcome({}, {})

    found = answers.Answer([row("nb", 0.8)], "nb", "nb", "nb", "", {}, {}, 1)
    monkeypatch.setattr(jobs, "run", run)
    monkeypatch.setattr(answers, "answer", lambda *_: found)
    monkeypatch.setattr(trial.growth, "LEAST", 1)
    began = time.monotonic() - 20
    done = trial.run(asked, tmp_path, cores=1, budget=100, began=began)
    assert given == pytest.approx([50, 65], abs=3)
    assert done.deadline == began + 100
    assert "learning curve of `nb`" in done.notes[0]
    given.clear()
    trial.run(asked, tmp_path, cores=1, budget=100, began=began - 70)
    assert given == [0]  # this is the time for methods; there is none for curves
    assert not math.isnan(done.deadline)
