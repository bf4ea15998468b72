"""OpenML's data set numbers in the catalogue: each data set has the counts that belong to its number."""

import gzip
import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from naivebench.benchmark import configuration

ROOT = Path(__file__).resolve().parents[2]
# for each number: rows, attributes without class and identifiers, classes that occur, missing cells. They are
# counts of OpenML's data sets, entered by hand because tests have no network
QUALITIES = {
    2: (898, 38, 5, 22_175), 3: (3_196, 36, 2, 0), 4: (57, 16, 2, 326), 6: (20_000, 16, 26, 0),
    7: (226, 69, 24, 317), 9: (205, 25, 6, 59), 10: (148, 18, 4, 0), 11: (625, 4, 3, 0), 13: (286, 9, 2, 9),
    15: (699, 9, 2, 16), 21: (1_728, 6, 4, 0), 23: (1_473, 9, 3, 0), 24: (8_124, 22, 2, 2_480),
    25: (368, 26, 2, 1_927), 26: (12_960, 8, 5, 0), 28: (5_620, 64, 10, 0), 29: (690, 15, 2, 67),
    30: (5_473, 10, 5, 0), 31: (1_000, 20, 2, 0), 32: (10_992, 16, 10, 0), 35: (366, 34, 6, 8),
    36: (2_310, 19, 7, 0), 37: (768, 8, 2, 0), 38: (3_772, 29, 2, 6_064), 39: (336, 7, 8, 0),
    40: (208, 60, 2, 0), 41: (214, 9, 6, 0), 42: (683, 35, 19, 2_337), 43: (306, 3, 2, 0),
    44: (4_601, 57, 2, 0), 46: (3_190, 60, 3, 0), 48: (151, 5, 3, 0), 49: (303, 13, 2, 7),
    50: (958, 9, 2, 0), 51: (294, 13, 2, 782), 54: (846, 18, 4, 0), 55: (155, 19, 2, 167),
    56: (435, 16, 2, 392), 57: (3_772, 29, 4, 6_064), 59: (351, 34, 2, 0), 60: (5_000, 40, 3, 0),
    61: (150, 4, 3, 0), 62: (101, 16, 7, 0), 163: (32, 56, 3, 5), 164: (106, 57, 2, 0),
    171: (339, 17, 21, 225), 181: (1_484, 8, 10, 0), 184: (28_056, 6, 18, 0), 187: (178, 13, 3, 0),
    285: (194, 28, 8, 0), 307: (990, 12, 11, 0), 329: (160, 4, 3, 0), 333: (556, 6, 2, 0),
    334: (601, 6, 2, 0), 335: (554, 6, 2, 0), 1068: (1_109, 21, 2, 0), 1119: (32_561, 14, 2, 4_262),
    1120: (19_020, 10, 2, 0), 1456: (106, 7, 2, 0), 1460: (5_300, 2, 2, 0), 1473: (100, 9, 2, 0),
    1489: (5_404, 5, 2, 0), 1498: (462, 9, 2, 0), 1507: (7_400, 20, 2, 0), 1510: (569, 30, 2, 0),
    1538: (8_753, 3, 5, 0), 1557: (4_177, 8, 3, 0), 40496: (500, 7, 10, 0), 40499: (5_500, 40, 11, 0),
    40672: (100_968, 29, 8, 0), 40675: (163, 9, 2, 0), 40680: (1_324, 10, 2, 0), 40682: (215, 5, 3, 0),
    40704: (2_201, 3, 2, 0),
}  # fmt: skip
# two more cells are missing in Orange's copy than in Weka's, which OpenML has
OTHER_MISSING = {"audiology": 319}
SKLEARN = Path(find_spec("sklearn").origin).parent  # located without importing it
SHIPPED = (3, 61, 62, 40675)  # responses of OpenML that scikit-learn's tests contain with their true numbers


@pytest.fixture(scope="module")
def datasets():
    return {name: s for name, s in configuration.read_configuration(ROOT).datasets.items() if "openml" in s}


def test_every_id_has_the_counts_of_its_data_sets(datasets):
    for name, stanza in datasets.items():
        expect = stanza["expect"]
        # a stanza may declare classes that no case has: an empty list under `classes`
        empty = [old for old in stanza.get("classes", {}).values() if old == []]
        counts = expect["rows"], expect["attributes"], len(expect["classes"]) - len(empty), expect["missing"]
        rows, attributes, classes, missing = QUALITIES[stanza["openml"]]
        assert counts == (rows, attributes, classes, OTHER_MISSING.get(name, missing)), name
    assert {s["openml"] for s in datasets.values()} == set(QUALITIES)


def test_data_sets_with_one_id_are_of_one_family(datasets):
    families = {}
    for name, stanza in datasets.items():
        families.setdefault(stanza["openml"], set()).add(stanza.get("family", name))
    assert {i: found for i, found in families.items() if len(found) > 1} == {}


@pytest.mark.parametrize("number", SHIPPED)
def test_qualities_agree_with_the_answers_that_scikit_learn_ships(number):
    path = SKLEARN / f"datasets/tests/data/openml/id_{number}/api-v1-jdq-{number}.json.gz"
    answer = json.loads(gzip.decompress(path.read_bytes()))
    found = {q["name"]: q["value"] for q in answer["data_qualities"]["quality"]}
    keys = ("NumberOfInstances", "NumberOfFeatures", "NumberOfClasses", "NumberOfMissingValues")
    rows, attributes, classes, missing = QUALITIES[number]
    assert [float(found[key]) for key in keys] == [rows, attributes + 1, classes, missing]
