"""Entries of the Protein Data Bank as mmCIF text: the first model's backbone, and its secondary structure
categories.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from naivebench.core.checks import InputError
from naivebench.datasets.readers.backbone import ATOMS, Atom, Entry, Span, residues_of

TOKEN = re.compile(
    r"""^;(.*?)\n;|'([^\n]*?)'(?=\s|\Z)|"([^\n]*?)"(?=\s|\Z)|(\#[^\n]*)|(\S+)""", re.DOTALL | re.MULTILINE
)
HELICES = {"HELX_RH_AL_P": "H", "HELX_RH_3T_P": "G"}
# of HELX_P: right-handed alpha and 3-10; the others count as other structure
HELIX_CLASSES = {"1": "H", "?": "H", ".": "H", "5": "G"}
NAMES = (
    "label_atom_id",
    "label_alt_id",
    "label_comp_id",
    "label_asym_id",
    "label_seq_id",
    "auth_seq_id",
    "pdbx_PDB_ins_code",
)
SITE = (*NAMES, "Cartn_x", "Cartn_y", "Cartn_z", "occupancy")
RANGE = ("beg_label_asym_id", "beg_label_seq_id", "end_label_seq_id")


def read(text: str, where: str) -> Entry:
    """Read atom_site, struct_conf, struct_sheet_range, struct_asym and entity_poly_seq of the first data
    block.

    Chains and numbers are those of the label_ items, so that residues count on within a polymer. Raises
    InputError for a category without the items needed, and for an atom whose coordinates are no numbers.
    """
    conformations = _rows(text, "struct_conf", ("conf_type_id", "pdbx_PDB_helix_class", *RANGE), where)
    helices = [_span(_helix(kind, number), *at, where) for kind, number, *at in conformations]
    strands = [_span("E", *at, where) for at in _rows(text, "struct_sheet_range", RANGE, where)]
    polymers: dict[str, list[str]] = {}
    for polymer, residue in _rows(text, "entity_poly_seq", ("entity_id", "mon_id"), where):
        polymers.setdefault(polymer, []).append(residue)
    chains = {
        chain: " ".join(polymers[p])
        for chain, p in _rows(text, "struct_asym", ("id", "entity_id"), where)
        if p in polymers
    }
    name = next((identifier for (identifier,) in _rows(text, "entry", ("id",), where)), "")
    return Entry(
        name.lower(),
        residues_of(_atoms(text, where)),
        [helix for helix in helices if helix.letter] + strands,
        chains,
    )


def _helix(kind: str, number: str) -> str:
    return HELIX_CLASSES.get(number, "") if kind == "HELX_P" else HELICES.get(kind, "")


def _span(letter: str, chain: str, first: str, last: str, where: str) -> Span:
    if not (first.isdigit() and last.isdigit()):
        raise InputError(
            f"{where} has a helix or strand from {first!r} to {last!r} of chain {chain!r}, expected "
            "label_seq_id numbers"
        )
    return Span(letter, chain, (int(first), ""), (int(last), ""))


def _atoms(text: str, where: str) -> Iterator[Atom]:
    start, names = _loop(text, "atom_site")
    if not names:
        raise InputError(f"{where} has no loop of atom_site: is it an mmCIF file with coordinates?")
    at = _positions(names, SITE, "atom_site", where)
    model = _positions(names, ("pdbx_PDB_model_num",), "atom_site", where)[0]
    first, line = None, text.count("\n", 0, start)
    for row in text[start : _end(text, start)].splitlines():
        line += 1
        cells = row.split()
        cells = cells if len(cells) == len(names) else [cell for cell, _ in _tokens(row)]
        if cells and len(cells) != len(names):
            raise InputError(
                f"line {line} of {where} has {len(cells)} items of atom_site, expected {len(names)}: "
                "every atom must stand in one line"
            )
        first = first or cells[model : model + 1]
        if cells[model : model + 1] != first:
            return
        if cells and cells[at[0]] in ATOMS and cells[at[4]].isdigit():
            name, location, residue, chain, position, number, insertion, *place = (cells[i] for i in at)
            number = (number if number.lstrip("-").isdigit() else position) + insertion.strip(".?")
            yield Atom(
                chain,
                (int(position), ""),
                number,
                residue,
                location.strip(".?"),
                name,
                *_numbers(place, line, where),
                line,
            )


def _numbers(cells: list[str], line: int, where: str) -> tuple[tuple[float, float, float], float]:
    """Place and occupancy of an atom."""
    try:
        x, y, z = (float(cell) for cell in cells[:3])
        return (x, y, z), 1.0 if cells[3] in (".", "?") else float(cells[3])
    except ValueError as error:
        raise InputError(
            f"line {line} of {where} is an atom whose coordinates cannot be read: mend or delete that line"
        ) from error


def _rows(text: str, category: str, wanted: tuple[str, ...], where: str) -> list[list[str]]:
    """The wanted items of every row of a category, be it a loop or pairs of name and value; [] if the file
    has none.
    """
    start, names = _loop(text, category)
    if names:
        body = itertools.takewhile(lambda token: not _keyword(*token), _tokens(text, start))
        cells = [cell for cell, _ in body]
    else:
        names, cells = _pairs(text, category)
    if not names:
        return []
    at = _positions(names, wanted, category, where)
    if len(cells) % len(names):
        raise InputError(
            f"category {category} of {where} has {len(cells)} values, which are no full rows of "
            f"{len(names)}: is the file cut off?"
        )
    return [[cells[row + i] for i in at] for row in range(0, len(cells), len(names))]


def _loop(text: str, category: str) -> tuple[int, list[str]]:
    """Where the values of a looped category begin, and the names of its items."""
    head = re.search(rf"^loop_\s+((?:_{category}\.\S+\s+)+)", text, re.MULTILINE)
    return (head.end(), [name.partition(".")[2] for name in head[1].split()]) if head else (0, [])


def _end(text: str, start: int) -> int:
    """Where the lines of a loop end that has one row per line."""
    stop = re.compile(r"^(?:[#_]|loop_|data_)", re.MULTILINE).search(text, start)
    return stop.start() if stop else len(text)


def _pairs(text: str, category: str) -> tuple[list[str], list[str]]:
    """Items and values of a category of one row."""
    prefix = f"_{category}."
    head = re.search(rf"^{re.escape(prefix)}", text, re.MULTILINE)
    if head is None:
        return [], []
    own = itertools.takewhile(
        lambda token: not _keyword(*token) or token[0].startswith(prefix), _tokens(text, head.start())
    )
    tokens = [token for token, _ in own]
    return [name.partition(".")[2] for name in tokens[::2]], tokens[1::2]


def _tokens(text: str, start: int = 0) -> Iterator[tuple[str, bool]]:
    """Values, names and keywords of CIF text from an offset on, and whether they were quoted; comments are
    left out.
    """
    for match in TOKEN.finditer(text, start):
        if match.lastindex != 4:
            yield match[match.lastindex], match.lastindex < 4


def _keyword(token: str, quoted: bool) -> bool:
    return not quoted and token.startswith(("_", "loop_", "data_"))


def _positions(names: list[str], wanted: tuple[str, ...], category: str, where: str) -> list[int]:
    lacking = next((name for name in wanted if name not in names), None)
    if lacking is not None:
        raise InputError(
            f"category {category} of {where} has no item {lacking}: save the entry as the Protein Data "
            "Bank distributes it"
        )
    return [names.index(name) for name in wanted]
