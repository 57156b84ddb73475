"""The settings of the games as data: seats, betting structure, forced bets. Chips are whole numbers.

Seats are positions, numbered in the order of play after the first street: seat 0 sits left of the button, the
last seat is the button. With three seats or more seat 0 posts the small blind and seat 1 the big blind; heads-up
the button posts the small blind and seat 0 the big blind ("reverse blinds"), as in the ACPC's games.
"""

from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cache
from typing import Any, ClassVar, NamedTuple

from deluck.errors import RulesError
from deluck.games.actions import STREET_NAMES, STUD_STREET_NAMES

MOST_CHIPS = 1 << 53
"""Of one bet: ten seats' sums of them are whole in the engine, and so are payoffs as floating-point numbers."""

_set = object.__setattr__


class Structure(StrEnum):
    """How much a bet or raise may be."""

    FIXED_LIMIT = "limit"
    POT_LIMIT = "pot-limit"
    NO_LIMIT = "no-limit"

    @classmethod
    def parse(cls, text: str) -> "Structure":
        """Return the structure of a name: ``limit``, ``no-limit`` (``nolimit``, ``nl``), ``pot-limit`` (``pl``).

        Raises
        ------
        RulesError
            If there is no such structure.
        """
        word = text.strip().lower().replace("_", "-").replace(" ", "-")
        word = word.removeprefix("holdem-").removesuffix("-holdem").removesuffix("he")
        for structure, names in _NAMES.items():
            if word in names:
                return structure
        raise RulesError(f"no betting structure {text!r} (expected {', '.join(cls)})")


_NAMES = {
    Structure.FIXED_LIMIT: ("limit", "fixed-limit", "holdem", "fl"),
    Structure.POT_LIMIT: ("pot-limit", "potlimit", "pl"),
    Structure.NO_LIMIT: ("no-limit", "nolimit", "nl"),
}


class Forced(NamedTuple):
    """What each seat must put in before anybody decides, in chips by seat, before a short stack limits it.

    Attributes
    ----------
    blinds
        Blinds and straddles: the seat after the largest is the first to act.
    posts
        Live posts out of turn, of a seat that came or came back to the table: they count as bets of the seat.
    dead
        Antes and dead blinds: chips in the pot that are no bet of the seat.
    """

    blinds: tuple[int, ...]
    posts: tuple[int, ...]
    dead: tuple[int, ...]

    def check(self, n_seats: int) -> None:
        """Raise RulesError unless there is one number of chips, 0 or more, for each seat."""
        for name, chips in zip(self._fields, self, strict=True):
            if len(chips) != n_seats or min(chips) < 0:
                raise RulesError(f"{name} {chips} (expected {n_seats} numbers of chips, 0 or more, one for each seat)")


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldemRules:
    """Hold'em for 2 to 10 seats: fixed-limit, pot-limit or no-limit.

    Attributes
    ----------
    n_seats
        How many seats are dealt in.
    small_blind, big_blind
        The blinds; the big blind is the bet that the first raise is added to.
    structure
        Fixed-limit, pot-limit or no-limit.
    bet_sizes
        Fixed-limit: what a bet or raise adds, for each of the four streets; empty for the other structures.
    max_raises
        Fixed-limit: how many bets and raises a street allows, for each of the four streets; the big blind is not
        counted. Empty for the other structures.
    ante
        What every seat posts before the blinds.
    big_blind_ante
        What the seat of the big blind posts before the blinds, for all.
    min_bet
        Pot-limit and no-limit: the smallest bet, and what a raise adds at least; the big blind if 0.
    no_cap_heads_up
        Whether raising is unlimited between two seats, if they became two before the cap was reached. It needs
        stacks.
    short_blind_is_full
        Whether the others must call the whole big blind when its seat could post only a part of it. Otherwise
        they call the largest blind posted, as pokerkit and the ACPC's server have it.
    may_fold_unbet
        Whether a seat may fold with nothing to call, as players in online records sometimes do.
    """

    n_seats: int
    small_blind: int
    big_blind: int
    structure: Structure = Structure.FIXED_LIMIT
    bet_sizes: tuple[int, ...] = ()
    max_raises: tuple[int, ...] = ()
    ante: int = 0
    big_blind_ante: int = 0
    min_bet: int = 0
    no_cap_heads_up: bool = False
    short_blind_is_full: bool = False
    may_fold_unbet: bool = False
    _hash: int = field(init=False, repr=False, compare=False)

    game: ClassVar[str] = "holdem"
    street_names: ClassVar[tuple[str, ...]] = STREET_NAMES
    USUAL_CAP: ClassVar[tuple[int, int, int, int]] = (3, 4, 4, 4)

    def __post_init__(self) -> None:
        _check_seats(self.n_seats, 10, "hold'em")
        if not 0 <= self.small_blind <= self.big_blind or self.big_blind < 1:
            raise RulesError(
                f"blinds of {self.small_blind} and {self.big_blind} "
                "(expected 0 <= small blind <= big blind, big blind >= 1)"
            )
        _check_ante(self.ante)
        _check_ante(self.big_blind_ante)
        _set(self, "structure", Structure(self.structure))
        if self.is_limit:
            _set(self, "max_raises", self.max_raises or self.USUAL_CAP)
            _check_streets(self.bet_sizes, self.max_raises, len(self.street_names))
            if self.min_bet:
                raise RulesError(f"a smallest bet of {self.min_bet} in fixed-limit (expected 0: bet_sizes say it)")
        elif self.bet_sizes or self.max_raises or self.min_bet < 0 or self.no_cap_heads_up:
            raise RulesError(
                f"bet sizes {self.bet_sizes}, raise caps {self.max_raises}, a smallest bet of {self.min_bet} and "
                f"no_cap_heads_up={self.no_cap_heads_up} in {self.structure} (expected none of them, or a smallest bet)"
            )
        elif self.min_bet == self.big_blind:
            _set(self, "min_bet", 0)
        _check_chips(self.big_blind, self.ante, self.big_blind_ante, self.min_bet, *self.bet_sizes, *self.max_raises)
        _set(self, "_hash", _hash_of(self))

    def __hash__(self) -> int:
        return self._hash

    @classmethod
    def acpc_heads_up(cls) -> "HoldemRules":
        """Return the ACPC's two-seat limit game: blinds 10 5, bets 10 10 20 20, at most 3 4 4 4 raises."""
        return cls.limit(2)

    @classmethod
    def acpc_three_seats(cls) -> "HoldemRules":
        """Return the ACPC's three-seat limit game: blinds 5 10 0, bets 10 10 20 20, at most 3 4 4 4 raises."""
        return cls.limit(3)

    @classmethod
    @cache
    def limit(cls, n_seats: int, small_bet: int = 10) -> "HoldemRules":
        """Return the usual game: blinds of half and one small bet, big bets from the turn, four bets per street."""
        return cls(
            n_seats=n_seats,
            small_blind=small_bet // 2,
            big_blind=small_bet,
            bet_sizes=(small_bet, small_bet, 2 * small_bet, 2 * small_bet),
        )

    @classmethod
    @cache
    def no_limit(cls, n_seats: int, small_blind: int = 50, big_blind: int = 100, ante: int = 0) -> "HoldemRules":
        """Return the usual no-limit game, by default with the ACPC's blinds."""
        return cls(
            n_seats=n_seats,
            small_blind=small_blind,
            big_blind=big_blind,
            ante=ante,
            structure=Structure.NO_LIMIT,
        )

    @classmethod
    @cache
    def pot_limit(cls, n_seats: int, small_blind: int = 50, big_blind: int = 100, ante: int = 0) -> "HoldemRules":
        """Return the usual pot-limit game."""
        return cls(
            n_seats=n_seats,
            small_blind=small_blind,
            big_blind=big_blind,
            ante=ante,
            structure=Structure.POT_LIMIT,
        )

    @property
    def is_limit(self) -> bool:
        """Whether the structure is fixed-limit."""
        return self.structure is Structure.FIXED_LIMIT

    @property
    def unit(self) -> int:
        """The chips that results are counted in: a small bet in fixed-limit, else a big blind."""
        return self.bet_sizes[0] if self.is_limit else self.big_blind

    @property
    def unit_name(self) -> str:
        """What results are counted in: ``sb`` (small bets) in fixed-limit, else ``bb`` (big blinds)."""
        return "sb" if self.is_limit else "bb"

    @property
    def forced(self) -> Forced:
        """The forced bets of a hand in which nobody posts out of turn or straddles."""
        none = (0,) * self.n_seats
        blinds, dead = list(none), [self.ante] * self.n_seats
        blinds[self.small_blind_seat] = self.small_blind
        blinds[self.big_blind_seat] = self.big_blind
        dead[self.big_blind_seat] += self.big_blind_ante
        return Forced(tuple(blinds), none, tuple(dead))

    @property
    def button(self) -> int:
        """The seat of the button: the last."""
        return self.n_seats - 1

    @property
    def small_blind_seat(self) -> int:
        """The seat of the small blind: 0, heads-up 1."""
        return 1 if self.n_seats == 2 else 0

    @property
    def big_blind_seat(self) -> int:
        """The seat of the big blind: 1, heads-up 0."""
        return 0 if self.n_seats == 2 else 1

    def first_seat(self, street: int) -> int:
        """Return the seat where a street's betting starts: left of the big blind, then left of the button."""
        if street:
            return 0
        return 1 if self.n_seats == 2 else 2


@dataclass(frozen=True, slots=True, kw_only=True)
class StudRules:
    """Limit seven-card stud for 2 to 8 seats.

    Attributes
    ----------
    n_seats
        How many seats are dealt in.
    ante
        What every seat posts.
    bring_in
        What the seat with the lowest up card must post at least; less than the small bet.
    small_bet, big_bet
        What a bet or raise adds on third and fourth street, and from fifth street on.
    max_raises
        How many completions, bets and raises a street allows, third street first. By default one bet and four
        raises; on third street the bring-in is that bet and the completion a raise. The usual cap of one bet and
        three raises is ``StudRules.USUAL_CAP``.
    no_cap_heads_up
        Whether raising is unlimited between two seats, if they became two before the cap was reached. It needs
        stacks.
    open_pair_option
        Whether the big bet may be made on fourth street when the best showing hand has a pair.
    bring_in_may_complete
        Whether the bring-in seat may complete to the small bet at once instead of posting the bring-in.
    may_fold_unbet
        Whether a seat may fold with nothing to call, as players in online records sometimes do.

    References
    ----------
    Capturing the information conveyed by opponents' betting behavior in poker, note 1: ante .25, bring-in .25, bets
    1 and 2, at most four raises; `paper` has it, four chips to the small bet.
    """

    n_seats: int
    ante: int
    bring_in: int
    small_bet: int
    big_bet: int
    max_raises: tuple[int, int, int, int, int] = (4, 5, 5, 5, 5)
    no_cap_heads_up: bool = False
    open_pair_option: bool = False
    bring_in_may_complete: bool = True
    may_fold_unbet: bool = False
    _hash: int = field(init=False, repr=False, compare=False)

    game: ClassVar[str] = "stud7"
    structure: ClassVar[Structure] = Structure.FIXED_LIMIT
    is_limit: ClassVar[bool] = True
    unit_name: ClassVar[str] = "sb"
    USUAL_CAP: ClassVar[tuple[int, int, int, int, int]] = (4, 4, 4, 4, 4)
    street_names: ClassVar[tuple[str, ...]] = STUD_STREET_NAMES

    def __post_init__(self) -> None:
        _check_seats(self.n_seats, 8, "seven-card stud")
        _check_streets(self.bet_sizes, self.max_raises, len(self.street_names))
        _check_ante(self.ante)
        if not 1 <= self.bring_in < self.small_bet:
            raise RulesError(
                f"a bring-in of {self.bring_in} with a small bet of {self.small_bet} "
                "(expected 1 <= bring-in < small bet)"
            )
        _check_chips(self.ante, *self.bet_sizes, *self.max_raises)
        _set(self, "_hash", _hash_of(self))

    def __hash__(self) -> int:
        return self._hash

    @classmethod
    def paper(cls, n_seats: int = 7) -> "StudRules":
        """Return the game of the paper on betting as information, four chips to the small bet."""
        return cls(n_seats=n_seats, ante=1, bring_in=1, small_bet=4, big_bet=8)

    @property
    def bet_sizes(self) -> tuple[int, int, int, int, int]:
        """What a bet or raise adds, for each of the five streets."""
        return (self.small_bet, self.small_bet, self.big_bet, self.big_bet, self.big_bet)

    @property
    def unit(self) -> int:
        """The chips that results are counted in: a small bet."""
        return self.small_bet

    @property
    def forced(self) -> Forced:
        """The antes; the bring-in is a decision."""
        none = (0,) * self.n_seats
        return Forced(none, none, (self.ante,) * self.n_seats)

    @property
    def button(self) -> int:
        """The seat of the dealer: the last."""
        return self.n_seats - 1


Rules = HoldemRules | StudRules


def settings_of(rules: Rules) -> dict[str, Any]:
    """Return every setting of the rules by name."""
    return {each.name: getattr(rules, each.name) for each in fields(rules) if each.init}


def _hash_of(rules: Rules) -> int:
    """Return the hash, of numbers only: the same in every process. Rules are looked up for every hand."""
    settings = settings_of(rules).values()
    return hash(tuple(len(value) if isinstance(value, str) else value for value in settings))


def _check_seats(n_seats: int, most: int, game: str) -> None:
    if not 2 <= n_seats <= most:
        raise RulesError(f"{n_seats} seats (expected 2 to {most} for {game})")


def _check_streets(bet_sizes: tuple[int, ...], max_raises: tuple[int, ...], n_streets: int) -> None:
    if len(bet_sizes) != n_streets or min(bet_sizes) < 1:
        raise RulesError(f"bet sizes {bet_sizes} (expected {n_streets} positive numbers of chips, one per street)")
    if len(max_raises) != n_streets or min(max_raises) < 0:
        raise RulesError(f"raise caps {max_raises} (expected {n_streets} counts, one per street)")


def _check_chips(*chips: int) -> None:
    """Raise RulesError if a number is too large for the engine's sums, and for payoffs as floating-point numbers."""
    if max(chips) > MOST_CHIPS:
        raise RulesError(f"stakes of {max(chips):.3g} (expected at most {MOST_CHIPS:,} chips)")


def _check_ante(ante: int) -> None:
    if ante < 0:
        raise RulesError(f"an ante of {ante} (expected 0 or more)")
