"""Facts about angles for the report: sectors, fits of both densities, and rotation of all angles."""

import math

import numpy as np
import pytest
from scipy import stats
from support import tables

from naivebench.benchmark import angle_facts, collected_frames
from naivebench.core import absence
from naivebench.core.table import Attribute, make_table, save
from naivebench.methods.directional import vmnb
from naivebench.methods.naive_bayes import gnb


def von_mises(mu, kappa, n, seed=0):
    return np.random.default_rng(seed).vonmises(mu, kappa, n)


def test_sectors_count_every_observed_angle_once():
    x = np.array([-math.pi + 1e-9, -0.01, 0.0, 0.01, math.pi])
    found = angle_facts.count_cases_by_sector(x, np.array([0, 0, 1, 1, 1]), 2)
    assert found.shape == (2, 24)
    assert found.sum() == 5
    assert (found[0, 0], found[0, 11], found[1, 12], found[1, 23]) == (1, 1, 2, 1)


def test_fits_are_those_of_scipy():
    x, y = von_mises(1.0, 3.0, 400), np.zeros(400, dtype=int)
    fit = angle_facts.fit_densities(x, y, 1)[0]
    kappa, mu, _ = stats.vonmises.fit(x, fscale=1)
    assert (fit["mu"], fit["kappa"]) == pytest.approx((mu, kappa), rel=1e-4)
    assert fit["von_mises"] == pytest.approx(stats.vonmises.logpdf(x, fit["kappa"], loc=fit["mu"]).sum())
    assert fit["gaussian"] == pytest.approx(stats.norm.logpdf(x, x.mean(), x.std()).sum())
    assert (fit["n"], fit["mean"], fit["sd"]) == (400, pytest.approx(x.mean()), pytest.approx(x.std()))


def test_classes_without_a_fit():
    one = angle_facts.fit_densities(np.array([1.0, 2.0]), np.array([0, 0]), 3)
    assert [f is None for f in one] == [False, True, True]
    # nothing to distinguish
    assert angle_facts.fit_densities(np.full(4, 0.5), np.array([0, 0, 1, 1]), 2) == [None, None]
    assert angle_facts.fit_densities(np.zeros(0), np.zeros(0, dtype=int), 2) == [None, None]
    # for one angle, or for equal ones, the likelihood has no maximum
    some = angle_facts.fit_densities(np.array([0.5, 2.0, 2.1, 3.0, 3.0]), np.array([0, 1, 1, 2, 2]), 3)
    assert [f is None for f in some] == [True, False, True]
    assert math.isfinite(some[1]["von_mises"])
    assert math.isfinite(some[1]["gaussian"])


def test_rotation_only_changes_angles_and_keeps_them_in_the_circle():
    table = tables.mixed(50)
    found, before = angle_facts.rotate_angles(table, math.pi / 2).reals, tables.mixed(50).reals
    np.testing.assert_array_equal(found[:, [0, 2]], before[:, [0, 2]])
    turned, given = found[:, [1, 3]], before[:, [1, 3]]
    np.testing.assert_allclose(np.exp(1j * turned), 1j * np.exp(1j * given), atol=1e-12)
    assert np.nanmax(np.abs(turned)) <= math.pi
    np.testing.assert_array_equal(table.reals, before)  # the table does not change


def test_rotation_does_not_change_vmnb_but_gnb():
    rng, y = np.random.default_rng(9), np.arange(300) % 4
    around_the_cut = rng.vonmises(np.array([2.1, 2.8, 3.5, 4.2])[y][:, None], 2.5, (300, 2))
    table = tables.linear(np.angle(np.exp(1j * around_the_cut)), y, kind="angular")
    rows = angle_facts.compare_rotations(table, {"vmnb": vmnb, "gnb": gnb})
    assert [r["offset_degrees"] for r in rows[: len(angle_facts.OFFSETS)]] == list(angle_facts.OFFSETS)
    own = {m: [r for r in rows if r["method"] == m] for m in ("vmnb", "gnb")}
    assert {r["changed"] for r in own["vmnb"]} == {0.0}
    assert len({r["accuracy"] for r in own["vmnb"]}) == 1
    assert max(r["changed"] for r in own["gnb"]) > 0.1
    assert own["gnb"][0]["changed"] == 0
    assert own["vmnb"][0]["accuracy"] > own["gnb"][0]["accuracy"]


def test_columns_of_angles_come_after_those_of_a_direction():
    attributes = [Attribute("d", "direction", ("x", "y", "z")), Attribute("a", "angular", period=360)]
    table = make_table(
        attributes, ["p", "q"], [0, 0, 1, 1], reals=[[1, 0, 0, x] for x in (0.4, 0.6, 0.9, 0.5)]
    )
    assert angle_facts.list_angular_attributes(table) == [("a", 360.0, 3)]
    found = angle_facts.summarize_angles(table, seed=(0,))
    assert found["rotation"] == []  # the methods do not accept directions
    assert [f["mean"] for f in found["attributes"][0]["fits"]] == [0.5, 0.7]


def describe(path):
    return collected_frames.describe_angles({"made": str(path)}, 1)


@pytest.mark.slow
def test_the_same_table_gives_the_same_facts_twice(tmp_path):
    table = tables.mixed(80)
    save(table, tmp_path / "made.npz")
    (found,), (again,) = (describe(tmp_path / "made.npz")["angles"]["facts"] for _ in range(2))
    assert found == again
    assert found["classes"] == list(table.classes)
    assert [(a["name"], a["period"]) for a in found["attributes"]] == [("aspect", 360.0), ("hour", 24.0)]
    for attribute, x in zip(found["attributes"], table.reals[:, [1, 3]].T, strict=True):
        observed = np.bincount(table.y[~np.isnan(x)]).tolist()
        assert [sum(counts) for counts in attribute["counts"]] == observed
        assert [f["n"] for f in attribute["fits"]] == observed
    turns, methods = [float(o) for o in angle_facts.OFFSETS], ("vmnb", "mixed_nb", "gnb_likeliest_cut")
    offsets = {m: [r["offset_degrees"] for r in found["rotation"] if r["method"] == m] for m in methods}
    assert offsets == {"vmnb": turns, "mixed_nb": turns, "gnb_likeliest_cut": [0]}


def test_a_missing_data_set_has_no_facts(tmp_path):
    absence.write_absence(tmp_path / "gone.npz", absence.Absence("unavailable", "fetch", "no such archive"))
    assert all(frame.empty for frame in describe(tmp_path / "gone.npz").values())
