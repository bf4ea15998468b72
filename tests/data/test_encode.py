"""Encoding: kinds, value lists, classes, missing cells and angles, and warnings."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.sentences import refusal

from naivebench.core.checks import InputError
from naivebench.core.table import Attribute, load, make_table, save
from naivebench.data import encode, profile
from naivebench.data.readers import raw_table
from naivebench.data.readers import read as readers


def raw_of(text, reader="csv", **options):
    return readers.read_table(text.encode(), reader, where="x.csv", **options)


def encoded(text, *, reader="csv", **options):
    return encode.encode_table(raw_of(text, reader, target=options.get("target")), where="x.csv", **options)


OWN = """name,size,colour,level,angle,class
A,1.5,red,10,90,yes please
B,,blue,9,180,no thanks
C,2.5,?,10,270,no thanks
D,3,red,9,,yes please
"""


def test_kinds_can_be_given():
    kinds = {
        "default": "nominal",
        "size": "linear",
        "level": "ordinal",
        "angle": {"kind": "angular", "period": 360},
    }
    table, _ = encoded(OWN, target="class", kinds=kinds, drop=["name"])
    assert [(a.kind, a.values) for a in table.attributes[1:3]] == [
        ("nominal", ("blue", "red")),
        ("ordinal", ("9", "10")),
    ]
    np.testing.assert_allclose(table.reals[:, 1], [math.pi / 2, math.pi, -math.pi / 2, np.nan])
    assert not any(a.declared for a in table.attributes)


def test_listed_values_are_declared_in_their_order():
    sizes = {"kind": "ordinal", "values": ["low", "mid", "high"]}
    table, _ = encoded("s,c\nlow,1\nhigh,2\n", kinds={"s": sizes})
    assert table.attributes[0].values == ("low", "mid", "high")
    assert table.attributes[0].declared
    assert table.codes[:, 0].tolist() == [0, 2]
    with pytest.raises(
        InputError, match=r"x.csv, line 3: 'high' is not in the declared value list of column 's'"
    ):
        encoded("s,c\nlow,1\nhigh,2\n", kinds={"s": {"kind": "nominal", "values": ["low"]}})


@pytest.mark.parametrize(
    ("target", "name"), [("first", "a"), ("last", "c"), (1, "b"), ("b", "b"), (None, "c"), (-1, "c")]
)
def test_targets(target, name):
    assert raw_table.find_target(raw_of("a,b,c\n1,2,x\n"), target) == name


def test_classes_can_be_merged():
    text = "a,c\n1,0\n2,1\n3,2\n4,3\n5,\n"
    table, findings = encoded(text, classes={"none": [0], "some": "*"})
    assert (table.classes, table.y.tolist()) == (("none", "some"), [0, 1, 1, 1])
    assert findings["warnings"] == ["1 of 5 rows have no class and are left out"]
    table, findings = encoded(text, classes={"b": ["3"], "a": ["0", "1"]})
    assert (table.classes, table.y.tolist(), findings["rows"].tolist()) == (("a", "b"), [0, 0, 1], [0, 1, 3])
    assert "1 of 5 rows belong to other classes and are left out" in findings["warnings"]


def test_an_empty_list_declares_a_class_without_cases():
    """The number of declared classes decides how small a branch of a tree may be, as in Weka."""
    text = "a,c\n1,0\n2,1\n3,0\n"
    table, _ = encoded(text, classes={"no": ["0"], "never": [], "yes": ["1"]})
    assert (table.classes, table.y.tolist()) == (("never", "no", "yes"), [1, 2, 1])
    with pytest.raises(InputError, match="only one class, 'no'"):
        encoded("a,c\n1,0\n2,0\n", classes={"no": ["0"], "never": []})


def test_groups_are_not_predictors():
    table, _ = encoded("g,a,c\nq,1,x\np,2,y\nq,3,x\n", groups="g")
    assert table.groups.tolist() == [1, 0, 1]
    assert [a.name for a in table.attributes] == ["a"]
    with pytest.raises(InputError, match=r"x\.csv, line 3: the groups column 'g' is empty"):
        encoded("g,a,c\nq,1,x\n,2,y\nq,3,x\n", groups="g")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"target": "clas"}, "target 'clas' is not a column of x.csv; did you mean 'class'?"),
        (
            {"kinds": {"size": "liner"}},
            "kind of column 'size' in x.csv is 'liner', expected one of nominal, ordinal, linear, "
            "angular, count, sequence; did you mean 'linear'?",
        ),
        ({"kinds": {"angle": "angular"}}, "column 'angle' of x.csv is angular and needs a period above 0"),
        (
            {"kinds": {"colour": "linear"}},
            "x.csv, line 2: 'red' in the linear column 'colour' is not a number",
        ),
        (
            {"classes": {"a": ["yes"], "b": "*"}},
            "`classes` of x.csv names 'yes', which is not a label in column 'class'",
        ),
    ],
)
def test_faults(options, sentence):
    with pytest.raises(InputError) as caught:
        encoded(OWN, **({"target": "class"} | options))
    assert sentence in str(caught.value)


X = np.random.default_rng(0).normal(size=500).round(1)


@pytest.mark.parametrize("y", [X > -1.85, X > 1.95, np.digitize(X, [-0.55, 0.75]), abs(X) < 0.45])
def test_a_column_of_numbers_tells_classes_between_cuts(y):
    column = Attribute("v", "linear")
    table = make_table([column], "abc"[: max(y) + 1], y.astype(int), reals=X[:, None])
    for x in (X, np.where(y == 1, np.nan, X)):
        assert profile.measure_leakage(column, x, table) >= 0.995


def test_the_range_of_an_angle_is_reported_in_its_unit():
    table, _ = encoded("a,c\n90,x\n-45,y\n", kinds={"a": {"kind": "angular", "period": 360}})
    attribute = profile.describe_table(table)["attributes"][0]
    assert (attribute["min"], attribute["max"], attribute["period"]) == (
        pytest.approx(-45),
        pytest.approx(90),
        360,
    )


def test_a_column_called_default_is_a_column():
    raw = raw_of("default,b,c\n0,1,x\n1,2,y\n0,1,y\n")
    for kinds in ({"default": "nominal"}, {"default": {"kind": "nominal"}}):
        table, _ = encode.encode_table(raw, target="c", kinds=kinds)
        assert [a.kind for a in table.attributes] == ["nominal", "linear"]
    table, _ = encode.encode_table(raw, target="c", kinds="nominal")
    assert [a.kind for a in table.attributes] == ["nominal", "nominal"]
    other, _ = encode.encode_table(raw_of("a,b,c\n0,1,x\n1,2,y\n"), target="c", kinds={"default": "nominal"})
    assert [a.kind for a in other.attributes] == ["nominal", "nominal"]


def test_like_encodes_by_the_training_table():
    table, _ = encoded(OWN, target="class", drop=["name"])

    def like(text):
        return encode.encode_new_table(raw_of(text, header=True), table.attributes, table.classes)

    test = like("angle,more,colour,size,level\n1,9,green,7,?\n2,9,red,,5\n")
    assert test.codes.tolist() == [[-1], [1]]
    assert test.y.tolist() == [-1, -1]
    np.testing.assert_allclose(test.reals, [[7, np.nan, 1], [np.nan, 5, 2]])
    lacks = r"x\.csv has no column 'colour', which the training data have; did you mean 'color'\?"
    with pytest.raises(InputError, match=lacks):
        like("size,color,level,angle\n1,?,2,3\n")
    with pytest.raises(InputError, match="'x' in the linear column 'size' is not a number"):
        like("size,colour,level,angle\nx,?,2,3\n")


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["a", "b", "", "?"]),
            st.sampled_from(["1", "2.5", "-3", "?"]),
            st.sampled_from("xy"),
        ),
        min_size=1,
        max_size=30,
    )
)
def test_encoding_a_table_like_itself_changes_nothing(rows):
    rows = [*rows, ("a", "1", "x"), ("b", "2", "y")]
    text = "n,r,c\n" + "".join(",".join(row) + "\n" for row in rows)
    table, _ = encoded(text, target="c", kinds={"n": "nominal", "r": "linear"})
    again = encode.encode_new_table(raw_of(text, target="c"), table.attributes, table.classes)
    np.testing.assert_array_equal(again.codes, table.codes)
    np.testing.assert_array_equal(again.reals, table.reals)


# Directions

VECTORS = "x,y,z,w,c\n3,0,4,1,p\n0,0,0,2,q\n1,,1,3,p\n0,-2,0,4,q\n"


def test_directions_have_unit_length_or_are_missing(tmp_path):
    table, findings = encode.encode_table(
        raw_of(VECTORS), directions={"v": ["x", "y", "z"]}, kinds={"w": "linear"}
    )
    assert [(a.name, a.kind, a.values) for a in table.attributes] == [
        ("v", "direction", ("x", "y", "z")),
        ("w", "linear", ()),
    ]
    np.testing.assert_allclose(
        table.reals, [[0.6, 0, 0.8, 1], [np.nan] * 3 + [2], [np.nan] * 3 + [3], [0, -1, 0, 4]]
    )
    record = profile.describe_table(table, findings, dataset="d")
    about = {"name": "v", "kind": "direction", "values": 2, "missing": 2, "constant": False}
    assert record["attributes"][0] == about | dict.fromkeys(("min", "max", "period"))
    assert record["missing_cells"] == 2
    save(table, tmp_path / "t.npz")
    back = load(tmp_path / "t.npz")
    assert back.attributes == table.attributes
    np.testing.assert_array_equal(back.reals, table.reals)


def test_kinds_take_patterns_and_the_first_that_fits_counts():
    kinds = {"default": "nominal", "a*": "linear", "*2": {"kind": "angular", "period": 24}, "a3": "ordinal"}
    table, _ = encode.encode_table(raw_of("a1,a2,b2,a3,b,c\n1,2,3,4,5,p\n2,3,4,5,6,q\n"), kinds=kinds)
    assert [a.kind for a in table.attributes] == ["linear", "linear", "angular", "ordinal", "nominal"]
    with pytest.raises(InputError, match=r"`kinds` of x.csv names 'q\*', which is not a column"):
        encode.encode_table(raw_of("a,c\n1,p\n2,q\n"), kinds={"q*": "linear"})


# Columns that cannot be classes: numbers of a regression, or too many values


def encoded_labels(labels):
    return encoded("x,y\n" + "".join(f"{i % 7},{label}\n" for i, label in enumerate(labels)))


@pytest.mark.parametrize(
    "labels",
    [
        [str(i) for i in range(51)],
        [f"{i % 60}" for i in range(1000)],
        [f"{i / 7:.3f}" for i in range(11)] * 100,
        ["1.5", "2.5", "3.5", "1.5"],
        [f"-{i}e-1" for i in range(100)],
    ],
)
def test_numeric_targets_of_regression_are_refused(labels):
    refused = refusal(encoded_labels, labels)
    assert "class column 'y' of x.csv contains" in refused
    assert "which looks like a target of regression" in refused


@pytest.mark.parametrize(
    "labels",
    [
        [str(i) for i in range(50)],
        [str(i % 60) for i in range(1200)],
        ["0.5", "1", "2"] * 20,
        ["1.0", "2.0", "3.0"],
        ["0.1", "0.2"],
        [f"c{i}" for i in range(100)],
        ["1", "2", "3", "other"] * 3,
    ],
)
def test_few_numbers_and_names_are_classes(labels):
    assert len(encoded_labels(labels)[0].classes) == len(set(labels))
