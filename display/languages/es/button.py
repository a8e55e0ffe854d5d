"""Spanish for the button: where it goes, when it lies wrong, newcomers between it and the blinds."""

from __future__ import annotations

from typing import Final

BUTTON: Final[dict[str, str]] = {
    "finding.dead-button": "El asiento al que toca el botón está vacío",
    "finding.button-draw": "El botón no está en el asiento del sorteo",
    "finding.button-move-error": "El botón se movió mal",
    "finding.heads-up-button": "Mano a mano: otra vez la misma ciega grande",
    "finding.new-player-position": "Un nuevo jugador entre botón y ciegas",
    "fact.stands.1": "la mano vale; un asiento atrás, luego dos adelante",
    "option.adjust-button": "se ajusta el botón: nadie es ciega grande dos veces seguidas",
    "option.back-then-forward": "la mano vale; el botón va un asiento atrás, luego dos adelante",
    "option.button-stays": "el botón se queda donde estaba",
    "option.button-to-empty-seat": "el botón va al asiento vacío",
    "option.leave-button": "el botón avanza como siempre",
    "option.newcomer-plays": "el nuevo juega esta mano",
    "option.newcomer-waits": "el nuevo espera a que pase el botón",
    "effect.button-back": "la próxima mano tiene el botón en el {player}, la siguiente dos más allá",
    "effect.button": "el botón está en el {player}",
}
