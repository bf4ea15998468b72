"""Entries of the Protein Data Bank as PDB text: the first model's backbone, and its secondary structure
records.
"""

from __future__ import annotations

from collections.abc import Iterator

from naivebench.core.checks import InputError
from naivebench.datasets.readers.backbone import ATOMS, Atom, Entry, Span, residues_of

# right-handed alpha and 3-10; the others count as other structure
HELIX_CLASSES = {"1": "H", "": "H", "5": "G"}


def read(text: str, where: str) -> Entry:
    """Read ATOM and HETATM records up to the end of the first model, and HEADER, SEQRES, HELIX and SHEET
    records.

    Raises InputError for a number that is none.
    """
    lines = text.splitlines()
    end = next((i for i, line in enumerate(lines) if line.startswith("ENDMDL")), len(lines))
    header = next((line[62:66].strip() for line in lines if line.startswith("HEADER")), "")
    numbered = list(enumerate(lines, start=1))
    helices = [
        _span(HELIX_CLASSES.get(x[38:40].strip(), ""), x[19], x[21:26], x[33:38], i, where)
        for i, x in numbered
        if x.startswith("HELIX ")
    ]
    strands = [_span("E", x[21], x[22:27], x[33:38], i, where) for i, x in numbered if x.startswith("SHEET ")]
    sequences: dict[str, str] = {}
    for line in lines:
        if line.startswith("SEQRES"):
            sequences[line[11]] = f"{sequences.get(line[11], '')} {' '.join(line[19:70].split())}".strip()
    return Entry(
        header.lower(),
        residues_of(_atoms(lines[:end], where)),
        [helix for helix in helices if helix.letter] + strands,
        sequences,
    )


def _span(letter: str, chain: str, first: str, last: str, line: int, where: str) -> Span:
    return Span(letter, chain, _position(first, line, where), _position(last, line, where))


def _position(field: str, line: int, where: str) -> tuple[int, str]:
    """Residue number and insertion code of a field such as '  52A'."""
    try:
        return int(field[:-1]), field[-1].strip()
    except ValueError as error:
        raise InputError(
            f"line {line} of {where} has {field.strip()!r} for a residue number: mend or delete that line"
        ) from error


def _atoms(lines: list[str], where: str) -> Iterator[Atom]:
    for i, line in enumerate(lines, start=1):
        name = line[12:16].strip()
        if name not in ATOMS or line[:6] not in ("ATOM  ", "HETATM"):
            continue
        try:
            place = (float(line[30:38]), float(line[38:46]), float(line[46:54]))
            occupancy = float(line[54:60].strip() or 1)
        except ValueError as error:
            raise InputError(
                f"line {i} of {where} is an atom whose coordinates cannot be read: mend or delete that line"
            ) from error
        number, location = "".join(line[22:27].split()), line[16].strip()
        yield Atom(
            line[21],
            _position(line[22:27], i, where),
            number,
            line[17:20].strip(),
            location,
            name,
            place,
            occupancy,
            i,
        )
