"""One vote for each source family."""

import itertools

import pytest

from naivebench.evaluation.statistics.families import (
    FEWEST,
    average_votes,
    choose_voters,
    list_repeated_families,
)

FAMILY = {"glass2": "glass", "monks-1": "monks", "monks-2": "monks", "monks-3": "monks"}


def test_the_first_member_votes_for_its_family():
    sets = ["glass", "glass2", "iris", "monks-3", "monks-1"]
    expected = {
        "glass": "glass",
        "glass2": "glass",
        "iris": "iris",
        "monks-3": "monks-3",
        "monks-1": "monks-3",
    }
    assert choose_voters(sets, FAMILY) == expected
    assert list_repeated_families(sets, FAMILY) == []
    assert (
        choose_voters(["glass2", "iris", "wine"], FAMILY)["glass2"] == "glass2"
    )  # the first that takes part


def test_an_earlier_member_than_the_namesake_of_the_family_votes():
    assert choose_voters(["glass2", "glass", "iris", "wine"], FAMILY)["glass"] == "glass2"


@pytest.mark.parametrize("sets", list(itertools.permutations(["monks-1", "monks-2", "glass"])))
def test_with_too_few_families_every_member_votes(sets):
    assert choose_voters(sets, FAMILY) == {d: d for d in sets}
    assert list_repeated_families(sets, FAMILY) == ["monks"]


def test_few_data_sets_without_relatives_are_not_within_a_family():
    assert list_repeated_families(["glass", "iris"], FAMILY) == []
    assert FEWEST == 3


def test_a_vote_is_the_mean_over_the_members_of_a_family():
    values = {"monks-1": 0.1, "iris": 0.5, "monks-2": 0.2, "wine": -1.0, "monks-3": 0.6}
    assert average_votes(values, FAMILY) == pytest.approx([0.3, 0.5, -1.0])
    assert average_votes({"monks-1": 0.1, "monks-2": 0.2}, FAMILY) == [0.1, 0.2]
    assert average_votes({}, FAMILY) == []
