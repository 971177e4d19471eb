"""A bot that marches the same way in every language: see march_test.go."""

import arena


def make(game):
    words = game.ACTIONS if hasattr(game, "ACTIONS") else game.DIRECTIONS

    class March(game.Bot):
        def play(self, s):
            for k in range(10):
                unit = (7 * k + s.me + s.round) % 40
                s.do(unit, words[(3 * s.round + unit + s.me) % len(words)])

    return March


arena.serve(*(make(getattr(arena, name)) for name in arena._GAMES))
