"""The promises, as data: what is claimed, and the command that tries to break it.

A new row: one `Promise`. A test that counts its cases says so with `support.counting.counted`; otherwise
its tests are what is counted.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from soak.promise import (
    Kind,
    Promise,
    Reader,
    read_different,
    read_equal,
    read_pokerkit,
    read_scripts,
    read_tests,
)

HANDS: Final = Path("../shared/hands/phh")
SCRIPTS: Final = ("tests/scripts",)


def suites(
    name: str,
    sentence: str,
    kind: Kind,
    paths: tuple[str, ...],
    least: int,
    *,
    read: Reader = read_tests,
    seed: str = "",
    jobs: int = 2,
) -> Promise:
    """A promise kept by tests in their full count. Hypothesis draws from the seed of the run.

    More `jobs` than cores are for tests that mostly wait.
    """
    command = ("-m", "pytest", "-q", "-n", f"{jobs}", "-rP", "--timeout", "7200", "--hypothesis-seed={seed}", *paths)
    return Promise(name, sentence, kind, command, read, least, seed, environment={"CARDSPEAK_SOAK": "1"})


def replay(name: str, sentence: str, least: int, *more: str, read: Reader = read_equal) -> Promise:
    """A promise about the real hands."""
    where = ("-m", "table_controller.runtime", "replay", "--through", "hardware", "--jobs", "2", "--seed", "{seed}")
    return Promise(name, sentence, "drawn", (*where, *more, str(HANDS)), read, least, needs=HANDS)


def scripts(name: str, sentence: str, through: str) -> Promise:
    """A promise about the table scripts."""
    command = ("-m", "table_controller.runtime", "script", "--through", through, "--seed", "{seed}", *SCRIPTS)
    return Promise(name, sentence, "stories", command, read_scripts, 560)


WIRE: Final = (
    "tests/firmware_bridge/wire",
    "tests/firmware_bridge/test_hub.py",
)
FLIPS: Final = "tests/firmware_bridge/wire/test_frames.py::test_no_flipped_bit_gets_through"
KILLED: Final = "tests/table_controller/runtime/test_killed_processes.py"
OUTAGES: Final = "tests/table_controller/runtime/test_outages.py"
LONG_JOURNALS: Final = "tests/table_controller/runtime/test_long_journals.py"
SENSING: Final = (
    *(f"tests/firmware_bridge/sensing/test_{name}.py" for name in ("presence", "motions")),
    "tests/firmware_bridge/simulator",
)

PROMISES: Final = (
    replay(
        "real-hands",
        "Every no-limit hold'em hand of the collection, moved as tags and chips on the simulated table, ends with the "
        "stacks of its file.",
        748,
    ),
    replay(
        "real-hands-without-frames",
        "With every frame of the nodes dropped, each of these hands fails: the path is real.",
        748,
        "--drop-frames",
        read=read_different,
    ),
    suites(
        "random-hands",
        "Random hands of 2 to 10 players with unequal stacks pay out as pokerkit does, or, where pokerkit has a named "
        "gap, as an independent side-pot calculation does.",
        "drawn",
        ("tests/property/test_against_pokerkit.py",),
        20_000,
        read=read_pokerkit,
        seed="0 to 19,999, one a hand",
    ),
    suites(
        "random-hands-of-every-game",
        "Random hands of Omaha with four and five cards, of Courchevel, hi-lo, five-card draw, 2-7 single and triple "
        "draw, badugi, seven-card stud, stud hi-lo and razz pay out as pokerkit does, discards and halves of pots "
        "among them, or, where pokerkit has a named gap, as an independent side-pot calculation does, in stud odd "
        "chips by suit.",
        "drawn",
        ("tests/property/test_every_game_against_pokerkit.py",),
        33_000,
        read=read_pokerkit,
        seed="0 to 2,999 of each game, one a hand",
    ),
    suites(
        "payouts",
        "Random all-in hands of 2 to 10 players, up to five pots, ties forced often, in chips that exist, are paid out "
        "to the last chip as an independent calculation says, under three ways of giving odd chips.",
        "drawn",
        ("tests/property/test_payouts.py",),
        50_000,
        seed="0 to 49,999, one a hand",
    ),
    suites(
        "split-pots",
        "Pots that 2 to 10 equal hands share, several in a hand, in all five books, chip sets with and without small "
        "chips: equal parts in the smallest chip in play, fewer chips over than winners, and those as the book says; "
        "where it leaves the floor a choice, each is tried, and it is about those chips only.",
        "drawn",
        ("tests/property/test_split_pots.py",),
        50_000,
        seed="0, 1,000,000, 2,000,000 and 3,000,000 on, one a hand",
    ),
    suites(
        "halves-of-pots",
        "Pots that high and low hands of Omaha and stud share are halved, quartered and paid to the last chip as an "
        "independent calculation says, odd chips by suit where the book says so.",
        "drawn",
        ("tests/property/test_halves_of_pots.py",),
        50_000,
    ),
    suites(
        "any-event",
        "Any event in any state is taken: no exception, no chip made or lost, no card in two places; the same events "
        "give the same state.",
        "drawn",
        ("tests/property/test_engine_totality.py",),
        200_000,
        seed="0 to 999, one for 200 events",
    ),
    suites(
        "button-tournaments",
        "Tournaments of one table with busts, arrivals, moves and heads-up, under each book: the big blind comes to "
        "everybody in turn, to nobody twice running where the book forbids it, and newcomers wait where the book says.",
        "drawn",
        ("tests/table_controller/game/table/test_button_tournaments.py",),
        20_000,
        seed="0 to 3,999 for each of five books, one a tournament",
    ),
    suites(
        "undo",
        "Undo of the last interpretations, in arbitrary hands of all books, is the same observations without them.",
        "drawn",
        ("tests/property/test_undo.py",),
        200_000,
        seed="0 to 999, one for 200 events",
    ),
    suites(
        "redo",
        "Undo of the last interpretations, corrections among them, up to 25 at a time, and redo of them gives the same "
        "state hash, in arbitrary hands of all books.",
        "drawn",
        ("tests/property/test_redo.py",),
        18_000,
        seed="0 to 299, one for 60 events",
    ),
    suites(
        "any-script",
        "Whatever lines a script has, it passes or fails at a line, straight or through hardware: nothing raises.",
        "drawn",
        ("tests/property/test_any_script.py",),
        5_400,
        seed="0 to 4,999 straight, 0 to 399 through hardware",
    ),
    suites(
        "step-by-step",
        "A table followed line by line answers any line, and one that is not ok leaves it as it was; each script comes "
        "to the verdict of `cardspeak script`, under its own rulebook and under another.",
        "drawn",
        ("tests/property/test_any_step.py",),
        100_000,
        seed="0 to 99 for the random lines",
    ),
    suites(
        "walks",
        "Evenings that people could play, 60 lines each and half of them irregular, in all books, hold'em no-limit, "
        "pot-limit and limit, short deck, Omaha, draws and stud: after each line there is one next act and it can be "
        "done, every option of every case leads on and does what it says, no chip is made or lost, equal hands get "
        "equal parts, and the hand can be ended.",
        "drawn",
        ("tests/property/test_walks.py",),
        6_200,
    ),
    suites(
        "wire-flips",
        "Every flip of one bit and every flip of two in a sample frame of every message type is rejected.",
        "every",
        (FLIPS,),
        500_000,
    ),
    suites(
        "wire",
        "Junk, cuts and lost frames raise nothing, are counted, and cost at most one good frame; link, nodes and hub "
        "come through.",
        "stories",
        (*WIRE, "--deselect", FLIPS),
        150,
    ),
    suites(
        "journal-damage",
        "Every single-bit flip and every truncation of a journal is detected, or recovered to the exact prefix.",
        "every",
        ("tests/table_controller/journal/test_journal_damage.py",),
        11,
    ),
    suites(
        "sensing",
        "Missed reads never make a departure, motions are neither lost nor doubled, and the simulated sensors are as "
        "their data say.",
        "stories",
        SENSING,
        50,
    ),
    suites(
        "broker",
        "Whatever happens to broker and line (stopped, frozen, killed, cut in a packet, throttled, silent, refusing, "
        "unheard), a recorder has every event in order without a gap, and no input of the table waits.",
        "stories",
        ("tests/table_controller/broadcast/test_outbox_under_fire.py",),
        10_000,
    ),
    replay(
        "real-hands-noisy",
        "The same hands with 5 % of reads missed, 1 % of frames lost or flipped, a reboot and an unplugging every ten "
        "hands end with the same stacks.",
        748,
        "--faults",
        "noisy",
    ),
    replace(
        suites(
            "real-hands-storm",
            "The same hands in twenty storms, with every kind of fault on, end with the same stacks; what the readers "
            "could not see is a question to the dealer.",
            "drawn",
            ("tests/swarm/test_faulty_scripts.py::test_real_hands_end_the_same_in_a_storm",),
            14_960,
        ),
        needs=HANDS,
    ),
    suites(
        "crash-states",
        "Whatever a power cut leaves of a journal on a simulated disk, it opens to the exact acknowledged prefix or is "
        "clearly refused.",
        "every",
        ("tests/table_controller/journal/test_journal_crash.py",),
        20_000,
    ),
    suites(
        "wire-fuzz",
        "Random and mutated frames raise nothing, buffers stay bounded, and the next good frames are heard.",
        "drawn",
        ("tests/firmware_bridge/wire/test_wire_fuzz.py",),
        1_000_000,
    ),
    suites(
        "journal-day",
        "A day of 20,000 events is recovered in under a second of CPU, and a damaged snapshot beside it is left aside.",
        "every",
        ("tests/table_controller/controller/test_journal_day.py",),
        60_000,
    ),
    suites(
        "journal-faults",
        "A full disk, a failing write or sync and a write cut short, at every call of a hand: the table hears "
        "of it at once, the hand is finished, and nothing in the journal is wrong.",
        "every",
        ("tests/table_controller/journal/test_journal_faults.py",),
        1_400,
    ),
    suites(
        "kills-in-process",
        "Controller or bridge die at random moments and at every write of the journal while cards and chips move: "
        "nothing acknowledged is lost or doubled, handles survive, and the final stacks are those of an unharmed play.",
        "drawn",
        ("tests/table_controller/runtime/test_restarts.py",),
        1_600,
        seed="1 on, one a play",
    ),
    suites(
        "kills",
        "kill -9 of the real controller and bridge processes at random moments while people go on playing: no display "
        "was told what the journal does not say, handles survive, and the final stacks are those of an unharmed play.",
        "drawn",
        (KILLED, "-k", "killed_and_the_hand_goes_on or loses_what_it_told"),
        1_260,
        seed="1,000 times the batch, and on, one a play",
        jobs=6,
    ),
    suites(
        "kills-at-writes",
        "The same when the real controller process kills itself at each record of a hand: before it is written, half "
        "written, written and not synced, synced and not told.",
        "every",
        (KILLED, "-k", "killed_at_every_write"),
        400,
        jobs=6,
    ),
    suites(
        "outages",
        "kill -9, SIGSTOP, pulled plugs and a really full disk, five in each of 200 hands at random moments, two at "
        "once in three of ten, while people go on playing: nothing is lost, nobody is accused, no question outlives "
        "its hand, and the felt is as the books have it. A controller that is killed over a day's journal is back.",
        "drawn",
        (OUTAGES, LONG_JOURNALS),
        1_000,
        seed="1,000 times the batch, and on, one a hand",
        jobs=4,
    ),
    suites(
        "swarm",
        "Random play under a random choice of faults: after every record no chip is made or lost, every card is in one "
        "place, and the journal folds to the live table.",
        "drawn",
        ("tests/swarm/test_swarm.py",),
        500,
        seed="0 to 299, one an evening of 2 hands",
    ),
    suites(
        "storm-day",
        "24 hours at one simulated table with every kind of fault on: after each record chips and cards are there and "
        "the journal folds to the live table, every snapshot is the live table, memory and open files do not grow.",
        "stories",
        ("tests/swarm/test_day.py",),
        30_000,
        seed="1001",
    ),
    suites(
        "foreign-and-duplicate-cards",
        "Each of the 52 cards as a stranger, as a card of the other deck and as a double, at a zone of each kind where "
        "a card can be read, before anyone acted, after the first act and on the flop: the right finding of each book, "
        "told once, and no card named.",
        "every",
        ("tests/table_controller/runtime/test_every_strange_card.py",),
        9_360,
    ),
    suites(
        "regular-hands-noisy",
        "Random regular hands on noisy hardware (5 % of reads missed, frames lost and flipped, reboots, plugs pulled) "
        "bring no finding about the deal, the deck or the board.",
        "drawn",
        ("tests/table_controller/runtime/test_regular_hands_under_noise.py",),
        2_000,
        seed="0 to 83, one a table of 25 hands",
    ),
    suites(
        "hostile-texts",
        "Names and payload strings that try to steer the terminal (control characters, OSC 52, markup, bidi, no width, "
        "towers of marks, wide, very long): a pty reads every byte of screen, log and command line, and gets text.",
        "drawn",
        ("tests/display/test_hostile_names.py",),
        10_000,
        seed="7",
    ),
    suites(
        "screen-states",
        "Every situation that the table scripts come to, every kind of finding and every question, on three sizes of "
        "screen in each language and theme: no text is cut or lies over another, and no card face is shown that is not "
        "tabled.",
        "every",
        ("tests/display/test_every_state.py", "tests/display/test_floor_case.py"),
        25_000,
    ),
    suites(
        "scripted-dealer",
        "Hands dealt through the dealer's screen by keys alone, with all sensors, and with a reader that is dead or "
        "dies and comes back in the middle of the hand: every stack is what pokerkit says, and what is both seen and "
        "keyed counts once.",
        "drawn",
        ("tests/display/test_scripted_dealer.py",),
        2_030,
        seed="8 on the screen, 1 to 100 and 1 to 50 without it",
    ),
    suites(
        "rows-of-keys",
        "Rows of up to 20 keys, half of them any, half such as the screen offers, at all kinds of tables: none fails, "
        "none sends what is no command.",
        "drawn",
        ("tests/display/test_keypad_tables.py::test_rows_of_any_keys_do_no_harm",),
        10_000,
        seed="7",
    ),
    scripts("scripts-engine", "Every table script of regular play holds on the engine alone.", "engine"),
    scripts("scripts-hardware", "Every table script of regular play holds through the simulated hardware.", "hardware"),
    suites(
        "scripts-without-frames",
        "With every frame of the nodes dropped, each table script fails: the path is real.",
        "every",
        (
            "tests/table_controller/runtime/test_through_hardware.py::test_every_script_fails_when_the_nodes_frames_are_lost",
        ),
        1_700,
    ),
    suites(
        "scripts-faulty",
        "Every table script of regular play holds through noisy hardware, with few prompts.",
        "stories",
        ("tests/swarm/test_faulty_scripts.py::test_regular_scripts_pass_on_a_noisy_day",),
        400,
    ),
    suites(
        "felt-and-books",
        "Evenings in which readers and trays die and every second question is answered without a look: after each "
        "record the books add up to the chips in play, and every chip that lies where they do not have it is shown.",
        "drawn",
        ("tests/swarm/test_felt_and_books.py::test_every_difference_between_felt_and_books_is_on_the_screen",),
        2_000,
    ),
    suites(
        "hostile-frames",
        "A stranger on a port that says what it likes, and noise on an honest node's line: journal, view and memory "
        "grow by no more than the bounds of security.md, every honest node stays ready, the hand is played to its end.",
        "drawn",
        ("tests/swarm/test_hostile_frames.py",),
        1_000_000,
    ),
    suites(
        "hostile-messages",
        "A flood of nested, huge, retained and repeated MQTT messages from every login but the table's own, at both "
        "brokers: an overlay hears each event once, in order, and nothing else; the table publishes on, restarted too.",
        "drawn",
        ("tests/table_controller/broadcast/test_hostile_messages.py",),
        100_000,
    ),
    suites(
        "any-filter",
        "Whatever filters a login of any role asks for, clean or durable, MQTT 3.1.1 or 5, at both brokers with the "
        "configuration that is generated: it hears nothing that is not for its role, whoever may hear a message does, "
        "and what its writer may not write reaches nobody, retained or by will.",
        "drawn",
        ("tests/table_controller/broadcast/test_any_filter.py",),
        6_000,
        seed="{seed}",
    ),
    suites(
        "overlay",
        "An overlay of 80 lines, written from mqtt.md, shows what the dealer sees a quarter of a second after whatever "
        "happened, and misses no street, board card, shown hand or pot; lines break, messages repeat, brokers fail.",
        "drawn",
        ("tests/table_controller/broadcast/test_overlay.py",),
        50,
        seed="71",
    ),
    suites(
        "keys",
        "No key of a hidden card leaves before its hand and the delay are over, whatever is restarted, rebooted or "
        "suspended meanwhile; and each comes when it is due.",
        "drawn",
        ("tests/firmware_bridge/secrets/test_sealing.py",),
        20_000,
    ),
    suites(
        "hidden-cards",
        "The same public story with other hidden cards gives the same bytes in journal, MQTT and on displays up to the "
        "release, what is inside the seals apart.",
        "drawn",
        ("tests/table_controller/broadcast/test_hidden_cards.py",),
        1_002,
    ),
    suites(
        "tag-canaries",
        "Hands with a deck of random tags each, everything logged, and an exception with the tag in it in each "
        "function that holds one: no byte that leaves the bridge, by socket, journal, MQTT, display, terminal, log, "
        "file or process table, holds a tag in any way of writing.",
        "drawn",
        ("tests/table_controller/runtime/test_tag_canaries.py",),
        2_000,
    ),
    suites(
        "heads",
        "A journal that was edited, cut, lengthened or put in another order before a head that was published, and "
        "chained anew, is found by that head.",
        "drawn",
        ("tests/table_controller/journal/test_heads.py",),
        10_000,
    ),
    suites(
        "equities",
        "What hands win on flop, turn and river is what pokerkit's own ranking finds by walking every board.",
        "drawn",
        ("tests/table_controller/broadcast/test_equities.py",),
        500,
    ),
    replace(
        suites(
            "statistics",
            "Of every real no-limit hold'em hand of the collection, and of hands that pokerkit plays, VPIP, PFR, "
            "3-bet, aggression, went to showdown and won at showdown are what a count of the words of its file says.",
            "drawn",
            ("tests/table_controller/histories/test_statistics_of_hands.py",),
            1_748,
            seed="0 to 999, one a hand that pokerkit plays",
        ),
        needs=HANDS,
    ),
    replace(
        suites(
            "histories",
            "Every hand of the collection, and of the scripts, is written as PHH without a fault, and pokerkit and "
            "we read the same acts and stacks from it; so is, as Open Hand History, every hand of evenings with "
            "big-blind antes, dead buttons, empty seats and side pots, and ohh-pydantic counts the same chips.",
            "drawn",
            (
                "tests/table_controller/histories/test_phh_writer.py",
                "tests/table_controller/histories/test_ohh.py",
                "tests/table_controller/histories/test_ohh_evenings.py",
            ),
            1_830,
        ),
        needs=HANDS,
    ),
    suites(
        "overlay-in-browser",
        "Five hands of the demonstration, real processes from the felt to Chromium: every state that a page is told, "
        "live and delayed, is drawn as it is, under hostile names; before its release no hidden card is in a page, its "
        "memory or its network. Two replays of the recorded feed give the same pictures.",
        "stories",
        ("tests/table_controller/runtime/test_overlay_end_to_end.py", "tests/display/test_overlay_replays.py"),
        400,
        jobs=1,
    ),
    suites(
        "overlay-late",
        "An overlay that joins in mid-hand, whose line is cut, and that misses 1,500 messages has the right table once "
        "its line is there again; so has one whose broker was killed.",
        "stories",
        ("tests/table_controller/broadcast/test_live_overlay.py",),
        10,
        jobs=1,
    ),
    suites(
        "overlay-growth",
        "A page that draws eight hours of play, at twenty times its speed, grows by less than 10 MB and 500 nodes, "
        "live and delayed.",
        "stories",
        ("tests/display/test_overlay_growth.py",),
        16,
        jobs=1,
    ),
    suites(
        "scripts-storm",
        "Every table script in twenty storms of faults: it passes, and each stack is what it is without faults; what "
        "the readers could not see is a question to the dealer.",
        "drawn",
        ("tests/swarm/test_faulty_scripts.py::test_every_script_ends_in_a_storm_with_the_stacks_of_a_quiet_day",),
        40_000,
    ),
)
