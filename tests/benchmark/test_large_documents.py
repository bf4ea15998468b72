"""Configuration files that would take much time or memory to read, or are nested too deeply."""

import time
import tracemalloc

import pytest
from support.sentences import refusal

from naivebench.benchmark.configuration import documents
from naivebench.cli import tables

LAUGHS = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n" + "".join(
    f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 12)
)
MERGES = "a0: &a0 {x: 1, y: 2}\n" + "".join(
    f"a{i}: &a{i} {{k: *a{i - 1}, l: *a{i - 1}, m: *a{i - 1}}}\n" for i in range(1, 30)
)
BOMBS = {
    "laughs": (LAUGHS, "keys and values, aliases included"),
    "mappings": (MERGES, "keys and values, aliases included"),
    "lists": ("a: " + "[" * 3000 + "]" * 3000, "levels deep"),
    "mappings in mappings": ("{a: " * 3000 + "1" + "}" * 3000, "levels deep"),
    "blocks": ("\n".join("  " * i + "a:" for i in range(3000)), "levels deep"),
    "dashes": ("a:\n" + "- " * 3000 + "x", "levels deep"),
    "keys": ("a: {? " * 3000, "levels deep"),
    "wide": ("a: [" + "1, " * 300_000 + "1]", "keys and values"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_in_one_sentence_with_little_time_and_memory(name):
    text, expected = BOMBS[name]
    started = time.process_time()
    tracemalloc.start()
    said = refusal(documents.parse, text, "my.yaml")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert expected in said
    assert said.startswith("my.yaml, line ")
    assert peak < 50e6
    assert time.process_time() - started < 20


def test_aliases_in_use_are_read():
    read = documents.parse("a: &a {x: 1}\nb: *a\nc: {<<: *a, y: 2}\nd: [*a, *a]\n", "my.yaml")
    assert read.data["c"] == {"x": 1, "y": 2}
    assert "contains itself" in refusal(documents.parse, "a: &a [*a]\n", "my.yaml")


@pytest.mark.parametrize(
    "text", ["[" * 3000, "&a [*a]", "{a: 1}", "2020-13-45", "!!python/name:os", "a: b: c", "*x"]
)
def test_values_of_parameters_are_scalars(text):
    assert refusal(tables.parse_scalar, text, text).startswith("--param ")
