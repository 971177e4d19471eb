"""Random draws."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence
    from typing import Any, TypeVar

    T = TypeVar("T")


class Rand:
    """A source of random draws (SplitMix64), the same in all languages of the arena's SDKs."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & 0xFFFFFFFFFFFFFFFF

    def next(self) -> int:
        """Returns 64 random bits."""
        self._state = z = (self._state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Returns a number from 0 to n-1; n is from 1 to 2**32. It is the upper 32 bits of next() * n / 2**32."""
        if not 0 < n <= 1 << 32:
            raise ValueError(f"below({n}): n is from 1 to 2**32")
        return ((self.next() >> 32) * n) >> 32

    def choice(self, items: Sequence[T]) -> T:
        """Returns one of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Puts the items in random order: from the last to the second, each is swapped with one up to itself."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
