"""Proteins: dihedral angles of synthetic chains, alternate locations, models, secondary structure, faults."""

import gemmi
import numpy as np
import pytest
from support.proteins import atom_line, mmcif_text, pdb_text, peptide
from support.tables import columns_of

from naivebench.data import encode
from naivebench.data.readers import raw_table
from naivebench.data.readers import read as readers

RNG = np.random.default_rng(4)
ANGLES = np.column_stack(
    [RNG.uniform(-175, 175, 12), RNG.uniform(-175, 175, 12), RNG.choice([-178.0, 179.0, 2.0], 12)]
)
PLACE = peptide(ANGLES)


def residues(text, reader="pdb", **options):
    raw = readers.read_table(text.encode(), reader, where="1abc.pdb", **options)
    return raw, columns_of(raw)


def degrees(columns):
    return np.array([[float(cell) for cell in columns[name]] for name in ("phi", "psi", "omega")]).T


def apart(a, b):
    """Absolute difference of angles in degrees."""
    return np.abs((np.asarray(a) - b + 180) % 360 - 180)


@pytest.mark.parametrize("text", [pdb_text(PLACE), mmcif_text(PLACE)], ids=["pdb", "mmcif"])
def test_dihedral_angles_are_recovered(text):
    raw, columns = residues(text, "pdb" if text.startswith("ATOM") else "mmcif")
    assert apart(degrees(columns), ANGLES[1:-1]).max() < 0.2  # coordinates have three decimals of an angstrom
    assert (raw.target, set(columns["structure"]), len(raw.lines)) == ("structure", {"C"}, 10)
    table, _ = encode.encode_table(
        raw_table.replace_columns(raw, {"structure": list("CH" * 5)}),
        drop=["residue", "ca_x", "ca_y", "ca_z"],
    )
    assert [(a.name, a.kind, a.period) for a in table.attributes] == [
        (name, "angular", 360.0) for name in ("phi", "psi", "omega")
    ]
    assert apart(np.degrees(table.reals), ANGLES[1:-1]).max() < 0.2


def test_direction_of_the_trace_is_bend_and_dihedral():
    _, columns = residues(pdb_text(PLACE))
    found = np.array(
        [[float(cell or "nan") for cell in columns[name]] for name in ("ca_x", "ca_y", "ca_z")]
    ).T
    ca = np.round(PLACE[:, 1], 3)
    for row, vector in enumerate(found[:-1], start=1):
        a, b, c, d = ca[row - 1 : row + 3]
        bend = np.dot(c - b, d - c) / np.linalg.norm(c - b) / np.linalg.norm(d - c)
        twist = gemmi.calculate_dihedral(*(gemmi.Position(*point) for point in (a, b, c, d)))
        assert vector[0] == pytest.approx(bend, abs=1e-8)
        assert np.arctan2(vector[2], vector[1]) == pytest.approx(twist, abs=1e-8)
        assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-8)
    assert np.isnan(found[-1]).all()  # the next residue of the second-last one has no CA atom after it


def test_a_gap_ends_a_run_and_numbers_end_a_stretch():
    place = PLACE.copy()
    place[6:] += 20  # in angstroms
    _, columns = residues(pdb_text(place))
    assert columns["number"] == ["2", "3", "4", "5", "8", "9", "10", "11"]
    assert columns["run"] == ["0"] * 4 + ["1"] * 4
    text = pdb_text(PLACE[:5]).replace("TER\nEND\n", pdb_text(PLACE[5:], first=52))
    assert residues(text)[1]["run"] == ["0"] * 4 + ["1"] * 6


def with_locations(first, second):
    """A chain whose fourth residue is at its place with one occupancy, and at a wrong place with another."""
    lines = pdb_text(PLACE).splitlines()
    own = [f"{line[:16]}A{line[17:54]}{first:6.2f}{line[60:]}" for line in lines[9:12]]
    wrong = [
        atom_line(90 + k, name, "GLY", "A", 4, PLACE[3, k] + [0.4, 0, -0.3], location="B", occupancy=second)
        for k, name in enumerate(("N", "CA", "C"))
    ]
    return "\n".join(
        [*lines[:9], *(line for pair in zip(own, wrong, strict=True) for line in pair), *lines[12:]]
    )


def test_the_most_occupied_location_counts_for_the_whole_residue():
    _, plain = residues(pdb_text(PLACE))
    _, own = residues(with_locations(0.6, 0.4))
    assert own == plain
    _, other = residues(with_locations(0.4, 0.6))
    assert (plain["residue"][2], other["residue"][2]) == ("ALA", "GLY")
    assert apart(degrees(other), degrees(plain))[2].max() > 1
    assert len(other["phi"]) == len(plain["phi"])
    assert residues(with_locations(0.5, 0.5))[1] == plain


def test_the_first_model_counts():
    first, second = pdb_text(PLACE[:5]), pdb_text(peptide(ANGLES[::-1][:5]))
    _, columns = residues(f"MODEL        1\n{first}ENDMDL\nMODEL        2\n{second}ENDMDL\n")
    assert columns == residues(first)[1]
    assert residues(mmcif_text(PLACE, models=2), "mmcif")[1] == residues(mmcif_text(PLACE), "mmcif")[1]


def helix(first, last, kind, chain="A"):
    return (
        f"HELIX    1   1 ALA {chain} {first:4d}  ALA {chain} {last:4d} {kind:2d}                           "
        f"    {last - first + 1:5d}"
    )


def strand(first, last, chain="A"):
    return f"SHEET    1   A 1 ALA {chain}{first:4d}  ALA {chain}{last:4d}  0"


def test_secondary_structure_of_pdb_records():
    records = [
        helix(2, 4, 1),
        helix(5, 6, 5),
        helix(7, 7, 3),
        strand(6, 9),
        strand(11, 30),
        helix(1, 12, 1, chain="B"),
    ]
    assert residues(pdb_text(PLACE, extra=records))[1]["structure"] == list("HHHGGEEECE")


def category(name, items, *rows):
    """A category of mmCIF as it is distributed."""
    tags = "".join(f"_{name}.{item}\n" for item in items.split())
    return "loop_\n" + tags + "".join(f"{row}\n" for row in rows) + "#\n"


def ends(first, last):
    """Residues from one label_seq_id to another; the authors' numbers are larger by 100."""
    return f"ALA A {first} ? ALA A {last} ? ALA A {first + 100} ALA A {last + 100}"


ENDS = (
    "beg_label_comp_id beg_label_asym_id beg_label_seq_id pdbx_beg_PDB_ins_code end_label_comp_id "
    "end_label_asym_id end_label_seq_id pdbx_end_PDB_ins_code beg_auth_comp_id beg_auth_asym_id "
    "beg_auth_seq_id end_auth_comp_id end_auth_asym_id end_auth_seq_id"
)
CATEGORIES = (
    category(
        "struct_conf",
        f"conf_type_id id pdbx_PDB_helix_id {ENDS} pdbx_PDB_helix_class",
        f"HELX_P H1 1 {ends(2, 4)} 1",
        f"HELX_P H2 2 {ends(5, 5)} 5",
        f"TURN_P T1 ? {ends(6, 7)} ?",
    )
    + category("struct_sheet_range", f"sheet_id id {ENDS}", f"A 1 {ends(9, 10)}")
    + category("struct_asym", "id entity_id", "A 1", "B 2")
    + category("entity", "id type", "1 polymer", "2 water")
    + category("entity_poly_seq", "entity_id num mon_id hetero", "1 1 MET n", "1 2 ALA n")
)


def test_secondary_structure_and_sequence_of_mmcif_categories():
    _, columns = residues(mmcif_text(PLACE, more=CATEGORIES), "mmcif")
    assert columns["structure"] == list("HHHGCCCEEC")
    assert set(columns["sequence"]) == {"MET ALA"}
    assert (columns["entry"][0], columns["chain"][0], columns["number"][0]) == ("9xyz", "A", "102")


def test_sequence_and_name_of_an_entry():
    records = [
        "HEADER    MADE UP                                 01-JAN-00   7ZZZ",
        "SEQRES   1 A   14  MET ALA",
        "SEQRES   2 A   14  GLY",
    ]
    _, columns = residues(pdb_text(PLACE, extra=records))
    assert (columns["entry"][0], columns["sequence"][0]) == ("7zzz", "MET ALA GLY")
    _, columns = residues(pdb_text(PLACE))
    assert (columns["entry"][0], columns["sequence"][0]) == ("1abc", " ".join(["ALA"] * 12))


def test_columns_that_identify_a_residue_are_not_predictors():
    raw, _ = residues(pdb_text(PLACE, extra=[helix(2, 5, 1)]))
    table, _ = encode.encode_table(raw)
    assert [a.name for a in table.attributes] == ["residue", "phi", "psi", "omega", "ca_x", "ca_y", "ca_z"]
    assert table.classes == ("C", "H")
