"""A short bot for each game, in Python:

    arena play battleroyale examples/python/demo.py examples/null examples/null examples/null

For Ork Island there is a better one in orkisland.py.
"""

from __future__ import annotations

import arena
from arena import battleroyale, moria, orkisland, starships


class Orks(orkisland.Bot):
    """Orks go to the nearest city or path that is not ours, and attack those that are weaker."""

    name = "pydemo"

    def play(self, s: orkisland.State) -> None:
        cities = [cell for city in s.cities if city.owner != s.me for cell in city.cells]
        paths = [cell for path in s.paths if path.owner != s.me for cell in path.cells]
        ways = s.ways_to(cities + paths)
        for ork in s.units_of(s.me):
            step = ways.step(ork.cell)
            for direction, cell in s.neighbours(ork.cell):
                other = s.unit_at(cell)
                if other and other.owner != s.me and other.health < ork.health - 3:
                    step = direction
                    break
            s.do(ork, step)


class Knights(battleroyale.Bot):
    """Farmers go to the nearest tile that is not ours, knights to the nearest enemy."""

    def play(self, s: battleroyale.State) -> None:
        fields = s.ways_to(cell for cell, colour in enumerate(s.colours) if colour != str(s.me))
        enemies = s.ways_to(u.cell for u in s.units if u.owner != s.me)
        for knight in s.units_of(s.me, "knight"):
            # At less than the greatest damage the next attack may make it an enemy's, so it rests.
            hurt = knight.health <= s.damage_max and enemies.cost(knight.cell) > 1
            s.do(knight, "none" if hurt else enemies.step(knight.cell))
        for farmer in s.units_of(s.me, "farmer"):
            s.do(farmer, fields.step(farmer.cell))


class Dwarves(moria.Bot):
    """Dwarves go to the nearest cave that is not ours, and keep away from Sauron's units."""

    def play(self, s: moria.State) -> None:
        ways = s.ways_to(cell for cell, letter in enumerate(s.cells) if letter in "CT0123" and letter != str(s.me))
        sauron = [u.cell for u in s.units if u.kind in ("troll", "balrog") and u.cell >= 0]

        def deadly(cell: int) -> bool:
            row, col = s.row(cell), s.col(cell)
            return any(max(abs(s.row(c) - row), abs(s.col(c) - col)) <= 2 for c in sauron)

        for dwarf in s.units_of(s.me, "dwarf"):
            ahead = ways.step(dwarf.cell)
            prey = safe = None
            danger = deadly(dwarf.cell) or deadly(s.dest(dwarf.cell, ahead))
            for direction, cell in s.neighbours(dwarf.cell):
                other = s.unit_at(cell)
                if not prey and other and other.owner != s.me and other.kind in ("dwarf", "wizard", "orc"):
                    prey = direction
                if danger and not safe and not other and s.cells[cell] in "OCT0123" and not deadly(cell):
                    safe = direction
            s.do(dwarf, (safe or "none") if danger else (prey or ahead))


class Ships(starships.Bot):
    """Starships make the move that takes or comes near to a bonus, and do not crash."""

    MOVES = ("default", "up", "down", "fast", "fast_up", "fast_down", "slow", "slow_up", "slow_down")

    def play(self, s: starships.State) -> None:
        bonuses = [cell for cell, thing in enumerate(s.cells) if thing in "PM"]
        rockets = {s.cell(s.row(m.cell), (s.col(m.cell) + ahead) % s.cols) for m in s.missiles for ahead in range(5)}
        taken: set[int] = set()
        for ship in s.units_of(s.me):
            if not ship.alive:
                continue
            best, least = "default", 10**9
            for word in self.MOVES:
                to = s.dest(ship.cell, word)
                if to < 0 or to in taken or (s.col(to) - s.round - 1) % s.cols >= s.nb_win_cols:
                    continue
                swept = self.swept(s, ship.cell, to)
                if any(s.cells[c] == "X" or c in rockets or s.unit_at(c) for c in swept) or not self.leaves_a_way(s, to):
                    continue
                cost = -1 if any(s.cells[c] in "PM" for c in swept) else 1000
                for cell in bonuses:
                    ahead = (s.col(cell) - s.col(to)) % s.cols
                    rows = abs(s.row(cell) - s.row(to))
                    if rows <= ahead < s.nb_win_cols:  # else the ship would fly past it
                        cost = min(cost, ahead + 3 * rows)
                if cost < least:
                    best, least = word, cost
            s.do(ship, best)
            taken.add(s.dest(ship.cell, best))

    def leaves_a_way(self, s: starships.State, cell: int) -> bool:
        """Reports whether a starship can go on from a cell in the next round."""
        for word in ("default", "up", "down"):
            to = s.dest(cell, word)
            if to >= 0 and not any(s.cells[c] == "X" for c in self.swept(s, cell, to)):
                return True
        return False

    def swept(self, s: starships.State, start: int, end: int) -> list[int]:
        """Returns the cells that a starship passes through: all of the rectangle but the first."""
        ahead = (s.col(end) - s.col(start)) % s.cols
        rows = sorted((s.row(start), s.row(end)))
        cells = [s.cell(row, (s.col(start) + k) % s.cols) for row in range(rows[0], rows[1] + 1) for k in range(ahead + 1)]
        return [cell for cell in cells if cell != start]


arena.serve(Orks, Knights, Dwarves, Ships)
