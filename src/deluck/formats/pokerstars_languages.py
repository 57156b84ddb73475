"""Which language a PokerStars history is in, where the client spoke another than English."""

import re
from typing import Never

from deluck.errors import FormatError

TRANSLATED = re.compile(
    r"\ufeff?(?!.*PokerStars (?:Zoom |Home )?(?:Hand|Game) #)(?=[^:]{0,60}PokerStars)"
    r"[^:]{0,60}?(?:#|№|n°|n\.?º|nr\.?|č\.)\s?[0-9]{6,}[^:0-9]{0,20}[:：]",
    re.IGNORECASE,
)
_LANGUAGES = (
    ("French", ("Main", "Siège")),
    ("German", ("Tisch", "Platz", "Sitz", "PokerStars-Hand")),
    ("Italian", ("Tavolo", "Posto", "Seggio", "Giocata", "Mano PokerStars")),
    ("Portuguese", ("Mão", "Lugar", "Assento")),
    ("Spanish", ("Mano", "Mesa", "Asiento")),
    ("Russian", ("Раздача", "Стол", "Место")),
    ("Dutch", ("Tafel", "Stoel", "Plaats")),
    ("Swedish", ("Plats", "PokerStars-hand")),
    ("Danish or Norwegian", ("Bord", "Plads", "Plass", "Sete", "PokerStars-hånd")),
    ("Finnish", ("Pöytä", "Paikka")),
    ("Polish", ("Rozdanie", "Stół", "Miejsce")),
    ("Czech", ("Stůl", "Místo", "Hra")),
    ("Romanian", ("Mână", "Masă", "Masa", "Loc", "Locul")),
    ("Hungarian", ("Asztal", "Hely")),
)


def language_of(line: str) -> str | None:
    """Return the language that a line starts in, if it is one of those the client speaks beside English."""
    parsed = line.removeprefix("\ufeff")
    return next((language for language, words in _LANGUAGES if parsed.startswith(words)), None)


def refuse_language(language: str) -> Never:
    """Refuse a hand whose text is in a language."""
    raise FormatError(f"the text is in {language} (expected English: set the client's language and export again)")
