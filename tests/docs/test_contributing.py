"""The example of CONTRIBUTING.md, a method in one diff, is what the repository contains."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
(DIFF,) = re.findall(r"```diff\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.S)


def test_the_method_in_the_example_is_the_one_in_the_repository():
    files = re.findall(r"^\+\+\+ b/(\S+)\n@@.*\n((?:\+.*\n)+)", DIFF, re.M)
    assert [Path(name).suffix for name, _ in files] == [".py", ".yaml", ".py", ".py"]
    for name, lines in files:
        added = re.sub(r"^\+", "", lines, flags=re.M)
        assert added in (ROOT / name).read_text(encoding="utf-8"), name
    assert DIFF.count("\n") <= 120
