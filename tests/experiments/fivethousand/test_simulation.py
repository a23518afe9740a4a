"""Turns played with dice: against a plain replay of the same dice, and against exact laws.

Statistical checks at fixed seeds: a sound programme fails each with a probability of about 1e-9.
Each is also shown a player who is a little wrong, and must notice.
"""

import numpy as np
import pytest
from scipy.stats import chi2, norm

from pastimes.experiments.fivethousand.policies import cutoffs, turn_scores, value
from pastimes.experiments.fivethousand.rules import ESSAY, options, parse, taken
from pastimes.experiments.fivethousand.simulation import Player, following, play_turns, playing_best
from pastimes.experiments.fivethousand.turn import STEP

ALARM = 1e-9  # of one check; there are fewer than 20
LEAST = 1000  # expected in a cell, so that the chi-square law holds this far out in its tail
TURNS = 400_000
ROLLS = 8
ESSAYS = {3: 300, 4: 850, 5: 2750}
FREE = parse("removal=free two_triples=largest")


def generator(seed=1):
    return np.random.default_rng(seed)


def played(player, turns=TURNS, seed=1):
    return play_turns([player], turns, generator(seed))[0]


def follower(last, rules=ESSAY):
    return following(cutoffs(last), max(last.values(), default=0) + STEP, rules)


def follows(scores, law):
    """Pearson's chi-square test at level ALARM; scores that expect under LEAST are put together."""
    counts = dict(zip(*np.unique(scores, return_counts=True), strict=True))
    if not set(counts) <= set(law):
        return False
    found = np.array([counts.get(score, 0) for score in law], float)
    expected = np.array(list(law.values())) * scores.size
    rare = expected < LEAST
    found, expected = (np.append(x[~rare], x[rare].sum()) for x in (found, expected))
    assert expected[-1] > LEAST
    assert found.size > 10
    return ((found - expected) ** 2 / expected).sum() < chi2.isf(ALARM, found.size - 1)


def near(scores, mean):
    """Whether a mean is within its error, by the normal law at level ALARM."""
    return abs(scores.mean() - mean) < norm.isf(ALARM / 2) * scores.std() / scores.size**0.5


def replayed(dice, pick, rolls):
    """A turn with the dice of each roll given, played plainly."""
    score, number = 0, 6
    for six in dice:
        shown = six[:number].tolist()
        found = options(tuple(shown.count(face) for face in range(6)), pick.rules)
        if not found:
            return 0
        points, used = pick(score, number, found)
        score, number = score + points, number - used or 6
        if number < 6 and not rolls(score, number):
            return score
    raise AssertionError("no end")


class Forced:
    """Takes all scoring dice."""

    def __init__(self, rules):
        self.rules = rules

    def __call__(self, score, number, found):
        (only,) = found
        return only


class Best:
    """Takes what a solved turn says is worth most."""

    def __init__(self, rules, turn):
        self.rules, self.turn = rules, turn

    def worth(self, score, dice):
        at = score // STEP
        return self.turn.hot[at] if dice == 6 else max(score, self.turn.rolling[dice - 1][at])

    def __call__(self, score, number, found):
        if len(found) == 1:  # perhaps beyond the table
            return found[0]
        return max(found, key=lambda o: self.worth(score + o[0], number - o[1] or 6))


def dice_of(turns, seed=1):
    """The dice that a generator of this state gives a block of turns."""
    rng = generator(seed)
    streams = [rng, *8 * rng.spawn(1)]
    drawn = [s.integers(0, 6, (turns, ROLLS, 6), dtype=np.uint8) for s in streams]
    return np.concatenate(drawn, axis=1)


@pytest.mark.parametrize("text", ["essay", "of_a_kind=doubled", "four_and_two=apart"])
@pytest.mark.parametrize("last", [ESSAYS, {}, {1: 300, 2: 300, 3: 500, 4: 1000, 5: 3000}])
def test_rules_of_play_are_played_as_plainly_replayed(text, last):
    rules, policy = parse(text), cutoffs(last)
    expected = [replayed(dice, Forced(rules), policy) for dice in dice_of(1000)]
    assert played(follower(last, rules), 1000).tolist() == expected


@pytest.mark.parametrize("text", ["essay", "removal=free two_triples=largest"])
def test_the_best_play_is_played_as_plainly_replayed(text, solved):
    rules, turn = parse(text), solved(text)
    best = Best(rules, turn)
    expected = [
        replayed(dice, best, lambda score, number: not turn.stays(score, number))
        for dice in dice_of(1000)
    ]
    assert played(playing_best(turn, rules), 1000).tolist() == expected


def test_a_rule_stays_from_the_score_that_it_is_said_to():
    always = following(lambda score, dice: True, 500)
    expected = [
        replayed(dice, Forced(ESSAY), lambda score, number: score < 500) for dice in dice_of(1000)
    ]
    assert played(always, 1000).tolist() == expected
    assert min(score for score in expected if score) == 500


def test_who_plays_alike_scores_alike(solved):
    turn = solved("essay")
    by_rule = following(lambda score, dice: not turn.stays(score, dice), turn.tail)
    players = [playing_best(turn, ESSAY), by_rule, by_rule]
    first, second, third = play_turns(players, 50_000, generator())
    assert np.array_equal(first, second)
    assert np.array_equal(second, third)


def test_players_do_not_disturb_each_other():
    several = play_turns([follower({}), follower(ESSAYS), follower({5: 0})], 25_000, generator())
    assert [row.tolist() for row in several] == [
        played(follower(last), 25_000).tolist() for last in ({}, ESSAYS, {5: 0})
    ]


def test_the_first_roll_is_the_same_for_everybody():
    # Who stops at the first chance tells the first roll, unless all six dice scored.
    stopped, went_on = play_turns([follower({}), follower(ESSAYS)], 20_000, generator())
    first = [
        taken(tuple(six.tolist().count(face) for face in range(6)), ESSAY)
        for six in dice_of(10_000)[:, 0]
    ]
    for (points, used), score in zip(first, stopped, strict=False):
        assert used == 6 or score == points
    assert not went_on[stopped == 0].any()


def test_equal_states_of_the_generator_give_equal_scores_and_others_do_not():
    once, twice, other = (played(follower(ESSAYS), 15_000, seed) for seed in (1, 1, 2))
    assert np.array_equal(once, twice)
    assert not np.array_equal(once, other)


def test_a_generator_moves_on_from_call_to_call():
    rng = generator()
    first, second = (play_turns([follower(ESSAYS)], 5000, rng)[0] for _ in range(2))
    assert not np.array_equal(first, second)


@pytest.mark.parametrize("turns", [0, 1, 9999, 10_000, 10_001])
def test_as_many_turns_are_played_as_are_asked_for(turns):
    found = play_turns([follower(ESSAYS)] * 2, turns, generator())
    assert found.shape == (2, turns)
    assert found.dtype == np.int64
    assert (found % STEP == 0).all()
    assert (found >= 0).all()


def test_a_turn_without_end_is_refused():
    codes = np.arange(7**6 + 1)
    endless = Player(
        codes, np.ones(7**6, int), np.full(7**6, 6), np.zeros((2, 7)), np.ones((2, 7), bool)
    )
    with pytest.raises(ArithmeticError, match="a turn of more than 72 rolls"):
        play_turns([endless], 1, generator())


@pytest.mark.parametrize("last", [{}, ESSAYS, {1: 250, 2: 200, 3: 400, 4: 950, 5: 2900}])
def test_scores_follow_their_exact_law(last):
    policy, scores = cutoffs(last), played(follower(last))
    assert follows(scores, turn_scores(ESSAY, policy))
    found = value(ESSAY, policy, 3000)
    assert near(scores, found.points)
    assert near((scores == 0).astype(float), found.bust)


@pytest.mark.parametrize(
    "wrong", [ESSAYS | {3: 250}, ESSAYS | {3: 400}, ESSAYS | {4: 650}, ESSAYS | {5: 600}, {}]
)
def test_a_wrong_last_score_would_be_noticed(wrong):
    assert not follows(played(follower(wrong)), turn_scores(ESSAY, cutoffs(ESSAYS)))


def test_other_rules_would_be_noticed():
    scores = played(follower(ESSAYS, parse("four_and_two=apart")))
    assert not near(scores, value(ESSAY, cutoffs(ESSAYS), 2800).points)
    assert near(scores, value(parse("four_and_two=apart"), cutoffs(ESSAYS), 2800).points)


def test_free_removal_makes_what_its_equation_says(solved):
    turn = solved("removal=free two_triples=largest")
    free, forced = play_turns(
        [
            playing_best(turn, FREE),
            playing_best(solved("two_triples=largest"), parse("two_triples=largest")),
        ],
        TURNS,
        generator(),
    )
    assert near(free, turn.hot[0])
    assert near(forced, solved("two_triples=largest").hot[0])
    assert not near(forced, turn.hot[0])


def test_a_wrong_choice_of_dice_would_be_noticed(solved):
    turn = solved("removal=free two_triples=largest")
    player = playing_best(turn, FREE)
    greedy = player._replace(worth=np.add.outer(np.arange(len(player.worth)), np.zeros(7)))
    assert not near(played(greedy), turn.hot[0])


def test_the_same_dice_tell_close_rules_apart(solved):
    best = playing_best(solved("essay"), ESSAY)
    rule, other = play_turns([follower(ESSAYS), best], TURNS, generator())
    gain = (other - rule).astype(float)
    exact = solved("essay").hot[0] - value(ESSAY, cutoffs(ESSAYS), 2800).points
    assert near(gain, exact)
    # Apart, the error would be that of two independent means.
    assert gain.std() < 0.2 * np.hypot(rule.std(), other.std())
