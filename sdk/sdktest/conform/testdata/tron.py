"""Says what it sees of a game with all that a schema can have: see tron_test.go."""

import arena
from arena import tron


class Bot(tron.Bot):
    def play(self, s):
        for u in s.units:
            s.do(u, 3)
        for t in s.things:
            s.log(t.id, t.x, t.label, len(t.cells))
        s.mark((1, 2))
        s.log(len(s.words), s.word, s.scores[0])


arena.serve(Bot)
