"""What the site shows beside the pages of this folder: files from elsewhere, a reference by rooms, and a run.

If the environment variable NAIVEBENCH_RUN names the folder of a finished run (`make docs RUN=...`), the
results on the first page are those of the run, and the site contains the run's report.
"""

from __future__ import annotations

import os
import posixpath
import re
import sys
from pathlib import Path

from mkdocs.structure.files import File

sys.path.insert(0, str(Path(__file__).resolve().parent))

import picture
import results_table

ROOT = Path(__file__).resolve().parents[1]
RUN = Path(os.environ["NAIVEBENCH_RUN"]).resolve() if os.environ.get("NAIVEBENCH_RUN") else None
REPORT = "report/"  # folder of the run's report on the site
ELSEWHERE = {  # file of the project -> page of the site
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "config/README.md": "configuration.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "reports/example.png": "example.png",
}
ROOMS = sorted(path.parent.name for path in ROOT.glob("src/naivebench/*/__init__.py"))
LINK = re.compile(r"\[([^\]]*)\]\((?!https?:|#)([^)\s#]+)(#[^)\s]*)?\)")
CITATION = re.compile(r"docs/([\w/-]+)\.md#([\w-]+)")


def on_config(config):
    """The pages of all functions, at the end of the reference."""
    (reference,) = (group["Reference"] for group in config.nav if "Reference" in group)
    reference.append({"Functions": [{room: f"api/{room}.md"} for room in ROOMS]})
    return config


def on_files(files, config):
    """Add the files that stand elsewhere, and a page per room."""
    for source, page in ELSEWHERE.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    for room in ROOMS:
        files.append(File.generated(config, f"api/{room}.md", content=f"::: naivebench.{room}\n"))
    if RUN:
        reports = RUN / "reports"
        own = {"README.md", "example.png"}  # of the repository
        for path in sorted(path for path in reports.rglob("*.*") if path.name not in own):
            name = REPORT + path.relative_to(reports).as_posix()
            files.append(File.generated(config, name, abs_src_path=str(path)))
    return files


def of_run(markdown: str, run: Path) -> str:
    """The first page with the results of a run and a link to its report.

    The picture shows a default run, so it is left out if the run is another one.
    """
    link = f"\n[Open the report of this run]({REPORT}index.html), or read its tables in `{REPORT}tables/`.\n"
    block = results_table.write_ranking(run) + link
    markdown = results_table.replace_block(markdown, "<!-- results -->\n", block)
    if not picture.is_default(run):
        markdown = re.sub(r"!\[[^\]]*\]\([^)]*example\.png\)\n", "", markdown)
    return markdown


def on_page_markdown(markdown, page, config, files):
    """Links to files of the project become links to pages; of files that the site has not, the text stays."""
    sources = {page: source for source, page in ELSEWHERE.items()}
    folder = posixpath.dirname(sources.get(page.file.src_uri, f"docs/{page.file.src_uri}"))

    def here(address: str) -> str:
        return posixpath.relpath(address, posixpath.dirname(page.file.src_uri) or ".")

    def link(match: re.Match) -> str:
        text, path, anchor = match[1], posixpath.normpath(posixpath.join(folder, match[2])), match[3] or ""
        if path.startswith("src/naivebench/"):
            module = path.removeprefix("src/").removesuffix(".py").replace("/", ".")
            room = module.split(".")[1]
            return f"[{text}]({here(f'api/{room}.md')}#{module})"
        address = ELSEWHERE.get(path, path.removeprefix("docs/") if path.startswith("docs/") else None)
        return f"[{text}]({here(address)}{anchor})" if address else text

    markdown = LINK.sub(link, markdown)
    return of_run(markdown, RUN) if RUN and page.file.src_uri == "index.md" else markdown


def on_page_content(html, page, config, files):
    """Sections that docstrings cite, such as docs/methods/conventions.md#ties, become links."""
    if page.file.src_uri.startswith("api/"):
        return CITATION.sub(r'<a href="../\1.html#\2">\1: \2</a>', html)
    return html
