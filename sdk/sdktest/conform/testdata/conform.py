"""The bot that answers the same in every language: see main.go."""

import importlib
import pkgutil

import arena

GAMES = [importlib.import_module("arena." + m.name) for m in pkgutil.iter_modules(arena.__path__) if not m.name.startswith("_")]

MODULUS = 1000003


def make(game):
    words = game.ACTIONS if hasattr(game, "ACTIONS") else game.DIRECTIONS

    class Conform(game.Bot):
        name = "conform"

        def play(self, s):
            print("this must not disturb the answer")
            total = 17

            def add(*values):
                nonlocal total
                for n in values:
                    total = (total * 31 + n % MODULUS) % MODULUS

            for name, kind in game.FIELDS:
                value = getattr(s, name)
                if kind == "names":
                    for text in value:
                        add(*text.encode(), 7)
                    continue
                if kind == "records":
                    joined = {"owner"}
                    for one in value:
                        for key in one.__slots__:
                            if key not in joined:
                                field = getattr(one, key)
                                add(*(field if isinstance(field, list) else [field]))
                        add(7)
                    continue
                if name == "seed":
                    add(*str(value).encode())
                elif kind == "number":
                    add(value)
                elif kind == "numbers":
                    add(*value)
                else:
                    add(*(" ".join(value) if kind == "words" else value).encode())
                add(7)
            drawn = s.rand.below(1000)
            for k in range(10):
                unit = (total + 7 * k) % 40
                s.do(unit, words[(3 * s.round + unit + s.me + total) % len(words)])
            s.log("sum", total, f"drawn {drawn}")
            s.mark((total % 10, drawn % 10))
            s.arrow((1, 2), (total % 50, -3))
            s.label((drawn % 5, 0), "ä✓ two\nwords\n")
            s.log_unit(total % 40, "of\t", 40, "units")
            s.chart("drawn", drawn / 2)
            s.chart(" sum\n", -total)
            s.chart("none", float("nan"))
            if s.round == 2:
                s.log("äb✓" * 200)

    return Conform


arena.serve(*(make(game) for game in GAMES))
