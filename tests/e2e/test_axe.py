"""What people with a handicap would stumble over, as axe-core finds it: on every page, in both themes, everything unfolded."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pages.ui.frame.page import PAGES
from tests.e2e.visit import expect, inside, opened, unfold_all
from tests.pages.visit import ROOT

SCRIPT = ROOT / "node_modules/axe-core/axe.min.js"
GRAVE = ("serious", "critical")
RUN = """async () => {
    const found = await axe.run(document, { resultTypes: ["violations"] });
    return found.violations.map(({ id, impact, help, nodes }) => ({
        id, impact, help,
        nodes: nodes.map((node) => ({ target: node.target.at(-1), html: node.html.slice(0, 160), why: node.failureSummary })),
    }));
}"""
FAULTY = "<main><img src='data:,'><button></button><p style='color:#ddd;background:#fff'>pale</p></main>"


@pytest.fixture(scope="module")
def script() -> str:
    if not SCRIPT.is_file():
        pytest.skip("axe-core is not here; where npm is, make lint brings it")
    return SCRIPT.read_text(encoding="utf-8")


@pytest.fixture(scope="module", params=["light", "dark"])
def visitor(request: pytest.FixtureRequest, browser: Any) -> Any:
    context = browser.new_context(
        locale="zh-CN", color_scheme=request.param, reduced_motion="reduce", viewport={"width": 1280, "height": 720}
    )
    yield context.new_page()
    context.close()


def grave(page: Any, script: str) -> dict[str, list[str]]:
    """Findings that keep somebody out, by rule; each with its place."""
    page.evaluate(script)
    rules = [rule for rule in page.evaluate(RUN) if rule["impact"] in GRAVE]
    found = {rule["id"]: [node for node in rule["nodes"] if not is_named(page, rule["id"], node)] for rule in rules}
    return {rule: [f"{node['html']} {node['why']}" for node in nodes] for rule, nodes in found.items() if nodes}


def is_named(page: Any, rule: str, node: dict[str, str]) -> bool:
    """Whether the button has a name after all. The uploader's comes from a style, which axe does not read and browsers do."""
    return rule == "button-name" and bool(re.search(r'button "\S', page.locator(node["target"]).first.aria_snapshot()))


@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_a_page_keeps_nobody_out(visitor: Any, address: str, script: str, name: str) -> None:
    opened(visitor, address, "" if name == "table" else name)
    unfold_all(visitor)
    expect(inside(visitor, "foot")).to_be_visible()
    assert grave(visitor, script) == {}


def test_what_is_planted_is_found(browser: Any, script: str) -> None:
    page = browser.new_page()
    page.set_content(FAULTY)
    assert set(grave(page, script)) >= {"image-alt", "button-name", "color-contrast"}
    page.close()
