"""Mutated inputs for every reader, the configuration and the command line: `make fuzz MINUTES=10`.

`python tests/fuzz/fuzz.py MINUTES [FIRST_SEED]` tries as many inputs as possible in this time. `python
tests/fuzz/fuzz.py --only SEED` tries one of them again and prints its traceback.

Success and InputError (on the command line, status 2 with one sentence) are correct. Everything else is a
crash, and is printed with its seed; so is the use of more than SECONDS of CPU time or MEMORY bytes. An input
depends only on its seed.
"""

# ruff: noqa: E402
from __future__ import annotations

import contextlib
import functools
import gzip
import io
import os
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
import warnings
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from support import proteins
from support.configured import CONFIG, DATASETS, METHODS, project

from naivebench.benchmark import configuration, external
from naivebench.cli.main import main
from naivebench.core.checks import InputError
from naivebench.data import encode, prepare, profile
from naivebench.data.archive import expand, read_members
from naivebench.data.readers import read as readers
from naivebench.methods.inference import bif
from naivebench.models import fitted, saved

SECONDS, MEMORY = 20.0, 6 << 30
CSV = b'x,y,"z z",c\n1,red,2.5,a\n2,"light, blue",?,b\n-3e2,,0,a\n4,red,NaN,b\n'
PLACES = proteins.peptide([(-60, -45, 180)] * 6)
RECORDS = (
    "HEADER    HYDROLASE                               01-JAN-00   1ABC",
    "SEQRES   1 A    6  ALA ALA ALA ALA ALA ALA",
    "HELIX    1   1 ALA A    2  ALA A    4  1                                   3",
    "SHEET    1   A 1 ALA A   4  ALA A   5  0",
)
FILES = {
    "csv": CSV,
    "tsv": CSV.replace(b",", b"\t"),
    "arff": b"@relation r\n@attribute 'x y' {a, 'b c'}\n@attribute n real\n@attribute c {p,q}\n@data\n"
    b"a,1,p\n'b c',?,q\n% no\n",
    "keel": b"@relation r\n@attribute x real [0, 1]\n@attribute c {p,q}\n@inputs x\n@outputs c\n@data\n"
    b"0.5, p\n<null>, q\n",
    "orange": b"x\ty\tc\nc\ta b\\ c d\tp q\n\tmeta\tclass\n1\ta\tp\n?\tb c\tq\n",
    "pdb": proteins.pdb_text(PLACES, extra=RECORDS).encode(),
    "mmcif": proteins.mmcif_text(PLACES).encode(),
    "fasta": b">s1 one\nACDE\nFGHI*\n>s2\nKLMN\n",
    "reuters": b'<REUTERS TOPICS="YES" LEWISSPLIT="TRAIN" NEWID="1"><TOPICS><D>corn</D></TOPICS><TEXT>\n'
    b"<BODY>a &lt;b\n"
    b"</BODY></TEXT></REUTERS>\n",
    "documents": b"Some words, and more.\n",
}
BIF = b"""network n { }
variable a { type discrete [ 2 ] { yes, no }; }
variable b { type discrete [ 2 ] { yes, no }; }
probability ( a ) { table 0.2, 0.8; }
probability ( b | a ) { (yes) 0.1, 0.9; (no) 0.5, 0.5; }
"""
PREDICTIONS = b"repeat,fold,row,P(a),P(b)\n0,0,0,0.5,0.5\n0,0,1,1,0\n0,1,2,0.25,0.75\n0,1,3,0,1\n"
TOKENS = [
    *(
        b"",
        b"\0",
        b"\n",
        b"\r",
        b"\t",
        b",",
        b";",
        b'"',
        b"'",
        b"\\",
        b"?",
        b"nan",
        b"inf",
        b"-1",
        b"1e308",
        b"1e999",
    ),
    *(
        b"9" * 30,
        b"9" * 5000,
        b"0x1",
        b"true",
        b"null",
        b"{",
        b"}",
        b"[",
        b"]",
        b"(",
        b")",
        b": ",
        b"- ",
        b"&a ",
        b"*a",
    ),
    *(
        b"<<: ",
        b"!!python/name:os ",
        b"%",
        b"@data",
        b"\xff",
        b"\xc3",
        "é²\u2028\ufeff".encode(),
        b"a" * 200_000,
        b" " * 99,
    ),
]
WORDS = [
    *(
        "predict",
        "fit",
        "discretize",
        "compare",
        "infer",
        "methods",
        "datasets",
        "check",
        "--method",
        "nb",
        "fayyad_irani",
    ),
    *(
        "--train",
        "--test",
        "--target",
        "--kind",
        "--param",
        "--out",
        "--seed",
        "--summary",
        "--decimal",
        "--json",
    ),
    *(
        "a.csv",
        "n.bif",
        "s.csv",
        "o.csv",
        "-",
        ".",
        "c",
        "x=linear",
        "*=nominal",
        "c=nominal",
        "z z=angular:360",
    ),
    *(
        "alpha=1",
        "alpha=-1",
        "alpha=1e308",
        "bins=3",
        "bins=1e9",
        "",
        "=",
        "--query",
        "--evidence",
        "a",
        "b=yes",
    ),
    *(
        "--steps",
        "--joint",
        "--mpe",
        "--alpha",
        "--rope",
        "--reference",
        "--lower-is-better",
        "--scores",
        "0.05",
        "é",
    ),
    *(
        "--project",
        "no/such",
        "nan",
        "1e999",
        "--help",
        "--version",
        "--configfile",
        "--metric",
        "-1",
        "\udcff",
        ",",
    ),
]
LINES = (
    "predict --method nb --train a.csv --test a.csv --target c --out o.csv --param alpha=1 --kind x=linear"
    " --seed 1",
    "predict --model m.nb --test a.csv --top 2 --positive a --costs a:b=2,b:a=1 --id x --out o.csv",
    "predict --model m.nb --test a.csv --threshold 0.5 --out o.csv --summary s.json",
    "fit --method nb --train a.csv --target c --out o.nb --bif o.bif --plain-words",
    "discretize --method fayyad_irani --train a.csv --target c --out - --kind x=linear",
    "compare s.csv --reference nb --alpha 0.05 --rope 0.01 --out -",
    "infer n.bif --query b --evidence a=yes --steps --json",
    "methods --json",
)
SCORES = b"data,nb,tan\na,0.5,0.6\nb,0.7,0.6\nc,0.1,0.9\n"


def mutated(data: bytes, rng: random.Random, others: list[bytes]) -> bytes:
    """The data after one to five changes: bytes, slices and lines are replaced, removed, repeated
    or spliced.
    """
    for _ in range(rng.choice((1, 1, 1, 2, 3, 5))):
        a, b = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
        b = min(b, a + rng.choice((1, 4, 30, 10_000)))
        change = rng.randrange(7)
        if change == 0:
            data = data[:a] + bytes([rng.randrange(256)]) + data[a + 1 :]
        elif change == 1:
            data = data[:a] + data[b:]
        elif change == 2:
            data = data[:a] + data[a:b] * rng.choice((2, 2, 2, 50)) + data[b:]
        elif change == 3:
            data = data[:a] + rng.choice(TOKENS) + data[a:]
        elif change == 4:
            lines = data.splitlines(keepends=True)
            rng.shuffle(lines)
            data = b"".join(lines)
        elif change == 5:
            data = data[:a] + rng.choice(others)[a:]
        else:
            cells = data.split(b",")
            cells[rng.randrange(len(cells))] = rng.choice(TOKENS)
            data = b",".join(cells)
    return data[: 1 << 20]


def read_file(rng: random.Random) -> None:
    name = rng.choice(list(FILES))
    data = mutated(FILES[name], rng, list(FILES.values()))
    where = f"a/b.{name}"
    decimal = rng.choice(".,") if name in ("csv", "tsv") and rng.random() < 0.2 else "."
    encoding = rng.choice(("utf-8", "utf-8", "latin-1"))
    raw = readers.read(data, name, where=where, decimal=decimal, encoding=encoding)
    kinds = rng.choice((None, None, "nominal", "linear", {"default": "nominal", raw.names[0]: "linear"}))
    table, findings = encode.to_table(raw, kinds=kinds, where=where)
    profile.describe(table, findings)
    encode.like(raw, table.attributes, table.classes, target=raw.target or raw.names[-1])


def read_archive(rng: random.Random) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", rng.choice((0, 8))) as file:
        file.writestr("d/a.csv", CSV)
        file.writestr("d/b.csv", gzip.compress(CSV))
    content, members = rng.choice(((packed.getvalue(), ["d/*.csv"]), (gzip.compress(CSV), [None])))
    content = mutated(content, rng, [content])
    named = expand(content, members, where="w")
    read_members(content, named, [None] * len(named), where="w")


def read_network(rng: random.Random) -> None:
    Path("n.bif").write_bytes(mutated(BIF, rng, [BIF]))
    bif.read("n.bif")


def read_predictions(rng: random.Random) -> None:
    Path("p.csv").write_bytes(mutated(PREDICTIONS, rng, [CSV]))
    external._read_rows(Path("p.csv"), ("a", "b"))


@functools.cache
def model() -> bytes:
    """Read a model file."""
    table = encode.to_table(readers.read(CSV, "csv", where="a.csv"), kinds="nominal")[0]
    stanza = {"module": "naive_bayes.nb", "kinds": ["nominal"]}
    return saved.to_bytes(fitted.fit(table, "nb", stanza, rng=np.random.default_rng(0), params={"alpha": 1}))


def read_model(rng: random.Random) -> None:
    saved.from_bytes(mutated(model(), rng, [CSV]), {"naive_bayes.nb"}, "m.nb")


def read_configuration(rng: random.Random) -> None:
    texts = {"config": CONFIG, "datasets": DATASETS, "methods": METHODS}
    name = rng.choice(list(texts))
    changed = mutated(texts[name].encode(), rng, [t.encode() for t in texts.values()])
    project(Path.cwd(), **{name: changed.decode("utf-8", "replace")})
    settings = configuration.read(Path.cwd())
    configuration.cells(settings)


def prepare_stanza(rng: random.Random) -> None:
    """Prepare a good file with a stanza whose values were replaced."""
    values = [
        "x",
        "y",
        "c",
        "z z",
        "no",
        "",
        0,
        -1,
        3,
        2.5,
        True,
        None,
        [],
        ["x"],
        {},
        {"a": ["a"], "b": "*"},
        "nominal",
    ]
    keys = [
        "target",
        "kinds",
        "missing",
        "groups",
        "classes",
        "directions",
        "drop",
        "names",
        "header",
        "steps",
        "holdout",
    ]
    steps = [{"keep": ["x", "c"]}, {"sort": ["x"]}, {"cut": {"column": "x", "parts": 2}}, {"first": 2}]
    stanza = {"source": {"file": "a.csv"}, rng.choice(keys): rng.choice(values), "steps": [rng.choice(steps)]}
    stanza |= {rng.choice(keys): rng.choice(values)} if rng.random() < 0.5 else {}
    datasets = DATASETS + f"  mine: {stanza!r}\n".replace("None", "null").replace("True", "true")
    project(Path.cwd(), datasets=datasets)
    Path("a.csv").write_bytes(CSV)
    settings = configuration.read(Path.cwd())
    prepare.prepare("mine", settings.datasets["mine"], prepare.Inputs(file="a.csv"), stop=True)


def command_line(rng: random.Random) -> None:
    for name, data in (("a.csv", CSV), ("n.bif", BIF), ("s.csv", SCORES), ("m.nb", model())):
        Path(name).write_bytes(mutated(data, rng, [CSV, SCORES]) if rng.random() < 0.2 else data)
    words = rng.choice(LINES).split()
    for _ in range(rng.randint(0, 3)):
        at = rng.randrange(len(words))
        words[at : at + rng.choice((0, 1, 1, 2))] = rng.sample(WORDS, rng.choice((0, 1, 1, 2)))
        words = words or ["methods"]
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(words)
        except SystemExit as error:
            status = error.code
    said = [line for line in err.getvalue().splitlines() if not line.startswith("note: ")]
    usage = any("usage: naivebench" in line for line in said)
    if status not in (0, 2) or (
        status == 2 and not usage and (len(said) != 1 or not said[0].startswith("error: "))
    ):
        raise AssertionError(f"status {status} of {words}: {said[-3:]}")
    if status == 2:
        raise InputError(" ".join(said))


TARGETS: dict[str, tuple[Callable[[random.Random], None], int]] = {
    "file": (read_file, 12),
    "archive": (read_archive, 3),
    "network": (read_network, 3),
    "predictions": (read_predictions, 2),
    "model": (read_model, 2),
    "configuration": (read_configuration, 3),
    "stanza": (prepare_stanza, 2),
    "command": (command_line, 2),
}


def attempt(seed: int) -> tuple[str, str, str]:
    """The (target, outcome, traceback) of one seed; the outcome is ok, refused, or the crash in one line."""
    rng = random.Random(seed)
    name = rng.choices(list(TARGETS), [weight for _, weight in TARGETS.values()])[0]
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"):
            TARGETS[name][0](rng)
        return name, "ok", ""
    except InputError as error:
        sentence = str(error)
        return name, "refused" if sentence.strip() and "\n" not in sentence else f"lines: {sentence!r}", ""
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return name, f"{type(error).__name__}: {' '.join(str(error).split())[:150]}", traceback.format_exc()
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def too_long(signum: int, frame: object) -> None:
    raise TimeoutError(f"more than {SECONDS:g} s of CPU time")


def run(minutes: float, first: int) -> int:
    """Try seeds for this many minutes and return the number of crashes."""
    outcomes: dict[str, Counter] = {name: Counter() for name in TARGETS}
    end, seed, crashes = time.monotonic() + 60 * minutes, first, 0
    while time.monotonic() < end:
        name, outcome, _ = attempt(seed)
        known = outcome in ("ok", "refused")
        outcomes[name][outcome if known else "crash"] += 1
        if not known:
            crashes += 1
            print(f"seed {seed}, {name}: {outcome}", flush=True)
        seed += 1
    for name, counts in outcomes.items():
        print(f"{name}: " + ", ".join(f"{counts[key]} {key}" for key in ("ok", "refused", "crash")))
    print(f"{seed - first} inputs tried (seeds {first} to {seed - 1}), {crashes} crashes")
    return crashes


if __name__ == "__main__":
    signal.signal(signal.SIGVTALRM, too_long)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, resource.RLIM_INFINITY))
    with tempfile.TemporaryDirectory(prefix="naivebench-fuzz-") as place:
        os.chdir(place)
        if sys.argv[1] == "--only":
            print(*attempt(int(sys.argv[2])), sep="\n")
        else:
            sys.exit(min(1, run(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)))
