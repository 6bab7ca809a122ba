"""Names by which the server answers: what can be pointed elsewhere has to be allowed."""

from __future__ import annotations

import socket

import pytest

from deploy.hosts import known, own_names

NAMES = ["localhost", "school.example", "*.lab.example"]


@pytest.mark.parametrize(
    "host",
    "localhost LOCALHOST:8501 localhost. 127.0.0.1 127.0.0.1:80 192.168.1.5:8501 [::1] [::1]:8501 "
    "school.example School.Example:443 a.lab.example a.b.lab.example:8501".split(),
)
def test_addresses_in_numbers_and_allowed_names_are_known(host: str) -> None:
    assert known(host, NAMES)


@pytest.mark.parametrize(
    "host",
    [
        *":80 evil.example a.school.example school.example.evil.example lab.example evillab.example".split(),
        *"127.0.0.1.evil.example 1.2.3 [::1 [evil.example] evil.example:80:80 a@localhost localhost/x".split(),
        *("", "localhost evil.example", "127.0.0.1,evil.example", "localhost:99999999", "0x7f.1"),
    ],
)
def test_whatever_somebody_else_may_own_is_not(host: str) -> None:
    assert not known(host, NAMES)


def test_any_name_where_that_is_asked_for() -> None:
    assert known("evil.example", ["*"])
    assert not known("a b", ["*"])


def test_this_machine_is_known_by_its_names() -> None:
    assert "localhost" in own_names()
    assert socket.gethostname().lower() in own_names()
