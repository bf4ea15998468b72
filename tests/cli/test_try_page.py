"""The page of a trial in a browser: axe-core finds nothing in either theme, and it fits a phone."""

from __future__ import annotations

import pytest
from support import axe, devtools

from naivebench.cli.main import main

pytestmark = [
    pytest.mark.long,
    pytest.mark.browser,
    pytest.mark.skipif(devtools.BROWSER is None, reason="no chromium on this machine"),
]
TRIAL = ["--methods", "majority,nb,random_forest", "--folds", "3", "--repeats", "1", "--budget", "900"]


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The page of the example."""
    folder = tmp_path_factory.mktemp("page")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert main(["try", "--example", "--out", "example", *TRIAL]) == 0
    return (folder / "example" / "report.html").as_uri()


@pytest.mark.parametrize(("width", "theme"), [(1400, "light"), (500, "dark")])
def test_the_page_is_accessible_and_fits(page, tmp_path, tmp_path_factory, width, theme):
    source = axe.source(tmp_path_factory)
    with devtools.browser(tmp_path / "profile", f"--window-size={width},900") as tab:
        tab.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
        tab.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False
        )
        tab.open(page)
        tab.js("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
        assert tab.js("document.documentElement.scrollWidth") <= width
        assert axe.violations(tab, source) == []
        assert not tab.requests() or all(r.startswith("file:") for r in tab.requests())
