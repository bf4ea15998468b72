"""Arguments of the commands that fit, apply and export models, and of those on their parts."""

from __future__ import annotations

from naivebench.cli.arguments import shared
from naivebench.cli.arguments.shared import Commands


def fit(commands: Commands) -> None:
    text = """Train a method on a table and save the model.

`naivebench predict --model` reads the model file. It contains only plain arrays and their description, so
reading it never runs code; models of scikit-learn cannot be saved in this way."""
    example = "examples:\n  naivebench fit --method nb --train a.csv --target class --out model.nb"
    command = shared.command(commands, "fit", text, example)
    shared.training(command, remembered="; the model file remembers it for predict")
    command.add_argument(
        "--out", required=True, metavar="M.nb", help="model file to write, - for standard output"
    )


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
        metavar="E.csv",
        help="write an explanation of every prediction: a table with a row for each value of each test row, or "
        "text (E.txt)",
    )
    command.add_argument("--out", required=True, metavar="P.csv", help="file to write, - for standard output")


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
