import numpy as np

from deluck.beliefs.holdem.weights import WeightTable
from deluck.cards import parse_cards, parse_range
from deluck.report.belief_plot import belief_figure, beliefs_html


def test_the_heat_map_has_aces_first_and_suited_hands_above_the_diagonal():
    figure = belief_figure("north", WeightTable.of_range(parse_range("AKs, 22:0.5"), parse_cards("AsAh")))
    heat = figure["data"][0]
    z = np.array(heat["z"], dtype=float)
    assert heat["x"][:2] == ["A", "K"]
    assert heat["text"][0][1] == "AKs"
    assert heat["text"][1][0] == "AKo"
    assert (z[0, 1], z[1, 0], z[12, 12]) == (1, 0, 0.5)
    assert heat["z"][0][0] == 0  # one pair of aces is left


def test_names_are_escaped_and_hands_that_cannot_be_held_are_left_out():
    table = WeightTable.uniform(parse_cards("AsAhAd"))
    assert belief_figure("x", table)["data"][0]["z"][0][0] is None
    page = beliefs_html("<b>", [("</script>", table)])
    assert "<h1>&lt;b&gt;</h1>" in page
    assert "</script>" not in page.split("Object.entries(")[1].split("Plotly.newPlot")[0]
