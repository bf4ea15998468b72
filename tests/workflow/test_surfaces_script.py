"""The surfaces script alone.

Every method that can be fitted is drawn, a method that failed has a reason, and there are surfaces only if
they show all attributes.
"""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from support import scripts, tables

from naivebench.core import absence
from naivebench.core.table import Attribute, make_table, save

pytestmark = pytest.mark.workflow

ROOT = Path(__file__).resolve().parents[2]
KINDS = ["nominal", "ordinal", "linear", "angular"]
METHODS = {
    "majority": {"module": "baselines.majority", "kinds": KINDS},
    "tan": {"module": "bn_classifiers.tan", "kinds": KINDS, "discretize": "fayyad_irani"},
    "gnb": {"module": "naive_bayes.gnb", "kinds": ["linear", "angular"], "params": {"prior_alpha": 1}},
    "vmnb": {"module": "directional.vmnb", "kinds": KINDS},
}


def clouds(n=90, kinds=("angular", "angular")):
    """Three classes of angles around different directions."""
    rng = np.random.default_rng(2)
    y = np.arange(n) % 3
    reals = rng.vonmises(np.array([-2.0, 0.0, 3.0])[y][:, None], 4, (n, len(kinds)))
    attributes = [
        Attribute(f"x{j}", kind, period=360.0 if kind == "angular" else 0.0) for j, kind in enumerate(kinds)
    ]
    return make_table(attributes, ("a", "b", "c"), y, reals=reals)


def run(folder, table, methods=METHODS, out="out.json", timeout_seconds=600, **more):
    """Output of the script for a table, or for the file that is already there."""
    if table is not None:
        save(table, folder / "made.npz")
    told = {"methods": methods, "seed": [1, 2], "timeout_seconds": timeout_seconds, "memory_mb": 4096}
    done = scripts.run("surfaces", folder, told, table="made.npz", dataset="made", out=out, **more)
    assert done.returncode == 0, done.stderr
    return json.loads((folder / out).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    folder = tmp_path_factory.mktemp("surfaces")
    return folder, run(folder, clouds(), usage="usage.json")


def test_every_method_is_drawn_on_the_data(drawn):
    folder, found = drawn
    assert list(found) == list(METHODS)
    for method, svg in found.items():
        assert svg.startswith("<svg")
        assert f'<title id="surface-made-{method}-title">Decision surface of {method} on made</title>' in svg
        assert "The points are 90 cases, coloured by true class. The regions show the predicted class." in svg
        assert len(svg.encode()) <= 60_000
    # all classes are equally large, so the first one is predicted
    assert "are predicted somewhere: a." in found["majority"]
    assert all("are predicted somewhere: a, b, c." in found[m] for m in ("tan", "gnb", "vmnb"))
    assert json.loads((folder / "usage.json").read_text())["cpu_seconds"] > 0


def test_ids_differ_between_the_methods(drawn):
    ids = [i for svg in drawn[1].values() for i in re.findall(r'\bid="([^"]+)"', svg)]
    assert len(ids) == len(set(ids))


def test_same_bytes_twice(drawn):
    folder, _ = drawn
    run(folder, None, out="again.json")
    assert (folder / "again.json").read_bytes() == (folder / "out.json").read_bytes()


def test_intervals_have_straight_borders(drawn):
    """The cut points are learned from all cases, and regions of a discretized method have only vertical and
    horizontal borders.
    """
    regions = re.findall(r'<path d="([^"]+)" clip-path="[^"]+" style="fill: var', drawn[1]["tan"])
    assert regions
    steps = "".join(re.sub(r"[^A-Z]", "", path) for path in regions)
    assert steps.count("H") + steps.count("V") > steps.count("L")


def test_a_failed_method_becomes_a_sentence_and_the_others_are_drawn(tmp_path):
    broken = {
        "vmnb": {**METHODS["vmnb"], "params": {"estimator": "guess"}},
        "lost": {"module": "directional.lost", "kinds": KINDS},
    }
    found = run(tmp_path, clouds(kinds=("angular",)), {**broken, "majority": METHODS["majority"]})
    words = {m: " ".join(re.findall(r"<tspan[^>]*>([^<]+)</tspan>", svg)) for m, svg in found.items()}
    assert words["vmnb"].startswith("No decision surface of vmnb on made: InputError: ")
    assert "guess" in words["vmnb"]
    assert "method module 'directional.lost' does not exist" in words["lost"].replace("&#x27;", "'")
    assert 'id="surface-made-lost-title"' in found["lost"]
    assert "are predicted somewhere: a." in found["majority"]


def test_methods_that_do_not_accept_angles_are_left_out(tmp_path):
    found = run(
        tmp_path,
        clouds(n=30),
        {"nb": {"module": "naive_bayes.nb", "kinds": ["nominal"]}, "majority": METHODS["majority"]},
    )
    assert list(found) == ["majority"]


@pytest.mark.parametrize(
    ("table", "shown"),
    [
        (clouds(n=30, kinds=("angular",)), True),
        (clouds(n=30, kinds=("linear", "angular")), True),
        (clouds(n=30, kinds=("angular",) * 3), False),
        (clouds(n=30, kinds=("angular", "angular", "linear")), False),
        (clouds(n=30, kinds=("linear",)), False),
        (tables.select(tables.mixed(30), [0, 3]), False),
    ],
    ids=[
        "one angle",
        "an angle and a number",
        "three angles",
        "two angles and a number",
        "no angle",
        "an angle and a label",
    ],
)
def test_surfaces_exist_only_if_they_show_all_attributes(tmp_path, table, shown):
    assert list(run(tmp_path, table, {"majority": METHODS["majority"]})) == (["majority"] if shown else [])


def test_a_missing_data_set(tmp_path):
    absence.write(tmp_path / "made.npz", absence.Absence("unavailable", "fetch", "no such archive"))
    assert run(tmp_path, None) == {}
