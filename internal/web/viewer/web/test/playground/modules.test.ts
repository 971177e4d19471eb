import { expect, test } from "vitest";
import { importsOf, wrongAt } from "../../src/playground/editor";
import { Broken, link } from "../../src/playground/modules";

const sdk = { "arena/node.mjs": 'import { Talk } from "./core.mjs";\n', "arena/core.mjs": "" };

const linked = (files: Record<string, string>) => link("bot.mjs", { ...files, ...sdk }, importsOf);

function faultOf(files: Record<string, string>): unknown {
  try {
    linked(files);
  } catch (error) {
    return (error as Broken).fault;
  }
  return undefined;
}

test("a bot has the files that it imports, and no other", () => {
  const bot = 'import { serve } from "./arena/node.mjs";\nexport * from "./plan.mjs";\n// import "./unused.mjs"\n';
  const all = linked({ "bot.mjs": bot, "plan.mjs": "const s = 'import \"./unused.mjs\"';", "unused.mjs": "" });
  expect(Object.keys(all).sort()).toEqual(["arena/core.mjs", "arena/node.mjs", "bot.mjs", "plan.mjs"]);
  const [first] = all["bot.mjs"]?.imports ?? [];
  expect(first?.file).toBe("arena/node.mjs");
  expect(bot.slice(first?.from, first?.to)).toBe("./arena/node.mjs");
  expect(all["arena/node.mjs"]?.imports?.map(({ file }) => file)).toEqual(["arena/core.mjs"]);
});

test("what can't be imported is told at its line", () => {
  expect(faultOf({ "bot.mjs": '\nimport fs from "node:fs";' })).toMatchObject({ file: "bot.mjs", line: 2, column: 17 });
  expect(faultOf({ "bot.mjs": 'import "./none.mjs";' })).toMatchObject({ text: "there is no file none.mjs", line: 1 });
  const circle = { "bot.mjs": 'import "./a.mjs";', "a.mjs": '\n\nimport "./bot.mjs";' };
  expect(faultOf(circle)).toMatchObject({ file: "a.mjs", line: 3 });
  expect(faultOf({ "bot.mjs": 'import "./bot.mjs";' })).toMatchObject({ file: "bot.mjs", line: 1 });
});

test("the place of a syntax error is found", () => {
  expect(wrongAt("const a = 1;\nconst = 2;\n")).toEqual({ line: 2, column: 7 });
  expect(wrongAt("const a = 1;\n")).toBeUndefined();
  expect(wrongAt("class A {\n  #x = 1n;\n  static { this.y ??= 2; }\n}\n")).toBeUndefined();
});
