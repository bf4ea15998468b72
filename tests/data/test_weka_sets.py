"""The tables that Weka read, compared with Weka 3.6.14's description of the same files."""

import pytest
from support.archive_tables import LETTERS
from support.real_data import STANZAS, prepared

pytestmark = pytest.mark.data

# as Weka prints them: rows, cases per class in declared order, missing cells, attributes (numeric, nominal),
# and the declared values of all nominal attributes together
PRINTED = {
    "weka-abalone": (4177, [1528, 1307, 1342], 0, (8, 0), 0),
    "weka-annealing": (898, [8, 99, 684, 0, 67, 40], 0, (6, 32), 103),
    "weka-audiology": (
        226,
        [1, 1, 57, 22, 1, 2, 20, 48, 2, 6, 2, 4, 2, 2, 9, 3, 1, 2, 22, 4, 1, 4, 8, 2],
        317,
        (0, 69),
        154,
    ),
    "weka-auto-imports": (205, [0, 3, 22, 67, 54, 32, 27], 59, (15, 10), 60),
    "weka-balance-scale": (625, [288, 49, 288], 0, (4, 0), 0),
    "weka-breast-cancer-wisconsin": (699, [458, 241], 16, (9, 0), 0),
    "weka-car-evaluation": (1728, [1210, 384, 69, 65], 0, (0, 6), 21),
    "weka-contact-lenses": (24, [5, 4, 15], 0, (0, 4), 9),
    "weka-contraceptive-metod-choice": (1473, [629, 333, 511], 0, (2, 7), 22),
    "weka-credit-screening": (690, [307, 383], 67, (6, 9), 41),
    "weka-dermatology": (366, [112, 61, 72, 49, 52, 20], 8, (1, 33), 129),
    "weka-echocardiogram": (131, [88, 43], 101, (9, 1), 2),
    "weka-german": (1000, [700, 300], 0, (7, 13), 56),
    "weka-glass-identification": (214, [70, 76, 17, 0, 13, 9, 29], 0, (9, 0), 0),
    "weka-habermans-survival": (306, [225, 81], 0, (2, 1), 12),
    "weka-heart-disease-cleverland": (303, [165, 138], 7, (6, 7), 19),
    "weka-hepatitis": (155, [32, 123], 167, (6, 13), 26),
    "weka-horse-colic": (368, [232, 136], 1927, (23, 3), 6),
    "weka-house-votes-84": (435, [267, 168], 392, (0, 16), 32),
    "weka-hungarian": (294, [188, 106], 782, (6, 7), 19),
    "weka-hypothyroid-garavan": (3772, [3481, 194, 95, 2], 6064, (7, 22), 46),
    "weka-ionosphere": (351, [126, 225], 0, (34, 0), 0),
    "weka-iris-classification": (150, [50, 50, 50], 0, (4, 0), 0),
    "weka-king-rook-vs-king-pawn": (3196, [1669, 1527], 0, (0, 36), 74),
    "weka-labor-negotiations": (57, [20, 37], 326, (8, 8), 21),
    "weka-led": (500, [45, 37, 51, 57, 52, 52, 47, 57, 53, 49], 0, (7, 0), 0),
    "weka-letter-recognition": (
        20000,
        LETTERS,
        0,
        (16, 0),
        0,
    ),
    "weka-live-disorders-bupa": (345, [145, 200], 0, (6, 0), 0),
    "weka-lung-cancer": (32, [9, 23], 5, (0, 56), 158),
    "weka-lymphography": (148, [2, 81, 61, 4], 0, (3, 15), 44),
    "weka-magic-gamma-telescope": (19020, [12332, 6688], 0, (10, 0), 0),
    "weka-mushrooms": (8124, [4208, 3916], 2480, (0, 22), 125),
    "weka-new-thyroid": (215, [150, 35, 30], 0, (5, 0), 0),
    "weka-nursey": (12960, [4320, 2, 328, 4266, 4044], 0, (0, 8), 27),
    "weka-optical-digits": (5620, [554, 571, 557, 572, 568, 558, 558, 566, 554, 562], 0, (48, 0), 0),
    "weka-page-blocks": (5473, [4913, 329, 28, 88, 115], 0, (10, 0), 0),
    "weka-pen-digits": (10992, [1143, 1143, 1144, 1055, 1144, 1055, 1056, 1142, 1055, 1055], 0, (16, 0), 0),
    "weka-pima-indians-diabetes": (768, [500, 268], 0, (8, 0), 0),
    "weka-postoperative-patient": (90, [64, 2, 24], 3, (0, 8), 23),
    "weka-primary-tumor": (
        339,
        [84, 20, 9, 14, 39, 1, 14, 6, 0, 2, 28, 16, 7, 24, 2, 1, 10, 29, 6, 2, 1, 24],
        225,
        (0, 17),
        37,
    ),
    "weka-promoter-gene-sequences": (106, [27, 17, 28, 34], 0, (0, 57), 226),
    "weka-segment": (2310, [330, 330, 330, 330, 330, 330, 330], 0, (19, 0), 0),
    "weka-sick-euthyroid": (3772, [3541, 231], 6064, (7, 22), 46),
    "weka-sonar-classification": (208, [97, 111], 0, (60, 0), 0),
    "weka-spam-e-mail": (4601, [2788, 1813], 0, (57, 0), 0),
    "weka-splice-junction-gene-sequences": (3190, [767, 768, 1655], 0, (0, 60), 287),
    "weka-teaching-assistant-evaluation": (151, [49, 50, 52], 0, (3, 2), 4),
    "weka-tic-tac-toe-endgame": (958, [332, 626], 0, (0, 9), 27),
    "weka-vehicle": (846, [212, 217, 218, 199], 0, (18, 0), 0),
    "weka-volcanoes": (8753, [8265, 56, 115, 236, 81], 0, (3, 0), 0),
    "weka-vowel": (990, [90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 90], 0, (10, 2), 17),
    "weka-waveform-5000": (5000, [1692, 1653, 1655], 0, (40, 0), 0),
    "weka-wine-recognition": (178, [59, 71, 48], 0, (13, 0), 0),
    "weka-zoo": (101, [41, 20, 5, 13, 4, 8, 10], 0, (1, 15), 30),
}


def test_every_weka_table_is_verified():
    assert {d for d, stanza in STANZAS.items() if "mande2023" in stanza["tags"]} == set(PRINTED)


@pytest.mark.parametrize("dataset", PRINTED)
def test_counts(dataset, folder):
    table, record = prepared(dataset, folder)
    rows, classes, missing, (numeric, nominal), values = PRINTED[dataset]
    turned = len(STANZAS[dataset].get("kinds", ()))  # attributes with two values that are treated as numbers
    numeric, nominal, values = numeric + turned, nominal - turned, values - 2 * turned
    assert (record["rows"], record["missing_cells"]) == (rows, missing)
    added = [0 for old in STANZAS[dataset].get("classes", {}).values() if not old]  # not declared in the file
    # other classes without cases are left out
    assert list(record["classes"].values()) == [n for n in classes if n] + added
    assert [a.kind for a in table.attributes].count("linear") == numeric
    lists = [a for a in table.attributes if a.kind == "nominal"]
    assert (len(lists), sum(len(a.values) for a in lists)) == (nominal, values)
    assert all(a.declared for a in lists)


def test_rows_and_values_keep_their_order(folder):
    table, _ = prepared("weka-lymphography", folder)
    assert table.classes == ("normal", "metastases", "malign_lymph", "fibrosis")
    iris, _ = prepared("weka-iris-classification", folder)
    assert iris.reals[[0, -1]].tolist() == [[5.1, 3.5, 1.4, 0.2], [5.9, 3.0, 5.1, 1.8]]
