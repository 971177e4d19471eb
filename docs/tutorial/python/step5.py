"""A bot for Ork Island: its orks keep out of the way of stronger ones."""

import arena
from arena import orkisland as game


class Bot(game.Bot):  # a new one in each match, so it may remember things in self
    def start(self, s: game.State) -> None:
        """Finds the ways to each city and path, which never change in a match."""
        self.ways = [s.ways_to(area.cells) for area in s.cities + s.paths]

    def play(self, s: game.State) -> None:
        """Lets an ork attack if it wins, and else go to a city or path of its own, out of danger."""
        free = list(self.ways)
        for ork in s.units_of(s.me):
            d = self.fight(s, ork)
            if not d:
                if not free:
                    free = list(self.ways)  # more orks than places: another one for each
                nearest = min(free, key=lambda ways: ways.cost(ork.cell))
                d = self.safe(s, ork, self.wait(s, ork, nearest.step(ork.cell)))
                free.remove(nearest)
            s.do(ork, d)

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

    def safe(self, s: game.State, ork: game.Unit, ahead: str) -> str:
        """Lets the ork go where nobody beats it, if there is such a cell: ahead, or else anywhere beside it."""
        for d in (ahead, "north", "south", "east", "west"):
            cell, cost, free = s.dest(ork.cell, d), 0, True
            if cell != ork.cell:
                cost, free = s.cost(cell), s.cost(cell) >= 0 and (d == ahead or not s.unit_at(cell))
            if free and not self.danger(s, cell, ork.health - cost):
                return d
        return "none"

    def danger(self, s: game.State, cell: int, health: int) -> bool:
        """Reports whether an enemy beside a cell would beat an ork with this health there."""
        beside = (s.unit_at(to) for _, to in s.neighbours(cell))
        return any(u and u.owner != s.me and u.health - s.cost(cell) > health for u in beside)


if __name__ == "__main__":
    arena.serve(Bot)
