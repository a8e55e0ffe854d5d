"""Spanish for slips of the dealer's hand: what a key would do out of its time, and what undo and redo took up."""

from __future__ import annotations

from typing import Final

SLIPS: Final[dict[str, str]] = {
    "next.answer-first": "Responde primero a la pregunta",
    "next.deal-again": "Misdeal: recoge todo y baraja, mismo botón",
    "next.loose-chips": "{player}: {chips} sin acción: teclea la acción o devuélvelas",
    "next.loose-chips-short": "{player}: {chips} sueltas: ¿acción?",
    "next.no-cards": "{player}: sin cartas. Devuélvelas o fold",
    "reason.answer-first": "hay una pregunta abierta: responde primero",
    "reason.show-or-muck": "asiento {seat}: t si la mano está boca arriba, f si va a los descartes",
    "reason.hand-under-way": "la mano no ha terminado: solo se recoge una mano terminada",
    "reason.no-hand-to-gather": "no hay ninguna mano que recoger",
    "key.mucked": "descartada",
    "look.command.MarkRiffle": "El stub queda desordenado: se llama al floor",
    "look.command.MarkDealt": "Los lectores ven menos cartas: ¿están todas ahí?",
    "look.command.TurnUp": "Todos ven estas cartas, y ahora nadie debe mostrarlas",
    "note.too-soon": "La pregunta acaba de salir: léela y responde",
    "note.undone": "Deshecho: {act} (y: vuelve a valer)",
    "note.redone": "Vale de nuevo: {act} (u: lo deshace)",
    "act-of.said": "{player} dice {word}",
    "act-of.Asked": "{player} pregunta",
    "act-of.ChipsPushed": "{player} pone {chips}",
    "act-of.ChipsTakenBack": "{player} retira {chips}",
    "act-of.CardsMucked": "la mano de {player} en los descartes",
    "act-of.HandTabled": "la mano de {player} boca arriba",
    "act-of.CardShown": "una carta expuesta",
    "act-of.FloorRuled": "el floor: {option}",
    "act-of.CardsDealtByKey": "cartas repartidas",
    "act-of.BoardByKey": "cartas en el board",
    "act-of.ChipsMovedByKey": "fichas movidas",
    "act-of.Riffled": "el stub barajado",
    "act-of.ClockAsked": "el reloj",
    "act-of.other": "lo último que se dijo",
    "misdeal.remedy": "Recoge todas las cartas y baraja; el botón queda, cartas a los mismos asientos",
}
