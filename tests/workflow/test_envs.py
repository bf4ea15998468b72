"""The pip lock, the conda file and the direct dependencies name the same versions."""

import re
from pathlib import Path

import yaml

from naivebench.models import catalogue

ENVS = Path(__file__).parents[2] / "envs"
LOCK = (ENVS / "requirements.txt").read_text()
PINS = dict(re.findall(r"^([a-z0-9.-]+)==(\S+)", LOCK, re.M))
DIRECT = [line.split("#")[0].strip() for line in (ENVS / "requirements.in").read_text().splitlines()]
DIRECT = [re.split(r"[<;\[]", name)[0] for name in DIRECT if name]


def test_conda_file_pins_the_direct_dependencies_at_the_locked_versions():
    listed = yaml.safe_load((ENVS / "environment.yaml").read_text())["dependencies"]
    # packages that conda-forge does not have
    of_pip = {name.replace("==", "=") for name in listed.pop()["pip"]}
    of_conda = {d for d in listed if not d.startswith("python ")}
    assert of_conda | of_pip == {f"{name}={PINS[name]}" for name in DIRECT}


def test_every_pin_has_hashes_and_no_address():
    blocks = re.split(r"^(?=[a-z0-9.-]+==)", LOCK, flags=re.M)[1:]
    assert len(blocks) == len(PINS) > 1
    assert all("--hash=sha256:" in block for block in blocks)
    assert "://" not in LOCK


def test_rivals_of_moderate_size_are_locked_and_extras_repeat_no_other_version():
    extras = dict(re.findall(r"^([a-z0-9.-]+)==(\S+)", (ENVS / "extras.txt").read_text(), re.M))
    assert {"lightgbm", "xgboost-cpu"} <= PINS.keys()
    assert {"catboost", "interpret-core"} <= extras.keys()
    assert all(PINS.get(package, version) == version for package, version in extras.items())


def test_a_method_whose_package_is_not_locked_gives_the_reason():
    """The first screen of a report without the method shows it."""
    needing = {m: s for m, s in catalogue.read_methods().items() if "package" in s}
    extra = {m: s for m, s in needing.items() if not any(pin.startswith(s["package"]) for pin in PINS)}
    assert {"catboost", "ebm"} <= extra.keys() < needing.keys()
    assert all(s.get("not_installed") for s in extra.values() if "like" not in s or "module" in s)
