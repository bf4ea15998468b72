"""Configuration files that are nested too deeply, and aliases."""

import pytest
from support.sentences import refusal

from naivebench.benchmark.configuration import documents


@pytest.mark.parametrize(
    "text",
    ["a: " + "[" * 3000 + "]" * 3000, "{a: " * 3000 + "1" + "}" * 3000, "a:\n" + "- " * 3000 + "x"],
    ids=["lists", "mappings", "dashes"],
)
def test_deep_nesting_is_refused_in_one_sentence(text):
    assert refusal(documents.parse, text, "my.yaml").startswith("my.yaml is nested too deeply")


def test_aliases_in_use_are_read():
    read = documents.parse("a: &a {x: 1}\nb: *a\nc: {<<: *a, y: 2}\nd: [*a, *a]\n", "my.yaml")
    assert read.data["c"] == {"x": 1, "y": 2}
    assert "contains itself" in refusal(documents.parse, "a: &a [*a]\n", "my.yaml")
