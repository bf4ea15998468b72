"""What the site shows beside the pages of this folder: files from elsewhere, and a reference of functions."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[1]
ELSEWHERE = {  # file of the project -> page of the site
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "config/README.md": "configuration.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "reports/example.png": "example.png",
}
FOLDERS = sorted(path.parent.name for path in ROOT.glob("src/naivebench/*/__init__.py"))
LINK = re.compile(r"\[([^\]]*)\]\((?!https?:|#)([^)\s#]+)(#[^)\s]*)?\)")
CITATION = re.compile(r"docs/([\w/-]+)\.md#([\w-]+)")


def on_config(config):
    """The pages of all functions, at the end of the reference."""
    (reference,) = (group["Reference"] for group in config.nav if "Reference" in group)
    reference.append({"Functions": [{folder: f"api/{folder}.md"} for folder in FOLDERS]})
    return config


def on_files(files, config):
    """Add the files from elsewhere, and a page for each folder of the package."""
    for source, page in ELSEWHERE.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    for folder in FOLDERS:
        files.append(File.generated(config, f"api/{folder}.md", content=f"::: naivebench.{folder}\n"))
    return files


def on_page_markdown(markdown, page, config, files):
    """Links to files of the project become links to pages; of files that the site lacks, the text stays."""
    sources = {page: source for source, page in ELSEWHERE.items()}
    folder = posixpath.dirname(sources.get(page.file.src_uri, f"docs/{page.file.src_uri}"))

    def find_address(address: str) -> str:
        return posixpath.relpath(address, posixpath.dirname(page.file.src_uri) or ".")

    def replace_link(match: re.Match) -> str:
        text, path, anchor = match[1], posixpath.normpath(posixpath.join(folder, match[2])), match[3] or ""
        if path.startswith("src/naivebench/"):
            module = path.removeprefix("src/").removesuffix(".py").replace("/", ".")
            reference = f"api/{module.split('.')[1]}.md"
            return f"[{text}]({find_address(reference)}#{module})"
        address = ELSEWHERE.get(path, path.removeprefix("docs/") if path.startswith("docs/") else None)
        return f"[{text}]({find_address(address)}{anchor})" if address else text

    return LINK.sub(replace_link, markdown)


def on_page_content(html, page, config, files):
    """Sections that docstrings cite, such as docs/methods/conventions.md#ties, become links."""
    if page.file.src_uri.startswith("api/"):
        return CITATION.sub(r'<a href="../\1.html#\2">\1: \2</a>', html)
    return html
