"""Files that do not follow their format: one sentence each, with the place."""

import pytest
from support import proteins
from support.sentences import refusal

from naivebench.data import encode
from naivebench.data.readers import read as readers


def encoded(content: bytes, where: str, **options):
    return encode.to_table(readers.read(content, where=where, **options), where=where)


def said(content: bytes, where: str, **options) -> str:
    return refusal(encoded, content, where, **options)


ORANGE = "size\tcolour\tclass\nc\tred blue\t{}\n\t\tclass\n1\tred\ta\n2\tblue\tb\n3\tred\tc\n"


def test_a_label_that_an_orange_file_does_not_declare():
    expected = "x.tab, line 6: 'c' is not in the declared value list of column 'class': add it to the list"
    assert said(ORANGE.format("a b").encode(), "x.tab") == expected
    table, _ = encode.to_table(readers.read(ORANGE.format("c a b a").encode(), where="x.tab"))
    assert table.classes == ("c", "a", "b")


PROTEIN = proteins.pdb_text(
    proteins.peptide([(-60, -45, 180)] * 5),
    extra=(
        "HEADER    HYDROLASE                               01-JAN-00   1ABC",
        "SEQRES   1 A    5  ALA ALA ALA ALA ALA",
        "HELIX    1   1 ALA A    2  ALA A    5  1                                   4",
        "SHEET    1   A 1 ALA A   4  ALA A   5  0",
        "SSBOND   1 CYS A    1    CYS A    2                          1555   1555  2.03",
        "CRYST1   10.000   10.000   10.000  90.00  90.00  90.00 P 1           1",
    ),
)


def test_pdb_lines_cut_at_every_column_are_read_or_refused():
    """Every line of every type of record is cut at every length; no other reader uses column positions."""
    lines = PROTEIN.splitlines()
    for i, line in enumerate(lines):
        for width in range(len(line)):
            text = "\n".join([*lines[:i], line[:width], *lines[i + 1 :]])
            refused = refusal(readers.read, text.encode(), where="x.pdb")
            assert "x.pdb" in refused or not refused


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "SEQRES   1 A",
            "HELIX \nSEQRES   1 A",
            "x.pdb, line 2: expected a number in columns 22 to 25 of this HELIX record, found ''",
        ),
        ("ATOM      4", "MODEL\nATOM      4", "x.pdb cannot be read as PDB text (line 10: MODEL"),
        (
            "HELIX    1   1 ALA",
            "HELIX    1   1 ALé",
            "x.pdb, line 3: 'é' is not allowed in a PDB record",
        ),
        ("ATOM      4  N   ALA", "ATOM      4  N   A\0A", "x.pdb cannot be read as PDB text (line 10: "),
    ],
)
def test_faults_of_pdb_records_have_a_place(old, new, expected):
    assert old in PROTEIN
    assert said(PROTEIN.replace(old, new, 1).encode(), "x.pdb").startswith(expected)


def test_letters_outside_ascii_in_other_records_are_accepted():
    raw = readers.read(("AUTHOR    J.MÜLLER\n" + PROTEIN).encode(), where="x.pdb")
    assert len(raw.lines) == 3


@pytest.mark.parametrize(("number", "insertion"), [("2", "1"), ("--2", "?"), ("²", "A"), ("-2", "é")])
def test_odd_residue_numbers_and_insertion_codes(number, insertion):
    place = proteins.peptide([(-60, -45, 180)] * 4)
    text = proteins.pdb_text(place).replace("ALA A   2 ", f"ALA A   2{insertion}")
    refused = refusal(readers.read, text.encode(), where="x.pdb")
    assert "x.pdb, line 4" in refused or not refused
