"""What lines mean: their fields, decoded when a bot asks for them, and what is made of them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    # This is understood by every editor. In a bot, these are the classes below, which take
    # less time.
    from functools import cached_property as changing
    from typing import Any, TypeVar

    fixed = changing
    T = TypeVar("T")
    Dict = dict[str, Any]
else:
    Dict = dict

    class changing:
        """A value of a round. It is made when it is first asked for, and then found without this."""

        def __init__(self, make):
            self.make = make
            self.name = make.__name__
            self.__doc__ = make.__doc__

        def __get__(self, s, owner=None):
            if s is None:
                return self
            value = s.__dict__[self.name] = self.make(s)
            return value

        def __repr__(self):
            return self.make.__annotations__["return"]

    class fixed(changing):
        """A value of a whole match. It is kept in the match's own class of State."""

        def __get__(self, s, owner=None):
            if s is None:
                return self
            value = self.make(s)
            setattr(type(s), self.name, value)
            return value


class Lines(Dict):
    """The lines of a round by their first words: the rest of a line, or a list of them."""

    def __missing__(self, name: str) -> Any:
        raise AttributeError(f"the arena sent no line {name!r}")


class One:
    """One of several, with its number. In a command, the number may be given or this itself."""

    __slots__: Iterable[str] = ()
    id: int

    def __index__(self) -> int:
        return self.id

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{type(self).__name__}({values})"


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def records(lines: list[str], kinds: str) -> list[list[Any]]:
    """Decodes lines of records: a number, then for each letter of kinds a number (n), a
    word (w) or all the numbers (N) or words (W) that are left."""
    table: list[list[Any]] = []
    for line in lines:
        words = line.split()
        row: list[Any] = [int(words[0])]
        for at, kind in enumerate(kinds, 1):
            if kind == "n":
                row.append(int(words[at]))
            elif kind == "w":
                row.append(words[at])
            else:
                row.append([int(w) for w in words[at:]] if kind == "N" else words[at:])
        table.append(row)
    return table


def joined(make: Callable[..., T], table: list[list[Any]], *columns: list[int]) -> list[T]:
    return [make(*row, *(c[row[0]] if row[0] < len(c) else -1 for c in columns)) for row in table]


def listed(make: Callable[..., T], ids: list[int] | None, *columns: Sequence[Any]) -> list[T]:
    most = max(map(len, columns))
    padded = [c if len(c) == most else [*c, *[-1] * (most - len(c))] for c in columns]
    return list(map(make, range(most) if ids is None else ids, *padded))


def in_runs(count: int, groups: list[tuple[int, list[tuple[str, int]]]]) -> list[str]:
    """Returns what each of so many units is, given runs of units of a kind; groups of runs are repeated."""
    kinds: list[str] = []
    for times, runs in groups:
        for _ in range(times):
            for kind, length in runs:
                kinds += [kind] * min(length, count - len(kinds))
            if len(kinds) >= count:
                break
    return kinds


def meant(word: object, words: Iterable[str], what: str) -> ValueError:
    from difflib import get_close_matches

    near = get_close_matches(str(word).lower().replace(" ", "_"), words, 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return ValueError(f"{word!r} is no {what}: {', '.join(words)}{hint}")
