"""Print the files that failed or could not be fetched, for `snakemake --forcerun` (make rerun-failed)."""

import csv
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

from naivebench.datasets import sources
from naivebench.pipeline import arguments, configuration, plan


def _planned(configfile):
    """Files that the configuration of today makes: prediction files, prepared data sets, status files of
    their archives.
    """
    found = configuration.read(Path.cwd(), [configfile] if isinstance(configfile, str) else configfile)
    units = plan.units(
        configuration.cells(found),
        found.config["protocols"],
        found.datasets,
        found.methods,
        found.config["grain"],
    )
    files = {f"results/predictions/{u.protocol}/{u.dataset}/{u.unit}/{u.part}.npz" for u in units}
    needs = [
        sources.inputs_of(found.datasets[d], found.archives)["archive"] for d in {u.dataset for u in units}
    ]
    return (
        files
        | {f"data/prepared/{u.dataset}.json" for u in units}
        | {f"data/raw/{a}.json" for a in needs if a}
    )


def _failed_data(prepared="data/prepared"):
    """Data sets that could not be prepared although their source is there."""
    states = {
        p: json.loads(p.read_text(encoding="utf-8"))["status"] for p in sorted(Path(prepared).glob("*.json"))
    }
    return [str(p) for p, status in states.items() if status == "failed"]


def main(failures="results/failures.csv", raw="data/raw", configfile=()):
    """Prediction files with failed or timed-out folds, and archives that are unavailable, as far as they are
    still selected.
    """
    files = _failed_data()
    if Path(failures).exists():
        with open(failures, newline="", encoding="utf-8") as file:
            rows = [
                r
                for r in csv.DictReader(file)
                if r["status"] in ("failed", "timeout") and r["stage"] == "evaluate"
            ]
        files += [path for row in rows for path in row["file"].split()]
    for status in sorted(Path(raw).glob("*.json")):
        if json.loads(status.read_text())["status"] != "ok":
            files.append(str(status))
    planned = _planned(configfile)
    print(*(f for f in dict.fromkeys(files) if f in planned), sep="\n")


if __name__ == "__main__":
    arguments.call(main)
