// Tests of the folder arena: node --test sdk/js
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Talk } from "./arena/core.mjs";
import { Rand, param, playLines } from "./arena/node.mjs";
import { orkisland } from "./arena/orkisland.mjs";

const START = `match orkisland 1
me 1
name 0 some body
name 1 Zoë
seed 18446744073709551615
cpu_per_round 50000000
cpu_bank 1000000000
wall_per_round 0
wall_bank 0
cpu_start 0
nb_players 2
rows 4
cols 5
nb_rounds 2
cost_grass 1
cost_forest 2
cost_sand 3
cost_city 0
cost_path 0
terrain WWWWWW.F.WW.SCWWWWWW
cities 0 13
paths 0 0 0 6 7
paths 1 0 0
something_new 1 2 3
`;
const round = (n) => `round ${n}
status 0 -1000000
scores 3 4
city_owners -1
path_owners 1 0
unit_owners 0 1 1
unit_cells 6 8 11
unit_healths 100 99 1
go ${n}
`;
const MATCH = START + round(0) + round(1) + "scores 5 6\nplaces 2 1\nend\n";

const play = (f, text = MATCH) => playLines(orkisland, { play: f }, text);

test("fields", () => {
  const seen = [];
  const answers = play((s) => {
    seen.push(s.round);
    assert.deepEqual([s.me, s.names, s.players, s.seed], [1, ["some body", "Zoë"], 2, 2n ** 64n - 1n]);
    assert.deepEqual([s.rows, s.cols, s.costForest, s.terrain[7]], [4, 5, 2, "F"]);
    assert.deepEqual(s.status, [0, -1000000]);
    assert.deepEqual(s.unitCells, [6, 8, 11]);
    assert.equal(s.unitCells, s.unitCells);
    assert.deepEqual({ ...s.cities[0] }, { id: 0, cells: [13], owner: -1 });
    assert.deepEqual({ ...s.paths[0] }, { id: 0, from: 0, to: 0, cells: [6, 7], owner: 1 });
    assert.deepEqual(s.paths[1].cells, []);
    assert.deepEqual(s.unitsOf(1).map((u) => u.id), [1, 2]);
    assert.equal(s.unitAt(6).id, 0);
    assert.equal(s.unitAt(7), undefined);
  });
  assert.equal(answers, "done 0\ndone 1\n");
  assert.deepEqual(seen, [0, 1]);
  assert.throws(() => play((s) => s.scores, MATCH.replace("scores 3 4\n", "")), /no line "scores"/);
  assert.throws(() => play((s) => s.unitCells, MATCH.replace("cells 6 8", "cells 6 x")), /no numbers/);
});

test("board and ways", () => {
  play((s) => {
    assert.deepEqual([s.cell(1, 2), s.row(7), s.col(7)], [7, 1, 2]);
    assert.deepEqual(s.neighbours(0), [["south", 5], ["east", 1]]);
    assert.deepEqual([s.dest(4, "east"), s.dest(4, "none"), s.has(3, 4), s.has(4, 0)], [-1, 4, true, false]);
    const ways = s.waysTo([13, 0, 99, -1]);
    assert.deepEqual([13, 12, 11, 6, 0, -1, 1e9].map((c) => ways.cost(c)), [0, 0, 3, 3, -1, -1, -1]);
    assert.deepEqual(ways.path(6), [7, 8, 13]);
    assert.deepEqual([ways.step(6), ways.steps(6), ways.step(13), ways.step(0)], ["east", 3, "none", "none"]);
    const alone = s.waysTo([13], { cost: (cell) => (s.row(cell) === 2 ? 1 : -1) });
    assert.deepEqual([13, 11, 8].map((c) => alone.distance(c)), [0, 2, -1]);
  });
});

test("commands", () => {
  const answers = play((s) => {
    s.do(1, "north");
    s.do(s.units[2], "none");
  });
  assert.equal(answers, "do 1 north\ndo 2 none\ndone 0\ndo 1 north\ndo 2 none\ndone 1\n");
  assert.throws(() => play((s) => s.do(1, "nrth")), /"nrth" is no direction.*did you mean "north"\?/);
  assert.throws(() => play((s) => s.do(1, "jump")), /west, none$/);
  assert.throws(() => play((s) => s.do(1.5, "north")), TypeError);
  assert.throws(() => play(async () => {}), /must not be async/);
  let old;
  assert.throws(() => play((s) => (old ??= s).do(1, "north")), /every round brings a new one/);
});

test("notes", () => {
  const answers = play((s) => {
    if (s.round > 0) return;
    s.mark(7);
    s.arrow(7, [9, -1]);
    s.label(8, "a", 1);
    s.log("two\nlines\t", 2);
    s.log();
    s.logUnit(1, "é".repeat(300));
    s.log("x".repeat(500));
    s.chart("army", 12);
    s.chart(" two\nwords", -0.125);
    s.chart("none", NaN);
  });
  assert.equal(
    answers,
    `mark 1 2\narrow 1 2 9 -1\nlabel 1 3 a 1\nlog two lines  2\nlog \nlogunit 1 ${"é".repeat(200)}\nlog ${"x".repeat(400)}\nchart 12 army\nchart -0.125  two words\ndone 0\ndone 1\n`,
  );
  const many = play((s) => {
    for (let i = 0; i < 1000; i++) s.log("x".repeat(300));
  });
  assert.ok(many.length > 64 << 10 && many.length < 66 << 10, String(many.length));
});

test("a new bot in each match, start first, budget", () => {
  let made = 0;
  const seen = [];
  class Bot {
    constructor() {
      made++;
    }
    start(s) {
      seen.push(`start ${s.round}`);
    }
    play(s) {
      seen.push(`play ${s.round}`);
      assert.ok(s.budget().bank <= 1e9);
      s.log(s.rand.below(1000));
    }
  }
  const answers = playLines(orkisland, Bot, MATCH + MATCH);
  assert.equal(answers.slice(0, answers.length / 2), answers.slice(answers.length / 2));
  assert.equal(made, 2);
  assert.deepEqual(seen.slice(0, 3), ["start 0", "play 0", "play 1"]);
  play((s) => assert.equal(s.budget(), null), MATCH.replace("cpu_per_round 50000000", "cpu_per_round 0"));
});

test("old states stay, and the units are those of the round", () => {
  const kept = [];
  const moved = START + round(0) + round(1).replace("unit_cells 6", "unit_cells 7");
  play((s) => {
    kept.push(s);
    if (s.round < 1) return;
    assert.deepEqual([kept[0].round, kept[0].unitCells], [0, [6, 8, 11]]);
    assert.deepEqual([s.unitCells, s.unitAt(6), s.unitAt(7).id], [[7, 8, 11], undefined, 0]);
  }, moved);
  assert.equal(kept.length, 2);
});

test("a match without an end, and the time to start", () => {
  let made = 0;
  playLines(orkisland, class {
    constructor() {
      made++;
    }
    play() {}
  }, START + round(0) + MATCH);
  assert.equal(made, 2);
  const seen = [];
  play((s) => seen.push(s.budget().round), MATCH.replace("cpu_start 0", "cpu_start 1000000000000"));
  assert.ok(seen[0] > 50000000 && seen[1] <= 50000000, String(seen));
});

test("any pieces and both ends of lines", () => {
  const bytes = new TextEncoder().encode(MATCH.replaceAll("\n", "\r\n"));
  for (const size of [1, 7, 100]) {
    let answers = "";
    const bot = { play: (s) => s.log(s.names[1], s.terrain) };
    const talk = new Talk([[orkisland, bot]], (text) => (answers += text));
    for (let at = 0; at < bytes.length; at += size) talk.feed(bytes.subarray(at, at + size));
    const once = "log Zoë WWWWWW.F.WW.SCWWWWWW\ndone ";
    assert.equal(answers, `${once}0\n${once}1\n`);
  }
});

test("known random numbers", () => {
  // The same are in the tests of the SDKs for Python and C++.
  const zero = new Rand(0n);
  assert.deepEqual([zero.next(), zero.next()], [0xe220a8397b1dcdafn, 0x6e789e6aa1b965f4n]);
  const r = new Rand(42n);
  assert.deepEqual([1, 2, 3, 4, 5].map(() => r.below(1000)), [741, 159, 278, 344, 38]);
  assert.deepEqual([r.below(2 ** 32), r.below(1)], [3729011194, 0]);
  const items = [0, 1, 2, 3, 4, 5, 6, 7];
  r.shuffle(items);
  assert.deepEqual(items, [0, 7, 5, 4, 1, 3, 2, 6]);
  assert.equal(r.choice(["a", "b", "c"]), "b");
  assert.throws(() => r.below(0), RangeError);
});

/** Runs a bot as a process. */
function run(body, input = MATCH) {
  const folder = mkdtempSync(join(tmpdir(), "arena-"));
  try {
    const file = join(folder, "bot.mjs");
    const from = (name) => JSON.stringify(new URL(`./arena/${name}.mjs`, import.meta.url).href);
    writeFileSync(file, `import { serve } from ${from("node")};\nimport { orkisland } from ${from("orkisland")};\n${body}`);
    return spawnSync(process.execPath, [file], { input, encoding: "utf8", timeout: 60000 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("prints are free", () => {
  const done = run(`serve(orkisland, class { static name = "Big Zorg"; static once = true; play(s) {
    console.log("done 0"); process.stdout.write("half"); s.do(1, "east"); } });`);
  assert.equal(done.status, 0, done.stderr);
  assert.equal(done.stdout, "arena 1 sdk=js/1 games=orkisland:1 name=BigZorg once\ndo 1 east\ndone 0\ndo 1 east\ndone 1\n");
  assert.match(done.stderr, /done 0\nhalf/);
});

test("exceptions and other games end the process", () => {
  let done = run(`serve(orkisland, class Plain { play(s) { s.do(1, "up"); } });`);
  assert.equal(done.status, 1);
  assert.equal(done.stdout, "arena 1 sdk=js/1 games=orkisland:1\n");
  assert.match(done.stderr, /RangeError: "up" is no direction/);
  done = run(`serve(orkisland, { play() {} });`, "match moria 1\n");
  assert.equal(done.status, 1);
  assert.match(done.stderr, /plays orkisland, not moria/);
  done = run(`serve(orkisland, {});`);
  assert.match(done.stderr, /needs a method play/);
});

test("the arena gives values to parameters", () => {
  process.env.ARENA_PARAMS = "spread=7 fear=0.25";
  assert.equal(param("spread", 3), 7);
  assert.equal(param("fear", 0.5), 0.25);
  assert.equal(param("read", 4), 4);
  delete process.env.ARENA_PARAMS;
  assert.equal(param("spread", 3), 3);
});

test("a bot without the SDK beside it is lent that, in its folders too, and an old node says what it lacks", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "lent-"));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "lib"));
  writeFileSync(join(folder, "lib/game.mjs"), `export { orkisland } from "../arena/orkisland.mjs";`);
  const bot = join(folder, "bot.mjs");
  writeFileSync(
    bot,
    `import { orkisland } from "./lib/game.mjs"; import { serve } from "./arena/node.mjs"; serve(orkisland, { play() {} });`,
  );
  const old = join(folder, "old.cjs");
  writeFileSync(old, `const node = require("node:module"); delete node.register; delete node.registerHooks;`);
  const beside = fileURLToPath(new URL("./beside.cjs", import.meta.url));
  const run = (...flags) => spawnSync(process.execPath, [...flags, bot], { encoding: "utf8" });
  assert.equal(run("--require", beside).stdout, "arena 1 sdk=js/1 games=orkisland:1\n", run("--require", beside).stderr);
  assert.match(run("--require", old, "--require", beside).stderr, /the folder arena of the SDK must be beside the bot/);
  assert.match(run().stderr, /Cannot find module/);
});

test("the core and the games run where there is no node", () => {
  // A context has what the language has. A browser's worker adds the two that read and write text.
  const script = `
    import vm from "node:vm";
    import { readFileSync } from "node:fs";
    const at = new URL("${new URL("./arena/", import.meta.url).href}");
    const context = vm.createContext({ TextEncoder, TextDecoder });
    const known = new Map();
    const load = (name) => {
      if (!known.has(name)) known.set(name, new vm.SourceTextModule(readFileSync(new URL(name, at), "utf8"), { context }));
      return known.get(name);
    };
    const main = new vm.SourceTextModule(\`
      import { Talk, hello, pairs } from "./core.mjs";
      import { orkisland } from "./orkisland.mjs";
      const list = pairs([orkisland, { play(s) { s.do(1, "north"); s.log(typeof process, s.budget().round > 0); } }]);
      export let said = hello(list) + "|";
      const talk = new Talk(list, (text) => (said += text));
      export const feed = (text) => talk.feed(text);\`, { context });
    await main.link(load);
    await main.evaluate();
    main.namespace.feed(${JSON.stringify(MATCH)});
    console.log(main.namespace.said);`;
  const done = spawnSync(process.execPath, ["--experimental-vm-modules", "--input-type=module", "-e", script], { encoding: "utf8" });
  assert.equal(done.stdout, "arena 1 sdk=js/1 games=orkisland:1|do 1 north\nlog undefined true\ndone 0\ndo 1 north\nlog undefined true\ndone 1\n\n", done.stderr);
});
