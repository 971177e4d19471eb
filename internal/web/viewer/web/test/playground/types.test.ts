import { expect, test } from "vitest";
import { elementOf, listOf, named, parse, partOf, print, returned, union } from "../../src/playground/types";

const written = (text: string, language: "js" | "py" = "js"): string | undefined => {
  const type = parse(text);
  return type && print(type, language);
};

test("types are read as TypeScript and Python have them, and written as the language does", () => {
  for (const text of ["Unit", "number[]", "(City | Path)[]", "[Direction, number][]", "Set<Unit>", "Unit[][]"]) {
    expect(written(text)).toBe(text);
  }
  for (const text of ["list[Unit]", "tuple[int, str]", "set[int]", "list[City | Path]", "Iterable[int]"]) {
    expect(written(text, "py")).toBe(text);
  }
  expect(written("readonly Unit[]")).toBe("Unit[]");
  expect(written("Unit | undefined")).toBe("Unit");
  expect(written("Optional[game.Unit]", "py")).toBe("Unit");
  expect(written('"game.Unit | None"', "py")).toBe("Unit");
  expect(written("tuple[Direction, ...]", "py")).toBe("Iterable[Direction]");
});

test("what can't be read is unknown", () => {
  for (const text of [
    "any",
    "Any",
    "void",
    "None",
    "",
    "(cell: number) => number",
    "{ a: number }",
    "Callable[[int], int]",
  ]) {
    expect(parse(text), text).toBeUndefined();
  }
  expect(written("((cell: number) => number) | Unit")).toBe("Unit"); // the arrow closes no bracket
  expect(written("Set<Unit> | Map<(a: number) => City, number> | Path[]")).toBe("Set<Unit> | Path[]");
});

test("what a function returns is behind its last bracket", () => {
  expect(returned("(player: number): Unit[]")).toBe("Unit[]");
  expect(returned("(cells: Iterable<number>, options?: { cost?: (cell: number) => number }): Ways")).toBe("Ways");
  expect(returned("(cells: Iterable[int], cost: Callable[[int], int] | None = None) -> Ways")).toBe("Ways");
  expect(returned("<T>(items: readonly T[]): T")).toBe("T");
  expect(returned("readonly (City | Path)[]")).toBeUndefined();
});

test("lists, tuples and texts are taken apart", () => {
  const pair = parse("[Direction, number]");
  expect(partOf(pair, 1)).toEqual(named("number"));
  expect(partOf(pair, 2)).toBeUndefined();
  expect(elementOf(pair)).toEqual(union(named("Direction"), named("number")));
  expect(elementOf(listOf(named("Unit")))).toEqual(named("Unit"));
  expect(elementOf(named("str"))).toEqual(named("str"));
  expect(elementOf(named("Unit"))).toBeUndefined();
  expect(elementOf(union(parse("City[]"), parse("Path[]")))).toEqual(union(named("City"), named("Path")));
  expect(parse("T[]", named("Unit"))).toEqual(listOf(named("Unit")));
});
