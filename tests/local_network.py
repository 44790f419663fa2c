"""What stands between a clinic and a model: a private authority and a proxy, on this machine."""

from __future__ import annotations

import http.client
import select
import socket
import ssl
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from judge_server import JudgeServer

HOST = "judge.internal"
_SUBJECT = f"subjectAltName=DNS:{HOST},IP:127.0.0.1"


class Authority(NamedTuple):
    """Files of a private authority and of a server's certificate that it signed."""

    ca: Path
    certificate: Path
    key: Path


def make_authority(folder: Path) -> Authority:
    """Make an authority and a certificate with the openssl command."""
    made = Authority(folder / "ca.pem", folder / "server.pem", folder / "server.key")
    ca_key = folder / "ca.key"
    request = folder / "server.csr"
    new_key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    for arguments in (
        f"req -x509 {new_key} -keyout {ca_key} -out {made.ca} -days 2 -subj /CN=authority "
        "-addext keyUsage=critical,keyCertSign,cRLSign",
        f"req {new_key} -keyout {made.key} -out {request} -subj /CN={HOST} -addext {_SUBJECT}",
        f"x509 -req -in {request} -CA {made.ca} -CAkey {ca_key} -CAcreateserial "
        f"-copy_extensions copy -days 2 -out {made.certificate}",
    ):
        subprocess.run(["openssl", *arguments.split()], check=True, capture_output=True)
    return made


class TlsJudgeServer(JudgeServer):
    """The model server behind TLS."""

    def __init__(self, authority: Authority) -> None:
        super().__init__()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(authority.certificate, authority.key)
        self._http.socket = context.wrap_socket(
            self._http.socket, server_side=True, do_handshake_on_connect=False
        )

    @property
    def address(self) -> str:
        """Scheme, host and port."""
        return super().address.replace("http://", "https://")


class Proxy:
    """A forward proxy that alone knows where `HOST` is; a context manager.

    Attributes:
        asked: What it was asked for: "POST http://..." or "CONNECT host:port".
    """

    def __init__(self, target: JudgeServer) -> None:
        self.asked: list[str] = []
        self._http = _ProxyServer(("127.0.0.1", 0), _ProxyHandler)
        self._http.proxy = self
        self._http.target = ("127.0.0.1", int(urlsplit(target.address).port or 0))
        self._thread = threading.Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        )

    def __enter__(self) -> Proxy:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        """What the proxy variables are set to."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"


class _ProxyServer(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    proxy: Proxy
    target: tuple[str, int]

    def handle_error(self, request: object, client_address: object) -> None:
        """A connection that the client dropped is nothing to report."""


class _ProxyHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _ProxyServer

    def do_POST(self) -> None:
        self.server.proxy.asked.append(f"POST {self.path}")
        body = self.rfile.read(int(self.headers["Content-Length"]))
        path = urlsplit(self.path)
        onward = http.client.HTTPConnection(*self.server.target)
        asked = path.path + (f"?{path.query}" if path.query else "")
        onward.request("POST", asked, body, dict(self.headers))
        answer = onward.getresponse()
        content = answer.read()
        onward.close()
        self.send_response(answer.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def do_CONNECT(self) -> None:
        self.server.proxy.asked.append(f"CONNECT {self.path}")
        with socket.create_connection(self.server.target) as onward:
            self.send_response(200)
            self.end_headers()
            ends = (self.connection, onward)
            while True:
                ready, _, _ = select.select(ends, (), (), 5)
                if not ready or not self._pass_on(ready, onward):
                    break
        self.close_connection = True

    def _pass_on(self, ready: list[socket.socket], onward: socket.socket) -> bool:
        for end in ready:
            content = end.recv(65536)
            if not content:
                return False
            (onward if end is self.connection else self.connection).sendall(content)
        return True

    def log_message(self, *args: object) -> None:
        """Say nothing."""
