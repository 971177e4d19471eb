// Whole matches of the page against those of the arena, in all games and languages. It is a command of its own:
// TABS=13 npm run browser -- tabs --project chromium     (so many seeds: 156 matches)

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { arena, games, root } from "./arena";
import { choose, compileBot, inJS, openLink, run, saveReplay, useSite } from "./playsite";

const seeds = Number(process.env["TABS"] ?? "1");
const bots = { js: "examples/js/demo.mjs", py: "examples/python/demo.py" };

const site = useSite();

interface Replay {
  readonly history: readonly { readonly hash: string }[];
}

const hashes = (file: string): string[] => {
  const { history } = JSON.parse(arena("replay", file, "--json")) as Replay;
  return history.map(({ hash }) => hash);
};

// asInTheArena plays a match that the page has before it, and then the same in the arena.
async function asInTheArena(page: Page, bot: string, of: { game: string; language: string; seed: number }) {
  const [inTab, native] = ["tab", "native"].map((where) => `${where}-${of.game}-${of.language}.arena`) as [
    string,
    string,
  ];
  await run(page);
  await saveReplay(page, inTab);
  expect(arena("verify", inTab)).toContain("rounds, as recorded");
  const patiently = ["--wall", "1m", "--cpu", "10s"];
  arena("play", of.game, bot, "./demo", "./dummy", "./null", "-s", `${of.seed}`, "-q", ...patiently, "-o", native);
  expect(hashes(inTab)).toEqual(hashes(native));
  expect(hashes(inTab).length).toBeGreaterThan(50);
}

for (const game of games) {
  test.describe(game, () => {
    test.describe.configure({ timeout: seeds * 120_000 });

    for (const language of ["js", "py"] as const) {
      test(`${language}: as in the arena`, async ({ page }) => {
        const bot = join(root, bots[language]);
        for (let seed = 1; seed <= seeds; seed++) {
          await openLink(page, site.url, readFileSync(bot, "utf8"), { game, language, seed });
          await asInTheArena(page, bot, { game, language, seed });
        }
      });
    }

    test("compiled: as in the arena", async ({ page }) => {
      const bot = compileBot("./examples/demo");
      for (let seed = 1; seed <= seeds; seed++) {
        await openLink(page, site.url, inJS("", "", game), { game, seed });
        await choose(page, bot);
        await expect(page.getByText("demo.wasm is compiled")).toBeVisible();
        await asInTheArena(page, bot, { game, language: "compiled", seed });
      }
    });
  });
}
