"""The worked examples of the textbook chapter compared with the printed numbers, and the wet grass with
enumeration.
"""

import json
import math
import re
from pathlib import Path

import pytest
from support.random_networks import enumerated

from naivebench.report.papers.paper import read
from naivebench.report.papers.textbook18.worked import DOCUMENTS, NEW_DOCUMENT, wet_grass, worked_examples

SECTIONS = worked_examples()
VALUES = {name: value for section in SECTIONS for name, value in section.values.items()}


def section(title):
    return next(s for s in SECTIONS if s.title.startswith(title))


def test_text_classification_as_printed():
    found = section("Text classification by relative frequencies")
    assert found.values == pytest.approx(
        {
            "P(CS) x P(words | CS)": 4 / 98,
            "P(Bio) x P(words | Bio)": 1 / 98,
            "P(CS | words)": 0.8,
            "P(Bio | words)": 0.2,
        }
    )
    products = {row[0]: row[2:] for row in found.tables[1].rows}
    assert products == {"CS": ("4/98", "4/5"), "Bio": ("1/98", "1/5")}
    words = {row[0]: row[1:] for row in found.tables[0].rows}
    assert words["Algorithms"] == words["Tree"] == ("2/7", "1/7")
    assert words["Gene"] == ("0/7", "1/7")


def test_text_classification_with_laplace():
    found = section("Text classification with Laplace")
    assert found.values["P(CS | words)"] == pytest.approx(9 / 13, abs=1e-15)
    assert [row[3] for row in found.tables[1].rows] == ["9/13", "4/13"]


def test_text_classification_equals_multinomial_naive_bayes():
    """The counts are those of scikit-learn's MultinomialNB; a tiny alpha gives the relative frequencies."""
    import numpy as np
    from sklearn.naive_bayes import MultinomialNB

    words = sorted({word for document, _ in DOCUMENTS for word in document})
    x = np.array([[document.count(word) for word in words] for document, _ in DOCUMENTS])
    y = [label for _, label in DOCUMENTS]
    new = np.array([[NEW_DOCUMENT.count(word) for word in words]])
    for title, alpha, tolerance in (
        ("Text classification by", 1e-9, 1e-8),
        ("Text classification with", 1, 1e-14),
    ):
        model = MultinomialNB(alpha=alpha).fit(x, y)
        expected = dict(zip(model.classes_, model.predict_proba(new)[0], strict=True))
        for label in expected:
            assert section(title).values[f"P({label} | words)"] == pytest.approx(
                expected[label], abs=tolerance
            )


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("P(Sprinkler | Anisa)", 0.3382),
        ("P(Sprinkler | Anisa, Malala)", 0.1604),
        ("P(Rain | Anisa)", 0.7353),
        ("P(Rain | Anisa, Malala)", 0.9328),
    ],
)
def test_wet_grass_as_published(name, printed):
    assert round(VALUES[name], 4) == printed


def test_wet_grass_equals_enumeration():
    network = wet_grass()
    for evidence in ({}, {"Anisa": "yes"}, {"Anisa": "yes", "Malala": "yes"}):
        expected = enumerated(network, ["Sprinkler"], evidence)
        name = f"P(Sprinkler{' | ' if evidence else ''}{', '.join(evidence)})"
        assert VALUES[name] == pytest.approx(expected[1] / expected.sum(), abs=1e-15)
    assert VALUES["P(Anisa, Malala)"] == pytest.approx(
        enumerated(network, [], {"Anisa": "yes", "Malala": "yes"}), abs=1e-15
    )


def test_the_sprinkler_is_explained_away():
    assert VALUES["P(Sprinkler)"] < VALUES["P(Sprinkler | Anisa, Malala)"] < VALUES["P(Sprinkler | Anisa)"]


def test_causes_compete_only_once_their_effect_is_observed():
    """Malala's grass alone is evidence for rain, but not against the sprinkler."""
    assert VALUES["P(Sprinkler | Malala)"] == pytest.approx(VALUES["P(Sprinkler)"], abs=1e-15)
    assert "its probability stays 0.1000" in section("Wet grass: explaining away").sentences[-1]
    remember = read("textbook18").summary.remember[0]
    assert "Once a common effect is observed" in remember


def test_the_derivation_of_the_critical_difference_gives_its_value():
    """The page of worked values prints 2.7278 sqrt(5 x 6 / 48), which rounds to the value beside it."""
    page = Path(__file__).parents[2] / "tests/worked_values.md"
    row = next(line for line in page.read_text().splitlines() if line.startswith("| Critical difference"))
    _, value, derivation = (cell.strip(" `") for cell in row.strip("| ").split("|"))
    factor, *numbers = map(float, re.findall(r"[\d.]+", derivation))
    a, b, c = numbers
    assert f"{factor * math.sqrt(a * b / c):.4f}" == value


def test_the_last_factor_is_the_joint_probability():
    found = section("Wet grass: elimination")
    no, yes = (found.values[f"Sprinkler = {label}, both lawns wet"] for label in ("no", "yes"))
    assert no + yes == pytest.approx(VALUES["P(Anisa, Malala)"], abs=1e-15)
    assert yes / (no + yes) == pytest.approx(found.values["P(Sprinkler | Anisa, Malala)"], abs=1e-15)


def test_sections_are_plain_data_and_their_sentences_quote_their_values():
    titles = [s.title for s in SECTIONS]
    assert len(set(titles)) == len(titles) == 7
    json.dumps([s._asdict() for s in SECTIONS], allow_nan=False)
    for s in SECTIONS:
        assert all(sentence.endswith(".") for sentence in s.sentences)
        assert all(math.isfinite(value) for value in s.values.values())
        for grid in s.tables:
            assert all(len(row) == len(grid.header) for row in grid.rows)
    for title in ("Wet grass: the posterior", "Wet grass: explaining away"):
        text = " ".join(section(title).sentences)
        assert all(f"{value:.4f}" in text for name, value in section(title).values.items() if "|" in name)
