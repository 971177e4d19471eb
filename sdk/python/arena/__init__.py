"""Bots in Python for the games of the arena, for Python 3.9 or later. It needs this folder, and no more.

    import arena
    from arena import orkisland as game

    class Bot(game.Bot):
        def play(self, s: game.State) -> None:
            for ork in s.units_of(s.me):
                s.do(ork, "north")

    arena.serve(Bot)

The arena starts a new Bot for each match and calls play in every round, with the state
of the match. There is a module for each game with all that its bots can ask:

    python3 -m pydoc arena.orkisland

print() is free for debugging: what a bot prints is shown with its name, and kept with the match.
"""

from __future__ import annotations

from arena._match import Budget
from arena._rand import Rand
from arena._talk import param, play_transcript, serve
from arena._ways import Ways

__all__ = ["Budget", "Rand", "Ways", "param", "play_transcript", "serve"]

TYPE_CHECKING = False
if not TYPE_CHECKING:

    def __getattr__(name):
        """Finds arena.orkisland without an import of it alone."""
        from importlib.util import find_spec

        if name.startswith("_") or find_spec(f"{__name__}.{name}") is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return import_module(f"{__name__}.{name}")
