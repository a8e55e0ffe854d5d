"""Frozen values: `msgspec.Struct`, and the one `replace` that makes a changed copy of them.

At run time it is `msgspec.structs.replace`, many times as fast as that of dataclasses. Type checkers know only the
latter's signature by heart: to them it is that one, and they check each field that is named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import replace
else:
    from msgspec.structs import replace

__all__ = ["replace"]
