"""Notes for every unit how it would go to some targets: see ways_test.go."""

import arena


def make(game):
    class Ways(game.Bot):
        def play(self, s):
            targets = [c for c in range(s.rows * s.cols) if (c * 7919 + s.round) % 97 == 0]
            kinds = [{"kind": "dwarf"}, {"kind": "wizard"}] if game is arena.moria else [{}]
            for kind in kinds:
                ways = s.ways_to(targets, **kind)
                for u in s.units:
                    if u.cell >= 0 and ways.step(u.cell) is not None:
                        s.log_unit(u, ways.cost(u.cell), ways.steps(u.cell), ways.step(u.cell), len(ways.path(u.cell)))

    return Ways


arena.serve(make(arena.orkisland), make(arena.moria), make(arena.battleroyale), make(arena.duel))
