"""The part of nginx's configuration that names the processes of the app, one after another.

    python -m deploy.servers 127.0.0.1:8601 127.0.0.1:8602 > /etc/nginx/attention-servers.conf

Each process has a port of its own, which is also a visitor's seat (deploy/nginx.conf): `attention_8601` is the process itself
and, while it is away, the others. A process that refused is left alone for five seconds.
"""

from __future__ import annotations

import argparse

REST = "max_fails=1 fail_timeout=5s"


def port(address: str) -> str:
    """The port of host:port. Raises ValueError where there is none."""
    host, _, found = address.rpartition(":")
    if not host or not found.isdecimal():
        raise ValueError(f"{address} is not host:port")
    return found


def block(name: str, addresses: list[str], own: str = "") -> str:
    """One group of processes; own: the address that is asked first."""
    lines = [f"    server {one} {REST}{'' if own in ('', one) else ' backup'};" for one in addresses]
    return "\n".join([f"upstream {name} {{", *([] if own else ["    least_conn;"]), *lines, "}"])


def configuration(addresses: list[str]) -> str:
    """The whole file. Raises ValueError for an address without a port, or a port that two share."""
    ports = [port(address) for address in addresses]
    if len(set(ports)) < len(ports):
        raise ValueError("each process needs a port of its own: it is the visitor's seat")
    groups = [block("attention", addresses)]
    groups += [block(f"attention_{port(one)}", addresses, one) for one in addresses]
    seats = [f"    {seat} attention_{seat};" for seat in ports]
    pool = ["map $cookie_attention_seat $attention_pool {", *seats, "    default attention;", "}"]
    return "\n".join(["# Made by: python -m deploy.servers " + " ".join(addresses), *groups, *pool, ""])


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("addresses", nargs="+", metavar="host:port")
    try:
        print(configuration(parser.parse_args(arguments).addresses), end="")
    except ValueError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
