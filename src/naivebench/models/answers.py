"""Checks of the values that a method returns, run in the method's own process.

Later jobs read the answers of many methods together. An answer that would make such a job fail is therefore
rejected here, where it affects only the rows of its own method (docs/running.md#missing-data-and-failures).
"""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

import numpy as np

from naivebench.core.checks import InputError
from naivebench.core.logspace import blocks
from naivebench.core.one_line import cleaned, one_line
from naivebench.core.table import Table, without_labels

HIDDEN_LABELS = "`table.y` and `table.groups` are hidden while a method predicts, so it cannot use them"
LARGEST = 1e100  # largest absolute value of a number: sums of squares of such numbers are finite
DEEPEST = 200  # levels of lists and dicts
LONGEST = 1 << 22  # characters in all texts together; every other value counts as 8
COUNTS = (
    "n_parameters",
    "attributes_used",
    "angular_used",
    "kappa_capped",
    "groups",
    "evaluations",
    "evaluations_to_solution",
)
SIZES = (*COUNTS, "training_fitness")  # reported in addition to the metrics
NUMBERS = (*SIZES, "rows", "leaves")  # keys that later jobs compute with
DICTS = ("S", "splits", "tree")
TRACE = ("evaluations", "best", "mean")  # lists of a search, all of the same length
# suffix of a key that says how the number under the key without the suffix was chosen
CHOSEN_BY = "_chosen_by"
# keys that the benchmark itself uses
RESERVED = ("chosen_on_test", "reshuffled", "on_test_grid", "on_test_scores")


def asked(module: ModuleType, model: Any, table: Table) -> Any:
    """Call the module's `predict_log_proba` on a table whose labels and groups are hidden.

    If the method fails after it has used them, a sentence that says so is added to the exception. An
    InputError is passed on unchanged.
    """
    try:
        return module.predict_log_proba(model, without_labels(table))
    except InputError:
        raise
    except Exception as error:
        if _uses_labels(error) and error.args:
            error.args = (f"{error}; {HIDDEN_LABELS}", *error.args[1:])
        raise


def _uses_labels(error: BaseException) -> bool:
    """Whether an exception came through code that looks up the labels or groups of something."""
    trace = error.__traceback__
    while trace is not None:
        if {"y", "groups"}.intersection(trace.tb_frame.f_code.co_names):
            return True
        trace = trace.tb_next
    return False


def log_proba(returned: Any, n: int, k: int) -> np.ndarray:
    """The array that `predict_log_proba` returned, (n, k).

    Raises ValueError unless it is a plain NumPy array of that shape, float32 or float64. Subclasses such as
    masked arrays and matrices are rejected because they compute differently.
    """
    if type(returned) not in (np.ndarray, np.memmap):  # memmap: models whose arrays are files
        raise ValueError(f"predict_log_proba returned {_type(returned)}, expected a numpy.ndarray")
    if returned.shape != (n, k):
        raise ValueError(f"predict_log_proba returned shape {returned.shape}, expected ({n}, {k})")
    if returned.dtype not in (np.float64, np.float32):
        raise ValueError(
            f"predict_log_proba returned an array of {one_line(str(returned.dtype), 100)}, expected float64"
        )
    return np.asarray(returned)


def posterior(returned: Any, n: int, k: int) -> np.ndarray:
    """`log_proba`, checked to have natural logs of distributions over the k classes as rows; otherwise
    ValueError.
    """
    found = log_proba(returned, n, k)
    total = np.empty(n, found.dtype)
    with np.errstate(over="ignore"):
        for rows in blocks(n, k):
            part = np.exp(found[rows])
            total[rows] = part[:, 0] + part[:, 1] if k == 2 else part.sum(axis=1)  # quicker for two
    bad = np.flatnonzero(~(np.abs(total - 1) < 1e-6))
    if len(bad):
        raise ValueError(
            f"predict_log_proba: {len(bad)} of {n} rows are not distributions; row {bad[0]} sums to "
            f"{total[bad[0]]}"
        )
    return found


def summary(returned: Any) -> dict[str, Any]:
    """The dict that `summarize` returned, converted to JSON types: arrays and tuples become lists, NumPy
    numbers become Python numbers.

    Raises ValueError if it is not a dict, and for values that JSON does not have, infinite or huge numbers,
    text that cannot be encoded as UTF-8, too many values, and keys that the benchmark uses itself.
    """
    if not isinstance(returned, dict):
        raise ValueError(f"summarize returned {_type(returned)}, expected a dict")
    room = [LONGEST]
    found = _plain(returned, "the summary", room, 0)
    reserved = next((key for key in RESERVED if key in found), None)
    if reserved:
        raise ValueError(f"summarize: {reserved!r} is a key that the benchmark uses: give it another name")
    for key in (*NUMBERS, *(k.removesuffix(CHOSEN_BY) for k in found if k.endswith(CHOSEN_BY))):
        if key in found and not _is_number(found[key]):
            raise ValueError(f"summarize: {key} is {_shown(found[key])}, expected a number")
    negative = next((key for key in COUNTS if found.get(key, 0) < 0), None)
    if negative:
        raise ValueError(f"summarize: {negative} is {found[negative]}, expected at least 0")
    for key in DICTS:
        if key in found and not isinstance(found[key], dict):
            raise ValueError(f"summarize: {key} is {_shown(found[key])}, expected a dict")
    if not all(map(_is_number, found.get("splits", {}).values())):
        raise ValueError("summarize: splits contains something other than numbers")
    _check_trace(found.get("trace"))
    return found


def _check_trace(trace: Any) -> None:
    if not isinstance(trace, dict) or not trace.keys() >= set(TRACE):
        return  # a trace in another format
    columns = [trace[key] for key in TRACE]
    if not all(isinstance(c, list) and all(map(_is_number, c)) for c in columns):
        raise ValueError(f"summarize: {', '.join(TRACE)} of the trace must be lists of numbers")
    if len({len(c) for c in columns}) > 1:
        lengths = ", ".join(str(len(c)) for c in columns)
        raise ValueError(
            f"summarize: {', '.join(TRACE)} of the trace have {lengths} entries, expected equal lengths"
        )


def _plain(value: Any, where: str, room: list[int], depth: int) -> Any:
    """The value in JSON types; `where` names it in errors, `room` contains the number of characters still
    allowed.
    """
    if depth > DEEPEST:
        raise ValueError(f"summarize: {where} is nested more than {DEEPEST} levels deep")
    if isinstance(value, (np.generic, np.ndarray)):
        value = value.tolist()
    room[0] -= len(value) if isinstance(value, str) else 8
    if room[0] < 0:
        raise ValueError(f"summarize: the summary is too long: return at most {LONGEST:,} characters")
    if isinstance(value, str):
        return _text(value, where)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, (int, float)):
        if not -LARGEST <= value <= LARGEST:
            raise ValueError(f"summarize: {where} is {_shown(value)}, expected a number up to {LARGEST:g}")
        return int(value) if isinstance(value, int) else float(value)
    if isinstance(value, (list, tuple)):
        return [_plain(item, where, room, depth + 1) for item in value]
    if isinstance(value, dict):
        found = {}
        for key, item in value.items():
            if isinstance(key, bool) or not isinstance(key, (str, int, np.integer)):
                raise ValueError(f"summarize: a key of {where} is {_type(key)}, expected text")
            name = _plain(str(key), f"a key of {where}", room, depth)
            found[name] = _plain(item, name if depth == 0 else where, room, depth + 1)
        return found
    raise ValueError(f"summarize: {where} is {_type(value)}, which JSON cannot represent")


def _text(value: str, where: str) -> str:
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise ValueError(
            f"summarize: {one_line(where, 100)} is text with a lone surrogate at character "
            f"{error.start + 1}, which UTF-8 cannot represent"
        ) from None
    return cleaned(str(value))


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _type(value: Any) -> str:
    """Name of a value's type with its article, such as "a list"."""
    name = one_line(type(value).__name__, 100)
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def _shown(value: Any) -> str:
    """A value as text for an error message, shortened if it is long."""
    if isinstance(value, int) and not -LARGEST <= value <= LARGEST:
        return f"a whole number of {value.bit_length():,} bits"
    return one_line(repr(value), 100)
