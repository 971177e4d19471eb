"""Plays damaged transcripts, from a file with the length before each: see mutants_test.go."""

import importlib
import pkgutil
import sys

import arena
from arena._talk import Talk

GAMES = [importlib.import_module("arena." + m.name) for m in pkgutil.iter_modules(arena.__path__) if not m.name.startswith("_")]


def make(game):
    class Everything(game.Bot):
        def play(self, s):
            for name, _ in game.FIELDS:
                getattr(s, name)
            s.rand.next()
            for u in s.units_of(s.me)[:1]:
                if game is arena.starships:
                    s.do(u, "shoot")
                    continue
                ways = s.ways_to([0, 7, u.cell, -3, 10**12])
                step = ways.step(u.cell)
                ways.path(u.cell)
                s.do(u, step)
                s.log_unit(u, ways.distance(u.cell), s.neighbours(u.cell))
            s.mark(5)

    return Everything


bots = [make(game) for game in GAMES]
answered = refused = 0
with open(sys.argv[1], "rb") as file:
    while True:
        length = file.readline()
        if not length:
            break
        answers = []
        talk = Talk(bots, answers.append)
        try:
            talk.feed(file.read(int(length)))
            answered += 1
        except (Exception, SystemExit):
            refused += 1
        for answer in answers:
            assert answer.endswith(b"\n") and answer.splitlines()[-1].startswith(b"done "), answer
print("answered", answered, "refused", refused)
