"""Kuhn and Leduc poker as the solver takes them, and an exact best response by plain loops over every deal."""

from typing import NamedTuple

import numpy as np

from deluck.players.equilibrium.solver import Deal, Holdings, PublicTree, Solver

FOLD, CALL, RAISE = 0, 1, 2


class SmallGame(NamedTuple):
    """A game: its betting, its deals with their probabilities, and how its tables are laid out."""

    tree: PublicTree
    deals: list[tuple[float, Deal]]
    n_textures: tuple[int, ...]
    n_buckets: tuple[int, ...]
    holdings: list[int]

    def solver(self) -> Solver:
        return Solver(self.tree, self.n_textures, self.n_buckets)


def build_tree(ante, bets, cap):
    """The betting of a game for two in which player 0 opens every street, written down without the engine of deluck."""
    nodes = []

    def add(street, actor, paid, n_raises, n_acted):
        index = len(nodes)
        node = {"street": street, "actor": actor, "children": [-1, -1, -1], "folder": -1, "stake": 0.0}
        nodes.append(node)
        other = 1 - actor
        if paid[actor] < paid[other]:
            node["children"][FOLD] = end(street, actor, paid[actor])
        level = list(paid)
        level[actor] = paid[other]
        if n_acted == 0:
            node["children"][CALL] = add(street, other, tuple(level), n_raises, 1)
        elif street + 1 < len(bets):
            node["children"][CALL] = add(street + 1, 0, tuple(level), 0, 0)
        else:
            node["children"][CALL] = end(street, -1, level[0])
        if n_raises < cap:
            raised = list(level)
            raised[actor] += bets[street]
            node["children"][RAISE] = add(street, other, tuple(raised), n_raises + 1, 1)
        return index

    def end(street, folder, stake):
        nodes.append({"street": street, "actor": -1, "children": [-1] * 3, "folder": folder, "stake": float(stake)})
        return len(nodes) - 1

    add(0, 0, (ante, ante), 0, 0)
    return PublicTree(
        np.array([node["children"] for node in nodes], dtype=np.int32),
        np.array([node["actor"] for node in nodes], dtype=np.int8),
        np.array([node["street"] for node in nodes], dtype=np.int8),
        np.array([node["folder"] for node in nodes], dtype=np.int8),
        np.array([node["stake"] for node in nodes], dtype=np.float32),
    )


def one_card(cards):
    """Holdings of one card each: the second is nobody else's."""
    return np.array([(card, 52 + card) for card in cards], dtype=np.uint8)


def _deal(cards, strengths, textures, buckets):
    found = Holdings.of_strengths(cards, strengths, textures, buckets)
    n_starts = 1 if len(buckets) == 1 else 5
    return Deal.of_one_runout(found, np.tile(buckets[-1].astype(np.uint16), (2, n_starts, 1)))


def kuhn():
    """Kuhn poker: three cards, an ante of 1, one bet of 1."""
    cards = [0, 1, 2]
    deal = _deal(one_card(cards), np.arange(3), np.zeros(1, np.int64), np.arange(3)[None])
    return SmallGame(build_tree(1, (1,), 1), [(1.0, deal)], (1,), (3,), cards)


def leduc():
    """Leduc hold'em: three ranks twice, an ante of 1, bets of 2 and 4, two bets a street, one board card."""
    deals = []
    for board in range(6):
        cards = [card for card in range(6) if card != board]
        strengths = np.array([10 if card // 2 == board // 2 else card // 2 for card in cards])
        order = np.argsort(strengths, kind="stable")
        cards, strengths = np.array(cards)[order], strengths[order]
        buckets = np.stack([cards // 2, cards // 2])
        textures = np.array([0, board // 2], dtype=np.int64)
        deals.append((1 / 6, _deal(one_card(cards), strengths, textures, buckets)))
    return SmallGame(build_tree(1, (2, 4), 2), deals, (1, 3), (3, 3), list(range(6)))


def bucket_of(deal, street):
    """The bucket of each holding of a deal on a street."""
    beside = deal.holdings
    found = np.zeros(len(beside.cards), dtype=np.int64)
    for run in range(int(beside.n_runs[street])):
        members = beside.order[street, beside.run_starts[street, run] : beside.run_starts[street, run + 1]]
        found[members] = beside.run_buckets[street, run]
    return found


def payoff(tree, deal, node, player, own, other):
    """What a player wins at an end with one holding against another."""
    if tree.folder[node] >= 0:
        return float(tree.stakes[node]) * (1 if tree.folder[node] != player else -1)
    ends = deal.holdings.group_ends
    return float(tree.stakes[node]) * float(np.sign(int(ends[own]) - int(ends[other])))


def game_value(game, strategies, responder=None, responds_from=0):
    """The value for player 0 when both play the strategies, or for a player that answers them with a best response.

    Strategies are a list by street of float[textures, decisions, buckets, 3]. Every pair of holdings of every deal is
    followed with its probability; a best response chooses in each information set by the sum over what it cannot see.
    It may play the strategies itself before some street.
    """
    tree = game.tree
    rows = {}
    for street in range(len(game.n_buckets)):
        for row, node in enumerate(np.flatnonzero((tree.actor >= 0) & (tree.street == street))):
            rows[int(node)] = row
    total_pairs = sum(len(deal.holdings.cards) * (len(deal.holdings.cards) - 1) * share for share, deal in game.deals)
    worlds = [
        (share / total_pairs, deal, own, other)
        for share, deal in game.deals
        for own in range(len(deal.holdings.cards))
        for other in range(len(deal.holdings.cards))
        if own != other
    ]
    player = 0 if responder is None else responder
    buckets = {id(deal): [bucket_of(deal, street) for street in range(len(game.n_buckets))] for _, deal in game.deals}

    def shares(node, deal, holding):
        street = int(tree.street[node])
        return strategies[street][deal.holdings.textures[street], rows[node], buckets[id(deal)][street][holding]]

    def walk(node, live):
        """The value of a node over weighted worlds (weight, deal, own, other), one number for each."""
        if tree.actor[node] < 0:
            return [weight * payoff(tree, deal, node, player, own, other) for weight, deal, own, other in live]
        children = [(action, int(child)) for action, child in enumerate(tree.children[node]) if child >= 0]
        if tree.actor[node] != player or responder is None or tree.street[node] < responds_from:
            found = [0.0] * len(live)
            for action, child in children:
                moved = []
                for weight, deal, own, other in live:
                    mover = own if tree.actor[node] == player else other
                    moved.append((weight * float(shares(node, deal, mover)[action]), deal, own, other))
                for index, value in enumerate(walk(child, moved)):
                    found[index] += value
            return found
        street = int(tree.street[node])
        values = {action: walk(child, live) for action, child in children}
        groups = {}
        for index, (_, deal, own, _) in enumerate(live):
            key = (int(deal.holdings.textures[street]), int(buckets[id(deal)][street][own]))
            groups.setdefault(key, []).append(index)
        found = [0.0] * len(live)
        for members in groups.values():
            best = max(values, key=lambda action: sum(values[action][index] for index in members))
            for index in members:
                found[index] = values[best][index]
        return found

    return sum(walk(0, worlds))


def solve(game, n_sweeps):
    """Solve a game by going over all its deals so many times."""
    solver = game.solver()
    for number in range(1, n_sweeps + 1):
        for _, deal in game.deals:
            solver.improve(deal, number)
    return averages(solver)


def averages(solver):
    """The average strategies, by street."""
    return [solver.average(street) for street in range(len(solver.n_buckets))]
