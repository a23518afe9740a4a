"""The letters game: pictures that are sums of other pictures.

Letters are drawn in pixels; selecting letters adds their pictures modulo 2. Where a selection
shows another letter that is still enabled, that letter is created: it scores a point and is
disabled. A run-through is a sequence of such moves; it is maximal when no move is left.

A letter can be created as long as it lies in the span of the other enabled letters, and the span
stays the same when it goes. So play ends when the enabled letters are independent, and there are
then as many as the rank of the alphabet: every maximal run-through scores letters - rank. This
holds where selecting nothing may create a blank letter; where it may not, a blank letter needs a
dependence among the others and can be left over.

Throughout: a picture is an int, its pixels in reading order from the highest bit; an alphabet
maps letters to pictures.
"""

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pastimes.experiments.gf2.bits import nullspace, transposed

__all__ = [
    "Move",
    "alphabet_of_formulae",
    "alphabet_of_glyphs",
    "creatable",
    "glyphs_of",
    "is_legal",
    "lengths",
    "longest_run",
    "play_at_random",
    "vectors_of_formulae",
]

Alphabet = Mapping[str, int]


class Move(NamedTuple):
    """Letters selected, and the letter that their sum creates."""

    selected: tuple[str, ...]
    created: str

    def formula(self) -> str:
        """The move as a sum."""
        return f"{' + '.join(self.selected) or 'nothing'} = {self.created}"


def alphabet_of_glyphs(glyphs: Sequence[str]) -> dict[str, int]:
    """Read an alphabet: each glyph is a letter, then its rows of ``#`` and ``.``.

    Raises
    ------
    ValueError
        For a letter given twice, another character, or rows or pictures of different sizes.

    Examples
    --------
    >>> alphabet_of_glyphs(["A #. .#", "B ## .."])
    {'A': 9, 'B': 12}
    """
    alphabet: dict[str, int] = {}
    shapes = set()
    for glyph in glyphs:
        letter, *rows = glyph.split() or [""]
        if not rows or set("".join(rows)) - {"#", "."}:
            raise ValueError(f"{glyph}: a letter, then rows of # and .")
        if len(set(map(len, rows))) > 1:
            raise ValueError("the pictures of an alphabet have one size")
        if letter in alphabet:
            raise ValueError(f"{glyph}: {letter} is drawn twice")
        shapes.add(tuple(map(len, rows)))
        alphabet[letter] = int("".join(rows).translate({35: "1", 46: "0"}), 2)
    if len(shapes) != 1:
        raise ValueError("the pictures of an alphabet have one size")
    return alphabet


def glyphs_of(alphabet: Alphabet, width: int, height: int) -> list[str]:
    """Write an alphabet as `alphabet_of_glyphs` reads it."""
    found = []
    for letter, picture in alphabet.items():
        pixels = f"{picture:0{width * height}b}".translate({49: "#", 48: "."})
        rows = (pixels[i : i + width] for i in range(0, width * height, width))
        found.append(" ".join([letter, *rows]))
    return found


def vectors_of_formulae(formulae: Sequence[str], letters: str) -> list[int]:
    """Sets of letters that sum to blank, as vectors, from formulae such as ``T+U+V=I``.

    Raises
    ------
    ValueError
        For a letter that is not in `letters`, or one that stands twice.
    """
    vectors = []
    for formula in formulae:
        terms = formula.replace("=", "+").replace(" ", "").split("+")
        if len(set(terms)) < len(terms) or not set(terms) <= set(letters):
            raise ValueError(f"{formula}: letters of {letters}, each once, such as T+U+V=I")
        vectors.append(sum(1 << (len(letters) - 1 - letters.index(t)) for t in terms))
    return vectors


def alphabet_of_formulae(formulae: Sequence[str], letters: str) -> dict[str, int]:
    """An alphabet in which just the given formulae, and what follows from them, hold.

    The formulae determine the space of all that sums to blank, and so the pictures up to a change
    of basis: those given are the simplest, not the ones a designer drew.
    """
    pixels = nullspace(vectors_of_formulae(formulae, letters), len(letters))
    return dict(zip(letters, transposed(pixels, len(letters)), strict=True))


def longest_run(alphabet: Alphabet) -> list[Move]:
    """A maximal run-through, read off the reduced null space: each row is a move.

    Blank letters are created by selecting nothing.
    """
    letters = list(alphabet)
    width = max(alphabet.values(), default=0).bit_length()
    rows = transposed(list(alphabet.values()), width) if width else []
    moves = []
    for vector in nullspace(rows, len(letters)):
        named = [x for i, x in enumerate(letters) if vector >> (len(letters) - 1 - i) & 1]
        moves.append(Move(tuple(named[1:]), named[0]))
    return moves


def is_legal(alphabet: Alphabet, moves: Sequence[Move]) -> bool:
    """Whether moves can be played in their order: letters enabled, sums right."""
    enabled = set(alphabet)
    for move in moves:
        used = {move.created, *move.selected}
        if len(used) != len(move.selected) + 1 or not used <= enabled:
            return False
        if _sum(alphabet, move.selected) != alphabet[move.created]:
            return False
        enabled.discard(move.created)
    return True


def creatable(alphabet: Alphabet, enabled: Sequence[str], empty_scores: bool) -> list[str]:
    """Enabled letters that a selection of others creates: those in a set that sums to blank.

    A blank letter is such a set by itself; where selecting nothing does not score, there must be
    another, whose sum shows it.
    """
    dependences = _dependences(alphabet, enabled)
    drawn = set().union(*dependences)
    blank = empty_scores or len(dependences) > 1
    return [x for x in enabled if x in drawn and (alphabet[x] or blank)]


def play_at_random(
    alphabet: Alphabet, rng: random.Random, premature: bool = False, empty_scores: bool = True
) -> list[Move]:
    """A maximal run-through of random moves.

    Parameters
    ----------
    alphabet : mapping from str to int
    rng : random.Random
    premature : bool
        Letters are selected one by one in random order, and the first enabled letter that shows
        is created, be it the one that was meant or not.
    empty_scores : bool
        Whether selecting nothing creates a blank letter.
    """
    enabled = list(alphabet)
    moves = []
    while targets := creatable(alphabet, enabled, empty_scores):
        target = rng.choice(targets)
        selected = _random_selection(alphabet, enabled, target, rng, empty_scores)
        move = Move(tuple(selected), target)
        if premature:
            move = _first_shown(alphabet, enabled, selected, target)
        moves.append(move)
        enabled.remove(move.created)
    return moves


def _random_selection(
    alphabet: Alphabet, enabled: Sequence[str], target: str, rng: random.Random, empty: bool
) -> list[str]:
    """A random selection, in random order, that sums to the target."""
    others = [x for x in enabled if x != target]
    rng.shuffle(others)
    chosen: set[str] = set()
    for dependence in _dependences(alphabet, [*others, target]):
        needed = target in dependence and target not in chosen
        if needed or (target not in dependence and rng.random() < 0.5):
            chosen ^= dependence
    chosen.discard(target)
    if not chosen and not empty:  # a blank letter that needs letters
        chosen = next(d for d in _dependences(alphabet, others) if d)
    return [x for x in others if x in chosen]


def _dependences(alphabet: Alphabet, letters: Sequence[str]) -> list[set[str]]:
    """A basis of the sets of letters that sum to blank."""
    pictures = [alphabet[x] for x in letters]
    width = max(pictures, default=0).bit_length()
    basis = nullspace(transposed(pictures, width) if width else [], len(letters))
    last = len(letters) - 1
    return [{x for i, x in enumerate(letters) if v >> (last - i) & 1} for v in basis]


def _first_shown(
    alphabet: Alphabet, enabled: Sequence[str], selected: Sequence[str], target: str
) -> Move:
    for size in range(1, len(selected)):
        shown = _sum(alphabet, selected[:size])
        for letter in enabled:
            if alphabet[letter] == shown and letter not in selected[:size]:
                return Move(tuple(selected[:size]), letter)
    return Move(tuple(selected), target)


def lengths(alphabet: Alphabet, empty_scores: bool) -> set[int]:
    """Lengths of all maximal run-throughs, by searching every position."""
    known: dict[frozenset[str], set[int]] = {}

    def search(enabled: frozenset[str]) -> set[int]:
        if enabled not in known:
            targets = creatable(alphabet, sorted(enabled), empty_scores)
            known[enabled] = {1 + n for t in targets for n in search(enabled - {t})} or {0}
        return known[enabled]

    return search(frozenset(alphabet))


def _sum(alphabet: Alphabet, letters: Sequence[str]) -> int:
    total = 0
    for letter in letters:
        total ^= alphabet[letter]
    return total
