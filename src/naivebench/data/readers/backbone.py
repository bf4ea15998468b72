"""Backbones of proteins: residues, alternate locations, dihedral angles and directions of the CA trace."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

ATOMS = ("N", "CA", "C")
BOND = 2.0  # Angstrom; C of a residue and N of the next one are bonded if they are closer


class Residue(NamedTuple):
    """One residue with all three backbone atoms, at its most occupied alternate location."""

    chain: str
    # number and insertion code ("" if none) to which the secondary structure refers
    position: tuple[int, str]
    number: str  # the authors' number, with the insertion code
    name: str
    line: int  # line of the CA atom in its file
    place: tuple[tuple[float, float, float], ...]  # N, CA, C in Angstrom


class Span(NamedTuple):
    """Residues of one chain from one position to another that are a helix or strand."""

    letter: str
    chain: str
    first: tuple[int, str]
    last: tuple[int, str]


class Entry(NamedTuple):
    """Contents of the file of one entry."""

    name: str
    residues: list[Residue]  # in file order
    structure: list[Span]  # helices, then strands
    sequences: dict[str, str]  # chain -> its whole sequence, unobserved residues included


class Atom(NamedTuple):
    """One backbone atom as read."""

    chain: str
    position: tuple[int, str]
    number: str
    residue: str
    location: str  # alternate location, "" if there is only one
    name: str
    place: tuple[float, float, float]
    occupancy: float
    line: int


def residues_of(atoms: Iterable[Atom]) -> list[Residue]:
    """Residues in the order of their first atoms; those without N, CA or C are left out.

    All atoms of a residue are taken from the alternate location with the largest total occupancy, the first
    one among equals; atoms without alternatives belong to every location.
    """
    grouped: dict[tuple[Any, ...], list[Atom]] = {}
    for atom in atoms:
        grouped.setdefault((atom.chain, atom.position), []).append(atom)
    whole = [kept for kept in map(_located, grouped.values()) if len(kept) == len(ATOMS)]
    return [_residue(kept["CA"], tuple(kept[name].place for name in ATOMS)) for kept in whole]


def _residue(ca: Atom, place: tuple[Any, ...]) -> Residue:
    return Residue(ca.chain, ca.position, ca.number, ca.residue, ca.line, place)


def _located(atoms: list[Atom]) -> dict[str, Atom]:
    """The atoms of one location by name."""
    if len(atoms) == len(ATOMS) and not any(atom.location for atom in atoms):
        return {atom.name: atom for atom in atoms}
    weight: dict[str, float] = {}
    for atom in atoms:
        weight[atom.location] = weight.get(atom.location, 0.0) + atom.occupancy
    chosen = max(
        (location for location in weight if location), key=lambda location: weight[location], default=""
    )
    kept: dict[str, Atom] = {}
    for atom in atoms:
        if atom.location in ("", chosen):
            kept.setdefault(atom.name, atom)
    return kept


def dihedral(a: np.ndarray, b: np.ndarray, c: np.ndarray, d: np.ndarray) -> np.ndarray:
    """Dihedral angle about the bond b-c of points of shape (n, 3), in radians, shape (n,): IUPAC sign, 0 for
    cis.
    """
    u, v, w = b - a, c - b, d - c
    left, right = np.cross(u, v), np.cross(v, w)
    return np.arctan2(
        np.einsum("ij,ij->i", np.cross(left, right), v) / np.linalg.norm(v, axis=1),
        np.einsum("ij,ij->i", left, right),
    )


def torsions(place: np.ndarray) -> np.ndarray:
    """Torsion angles phi, psi and omega in degrees, shape (n, 3), of n residues of one bonded run, `place` of
    shape (n, 3 atoms, 3).

    Undefined ones at the ends are NaN. omega is about the bond from the residue to the next one (IUPAC-IUB
    1970).
    """
    n, ca, c = place[:, 0], place[:, 1], place[:, 2]
    angles = np.full((len(place), 3), np.nan)
    angles[1:, 0] = dihedral(c[:-1], n[1:], ca[1:], c[1:])
    angles[:-1, 1] = dihedral(n[:-1], ca[:-1], c[:-1], n[1:])
    angles[:-1, 2] = dihedral(ca[:-1], c[:-1], n[1:], ca[1:])
    return np.degrees(angles)


def onward(ca: np.ndarray) -> np.ndarray:
    """Unit vector from CA i+1 to CA i+2 as seen from residue i, shape (n, 3), of a run of CA atoms (n, 3);
    NaN at the ends.

    The axes: x from CA i to CA i+1; z normal to the plane of CA i-1, i and i+1; y = z cross x. So x is the
    cosine of the bend at CA i+1 and the angle of (y, z) the dihedral of the four atoms: the representation of
    Hamelryck, Kent & Krogh (2006).
    """
    directions = np.full((len(ca), 3), np.nan)
    if len(ca) < 4:
        return directions
    bond = np.diff(ca, axis=0)
    before, axis, after = bond[:-2], bond[1:-1], bond[2:]
    x, z = _unit(axis), _unit(np.cross(before, axis))
    directions[1:-2] = np.column_stack(
        [np.einsum("ij,ij->i", _unit(after), e) for e in (x, np.cross(z, x), z)]
    )
    return directions


def _unit(vectors: np.ndarray) -> np.ndarray:
    """Vectors of length one; NaN for the zero vector."""
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.divide(vectors, length, out=np.full_like(vectors, np.nan), where=length > 0)


def runs(residues: list[Residue], place: np.ndarray) -> np.ndarray:
    """Number of the run of bonded residues of one chain that each residue belongs to, from 0, shape (n,)."""
    gap = np.linalg.norm(place[1:, 0] - place[:-1, 2], axis=1) >= BOND
    other = np.array([a.chain != b.chain for a, b in pairwise(residues)], dtype=bool)
    return np.concatenate([[0], np.cumsum(gap | other)])


def stretches(residues: list[Residue], run: np.ndarray) -> np.ndarray:
    """Like `runs`, but broken also where the authors' numbers, apart from insertion codes, do not increase by
    one.
    """
    numbers = np.array([int(re.findall(r"^-?\d+", residue.number)[0]) for residue in residues])
    return np.concatenate([[0], np.cumsum((np.diff(numbers) != 1) | (np.diff(run) > 0))])
