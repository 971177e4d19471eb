import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { knownAt } from "../../src/playground/members";
import type { Language, Word } from "../../src/playground/site";

const golden = JSON.parse(readFileSync(join(import.meta.dirname, "site.golden"), "utf8")) as readonly {
  readonly Game: string;
  readonly Language: Language;
  readonly Words: readonly Word[];
  readonly Starter: string;
}[];

// asker returns what asks for the first place of a text in a program.
const asker =
  (language: Language, code: string, words: readonly Word[]) =>
  (text: string, plus = 0) =>
    knownAt(language, code, code.indexOf(text) + plus, words);

const { Words: js = [], Starter: starter = "" } =
  golden.find(({ Game, Language }) => Game === "orkisland" && Language === "js") ?? {};
const { Words: py = [], Starter: pyStarter = "" } =
  golden.find(({ Game, Language }) => Game === "orkisland" && Language === "py") ?? {};

const line = "for (const u of s.unitsOf(s.id)) s.do(u, 'north');";
const at = asker("js", line, js);

test("a word of the State is told with its signature and what it is", () => {
  expect(at("unitsOf")?.texts).toEqual([
    { head: "unitsOf(player: number): Unit[]", about: "Returns the units of a player, by number." },
  ]);
  expect(at("unitsOf", 7)).toMatchObject({ from: 18, to: 25 });
  expect(at("id)")?.texts).toEqual([
    { head: "id: number", about: "City: its number" },
    { head: "id: number", about: "Path: its number" },
    { head: "id: number", about: "" },
  ]); // nobody knows what s is, so that it is told of all
  expect(at("north")?.texts).toEqual([{ head: '"north": Direction', about: "" }]);
});

test("other words are not", () => {
  expect(at("const")).toBeUndefined();
  expect(at("unitsOf", -1)).toBeUndefined(); // the point is the end of s
  expect(knownAt("js", "unitsOf", 2, js)).toBeUndefined();
  expect(knownAt("js", "s.unitsOf; // unitsOf", 18, js)).toBeUndefined();
});

test("in the starter in JavaScript, what stands before a point chooses", () => {
  const on = asker("js", starter, js);
  expect(on("cell)")?.texts).toEqual([
    { head: "cell: number", about: "Unit: For every ork, the number of the cell that it stands on." },
  ]);
  expect(on("step(")?.texts).toEqual([
    { head: "step(cell: number): Direction", about: "Ways: Returns the first step of the cheapest path from a cell." },
  ]);
  expect(on("const ork", 6)?.texts).toEqual([{ head: "ork: Unit", about: "One of the units." }]);
  expect(on("orkisland,")?.texts).toEqual([{ head: "orkisland: Game", about: "Ork Island, to be given to serve." }]);
  expect(on("serve(")?.texts[0]?.head).toBe("serve(...list: any[]): void");
  expect(on("(city)", 1)?.texts).toEqual([{ head: "city: City", about: "One of the cities." }]);
  const state = { head: "class State", about: expect.stringContaining("The match as it stands before a round") };
  expect(on("{State} s", 1)?.texts).toEqual([state]);
  expect(on("play(s)", 5)?.texts).toEqual([{ ...state, head: "s: State" }]);
});

test("in the starter in Python, the module, its classes and a cell are told", () => {
  const on = asker("py", pyStarter, py);
  const about = expect.stringContaining("State is what a bot is given");
  expect(on("game\n")?.texts).toEqual([{ head: "game: module", about }]);
  expect(on("game.Bot")?.texts).toEqual([{ head: "game: module", about }]);
  expect(on("State)")?.texts).toEqual([
    { head: "class State", about: expect.stringContaining("The match as it stands before a round") },
  ]);
  expect(on("cell for")?.texts).toEqual([{ head: "cell: int", about: "Numbers of the city's cells." }]);
  expect(on("ways =")?.texts[0]).toMatchObject({ head: "ways: Ways" });
  expect(on("arena.serve")?.texts[0]?.head).toBe("arena: module");
  expect(on("step(")?.texts[0]?.head).toBe("step(cell: int) -> Direction");
});

test("of a number, what it was taken from is told", () => {
  const on = asker("js", "class Bot {\n  play(s) {\n    for (const cell of s.unitCells) s.mark(cell);\n  }\n}", js);
  const about = "For every ork, the number of the cell that it stands on.";
  expect(on("cell)")?.texts).toEqual([{ head: "cell: number", about }]);
});

test("of what the bot itself has, the type is told", () => {
  const code =
    "class Bot {\n  play(s) {\n    this.goal = s.cities;\n    this.best(s).id;\n  }\n  best(s) { return s.paths[0]; }\n}";
  const on = asker("js", code, js);
  expect(on("goal")?.texts).toEqual([{ head: "goal: City[]", about: "" }]);
  expect(on("best")?.texts[0]?.head).toBe("best(…): Path");
});
