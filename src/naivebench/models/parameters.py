"""The description of a method, read without importing it: its docstring and the meanings of its parameters.

The meaning of a parameter comes from the docstring of the method's estimator, or else from the sentence that
mentions the parameter in the docstring of `fit`.
"""

from __future__ import annotations

import ast
import functools
import re
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from naivebench.models import catalogue, method_stanzas

SECTION = re.compile(r"docs/methods/[\w-]+\.md#[\w-]+")
ESTIMATORS = Path(__file__).resolve().parents[1] / "estimators"
ENTRY = re.compile(r"^(\w+) : .*\n((?:    .*\n?)+)", re.MULTILINE)  # a parameter in a numpydoc section


class Described(NamedTuple):
    """A parameter of a method with its value in the stanza."""

    name: str
    value: Any  # in the stanza or of `fit`; `method_stanzas.UNREAD` if only the module knows it
    meaning: str  # "" if it is not documented


def describe_parameters(module: str, given: dict[str, Any]) -> list[Described]:
    """Describe the parameters of `fit` in the order of its signature, with the values `given` by a stanza."""
    known = {n: p.default for n, p in (method_stanzas.read_parameters(module) or {}).items()}
    classes, functions = _read_estimator_parameters(), method_stanzas.find_fit(module)
    names = [s.get("estimator", "") for s in catalogue.read_methods().values() if s["module"] == module]
    # several classes may fit by one module; the first one that has a parameter describes it
    own_class = {p: text for name in reversed(names) for p, text in classes.get(name, {}).items()}
    notes = " ".join(" ".join(ast.get_docstring(function) or "" for function in functions).split())
    items = []
    for name in dict.fromkeys([*known, *given]):
        meaning = own_class.get(name) or _find_parameter_sentence(notes, name) or _find_usual_meaning(name)
        value = given.get(name, known.get(name, method_stanzas.UNREAD))
        items.append(Described(name, value, meaning))
    return items


def _find_parameter_sentence(notes: str, name: str) -> str:
    """Find the sentence that mentions a parameter in the docstring of `fit`; "" if there is none."""
    for sentence in re.split(r"(?<=[.;])\s", notes):
        if re.search(rf"\b{re.escape(name)}\b", sentence):
            meaning = re.sub(rf"^`?{re.escape(name)}`?: ", "", sentence).rstrip(";.")
            return f"{meaning[:1].upper()}{meaning[1:]}."
    return ""


def _find_usual_meaning(name: str) -> str:
    """Find the meaning of a parameter in most estimators; "" if no estimator has the parameter."""
    meanings = Counter(texts[name] for texts in _read_estimator_parameters().values() if name in texts)
    return meanings.most_common(1)[0][0] if meanings else ""


@functools.cache
def _read_estimator_parameters() -> dict[str, dict[str, str]]:
    """Return the meaning of every parameter by estimator class, from the docstrings of the classes."""
    found = {}
    for path in sorted(ESTIMATORS.glob("*.py")):
        for node in ast.parse(path.read_bytes()).body:
            if isinstance(node, ast.ClassDef) and "\nParameters\n" in (text := ast.get_docstring(node) or ""):
                section = text.split("\nParameters\n")[1].split("\n\n")[0]
                entries = ((name, " ".join(body.split())) for name, body in ENTRY.findall(section + "\n"))
                found[node.name] = {name.removeprefix("model_"): body for name, body in entries}
    return found


def read_docstring(module: str) -> str:
    """Return the docstring of a stanza's `module`; "" if it has none or cannot be read."""
    return ast.get_docstring(ast.Module(method_stanzas.parse_module(module), [])) or ""


def list_sections(text: str) -> list[str]:
    """Return the sections that a docstring cites, such as
    docs/methods/naive-bayes.md#categorical-naive-bayes.
    """
    return list(dict.fromkeys(SECTION.findall(text)))
