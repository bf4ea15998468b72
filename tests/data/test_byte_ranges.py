"""Ranges of a CSV file: together they give its rows, whatever the file contains."""

from itertools import pairwise

import numpy as np
import pytest

from naivebench.benchmark.shards import Piece
from naivebench.benchmark.streaming import blocks
from naivebench.core.checks import InputError
from naivebench.data.readers import byte_ranges, columnar

ROWS = [f"{i},{'v' * (i % 7)},w" for i in range(200)]
FILES = {
    "plain": "\n".join(["a,b,c", *ROWS]) + "\n",
    "no last line break": "\n".join(["a,b,c", *ROWS]),
    "carriage returns": "\r\n".join(["a,b,c", *ROWS]) + "\r\n",
    "marked as UTF-8": "\ufeff" + "\n".join(["a,b,c", *ROWS]),
    "quotes": "\n".join(["a,b,c", *ROWS[:90], '90,"x\ny",w', *ROWS[91:]]),
    "only quotes": "\n".join(['"a","b","c"', *ROWS]),
    "quoted names": "\n".join(['"a, or A";"b";c', *[row.replace(",", ";") for row in ROWS]]),
    "a line break in a name": "\n".join(['"a\nA","b",c', *ROWS]),
    "a blank line": "\n".join(["a,b,c", *ROWS[:90], "", *ROWS[90:]]),
    "blank lines first": "\n\n" + "\n".join(["a,b,c", *ROWS]),
    "a single return": "\n".join(["a,b,c", *ROWS[:90]]) + "\r" + "\n".join(ROWS[90:]),
    "blank line of Windows": "\r\n".join(["a,b,c", *ROWS[:90], "", *ROWS[90:]]),
    "long header": "\n".join([",".join(["a" * 500, "b" * 900, "c"]), *ROWS]),
    "few rows": "a,b,c\n1,2,3\n",
    "no rows": "a,b,c\n",
}


def seen(path, pieces):
    """Position in the file and cells of every row of the pieces."""
    rows = []
    for piece in pieces:
        for block in blocks.blocks(path, piece, columnar.schema(path).names):
            cells = zip(*(column.to_pylist() for column in block.columns.values()), strict=True)
            rows += zip(range(block.first, block.first + block.n), cells, strict=True)
    return rows


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("parts", [3, 40])
def test_the_ranges_of_a_file_are_its_rows(tmp_path, monkeypatch, name, parts):
    path = tmp_path / "a.csv"
    path.write_bytes(FILES[name].encode())
    monkeypatch.setattr(byte_ranges, "PIECE", 64)
    whole = seen(path, [Piece("", 0, 1)])
    assert [i for i, _ in whole] == list(range(len(whole)))
    assert seen(path, [Piece("", i, parts) for i in range(parts)]) == whole


@pytest.mark.parametrize(("name", "least"), [("plain", 8), ("quoted names", 8), ("quotes", 3)])
def test_a_file_is_divided_as_far_as_it_is_plain(tmp_path, name, least):
    path = tmp_path / "a.csv"
    path.write_bytes(FILES[name].encode())
    found = [columnar.csv_range(path, i, 8) for i in range(8)]
    ranges = [r for r in found if r]
    assert least <= len(ranges) <= 8
    assert all(one.end == other.begin for one, other in pairwise(ranges))
    assert ranges[-1].end == -1


def test_random_bytes_give_the_same_rows(tmp_path, monkeypatch):
    rng = np.random.default_rng(2)
    for trial in range(40):
        monkeypatch.setattr(byte_ranges, "PIECE", int(rng.integers(1, 30)))
        path = tmp_path / f"{trial}.csv"
        lines = [
            "".join(rng.choice(list('ab \n\r"'), rng.integers(0, 6), p=[0.4, 0.3, 0.1, 0.1, 0.05, 0.05]))
            for _ in range(30)
        ]
        path.write_bytes(("h,i\n" + "".join(f"{line},x\n" for line in lines)).encode())
        pieces = [Piece("", i, 5) for i in range(5)]
        try:
            whole = seen(path, [Piece("", 0, 1)])
        except InputError:
            with pytest.raises(InputError):
                seen(path, pieces)
        else:
            assert seen(path, pieces) == whole


def test_a_ragged_row_has_its_number_in_the_file(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("\n".join(["a,b,c", *ROWS[:150], "1,2", *ROWS]))
    messages = []
    for parts in (1, 4):
        with pytest.raises(InputError) as error:
            seen(path, [Piece("", i, parts) for i in range(parts)])
        messages.append(str(error.value))
    assert messages[0] == messages[1]
    assert "Row #152" in messages[0]


def test_a_compressed_file_is_one_part(tmp_path):
    import pyarrow as pa

    with pa.output_stream(str(tmp_path / "a.csv.gz"), compression="detect") as file:
        file.write(FILES["plain"].encode())
    rows = [seen(tmp_path / "a.csv.gz", [Piece("", i, 3)]) for i in range(3)]
    assert (len(rows[0]), rows[1:]) == (200, [[], []])
