"""Checks of the values that a method returns, run in the method's own process.

Later jobs read the answers of many methods together. An answer that would make such a job fail is therefore
rejected here, where it affects only the rows of its own method (docs/running.md#missing-data-and-failures).
"""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np

from naivebench.core.checks import replace_control_characters, shorten_line

LARGEST = 1e100  # largest absolute value of a number: sums of squares of such numbers are finite
LONGEST = 1 << 22  # characters of the summary as JSON
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
RESERVED = ("chosen_on_test",)  # keys that the benchmark itself uses


def check_log_proba(returned: Any, n: int, k: int) -> np.ndarray:
    """Return the array that `predict_log_proba` returned, (n, k).

    Raises ValueError unless it is a plain NumPy array of that shape, float32 or float64. Subclasses such as
    masked arrays and matrices are rejected because they compute differently.
    """
    if type(returned) not in (np.ndarray, np.memmap):  # memmap: models whose arrays are files
        raise ValueError(f"predict_log_proba returned {_name_type(returned)}, expected a numpy.ndarray")
    if returned.shape != (n, k):
        raise ValueError(f"predict_log_proba returned shape {returned.shape}, expected ({n}, {k})")
    if returned.dtype not in (np.float64, np.float32):
        raise ValueError(
            f"predict_log_proba returned an array of {shorten_line(str(returned.dtype), 100)}, expected "
            "float64"
        )
    return np.asarray(returned)


def check_posterior(returned: Any, n: int, k: int) -> np.ndarray:
    """Return the array that `predict_log_proba` returned, (n, k), checked as in `check_log_proba`.

    Raises ValueError also if a row does not contain the natural logs of a distribution over the k classes.
    """
    checked = check_log_proba(returned, n, k)
    with np.errstate(over="ignore"):
        total = np.exp(checked).sum(axis=1)
    bad = np.flatnonzero(~(np.abs(total - 1) < 1e-6))
    if len(bad):
        raise ValueError(
            f"predict_log_proba: {len(bad)} of {n} rows are not distributions; row {bad[0]} sums to "
            f"{total[bad[0]]}"
        )
    return checked


def check_summary(returned: Any) -> dict[str, Any]:
    """Return the dict that `summarize` returned, converted to JSON types: arrays and tuples become lists,
    NumPy numbers become Python numbers.

    Raises ValueError if it is not a dict, and for values that JSON does not have, infinite or huge numbers,
    text that cannot be encoded as UTF-8, too many values, and keys that the benchmark uses itself.
    """
    if not isinstance(returned, dict):
        raise ValueError(f"summarize returned {_name_type(returned)}, expected a dict")
    try:
        text = json.dumps(_convert_for_json(returned), ensure_ascii=False, allow_nan=False)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"summarize returned a value that JSON cannot represent: {error}") from None
    if len(text) > LONGEST:
        raise ValueError(f"summarize returned {len(text):,} characters, expected at most {LONGEST:,}")
    content = json.loads(text)
    _check_summary_values(content)
    return content


def _convert_for_json(value: Any) -> Any:
    """Return the value in Python's own types, with text that every file can contain."""
    if isinstance(value, (np.generic, np.ndarray)):
        value = value.tolist()
    if isinstance(value, str):
        return replace_control_characters(value)
    if isinstance(value, (list, tuple)):
        return [_convert_for_json(item) for item in value]
    if isinstance(value, dict) and all(isinstance(key, (str, int, np.integer)) for key in value):
        return {replace_control_characters(str(key)): _convert_for_json(item) for key, item in value.items()}
    if (
        value is None
        or isinstance(value, (bool, float))
        or (isinstance(value, int) and abs(value) <= LARGEST)
    ):
        return value
    raise ValueError(_show_value(value))


def _check_summary_values(content: dict[str, Any]) -> None:
    """Raise ValueError if a key that later jobs read has a value that they cannot use."""
    reserved = [key for key in RESERVED if key in content]
    if reserved:
        raise ValueError(f"summarize: {reserved[0]!r} is a key that the benchmark uses: give it another name")
    chosen = [key.removesuffix(CHOSEN_BY) for key in content if key.endswith(CHOSEN_BY)]
    for key in (*NUMBERS, *chosen):
        value, least = content.get(key, 0), 0 if key in COUNTS else -LARGEST
        if not _is_number(value) or not least <= value <= LARGEST:
            raise ValueError(
                f"summarize: {key} is {_show_value(value)}, expected a number from {least:g} to {LARGEST:g}"
            )
    for key in DICTS:
        if not isinstance(content.get(key, {}), dict):
            raise ValueError(f"summarize: {key} is {_show_value(content[key])}, expected a dict")
    lists = {"splits": [*content.get("splits", {}).values()]}
    trace = content.get("trace")
    if isinstance(trace, dict) and trace.keys() >= set(TRACE):
        lists |= {key: trace[key] for key in TRACE}
    for key, values in lists.items():
        if not isinstance(values, list) or not all(map(_is_number, values)):
            raise ValueError(f"summarize: {key} contains {_show_value(values)}, expected numbers")
    if len({len(lists[key]) for key in lists if key != "splits"}) > 1:
        raise ValueError(f"summarize: {', '.join(TRACE)} of the trace must have the same length")


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _name_type(value: Any) -> str:
    """Return the name of a value's type with its article, such as "a list"."""
    name = shorten_line(type(value).__name__, 100)
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def _show_value(value: Any) -> str:
    """Return a value as text for an error message, shortened if it is long."""
    if isinstance(value, int) and not -LARGEST <= value <= LARGEST:
        return f"a whole number of {value.bit_length():,} bits"  # too long for repr
    return shorten_line(repr(value), 100)
