// What the editor underlines before a bot runs: typical mistakes, and nothing in what is right.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { check, type Finding } from "../../src/playground/check";
import type { Language, Word } from "../../src/playground/site";

interface Golden {
  readonly Game: string;
  readonly Language: Language;
  readonly Words: readonly Word[];
  readonly Starter: string;
}
const here = import.meta.dirname;
const golden = JSON.parse(readFileSync(join(here, "site.golden"), "utf8")) as readonly Golden[];
const root = join(here, "../../../../../..");

const wordsOf = (language: Language, game: string): readonly Word[] =>
  golden.find((one) => one.Game === game && one.Language === language)?.Words ?? [];

const found = (language: Language, code: string, game = "orkisland"): readonly Finding[] =>
  check(language, code, wordsOf(language, game), game);

const games = [...new Set(golden.map(({ Game }) => Game))];

// programs are all bots and samples that this repository has.
const folders = [
  "docs/tutorial/js",
  "docs/tutorial/python",
  "examples/js",
  "examples/python",
  "sdk/sdktest/conform/testdata",
  "sdk/js/arena",
  "sdk/python/arena",
];
const programs = folders.flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => /\.(?:mjs|py)$/.test(name) && name !== "fault.py" && name !== "mutants.mjs")
    .map((name) => ({ name: `${folder}/${name}`, code: readFileSync(join(root, folder, name), "utf8") })),
);
const samples = ["README.md", "docs/better.md", "docs/tutorial.md", "sdk/js/README.md", "sdk/python/README.md"].flatMap(
  (name) =>
    [...readFileSync(join(root, name), "utf8").matchAll(/^```(js|javascript|python|py)\n([^]*?)^```/gm)].map(
      ([, as = "", code = ""], i) => ({
        name: `${name} ${i}.${as.startsWith("js") || as.startsWith("java") ? "mjs" : "py"}`,
        code,
      }),
    ),
);

const languageOf = (name: string): Language => (name.endsWith(".py") ? "py" : "js");

test.each([...programs, ...samples])("nothing is wrong in $name", ({ name, code }) => {
  for (const game of games) {
    const said = found(languageOf(name), code, game).filter(({ is }) => is !== "name" || !name.includes(".md"));
    expect(said, game).toEqual([]);
  }
});

test.each(golden)("nothing is wrong in the starter of $Game in $Language", ({ Game, Language, Words, Starter }) => {
  expect(check(Language, Starter, Words, Game)).toEqual([]);
});

const serve = 'import { serve } from "./arena/node.mjs";\nimport { orkisland } from "./arena/orkisland.mjs";\n';
const inJS = (play: string, more = ""): string =>
  `${serve}class Bot {\n  play(s) {\n    ${play}\n  }\n${more}}\nserve(orkisland, Bot);\n`;
const inPython = (play: string, more = ""): string =>
  `import arena\nfrom arena import orkisland as game\n\nclass Bot(game.Bot):\n    def play(self, s):\n        ` +
  `${play}\n${more}\narena.serve(Bot)\n`;

// brief is what is said of a program: what is marked, and what was perhaps meant.
const brief = (language: Language, code: string): string[] =>
  found(language, code).map(({ from, to, is, of, hint }) => `${is} ${code.slice(from, to)} ${of} ${hint}`.trim());

test.each([
  ["s.unitOf(s.me);", "member unitOf State unitsOf"],
  ["s.units_of(s.me);", "member units_of State unitsOf"],
  ["for (const u of s.unitsOf(s.me)) s.do(u.cel, 'north');", "member cel Unit cell"],
  ["for (const u of s.units) console.log(u.position);", "member position Unit"],
  ["const mine = s.units.filter((u) => u.ownr === s.me);", "member ownr Unit owner"],
  ["const u = s.unitAt(3);\n if (u.heath < 3) s.do(u, 'north');", "member heath Unit health"],
  ["const best = [...s.units].sort((a, b) => a.healt - b.health)[0];", "member healt Unit health"],
  ["s.units.foreach((u) => s.do(u, 'north'));", "member foreach Unit[] forEach"],
  ["console.log(s.units.lenght);", "member lenght Unit[] length"],
  ["console.log(s.cities[0].cell);", "member cell City cells"],
  ["for (const u of s.unitsOf(s.me)) s.do(u, 'nroth');", "word 'nroth' Direction north"],
  ["for (const [d] of s.neighbours(3)) if (d === 'norht') break;", "word 'norht' Direction north"],
  ["switch (s.waysTo([3]).step(4)) { case 'nord': break; }", "word 'nord' Direction north"],
  ["if (['north', 'sout'].includes(s.waysTo([3]).step(4))) return;", "word 'sout' Direction south"],
  ["s.unitsOf();", "count unitsOf 1"],
  ["s.cell(3);", "count cell 2"],
  ["s.do(3, 'north', 4);", "count do 2"],
  ["for (const u of s.units()) s.do(u, 'north');", "property units State"],
  ["cosnole.log(s.me);", "name cosnole  console"],
  ["const target = s.cities[0];\n console.log(traget);", "name traget  target"],
  ["for (const u of s.units) { nearest = u; }", "name nearest"],
  ["console.log(Math.flor(3.4));", ""], // of a module, nothing is said
  ["this.gaol = 1;\n this.goal.cells;", "member goal this gaol"],
])("in JavaScript, of %j it says %j", (play, want) => {
  expect(brief("js", inJS(play))).toEqual(want === "" ? [] : [want]);
});

test.each([
  ["s.unit_of(s.me)", "member unit_of State units_of"],
  ["s.unitsOf(s.me)", "member unitsOf State units_of"],
  ["for u in s.units_of(s.me):\n            s.do(u.cel, 'north')", "member cel Unit cell"],
  ["mine = [u for u in s.units if u.ownr == s.me]", "member ownr Unit owner"],
  ["u = s.unit_at(3)\n        if u.helth < 3:\n            pass", "member helth Unit health"],
  ["best = max(s.units, key=lambda u: u.healt)", "member healt Unit health"],
  ["best = max(s.units, key=lambda u: u.health)\n        print(best.position)", "member position Unit"],
  ["s.units.push(3)", "member push list[Unit]"],
  ["print(s.units.length)", "member length list[Unit]"],
  ["print(f'{s.rond}')", "member rond State round"],
  ["s.do(3, 'nroth')", "word 'nroth' Direction north"],
  [
    "for d, cell in s.neighbours(3):\n            if d == 'norht':\n                pass",
    "word 'norht' Direction north",
  ],
  ["if s.ways_to([3]).step(4) in ('north', 'sout'):\n            pass", "word 'sout' Direction south"],
  ["s.units_of()", "count units_of 1"],
  ["s.cell(3)", "count cell 2"],
  ["s.do(3, 'north', 4)", "count do 2"],
  ["for u in s.units():\n            pass", "property units State"],
  ["pritn(s.me)", "name pritn  print"],
  ["target = s.cities[0]\n        print(traget)", "name traget  target"],
  ["for i in range(lenght):\n            pass", "name lenght"],
  ["if true:\n            pass", "name true  True"],
  ["self.gaol = 1\n        print(self.goal)", "member goal self gaol"],
])("in Python, of %j it says %j", (play, want) => {
  expect(brief("py", inPython(play))).toEqual([want]);
});

// What is right, or may be, and resembles what is wrong.
test.each([
  "const o = {};\n o.x = s.units[0];\n console.log(o.x.y);",
  "for (const u of s.units) { u.goal = 3; console.log(u.goal); }",
  "const todo = [s.units[0]];\n todo.push(s.cities[0]);\n console.log(todo[1].cells);",
  "let x = s.units[0];\n x = s.cities[0];\n console.log(x.cells);",
  "let x = s.units[0];\n [x] = s.cities;\n console.log(x.cells);",
  "let x;\n for (x of s.cities) console.log(x.cells);",
  "const add = (list) => list.push(s.cities[0]);\n const l = s.units.slice();\n add(l);\n l.at(-1).cells;",
  "if (s.shiny) s.shiny();",
  "s.shiny?.(3);",
  "typeof process === 'undefined' || process.exit;",
  "const f = s.unitsOf;\n f.call(s, 3);",
  "s.unitsOf.bind(s)(3);",
  "s.unitsOf(...[s.me]);",
  "console.log(s.toString(), s.hasOwnProperty('me'));",
  "const both = s.units.concat(s.cities);\n both[0].cells;",
  "const got = s.units.reduce((sum, u) => sum + u.health, '');\n got.length;",
  "const got = s.units.reduce((a, b) => a.health + b.health);\n got.toFixed(1);",
  "const m = new Map([[1, s.units[0]]]);\n m.get(1).cells;",
  "try { s.do(3, 'north'); } catch (e) { console.log(e.message); }",
  "const { health: h = 3, ...rest } = s.units[0];\n console.log(h, rest.zip);",
  "label: for (;;) break label;",
  "const late = async () => s.units;\n late().then((x) => x);",
  "const all = function* () { yield s.units; };\n all().next();",
  "const help = { play(u) { return u.zip; } };\n help.play(3);",
  "const d = `no` + 'rth';\n s.do(3, d);",
  "class Unit { constructor() { this.zip = 3; } }\n /** @param {Unit} u */\n const f = (u) => u.zip;\n f(new Unit());",
])("in JavaScript, of %j it says nothing", (play) => {
  expect(brief("js", inJS(play))).toEqual([]);
});

test.each([
  "x = s.units[0]\n        x = s.cities[0]\n        print(x.cells)",
  "first, *rest = s.units\n        print(rest.index(first))",
  "todo = [s.units[0]]\n        todo.append(s.cities[0])\n        print(todo[1].cells)",
  "for u in s.units:\n            u.goal = 3\n            print(u.goal)",
  "with open('x') as f:\n            print(f.read())",
  "try:\n            pass\n        except ValueError as e:\n            print(e.args)",
  "print([x for x in s.units if (y := x.cell) > 3], y)",
  "print(getattr(s, 'zip', 0), s.zip if hasattr(s, 'zip') else 0)",
  "global memory\n        memory = s.units\n        memory = {}\n        memory.items()",
  "f = s.units_of\n        print(f.__name__)",
  "s.units_of(*[s.me])",
  "s.units_of(player=s.me)",
  "x = s.units[0] or 3\n        print(x.real)",
  "both = s.units + s.cities\n        print(both[0].cells)",
  "def play(x):\n            return x.zip\n        play(3)",
  "print(max(3, 4, key=lambda x: x.real), sorted(s.units, key=lambda u: u.cell)[0].cell)",
  "mask = s.numpy('cells') == 3\n        print(mask.sum())",
  "print((s.me + 1).real, s.round / 3, (s.round / 3).is_integer())",
  "match s.units[0]:\n            case game.Unit(cell=c):\n                print(c)",
  "x: int\n        for x in range(3):\n            print(x)",
  "lambda *a, **k: (a, k)",
  "print(__name__, __file__)",
  "del s",
  "async def later():\n            return s.units\n        later().send(None)",
  "def each():\n            yield s.units\n        each().send(None)",
])("in Python, of %j it says nothing", (play) => {
  expect(brief("py", inPython(play))).toEqual([]);
});

test("a bot may be an object or a class without a name", () => {
  for (const begin of ["{", "class {", "class Bot {"]) {
    const code = `${serve}serve(orkisland, ${begin} play(s) { s.unitOf(3); } });`;
    expect(brief("js", code)).toEqual(["member unitOf State unitsOf"]);
  }
});

test("of a bot for another game, or for several, no types are known", () => {
  const other = inJS("s.unitOf(3);").replaceAll("orkisland", "moria");
  expect(brief("js", other)).toEqual([]);
  const both = inPython("s.unit_of(3)").replace("import orkisland as game", "import moria, orkisland as game");
  expect(brief("py", both)).toEqual([]);
});

test("nothing is said while the syntax is wrong, or of a text too long to look at", () => {
  expect(brief("js", inJS("s.unitOf(3); s.;"))).toEqual([]);
  expect(brief("js", inJS("s.unitOf(3);") + "// ".repeat(60_000))).toEqual([]);
});

// Each of these would take minutes if it were gone through again from each of its letters.
test.each([
  ["a long word", `const table = "${"0a1".repeat(30_000)}";`],
  ["open brackets in a text", `const table = "${"x[".repeat(40_000)}";`],
  ["points", `const table = "${"a.".repeat(40_000)}";`],
  ["depth", `const deep = ${"(".repeat(1_000)}3${")".repeat(1_000)};`],
  ["served often", `// ${"serve(".repeat(15_000)}`],
])("an odd text is looked at to an end: %s", (_, top) => {
  for (const code of [inJS("s.unitOf(3);", "  // \n").replace("class Bot", `${top}\nclass Bot`)]) {
    expect(found("js", code).length).toBeLessThan(2);
  }
});

test("of a long text with many mistakes, some are said", () => {
  const many = Array.from({ length: 1500 }, (_, i) => `const a${i} = s.units[${i}].cel + a${Math.max(0, i - 1)};`);
  const said = brief("js", inJS(many.join("\n    ")));
  expect(said).toEqual(Array.from({ length: 50 }, () => "member cel Unit cell"));
});
