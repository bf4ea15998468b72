"""All scores, times, failures and calibration bins in one table each."""

import json

import pandas as pd

from naivebench.core.files import replace
from naivebench.pipeline import arguments


def main(folder, datasets, out):
    """`datasets`: JSON {protocol: [data set, ...]} of the files below `folder`; `out`: KIND=FILE for every
    table to write.
    """
    for kind, path in (pair.split("=", 1) for pair in out):
        paths = [
            f"{folder}/{kind}/{protocol}/{dataset}.csv"
            for protocol, several in json.loads(datasets).items()
            for dataset in several
        ]
        frames = [
            pd.read_csv(p, float_precision="round_trip", keep_default_na=False, na_values={"value": ["nan"]})
            for p in paths
        ]
        table = pd.concat([f for f in frames if len(f)] or frames[:1], ignore_index=True)
        with replace(path) as temporary:
            if path.endswith(".parquet"):
                table.to_parquet(temporary, index=False)
            else:
                table.to_csv(temporary, index=False)


if __name__ == "__main__":
    arguments.call(main)
