import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { offered } from "../../src/playground/members";
import type { Language, Word } from "../../src/playground/site";

interface Golden {
  readonly Game: string;
  readonly Language: Language;
  readonly Words: readonly Word[];
  readonly Starter: string;
}
const here = import.meta.dirname;
const golden = JSON.parse(readFileSync(join(here, "site.golden"), "utf8")) as readonly Golden[];
const tutorial = join(here, "../../../../../../docs/tutorial");

const wordsOf = (language: Language, game = "orkisland"): readonly Word[] =>
  golden.find((one) => one.Game === game && one.Language === language)?.Words ?? [];

const programs = [
  ...golden.map(({ Game, Language, Words, Starter }) => ({
    name: `${Game}, ${Language}`,
    Language,
    Words,
    code: Starter,
  })),
  ...(["js", "py"] as const).flatMap((Language) => {
    const folder = join(tutorial, Language === "js" ? "js" : "python");
    const steps = readdirSync(folder).filter((name) => name.startsWith("step"));
    return steps.map((name) => ({
      name,
      Language,
      Words: wordsOf(Language),
      code: readFileSync(join(folder, name), "utf8"),
    }));
  }),
];

// points are the places of points that have a name before and behind them, but for those in comments and texts.
function points(code: string): number[] {
  const plain = code.replaceAll(/\/\*[^]*?\*\/|\/\/.*|#.*|"""[^]*?"""|"[^"\n]*"/g, (all) =>
    all.replaceAll(/[^\n]/g, " "),
  );
  return [...plain.matchAll(/(?<=[\w\])])\.(?=[A-Za-z_])/g)].map(({ index }) => index);
}

test.each(programs)("$name: the names behind its points are offered", ({ Language, Words, code }) => {
  const unsure: string[] = [];
  for (const point of points(code)) {
    const name = /^\w+/.exec(code.slice(point + 1))?.[0] ?? "";
    const line = code.slice(code.lastIndexOf("\n", point) + 1).split("\n")[0] ?? "";
    const cut = `${code.slice(0, point + 1)}${code.slice(point + 1 + name.length)}`;
    for (const text of [code, cut]) {
      const { words, isSure } = offered(Language, text, point, Words);
      const isOwn = !Words.some(({ label }) => label === name); // perhaps it stands there only
      if (isSure && !(isOwn && text === cut)) {
        expect(
          words.map(({ label }) => label),
          `${name} in ${line}`,
        ).toContain(name);
      } else if (text === code) {
        unsure.push(`${name} in ${line.trim()}`);
      }
    }
  }
  expect(unsure).toEqual([]);
});

const inJS = (play: string, more = ""): string => `class Bot {\n  play(s) {\n    ${play}\n  }\n${more}\n}\n`;
const inPython = (play: string, more = ""): string =>
  `from arena import orkisland as game\nclass Bot(game.Bot):\n    def play(self, s):\n        ${play}\n${more}\n`;

// behind returns what is offered where a program has a |; nothing if that is not sure.
function behind(language: Language, marked: string): readonly string[] | undefined {
  const point = marked.indexOf(".|");
  const { words, isSure } = offered(language, marked.replace("|", ""), point, wordsOf(language));
  return isSure ? words.map(({ label }) => label) : undefined;
}

const city = ["cells", "id", "owner"];
const unit = ["cell", "health", "id", "owner"];

test.each([
  ["for (const u of s.unitsOf(s.me)) u.|", unit],
  ["for (const u of s.units) {\n u.|\n s.do(u, 'north');\n}", unit],
  ["const c = s.cities[0];\nc.|", city],
  ["let c;\nc = s.cities.at(-1);\nc.|", city],
  ["s.units.filter((u) => u.owner === s.me).find((u) => u.|)", unit],
  ["s.units.map((u) => s.unitAt(u.cell)).at(0)?.|", unit],
  ["s.cities.flatMap((c) => c.cells.map((x) => s.unitAt(x)))[0].|", unit],
  ["const [first, second] = s.cities;\nsecond.|", city],
  ["const { cities } = s;\ncities[1].|", city],
  ["for (const [i, c] of s.cities.entries()) c.|", city],
  ["const near = [];\nnear.push(s.unitAt(3));\nnear[0].|", unit],
  ["const mine = new Set(s.unitsOf(s.me));\nfor (const u of mine) u.|", unit],
  ["s.units.sort((a, b) => a.health - b.|)", unit],
  ["const best = s.units.reduce((a, b) => (a.health > b.health ? a : b));\nbest.|", unit],
  ["s.rand.choice(s.cities).|", city],
  ["this.goal = s.cities[0];\nthis.goal.|", city],
  ["const o = { ork: s.units[0], far: 3 };\no.|", ["far", "ork"]],
  ["const o = { ork: s.units[0], far: 3 };\no.ork.|", unit],
  ["for (const u of s.units) {}\nconst u = s.cities[0];\nu.|", city],
])("in JavaScript, after %j", (play, want) => {
  expect([...(behind("js", inJS(play)) ?? [])].sort()).toEqual(want);
});

test.each([
  ["for u in s.units_of(s.me):\n            u.|", unit],
  ["c = s.cities[0]\n        c.|\n        s.do(1, 'north')", city],
  ["u = [u for u in s.units if u.owner == s.me][0]\n        u.|", unit],
  ["best = max(s.units, key=lambda u: u.|)", unit],
  ["best = min((u for u in s.units), key=lambda u: u.health)\n        best.|", unit],
  ["for i, c in enumerate(s.cities):\n            c.|", city],
  ["for a, (b, c) in enumerate(zip(s.units, s.cities)):\n            c.|", city],
  ["mine = sorted(s.units)\n        mine[0].|", unit],
  ["if (u := s.unit_at(3)) is not None:\n            u.|", unit],
  ["goal: game.City = find()\n        goal.|", city],
  ["first, second = s.cities[0], s.units[0]\n        second.|", unit],
  ["sum(u.| for u in s.units)", unit],
  ["s.rand.choice(s.cities).|", city],
  ["self.goal = s.cities[0]\n        self.goal.|", city],
  ["(s.unit_at(1) or s.units[0]).|", unit],
])("in Python, after %j", (play, want) => {
  expect([...(behind("py", inPython(play)) ?? [])].sort()).toEqual(want);
});

test("what a method of the bot is given, and what it returns, is known from its calls", () => {
  const js = "  far(ork) {\n    ork.|\n    return s.cities[0];\n  }";
  expect(behind("js", inJS("this.far(s.units[0]);", js))).toEqual(expect.arrayContaining(unit));
  expect(behind("js", inJS("this.near(s).|", "  near(s) {\n    return s.cities[0];\n  }"))).toEqual(
    expect.arrayContaining(city),
  );
  const py = "    def far(self, ork, city: game.City):\n        ork.|";
  expect(behind("py", inPython("self.far(s.units[0])", py))).toEqual(expect.arrayContaining(unit));
  expect(behind("py", inPython("self.|", "    def far(self):\n        pass"))).toEqual([
    "name",
    "version",
    "play",
    "far",
  ]);
});

test("either of two may be before a point", () => {
  const both = [...new Set([...city, "from", "to"])].sort();
  expect([...(behind("js", inJS("for (const area of [...s.cities, ...s.paths]) area.|")) ?? [])].sort()).toEqual(
    [...both, "owner", "id", "cells"].filter((name, i, all) => all.indexOf(name) === i).sort(),
  );
});

test("of what is not known, all is offered, as members of the State", () => {
  for (const code of [inJS("x.|"), inJS("const x = JSON.parse('{}');\nx.|"), inJS("const o = {};\no.|")]) {
    const point = code.indexOf(".|");
    const { words, isSure } = offered("js", code.replace("|", ""), point, wordsOf("js"));
    expect(isSure).toBe(false);
    const labels = words.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(["unitsOf", "health", "step"]));
    expect(labels).not.toEqual(expect.arrayContaining(["State"]));
    expect(labels.some((label) => label.startsWith('"'))).toBe(false);
  }
  expect(behind("py", inPython("x.|"))).toBeUndefined();
  expect(behind("py", "class A(Enum):\n    X = 1\n    def f(self):\n        self.|\n")).toBeUndefined();
});

test("what rests on itself is not known, and ends", () => {
  expect(behind("js", inJS("let a = b;\nlet b = a;\na.|"))).toBeUndefined();
  expect(behind("js", "function f(x) { return f(x.|); }")).toBeUndefined();
  const many = Array.from({ length: 3000 }, (_, i) => `const a${i + 1} = a${i}.x;`).join("\n");
  expect(behind("js", `const a0 = a3000;\n${many}\na3000.|`)).toBeUndefined();
});
