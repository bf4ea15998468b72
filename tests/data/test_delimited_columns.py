"""Delimited text that is read by columns has the cells that reading it line by line gives."""

import random

import pytest

from naivebench.core.checks import InputError
from naivebench.data.readers import delimited, delimited_columns

PLAIN = {
    "numbers and words": "a,b,class\n1,x,no\n2,y,yes\n",
    "no last line end": "a,b\n1,x\n2,y",
    "line ends of Windows": "a;b\r\n1;x\r\n2;y\r\n\r\n",
    "byte order mark": "\ufeffa\tb\n1\tx\n",
    "blanks around cells": " a , b \n 1 ,\u00a0x y\u2003\n\t2 ,y \n",
    "missing cells": "a,b\n,?\n1,\n,\n",
    "quoted cells": '"a","b"\n"x, y","say ""yes"""\n"",""""\n',
    "quotation marks are text in tabbed": 'a\tb\n"x\ty"z\n',
    "no header": "1,x\n2,y\n",
    "an empty name": "a,,c\n1,2,3\n",
    "odd numbers": "a,b\n+1,1e5\n.5,0x10\n1_0,\u0661\n",
    "letters": "ä,ß\n\U0001f600,é\n",
}
ODD = {
    "blanks between cells": "a b\n1 x\n",
    "one column": "a\n1\n\n2\n",
    "blank lines": "a,b\n1,x\n\n2,y\n",
    "a line of blanks": "a,b\n1,x\n  \n2,y\n",
    "lone returns": "a,b\r1,x\r2,y\n",
    "a line end in a cell": 'a,b\n1,"x\ny"\n',
    "blank before a quotation mark": 'a,b\n1, "x,y"\n',
    "quotation mark in a cell": 'a,b\n1,5" disk\n2,6" disk\n',
    "text behind a quotation mark": 'a,b\n1,"x"y\n',
    "quotation mark without partner": 'a,b\n1,"x\n',
    "short line": "a,b\n1\n",
    "long line": "a,b\n1,2,3\n",
    "zero byte": "a,b\n1,\0\n",
    "separators only": "\n\n",
}


def outcome(read, content, **options):
    """The result of a reader with its lines as a list, or the sentence that says why there is none."""
    try:
        raw = read(content, "a.csv", **options)
    except InputError as error:
        return str(error)
    return raw and raw._replace(lines=list(raw.lines))


def same(text, tabbed=False, **options):
    """Whether the text is read by columns; if so, the result must equal that of `delimited`."""
    found = outcome(delimited_columns.read, text.encode(), tabbed=tabbed, **options)
    by_line = delimited.read_tabbed if tabbed else delimited.read
    assert found in (None, outcome(by_line, text.removeprefix("\ufeff"), **options))
    return found is not None


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("header", [None, True, False])
def test_plain_text_is_read_by_columns(name, header):
    assert same(PLAIN[name], tabbed="tabbed" in name, header=header, allow_no_rows=True)


@pytest.mark.parametrize("name", ODD)
def test_unusual_text_is_read_by_lines(name):
    assert not same(ODD[name])


def test_a_file_with_a_byte_that_is_not_text_is_read_by_lines():
    assert delimited_columns.read(b"a,b\n1,\xe4\n", "a.csv") is None


def test_header_is_found_as_by_lines():
    for text in ("a,b\nx,y\n", "a,b\nx,b\n", "a,1\nx,y\n", "a,a\nx,y\n", "?,a\nx,y\n", "a,\nx,y\n"):
        assert all(same(text, target=target) for target in (None, "a", "first"))


@pytest.mark.slow
def test_any_text_gives_the_same_or_is_read_by_lines():
    draw = random.Random(0)
    cells = [
        "a",
        "1",
        " x",
        "",
        "?",
        "\u00a0é ",
        '"q"',
        '"a,b"',
        '" "',
        '"x""y"',
        '""',
        '"',
        "\t",
        "\x1f",
        "b c",
    ]
    pieces = [",", "\n", '"', " ", "\t", "\r\n", "\r", ";"]
    read = 0
    for _ in range(1500):
        separator, end = draw.choice(",,,;\t"), draw.choice(["\n", "\r\n"])
        rows = [draw.choices(cells, k=3) for _ in range(draw.randint(1, 4))]
        text = end.join(map(separator.join, [["u", "v", "w"], *rows]))
        if draw.random() < 0.4:
            at = draw.randint(0, len(text))
            text = text[:at] + draw.choice(pieces) + text[at:]
        read += sum(same(text, tabbed, header=draw.choice([None, True])) for tabbed in (False, True))
    assert read > 300
