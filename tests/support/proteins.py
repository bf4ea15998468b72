"""Synthetic proteins with known dihedral angles, written as PDB and mmCIF text."""

from itertools import pairwise

import numpy as np

BONDS = {"N": 1.33, "CA": 1.46, "C": 1.53}  # length of the bond to the atom before it, in angstroms
BENDS = {"N": 116.0, "CA": 122.0, "C": 111.0}  # angle at the atom before it, in degrees


def placed(a, b, c, length, bend, torsion):
    """The position of an atom with this bond length from c, bend at c and torsion about b-c, in degrees."""
    bend, torsion = np.radians([bend, torsion])
    x = (c - b) / np.linalg.norm(c - b)
    z = np.cross(b - a, x)
    z /= np.linalg.norm(z)
    return c + length * (
        -np.cos(bend) * x + np.sin(bend) * (np.cos(torsion) * np.cross(z, x) + np.sin(torsion) * z)
    )


def peptide(angles):
    """Coordinates (n, 3 atoms, 3) of a chain whose residues have the given (phi, psi, omega) in degrees."""
    atoms = [np.array([0.0, 0.0, 0.0]), np.array([1.46, 0.0, 0.0]), np.array([2.0, 1.43, 0.0])]
    for (_, psi, omega), (phi, _, _) in pairwise(angles):
        for name, torsion in (("N", psi), ("CA", omega), ("C", phi)):
            atoms.append(placed(*atoms[-3:], BONDS[name], BENDS[name], torsion))
    return np.array(atoms).reshape(-1, 3, 3)


def atom_line(serial, name, residue, chain, number, place, *, location=" ", occupancy=1.0):
    x, y, z = place
    head = f"ATOM  {serial:5d}  {name:<3}{location}{residue:>3} {chain}{number:4d}"
    return f"{head}    {x:8.3f}{y:8.3f}{z:8.3f}{occupancy:6.2f} 20.00           {name[0]}"


def pdb_text(place, *, first=1, extra=()):
    """PDB text of chain A; `extra` has records that come first."""
    lines = [
        atom_line(3 * i + k + 1, name, "ALA", "A", first + i, atoms[k])
        for i, atoms in enumerate(place)
        for k, name in enumerate(("N", "CA", "C"))
    ]
    return "\n".join([*extra, *lines, "TER", "END"]) + "\n"


SITE = """loop_
_atom_site.group_PDB
_atom_site.id
_atom_site.type_symbol
_atom_site.label_atom_id
_atom_site.label_alt_id
_atom_site.label_comp_id
_atom_site.label_asym_id
_atom_site.auth_asym_id
_atom_site.label_seq_id
_atom_site.auth_seq_id
_atom_site.pdbx_PDB_ins_code
_atom_site.Cartn_x
_atom_site.Cartn_y
_atom_site.Cartn_z
_atom_site.occupancy
_atom_site.B_iso_or_equiv
_atom_site.pdbx_PDB_model_num
"""


def mmcif_text(place, *, more="", models=1):
    """mmCIF text of chain A as it is distributed; `more` has additional categories."""
    rows = []
    for model in range(1, models + 1):
        for i, atoms in enumerate(place):
            for k, name in enumerate(("N", "CA", "C", '"O5\'"')):
                x, y, z = atoms[min(k, 2)] + (model - 1)
                rows.append(
                    f"ATOM {len(rows) + 1} C {name} . ALA A A {i + 1} {i + 101} ? {x:.3f} {y:.3f} {z:.3f} "
                    f"1.00 20.0 {model}"
                )
    rows.append(f"HETATM {len(rows) + 1} O O . HOH B B . 900 ? 0.000 0.000 0.000 1.00 20.0 1")
    return f"data_9XYZ\n#\n_entry.id   9XYZ\n#\n{more}{SITE}" + "\n".join(rows) + "\n#\n"
