"""A bot for Ork Island in Python. It needs no more than this file:

    arena play orkisland examples/python/orkisland.py examples/demo examples/demo examples/demo

The plan: an ork fights when it is sure to win, and keeps out of the way of those that would
win. All others are sent to cities and paths, the nearest first, so that each gets as many
of our orks as it takes to own it.
"""

from __future__ import annotations

import arena
from arena import orkisland as game


class Bot(game.Bot):
    name = "pyorks"

    def start(self, s: game.State) -> None:
        # A search visits the whole board and is the slow part of a round. But the costs of an
        # island never change, so the ways to each city and path are found once in a match.
        self.ways = [s.ways_to(area.cells) for area in s.cities + s.paths]

    def play(self, s: game.State) -> None:
        orders: dict[int, str] = {}
        walkers: list[game.Unit] = []
        for ork in s.units_of(s.me):
            attack = self.attack(s, ork)
            if attack:
                orders[ork.id] = attack
                s.log_unit(ork, "attacks", attack)  # the viewer shows it
            else:
                walkers.append(ork)
        for ork, area in self.posts(s, walkers):
            orders[ork.id] = self.walk(s, ork, self.ways[area])
        for unit, direction in orders.items():
            s.do(unit, direction)

    def attack(self, s: game.State, ork: game.Unit) -> str:
        """Looks for the strongest neighbour that the ork beats. The winner gets the loser's ork."""
        best, strongest = "", -1
        for direction, cell in s.neighbours(ork.cell):
            enemy = s.unit_at(cell)
            # The attacker pays for the cell before the fight.
            if enemy and enemy.owner != s.me and strongest < enemy.health < ork.health - s.cost(cell):
                best, strongest = direction, enemy.health
        return best

    def posts(self, s: game.State, walkers: list[game.Unit]) -> list[tuple[game.Unit, int]]:
        """Sends every ork to a city or path, by its number among all of them."""
        areas = s.cities + s.paths
        wanted: list[int] = []
        for area in areas:
            there = [other for cell in area.cells if (other := s.unit_at(cell))]
            # To take an area, we need more orks on it than any other player.
            counts = [sum(other.owner == player for other in there) for player in range(s.players)]
            counts[s.me] = 0
            wanted.append(max(counts) + 1)
        # The nearest pairs of ork and area come first. A city is worth more than a path.
        pairs: list[tuple[int, int, int]] = []
        for ork in walkers:
            for number, ways in enumerate(self.ways):
                steps = ways.steps(ork.cell)
                if steps >= 0:
                    pairs.append((steps + 3 * (number >= len(s.cities)), ork.id, number))
        pairs.sort()
        sent: dict[int, int] = {}
        for _, unit, number in pairs:
            if unit not in sent and wanted[number] > 0:
                sent[unit] = number
                wanted[number] -= 1
        for _, unit, number in pairs:  # those that are left go to the nearest
            sent.setdefault(unit, number)
        return [(ork, sent[ork.id]) for ork in walkers if ork.id in sent]

    def walk(self, s: game.State, ork: game.Unit, ways: arena.Ways) -> str:
        direction: str = ways.step(ork.cell)
        cell = s.dest(ork.cell, direction)
        if not self.danger(s, cell, ork.health - (s.cost(cell) if cell != ork.cell else 0)):
            return direction
        # Here or there somebody would win against the ork: it goes where nobody would.
        for direction, cell in s.neighbours(ork.cell):
            if s.cost(cell) >= 0 and not s.unit_at(cell) and not self.danger(s, cell, ork.health - s.cost(cell)):
                return direction
        return "none"

    def danger(self, s: game.State, cell: int, health: int) -> bool:
        """Reports whether an enemy beside a cell, or on it, would beat an ork with this health."""
        around = [cell] + [to for _, to in s.neighbours(cell)]
        enemies = [other for to in around if (other := s.unit_at(to)) and other.owner != s.me]
        return any(enemy.health - s.cost(cell) > health for enemy in enemies)


arena.serve(Bot)
