"""Notes what areas pay: see worth_test.go."""

import arena


class Appraiser(arena.orkisland.Bot):
    def play(self, s):
        if s.round % 20:
            return
        areas = s.cities + s.paths
        for player in range(-1, s.players + 1):
            i = s.income(player)
            components = "".join("[" + " ".join(map(str, group)) + "]" for group in s.components(player))
            s.log_unit(0, f"{i.cities}+{i.paths}+{i.groups}={i.total} [{components}]")
            for k, area in enumerate(areas):
                s.log_unit(k, s.worth(player, area), s.income_with(player, area, areas[0], areas[-1]))
        for u in s.units_of(s.me):
            s.log_unit(u, s.cost(u.cell))


arena.serve(Appraiser)
