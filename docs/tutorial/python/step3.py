"""A bot for Ork Island: its orks fight if they win."""

import arena
from arena import orkisland as game


class Bot(game.Bot):  # a new one in each match, so it may remember things in self
    def play(self, s: game.State) -> None:
        """Lets an ork attack if it wins, and else go to the nearest city or path that is not ours."""
        ways = s.ways_to(self.goals(s))
        for ork in s.units_of(s.me):
            s.do(ork, self.fight(s, ork) or self.wait(s, ork, ways.step(ork.cell)))

    def goals(self, s: game.State) -> list[int]:
        """Returns the cells of all cities and paths that are not ours."""
        return [cell for area in s.cities + s.paths if area.owner != s.me for cell in area.cells]

    def fight(self, s: game.State, ork: game.Unit) -> str:
        """Looks for the strongest enemy beside the ork that it beats."""
        attack, strongest = "", -1
        for d, cell in s.neighbours(ork.cell):
            enemy = s.unit_at(cell)
            # The attacker pays the cost before the fight.
            if enemy and enemy.owner != s.me and strongest < enemy.health < ork.health - s.cost(cell):
                attack, strongest = d, enemy.health
        return attack

    def wait(self, s: game.State, ork: game.Unit, d: str) -> str:
        """Keeps the ork where it is if an enemy is in its way: fight found that it would not win."""
        other = s.unit_at(s.dest(ork.cell, d))
        return "none" if other and other.owner != s.me else d


if __name__ == "__main__":
    arena.serve(Bot)
