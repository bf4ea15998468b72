"""The colours of groups, classes and lines can be distinguished by readers who lack one kind of cone.

Their vision is simulated by Machado, Oliveira & Fernandes 2009 at full severity, on linear RGB. The distance
of colours is that of CIE 1976, in CIELAB under D65, where 2.3 is a just noticeable difference.
"""

from itertools import combinations

import numpy as np
import pytest

from naivebench.report import palette
from naivebench.report.figures import learning_curves
from naivebench.report.papers.jambeiro2007 import figures as hit_curves

VISION = {
    "normal": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
LEAST = 13.0  # minimum distance of any two colours
CLEAR = 15.0  # minimum distance of two lines with the same dash and marker


def lab(colour, vision="normal"):
    """CIELAB coordinates of a colour such as #0072b2, as a reader sees it."""
    rgb = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.asarray(VISION[vision]) @ linear, 0, 1)
    t = XYZ @ seen / XYZ.sum(axis=1)
    f = np.where(t > (6 / 29) ** 3, np.cbrt(t), t / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def distance(a, b, vision):
    return float(np.linalg.norm(lab(a, vision) - lab(b, vision)))


def test_the_distance_reproduces_printed_values():
    # sRGB primaries in CIELAB under D65, from tables of colours
    np.testing.assert_allclose(lab("#ff0000"), [53.24, 80.09, 67.20], atol=0.02)
    np.testing.assert_allclose(lab("#0000ff"), [32.30, 79.19, -107.86], atol=0.02)
    assert distance("#ff0000", "#00ff00", "normal") == pytest.approx(170.6, abs=0.1)
    assert distance("#ff0000", "#00ff00", "protanopia") < 170.6


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_any_two_groups_have_different_colours_for_every_reader(theme, vision):
    close = {
        (a.css, b.css): round(found, 1)
        for a, b in combinations(palette.LOOKS, 2)
        if (found := distance(getattr(a, theme), getattr(b, theme), vision)) < LEAST
    }
    assert close == {}


def alike(looks):
    """Pairs of lines with the same dash and marker whose colours some reader cannot distinguish clearly."""
    return [
        (a, b, vision)
        for a, b in combinations(looks, 2)
        if (looks[a]["ls"], looks[a]["marker"]) == (looks[b]["ls"], looks[b]["marker"])
        for vision in VISION
        if distance(looks[a]["color"], looks[b]["color"], vision) < CLEAR
    ]


def test_lines_of_hit_curves_differ_in_more_than_colour():
    styles = hit_curves.looks(hit_curves.DRAWN)
    looks = {
        m: {"color": s.light, "ls": hit_curves.dash_of(m), "marker": s.marker} for m, s in styles.items()
    }
    assert (
        len({(look["ls"], look["color"]) for look in looks.values()}) == len(looks) == len(hit_curves.DRAWN)
    )
    assert alike({m: look | {"marker": ""} for m, look in looks.items()}) == []


def test_lines_of_learning_curves_differ_in_more_than_colour():
    groups = dict.fromkeys(palette.KNOWN_GROUPS)
    results = type("Run", (), {})()
    results.methods = [f"{g}-{i}" for g in groups for i in range(3)]
    results.config = {"methods": {m: {"group": m.rpartition("-")[0]} for m in results.methods}}
    assert alike(learning_curves.line_looks(results, results.methods)) == []
