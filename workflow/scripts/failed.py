"""Print the files that failed or could not be fetched, for `snakemake --forcerun` (make rerun-failed)."""

import csv
import json
from pathlib import Path


def _failed_data(prepared="data/prepared"):
    """Data sets that could not be prepared although their source is there."""
    states = {p: json.loads(p.read_text(encoding="utf-8"))["status"] for p in sorted(Path(prepared).glob("*.json"))}
    return [str(p) for p, status in states.items() if status == "failed"]


def main(failures="results/failures.csv", raw="data/raw"):
    """Prediction files with failed or timed-out folds, and archives that are unavailable."""
    files = _failed_data()
    if Path(failures).exists():
        with open(failures, newline="", encoding="utf-8") as file:
            rows = [r for r in csv.DictReader(file) if r["status"] in ("failed", "timeout") and r["stage"] == "evaluate"]
        files += [path for row in rows for path in row["file"].split()]
    for status in sorted(Path(raw).glob("*.json")):
        if json.loads(status.read_text())["status"] != "ok":
            files.append(str(status))
    print(*dict.fromkeys(files), sep="\n")


if __name__ == "__main__":
    main()
