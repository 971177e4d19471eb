"""A bot for Ork Island: its orks go where it pays."""

import math

import arena
from arena import orkisland as game


class Goal:
    """Where an ork goes."""

    def __init__(self, ork: game.Unit, place: int, ways: game.Ways, value: float) -> None:
        self.ork, self.place, self.ways, self.value = ork, place, ways, value


class Bot(game.Bot):  # a new one in each match, so it may remember things in self
    def start(self, s: game.State) -> None:
        """Finds the ways to each city and path, which never change in a match."""
        self.ways = [s.ways_to(area.cells) for area in s.cities + s.paths]

    def play(self, s: game.State) -> None:
        """Gives each ork a place. Those that are nearest to theirs go first."""
        self.enemies = [u for u in s.units if u.owner != s.me]
        goals = self.share(self.goals(s))
        goals.sort(key=lambda g: self.far(g.ways, g.ork.cell))
        taken = {g.ork.cell for g in goals}  # where our orks will be
        for g in goals:
            d = self.step(s, g, taken)
            taken.remove(g.ork.cell)
            taken.add(s.dest(g.ork.cell, d))
            s.do(g.ork, d)

    def goals(self, s: game.State) -> list[Goal]:
        """Returns what each place is worth to each ork."""
        goals: list[Goal] = []
        for i, (place, ways) in enumerate(zip(s.cities + s.paths, self.ways)):
            worth, guard = self.worth(s, place, ways), self.guard(s, place)
            for ork in s.units_of(s.me):
                value = worth / (self.far(ways, ork.cell) + 8)
                if ork.health - ways.cost(ork.cell) <= guard:
                    value /= 12  # it would starve on the way, or lose there
                goals.append(Goal(ork, i, ways, value))
        return goals

    def worth(self, s: game.State, place: game.City | game.Path, ways: game.Ways) -> float:
        """Returns what it is worth to send somebody to a place."""
        points = s.worth(s.me, place)
        if place.owner != s.me:
            return math.sqrt(points + 0.4 * s.worth(place.owner, place))  # what an enemy loses is good, too
        alarm = 0.05  # nobody need be sent to a place of its own if no enemy is near
        for enemy in self.enemies:
            alarm = max(alarm, 1 - self.far(ways, enemy.cell) / 30)
        return alarm * math.sqrt(points)

    def guard(self, s: game.State, place: game.City | game.Path) -> int:
        """Returns the health of the strongest enemy in a place, or -1."""
        there = (s.unit_at(cell) for cell in place.cells)
        return max((u.health for u in there if u and u.owner != s.me), default=-1)

    def far(self, ways: game.Ways, cell: int) -> float:
        """Returns how far a cell is: the steps, and twice the health that they cost."""
        cost = ways.cost(cell)
        return ways.steps(cell) + 2 * cost if cost >= 0 else math.inf

    def share(self, goals: list[Goal]) -> list[Goal]:
        """Gives each ork a goal, the best first. While there is a place for each, no two go to the same."""
        goals.sort(key=lambda g: -g.value)
        shared: list[Goal] = []
        busy: set[int] = set()
        taken: set[int] = set()
        for again in (False, True):
            for g in goals:
                if g.ork.id not in busy and (again or g.place not in taken):
                    busy.add(g.ork.id)
                    taken.add(g.place)
                    shared.append(g)
        return shared

    def step(self, s: game.State, g: Goal, taken: set[int]) -> str:
        """Returns the best of the four steps and of staying."""
        best, highest = "none", -math.inf
        for d in ("north", "south", "east", "west", "none"):
            to = s.dest(g.ork.cell, d)
            if d != "none" and (to in taken or s.cost(to) < 0):
                continue
            value = self.judge(s, g, to)
            if value > highest:
                best, highest = d, value
        return best

    def judge(self, s: game.State, g: Goal, to: int) -> float:
        """Returns how good it is for an ork to be on a cell: nearer to its goal, winning a fight, out of danger."""
        value = 0.3 * (self.far(g.ways, g.ork.cell) - self.far(g.ways, to))
        health = g.ork.health - (s.cost(to) if to != g.ork.cell else 0)
        other = s.unit_at(to)
        fight = other is not None and other.owner != s.me
        if fight and other.health > health:
            return value - 10
        if fight and other.health < health:
            value += 10
        elif health < 0:
            return value + 3  # it starves, and is reborn with full health
        return value - self.fear(s, to, health)

    def fear(self, s: game.State, cell: int, health: int) -> float:
        """Returns how bad enemies are that would win on a cell: most beside it, less two steps away."""
        row, col, cost = s.row(cell), s.col(cell), s.cost(cell)
        worst = 0
        for enemy in self.enemies:
            steps = abs(s.row(enemy.cell) - row) + abs(s.col(enemy.cell) - col)
            if 0 < steps <= 2 and enemy.health - cost > health:
                worst = max(worst, 8 if steps == 1 else 3)
        return worst


if __name__ == "__main__":
    arena.serve(Bot)
