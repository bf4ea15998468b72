"""Class labels of files and of Python objects. Functions decide which spellings are one label, which labels
are missing, and which columns cannot be the class.
"""

from __future__ import annotations

import re
import unicodedata
import warnings
from collections.abc import Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

import numpy as np

from naivebench.core.checks import InputError, check_known_words, format_count, suggest_closest
from naivebench.core.table import MISSING, natural_order
from naivebench.data import Classes, Kind
from naivebench.data.number_formats import parse_numbers
from naivebench.data.readers.cells import convert_series, format_label
from naivebench.data.readers.raw_table import NO_NUMBER, RawTable, format_place, make_table_from_columns

PROBABILITIES_MAX = 100_000_000  # cases times classes: every method predicts this many probabilities
# a column of numbers is not a class, unless declared, if it has more than MANY different ones, which are more
# than SHARE of the rows; or more than FEW, or than half of the rows, that are not all whole numbers
MANY, SHARE, FEW = 50, 0.05, 10
# what programs write where there is no label; `none` is not among them, because it often is a label
NO_LABEL = NO_NUMBER | {"", "?"}
NUMBER = re.compile(r"[+-]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,6})?")
TRUTH = {"true": Decimal(1), "false": Decimal(0)}
INVISIBLE = "\ufeff\u200b"  # byte order mark, blank without width
LISTED = 5  # labels to list in a sentence
CATEGORICAL = "pass y as a categorical of pandas"


def make_label_key(label: Any) -> Decimal | str | None:
    """Return the key by which labels are compared: the value of numbers and truth values, other text after
    Unicode normalisation (NFC), None for a missing label.

    0, 0.0, False, "0.00" and "FALSE" have the same key. A leading zero means a code, so "01" is text.
    """
    text = unicodedata.normalize("NFC", str(label)).strip().strip(INVISIBLE)
    if label is None or text in NO_LABEL:
        return None
    if text.lower() in TRUTH:
        return TRUTH[text.lower()]
    return Decimal(text) if NUMBER.fullmatch(text) else text


def match_labels(labels: Any, classes: Sequence[Any]) -> np.ndarray:
    """Return the index of the class of every label, (n,), -1 if there is none."""
    import pandas as pd

    values = labels if hasattr(labels, "dtype") else np.fromiter(labels, object, len(labels))
    codes, different = pd.factorize(np.asarray(values))
    places = map_cells_to_indices(different.tolist(), {label: i for i, label in enumerate(classes)})
    return np.array([*(places.get(label, -1) for label in different.tolist()), -1], dtype=np.intp)[codes]


def map_cells_to_indices(cells: Iterable[Any], index: dict[Any, int]) -> dict[Any, int]:
    """Map every cell that is a label in `index`, or has the key of one, to the number of this label."""
    by_key = {make_label_key(label): i for label, i in reversed(index.items())}
    by_key.pop(None, None)
    places = {cell: index.get(cell, by_key.get(make_label_key(cell))) for cell in cells}
    return {cell: i for cell, i in places.items() if i is not None}


def choose_label_spellings(times: Mapping[str, int], listed: Iterable[Any] = ()) -> dict[str, str | None]:
    """Return the label of every different cell, None if it is missing. The label is the spelling in `listed`,
    otherwise the most frequent spelling with the same key.

    times: cell -> number of rows. listed: labels that the user or the file declares, for example "None".
    """
    declared = dict.fromkeys(map(str, listed))
    known: dict[Any, str] = {make_label_key(label): label for label in reversed(declared)}
    spelling: dict[str, str | None] = {}
    for cell in sorted(times, key=lambda c: (-times[c], len(c), c)):
        key = make_label_key(cell)
        if cell in declared or key is None:
            spelling[cell] = cell if cell in declared else None
        else:
            spelling[cell] = known.setdefault(key, key if isinstance(key, str) else cell)
    return spelling


def list_label_notes(spelling: Mapping[str, str | None]) -> list[str]:
    """List notes on spellings that are read as one class, and on classes with nearly the same spelling."""
    cells: dict[str, list[str]] = {}
    for cell, label in spelling.items():
        if label is not None:
            cells.setdefault(label, []).append(cell)
    several = {label: spellings for label, spellings in cells.items() if len(spellings) > 1}
    notes = [f"{_quote_labels(same)} are read as one class, {label!r}" for label, same in several.items()]

    alike: dict[str, list[str]] = {}
    for label in cells:
        alike.setdefault(_simplify_spelling(label), []).append(label)
    text = "differ only in spelling (if they are one class, spell them alike)"
    return notes + [
        f"the classes {_quote_labels(sorted(same))} {text}" for same in alike.values() if len(same) > 1
    ]


def _simplify_spelling(label: str) -> str:
    """Return a label in lower case without blanks, quotation marks, leading zeros and a final point."""
    text = "".join(unicodedata.normalize("NFKC", label).casefold().split())
    return text.strip("'\"").rstrip(".").lstrip("0") or label


def _quote_labels(labels: Sequence[str]) -> str:
    """Write labels in quotes: 'a', 'b' and 'c'."""
    *first, last = [repr(str(label)) for label in labels[:LISTED]]
    if len(labels) > LISTED:
        first, last = [*first, last], f"{len(labels) - LISTED} more"
    return f"{', '.join(first)} and {last}" if first else last


def unify_label_spelling(y: np.ndarray, listed: Iterable[Any] = ()) -> np.ndarray:
    """Spell labels (n,) of text that have the same key alike (`choose_label_spellings`), with a warning.
    Raises InputError for missing labels, and for objects that scikit-learn rejects as labels.
    """
    import pandas as pd

    if pd.isna(y).any():
        raise InputError("y contains missing labels (NaN): leave their cases out")
    if y.dtype.kind not in "OUT":
        return y
    codes, values = pd.factorize(y)
    if not all(isinstance(label, str) for label in values):
        labels = pd.Series(y).infer_objects()  # truth values or numbers
        if labels.dtype == object:
            raise InputError("y contains objects that scikit-learn does not accept: pass `y.astype(str)`")
        return labels.to_numpy()
    spelling = choose_label_spellings(dict(zip(values, np.bincount(codes).tolist(), strict=True)), listed)
    if None in spelling.values():
        missing = next(cell for cell, label in spelling.items() if label is None)
        raise InputError(
            f"y contains missing labels ({missing!r}): leave their cases out; if {missing!r} is a class, "
            f"{CATEGORICAL}"
        )
    if notes := list_label_notes(spelling):
        warnings.warn("; ".join(notes), stacklevel=5)
    alike = np.array([spelling[label] for label in values], dtype=object)[codes]
    return alike if y.dtype.kind == "O" else alike.astype(str)


def read_class_values(y: Any) -> tuple[tuple[str, ...], np.ndarray, list[str]]:
    """Read the classes in code order, the class of every value of `y` (n,), -1 if missing, and notes.

    The categories of a categorical of pandas are labels, even those that look like missing ones.
    """
    import pandas as pd

    values = np.asarray(y, dtype=object)
    if values.ndim == 2 and values.shape[1] == 1:
        values = values[:, 0]
    if values.ndim != 1:
        raise InputError(f"y has the shape {values.shape}, expected one label for every case")
    column, lines = convert_series(pd.Series(values)), range(1, len(values) + 1)
    raw = make_table_from_columns(["y"], [column], lines, "y", hints={"y": {"kind": "nominal"}}, unit="row")
    stated = {"values": natural_order(list_pandas_categories(y))}
    labels, codes, notes = encode_class_column(raw, "y", None, stated, "y", CATEGORICAL)
    return labels, codes.astype(np.int64), notes


def list_pandas_categories(y: Any) -> list[str]:
    """Return the categories of labels of pandas' categorical type, as text; none for other labels."""
    known = getattr(getattr(y, "dtype", None), "categories", None)
    return [] if known is None else list(map(format_label, known))


def invert_class_mapping(classes: Classes) -> tuple[dict[str, str], str | None]:
    """Return the new label of each old one, and the new label of all others (None without `"*"`); classes:
    new label -> list of old labels, or `"*"`.
    """
    index = {str(old): str(new) for new, olds in classes.items() if olds != "*" for old in olds}
    return index, next((str(new) for new, olds in classes.items() if olds == "*"), None)


def check_two_classes(labels: Sequence[str], where: str, notes: Sequence[str] = ()) -> None:
    """Raise InputError for fewer than two classes."""
    if len(labels) < 2:
        only = f"only one class, {labels[0]!r}" if labels else "no case with a class"
        known = "".join(f"; {note}" for note in notes)
        raise InputError(f"{where} contains {only}: a classifier needs at least two classes{known}")


def encode_class_column(
    raw: RawTable,
    name: str,
    classes: Classes | None,
    stated: str | Kind | None,
    where: str,
    cure: str = "",
) -> tuple[tuple[str, ...], np.ndarray, list[str]]:
    """Return the class labels in code order, the class of every row (-1: none), and warnings.

    Labels that `classes` names, or that are values of the column in `kinds` (`stated`) or in the file, are
    classes even if they look like missing ones. cure: the words in a warning for how to declare that NA is a
    class; "" names the options of the command line and the stanza.
    """
    cells, hint, marks = raw.columns[name], raw.hints.get(name, {}), raw.missing
    in_file = [value for value in hint.get("values") or () if value not in marks]
    in_kinds = (
        list(map(str, stated.get("values", ()))) if isinstance(stated, dict) and classes is None else []
    )
    listed = in_kinds or (in_file if classes is None else [])
    merged, rest = invert_class_mapping(classes or {})
    named = [*merged, *in_kinds]

    # which cells are the same label, and which are none
    present = {cell: n for cell, n in cells.cell_counts.items() if n and (cell not in marks or cell in named)}
    spelling = choose_label_spellings(present, [*named, *in_file])
    labels = {label for label in spelling.values() if label is not None}
    if listed:
        alike = [cell for cell, label in spelling.items() if label is None or label in listed]
        encode_by_value_list(raw, name, alike, marks)  # raises for any other cell

    # which labels belong to which class
    check_known_words(sorted(merged), sorted(labels), f"a label in column {name!r}", f"`classes` of {where}")
    kept = labels if classes is None or rest is not None else labels & merged.keys()
    class_of = {label: merged.get(label, rest or label) for label in kept}
    occurring = set(class_of.values())

    # words for a missing class, which may be a class after all
    words = sorted(cell for cell, label in spelling.items() if label is None and cell not in ("", "?"))
    option = f"name all classes: `--kind {name}=nominal:CLASS,CLASS`, or `values` under `kinds` of a stanza"
    read = f"treated as missing (if this is a class, {cure or option})"
    notes = [f"{_quote_labels(words)} {'is' if len(words) == 1 else 'are'} {read}"] if words else []
    check_two_classes(sorted(occurring), where if cure else f"class column {name!r} of {where}", notes)
    if classes is None and stated is None and hint.get("kind") in (None, "linear"):
        _check_no_measurements(occurring, len(cells), name, where)

    # the class of every row
    occurring |= {str(new) for new, olds in (classes or {}).items() if olds == []}  # declared, without cases
    names = [label for label in dict.fromkeys(listed or natural_order(occurring)) if label in occurring]
    code = {label: i for i, label in enumerate(names)}
    chosen = {cell: label for cell, label in spelling.items() if label in class_of}
    y = cells.factors.look_up_codes({cell: code[class_of[label]] for cell, label in chosen.items() if label})
    check_probability_count(int((y >= 0).sum()), len(names), where)
    others = sum(present[c] for c, label in spelling.items() if label is not None and c not in chosen)
    missing = int((y < 0).sum()) - others
    counts = {"have no class": missing, "belong to other classes": others}
    left_out = [f"{rows} of {len(cells)} rows {why} and are left out" for why, rows in counts.items() if rows]
    return tuple(names), y, [*left_out, *notes, *list_label_notes(chosen)]


def encode_by_value_list(
    raw: RawTable, name: str, values: Sequence[str], marks: Collection[str], unseen: int | None = None
) -> np.ndarray:
    """Return the codes (n,) of a column with a list of values, for an attribute or the class; 1 and 1.0 are
    one value, because spreadsheets and data frames mix them.

    marks: cells that are missing. unseen: the code of other values; without it, they raise InputError with
    their place, because a reader or stanza declared the list.
    """
    cells = raw.columns[name]
    index = {value: i for i, value in enumerate(values) if value not in marks}
    present = cells.cell_counts.keys() - set(marks)
    places = map_cells_to_indices(present, index)
    odd = present - places.keys()
    if odd and unseen is None:
        row = cells.find_rows(odd)[0]
        raise InputError(
            f"{format_place(raw, row)}: {cells[row]!r} is not in the declared value list of column {name!r}: "
            f"add it to the list{_suggest_label(cells[row], values)}"
        )
    return cells.factors.look_up_codes(places | dict.fromkeys(odd, MISSING if unseen is None else unseen))


def _check_no_measurements(labels: set[str], n: int, name: str, where: str) -> None:
    """Raise InputError for labels of n rows that are measurements rather than names of classes."""
    numbers = parse_numbers(list(labels)) if len(labels) > 2 else None
    if numbers is None:
        return
    is_whole, k = all(map(float.is_integer, numbers.values.tolist())), len(labels)
    if (k > MANY and k > SHARE * n) or (not is_whole and (k > FEW or 2 * k > n)):
        cure = (
            "choose another target, cut it into classes (`naivebench try --bins 3`, the step `cut` of a "
            "stanza), or declare it nominal"
        )
        what = f"class column {name!r} of {where} contains {k} different numbers in {n} rows"
        raise InputError(f"{what}, which looks like a target of regression: {cure}")


def check_probability_count(n: int, k: int, where: str) -> None:
    """Raise InputError if n cases with k classes need more than `PROBABILITIES_MAX` probabilities."""
    if n * k > PROBABILITIES_MAX:
        raise InputError(
            f"{where} has {n:,} cases and {k:,} classes, which need {n * k:,} probabilities, but at most "
            f"{PROBABILITIES_MAX:,} are allowed: merge classes (`classes`), or use fewer rows"
        )


def check_test_labels(
    classes: Sequence[str], y: np.ndarray, in_train: np.ndarray, n: int, where: str
) -> list[str]:
    """List notes on the n rows of a test file that have no class, or a class that no training row has.

    y (m,): classes of the rows that have one; in_train (m,): whether these are training rows. Raises
    InputError if training and test rows have no class in common, or if the training rows have only one.
    """
    times = np.bincount(y[~in_train], minlength=len(classes))
    known = np.bincount(y[in_train], minlength=len(classes)) > 0
    new = np.flatnonzero(times * ~known).tolist()
    of_train = [classes[i] for i in np.flatnonzero(known).tolist()]
    if not times.any():
        cure = "fill in the classes, or use `naivebench predict` for rows without a class"
        raise InputError(f"{where} has no row with a class, so nothing can be tested: {cure}")
    if not (times * known).any():
        labels = [classes[i] for i in new]
        near = next((pair for label in labels if (pair := _suggest_label(label, of_train))), "")
        raise InputError(
            f"no label of {where} is a class of the training rows, which have {_quote_labels(of_train)}; "
            f"{where} has {_quote_labels(labels)}{near}: spell labels alike"
        )
    check_two_classes(of_train, "the training part")
    without = n - int((~in_train).sum())
    notes = [f"{without} of {n} rows of {where} have no class and are not tested"] if without else []
    for i in new:
        near = _suggest_label(classes[i], of_train)
        cases = format_count(times[i], "case")
        notes.append(f"class {classes[i]!r} occurs only in {where} ({cases}), so it cannot be learned{near}")
    return notes


def _suggest_label(label: str, known: Sequence[str]) -> str:
    """Return ``; did you mean 'yes'?`` for a label that is spelt almost like a known one."""
    near = {_simplify_spelling(other): other for other in known}.get(_simplify_spelling(label))
    return f"; {label!r} seems to be {near!r}" if near else suggest_closest(label, known)
