"""The dealer's door: one port for each player, where a client is let in once it has named its version."""

import contextlib
import selectors
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from deluck.arena.connection import LineConnection
from deluck.arena.wire import WireError, check_version, is_comment

LOOPBACK = "127.0.0.1"
_BACKLOG = 8
_MOST_WAITING = 32  # connections that have not named their version: more would be an attack, not a match


@dataclass(slots=True)
class Door:
    """Listening sockets, one a name, and who came in by them; a context that closes whatever was not handed over.

    Parameters
    ----------
    names
        Who is expected.
    host
        The address to listen on.
    ports
        A port for each name; 0 is any free one.
    """

    names: Sequence[str]
    host: str
    ports: Sequence[int]
    _listeners: dict[str, socket.socket] = field(default_factory=dict)
    _waiting: dict[LineConnection, str] = field(default_factory=dict)  # connected, version not named yet
    _admitted: dict[str, LineConnection] = field(default_factory=dict)

    def __enter__(self) -> "Door":
        try:
            for name, port in zip(self.names, self.ports, strict=True):
                self._listeners[name] = _listen(self.host, port, name)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *exception: object) -> None:
        for listener in self._listeners.values():
            listener.close()
        for connection in (*self._waiting, *self._admitted.values()):
            connection.close()

    def listening(self) -> dict[str, int]:
        """Return the port that each name is waited for on."""
        return {name: listener.getsockname()[1] for name, listener in self._listeners.items()}

    def admit(self, seconds: float | None, refused: Callable[[str, str], None]) -> dict[str, LineConnection]:
        """Return a connection for each name, once all have come; the caller closes them.

        A client that does not begin with its version is sent away, and the seat stays open for another.

        Parameters
        ----------
        seconds
            How long to wait for all of them.
        refused
            Told the name and the reason when somebody is sent away.

        Raises
        ------
        WireError
            If somebody has not come in time.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            for listener in self._listeners.values():
                selector.register(listener, selectors.EVENT_READ)
            while self._listeners:
                left = None if deadline is None else deadline - time.monotonic()
                if left is not None and left <= 0:
                    missing = " and ".join(self._listeners)
                    raise WireError(f"nobody came for {missing} within {seconds:g} s (expected a client on each port)")
                for key, _ in selector.select(left):
                    if isinstance(key.fileobj, LineConnection):
                        self._hear(key.fileobj, selector, refused)
                    else:
                        self._let_in(key.fileobj, selector, refused)
        admitted, self._admitted = self._admitted, {}
        return admitted

    def _let_in(self, listener: object, selector: selectors.BaseSelector, refused: Callable[[str, str], None]) -> None:
        name = next((name for name, each in self._listeners.items() if each is listener), None)
        if name is None:  # somebody else was seated in this very round of the selector
            return
        if len(self._waiting) >= _MOST_WAITING:
            oldest = next(iter(self._waiting))
            refused(self._waiting[oldest], "named no version while many others came")
            self._send_away(oldest, selector)
        with contextlib.suppress(OSError):  # gone before it was let in
            connection = LineConnection(self._listeners[name].accept()[0])
            self._waiting[connection] = name
            selector.register(connection, selectors.EVENT_READ)

    def _hear(
        self, connection: LineConnection, selector: selectors.BaseSelector, refused: Callable[[str, str], None]
    ) -> None:
        name = self._waiting.get(connection)
        if name is None:
            return
        try:
            connection.read(0)
            while (line := connection.next_line()) is not None and is_comment(line):
                pass
            if line is None:
                return
            check_version(line)
        except WireError as error:
            refused(name, str(error))
            self._send_away(connection, selector)
            return
        selector.unregister(connection)
        del self._waiting[connection]
        self._admitted[name] = connection
        listener = self._listeners.pop(name)
        selector.unregister(listener)
        listener.close()
        for other in [each for each, wanted in self._waiting.items() if wanted == name]:
            refused(name, "came when the seat was taken")
            self._send_away(other, selector)

    def _send_away(self, connection: LineConnection, selector: selectors.BaseSelector) -> None:
        selector.unregister(connection)
        del self._waiting[connection]
        connection.close()


def _listen(host: str, port: int, name: str) -> socket.socket:
    if not 0 <= port <= 65535:
        raise WireError(f"port {port} for {name} (expected 0 for any free one, or 1 to 65535)")
    listener = None
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        # a port that a match has just left is free again at once
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except OSError as error:
        if listener is not None:
            listener.close()
        raise WireError(f"cannot listen on {host} port {port} for {name}: {error.strerror or error}") from None
    return listener
