"""A bot that marches the same way in every language: see march_test.go."""

import importlib
import pkgutil

import arena

GAMES = [importlib.import_module("arena." + m.name) for m in pkgutil.iter_modules(arena.__path__) if not m.name.startswith("_")]


def make(game):
    words = game.ACTIONS if hasattr(game, "ACTIONS") else game.DIRECTIONS

    class March(game.Bot):
        def play(self, s):
            for k in range(10):
                unit = (7 * k + s.me + s.round) % 40
                s.do(unit, words[(3 * s.round + unit + s.me) % len(words)])

    return March


arena.serve(*(make(game) for game in GAMES))
