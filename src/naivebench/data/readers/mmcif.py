"""Entries of the Protein Data Bank as mmCIF text: the first model's backbone, and its secondary structure
categories.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from gemmi import cif

from naivebench.core.checks import InputError
from naivebench.data.readers.backbone import ATOMS, Atom, Entry, Span, residues_of

HELICES = {"HELX_RH_AL_P": "H", "HELX_RH_3T_P": "G"}
# of HELX_P: right-handed alpha and 3-10; the others count as other structure
HELIX_CLASSES = {"1": "H", "": "H", "5": "G"}
SITE = (
    "pdbx_PDB_model_num",
    "label_atom_id",
    "label_alt_id",
    "label_comp_id",
    "label_asym_id",
    "label_seq_id",
    "auth_seq_id",
    "pdbx_PDB_ins_code",
    "Cartn_x",
    "Cartn_y",
    "Cartn_z",
    "occupancy",
)
RANGE = ("beg_label_asym_id", "beg_label_seq_id", "end_label_seq_id")
CONFORMATION = ("conf_type_id", "pdbx_PDB_helix_class", *RANGE)


def read(text: str, where: str) -> Entry:
    """Read atom_site, struct_conf, struct_sheet_range, struct_asym and entity_poly_seq of the first data
    block.

    Chains and numbers are those of the label_ items, so that residues count on within a polymer. Raises
    InputError for text that is not CIF, a category without the items needed, an atom whose coordinates are
    not numbers, and for anything else that gemmi rejects, now or later.
    """
    try:
        return _entry(cif.read_string(text)[0], where)
    except InputError:
        raise
    except (ValueError, RuntimeError, IndexError) as error:
        why = re.sub(r"^string:(\d+):\S* *", r"line \1: ", " ".join(str(error).split()))
        raise InputError(
            f"{where} is not CIF text ({why}): fetch it again, or choose another reader"
        ) from error


def _entry(block: cif.Block, where: str) -> Entry:
    helices = []
    for kind, number, chain, first, last in _rows(block, "struct_conf", CONFORMATION, where):
        letter = HELIX_CLASSES.get(number, "") if kind == "HELX_P" else HELICES.get(kind, "")
        helices.append(_span(letter, chain, first, last, where))
    strands = [
        _span("E", chain, first, last, where)
        for chain, first, last in _rows(block, "struct_sheet_range", RANGE, where)
    ]
    polymers: dict[str, list[str]] = {}
    for polymer, residue in _rows(block, "entity_poly_seq", ("entity_id", "mon_id"), where):
        polymers.setdefault(polymer, []).append(residue)
    chains = _rows(block, "struct_asym", ("id", "entity_id"), where)
    return Entry(
        next((name for (name,) in _rows(block, "entry", ("id",), where)), "").lower(),
        residues_of(_atoms(block, where)),
        [helix for helix in helices if helix.letter] + strands,
        {chain: " ".join(polymers[polymer]) for chain, polymer in chains if polymer in polymers},
    )


def _span(letter: str, chain: str, first: str, last: str, where: str) -> Span:
    if not (first.isdecimal() and last.isdecimal()):
        raise InputError(
            f"{where} has a helix or strand from {first or '?'} to {last or '?'} of chain {chain!r}, "
            "expected label_seq_id numbers"
        )
    return Span(letter, chain, (int(first), ""), (int(last), ""))


def _rows(block: cif.Block, category: str, items: tuple[str, ...], where: str) -> Iterator[tuple[str, ...]]:
    """The given items of every row of a category, "" where one is unknown; no rows if the file lacks the
    category.
    """
    for row in _table(block, category, items, where):
        yield tuple(cif.as_string(cell) for cell in row)


def _table(block: cif.Block, category: str, items: tuple[str, ...], where: str) -> cif.Table:
    known = list(block.find_mmcif_category(f"_{category}.").tags)
    lacking = next((item for item in items if f"_{category}.{item}" not in known), None)
    if known and lacking is not None:
        raise InputError(
            f"category {category} of {where} has no item {lacking}: save the entry as the Protein Data "
            "Bank distributes it"
        )
    return block.find(f"_{category}.", items)


def _atoms(block: cif.Block, where: str) -> Iterator[Atom]:
    table, loop = _table(block, "atom_site", SITE, where), block.find_loop_item("_atom_site.occupancy")
    if loop is None:
        raise InputError(f"{where} has no loop of atom_site: check that it is an mmCIF file with coordinates")
    first_line = loop.line_number + len(loop.loop.tags) + 1  # an atom a line, as entries are distributed
    for line, row in enumerate(table, start=first_line):
        if row[0] != table[0][0]:
            return
        if row[1] not in ATOMS or not row[5].isdecimal():
            continue
        cells = list(row)
        name, location, residue, chain, position, number, insertion = map(cif.as_string, cells[1:8])
        x, y, z, occupancy = map(cif.as_number, cells[8:])
        if not math.isfinite(x + y + z) or (math.isnan(occupancy) and cells[-1] not in "?."):
            raise InputError(
                f"{where}, line {line}: the coordinates of this atom cannot be read: fix or delete the line"
            )
        yield Atom(
            chain,
            (int(position), ""),
            (number if re.fullmatch(r"-?\d+", number) else position) + insertion,
            residue,
            location,
            name,
            (x, y, z),
            1.0 if math.isnan(occupancy) else occupancy,
            line,
        )
