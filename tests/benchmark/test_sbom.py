"""The list of packages has those of a lock file."""

import re
from pathlib import Path

import pytest

from naivebench.benchmark.publication.sbom import sbom
from naivebench.core.checks import InputError

ENVS = Path(__file__).parents[2] / "envs"
LOCK = """one==1.0 \\
    --hash=sha256:{a} \\
    --hash=sha256:{b}
    # via two
Two-x[extra]==2.0.1 ; python_version >= "3.11" \\
    --hash=sha256:{a}
""".format(a="a" * 64, b="b" * 64)


def test_every_pin_is_a_component_with_the_hashes_of_its_files():
    components = sbom(LOCK, "lock")["components"]
    assert [(c["name"], c["version"], c["purl"]) for c in components] == [
        ("one", "1.0", "pkg:pypi/one@1.0"),
        ("Two-x", "2.0.1", "pkg:pypi/two-x@2.0.1"),
    ]
    files = [[h["content"][0] for h in c["externalReferences"][0]["hashes"]] for c in components]
    assert files == [["a", "b"], ["a"]]


@pytest.mark.parametrize("name", ["requirements", "validators", "extras"])
def test_every_line_of_the_locks_is_in_the_list(name):
    lock = (ENVS / f"{name}.txt").read_text()
    document = sbom(lock, name)
    assert len(document["components"]) == len(re.findall(r"^\S+==", lock, re.M)) > 0
    hashes = sum(len(c["externalReferences"][0]["hashes"]) for c in document["components"])
    assert hashes == lock.count("--hash=sha256:")
    references = [c["bom-ref"] for c in document["components"]]
    assert len(set(references)) == len(references)


def test_the_serial_number_is_that_of_the_lock():
    assert sbom(LOCK, "lock") == sbom(LOCK, "elsewhere")
    assert sbom(LOCK, "lock")["serialNumber"] != sbom(LOCK.replace("1.0", "1.1"), "lock")["serialNumber"]


def test_a_pin_without_a_hash_and_a_file_without_pins_are_refused():
    with pytest.raises(InputError, match=r"one in my\.txt has no hash"):
        sbom("one==1.0\n", "my.txt")
    with pytest.raises(InputError, match="pins no package"):
        sbom("# nothing\n", "my.txt")
