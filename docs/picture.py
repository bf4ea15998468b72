"""Picture of the report's first screen for README.md, of a default run: `make picture`."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from naivebench.benchmark import configuration

ROOT = Path(__file__).resolve().parents[1]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WIDTH, HEIGHT = 1400, 1000  # pixels


def main(directory: str, out: str) -> None:
    """Write the picture; ends with a sentence where there is no default run, or no browser."""
    page = Path(directory, "reports", "index.html")
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        sys.exit(f"error: there is no {BROWSERS[0]} on this machine, which renders the page: install it")
    if not (Path(directory, "results", "config.json").is_file() and page.is_file()):
        sys.exit(f"error: there is no finished run in {Path(directory).resolve()}: run make first")
    if not is_default(Path(directory)):
        sys.exit("error: README shows the default run, but this one had another configuration: run make")
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "page.png")
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        flags += ["--force-device-scale-factor=1", "--virtual-time-budget=10000"]
        shot = [
            f"--user-data-dir={folder}/profile",
            f"--screenshot={made}",
            f"--window-size={WIDTH},{HEIGHT}",
        ]
        command = [browser, *flags, *shot, page.resolve().as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        if not made.is_file() or size_of(made.read_bytes()) != (WIDTH, HEIGHT):
            sys.exit(f"error: {browser} made no picture: {done.stderr.strip()[-500:]}")
        shutil.copyfile(made, out)
    print(f"picture: {Path(out).resolve()}")


def is_default(directory: Path) -> bool:
    """Whether a finished run had the configuration of `make`, with or without a mirror."""
    run = json.loads((directory / "results" / "config.json").read_text(encoding="utf-8"))
    default = json.loads(json.dumps(configuration.resolved(configuration.read(ROOT))))
    default["config"]["mirror"] = run["config"].get("mirror")
    return run == default


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG, from its header."""
    width, height = struct.unpack(">II", png[16:24])
    return width, height


if __name__ == "__main__":
    main(*sys.argv[1:])
