"""Entries of the Protein Data Bank as PDB text: the first model's backbone, and its secondary structure
records.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import gemmi

from naivebench.core.checks import InputError
from naivebench.data.readers.backbone import ATOMS, Atom, Entry, Span, residues_of
from naivebench.data.written_numbers import is_number

# right-handed alpha (or unspecified) and 3-10; the others count as other structure
HELICES = {0: "H", 1: "H", 5: "G"}
ATOM_RECORDS = ("ATOM  ", "HETATM")
PLACE = (slice(30, 38), slice(38, 46), slice(46, 54))
# columns of backbone atoms that must contain numbers; gemmi accepts damaged fields
NUMBERS = {
    **dict.fromkeys(ATOM_RECORDS, (slice(22, 26), *PLACE)),
    "HELIX ": (slice(21, 25), slice(33, 37)),
    "SHEET ": (slice(22, 26), slice(33, 37)),
}
READ = (*NUMBERS, "SEQRES")
LEAST = 80  # gemmi skips records that lack their last columns


def read(text: str, where: str) -> Entry:
    """Read ATOM and HETATM records of the first model, and HEADER, SEQRES, HELIX and SHEET records.

    Raises InputError for a field that should be a number but is not, for characters beyond ASCII in these
    records, and for anything that gemmi rejects: only gemmi reads columns, and every line is padded to
    `LEAST` of them.
    """
    lines = text.splitlines()
    ca = _checked(lines, where)
    try:
        return _entry("\n".join(_ascii(line).ljust(LEAST) for line in lines), ca)
    except (RuntimeError, ValueError, IndexError) as error:
        why = re.sub(r"^Problem in line", "line", " ".join(str(error).split()))
        raise InputError(f"{where} cannot be read as PDB text ({why}): fix or delete that line") from error


def _entry(text: str, ca: dict[tuple[str, ...], int]) -> Entry:
    entry = gemmi.read_pdb_string(text)
    helices = [_span(HELICES.get(helix.pdb_helix_class.value, ""), helix) for helix in entry.helices]
    strands = [_span("E", strand) for sheet in entry.sheets for strand in sheet.strands]
    return Entry(
        dict(entry.info).get("_entry.id", "").lower(),
        residues_of(_atoms(entry, ca)),
        [helix for helix in helices if helix.letter] + strands,
        {chain.name: " ".join(chain.full_sequence) for chain in entry.entities},
    )


def _ascii(line: str) -> str:
    """The line in ASCII with the same number of columns: gemmi counts bytes."""
    return line if line.isascii() else line.encode("ascii", "replace").decode("ascii")


def _checked(lines: list[str], where: str) -> dict[tuple[str, ...], int]:
    """Line of every CA atom, see `_key`. Raises InputError for a field that should be a number but is not."""
    ca: dict[tuple[str, ...], int] = {}
    for number, line in enumerate(lines, start=1):
        if line[:6].upper() in READ and not line.isascii():
            raise InputError(
                f"{where}, line {number}: {next(c for c in line if not c.isascii())!r} is not allowed in "
                "a PDB record: fix or delete the line"
            )
        name = line[12:16].strip() if line[:6] in ATOM_RECORDS else ""
        if line[:6] not in NUMBERS or (name and name not in ATOMS):
            continue
        wrong = next((columns for columns in NUMBERS[line[:6]] if not is_number(line[columns])), None)
        if wrong is not None:
            raise InputError(
                f"{where}, line {number}: expected a number in columns {wrong.start + 1} to {wrong.stop} "
                f"of this {line[:6].strip()} record, found {line[wrong].strip()!r}: fix or delete the line"
            )
        if name == "CA":
            ca.setdefault(_key(line[16], line[17:20], line[20:22], line[22:27]), number)
    return ca


def _key(location: str, residue: str, chain: str, position: str) -> tuple[str, ...]:
    return location.strip(" \0"), residue.strip(), chain.strip(), position.strip()


def _span(letter: str, record: gemmi.Helix | gemmi.Sheet.Strand) -> Span:
    first, last = record.start.res_id.seqid, record.end.res_id.seqid
    return Span(letter, record.start.chain_name, _position(first), _position(last))


def _position(number: gemmi.SeqId) -> tuple[int, str]:
    return number.num or 0, number.icode.strip()


def _atoms(entry: gemmi.Structure, ca: dict[tuple[str, ...], int]) -> Iterator[Atom]:
    for chain in entry[0] if len(entry) else ():
        for residue in chain:
            for atom in residue:
                if atom.name in ATOMS:
                    key = _key(atom.altloc, residue.name, chain.name, str(residue.seqid))
                    yield Atom(
                        chain.name,
                        _position(residue.seqid),
                        key[-1],
                        residue.name,
                        key[0],
                        atom.name,
                        (atom.pos.x, atom.pos.y, atom.pos.z),
                        atom.occ,
                        ca.get(key, 0),
                    )
