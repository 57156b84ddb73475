"""What was read and what was not: counted by site, game, stakes and month, and by reason."""

from pathlib import Path

from deluck.formats import Rejected, read_columns, read_hands
from deluck.formats.contents import Contents

SITES = Path(__file__).parent / "sites"


def test_columns_and_records_are_counted_alike(tmp_path):
    (tmp_path / "notes.md").write_text("# what is here\n")
    by_columns, by_record = Contents(), Contents()
    for path in (*sorted(SITES.iterdir()), tmp_path / "notes.md"):
        for found in read_columns(path):
            by_columns.add(found, str(path))
        for found in read_hands(path):
            by_record.add(found, str(path))
    assert by_columns.as_dict()["sites"] == by_record.as_dict()["sites"]
    assert by_columns.hands == by_record.hands
    assert by_columns.reasons == by_record.reasons
    assert by_columns.strangers == [str(tmp_path / "notes.md")]
    sites = by_columns.by_site()
    assert sites["GGPoker"] == (9, 1)  # an Omaha hand beside them
    kinds = {(kind.stakes, kind.currency, kind.month, kind.is_tournament) for kind in by_columns.hands}
    assert ("0.50/1", "$", "2024-03", False) in kinds
    assert by_columns.reasons["another game: PLO"] == 1
    assert by_columns.examples["another game: PLO"].line > 1


def test_what_is_only_counted_is_of_the_format_of_what_is_listed():
    found = Contents()
    first = Rejected("a.log", 1, "not two hole cards: 'Kh'", format="acpc")
    found.add_counted("a.log", {}, [first], {first.kind: 10_000})
    assert found.by_site() == {"acpc": (0, 10_000)}
    assert found.n_rejected == 10_000
