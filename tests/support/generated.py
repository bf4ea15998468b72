"""Data that hypothesis generates for the tests, and the number of examples.

Every run has the same few examples. If the environment variable NAIVEBENCH_EXAMPLES is a factor, such as 50,
there are that many times more, drawn at random.
"""

from __future__ import annotations

import os

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from naivebench.core.table import Attribute, Table, make_table, subset
from support import sequence_tables, tables

FACTOR = int(os.environ.get("NAIVEBENCH_EXAMPLES", "1"))


def examples(count: int) -> settings:
    """Settings with this number of examples of a test, times the factor."""
    return settings(
        max_examples=count * FACTOR,
        derandomize=FACTOR == 1,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


# scores and posteriors


@st.composite
def scores(draw, least: int = 2, most: int = 6) -> np.ndarray:
    """An (N, k) matrix of scores of `least` to `most` methods on 2 to 12 data sets, with many ties or only
    accidental ones.
    """
    cells = draw(st.sampled_from([st.integers(0, 3).map(float), st.floats(0, 1, allow_subnormal=False)]))
    return draw(
        arrays.arrays(np.float64, (draw(st.integers(2, 12)), draw(st.integers(least, most))), elements=cells)
    )


@st.composite
def posteriors(draw) -> tuple[np.ndarray, np.ndarray]:
    """The (y, probabilities (n, K)) of 2 to 30 cases, with ties, zeros and absent classes."""
    n, k = draw(st.integers(2, 30)), draw(st.integers(2, 4))
    y = draw(arrays.arrays(np.int64, n, elements=st.integers(0, k - 1)))
    parts = draw(arrays.arrays(np.float64, (n, k), elements=st.integers(0, 4).map(float)))
    parts[parts.sum(axis=1) == 0] = 1
    return y, parts / parts.sum(axis=1, keepdims=True)


# tables


@st.composite
def parts(draw) -> tuple[Table, Table]:
    """A training part of 1 to 20 cases and a test fold of 1 to 8, with 1 to 4 attributes.

    Attributes are nominal, ordinal, linear, angular or directions. Cells are missing, columns are constant,
    values are new or of a long list, numbers are far apart, and there may be one class.
    """
    n, m, k = draw(st.integers(1, 20)), draw(st.integers(1, 8)), draw(st.integers(1, 4))
    kinds = draw(
        st.lists(
            st.sampled_from(["nominal", "ordinal", "linear", "angular", "direction"]), min_size=1, max_size=4
        )
    )
    attributes, codes, reals = [], [], []
    for j, kind in enumerate(kinds):
        if kind in ("nominal", "ordinal"):
            r = draw(st.sampled_from([1, 2, 3, 5, 300]))
            attributes.append(Attribute(f"x{j}", kind, tables.labels(r), declared=draw(st.booleans())))
            codes.append(draw(arrays.arrays(np.int32, n + m, elements=st.integers(-1, r - 1))))
        elif kind == "direction":
            axes = "xyz"[: draw(st.integers(2, 3))]
            ends = draw(arrays.arrays(np.float64, (n + m, len(axes)), elements=st.integers(-2, 2).map(float)))
            ends[~ends.any(axis=1)] = np.nan
            attributes.append(Attribute(f"x{j}", kind, tuple(axes)))
            reals += list((ends / np.linalg.norm(ends, axis=1, keepdims=True)).T)
        else:
            some = (
                [0.0, 1.0, 1.5, -1e6, 1e6, np.nan] if kind == "linear" else [0.0, 1.5, -np.pi, np.pi, np.nan]
            )
            bound = 1e3 if kind == "linear" else np.pi
            cell = st.sampled_from(some) | st.floats(-bound, bound, allow_subnormal=False)
            attributes.append(Attribute(f"x{j}", kind, period=360.0 if kind == "angular" else 0.0))
            reals.append(draw(arrays.arrays(np.float64, n + m, elements=cell)))
    y = draw(arrays.arrays(np.int32, n + m, elements=st.integers(0, k - 1)))
    table = make_table(
        attributes,
        tables.labels(k, "c"),
        y,
        np.array(codes).T if codes else None,
        np.array(reals).T if reals else None,
    )
    return subset(table, np.arange(n)), subset(table, np.arange(n, n + m))


@st.composite
def texts(draw, kind: str) -> tuple[Table, Table]:
    """A training part of 1 to 20 documents or sequences and a test fold of 1 to 8.

    Some are empty, some words never occur or fill a document, some letters are outside the alphabet, and
    there may be one class.
    """
    n, m, k = draw(st.integers(1, 20)), draw(st.integers(1, 8)), draw(st.integers(1, 4))
    y = draw(arrays.arrays(np.int32, n + m, elements=st.integers(0, k - 1)))
    classes = tables.labels(k, "c")
    if kind == "sequence":
        letters = st.text("ACGT?", max_size=12)
        table = sequence_tables.sequences([draw(letters) for _ in range(n + m)], y, classes=classes)
    else:
        cell = st.sampled_from([0.0, 0.0, 0.0, 1.0, 2.0, 1e4])
        d = draw(st.sampled_from([1, 2, 5, 60]))
        table = sequence_tables.documents(
            draw(arrays.arrays(np.float64, (n + m, d), elements=cell)), y, classes
        )
    return subset(table, np.arange(n)), subset(table, np.arange(n, n + m))
