"""What the tests in a browser share: one server and one browser for as many of them as follow one another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from warbook.web.pages import BUILT

from .people import PATIENCE, Person
from .serving import Server

CHROMIUM = Path("/usr/bin/chromium")
# Features that no test needs.  The first are those that Playwright leaves out itself, for this list takes the place of
# its own; the last are pages of the browser beside its address bar: each window loads them anew, longer than a table.
LEFT_OUT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled",
    "PreconnectToSearch", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup",
)  # fmt: skip
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", f"--disable-features={','.join(LEFT_OUT)}",
)  # fmt: skip
DESK = {"width": 1280, "height": 800}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2}

Sits = Callable[..., Person]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Debian's Chromium.  It is closed with the last test of this folder: while it is open, nothing else in the process
    can run an event loop."""
    if not CHROMIUM.exists():
        pytest.skip(f"no browser at {CHROMIUM}: install Debian's package chromium to test the pages with it")
    if not (BUILT / "index.html").is_file():
        pytest.skip(f"no pages in {BUILT}: `make client` builds them")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all these tests: every battle has seats of its own."""
    served = Server(tmp_path_factory.mktemp("served"))
    served.start()
    yield served
    served.stop()


@pytest.fixture
def own_server(browser: Browser, tmp_path: Path) -> Iterator[Server]:
    """A server for one test, that may be killed."""
    served = Server(tmp_path)
    served.start()
    yield served
    served.stop()


@pytest.fixture
def sits(browser: Browser) -> Iterator[Sits]:
    """Somebody comes with a browser of their own, and perhaps to a table at once.  In the end nothing has gone wrong on
    any page."""
    contexts: list[BrowserContext] = []
    people: list[Person] = []

    def somebody(address: str = "", **dress: Any) -> Person:
        dressed: dict[str, Any] = {
            "viewport": DESK,
            "reduced_motion": "reduce",
            "locale": "en-GB",
            "accept_downloads": True,
        } | dress
        context = browser.new_context(**dressed)
        contexts.append(context)
        person = Person(context.new_page())
        people.append(person)
        if address:
            person.comes(address)
        return person

    yield somebody
    faults = [fault for person in people for fault in person.faults]
    for context in contexts:
        context.close()
    assert not faults, "the page itself said:\n" + "\n".join(faults)
