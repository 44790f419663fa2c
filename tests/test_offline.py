"""The guard itself: tests reach this machine and nothing else."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
from judge_server import JudgeServer


@pytest.mark.parametrize("address", [("192.0.2.1", 80), ("2001:db8::1", 80), ("example.org", 80)])
def test_a_connection_to_the_outside_is_refused(address: tuple[str, int]) -> None:
    """The refusal names the address, and comes before anything is sent or looked up."""
    family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    with socket.socket(family) as sock, pytest.raises(RuntimeError, match=address[0]):
        sock.connect(address)
    with socket.socket(family) as sock, pytest.raises(RuntimeError, match=address[0]):
        sock.connect_ex(address)


def test_a_name_of_the_outside_is_not_looked_up() -> None:
    """Not even the name of a host leaves this machine."""
    with pytest.raises(RuntimeError, match=r"example\.org"):
        socket.getaddrinfo("example.org", 80)


def test_this_machine_is_reached(judge_server: JudgeServer) -> None:
    """Loopback is open, by number and by name."""
    port = int(judge_server.address.rpartition(":")[2])
    socket.create_connection(("127.0.0.1", port)).close()
    socket.create_connection(("localhost", port)).close()


def test_home_keys_and_proxies_are_not_this_users() -> None:
    """Tests neither read nor write what belongs to the user who runs them."""
    assert Path.home() == Path(os.environ["HOME"])
    assert Path(os.environ["XDG_CACHE_HOME"]).is_relative_to(Path.home())
    assert not [name for name in os.environ if name.startswith("OPENAI_")]
    assert not [name for name in os.environ if name.lower().endswith("_proxy")]
