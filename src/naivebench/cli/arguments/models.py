"""Arguments of the commands that fit, apply and export models, and of those on their parts."""

from __future__ import annotations

from naivebench.cli.arguments import shared
from naivebench.cli.arguments.shared import Commands


def fit(commands: Commands) -> None:
    text = """Train a method on a table and save the model.

`naivebench predict --model` reads the model file. It contains only plain arrays and their description, so
reading it never runs code; models of scikit-learn cannot be saved in this way. --bif writes naive Bayes, TAN
and KDB as a Bayesian network for `naivebench infer` and other programs. In this network the class is the
parent of all attributes, and numbers are intervals."""
    example = (
        "examples:\n  naivebench fit --method nb --train a.csv --target class --out model.nb\n  "
        "naivebench fit --method tan --train a.csv --target class --bif tan.bif"
    )
    command = shared.command(commands, "fit", text, example)
    shared.training(command, remembered="; the model file remembers it for predict")
    command.add_argument("--bif", metavar="N.bif", help="Bayesian network to write, - for standard output")
    command.add_argument(
        "--plain-words",
        action="store_true",
        help="write names and values of the network with letters, digits and _ only, for programs that "
        "cannot read quoted words, such as the names of intervals; the order stays the same",
    )
    command.add_argument("--out", metavar="M.nb", help="model file to write, - for standard output")


def predict(commands: Commands) -> None:
    text = """Predict a table with a saved model, or with a method trained on another table.

The output has one row per test row, with the columns `predicted` and P(<class>) for every class. Classes are
sorted by size if all labels are numbers, and otherwise as text. A column is nominal if some values are not
numbers or if you declare it with --kind; otherwise it is linear. Nominal columns have the values of the
training file. A value that does not occur there is skipped like a missing cell, except by these methods,
which distinguish it from a missing cell: hpb*, de, ade, dg_*, hc_df, bn_*. The test file may
lack the class column, and its columns may be in another order or include additional ones. A method whose
stanza names a discretizer learns the cut points on the training file.

`predicted` is the most probable class, unless you give --threshold or --costs; --costs adds the column
`expected_cost`. --top lists only the most probable cases of a class, with their `row` in the file, from 1. A
summary on standard error reports which decision rule was used."""
    example = (
        "examples:\n  naivebench predict --method nb --train a.csv --test b.csv --target class --out p.csv"
    )
    example += (
        "\n  naivebench predict --method nb --param prior_alpha=0 --kind '*=nominal' --train a.csv --test "
        "b.csv --target class --out -"
    )
    example += (
        "\n  naivebench predict --model model.nb --test b.csv --top 100 --positive yes --id case --out -"
        "\n  naivebench predict --model model.nb --test b.csv --costs yes:no=5,no:yes=1 --out p.csv"
    )
    command = shared.command(commands, "predict", text, example)
    command.add_argument(
        "--model",
        metavar="M.nb",
        help="a file of `naivebench fit`, instead of --method, --train and --target",
    )
    shared.training(command, required=False, remembered="; with --model, by default as it was in fit")
    command.add_argument(
        "--test",
        required=True,
        metavar="B.csv",
        help="cases to predict, in any form that --train accepts",
    )
    command.add_argument(
        "--positive",
        metavar="LABEL",
        help="the class for --top and --threshold (default: the rarer of two classes in the training file)",
    )
    command.add_argument(
        "--top",
        type=int,
        metavar="K",
        help="list only the K cases with the largest probability, largest first",
    )
    command.add_argument("--id", metavar="COL", help="a column of the test file to copy to the output")
    command.add_argument(
        "--threshold", type=float, metavar="P", help="predict LABEL if its probability is at least P"
    )
    command.add_argument(
        "--costs",
        metavar="COSTS",
        help="predict the class with the lowest expected cost: ACTUAL:PREDICTED=COST, separated by commas "
        "(any other error costs 1, a correct prediction 0); or a CSV file with a column for every "
        "prediction and a row for every actual class",
    )
    command.add_argument(
        "--explain",
        metavar="E.jsonl",
        help="write an explanation of every prediction: one JSON record per test row, or text (E.txt), or a "
        "page (E.html)",
    )
    command.add_argument("--out", required=True, metavar="P.csv", help="file to write, - for standard output")


def export(commands: Commands) -> None:
    text = """Write a fitted model for other programs.

--bif writes naive Bayes, TAN or KDB as a Bayesian network, numbers as intervals."""
    example = "examples:\n  naivebench export --model model.nb --bif model.bif --target species"
    command = shared.command(commands, "export", text, example)
    command.add_argument(
        "--model",
        metavar="M.nb",
        help="a file of `naivebench fit`, or of `save` of an estimator",
    )
    command.add_argument("--bif", metavar="N.bif", help="Bayesian network to write, - for standard output")
    command.add_argument(
        "--target", default="class", metavar="NAME", help="name of the class in the network (default: class)"
    )


def discretize(commands: Commands) -> None:
    text = """Compute cut points for the numeric columns of a table.

The output is JSON, {"column": [cut, ...], ...}; a value x <= cut lies to the left of the cut. Angles range
from -period/2 to period/2."""
    command = shared.command(commands, "discretize", text, project=False)
    shared.table(
        command,
        "DISCRETIZER",
        "fayyad_irani, better_encoding (option -E of Weka), kononenko, caim, chimerge, proportional, "
        "equal_frequency, equal_width (both --param bins=10) or fixed_frequency (--param size=30)",
    )
    command.add_argument(
        "--out", required=True, metavar="cuts.json", help="file to write, - for standard output"
    )


def infer(commands: Commands) -> None:
    text = """Compute exact posteriors in a discrete Bayesian network.

The network is a file in the interchange format BIF (plain or gzipped). One pass over a junction tree gives
the posteriors of all variables. With --joint (several variables together) and --steps (one variable at a
time), variable elimination in min-fill order is used. The JSON contains {"evidence", "log_evidence" (nats),
"evidence_probability"} and "posteriors": {variable: {value: probability}}, or "joint": [{"values",
"probability"}], or "explanation": {"values", "log_joint" (nats), "probability"}."""
    example = (
        "examples:\n  naivebench infer asia.bif\n  naivebench infer asia.bif --query lung bronc --evidence "
        "xray=yes smoke=no --steps\n  naivebench infer asia.bif --query lung bronc --joint\n  naivebench "
        "infer asia.bif --evidence dysp=yes --mpe"
    )
    command = shared.command(commands, "infer", text, example, project=False)
    command.add_argument("network", metavar="NETWORK.bif", help="the network")
    command.add_argument(
        "--query",
        nargs="+",
        action="extend",
        default=[],
        metavar="X",
        help="variables whose posteriors you want (default: all that are not observed)",
    )
    command.add_argument(
        "--evidence",
        nargs="+",
        action="extend",
        default=[],
        metavar="Y=y",
        help="observed values; may be repeated",
    )
    command.add_argument("--steps", action="store_true", help="also print the steps of the elimination")
    command.add_argument(
        "--joint", action="store_true", help="print the joint posterior of the variables of --query"
    )
    command.add_argument(
        "--mpe",
        action="store_true",
        help="print the most probable joint values of all variables that are not observed",
    )
    command.add_argument("--json", action="store_true", help="print JSON, with all digits")
