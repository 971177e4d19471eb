import { expect, test } from "vitest";
import { knownAt } from "../../src/playground/hover";

const words = [
  { label: '"north"', detail: "Direction" },
  { label: "id", detail: "number", info: "City: its number" },
  { label: "id", detail: "number", info: "Path: its number" },
  { label: "unitsOf", detail: "(player): Unit[]", info: "The units of a player." },
];
const line = "for (const u of s.unitsOf(s.id)) s.do(u, 'north');";
const at = (text: string, plus = 0) => knownAt(line, line.indexOf(text) + plus, words);

test("a word of the State is told with its signature and what it is", () => {
  expect(at("unitsOf")?.texts).toEqual([{ head: "unitsOf(player): Unit[]", about: "The units of a player." }]);
  expect(at("unitsOf", 7)).toMatchObject({ from: 18, to: 25 });
  expect(at("id)")?.texts).toEqual([
    { head: "id: number", about: "City: its number" },
    { head: "id: number", about: "Path: its number" },
  ]);
  expect(at("north")?.texts).toEqual([{ head: '"north": Direction', about: "" }]);
});

test("other words are not", () => {
  expect(at("const")).toBeUndefined();
  expect(at("unitsOf", -1)).toBeUndefined(); // the dot
  expect(at("do(")).toBeUndefined();
  expect(knownAt("unitsOf", 2, words)).toBeUndefined();
});
