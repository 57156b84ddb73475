"""A socket as lines of text: pieces put together, time limits kept, over-long lines refused."""

import contextlib
import socket
import time

from deluck.arena.wire import END_OF_LINE, WireError

MAX_LINE = 4096  # bytes; the longest state of ten seats and four capped streets has fewer than 300
_PIECE = 65536


class Disconnected(WireError):  # noqa: N818 - the name says what it is
    """The other side has closed the connection, or the network has."""


class TimeIsUp(WireError):  # noqa: N818 - the name says what it is
    """Nothing came in time."""


class OverlongLine(WireError):  # noqa: N818 - the name says what it is
    """A line longer than `MAX_LINE` was passed over."""


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
        # states are small and each waits for an answer: gathering them would cost 40 ms a time
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
        """Wait so long for bytes and keep what comes, if any."""
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
