"""The cheapest ways over a board."""

from __future__ import annotations

from heapq import heappop, heappush

# A search is a part of the board.
# pyright: reportPrivateUsage=false

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from arena._state import Board

FAR = 1 << 62
STEP = 1 << 24  # a cost of 1 in the length of a way; below are the steps


class Ways:
    """The cheapest paths from every cell to the nearest of some targets: see ways_to.

    Among paths of equal cost, the one with the fewest steps wins. Units that stand in
    the way do not count.
    """

    __slots__ = ("_enter", "_lengths", "_s", "_words")

    def __init__(self, s: Board, words: tuple[str, ...], enter: list[int], targets: Iterable[int]) -> None:
        self._s = s
        self._words = words
        self._enter = enter
        self._lengths = search(s._match.around(s, words), enter, targets)

    def cost(self, cell: int) -> int:
        """Returns the cost of the cheapest path from a cell, or -1 if there is none."""
        length = self._lengths[cell] if 0 <= cell < len(self._lengths) else -1
        return length >> 24 if 0 <= length < FAR else -1

    def distance(self, cell: int) -> int:
        """Returns the same as cost, whose name it was."""
        return self.cost(cell)

    def steps(self, cell: int) -> int:
        """Returns how many steps the cheapest path from a cell has, or -1 if there is none."""
        length = self._lengths[cell] if 0 <= cell < len(self._lengths) else -1
        return length & 0xFFFFFF if 0 <= length < FAR else -1

    def step(self, cell: int) -> Any:
        """Returns the first step of the cheapest path from a cell. On a target, and if there is
        no path, it is the command to stay, or None if the game has none."""
        stay = self._s._STAY
        here = self._lengths[cell] if 0 <= cell < len(self._lengths) else -1
        if not 0 < here < FAR:
            return stay
        first = None
        for word in self._words:
            to = self._s.dest(cell, word)
            if to >= 0 and self._enter[to] > 0 and self._lengths[to] + self._enter[to] == here:
                if not self._s._PREFER_FREE or self._s.unit_at(to) is None:
                    return word
                first = first or word
        return first or stay

    def path(self, cell: int) -> list[int]:
        """Returns the cells of the cheapest path from a cell, without the first and with the last."""
        cells: list[int] = []
        while 0 <= cell < len(self._lengths) and 0 < self._lengths[cell] < FAR:
            cell = self._s.dest(cell, self.step(cell))
            cells.append(cell)
        return cells


def search(around: list[list[int]], enter: list[int], targets: Iterable[int]) -> list[int]:
    """Finds the length of the way from every cell to the targets: its cost << 24, plus its steps."""
    lengths = [FAR if e > 0 else -1 for e in enter]
    cells = [t for t in targets if 0 <= t < len(lengths) and lengths[t] > 0]
    for t in cells:
        lengths[t] = 0
    waiting = {0: cells}  # the cells by length; few lengths have many cells each
    order = [0]
    while order:
        here = heappop(order)
        for cell in waiting.pop(here):
            if lengths[cell] != here:
                continue
            there = here + enter[cell]
            for to in around[cell]:
                if there < lengths[to]:
                    lengths[to] = there
                    if there in waiting:
                        waiting[there].append(to)
                    else:
                        waiting[there] = [to]
                        heappush(order, there)
    return lengths
