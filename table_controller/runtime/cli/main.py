"""The command ``cardspeak``: one entry for people, and the processes that it starts."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Final, Literal

from cyclopts import App, CycloptsError, Parameter

from table_controller import __version__
from table_controller.runtime.cli import (
    display_commands,
    feed_commands,
    hand_commands,
    pin_command,
    process_commands,
    room_commands,
    rulebook_commands,
)
from table_controller.runtime.cli.display_commands import Language, Theme
from table_controller.runtime.cli.guarded import guard_terminal, steering, write_what_can_be_shown
from table_controller.runtime.cli.usage import check_ports, has_terminal, make_state_folder, mistyped
from table_controller.runtime.processes.finishing import INTERRUPTED, PIPE_CLOSED, finish, unusable

STATE: Final = Path(".state")
CONFIG: Final = Path("config/table.toml")

app = App(name="cardspeak", version=__version__, help="An instrumented poker table.", help_format="plaintext")
journal_app = App(name="journal", help="Read a table's journal.")
broker_app = App(name="broker", help="Configuration for MQTT brokers.")
app.command(journal_app)
app.command(broker_app)
app.command(hand_commands.hands_app)
for find in (
    rulebook_commands.explain,
    rulebook_commands.rules_app,
    rulebook_commands.compare,
    rulebook_commands.coverage,
):
    app.command(find)
app.command(process_commands.bridge_process, name="bridge", show=False)
app.command(process_commands.controller_process, name="controller", show=False)
app.command(process_commands.panel_process, name="panel", show=False)
app.command(process_commands.broker_process, name="broker-process", show=False)
app.command(process_commands.delayed_process, name="delayed-feed", show=False)
app.command(process_commands.demo_table, name="demo-table", show=False)
app.command(display_commands.screen)
app.command(display_commands.log)
app.command(feed_commands.listen)
app.command(feed_commands.record)
app.command(feed_commands.play)
app.command(feed_commands.overlay)
app.command(pin_command.pin)
app.command(room_commands.train)
app.command(room_commands.setup)


@app.command
def completion(*, shell: Literal["", "bash", "zsh", "fish"] = "", startup: bool = True) -> None:
    """Teach your shell to complete the words of cardspeak.

    Parameters
    ----------
    shell
        bash, zsh or fish; the one that runs this if left out.
    startup
        Add the line that loads it to the shell's start file; with --no-startup that is left to you.

    """
    from cyclopts.completion.detect import ShellDetectionError

    try:
        place = app.install_completion(shell=shell or None, add_to_startup=startup)
    except ShellDetectionError:
        sys.exit(unusable("completion: which shell? Name it: cardspeak completion --shell bash, zsh or fish"))
    except OSError as problem:
        sys.exit(unusable(f"completion: {problem.filename}: {problem.strerror}"))
    sys.stdout.write(f"written: {place}\nOpen a new shell, then Tab completes the words of cardspeak.\n")


def main() -> None:
    """Run the command line: its words, which the parser answers itself; then, with the terminal guarded, the work."""
    write_what_can_be_shown()
    if odd := steering(sys.argv[1:]):
        sys.exit(unusable(f"{odd}: a word with control characters in it; name the file otherwise"))
    try:
        command, bound, _ = app.parse_args(exit_on_error=False, print_error=False)
    except CycloptsError as problem:
        sys.exit(unusable(mistyped(problem)))
    if command not in (app.help_print, app.version_print):
        guard_terminal()
    try:
        sys.exit(command(*bound.args, **bound.kwargs))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:  # whoever read on has had enough, as `head` has
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(PIPE_CLOSED)


@app.command(name="demo")
def play_demo(
    *,
    script: Path | None = None,
    config: Path = CONFIG,
    log: bool = False,
    speed: float | None = None,
    broker: str = "auto",
    faults: str | None = None,
    language: Language = "",
    theme: Theme = "",
) -> None:
    """Play six hands on a simulated table: on the dealer's screen in a terminal, else as a log.

    Parameters
    ----------
    script
        A table script to play instead.
    config
        Settings beside which books of your own lie, in the folder rulebooks, for a script that is played by one.
    log
        Write the log even in a terminal.
    speed
        Table seconds per real second; 1 on a screen and 4 as a log if left out.
    broker
        MQTT broker: auto, nats, mosquitto, off, or a URL.
    faults
        A bad day: noisy, storm, or one fault in every hand, such as unplug, stall, reboot or off.
    language
        The language of the table and its screen.
    theme
        The look of the screen.

    """
    from table_controller.runtime.cli import rulebook_tools
    from table_controller.runtime.processes.supervise import run_demo

    rulebook_tools.take(config)
    on_screen = has_terminal() and not log
    told = {"language": language, "theme": theme}
    finish(run_demo(script, screen=on_screen, speed=speed, broker=broker, faults=faults, **told))


@app.command
def run(
    *,
    config: Path = CONFIG,
    state: Path = STATE,
    port: tuple[str, ...] = (),
    log: bool = False,
    as_opened: Annotated[bool, Parameter(negative="")] = False,
    new_book: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Run a table: bridge, controller, and in front the dealer's screen, or without a terminal the log.

    Parameters
    ----------
    config
        The table's settings.
    state
        Folder of journal, sockets and logs.
    port
        Serial ports of the nodes, instead of those in the settings. With none at all, hands are dealt by keys alone.
    log
        Write the log instead of the screen.
    as_opened
        Go on with the table as its journal has it, though its settings were changed since.
    new_book
        Judge by a rulebook of your own as it is now, from the next hand on, though it was changed since.

    """
    from table_controller.runtime.processes.bridge_process import check_decks
    from table_controller.runtime.processes.floor_pin import FLOOR, read_pin
    from table_controller.runtime.processes.folder_lock import only_table_in
    from table_controller.runtime.processes.places import JOURNAL
    from table_controller.runtime.processes.supervise import run_table
    from table_controller.runtime.settings.opened import check_opened
    from table_controller.runtime.settings.settings import namesakes, read_settings

    async def work() -> int:
        settings = read_settings(config)
        decks = config.parent / settings.hardware.decks
        if port or settings.hardware.ports or decks.exists():
            check_decks(decks)  # a mistake in it is said here, not in the log of a bridge that starts again and again
        if not port and not settings.hardware.ports:
            sys.stderr.write(f"cardspeak: {config} names no serial port: this table is dealt by keys alone\n")
        if same := namesakes(settings):
            sys.stderr.write(f"cardspeak: {config}: {same}\n")
        check_ports(port, begun=(state / JOURNAL).exists())
        make_state_folder(state)
        with only_table_in(state):  # before anything in it is touched
            check_opened(settings, config, state, state / JOURNAL, as_opened=as_opened, new_book=new_book)
            if read_pin(config.parent / FLOOR) is None:
                sys.stderr.write(
                    "cardspeak: the floor has set no PIN, so every ruling is taken: cardspeak pin sets one\n"
                )
            ports = port or settings.hardware.ports
            return await run_table(config, state, ports, decks, screen=has_terminal() and not log)

    finish(work())


@app.command
def census(*, config: Path = CONFIG, port: tuple[str, ...] = (), deck: str | None = None, quiet: float = 10.0) -> None:
    """Count a deck before it is used: its cards are passed one by one over the stub's reader. No table may be running.

    Parameters
    ----------
    config
        The table's settings.
    port
        Serial ports of the nodes, instead of those in the settings.
    deck
        The registered deck that is counted; that of most cards if left out.
    quiet
        Seconds without a new card after which the count is over.

    """
    from table_controller.runtime.cli.census import count_deck, say_to_terminal
    from table_controller.runtime.processes.bridge_process import among_tags

    finish(among_tags(count_deck(config, port, deck, quiet), say_to_terminal))


@app.command
def simulate(*, config: Path | None = None, speed: float = 1.0, seed: int = 1) -> None:
    """Start a simulated table, print its serial ports, and move cards and chips by hand at a prompt.

    Parameters
    ----------
    config
        Settings whose players and chips stand on the table; six players with 10,000 each if left out.
    speed
        How many times as fast as a person's the hands move.
    seed
        Where the sensors' chance begins.

    """
    from table_controller.runtime.simulated.simulate import run_simulation

    finish(run_simulation(config, speed, seed))


@app.command(name="script")
def play_script(
    *paths: Path,
    through: str = "engine",
    seed: int = 1,
    faults: str | None = None,
    follow: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    trace: bool = False,
    config: Path = CONFIG,
) -> None:
    """Play table scripts; exit 0 if all pass, 1 if one fails, 2 if a file cannot be read.

    Parameters
    ----------
    paths
        Files or folders.
    through
        engine, or hardware: through simulated readers, trays and the serial protocol.
    seed
        Where the simulated sensors' chance begins.
    faults
        Faults of the simulated hardware: noisy, storm, or one in every hand, such as unplug.
    follow
        Instead of files: - reads a header and then line by line from the standard input, and answers each line with the
        table after it as one JSON object.
    trace
        Answer each line of one file in the same way.
    config
        Settings beside which books of your own lie, in the folder rulebooks.

    """
    from table_controller.runtime.cli import rulebook_tools
    from table_controller.runtime.simulated import playing

    rulebook_tools.take(config)
    if follow is None and not trace:
        sys.exit(playing.play_scripts(paths, through, seed, faults))
    sys.exit(playing.play_stepwise(paths, through, faults, follow))


@app.command
def replay(
    *paths: Path,
    through: str = "engine",
    jobs: int | None = None,
    seed: int = 1,
    drop_frames: bool = False,
    faults: str | None = None,
) -> None:
    """Replay PHH hands and compare the final stacks; exit 0 if none differs, 1 if one does, 2 if a file cannot be read.

    Parameters
    ----------
    paths
        Files or folders.
    through
        engine or hardware.
    jobs
        Processes; as many as there are cores if left out.
    seed
        Where the simulated sensors' chance begins.
    drop_frames
        Lose every frame of the nodes: then every hand must differ.
    faults
        Faults of the simulated hardware: noisy, storm, or one in every hand, such as unplug.

    """
    from table_controller.runtime.simulated.playing import replay_hands

    sys.exit(replay_hands(paths, through, jobs, seed, drop_frames=drop_frames, faults=faults))


@journal_app.command
def show(file: Path) -> None:
    """Print every record of a journal, one a line.

    Parameters
    ----------
    file
        The journal: table.journal in a table's state folder.

    """
    from table_controller.runtime.cli import journal_tools

    sys.exit(journal_tools.print_all(file))


@journal_app.command
def hands(file: Path, *, language: Language = "") -> None:
    """Print every hand of a journal, newest first: its board, who won what, and each finding with its rule.

    Parameters
    ----------
    file
        The journal: table.journal in a table's state folder.
    language
        The language of the text; the table's if left out.

    """
    from table_controller.runtime.cli import journal_tools

    sys.exit(journal_tools.tell(*journal_tools.hands(file, language)))


@journal_app.command
def verify(file: Path, *, reveals: bool = False, heads: Path | None = None, key: Path | None = None) -> None:
    """Check every record of a journal, the chain between them and the head file.

    Parameters
    ----------
    file
        The journal: table.journal in a table's state folder.
    reveals
        Prove every released card against what was sealed, too.
    heads
        Signed heads that were kept elsewhere, a message in each line: the journal must hold what they say.
    key
        The table's public key, table.pub; left out, the one that the heads name.

    """
    from table_controller.runtime.cli import journal_tools

    if key is not None and heads is None:
        sys.stderr.write("cardspeak journal verify: --key goes with --heads\n")
        sys.exit(2)
    sys.exit(journal_tools.tell(*journal_tools.verified(file, reveals=reveals, heads=heads, key=key)))


@journal_app.command(name="replay")
def replay_journal(file: Path) -> None:
    """Fold a journal again and compare each record with what is written.

    Parameters
    ----------
    file
        The journal: table.journal in a table's state folder.

    """
    from table_controller.runtime.cli import journal_tools

    sys.exit(journal_tools.tell(*journal_tools.replay(file)[:2]))


@journal_app.command
def pot(file: Path, hand: int) -> None:
    """Draw the pots of a hand: each seat's part in every one of them, who won it, and what is still to move.

    Parameters
    ----------
    file
        The journal: table.journal in a table's state folder.
    hand
        The number of the hand.

    """
    from display.printed.paper import paper_of
    from table_controller.runtime.cli import journal_tools

    sys.exit(journal_tools.tell(*journal_tools.pot(file, hand, paper_of(sys.stdout))))


@journal_app.command
def stacks(file: Path) -> None:
    """Draw the stacks of every seat from hand to hand as a line chart.

    Parameters
    ----------
    file
        The journal: table.journal in a table's state folder.

    """
    from display.printed.paper import paper_of
    from table_controller.runtime.cli import journal_tools

    sys.exit(journal_tools.tell(*journal_tools.stacks(file, paper_of(sys.stdout))))


@journal_app.command
def rescue(file: Path, *, into: Path | None = None, mirror: Path | None = None, config: Path = CONFIG) -> None:
    """Copy the verified part of a damaged journal into a new file and epoch; the old file stays as it is.

    Parameters
    ----------
    file
        The damaged journal.
    into
        The new file; FILE.rescued if left out.
    mirror
        Its second copy: taken instead, if more of it verifies.
    config
        The table's settings, for where they say a second copy is kept.

    """
    from table_controller.runtime.cli import journal_tools
    from table_controller.runtime.cli.rescue_tool import rescue

    sys.exit(journal_tools.tell(*rescue(file, into, mirror, config)))


@app.command
def console(
    verb: str,
    *words: str,
    table: str = "t1",
    login: str = "",
    credentials: Path = STATE / "broker",
) -> None:
    """Ask a table over MQTT, as the floor, the producer or a technician: exit 0 if done, 1 if not, 2 for wrong words.

    Parameters
    ----------
    verb
        rule, penalty, level, tell, clock, seat, unseat, delay or mute; help: what each of them takes.
    words
        What it is about, name=value each: penalty seat=4 hands=2; rule option=misdeal case=3 arguments.seat=4.
        With a wrong one, what the verb takes is said.
    table
        The table in the topics.
    login
        Who asks; the first login of the role that may, if left out.
    credentials
        The file credentials.json, or its folder.

    """
    from table_controller.runtime.cli.console_command import ask_table

    sys.exit(ask_table(verb, words, table, login, credentials))


@broker_app.command(name="config")
def broker_config(
    engine: str,
    *,
    venue: str = "home",
    tables: str = "t1",
    host: str = "",
    tls: tuple[Path, Path] | None = None,
    ca: Path | None = None,
    websocket: tuple[str, ...] = (),
    into: Path | None = None,
) -> None:
    """Print the files of a broker that a venue runs itself, with fresh passwords, or write them into a folder.

    Parameters
    ----------
    engine
        mosquitto or nats.
    venue
        The venue in the topics.
    tables
        The tables in the topics: t1,t2,t3.
    host
        The name or address of the broker's machine in the venue's network; left out: 127.0.0.1 alone. Needs --tls.
    tls
        Its certificate and its key, PEM files.
    ca
        The authority that signed the certificate, if the system does not know it.
    websocket
        A page that may use a WebSocket: http://host:port. Once for each; left out: there is none.
    into
        The folder to write all files into: the broker's, the logins, and for each table what lies beside its settings.

    """
    from table_controller.runtime.cli.broker_config import Room, make_config

    room = Room(venue, tuple(name.strip() for name in tables.split(",")), host, tls, ca, websocket)
    sys.exit(make_config(engine, room, into))
