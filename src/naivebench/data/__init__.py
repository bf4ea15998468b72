"""Preparation of data sets, from an archive or a file to the typed table: sources, fetching, readers, steps,
encoding and generators. This module has the types of the values in a stanza;
workflow/schemas/datasets.schema.yaml explains its keys.

A stanza that was read always has `source`, `title`, `expect`, `tags`, `reference` and `licence`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

DatasetStanza = dict[str, Any]  # a data set of the catalogue
Archive = dict[str, Any]  # origin of a file that is fetched: an entry of `archives`, or a source
Candidates = dict[str, list[Archive]]  # `candidates`: archives that `fetch` tries, in order
Source = dict[str, Any]  # origin of the cases of a data set
Expect = dict[str, Any]  # counts that a data set must have when it is prepared
Kind = dict[str, Any]  # what a stanza or a file says about a column: kind, period, values, letters, alphabet
Kinds = dict[str, str | Kind] | str
Groups = dict[str, Any]  # groups of similar sequences: similar, the column
Classes = dict[str, str | list[str | float]]
Marks = str | float | Sequence[str | float]  # marks of missing cells
Step = dict[str, Any]  # one step and its keys, which are the arguments of its function
