import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

import deluck
from deluck.assessment import Summary
from deluck.errors import FileError
from deluck.estimators import find_column
from deluck.report import notebook_html, page, report_html, write_report
from deluck.report.figures import all_charts
from deluck.report.interactive import plotly_source
from deluck.report.page import default_title
from deluck.report.tables import equation
from deluck.report.words import about

ALL = ("match", "duplicate", "ring", "no_limit", "single", "nasty")
MEGABYTE = 1_000_000


def number(text):
    """Return a number as the page writes it."""
    return float(text.replace("−", "-").replace(",", "").replace("×", "").strip())


@pytest.fixture(scope="module", params=ALL)
def either(request):
    return request.getfixturevalue(request.param)


def test_the_page_says_what_the_assessment_says(either, read_page):
    found = read_page(report_html(either)).words
    for sentence in (either.verdict, *either.notes):
        assert " ".join(sentence.split()) in found
    assert either.viewpoint in found
    assert either.settings_hash in found
    assert f"deluck {either.version}" in found


def test_every_estimator_stands_in_the_table(either, read_page):
    rows = read_page(report_html(either)).tables["estimators"]
    for name, summary in either.estimators.items():
        n, total, mean, interval, sd, worth, needed = rows[find_column(name).label]
        assert number(n) == summary.n
        assert number(total) == pytest.approx(summary.total, abs=max(0.005, abs(summary.total) * 0.005))
        assert number(mean) == pytest.approx(summary.mean, abs=0.00051)
        if summary.n > 1:
            assert number(sd) == pytest.approx(summary.sd, abs=0.00051)
            assert [number(end) for end in interval.split(" to ")] == pytest.approx(summary.ci95, abs=0.00051)
        else:
            assert (sd, interval) == ("–", "–")
        comparison = either.comparisons.get(name)
        if comparison is None or not np.isfinite(comparison.worth):
            assert worth == "–"
        else:
            assert number(worth) == pytest.approx(comparison.worth, rel=0.01)
            assert needed == about(comparison.hands_needed)


@pytest.mark.parametrize("name", ["match", "duplicate", "single", "nasty"])
def test_money_is_decisions_and_cards_on_the_page_too(name, request, read_page):
    assessment = request.getfixturevalue(name)
    rows = read_page(report_html(assessment)).tables["split"]
    money, decisions, cards = (number(rows[row][0].split(" ± ")[0]) for row in ("Money won", "= decisions", "+ cards"))
    assert money == pytest.approx(decisions + cards, abs=1.01 if abs(money) >= 100 else 0.2)
    assert decisions == pytest.approx(assessment.estimators["divat_roe"].total, abs=0.51)


@pytest.mark.parametrize(
    ("money", "decisions", "shown"),
    [
        (-274.5, -199.53, ("−274.5", "−199.5", "−75.0")),
        (2.0, 0.32, ("+2.00", "+0.32", "+1.68")),
        (3.0, 12.0, ("+3.0", "+12.0", "−9.0")),
        (12345.5, 0.4, ("+12,346", "0", "+12,346")),
        (0.0, 0.0, ("0.00", "0.00", "0.00")),
    ],
)
def test_the_equation_adds_up_as_it_is_shown(money, decisions, shown):
    totals = {"money": money, "decisions": decisions, "cards": money - decisions}
    terms = {name: Summary(name, 2, total, total / 2, 1.0, 1.0) for name, total in totals.items()}
    assert tuple(equation(terms).values()) == shown


@pytest.mark.parametrize("name", ["match", "duplicate"])
def test_the_first_table_has_the_verdicts_own_numbers(name, request, read_page):
    assessment = request.getfixturevalue(name)
    decisions, half, cards = re.search(
        r"by ([\d.,]+) ± ([\d.,]+) sb.*cards were worth ([-+][\d.,]+) sb", assessment.verdict
    ).groups()
    rows = read_page(report_html(assessment)).tables["split"]
    shown, error = map(number, rows["= decisions"][0].split(" ± "))
    assert (abs(shown), error) == (number(decisions), number(half))
    assert (shown < 0) == ("played worse" in assessment.verdict)
    assert number(rows["+ cards"][0].split(" ± ")[0]) == pytest.approx(number(cards), abs=0.51)


def test_streets_and_seats(match, read_page):
    tables = read_page(report_html(match)).tables
    for street, found in match.rounds.items():
        games, decisions, cards = tables["streets"][street]
        assert number(games) == found["divat_roe"].n
        assert number(decisions.split(" ± ")[0]) == pytest.approx(found["divat_roe"].total, abs=0.51)
        assert number(cards.split(" ± ")[0]) == pytest.approx(found["luck"].total, abs=0.51)
    for seat, name in (("P1", "big blind (P1)"), ("P2", "small blind (P2)")):
        games, money, _, _ = tables["seats"][name]
        assert number(games) == match.seats[seat]["money"].n
        assert number(money.split(" ± ")[0]) == pytest.approx(match.seats[seat]["money"].total, abs=0.51)


def test_decisions_add_up(match, read_page):
    tables = read_page(report_html(match)).tables
    own, _, worth, others, _, given = tables["decisions"]["all streets"]
    assert number(own) == match.decisions.n
    assert number(others) == sum(cell.n for cell in match.decisions.opponents)
    assert number(worth) + number(given) == pytest.approx(match.estimators["divat_roe"].total, abs=1.01)
    counts = [
        int(re.match(r"[\d,]+", cell)[0].replace(",", ""))
        for row in tables["matrix"].values()
        for cell in row
        if cell and cell[0].isdigit()
    ]
    assert sum(counts) == match.decisions.n


def test_the_costliest_hands_are_shown(match, read_page):
    html = report_html(match)
    found = read_page(html)
    assert match.decisions.worst
    assert len(found.of("details")) == len(match.decisions.worst) + len(match.decisions.best)
    assert len(found.of("button")) == sum(1 for leak in match.leaks if set(leak.examples) & set(match.examples))
    worst = match.decisions.worst[0]
    example = match.examples[worst.row]
    assert f"hand {worst.hand_id}," in found.words
    assert worst.value < 0
    seat = example.viewpoint_seat
    assert worst.seat == f"P{seat + 1}"
    shown = re.search(rf"hand {worst.hand_id},.*?money (\S+) = decisions (\S+) \+ cards (\S+) sb", found.words)
    assert [number(each) for each in shown.groups()] == pytest.approx(
        [example.values[name][seat] for name in ("money", "divat_roe", "luck")], abs=0.051
    )


def test_nothing_in_the_page_can_load_anything(either, read_page):
    html = report_html(either)
    found = read_page(html)
    for tag, attributes in found.elements:
        assert tag not in ("link", "img", "iframe", "object", "embed", "base", "form")
        assert "src" not in attributes
        assert attributes.get("href", "#").startswith("#")
    addresses = set(re.findall(r"(?:https?|wss?|ftp)://[^\s\"'<>)\\]*", html))
    assert all(address.startswith("http://www.w3.org/") for address in addresses), "names of SVG and XML, not addresses"
    styles = html[html.index("<style>") : html.index("</style>")]
    assert "url(" not in styles
    assert "@import" not in styles
    policy = next(each["content"] for each in found.of("meta") if each.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none';")
    assert "http" not in policy


def test_plotly_keeps_its_licence_and_its_length():
    from plotly.offline import get_plotlyjs

    source = plotly_source()
    assert "Licensed under the MIT license" in source
    assert abs(len(source) - len(get_plotlyjs())) < 2000
    assert "</script" not in source


def test_names_cannot_do_harm(nasty, read_page):
    for html in (report_html(nasty), notebook_html(nasty)):
        found = read_page(html)
        assert not found.of("img")
        assert not found.of("b") or all(not attributes.get("onclick") for attributes in found.of("b"))
        assert not [name for _, attributes in found.elements for name in attributes if name.startswith("on")]
        assert nasty.viewpoint in found.words
        assert "alert(" in found.words
    scripts = read_page(report_html(nasty)).of("script")
    assert [each.get("type") for each in scripts] == ["application/json", None, None]
    assert "<script>alert" not in report_html(nasty).replace(plotly_source(), "")


def test_the_page_is_sane_for_keyboards_and_screen_readers(either, read_page):
    found = read_page(report_html(either))
    assert found.of("html") == [{"lang": "en"}]
    assert len(found.of("h1")) == len(found.of("main")) == len(found.of("title")) == 1
    levels = [int(tag[1]) for tag, _ in found.elements if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert len(found.captions) == len(found.of("table"))
    assert all(caption.strip() for caption in found.captions)
    assert all(each.get("scope") for each in found.of("th"))
    ids = [attributes["id"] for _, attributes in found.elements if attributes.get("id")]
    assert len(ids) == len(set(ids))
    assert {each["href"][1:] for each in found.of("a")} <= set(ids)
    plots = [each for each in found.of("div") if each.get("class") == "plot"]
    assert len(plots) == len(all_charts(either))
    for each in plots:
        assert each["role"] == "img"
        assert each["aria-label"].endswith(".")


def test_what_there_is_nothing_of_is_not_shown(single, ring, match, duplicate, read_page):
    pages = {
        name: read_page(report_html(each)) for name, each in (("single", single), ("ring", ring), ("match", match))
    }
    sections = {name: {each["id"] for each in found.of("section")} for name, found in pages.items()}
    usual = {"verdict", "split", "match", "estimators", "streets", "decisions", "how", "left-out"}
    assert sections["ring"] == usual | {"players"}
    assert sections["single"] == usual
    assert sections["match"] == sections["single"] | {"slope"}
    assert "duplicates" in {each["id"] for each in read_page(report_html(duplicate)).of("section")}
    assert "Prices are hindsight" in pages["ring"].words
    assert "Prices are hindsight" not in pages["match"].words
    assert "split" not in pages["ring"].tables
    rows = list(pages["ring"].tables["waterfall"])
    assert (rows[1], rows[-1]) == ("Money won", "Skill (DIVAT)")


def test_duplicates_are_shown_beside_the_ordinary_ones(duplicate, read_page):
    rows = read_page(report_html(duplicate)).tables["duplicates"]
    values, mean, sd, _ = rows["Duplicate DIVAT"]
    found = duplicate.estimators["duplicate_divat"]
    assert number(values) == found.n == 100
    assert number(mean.split(" ± ")[0]) == pytest.approx(found.mean, abs=0.00051)
    assert number(sd) == pytest.approx(found.sd, abs=0.00051)


def test_rejected_lines_and_rake_are_shown(nasty, read_page):
    assert nasty.n_rejected == 1
    assert nasty.rejected[0].reason.split()[0] in read_page(report_html(nasty)).words
    raked = replace(nasty, rake=nasty.estimators["money"])
    assert "Rake paid" in read_page(report_html(raked)).tables["split"]


def test_400_000_games_stay_under_8_megabytes(match):
    n_hands = 400_000

    class Longer:
        def values(self, name, round=None):  # noqa: A002
            return np.resize(match.hands.values(name, round), n_hands)

    html = report_html(replace(match, hands=Longer()))
    assert len(html.encode()) < 8 * MEGABYTE
    assert len(html.replace(plotly_source(), "")) < 2 * MEGABYTE


def test_the_title_counts_everybody_the_viewpoint_played_with(no_limit, match):
    (opponent,) = set(match.players) - {match.viewpoint}
    assert default_title(match) == f"{match.viewpoint} v {opponent}"
    heads_up = {"South": {"money": no_limit.estimators["money"]}}  # some hands of theirs had nobody else
    assert default_title(replace(no_limit, opponents=heads_up)) == f"{no_limit.viewpoint} v 3 others"


def test_a_report_is_written_whole_or_not_at_all(match, tmp_path, monkeypatch):
    path = tmp_path / "r.html"
    write_report(match, path, title="A & B")
    first = path.read_text()
    assert first.startswith("<!doctype html>")
    assert "<h1>A &amp; B</h1>" in first
    monkeypatch.setattr(page, "report_html", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        write_report(match, path)
    assert path.read_text() == first
    assert list(tmp_path.iterdir()) == [path]
    monkeypatch.undo()
    with pytest.raises(FileError, match=r"cannot write .*nowhere.*: No such file or directory"):
        write_report(match, tmp_path / "nowhere" / "r.html")


def test_same_assessment_same_bytes(match):
    assert report_html(match) == report_html(match)


def test_a_notebook_shows_verdict_table_and_plot_without_a_script(either, read_page):
    html = notebook_html(either)
    found = read_page(html)
    assert " ".join(either.verdict.split()) in found.words
    assert len(found.of("table")) == len(found.of("svg")) == 1
    assert not found.of("script")
    assert len(html) < 200_000
    assert either._repr_html_() == html


def test_a_no_limit_page_has_money_by_position_and_player_in_big_blinds(no_limit, read_page):
    found = read_page(report_html(no_limit))
    assert list(found.tables["positions"]) == ["", "SB", "BB", "CO", "BTN"]
    assert set(found.tables["players"]) == {"", "North", "South", "East", "West"}
    for name, summary in no_limit.players_money.items():
        games, total, mean, rate = found.tables["players"][name]
        assert number(games) == summary.n
        assert number(total.split(" ± ")[0]) == pytest.approx(summary.total, abs=max(0.005, abs(summary.total) * 0.005))
        assert number(mean.split(" ± ")[0]) == pytest.approx(summary.mean, abs=0.00051)
        assert number(rate.split(" ± ")[1]) == pytest.approx(196.0 * summary.stderr, abs=0.06)
    assert "big blinds" in found.words
    assert "small bets" not in found.words
    assert "80 games, no-limit" in found.words
    assert "money only" not in found.words
    assert "bb/game" in notebook_html(no_limit)


def test_what_was_read_and_what_was_not_is_shown_by_kind_and_by_reason(tmp_path, read_page):
    """Two stakes, two hands against the rules for one reason and one for another, and a file that is no log."""
    log = "".join(f"STATE:{number}:f:5d5c|9hQd:5|-5:North|South\n" for number in range(4))
    wrong = "".join(f"STATE:{number}:f:5d5c|9hQd:6|-6:North|South\n" for number in (7, 8))
    (tmp_path / "a.log").write_text(f"{log}{wrong}STATE:9:f:5d|9h:5|-5:North|South\n")
    hand = '{"deluck": 1, "game": "limit", "blinds": [1, 2], "players": ["North", "South"], "actions": [[1, "fold"]],'
    (tmp_path / "b.jsonl").write_text(hand + ' "payoffs": [1, -1], "site": "Arena", "time": "2024-05-06T00:00:00Z"}\n')
    (tmp_path / "notes.txt").write_text("to be read later")
    words = " ".join(read_page(report_html(deluck.assess(tmp_path, player="North"))).words.split())
    assert "Rejected: 3 hands or lines that could not be read, by reason with the first of each" in words
    assert re.search(r"2 ×, first \S+a\.log:5 hand '7': payoffs 6 -6", words)
    assert re.search(r"a\.log:7 hand '?9'?: another game: one hole card each", words)
    assert re.search(r"1 file is of no format known here: \S+notes\.txt\.", words)
    assert re.search(r"Hands read, by site\s*hands\s*rejected\s*not named\s*4\s*3\s*Arena\s*1\s*0", words)
    assert re.search(r"Arena\s*hold'em limit\s*2/4\s*2024-05\s*1", words)
