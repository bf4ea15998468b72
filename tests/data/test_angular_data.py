"""Directions as attributes, kinds by pattern, and the content of the real angular data sets."""

import numpy as np
import pytest

from naivebench.core.checks import InputError
from naivebench.core.table import load, save
from naivebench.data import encode, profile
from naivebench.data.readers import read as readers


def raw_of(text):
    return readers.read(text.encode(), "csv", where="x.csv")


VECTORS = "x,y,z,w,c\n3,0,4,1,p\n0,0,0,2,q\n1,,1,3,p\n0,-2,0,4,q\n"


def test_directions_have_unit_length_or_are_missing(tmp_path):
    table, findings = encode.to_table(
        raw_of(VECTORS), directions={"v": ["x", "y", "z"]}, kinds={"w": "linear"}
    )
    assert [(a.name, a.kind, a.values) for a in table.attributes] == [
        ("v", "direction", ("x", "y", "z")),
        ("w", "linear", ()),
    ]
    np.testing.assert_allclose(
        table.reals, [[0.6, 0, 0.8, 1], [np.nan] * 3 + [2], [np.nan] * 3 + [3], [0, -1, 0, 4]]
    )
    record = profile.describe(table, findings, dataset="d")
    about = {
        "name": "v",
        "kind": "direction",
        "values": 2,
        "missing": 2,
        "constant": False,
        "min": None,
        "max": None,
        "period": None,
    }
    assert record["attributes"][0] == about
    assert record["missing_cells"] == 2
    save(table, tmp_path / "t.npz")
    back = load(tmp_path / "t.npz")
    assert back.attributes == table.attributes
    np.testing.assert_array_equal(back.reals, table.reals)


def test_kinds_take_patterns_and_the_first_that_fits_counts():
    kinds = {"default": "nominal", "a*": "linear", "*2": {"kind": "angular", "period": 24}, "a3": "ordinal"}
    table, _ = encode.to_table(raw_of("a1,a2,b2,a3,b,c\n1,2,3,4,5,p\n2,3,4,5,6,q\n"), kinds=kinds)
    assert [a.kind for a in table.attributes] == ["linear", "linear", "angular", "ordinal", "nominal"]
    with pytest.raises(InputError, match=r"kinds of x.csv names 'q\*', which is not a column"):
        encode.to_table(raw_of("a,c\n1,p\n2,q\n"), kinds={"q*": "linear"})
