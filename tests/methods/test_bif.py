"""The BIF reader: accepted syntax, reading what it writes, and one sentence with the line for every fault."""

import gzip

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import example_networks
from support.random_networks import networks

from naivebench.core.checks import InputError
from naivebench.methods.inference import bif

TWO = """\
network weather {
}
variable rain {
  type discrete [ 2 ] { no, yes };
}
variable wet {
  type discrete [ 3 ] { dry, damp, wet };
}
probability ( rain ) {
  table 0.75, 0.25;
}
probability ( wet | rain ) {
  (no) 0.5, 0.375, 0.125;
  (yes) 0, 0.25, 0.75;
}
"""
WET = [[0.5, 0.375, 0.125], [0, 0.25, 0.75]]


def body(text, block="probability ( wet | rain )"):
    """TWO with another body of the last block."""
    return TWO[: TWO.index("probability ( wet")] + f"{block} {{\n{text}\n}}\n"


def test_rows_by_configuration():
    network = bif.parse(TWO)
    assert network.names == ("rain", "wet")
    assert network.states == (("no", "yes"), ("dry", "damp", "wet"))
    assert network.parents == ((), (0,))
    np.testing.assert_array_equal(network.tables[0], [0.75, 0.25])
    np.testing.assert_array_equal(network.tables[1], WET)
    assert network.notes == ()


@pytest.mark.parametrize(
    "text",
    [
        "  (yes) 0, 0.25, 0.75;\n  (no) 0.5, 0.375, 0.125;",
        "  ( yes ) 0 .25 75e-2; (no)5e-1,.375,.125;",
        "  table 0.5, 0, 0.375, 0.25, 0.125, 0.75;",
        "  default 0.5, 0.375, 0.125;\n  (yes) 0, 0.25, 0.75;",
        "  (no) 0.5, 0.375, 0.125; // the dry case\n  /* (yes) 1, 0, 0;\n */ (yes) 0, 0.25, 0.75;",
        '  property "source = (Smith, 1990) }";\n  (no) 0.5, 0.375, 0.125;\n  property version 1.0 ;\n '
        ' ("yes") 0, 0.25, 0.75;',
    ],
    ids=["order", "blanks", "table", "default", "comments", "properties"],
)
def test_the_same_table_in_another_form(text):
    np.testing.assert_array_equal(bif.parse(body(text)).tables[1], WET)


@pytest.mark.parametrize(
    "block",
    [
        "probability(wet|rain)",
        "probability ( wet, rain )",
        'probability ( "wet" rain )',
        "probability\n(wet\n|\nrain\n)",
    ],
)
def test_heads_of_tables(block):
    np.testing.assert_array_equal(
        bif.parse(body("(no) .5 .375 .125; (yes) 0 .25 .75;", block)).tables[1], WET
    )


def test_a_table_counts_the_child_slowest_and_the_last_parent_fastest():
    declared = "".join(
        f"variable {name} {{ type discrete[{r}] {{ {' '.join(map(str, range(r)))} }}; }}\n"
        for name, r in (("x", 2), ("a", 2), ("b", 3))
    )
    roots = "probability (a) { table .5 .5; } probability (b) { table .5 .25 .25; }"
    network = bif.parse(
        declared
        + roots
        + "probability ( x | a, b ) { table 0.1 0.2 0.3 0.4 0.5 0.6  0.9 0.8 0.7 0.6 0.5 0.4; }"
    )
    np.testing.assert_array_equal(network.tables[0][:, :, 0], [[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]])
    rows = bif.parse(declared + roots + "probability ( x | b, a ) { (2, 0) 0.3 0.7; default 1 0; }")
    np.testing.assert_array_equal(rows.tables[0][2, 0], [0.3, 0.7])
    assert rows.parents[0] == (2, 1)


def test_blocks_may_be_in_any_order_and_values_may_be_quoted():
    variable = 'variable "big rain" { property a; type discrete [2] { "not at all" "a//b" }; property b; }'
    text = f'probability ("big rain") {{ table 0.2 0.8; }}\n{variable}\nnetwork "n" {{ property c ; }}'
    network = bif.parse(text)
    assert network.names == ("big rain",)
    assert network.states == (("not at all", "a//b"),)


@settings(max_examples=60, deadline=None)
@given(
    networks(6),
    st.lists(
        st.sampled_from(["plain", "two words", "a,b", "(x)", "//", "/*", "a|b", "ü", "[1]"]),
        min_size=3,
        max_size=3,
        unique=True,
    ),
)
def test_written_networks_are_read_again_with_every_digit(network, words):
    network = network._replace(states=tuple(tuple(words[: len(labels)]) for labels in network.states))
    again = bif.parse(bif.text_of(network, name="two words"))
    assert again[:3] == network[:3]
    for one, other in zip(again.tables, network.tables, strict=True):
        assert one.tobytes() == other.tobytes()


def test_rows_off_by_rounding(tmp_path):
    rounded = "  (no) 0.333, 0.333, 0.333;\n  (yes) 0.3333333, 0.3333333, 0.3333333;"
    network = bif.parse(body(rounded))
    np.testing.assert_array_equal(network.tables[1][0], np.full(3, 0.333) / np.full(3, 0.333).sum())
    np.testing.assert_array_equal(network.tables[1][1], 0.3333333)
    assert network.notes == (
        "1 row(s) of P(wet) do not sum to 1 (by up to 0.001) and were divided by their sums",
    )


def test_gzip_and_files_that_are_not_text(tmp_path):
    path = tmp_path / "two.bif.gz"
    path.write_bytes(gzip.compress(("\ufeff" + TWO).encode()))
    assert bif.read(path).names == ("rain", "wet")
    path.write_bytes(gzip.compress(TWO.encode())[:40])
    with pytest.raises(InputError, match=r"two\.bif\.gz is a broken or truncated gzip file"):
        bif.read(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="is not a text file in UTF-8: check that it is a BIF file"):
        bif.read(path)
    with pytest.raises(InputError, match=r"cannot read .*missing\.bif: No such file"):
        bif.read(tmp_path / "missing.bif")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x.bif declares no variable: check that it is a BIF file"),
        (
            "varable x {}",
            "x.bif, line 1: expected one of network, variable, probability, found 'varable'; did "
            "you mean 'variable'?",
        ),
        (
            TWO.replace("}\nprobability ( wet", "probability ( wet"),
            "x.bif, line 11: expected '}' at the end of the probability block, found 'probability'",
        ),
        (
            TWO[:-4],
            "x.bif, line 14: the file ends within the probability block, expected ';': check whether it "
            "is truncated",
        ),
        (
            TWO[:-2],
            "x.bif, line 15: the file ends within the probability block, expected "
            "'}': check whether it is truncated",
        ),
        (
            TWO[: TWO.index("probability ( wet")],
            "x.bif: variable 'wet' has no probability block: add it",
        ),
        (
            TWO.replace("[ 3 ]", "[ 2 ]"),
            "x.bif, line 7: variable 'wet' declares [2] values but lists 3: put values with blanks in "
            "double quotes",
        ),
        (TWO.replace("damp", "dry"), "x.bif, line 7: variable 'wet' lists a value twice: dry, dry, wet"),
        (
            TWO.replace("discrete [ 3 ]", "continuous [ 3 ]"),
            "x.bif, line 7: variable 'wet' is of type 'continuous', but only discrete variables are "
            "supported",
        ),
        (
            TWO.replace("type discrete [ 3 ] { dry, damp, wet };", "property x;"),
            "x.bif, line 8: variable 'wet' has no type",
        ),
        (TWO.replace("variable wet", "variable rain"), "x.bif, line 6: variable 'rain' is declared twice"),
        (
            TWO.replace("probability ( wet", "probability ( wett"),
            "x.bif, line 12: the probability block names 'wett', which is not a variable; did you mean "
            "'wet'?",
        ),
        (
            TWO.replace("wet | rain", "wet | wet"),
            "x.bif, line 12: the head of the probability block of 'wet' names a variable twice",
        ),
        (TWO.replace("( rain )", "( )"), "x.bif, line 9: the probability block names no variable"),
        (
            TWO + TWO[TWO.index("probability ( rain") : TWO.index("probability ( wet")],
            "x.bif, line 16: variable 'rain' has two probability blocks",
        ),
        (
            TWO.replace("table", "tabel"),
            "x.bif, line 10: expected table, default, property or a row such as (yes, no) in "
            "the probability block of 'rain', found 'tabel'",
        ),
        (
            body("(maybe) 0.5 0.5 0;"),
            "x.bif, line 13: 'maybe' in the probability block of 'wet' is not a value of 'rain', expected "
            "one of no, yes",
        ),
        (
            body("(no, yes) 0.5 0.5 0;"),
            "x.bif, line 13: a row of the probability block of 'wet' names 2 value(s), expected one "
            "for each of 1 parents",
        ),
        (
            body("(no) 0.5 0.5;"),
            "x.bif, line 13: expected 3 number(s) in the probability block of 'wet', found 2",
        ),
        (
            body("table 0.5 0.5 0;"),
            "x.bif, line 13: expected 6 number(s) in the probability block of 'wet', found 3",
        ),
        (body("(no) 0.5 O.5 0;"), "x.bif, line 13: 'O.5' in the probability block of 'wet' is not a number"),
        (
            body("(no) 1.5 -0.5 0;"),
            "x.bif, line 13: 1.5 in the probability block of 'wet' is not a probability",
        ),
        (
            body("(no) 0.5 nan 0;"),
            "x.bif, line 13: nan in the probability block of 'wet' is not a probability",
        ),
        (
            body("(no) 1 0 0;\n(no) 0 1 0;"),
            "x.bif, line 14: the probability block of 'wet' gives the row (no) twice",
        ),
        (
            body("(no) 1 0 0;"),
            "x.bif, line 12: P(wet | rain = yes) is missing: add the row, or a default",
        ),
        (
            body("(no) 1 0 0; (yes) 0.5 0.5 0.5;"),
            "x.bif, line 12: P(wet | rain = yes) sums to 1.5, expected 1",
        ),
        (TWO + "/* remark", "x.bif, line 16: the comment /* has no end: close it with */"),
        (
            TWO.replace("( rain ) {\n  table 0.75, 0.25;", "( rain | wet ) {\n  default 0.75, 0.25;"),
            "x.bif: the parents form a cycle (rain <- wet <- rain): remove one of its arcs",
        ),
    ],
)
def test_messages(text, message):
    with pytest.raises(InputError) as error:
        bif.parse(text, where="x.bif")
    assert str(error.value).startswith(message)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "variables", "arcs", "parameters"),
    [
        ("asia", 8, 8, 18),
        ("alarm", 37, 46, 509),
        ("child", 20, 25, 230),
        ("insurance", 27, 52, 1008),
        ("hailfinder", 56, 66, 2656),
        ("pigs", 441, 592, 5618),
    ],
)
def test_published_networks_have_their_published_size(name, variables, arcs, parameters, folder):
    """The numbers of nodes, arcs and free parameters are those that the bnlearn repository states."""
    network = example_networks.network(name, folder)
    assert len(network.names) == variables
    assert sum(map(len, network.parents)) == arcs
    assert (
        sum(table.size // table.shape[-1] * (table.shape[-1] - 1) for table in network.tables) == parameters
    )
    again = bif.parse(bif.text_of(network))
    assert all(
        one.tobytes() == other.tobytes() for one, other in zip(again.tables, network.tables, strict=True)
    )


def test_numbers_of_a_published_network_are_in_their_places(folder):
    network = example_networks.network("alarm", folder)
    i = network.names.index("PRESS")
    assert [network.names[p] for p in network.parents[i]] == ["INTUBATION", "KINKEDTUBE", "VENTTUBE"]
    codes = [
        network.states[p].index(label)
        for p, label in zip(network.parents[i], ("ONESIDED", "FALSE", "ZERO"), strict=True)
    ]
    np.testing.assert_array_equal(network.tables[i][tuple(codes)], [0.10, 0.84, 0.05, 0.01])
