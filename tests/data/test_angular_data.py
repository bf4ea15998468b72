"""Directions as attributes, kinds by pattern, and the content of the real angular data sets."""

import functools

import numpy as np
import pytest
from support.real_data import prepared

from naivebench.core.checks import InputError
from naivebench.core.table import load, save
from naivebench.data import encode, profile, raw_columns, steps
from naivebench.data.readers import read as readers
from naivebench.evaluation import folds

pytestmark = pytest.mark.data

real = functools.cache(prepared)


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


def test_files_with_test_cases_are_encoded_like_the_training_table():
    table, _ = encode.to_table(raw_of(VECTORS), directions={"v": ["x", "y", "z"]})
    again = encode.like(raw_of(VECTORS), table.attributes, table.classes, target="c")
    np.testing.assert_array_equal(again.reals, table.reals)
    with pytest.raises(InputError, match=r"x\.csv has no column 'z', which the training data have"):
        encode.like(raw_of("x,y,w,c\n1,2,3,p\n"), table.attributes, table.classes)


@pytest.mark.parametrize(
    ("directions", "sentence"),
    [
        ({"v": ["x", "q"]}, "directions.v of x.csv names 'q', which is not a column"),
        ({"v": ["x", "y"], "u": ["y", "z"]}, "uses column 'y' twice"),
        ({"v": ["x", "c"]}, "uses column 'c', which is the class, the groups or left out"),
        ({"w": ["x", "y"]}, "gives a direction the name 'w', which is also the name of a column"),
        ({"v": ["x"]}, "has a direction of fewer than 2 columns"),
    ],
)
def test_faults_of_directions(directions, sentence):
    with pytest.raises(InputError) as caught:
        encode.to_table(raw_of(VECTORS), directions=directions)
    assert sentence in str(caught.value)


def test_longitude_and_latitude_become_a_direction():
    text = "lon,lat,c\n0,0,p\n90,0,q\n180,60,p\n12,-90,q\n,3,p\n"
    step = {"sphere": {"longitude": "lon", "latitude": "lat", "as": "site"}}
    raw = steps.apply(raw_of(text), [step], "data set 'd'", raw_columns.marks_of(None))
    table, _ = encode.to_table(raw, target="c", directions={"site": ["site x", "site y", "site z"]})
    h = np.sqrt(3) / 2
    np.testing.assert_allclose(
        table.reals, [[1, 0, 0], [0, 1, 0], [-0.5, 0, h], [0, 0, -1], [np.nan] * 3], atol=1e-9
    )


def test_kinds_take_patterns_and_the_first_that_fits_counts():
    kinds = {"default": "nominal", "a*": "linear", "*2": {"kind": "angular", "period": 24}, "a3": "ordinal"}
    table, _ = encode.to_table(raw_of("a1,a2,b2,a3,b,c\n1,2,3,4,5,p\n2,3,4,5,6,q\n"), kinds=kinds)
    assert [a.kind for a in table.attributes] == ["linear", "linear", "angular", "ordinal", "nominal"]
    with pytest.raises(InputError, match=r"kinds of x.csv names 'q\*', which is not a column"):
        encode.to_table(raw_of("a,c\n1,p\n2,q\n"), kinds={"q*": "linear"})


def test_calm_air_has_no_direction_and_north_is_zero_degrees(folder):
    table, _ = real("ewr-weather", folder)
    assert np.isnan(table.reals[:, 0]).sum() == 256 + 586
    directions = np.degrees(table.reals[:, 0])
    assert np.nanmin(np.abs(directions)) < 1e-9  # 360 degrees
    tens = directions[~np.isnan(directions)] / 10
    np.testing.assert_allclose(tens, np.round(tens), atol=1e-9)
    assert np.nanmax(table.reals[:, 1]) < 50


def test_a_digits_strokes_follow_from_its_points(folder):
    """The first row of the file is 47, 100, 27, 81, 57, 37, ..."""
    table, _ = real("pendigits-directions", folder)
    expected = [np.arctan2(81 - 100, 27 - 47), np.arctan2(37 - 81, 57 - 27)]
    np.testing.assert_allclose(table.reals[0, :2], expected, atol=1e-9)


def test_digits_of_the_other_writers_come_last(folder):
    """UCI's test part has 3,498 digits of 14 writers.

    Its first row is 88, 92, 2, 99, 16, 66, 94, 37, 70, 0, 0, 24, 42, 65, 100, 100, an eight.
    """
    table, record = real("pendigits-directions", folder)
    assert record["holdout"] == 7494
    x, y = [88, 2, 16, 94, 70, 0, 42, 100], [92, 99, 66, 37, 0, 24, 65, 100]
    same = np.isclose(table.reals, np.arctan2(np.diff(y), np.diff(x)), atol=1e-9).all(axis=1)
    assert np.flatnonzero(same & (table.y == table.classes.index("8"))).min() >= 7494
    drawn = folds.make(table, scheme="holdout", holdout=record["holdout"])
    np.testing.assert_array_equal(folds.test_rows(drawn, 0), np.arange(7494, 10_992))


def test_mounds_are_axes(folder):
    """The first mound of the file is at 161 degrees, which is -19 degrees as an axis, and is doubled.

    Axes run from north to south. One of site 12 is written as 18 where its neighbours are near 180, and
    counts as one of them.
    """
    table, _ = real("termite-mounds", folder)
    assert table.attributes[0].period == 180
    axes = np.degrees(table.reals[:, 0]) / 2
    assert axes[0] == pytest.approx(161 - 180)
    assert 0.95 < (np.abs(axes) < 45).mean() < 1
    site = table.y == table.classes.index("12")
    assert np.isclose(axes[site], 18).any()
    assert (np.abs(axes[site]) < 60).all()


def test_angles_of_the_electrocardiograms(folder):
    table, record = real("arrhythmia", folder)
    missing = {a["name"]: a["missing"] for a in record["attributes"] if a["kind"] == "angular"}
    assert list(missing) == ["QRS_angle", "T_angle", "P_angle", "QRST_angle", "J_angle"]
    assert record["missing_cells"] == sum(missing.values()) + 1  # and one heart rate
    assert sum(a.kind == "nominal" for a in table.attributes) == 73


def test_directions_of_the_trace_are_unit_vectors(folder):
    table, _ = real("protein-ca-directions", folder)
    assert [a.kind for a in table.attributes] == ["direction"] * 5
    np.testing.assert_allclose(np.linalg.norm(table.reals.reshape(-1, 5, 3), axis=2), 1)
    helix = table.reals[table.y == table.classes.index("H")].reshape(-1, 5, 3)[:, 2]
    twist = np.degrees(np.angle(np.mean(helix[:, 1] + 1j * helix[:, 2])))
    assert 45 < twist < 55  # the dihedral angle of four CA atoms of an alpha helix is about 50 degrees


def test_alpha_helices_are_in_the_region_of_ramachandran(folder):
    table, _ = real("protein-dihedrals", folder)
    phi, psi = np.degrees(np.median(table.reals[table.y == table.classes.index("H")], axis=0))
    assert (-70 < phi < -58, -50 < psi < -35) == (True, True)


@pytest.mark.parametrize("dataset", ["protein-dihedrals", "ewr-weather"])
def test_grouped_folds_of_real_groups(dataset, folder):
    table, _ = real(dataset, folder)
    drawn = folds.make(table, scheme="grouped", folds=10, seed=[3])
    tests = [folds.test_rows(drawn, f) for f in range(10)]
    held = [set(table.groups[rows].tolist()) for rows in tests]
    assert sum(map(len, held)) == len(set(table.groups.tolist()))  # no group is in two folds
    assert np.array_equal(np.sort(np.concatenate(tests)), np.arange(len(table.y)))
    largest = np.bincount(table.groups).max()
    assert max(map(len, tests)) <= max(largest, 1.25 * len(table.y) / 10)
    assert all(len(np.unique(table.y[rows])) == len(table.classes) for rows in tests)
    assert drawn.test.tobytes() == folds.make(table, scheme="grouped", folds=10, seed=[3]).test.tobytes()
