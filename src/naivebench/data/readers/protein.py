"""Tables of proteins, with one row per residue: dihedral angles, direction of the chain, secondary
structure.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath

import numpy as np

from naivebench.core.checks import InputError
from naivebench.data.readers import backbone
from naivebench.data.readers.backbone import Entry, Span
from naivebench.data.readers.raw_table import Hint, RawTable, from_rows

ABOUT = ("entry", "chain", "number", "run", "sequence")  # columns that identify the residue, not predictors
NAMES = (*ABOUT, "residue", "phi", "psi", "omega", "ca_x", "ca_y", "ca_z", "structure")
ANGLE: Hint = {"kind": "angular", "period": 360.0}
DEGREES, UNIT = ".6f", ".9f"


def read_pdb(text: str, where: str) -> RawTable:
    """Read the residues of an entry in PDB text, see `residues`."""
    from naivebench.data.readers import pdb  # gemmi takes time to import

    return residues(pdb.read(text, where), where)


def read_mmcif(text: str, where: str) -> RawTable:
    """Read the residues of an entry in mmCIF text, see `residues`."""
    from naivebench.data.readers import mmcif

    return residues(mmcif.read(text, where), where)


def residues(entry: Entry, where: str) -> RawTable:
    """One row per residue that has a bonded residue on both sides.

    phi, psi, omega in degrees; ca_x, ca_y, ca_z: see backbone.onward, empty where the run ends too early;
    structure: H alpha helix, G 3-10 helix, E strand, C other, as the entry's own records say (helices first).
    run numbers the stretches of an entry in which bonded residues are numbered one after the other; sequence
    is the chain's whole sequence, or the observed residues if the file does not give it. Raises InputError
    for a file without such residues.
    """
    if not entry.residues:
        raise InputError(
            f"{where} has no residue with the atoms N, CA and C: check that it is the entry of a protein"
        )
    place = np.array([residue.place for residue in entry.residues])
    run = backbone.runs(entry.residues, place)
    angles, onward = np.full((len(run), 3), np.nan), np.full((len(run), 3), np.nan)
    for bonded in np.split(np.arange(len(run)), np.flatnonzero(np.diff(run)) + 1):
        angles[bonded], onward[bonded] = backbone.torsions(place[bonded]), backbone.onward(place[bonded, 1])
    kept = np.flatnonzero(~np.isnan(angles).any(axis=1))
    if not len(kept):
        raise InputError(
            f"{where} has no residue bonded to residues on both sides, so it has no dihedral angles: "
            "choose another entry"
        )
    rows = _rows(
        entry,
        entry.name or _stem(where),
        backbone.stretches(entry.residues, run),
        angles,
        onward,
        kept.tolist(),
    )
    hints = {name: ANGLE for name in ("phi", "psi", "omega")}
    return from_rows(
        NAMES,
        rows,
        [entry.residues[i].line for i in kept],
        where,
        hints=hints,
        target="structure",
        ignored=ABOUT,
    )


def _stem(where: str) -> str:
    """The identifier of an entry in a file name, or the name if it has none."""
    stem = PurePosixPath(where).stem
    match = re.search(r"\d[A-Za-z0-9]{3}", stem)
    return match[0].lower() if match else stem


def _rows(
    entry: Entry, name: str, run: np.ndarray, angles: np.ndarray, onward: np.ndarray, kept: list[int]
) -> list[list[str]]:
    letters, sequences = structure_of(entry), _sequences(entry)
    degrees = [[format(x, DEGREES) for x in row] for row in angles[kept].tolist()]
    directions = [["" if x != x else format(x, UNIT) for x in row] for row in onward[kept].tolist()]
    rows = []
    for i, angle, direction in zip(kept, degrees, directions, strict=True):
        residue = entry.residues[i]
        about = [name, residue.chain, residue.number, str(run[i]), sequences[residue.chain]]
        rows.append([*about, residue.name, *angle, *direction, letters[i]])
    return rows


def structure_of(entry: Entry) -> list[str]:
    """Letter of every residue's structure; if two records cover a residue, the first one counts."""
    spans: dict[str, list[Span]] = {}
    for span in entry.structure:
        spans.setdefault(span.chain, []).append(span)
    return [
        next((s.letter for s in spans.get(r.chain, ()) if s.first <= r.position <= s.last), "C")
        for r in entry.residues
    ]


def _sequences(entry: Entry) -> dict[str, str]:
    """The sequence of every chain."""
    observed: dict[str, list[str]] = {}
    for residue in entry.residues:
        observed.setdefault(residue.chain, []).append(residue.name)
    return {chain: entry.sequences.get(chain) or " ".join(names) for chain, names in observed.items()}
