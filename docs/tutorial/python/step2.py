"""A bot for Ork Island: its orks go for what is not theirs."""

import arena
from arena import orkisland as game


class Bot(game.Bot):  # a new one in each match, so it may remember things in self
    def play(self, s: game.State) -> None:
        """Sends every ork to the nearest city or path that is not ours."""
        ways = s.ways_to(self.goals(s))
        for ork in s.units_of(s.me):
            s.do(ork, ways.step(ork.cell))

    def goals(self, s: game.State) -> list[int]:
        """Returns the cells of all cities and paths that are not ours."""
        return [cell for area in s.cities + s.paths if area.owner != s.me for cell in area.cells]


if __name__ == "__main__":
    arena.serve(Bot)
