"""What a method says of itself, read without importing it: its docstring and the meanings of its parameters.

The meaning of a parameter is that in the docstring of the method's estimator, or else the sentence of the
docstring of `fit` that mentions it.
"""

from __future__ import annotations

import ast
import functools
import re
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from naivebench.models import catalogue, own, stanzas

SECTION = re.compile(r"docs/methods/[\w-]+\.md#[\w-]+")
ESTIMATORS = Path(__file__).resolve().parents[1] / "estimators"
ENTRY = re.compile(r"^(\w+) : .*\n((?:    .*\n?)+)", re.MULTILINE)  # a parameter in a numpydoc section


class Described(NamedTuple):
    """A parameter of a method with its value in the stanza."""

    name: str
    value: Any  # in the stanza; `stanzas.UNREAD` if only the module knows it
    default: Any  # in `fit`; `stanzas.UNREAD` if only the module knows it
    meaning: str  # "" if it is not documented

    @property
    def changed(self) -> bool:
        """Whether the stanza's value differs from the default of `fit`; False if the default is unknown."""
        return self.default is not stanzas.UNREAD and self.value != self.default


def describe_parameters(module: str, given: dict[str, Any]) -> list[Described]:
    """Describe the parameters of `fit` in the order of its signature, with the values `given` by a stanza."""
    known = {n: p.default for n, p in (stanzas.parameters(module) or {}).items()}
    names = [*known, *(name for name in given if name not in known)]
    meanings = _find_meanings(module)
    items = []
    for name in names:
        default = known.get(name, stanzas.UNREAD)
        items.append(Described(name, given.get(name, default), default, meanings(name)))
    return items


def _find_meanings(module: str) -> functools.partial[str]:
    """The function that gives the meaning of a parameter of the module's `fit`; "" if it is unknown."""
    classes = _estimator_parameters()
    names = {s.get("estimator") for s in catalogue.methods().values() if s["module"] == module}
    own_class = next((classes[name] for name in names if name in classes), {})
    fit = next((n for n in _parse(module) if isinstance(n, ast.FunctionDef) and n.name == "fit"), None)
    notes = " ".join(((ast.get_docstring(fit) if fit else None) or "").split())
    return functools.partial(_find_meaning, own_class, re.split(r"(?<=[.;])\s", notes), classes)


def _find_meaning(
    own_class: dict[str, str], notes: list[str], classes: dict[str, dict[str, str]], name: str
) -> str:
    """The meaning by the method's own class, by the docstring of `fit`, or by most other classes."""
    if name in own_class:
        return own_class[name]
    sentence = next((s for s in notes if re.search(rf"\b{re.escape(name)}\b", s)), "")
    if sentence:
        meaning = sentence.removeprefix(f"`{name}`: ").rstrip(";.")
        return f"{meaning[:1].upper()}{meaning[1:]}."
    if name.endswith("_grid"):
        return f"Values of `{name.removesuffix('_grid')}` that `auto` tries."
    others = Counter(texts[name] for texts in classes.values() if name in texts)
    return others.most_common(1)[0][0] if others else ""


@functools.cache
def _estimator_parameters() -> dict[str, dict[str, str]]:
    """Meaning of every parameter by estimator class, from the docstrings of the classes."""
    found = {}
    for path in sorted(ESTIMATORS.glob("*.py")):
        for node in ast.parse(path.read_bytes()).body:
            if isinstance(node, ast.ClassDef) and "\nParameters\n" in (text := ast.get_docstring(node) or ""):
                section = text.split("\nParameters\n")[1].split("\n\n")[0]
                entries = ((name, " ".join(body.split())) for name, body in ENTRY.findall(section + "\n"))
                found[node.name] = {name.removeprefix("model_"): body for name, body in entries}
    return found


def docstring(module: str) -> str:
    """The docstring of a stanza's `module`; "" if it has none or cannot be read."""
    return ast.get_docstring(ast.Module(_parse(module), [])) or ""


def _parse(module: str) -> list[ast.stmt]:
    path = own.source(module)
    try:
        return ast.parse(path.read_bytes()).body if path else []
    except SyntaxError:
        return []


def section(text: str) -> str:
    """The first section of docs/methods/ that a docstring cites, such as
    docs/methods/naive-bayes.md#categorical-naive-bayes; "" if there is none.
    """
    match = SECTION.search(text)
    return match.group() if match else ""
