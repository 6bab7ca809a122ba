"""The list of processes in nginx's configuration: what is shipped is what the command makes, and every visitor has a way on."""

from __future__ import annotations

import re
import shlex

import pytest

from deploy.servers import configuration, main
from tests.deploy.processes import ROOT


@pytest.mark.parametrize("name", ["servers.conf", "servers-compose.conf"])
def test_what_is_shipped_is_what_the_command_makes(name: str) -> None:
    shipped = (ROOT / "deploy" / name).read_text(encoding="utf-8")
    command = shlex.split(shipped.splitlines()[0].partition("deploy.servers")[2])
    assert configuration(command) == shipped


@pytest.mark.parametrize("n", [1, 2, 5])
def test_each_process_has_a_seat_and_all_the_others_behind_it(n: int) -> None:
    addresses = [f"10.0.0.{i}:{8600 + i}" for i in range(n)]
    text = configuration(addresses)
    groups = dict(re.findall(r"upstream (\w+) \{\n(.*?)\n\}", text, re.DOTALL))
    assert set(groups) == {"attention", *(f"attention_{8600 + i}" for i in range(n))}
    for name, group in groups.items():
        asked = re.findall(r"server (\S+) [^;]*?( backup)?;", group)
        assert [address for address, _ in asked] == addresses
        first = [address for address, backup in asked if not backup]
        assert first == (addresses if name == "attention" else [one for one in addresses if one.endswith(name[-4:])])
    for i in range(n):
        assert f"\n    {8600 + i} attention_{8600 + i};\n" in text


@pytest.mark.parametrize("wrong", [["here"], ["here:"], ["here:web"], ["one:8601", "two:8601"]])
def test_an_address_without_a_port_of_its_own_is_refused(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(wrong)
    assert "port" in capsys.readouterr().err
