"""What people with a handicap would stumble over, as axe-core finds it. test_offline.py asks it on every page, in both themes."""

from __future__ import annotations

import re
from typing import Any

import pytest

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


def grave(page: Any) -> dict[str, list[str]]:
    """Findings that keep somebody out, by rule; each with its place. Skips the test where axe-core is not."""
    if not SCRIPT.is_file():
        pytest.skip("axe-core is not here; where npm is, make lint brings it")
    page.evaluate(SCRIPT.read_text(encoding="utf-8"))
    rules = [rule for rule in page.evaluate(RUN) if rule["impact"] in GRAVE]
    found = {rule["id"]: [node for node in rule["nodes"] if not is_named(page, rule["id"], node)] for rule in rules}
    return {rule: [f"{node['html']} {node['why']}" for node in nodes] for rule, nodes in found.items() if nodes}


def is_named(page: Any, rule: str, node: dict[str, str]) -> bool:
    """Whether the button has a name after all. The uploader's comes from a style, which axe does not read and browsers do."""
    return rule == "button-name" and bool(re.search(r'button "\S', page.locator(node["target"]).first.aria_snapshot()))


def test_what_is_planted_is_found(browser: Any) -> None:
    page = browser.new_page()
    page.set_content(FAULTY)
    assert set(grave(page)) >= {"image-alt", "button-name", "color-contrast"}
    page.close()
