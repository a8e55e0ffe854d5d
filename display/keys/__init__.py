"""The dealer's keys as a small machine: a key comes, a command or a question to the dealer goes out.

Pure: it knows neither Textual nor the controller. A key is its printed sign, or ``enter``, ``escape``, ``backspace``.

    idle ── a key of an act ──▶ what the act asks, one after the other ──▶ the act's command
         ── . ── group ── row ──▶ the same, for every act there is

What is asked is a row of `modes.MODES`; what can be done is a row of one of the tables in `acts`, with its key, what
it asks and the command that comes of it. `menus` puts them together, `machine.press` runs them, `hints` says which
keys are worth showing. A further act is one more row, with its words under ``do.CODE``.
"""
