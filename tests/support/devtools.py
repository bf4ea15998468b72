"""A page in headless chromium, controlled by the DevTools protocol through a pipe, without port and
network.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import select
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

BROWSER = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))),
    None,
)
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--disable-default-apps"),
    *("--disable-extensions", "--hide-scrollbars", "--remote-debugging-pipe"),
)
SILENCE = 120  # the browser counts as dead after this many seconds without an answer


class Page:
    """One tab.

    `events` has the messages of the browser other than answers, oldest first.
    """

    def __init__(self, reading: int, writing: int):
        self.reading, self.writing, self.rest = reading, writing, b""
        self.count, self.events, self.session = 0, [], None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters):
        """Result of a command; raises RuntimeError with the browser's message if it refuses."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters} | (
            {"sessionId": self.session} if self.session else {}
        )
        os.write(self.writing, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") != self.count:
                self.events.append(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']['message']}")
            else:
                return answer["result"]

    def _next(self) -> dict:
        while b"\0" not in self.rest:
            if not select.select([self.reading], [], [], SILENCE)[0]:
                raise RuntimeError("the browser does not answer")
            part = os.read(self.reading, 1 << 16)
            if not part:
                raise RuntimeError("the browser has closed the pipe")
            self.rest += part
        text, _, self.rest = self.rest.partition(b"\0")
        return json.loads(text)

    def load(self, address: str) -> None:
        """Go to an address and wait until it is loaded.

        A change of the hash of the open page does not load it.
        """
        before = len(self.events)
        if "loaderId" in self.call("Page.navigate", url=address):
            while not any(e.get("method") == "Page.loadEventFired" for e in self.events[before:]):
                self.events.append(self._next())

    def open(self, address: str) -> None:
        """Open an address and wait until the page has finished its first work."""
        self.load(address)
        self.settle()

    def js(self, expression: str):
        """The value of an expression, after waiting for promises; raises RuntimeError if it throws."""
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise RuntimeError(f"{expression}: {found['exceptionDetails']}")
        return found["result"].get("value")

    def settle(self) -> None:
        """Wait until the page has drawn its last change."""
        self.js("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def resize(self, width: int, height: int = 900, theme: str = "light") -> None:
        """Set the size of the window in pixels, and the theme that the system prefers."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.call("Emulation.setDeviceMetricsOverride", **size)
        features = [{"name": "prefers-color-scheme", "value": theme}]
        self.call("Emulation.setEmulatedMedia", features=features)

    def type(self, text: str) -> None:
        """Type into the element that has the focus."""
        self.call("Input.insertText", text=text)
        self.settle()

    def click(self, selector: str) -> None:
        """Click the middle of the first element that matches, as soon as it has stopped moving."""
        where = f"document.querySelector({json.dumps(selector)})"
        box = self.js(
            f"new Promise((done) => {{ const look = (before, n) => {{ const it = {where};"
            " it.scrollIntoView({block: 'center', behavior: 'instant'});"
            " const r = it.getBoundingClientRect(), at = [r.x + r.width / 2, r.y + r.height / 2];"
            " String(at) === String(before) || n > 100 ? done(at) : setTimeout(look, 50, at, n + 1); };"
            " look(null, 0); })"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)
        self.settle()

    def complaints(self) -> list[str]:
        """Errors and warnings of the console, and exceptions."""
        found = []
        for event in self.events:
            name, params = event.get("method"), event.get("params", {})
            if name == "Runtime.exceptionThrown":
                found.append(
                    params["exceptionDetails"].get("exception", {}).get("description")
                    or params["exceptionDetails"]["text"]
                )
            elif name == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
                found.append(" ".join(str(a.get("value") or a.get("description")) for a in params["args"]))
            elif name == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
                found.append(params["entry"]["text"])
        return found

    def requests(self) -> list[str]:
        """Addresses that the page requested."""
        return [
            e["params"]["request"]["url"]
            for e in self.events
            if e.get("method") == "Network.requestWillBeSent"
        ]


# The browser reads commands from descriptor 3 and writes answers to descriptor 4. The descriptors of this
# process are larger than both.
START = """
import os, sys
for given, wanted in zip(map(int, sys.argv[1:3]), (3, 4)):
    os.dup2(given, wanted)
    os.close(given)
os.execv(sys.argv[3], sys.argv[3:])
"""


def _pipe() -> tuple[int, int]:
    """Both ends of a pipe, as descriptors of at least 10."""
    low = os.pipe()
    high = tuple(fcntl.fcntl(d, fcntl.F_DUPFD_CLOEXEC, 10) for d in low)
    for d in low:
        os.close(d)
    return high


@contextlib.contextmanager
def browser(profile: Path, *flags: str) -> Iterator[Page]:
    """A page of a new browser, whose profile is in a folder; the browser is closed at the end."""
    (heard, say), (listen, answer) = _pipe(), _pipe()
    start = [sys.executable, "-c", START, str(heard), str(answer)]
    command = [*start, BROWSER, *FLAGS, f"--user-data-dir={profile}", *flags]
    process = subprocess.Popen(
        command, pass_fds=(heard, answer), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(heard)
    os.close(answer)
    try:
        yield Page(listen, say)
    finally:
        process.terminate()
        process.wait(30)
        os.close(say)
        os.close(listen)
