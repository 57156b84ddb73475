"""Connections of the ACPC's protocol: a socket as lines of text, and the listener that admits clients to a match.

Lines are put together from pieces, time limits are enforced and over-long lines refused. The dealer listens on one port
for each player, where a client is admitted once it has named its version.
"""

import contextlib
import selectors
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from deluck.arena.wire import END_OF_LINE, WireError, check_version, is_comment

MAX_LINE = 4096  # bytes; the longest state of ten seats and four capped streets has fewer than 300
_PIECE = 65536


class Disconnected(WireError):  # noqa: N818 - the name says what it is
    """The other side has closed the connection, or the network has."""


class TimeIsUp(WireError):  # noqa: N818 - the name says what it is
    """Nothing came in time."""


class OverlongLine(WireError):  # noqa: N818 - the name says what it is
    """A line longer than `MAX_LINE` was skipped."""


class LineConnection:
    """Lines to and from one socket; the connection owns the socket and closes it.

    Parameters
    ----------
    connected
        The socket.
    """

    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected
        self._buffer = bytearray()
        self._skipping = False  # whether the buffer continues a line that was too long
        # states are small and each waits for an answer: collecting them first would cost 40 ms each
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def fileno(self) -> int:
        """Return the socket's descriptor, as selectors ask for it."""
        return self._socket.fileno()

    def send_line(self, line: str, seconds: float | None) -> None:
        """Send a line; the other side has so many seconds to take it.

        Raises
        ------
        Disconnected
            If it cannot be sent, or is not taken in time.
        """
        try:
            self._socket.settimeout(seconds)
            self._socket.sendall((line + END_OF_LINE).encode("ascii"))
        except TimeoutError:
            raise Disconnected(f"took no line for {seconds:g} s") from None
        except OSError as error:
            raise Disconnected(_why(error)) from None

    def receive_line(self, deadline: float | None) -> str:
        """Return the next line without its end, LF or CR LF; wait for it until `time.monotonic` is the deadline.

        Raises
        ------
        TimeIsUp
            If there is no whole line by then.
        Disconnected
            If the other side closes; a last line without an end is not a line.
        OverlongLine
            If the line is longer than `MAX_LINE`; the next call returns the line after it.
        """
        while (line := self.next_line()) is None:
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                raise TimeIsUp("sent no line in time")
            self.read(left)
        return line

    def read(self, seconds: float | None) -> None:
        """Wait so long for bytes and store what comes, if any."""
        try:
            self._socket.settimeout(seconds)
            piece = self._socket.recv(_PIECE)
        except (TimeoutError, BlockingIOError):
            return
        except OSError as error:
            raise Disconnected(_why(error)) from None
        if not piece:
            raise Disconnected("closed the connection")
        self._buffer += piece

    def next_line(self) -> str | None:
        """Return a line that has come in whole, or None."""
        end = self._buffer.find(b"\n")
        if end < 0:
            if len(self._buffer) > MAX_LINE:
                self._skipping = True
                self._buffer.clear()
            return None
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        if self._skipping or len(line) > MAX_LINE:
            self._skipping = False
            raise OverlongLine(f"sent a line of more than {MAX_LINE} bytes")
        return line.decode("ascii", errors="backslashreplace").rstrip("\r")

    def finish(self, seconds: float) -> None:
        """Say that nothing more will be sent, wait so long at most for the other side to close, and close.

        To close with unread bytes in hand would tear down the connection before the last line has arrived.
        """
        deadline = time.monotonic() + seconds
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)
            while (left := deadline - time.monotonic()) > 0:
                self._socket.settimeout(left)
                if not self._socket.recv(_PIECE):
                    break
        self.close()

    def close(self) -> None:
        """Close the socket at once."""
        self._socket.close()


def _why(error: OSError) -> str:
    return f"lost the connection ({error.strerror or error})"


LOOPBACK = "127.0.0.1"
_BACKLOG = 8
_MOST_WAITING = 32  # connections that have not named their version: more would be an attack, not a match


@dataclass(slots=True)
class Listener:
    """Listening sockets, one per name, and who connected to them; a context that closes what was not handed over.

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

    def __enter__(self) -> "Listener":
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

    def ports_by_name(self) -> dict[str, int]:
        """Return the port on which each client is expected."""
        return {name: listener.getsockname()[1] for name, listener in self._listeners.items()}

    def admit(self, seconds: float | None, refused: Callable[[str, str], None]) -> dict[str, LineConnection]:
        """Return a connection for each name, once all have connected; the caller closes them.

        A client that does not begin with its version is refused, and the seat stays open for another.

        Parameters
        ----------
        seconds
            How many seconds to wait for all of them.
        refused
            Called with the name and the reason when a client is refused.

        Raises
        ------
        WireError
            If somebody has not connected in time.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            for listener in self._listeners.values():
                selector.register(listener, selectors.EVENT_READ)
            while self._listeners:
                left = None if deadline is None else deadline - time.monotonic()
                if left is not None and left <= 0:
                    missing = " and ".join(self._listeners)
                    raise WireError(f"no client for {missing} within {seconds:g} s (expected one on each port)")
                for key, _ in selector.select(left):
                    if isinstance(key.fileobj, LineConnection):
                        self._hear(key.fileobj, selector, refused)
                    else:
                        self._accept(key.fileobj, selector, refused)
        admitted, self._admitted = self._admitted, {}
        return admitted

    def _accept(self, listener: object, selector: selectors.BaseSelector, refused: Callable[[str, str], None]) -> None:
        name = next((name for name, each in self._listeners.items() if each is listener), None)
        if name is None:  # somebody else was seated in this very round of the selector
            return
        if len(self._waiting) >= _MOST_WAITING:
            oldest = next(iter(self._waiting))
            refused(self._waiting[oldest], "named no version while many others connected")
            self._refuse(oldest, selector)
        with contextlib.suppress(OSError):  # gone before it was accepted
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
            self._refuse(connection, selector)
            return
        selector.unregister(connection)
        del self._waiting[connection]
        self._admitted[name] = connection
        listener = self._listeners.pop(name)
        selector.unregister(listener)
        listener.close()
        for other in [each for each, wanted in self._waiting.items() if wanted == name]:
            refused(name, "connected when the seat was taken")
            self._refuse(other, selector)

    def _refuse(self, connection: LineConnection, selector: selectors.BaseSelector) -> None:
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
