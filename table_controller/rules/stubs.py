"""A stub that lost its order in the middle of a hand."""

from __future__ import annotations

from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, cite, finding
from table_controller.vocabulary.findings import Finding


@behaviour(())
def scrambled(book: Rulebook) -> tuple[Finding, ...]:
    """The stub was dropped or laid down, and the dealer shuffled: the floor says how it is made whole again."""
    options = (*in_order(book), *stub_alone(book), *all_together(book))
    return (finding("scrambled-stub", None, cite(book, "stubs.scrambled"), (), options),)


@behaviour(())
def in_order(book: Rulebook) -> tuple[str, ...]:
    """First the old order, if it can be found again."""
    del book
    return ("restore",)


@behaviour(())
def stub_alone(book: Rulebook) -> tuple[str, ...]:
    """Else the cards of the stub alone are shuffled and cut."""
    del book
    return ("reshuffle-stub",)


@behaviour(())
def all_together(book: Rulebook) -> tuple[str, ...]:
    """If muck or burns are mixed into it, all of these are shuffled and cut."""
    del book
    return ("reshuffle-all",)
