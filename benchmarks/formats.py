"""Hands read per second: ACPC logs, PHH, JSON formats and Parquet to columns; and the walk over their betting.

The logs are of random play, 5,000 hands written ten times over; every hand is checked as it is read. Where there are
files of sites and matches (`DELUCK_INTEROP_DATA`), a table says of each format what is read of them and how fast, by
processor time. A folder of files of one hand each is of random play. How much faster two cores are can be seen only
on a machine that does nothing else.
"""

import os
import random
import re
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from deluck.cards import DECK
from deluck.cli.output import print_table
from deluck.formats import (
    FORMATS,
    Rejected,
    format_line,
    format_phh,
    json_lines,
    open_hand_history,
    pokerstars,
    read_columns,
    read_files,
    write_parquet,
)
from deluck.formats.acpc_games import rules_of, stacks_of
from deluck.games import Action, HoldemDeal, HoldemState, Structure
from deluck.records import Decision, HandColumns, HandRecord, walk
from report import Figure, best_seconds, print_figures, run_alone

N_DISTINCT = 5_000
N_TIMES = 10
N_HANDS = N_DISTINCT * N_TIMES
LEAST_LIMIT = 100_000
LEAST_NO_LIMIT = 50_000
LEAST_PARQUET = 50_000
LEAST_PHH = 20_000
LEAST_JSON = 5_000
LEAST_SMALL = 5_000
LEAST_WALKED = 1_000_000
N_SMALL = 2_000
N_TRIES = 3


def random_hand(rng: random.Random, number: int, structure: Structure) -> HandRecord:
    """Return a heads-up hand of random play at the ACPC's stakes."""
    rules, stacks = rules_of(2, structure), stacks_of(("north", "south"), structure)
    state = HoldemState(rules, HoldemDeal.from_deck(rng.sample(DECK, 52), 2), stacks)
    decisions = []
    while not state.is_over:
        legal = state.legal_actions()
        action = rng.choices(legal, [(1, 6, 3)[each] for each in legal])[0]
        amount = None
        if action is Action.RAISE and structure is Structure.NO_LIMIT:
            low, high = state.min_raise_to, state.max_raise_to
            amount = low + int((high - low) * rng.random() ** 6)
        decisions.append(Decision(state.actor, action, amount))
        state.act(action, amount)
    return HandRecord(
        rules=rules,
        deal=HoldemDeal(state._own, state.board),
        decisions=tuple(decisions),
        payoffs=state.payoffs(),
        names=("north", "south") if number % 2 else ("south", "north"),
        stacks=stacks,
        hand_id=str(number),
    )


def write_log(path: Path, structure: Structure, write: Callable[[HandRecord], str] = format_line) -> None:
    """Write a log of random play."""
    rng = random.Random(7)
    text = "".join([f"{write(random_hand(rng, number, structure))}\n" for number in range(N_DISTINCT)])
    path.write_text(text * N_TIMES)


def read_all(path: Path) -> list[HandColumns]:
    """Return all hands of a file; none may be rejected."""
    found = list(read_columns(path))
    assert sum(len(columns) for columns in found if isinstance(columns, HandColumns)) == N_HANDS
    return [columns for columns in found if isinstance(columns, HandColumns)]


INTEROP = Path(os.environ.get("DELUCK_INTEROP_DATA", Path(__file__).parents[2] / "shared" / "data"))
FOLDERS = (
    "sites/stars", "sites/ggpoker", "sites/bovada", "sites/winamax", "sites/ipoker", "sites/partypoker",
    "sites/pacificpoker", "sites/winning", "sites/unibet", "ohh", "pokernow", "llm/pokerbench", "llm/llm-poker-arena",
    "phh", "acpc", "nolimit/deepstack-a.log.gz", "nolimit/pluribus-a.phhs.gz", "nolimit/acpc-2016.log.gz",
)  # fmt: skip
LARGE_BYTES = 4_000_000
LEAST_TEXT = 5_000
LEAST_TWO_CORES = 1.7
_NUMBER = re.compile(r"(#|Game ID: |gamecode=\")(\d{6,})")


def real_files() -> list[Figure]:
    """Print what is read of published files: hands, rejections, and hands per second and core; return those of sites.

    Large files of sites have the hands of small ones again and again, with other numbers.
    """
    rows, figures = [], []
    for name in FOLDERS:
        path = INTEROP / name
        if not path.exists():
            continue
        found = list(read_columns(path))
        n_read = sum(len(part) for part in found if isinstance(part, HandColumns))
        n_rejected = sum(isinstance(part, Rejected) and not part.is_stranger for part in found)
        with tempfile.TemporaryDirectory() as folder:
            large = {"": path} if not name.startswith("sites/") else _repeated(path, Path(folder))
            rates = {layout: _hands_per_second(each) for layout, each in large.items()}
        rate = min(rates.values())
        rows.append((name, f"{n_read + n_rejected:,}", f"{n_read:,}", f"{n_rejected:,}", f"{rate:,.0f}"))
        if name.startswith("sites/"):
            figures.append(Figure(name, f"{rate:,.0f} hands/s", f"≥ {LEAST_TEXT:,}/s", kept=rate >= LEAST_TEXT))
    if rows:
        print_table("Published files", ("files", "hands", "read", "rejected", "hands/s"), rows)
    return figures


def _hands_per_second(path: Path) -> float:
    """Return how many hands are read per second of processor time; rejected ones take time and do not count."""
    n_hands = 0

    def read() -> None:
        nonlocal n_hands
        n_hands = sum(len(part) for part in read_columns(path) if isinstance(part, HandColumns))

    seconds = best_seconds(read, 2, time.process_time)
    return n_hands / seconds


def _repeated(folder: Path, target: Path) -> dict[str, Path]:
    """Return a large file, or for XML a folder of files, for each layout among the texts of a folder."""
    texts: dict[str, list[str]] = {}
    for each in sorted(folder.rglob("*")):
        if each.is_file():
            content = each.read_bytes()
            utf16 = content.startswith((b"\xff\xfe", b"\xfe\xff"))
            text = content.decode("utf-16" if utf16 else "utf-8-sig", "replace").replace("\r\n", "\n")
            known = [known.NAME for known in FORMATS if known.looks_like(text[:LARGE_BYTES])]
            if known:
                texts.setdefault(known[0], []).append(text)
    large: dict[str, Path] = {}
    for name, some in texts.items():
        times = 1 + LARGE_BYTES // sum(map(len, some))
        large[name] = target / name
        large[name].mkdir()
        for time_ in range(times):
            changed = [
                _NUMBER.sub(lambda found, more=time_: f"{found[1]}{int(found[2]) + more}", text) for text in some
            ]
            if name == "ipoker":
                for number, text in enumerate(changed):
                    (large[name] / f"{time_}-{number}.xml").write_text(text)
            else:
                with (large[name] / "hands.txt").open("a") as file:
                    file.write("\n\n\n".join([*changed, ""]))
    return large


def two_cores(folder: Path, samples: dict[str, tuple[Path, int]]) -> list[Figure]:
    """Return how many times as fast two processes read samples made so large as one does, once they have started."""
    figures = []
    for what, (sample, n_bytes) in samples.items():
        content = sample.read_bytes()
        large = folder / f"large{sample.suffix}"
        large.write_bytes(content * (1 + n_bytes // len(content)))
        for _ in read_files(sample, n_jobs=2, part_size=1 << 16):
            pass
        seconds = {1: float("inf"), 2: float("inf")}
        for n_jobs in (1, 2) * N_TRIES:  # in turn, so that whatever else the machine does slows both
            started = time.perf_counter()
            for _ in read_files(large, n_jobs=n_jobs):
                pass
            seconds[n_jobs] = min(seconds[n_jobs], time.perf_counter() - started)
        ratio = seconds[1] / seconds[2]
        is_kept = ratio >= LEAST_TWO_CORES
        figures.append(Figure(f"two cores, {what}", f"{ratio:.2f} times one", f"≥ {LEAST_TWO_CORES}", kept=is_kept))
        large.unlink()
    return figures


def small_files(folder: Path) -> float:
    """Return how many PHH files of one hand each are read per second of processor time."""
    rng = random.Random(9)
    for number in range(N_SMALL):
        (folder / f"{number:05}.phh").write_text(format_phh(random_hand(rng, number, Structure.NO_LIMIT)))
    seconds = float("inf")
    for _ in range(3):
        started = time.process_time()
        n_read = sum(len(part) for _, part in read_files(folder) if isinstance(part, HandColumns))
        seconds = min(seconds, time.process_time() - started)
        assert n_read == N_SMALL
    return N_SMALL / seconds


def measure() -> bool:
    """Measure reading logs and Parquet into columns, and walking through their betting."""
    with tempfile.TemporaryDirectory() as folder:
        names = ("limit.log", "no-limit.log", "hands.parquet", "hands.phhs", "hands.ohh", "hands.jsonl", "hands.txt")
        limit, no_limit, parquet, phh, ohh, lines, text = (Path(folder) / name for name in names)
        write_log(limit, Structure.FIXED_LIMIT)
        write_log(no_limit, Structure.NO_LIMIT)
        write_log(phh, Structure.NO_LIMIT, lambda hand: f"[{hand.hand_id}]\n{format_phh(hand)}")
        write_log(ohh, Structure.NO_LIMIT, open_hand_history.format_hand)
        write_log(lines, Structure.NO_LIMIT, json_lines.format_hand)
        write_log(text, Structure.NO_LIMIT, pokerstars.format_hand)
        batches = read_all(no_limit)
        write_parquet(parquet, batches)
        sources = [
            ("ACPC limit log to columns, checked", limit, LEAST_LIMIT),
            ("ACPC no-limit log to columns, checked", no_limit, LEAST_NO_LIMIT),
            ("Parquet of the same to columns, checked", parquet, LEAST_PARQUET),
            ("PHH of the same to columns, checked", phh, LEAST_PHH),
            ("Open Hand History of the same to columns, checked", ohh, LEAST_JSON),
            ("JSON lines of the same to columns, checked", lines, LEAST_JSON),
            ("PokerStars text of the same to columns, checked", text, LEAST_TEXT),
        ]
        figures = []
        for what, path, least in sources:
            rate = N_HANDS / best_seconds(lambda path=path: read_all(path), 2, time.process_time)
            figures.append(Figure(what, f"{rate:,.0f} hands/s", f"≥ {least:,}/s", kept=rate >= least))
        small = Path(folder) / "small"
        small.mkdir()
        rate = small_files(small)
        is_kept = rate >= LEAST_SMALL
        figures.append(
            Figure("PHH files of one hand each", f"{rate:,.0f} files/s", f"≥ {LEAST_SMALL:,}/s", kept=is_kept)
        )
        samples = {
            "PokerStars text": (text, 60_000_000),
            "JSON lines": (lines, 40_000_000),
            "PHH": (phh, 80_000_000),
            "ACPC": (no_limit, 320_000_000),
        }
        figures += two_cores(Path(folder), samples)
    n_decisions = sum(len(columns.actions) for columns in batches)
    rate = n_decisions / best_seconds(lambda: [walk(columns) for columns in batches], 3)
    is_kept = rate >= LEAST_WALKED
    figures.append(
        Figure("walk over no-limit betting", f"{rate:,.0f} decisions/s", f"≥ {LEAST_WALKED:,}/s", kept=is_kept)
    )
    figures += real_files()
    return print_figures("Formats", figures)


if __name__ == "__main__":
    run_alone(measure)
