"""Several views of a table in one file: each value is in its own column, whatever the order of a view's
columns.
"""

import csv
import io

from naivebench.benchmark.results.tables import Column, Table, View, csv_views


def view(metric, methods, row):
    columns = (Column("dataset", "Data set", "id"), *(Column(m, m, "score") for m in methods))
    return View("honest", metric, Table("scores", "Scores", columns, (row,)))


def test_values_are_in_the_column_of_their_method():
    files = csv_views(
        [
            view("accuracy", ["nb", "tan"], {"dataset": "zoo", "nb": 0.75, "tan": 0.5}),
            view("brier", ["tan", "hnb", "nb"], {"dataset": "zoo", "nb": 0.125, "tan": 0.25, "hnb": 0.0625}),
        ]
    )
    assert list(csv.DictReader(io.StringIO(files["scores.csv"]))) == [
        {"protocol": "honest", "metric": "accuracy", "dataset": "zoo", "nb": "0.75", "tan": "0.5", "hnb": ""},
        {
            "protocol": "honest",
            "metric": "brier",
            "dataset": "zoo",
            "nb": "0.125",
            "tan": "0.25",
            "hnb": "0.0625",
        },
    ]
