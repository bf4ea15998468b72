"""Collect the files of a release in release/VERSION: `make release`. It neither tags nor pushes anything."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import picture

from naivebench import __version__
from naivebench.benchmark.publication import published, release
from naivebench.benchmark.publication.archive import archive
from naivebench.core.checks import InputError

ROOT = Path(__file__).resolve().parents[1]


def main(directory: str) -> None:
    """Collect the files of the run in `directory`.

    README and the index of published results change only for a default run, so that you can try a release
    with another one.
    """
    run = Path(directory).resolve()
    release.check(ROOT)
    folder = release.collect(run, ROOT / "release")
    default = json.loads((run / "results" / "run.json").read_text(encoding="utf-8")) == picture.DEFAULT
    if default:  # before the wheel and the archive, which contain these files
        release.record(folder, address())
        make("picture", f"DIRECTORY={run}")
    make("dist")
    for path in (ROOT / "dist").iterdir():
        shutil.copy(path, folder)
    shutil.copy(archive(run, ROOT, folder / "archive")[1], folder)
    shutil.rmtree(folder / "archive")
    make("docs", f"RUN={run}")
    shutil.make_archive(str(folder / f"naivebench-docs-{__version__}"), "zip", ROOT / "site")
    release.write_sums(folder)
    for path in sorted(folder.iterdir()):
        print(f"{path.stat().st_size:>12,} bytes  {path.relative_to(ROOT)}")
    print(words(default))


def address() -> str:
    """Address of the files, below that of the repository in CITATION.cff; empty if it names none."""
    found = re.search(
        r"(?m)^repository-code: *\"?([^\"\s]+)", (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    )
    return f"{found[1].rstrip('/')}/releases/download/v{__version__}" if found else ""


def words(default: bool) -> str:
    """What remains to be done, as commands."""
    if not default:
        return (
            "This run has another configuration than the default, so it is no release. README is unchanged."
        )
    index = published.INDEX.relative_to(ROOT).as_posix()
    return f"""Check release/{__version__}, then run:
  git add {index} README.md paper/paper.md reports/example.png
  git commit -m "Release {__version__}"
  git tag -a v{__version__} -m "naivebench {__version__}"
  git push origin HEAD v{__version__}
Upload the files of release/{__version__} to the release page of the tag v{__version__}."""


def make(*arguments: str) -> None:
    """Run make in the project's folder, without its output; ends with the output if it fails."""
    command = [os.environ.get("MAKE", "make"), "--no-print-directory", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"error: `make {' '.join(arguments)}` failed:\n{done.stdout}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except InputError as error:
        sys.exit(f"error: {error}")
