"""A bot for Ork Island. All that it can ask and do is in the module arena.orkisland."""

import arena
from arena import orkisland as game


class Bot(game.Bot):  # a new one in each match, so it may remember things in self
    def play(self, s: game.State) -> None:
        """Sends every ork to the nearest city."""
        ways = s.ways_to(cell for city in s.cities for cell in city.cells)
        for ork in s.units_of(s.me):
            s.do(ork, ways.step(ork.cell))


if __name__ == "__main__":
    arena.serve(Bot)
