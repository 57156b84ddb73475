"""A hand that was read, in words: down cards by rank, what the betting revealed, who was the favourite."""

from collections import defaultdict

from deluck.beliefs.stud.downcards import DowncardDistribution
from deluck.beliefs.stud.reading import ActionReading, HandReading, SeatReading, StageReading
from deluck.cards import RANKS, format_cards, rank_of, suit_of
from deluck.evaluator import Category

_LEAST_SHOWN = 0.005  # less is 0% when it is written


def ranks_held(cards: tuple[int, ...]) -> str:
    """Return the ranks of down cards, highest first, with an s if all have the same suit: ``88``, ``AKs``."""
    ranks = "".join(RANKS[rank_of(card)] for card in sorted(cards, reverse=True))
    return ranks + ("s" if len({suit_of(card) for card in cards}) == 1 else "")


def likeliest_ranks(distribution: DowncardDistribution, n_wanted: int) -> list[tuple[str, float]]:
    """Return the likeliest down cards by rank, as `ranks_held` formats them, with their probabilities."""
    totals: dict[str, float] = defaultdict(float)
    for cards, probability in zip(distribution.downcards.tolist(), distribution.probabilities.tolist(), strict=True):
        if probability > 0:
            totals[ranks_held(tuple(cards))] += probability
    return sorted(totals.items(), key=lambda each: -each[1])[:n_wanted]


def likeliest_types(seat: SeatReading, n_wanted: int) -> list[tuple[str, float]]:
    """Return the likeliest final hand types of a seat, with bets read, and their probabilities if not 0%."""
    shares = zip([category.label for category in Category], seat.categories.tolist(), strict=True)
    seen = [each for each in shares if each[1] >= _LEAST_SHOWN]
    return sorted(seen, key=lambda each: -each[1])[:n_wanted]


def last_of_street(reading: HandReading, street: int) -> StageReading | None:
    """Return the last beliefs of a street: after its betting, before the hand's last fold, or after the deal."""
    if reading.before_last_fold is not None and reading.before_last_fold.street == street:
        return reading.before_last_fold
    found = [each for each in reading.stages if each.street == street]
    return found[-1] if found else None


def when(stage: StageReading) -> str:
    """Return the stage in words: ``at 3B``, ``before the last fold``."""
    return f"at {stage.stage}" if stage.stage else "before the last fold"


def heading(stage: StageReading) -> str:
    """Return the stage as a heading: ``After the betting (3B)``."""
    if not stage.stage:
        return "Before the last fold"
    return f"After the {'betting' if stage.stage.endswith('B') else 'deal'} ({stage.stage})"


def most_informative(reading: HandReading) -> ActionReading | None:
    """Return the action that revealed most to the observer, or None if nothing revealed anything."""
    others = [each for each in reading.actions if each.seat != reading.viewpoint]
    most = max(others, key=lambda each: each.bits, default=None)
    return most if most is not None and most.bits > 0 else None


def verdict(reading: HandReading) -> str:
    """Return the conclusion in a sentence or two: the favourite, and whether that was right."""
    last = reading.last
    names = reading.record.names
    favourite = max(last.seats, key=lambda each: each.win)
    plainly = max(last.seats, key=lambda each: each.win_cards_only)
    own = "" if reading.viewpoint is None else f"To {names[reading.viewpoint]}, "
    if all(each.downcards.is_uniform for each in last.seats):
        text = f"{own}{'the' if own else 'The'} cards alone made {names[favourite.seat]} the favourite {when(last)}"
        text += f": {favourite.win:.0%}; no bet revealed anything about those still in."
    else:
        text = _by_betting(reading, favourite, plainly, own)
    if any(each.win_true is None for each in last.seats):
        return text
    best = max(each.win_true or 0.0 for each in last.seats)
    ahead = [names[each.seat] for each in last.seats if each.win_true == best]
    return f"{text} In fact it was {' and '.join(ahead)}{'' if len(ahead) > 1 else f', {best:.0%}'}."


def _by_betting(reading: HandReading, favourite: SeatReading, plainly: SeatReading, own: str) -> str:
    names = reading.record.names
    text = f"{own}{'the' if own else 'The'} betting made {names[favourite.seat]} the favourite {when(reading.last)}"
    if plainly.seat == favourite.seat:
        text += f": {favourite.win:.0%}, where the cards alone gave {favourite.win_cards_only:.0%}."
    else:
        text += (
            f" ({favourite.win:.0%}); by the cards alone it was {names[plainly.seat]} ({plainly.win_cards_only:.0%})."
        )
    return text


def story(reading: HandReading) -> list[str]:
    """Return what the betting revealed about each seat still in at the last stage, and the most informative action."""
    names, streets = reading.record.names, reading.record.rules.street_names
    sentences = [_revealed(reading, seat) for seat in reading.last.seats if seat.seat != reading.viewpoint]
    most = most_informative(reading)
    if most is not None:
        where = f"{names[most.seat]} {most.does} on {streets[most.street]}"
        sentences.append(f"Most informative: {where}, {most.bits:.2f} bits.")
    return sentences


def _revealed(reading: HandReading, seat: SeatReading) -> str:
    """Return what the betting up to the last stage revealed about a seat; the last fold comes after it."""
    actions = reading.actions if reading.before_last_fold is None else reading.actions[:-1]
    n_bits = sum(each.bits for each in actions if each.seat == seat.seat)
    text = f"{reading.record.names[seat.seat]}: "
    if seat.downcards.is_uniform:
        text += "the betting revealed nothing about the down cards."
    else:
        ranks, share = likeliest_ranks(seat.downcards, 1)[0]
        text += f"{n_bits:.1f} bits from the betting; likeliest down cards {ranks} ({share:.1%})."
    if seat.held is None or seat.truth is None or not seat.truth_cards_only:
        return text
    held = format_cards(seat.held, symbols=True)
    if seat.downcards.is_uniform:
        return f"{text} Held {held}."
    return f"{text} Held {held}, {_times(seat.truth / seat.truth_cards_only)}."


def percent(share: float) -> str:
    """Return a probability in percent, small ones with two significant digits: ``0.093%``."""
    return f"{100 * share:.2g}%" if share < 0.0995 else f"{share:.0%}"


def _times(ratio: float) -> str:
    if 0.95 <= ratio < 1.05:
        return "which the betting made as likely as the cards alone did"
    if ratio >= 1:
        return f"which the betting made {ratio:.1f} times as likely as the cards alone did"
    if ratio > 0:
        return f"which the betting made {1 / ratio:.1f} times less likely than the cards alone did"
    return "which the betting ruled out"
