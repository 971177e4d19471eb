// Whole matches of the page against those of the arena, in all games and languages. It is a command of its own:
// TABS=13 npm run browser -- tabs --project chromium     (so many seeds: 104 matches)

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { arena, games, root } from "./arena";
import { openLink, run, saveReplay, useSite } from "./playsite";

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

for (const game of games) {
  for (const language of ["js", "py"] as const) {
    test(`${game}, ${language}: as in the arena`, async ({ page }) => {
      test.setTimeout(seeds * 120_000);
      const bot = join(root, bots[language]);
      for (let seed = 1; seed <= seeds; seed++) {
        const [inTab, native] = [`tab-${game}-${language}.arena`, `native-${game}-${language}.arena`];
        await openLink(page, site.url, readFileSync(bot, "utf8"), { game, language, seed });
        await run(page);
        await saveReplay(page, inTab);
        expect(arena("verify", inTab)).toContain("rounds, as recorded");
        const patiently = ["--wall", "1m", "--cpu", "10s"];
        arena("play", game, bot, "./demo", "./dummy", "./null", "-s", `${seed}`, "-q", ...patiently, "-o", native);
        expect(hashes(inTab)).toEqual(hashes(native));
        expect(hashes(inTab).length).toBeGreaterThan(50);
      }
    });
  }
}
