// The transcripts that bots of all languages must answer the same, sent to bots in the playground: the SDKs as the site
// serves them, in the workers and the frame of the page. sdk/sdktest/conform has the bots, and writes what they are
// sent, and must answer.

import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { build } from "esbuild";
import type { Language, Site as Told } from "../../src/playground/site";
import { root, work } from "./arena";
import { serveSite, site } from "./playsite";
import type { Talks } from "./talks";

const folder = "sdk/sdktest/conform";

interface Sample {
  readonly name: string;
  readonly questions: readonly string[];
  readonly answers: readonly string[];
}

// samples has those of the games that the site has an SDK for.
function samples(games: readonly string[], into: string): Sample[] {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  const how = ["test", `./${folder}`, "-run", "^TestAllLanguagesAnswerTheSame$", "-args", "-written", into];
  execFileSync("go", how, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  const names = readdirSync(into).flatMap((file) => (file.endsWith(".in") ? [file.slice(0, -".in".length)] : []));
  const played = names.filter((name) => games.includes(name.replace(/^\d+-/, "")));
  return played.map((name) => {
    const read = (ends: string): string => readFileSync(join(into, `${name}.${ends}`), "utf8");
    return { name, questions: read("in").split(/(?<=^go \d+\n)/m), answers: read("out").split(/(?<=^done \d+\n)/m) };
  });
}

// botOf is the bot, which in JavaScript looks for the games in a folder. A browser has none: here they are named.
function botOf(language: Language, games: readonly string[]): { name: string; text: string } {
  const read = (ends: string): string => readFileSync(join(root, folder, `testdata/conform.${ends}`), "utf8");
  if (language === "py") {
    return { name: "bot.py", text: read("py") };
  }
  const [head = "", body] = read("mjs").split(/^(?=const MODULUS)/m);
  expect(head).toContain("readdirSync"); // what is replaced
  const imports = games.map((game) => `import { ${game} } from "./arena/${game}.mjs";\n`).join("");
  const text = `import * as arena from "./arena/node.mjs";\n${imports}const games = [${games.join(", ")}];\n${body}`;
  return { name: "bot.mjs", text };
}

const linesOf = (text: string): string[] => text.split("\n");

// conform sends all transcripts to a bot in each language, and compares its answers line by line.
export async function conform(page: Page, project: string): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "talks.ts")],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
  });
  const html = readFileSync(join(site, "play.html"), "utf8").replace("play.js", "talks.js"); // its policy, too
  const files: Record<string, [type: string, text: string]> = {
    "/talks.html": ["text/html", html],
    "/talks.js": ["text/javascript", outputFiles[0]?.text ?? ""],
  };
  const served = await serveSite(({ url = "" }: IncomingMessage, answer: ServerResponse) => {
    const [type, text] = files[url] ?? [];
    if (type === undefined) {
      return false;
    }
    answer.setHeader("Content-Type", type).end(text);
    return true;
  });
  try {
    const told = JSON.parse(readFileSync(join(site, "play.json"), "utf8")) as Told;
    const games = told.games.map(({ name }) => name);
    const all = samples(games, join(work, `conform-${project}`));
    expect(all.length).toBe(2 * games.length); // of each game one that is made, and one that is kept
    await page.goto(served.url.replace("play.html", "talks.html"));
    await page.locator("#app").waitFor({ state: "attached" });
    for (const language of ["js", "py"] as const) {
      const bot = botOf(language, games);
      for (const { name, questions, answers } of all) {
        const { hello, answers: heard } = await page.evaluate(
          ([language, bot, questions]) => (globalThis as unknown as { talk: Talks }).talk(language, [bot], questions),
          [language, bot, questions] as const,
        );
        expect(hello).toMatch(/^arena 1 .*\bname=conform\b/);
        expect(heard.flatMap(({ fault }) => fault?.text ?? [])).toEqual([]);
        expect(heard.length).toBe(answers.length + 1); // the last is that the match is over
        expect(answers.filter((answer) => !/^done \d+\n$/m.test(answer))).toEqual([]); // conform_test.go counts them
        for (const [i, { text, prints }] of heard.entries()) {
          expect(linesOf(text), `${language}, ${name}, answer ${i}`).toEqual(linesOf(answers[i] ?? ""));
          expect(prints).toEqual(i < heard.length - 1 ? ["this must not disturb the answer"] : []);
        }
      }
    }
  } finally {
    served.close();
  }
}
