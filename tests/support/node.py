"""Run the page's scripts in Node, without a browser."""

import json
import shutil
import subprocess
from pathlib import Path

from naivebench.report import bundle

NODE = shutil.which("node")
WHY = "no node on this machine: the page's scripts were not run"
# numbers that JSON cannot express
WORDS = {"NaN": float("nan"), "Infinity": float("inf"), "-Infinity": float("-inf")}
WRITE = """JSON.stringify(found, (key, value) =>
  typeof value === "number" && !Number.isFinite(value) ? { number: String(value) } : value)"""


def _number(found: dict) -> object:
    return WORDS[found["number"]] if found.keys() == {"number"} else found


def run(module: str, expression: str, before: str = "") -> object:
    """The value of an expression in the names that a module exports; raises CalledProcessError if it fails.

    Numbers in it may be written as Python's `json` writes them: JavaScript knows NaN and Infinity.
    """
    path = (bundle.SCRIPTS / f"{module}.js").as_uri()
    text = f'import * as m from "{path}";\n{before}\nconst found = {expression};\nconsole.log({WRITE});'
    done = subprocess.run(
        [NODE, "--input-type=module"], input=text, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout, object_hook=_number)


def call(module: str, function: str, *arguments: object) -> object:
    """Result of a function of a module."""
    return run(module, f"m.{function}(...{json.dumps(arguments)})")


def tested(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the tests of a folder in Node."""
    files = sorted(str(p) for p in folder.glob("*.test.mjs"))
    return subprocess.run([NODE, "--test", *files], capture_output=True, text=True, timeout=300, check=False)
