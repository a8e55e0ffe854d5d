"""Plays a script with a player and says at which line, if any, it fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.tally import Tally
from table_controller.game import variants
from table_controller.scripts import expected, steps
from table_controller.scripts.acting import do_player_step
from table_controller.scripts.card_source import CardError, CardSource
from table_controller.scripts.dealing import do_table_step
from table_controller.scripts.dues import change_due
from table_controller.scripts.header import Header
from table_controller.scripts.ladder import default_ladder, fitting_ladder
from table_controller.scripts.parse import Script
from table_controller.scripts.player import Player
from table_controller.scripts.purses import ChipsError, Purses
from table_controller.scripts.stacks import look_at_debts
from table_controller.scripts.table_driver import NotYetError, StepError, TableDriver
from table_controller.scripts.verdict import judge
from table_controller.vocabulary.events import SeatSetUp, TableOpened

MakePlayer: TypeAlias = Callable[[Header], Player]
"""A fresh player for a table with this header; raises `NotYetError` if there is no rulebook for it."""


class Failure(Struct, frozen=True):
    """Where a script fails, and how: ``expected turn 3, got turn 4``."""

    line: int
    text: str


class Played(Struct, frozen=True):
    """A script played to its end or to its failure.

    `keys` are the dealer's keys of each hand and `prompts` the questions answered, if any are counted. `raised` is the
    mistake of the program that ended it, if one did.
    """

    failure: Failure | None
    keys: tuple[int, ...] | None
    player: Player | None
    prompts: tuple[int, ...] | None = None
    faults: Tally | None = None
    raised: Exception | None = None


def play(script: Script, make_player: MakePlayer) -> Played:
    """Play a whole script with a fresh player; whatever a step raises fails this script, and ends no run of others."""
    header = script.header
    reason = variants.not_played(header.variant)
    if reason is not None:
        return Played(
            Failure(header.line_of("variant"), f"variant {header.variant!r}: no rule yet: {reason}"), None, None
        )
    line = header.line_of("title")
    try:
        player = make_player(header)
        stage, texts, failure = set_table(script, player), dict(script.texts), None
        for step in script.steps:
            line = step.line
            if (fault := fault_of(stage, step, texts.get(line, ""))) is not None:
                failure = Failure(line, fault)
                break
        return Played(failure, player.keys_per_hand, player, player.prompts_per_hand, player.faults)
    except NotYetError as problem:
        return Played(Failure(header.line_of(problem.key), str(problem)), None, None)
    except Exception as problem:  # noqa: BLE001 - of any kind: engine or runner is wrong, and the next script plays on
        return Played(Failure(line, broken(problem)), None, None, raised=problem)


def broken(problem: Exception) -> str:
    """What a person is told of a mistake of the program, on one line."""
    return " ".join(f"the program broke: {type(problem).__name__}: {problem}".split())


def set_table(script: Script, player: Player) -> TableDriver:
    """Open the table that a script's header describes."""
    denominations = denominations_of(script.header, script.steps)
    games = (script.header.variant, *(step.variant for step in script.steps if isinstance(step, steps.Game)))
    return open_table(script.header, player, CardSource(script.steps), denominations, games)


def denominations_of(header: Header, script: Sequence[steps.Step]) -> tuple[int, ...]:
    """The chips in play: those that the header names or that suit the game, and those that the steps need."""
    stacks_chips = [chips for _, chips in header.stacks]
    amounts = (*stacks_chips, *amounts_of(header, script))
    # Chips named in the header stay; where an amount of the script needs a smaller one, it is in play as well.
    ladder = header.chips or default_ladder(header.small_blind_chips, stacks_chips, amounts_of(header, script))
    return fitting_ladder((*ladder, *_pushed(script)), amounts)


def open_table(
    header: Header, player: Player, cast: CardSource, denominations: tuple[int, ...], games: Iterable[str] = ()
) -> TableDriver:
    """Open the table of a header with these chips in play; `games` are all that the script plays at it."""
    purses = Purses(denominations)
    stacks = {seat: purses.seat(seat, chips) for seat, chips in header.stacks}
    opened = TableOpened(
        at_s=0.0,
        rulebook=header.rulebook,
        variant=header.variant,
        seats=header.seats,
        players=tuple(SeatSetUp(seat, f"Seat {seat}", chips) for seat, chips in header.stacks),
        denominations=denominations,
        small_blind_chips=header.small_blind_chips,
        big_blind_chips=header.big_blind_chips,
        ante_chips=header.ante_chips,
        ante_mode=header.ante_mode,
        button=header.button,
        house=header.house,
        small_bet_chips=header.small_bet_chips,
        big_bet_chips=header.big_bet_chips,
        bring_in_chips=header.bring_in_chips,
    )
    player.open(opened, stacks, deals_up=any(variants.VARIANTS[game].deals_up for game in games))
    return TableDriver(player, cast, purses, header.seats)


def _pushed(script: Iterable[steps.Step]) -> Iterator[int]:
    """Denominations that the script's own chips have: they exist, for somebody pushes them."""
    for step in script:
        if isinstance(step, steps.Pushes | steps.Pulls | steps.Change | steps.Hidden | steps.Lost):
            yield from (denomination for denomination, _ in step.chips)


def names_chips(step: steps.Step) -> bool:
    """Whether a step can bring chips into play that were not there: it names an amount, or chips."""
    return any(_named((step,)))


def amounts_of(header: Header, script: Iterable[steps.Step]) -> Iterator[int]:
    """Every amount that acts of a script name: the chips in play must make them.

    Expectations do not count: what is expected must not change what happens.
    """
    yield from (header.small_blind_chips, header.big_blind_chips, header.ante_chips)
    yield from (chips for chips in (header.bring_in_chips, header.small_bet_chips, header.big_bet_chips) if chips)
    yield from _named(script)


def _named(script: Iterable[steps.Step]) -> Iterator[int]:
    for step in script:
        match step:
            case steps.Plain(to_chips=chips):
                yield chips
            case steps.Sit(stack_chips=chips):
                yield chips
            case steps.Level(small_chips=small, big_chips=big, ante_chips=ante):
                yield from (small, big, ante)
            case steps.Game():
                stakes = (step.ante_chips, step.bring_in_chips, step.small_blind_chips, step.big_blind_chips)
                yield from (chips for chips in (*stakes, step.small_bet_chips, step.big_bet_chips) if chips)
            case steps.Pushes(chips=lot) | steps.Pulls(chips=lot) | steps.Change(chips=lot) | steps.Hidden(chips=lot):
                yield from (denomination for denomination, _ in lot)
            case steps.Lost(chips=lot):
                yield from (denomination for denomination, _ in lot)
            case _:
                pass


def failures(script: Script, stage: TableDriver) -> Iterator[Failure]:
    """Play step by step and yield each failure; the script's is the first, whoever wants more plays on."""
    texts = dict(script.texts)
    for step in script.steps:
        fault = fault_of(stage, step, texts.get(step.line, ""))
        if fault is not None:
            yield Failure(step.line, fault)


def fault_of(stage: TableDriver, step: steps.Step, text: str) -> str | None:
    """Do a step, or read an expectation, written as `text`: why it cannot be done or does not hold, else None.

    A step that cannot be done may have been begun.
    """
    try:
        if isinstance(step, expected.Expectation):
            verdict = None if _is_change_due(stage, step) else judge(stage.player, step)
            return None if verdict is None else f"expected {verdict[0]}, got {verdict[1]}"
        stage.player.mark()
        if isinstance(step, steps.PlayerStep):
            do_player_step(stage, step)
        else:
            do_table_step(stage, step)
        look_at_debts(stage)
    except (StepError, CardError, ChipsError) as problem:
        kind = "expectation" if isinstance(step, expected.Expectation) else "step"
        return f"{kind} {text!r}: {problem}"
    return None


def _is_change_due(stage: TableDriver, step: expected.Expectation) -> bool:
    """Whether the step expects a part of the pot to be pushed, and only change is to be made for it before."""
    return isinstance(step, expected.ExpectNext) and step.text == f"push-pot {change_due(stage)}"
