"""Italian for slips of the dealer's hand: what a key would do out of its time, and what undo and redo took up."""

from __future__ import annotations

from typing import Final

SLIPS: Final[dict[str, str]] = {
    "next.answer-first": "Prima rispondi alla domanda",
    "next.deal-again": "Misdeal: raccogli tutto e mescola, stesso bottone",
    "next.loose-chips": "{player}: {chips} senza azione: digita l'azione o rendile",
    "next.loose-chips-short": "{player}: {chips} sciolte: digita o rendi",
    "next.no-cards": "{player}: senza carte. Rimettile o fold",
    "reason.answer-first": "c'è una domanda aperta: prima rispondi",
    "reason.show-or-muck": "posto {seat}: t se la mano è scoperta, f se va negli scarti",
    "reason.hand-under-way": "la mano non è finita: si raccoglie solo una mano finita",
    "reason.no-hand-to-gather": "non c'è nessuna mano da raccogliere",
    "key.mucked": "scartata",
    "look.command.MarkRiffle": "Lo stub è in disordine: si chiama il floor",
    "look.command.MarkDealt": "I lettori vedono meno carte: ci sono davvero tutte?",
    "look.command.TurnUp": "Tutti vedono queste carte, e adesso nessuno deve mostrarle",
    "note.too-soon": "La domanda è appena arrivata: leggila, poi rispondi",
    "note.undone": "Annullato: {act} (y: torna valido)",
    "note.redone": "Di nuovo valido: {act} (u: annulla)",
    "act-of.said": "{player} dice {word}",
    "act-of.Asked": "{player} chiede",
    "act-of.ChipsPushed": "{player} mette {chips}",
    "act-of.ChipsTakenBack": "{player} riprende {chips}",
    "act-of.CardsMucked": "la mano di {player} negli scarti",
    "act-of.HandTabled": "la mano di {player} scoperta",
    "act-of.CardShown": "una carta scoperta",
    "act-of.FloorRuled": "il floor: {option}",
    "act-of.CardsDealtByKey": "carte date",
    "act-of.BoardByKey": "carte nel board",
    "act-of.ChipsMovedByKey": "fiches spostate",
    "act-of.Riffled": "lo stub mescolato",
    "act-of.ClockAsked": "il tempo",
    "act-of.other": "l'ultima cosa detta",
    "misdeal.remedy": "Raccogli tutte le carte e mescola; il bottone resta, carte agli stessi posti",
}
