"""Proteins from entries of the Protein Data Bank (PDB or mmCIF text, read by gemmi). A row has the dihedral
angles, the direction of the chain and the secondary structure of one residue.
"""

from __future__ import annotations

import math
import re
from itertools import pairwise
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from naivebench.core.checks import InputError, describe_error
from naivebench.core.table import scale_to_unit
from naivebench.data import Kind
from naivebench.data.readers.raw_table import RawTable, make_table_from_rows

if TYPE_CHECKING:
    import gemmi

ABOUT = ("entry", "chain", "number", "run", "sequence")  # columns that identify the residue, not predictors
NAMES = (*ABOUT, "residue", "phi", "psi", "omega", "ca_x", "ca_y", "ca_z", "structure")
ANGLE: Kind = {"kind": "angular", "period": 360.0}
ATOMS = ("N", "CA", "C")
BOND = 2.0  # Angstrom; C of a residue and N of the next one are bonded if they are closer
# classes of helices: right-handed alpha (or unspecified) and 3-10; the others count as other structure
HELICES = {0: "H", 1: "H", 5: "G"}


class Residue(NamedTuple):
    """One residue with all three backbone atoms, at its most occupied alternate location."""

    chain: str
    position: tuple[int, str]  # number and insertion code ("" if none), to which spans refer
    name: str
    atoms: dict[str, gemmi.Position]  # N, CA, C in Angstrom


def read_entry(form: str, text: str, where: str) -> RawTable:
    """Read the residues of an entry in PDB or mmCIF text, see `read_residues`."""
    import gemmi  # takes time to import

    try:
        if form == "PDB":
            entry = gemmi.read_pdb_string(text)
        else:
            entry = gemmi.make_structure_from_block(gemmi.cif.read_string(text)[0])
    except (ValueError, RuntimeError, IndexError) as error:
        why = describe_error(error)
        raise InputError(f"{where} cannot be read as {form} text ({why}): fetch the file again") from error
    return read_residues(entry, where)


def read_residues(entry: gemmi.Structure, where: str) -> RawTable:
    """Make one row per residue of the first model that has a bonded residue on both sides.

    phi, psi and omega are in degrees. ca_x, ca_y and ca_z come from `compute_onward_directions` and are empty
    where the run ends too early. structure is H alpha helix, G 3-10 helix, E strand or C other, from the
    entry's own records (helices first). run numbers the stretches of an entry in which bonded residues have
    consecutive numbers. sequence is the chain's whole sequence, or the observed residues if the file does not
    give it. Raises InputError for a file without such residues.
    """
    residues = find_residues(entry)
    if not residues:
        raise InputError(f"{where} has no residue with the atoms N, CA and C: choose the entry of a protein")
    ca = np.array([residue.atoms["CA"].tolist() for residue in residues])

    # a run ends with the chain, or where C of a residue and N of the next one are not bonded
    bonds = [a.chain == b.chain and a.atoms["C"].dist(b.atoms["N"]) < BOND for a, b in pairwise(residues)]
    run = np.concatenate([[0], np.cumsum(~np.array(bonds, dtype=bool))])
    onward = np.full((len(run), 3), np.nan)
    for bonded in np.split(np.arange(len(run)), np.flatnonzero(np.diff(run)) + 1):
        onward[bonded] = compute_onward_directions(ca[bonded])
    kept = [i for i in range(1, len(run) - 1) if run[i - 1] == run[i + 1]]
    if not kept:
        raise InputError(
            f"{where} has no residue bonded on both sides, so no dihedral angles: choose another entry"
        )

    # a stretch also ends where the numbers, apart from insertion codes, do not increase by one
    numbers = np.array([residue.position[0] for residue in residues])
    stretch = np.concatenate([[0], np.cumsum((np.diff(numbers) != 1) | (np.diff(run) > 0))])
    stem = PurePosixPath(where).stem
    identifier = re.search(r"\d[A-Za-z0-9]{3}", stem)
    name = dict(entry.info).get("_entry.id", "").lower() or (identifier[0].lower() if identifier else stem)
    letters, sequences = find_secondary_structure(entry, residues), _find_sequences(entry, residues)
    rows = []
    for i in kept:
        residue = residues[i]
        number = f"{residue.position[0]}{residue.position[1]}"
        about = [name, residue.chain, number, str(stretch[i]), sequences[residue.chain], residue.name]
        degrees = [format(x, ".6f") for x in compute_torsions(*residues[i - 1 : i + 2])]
        direction = ["" if x != x else format(x, ".9f") for x in onward[i].tolist()]
        rows.append([*about, *degrees, *direction, letters[i]])
    hints = {name: ANGLE for name in ("phi", "psi", "omega")}
    lines = range(1, len(rows) + 1)
    return make_table_from_rows(
        NAMES, rows, lines, where, hints=hints, target="structure", ignored=ABOUT, unit="row"
    )


def find_residues(entry: gemmi.Structure) -> list[Residue]:
    """List the residues of the first model that have N, CA and C, at the alternate location with the largest
    total occupancy, the first one among equals.
    """
    grouped: dict[tuple[str, tuple[int, str]], list[tuple[str, gemmi.Atom]]] = {}
    for chain in entry[0] if len(entry) else ():
        for residue in chain:
            key = (chain.name, _read_position(residue.seqid))
            for atom in residue:
                if atom.name in ATOMS:
                    grouped.setdefault(key, []).append((residue.name, atom))
    residues = []
    for (chain_name, position), atoms in grouped.items():
        weight: dict[str, float] = {}
        for _, atom in atoms:
            location = atom.altloc.strip(" \0")
            weight[location] = weight.get(location, 0.0) + atom.occ
        chosen = max((location for location in weight if location), key=weight.__getitem__, default="")
        kept: dict[str, tuple[str, gemmi.Atom]] = {}
        for name, atom in atoms:
            if atom.altloc.strip(" \0") in ("", chosen):
                kept.setdefault(atom.name, (name, atom))
        if len(kept) == len(ATOMS):
            place = {name: atom.pos for name, (_, atom) in kept.items()}
            residues.append(Residue(chain_name, position, kept["CA"][0], place))
    return residues


def _read_position(number: gemmi.SeqId) -> tuple[int, str]:
    return number.num or 0, number.icode.strip()


def find_secondary_structure(entry: gemmi.Structure, residues: list[Residue]) -> list[str]:
    """Find the letter of the structure of every residue, that of the first record that covers it."""
    records: list[tuple[str, Any]] = [(HELICES.get(h.pdb_helix_class.value, ""), h) for h in entry.helices]
    records += [("E", strand) for sheet in entry.sheets for strand in sheet.strands]
    spans: dict[str, list[tuple[str, tuple[int, str], tuple[int, str]]]] = {}
    for letter, record in records:
        first, last = _read_position(record.start.res_id.seqid), _read_position(record.end.res_id.seqid)
        if letter:
            spans.setdefault(record.start.chain_name, []).append((letter, first, last))
    return [
        next((letter for letter, a, b in spans.get(r.chain, ()) if a <= r.position <= b), "C")
        for r in residues
    ]


def _find_sequences(entry: gemmi.Structure, residues: list[Residue]) -> dict[str, str]:
    """Return the whole sequence of every chain, or its observed residues if the entry does not give it."""
    observed: dict[str, list[str]] = {}
    for residue in residues:
        observed.setdefault(residue.chain, []).append(residue.name)
    chains = {residue.subchain: chain.name for chain in entry[0] for residue in chain}
    for entity in entry.entities:
        for name in (*entity.subchains, entity.name) if entity.full_sequence else ():
            if chains.get(name, name) in observed:
                observed[chains.get(name, name)] = list(entity.full_sequence)
    return {chain: " ".join(names) for chain, names in observed.items()}


def compute_torsions(before: Residue, residue: Residue, after: Residue) -> list[float]:
    """Compute phi, psi and omega of a bonded residue in degrees, with the sign of IUPAC-IUB (1970) and 0 for
    cis. omega is about the bond to the next residue.
    """
    import gemmi

    n, ca, c = (residue.atoms[name] for name in ATOMS)
    next_n, next_ca = after.atoms["N"], after.atoms["CA"]
    bonds = ((before.atoms["C"], n, ca, c), (n, ca, c, next_n), (ca, c, next_n, next_ca))
    return [math.degrees(gemmi.calculate_dihedral(*atoms)) for atoms in bonds]


def compute_onward_directions(ca: np.ndarray) -> np.ndarray:
    """Compute the unit vector from CA i+1 to CA i+2 as seen from residue i, shape (n, 3), of a run of CA
    atoms (n, 3); NaN at the ends.

    The x axis points from CA i to CA i+1, z is normal to the plane of CA i-1, i and i+1, and y = z cross x.
    So x is the cosine of the bend at CA i+1 and the angle of (y, z) the dihedral of the four atoms: the
    representation of Hamelryck, Kent & Krogh (2006).
    """
    directions = np.full((len(ca), 3), np.nan)
    if len(ca) < 4:
        return directions
    bond = np.diff(ca, axis=0)
    before, axis, after = bond[:-2], bond[1:-1], bond[2:]
    x, z = scale_to_unit(axis), scale_to_unit(np.cross(before, axis))
    onward = scale_to_unit(after)
    directions[1:-2] = np.column_stack([np.einsum("ij,ij->i", onward, e) for e in (x, np.cross(z, x), z)])
    return directions
