"""Stanzas that describe several data sets: one for each class against all others."""

from __future__ import annotations

from typing import Any

from naivebench.benchmark.configuration.documents import Document, locate
from naivebench.core.checks import InputError
from naivebench.data.derive import REST

PLACE = "{class}"  # placeholder in id and title of such a stanza
KEY = "one_against_rest"


def expanded(document: Document) -> Document:
    """Replace each `one_against_rest` of a catalogue of data sets by a stanza for every class.

    The class replaces `{class}` in id and title, becomes the `has_word` of its stanza, and has its number of
    cases, if given, in `expect`. Raises InputError for an id with `{class}` but no classes, for classes
    without `{class}`, and for an id that already exists.
    """
    stanzas: dict[str, Any] = {}
    places = dict(document.places)
    given = document.data.get("datasets") or {}
    for id_, stanza in given.items():
        if (PLACE in id_) != (KEY in stanza):
            lacking = f"no {KEY}" if PLACE in id_ else f"{KEY} and no {PLACE} in its id"
            raise InputError(
                f"{locate(document, ('datasets', id_))}: data set {id_!r} has {lacking}: use both or neither"
            )
        if KEY not in stanza:
            stanzas[id_] = stanza
            continue
        listed = stanza[KEY] if isinstance(stanza[KEY], dict) else dict.fromkeys(stanza[KEY])
        for i, (label, cases) in enumerate(listed.items()):
            key = label if isinstance(stanza[KEY], dict) else i
            name, place = id_.replace(PLACE, str(label)), locate(document, ("datasets", id_, KEY, key))
            if name in given or name in stanzas:
                raise InputError(
                    f"{place}: {id_!r} defines data set {name!r}, which is already in the file: rename "
                    "one of them"
                )
            stanzas[name], places[("datasets", name)] = _task(stanza, str(label), cases), place
            for path, place in document.places.items():
                if path[:2] == ("datasets", id_) and len(path) > 2:
                    places.setdefault(("datasets", name, *path[2:]), place)
    return document._replace(data={**document.data, "datasets": stanzas}, places=places)


def _task(stanza: dict[str, Any], label: str, cases: int | None) -> dict[str, Any]:
    """The stanza for one class against the rest."""
    task = {**stanza, "has_word": label}
    del task[KEY]
    if "title" in task:
        task["title"] = task["title"].replace(PLACE, label)
    expect = task.get("expect", {})
    if cases is not None and "rows" in expect:
        task["expect"] = {**expect, "classes": {label: cases, REST: expect["rows"] - cases}}
    return task
