"""A network as BIF text, for tests of the reader."""

from __future__ import annotations

import re

import numpy as np

from naivebench.inference.network import Network

PLAIN = re.compile(r'[^\s{}()\[\];|,"/]+')


def text_of(network: Network, *, name: str = "unknown") -> str:
    """The network as BIF; every number with all its digits, so that `parse` gives the same tables."""
    lines = [f"network {_quoted(name)} {{", "}"]
    for variable, states in zip(network.names, network.states, strict=True):
        lines += [
            f"variable {_quoted(variable)} {{",
            f"  type discrete [ {len(states)} ] {{ {', '.join(map(_quoted, states))} }};",
            "}",
        ]
    for i, table in enumerate(network.tables):
        above = [_quoted(network.names[p]) for p in network.parents[i]]
        lines.append(
            f"probability ( {_quoted(network.names[i])}{' | ' if above else ''}{', '.join(above)} ) {{"
        )
        for row in np.ndindex(table.shape[:-1]):
            labels = [
                _quoted(network.states[p][code]) for p, code in zip(network.parents[i], row, strict=True)
            ]
            lines.append(
                f"  {'(' + ', '.join(labels) + ')' if labels else 'table'} "
                f"{', '.join(map(repr, table[row].tolist()))};"
            )
        lines.append("}")
    return "\n".join(lines) + "\n"


def _quoted(word: str) -> str:
    """A word as BIF takes it."""
    return word if PLAIN.fullmatch(word) else f'"{word}"'
