"""The table of results in README.md comes from a run."""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = "# Title\n\n<!-- results -->\nold\n<!-- end -->\n\nThe rest.\n"


def run(folder, page):
    (folder / "reports" / "tables").mkdir(parents=True)
    (folder / "results").mkdir()
    names = ["best", *(f"m{i}" for i in range(10)), "nb"]
    titles = {m: {"title": f"Title of {m}, with more (and more)"} for m in names}
    board = {
        "reference": "nb",
        "protocol": "p",
        "rows": [{"method": "nb", "average_rank": 12, "datasets": 7}],
    }
    (folder / "results/config.json").write_text(json.dumps({"methods": titles}))
    (folder / "reports/tables/leaderboard.json").write_text(json.dumps(board))
    gains = [f"{m},g,{i + 1},0.0{i}5,-0.01,0.02" for i, m in enumerate(names[:-1])]
    text = "\n".join(["method,group,average_rank,gain,low,high", *gains])
    (folder / "reports/tables/differences.csv").write_text(text + "\n")
    seconds = [f"p,{m},{3 * i + 2}" for i, m in enumerate(reversed(names))]
    costs = "\n".join(["protocol,method,cpu_seconds", *seconds, "other,nb,1"])
    (folder / "reports/tables/time_cost.csv").write_text(costs + "\n")
    page.write_text(PAGE)
    command = [sys.executable, ROOT / "docs" / "results_table.py", folder, page]
    subprocess.run(command, check=True, timeout=60)
    return page.read_text()


def test_ten_methods_and_the_reference(tmp_path):
    text = run(tmp_path, tmp_path / "page.md")
    rows = re.findall(r"^\| Title of (\w+) \(`\1`\) \| (.+) \|$", text, re.M)
    assert [name for name, _ in rows] == ["best", *(f"m{i}" for i in range(9)), "nb"]
    assert rows[0][1] == "1.0 | +0.5 (-1.0 to +2.0) | 18"  # 35 s against the 2 s of nb
    assert rows[-1][1] == "12.0 | 0 | 1.0"
    assert "on 7 data sets" in text
    assert text.startswith("# Title\n\n<!-- results -->\n")
    assert text.endswith("<!-- end -->\n\nThe rest.\n")


def test_readme_has_the_place_and_make_fills_it():
    assert "<!-- results -->\n" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert "docs/results_table.py" in (ROOT / "Makefile").read_text(encoding="utf-8")
