"""``deluck tables build-income``."""

from deluck.beliefs.holdem.income_rates import read_income_rates


def test_a_table_is_dealt_written_and_told(deluck, tmp_path):
    out = tmp_path / "some.table"
    code, text, _ = deluck("tables", "build-income", "--deals", "200", "--seed", "4", "--jobs", "2", "--out", str(out))
    assert code == 0
    size = out.stat().st_size
    assert text == f"{out}: ready, {size / 1e6:.2f} MB, 200 deals a starting hand, seed 4\n"
    rates = read_income_rates(out)
    assert (rates.n_deals, rates.seed) == (200, 4)


def test_what_cannot_be_is_told(deluck, tmp_path):
    for arguments, said in (
        (("--jobs", "0"), "0 threads (expected 1 or more, or -1 for all cores)"),
        (("--deals", "1"), "1 deals of each starting hand (expected 2 to 1,000,000,000)"),
        (("--seed", "-3"), "not a seed: -3"),
    ):
        code, _, error = deluck("tables", "build-income", *arguments, "--out", str(tmp_path / "some.table"))
        assert code == 2
        assert said in " ".join(error.split())
        assert "Traceback" not in error
        assert not (tmp_path / "some.table").exists()


def test_the_status_shows_it(deluck):
    code, text, _ = deluck("tables", "status")
    assert code == 0
    assert "income-rates" in text
