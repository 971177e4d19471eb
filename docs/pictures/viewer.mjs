// Makes the pictures of docs/viewer.md, with the arena in the PATH, in the repository's folder:
//
//     node docs/pictures/viewer.mjs

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { once } from "node:events";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const web = new URL("../../internal/web/viewer/web/package.json", import.meta.url);
const { chromium } = createRequire(web)("@playwright/test");

const laptop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

const pictures = [
  { name: "story", game: "battleroyale", round: 25, size: laptop, keys: ["y"] },
  { name: "end", game: "battleroyale", round: 100, size: laptop, keys: [] },
  { name: "all", game: "moria", round: 31, size: laptop, keys: ["e"] },
  { name: "close", game: "moria", round: 31, size: laptop, keys: ["+", "+", "+", "+"] },
  { name: "phone", game: "orkisland", round: 100, size: phone, keys: [] },
  { name: "life", game: "orkisland", round: 119, link: "&f=unit:2", size: laptop, keys: [] },
  { name: "failed", game: "battleroyale", round: 40, size: laptop, keys: ["x", "+", "+"] },
  { name: "legend", game: "starships", round: 60, size: laptop, keys: ["l"] },
  { name: "dark", game: "starships", round: 151, size: laptop, keys: [], colours: "dark" },
];

const replays = "internal/web/viewer/web/test/browser/golden";
const folder = mkdtempSync(join(tmpdir(), "arena-pictures-"));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  for (const { name, game, round, link = "", size, keys, colours = "light" } of pictures) {
    const html = join(folder, `${game}.html`);
    const replay = `${replays}/${game}.arena`;
    execFileSync("arena", ["export", replay, "-o", html], { stdio: ["ignore", "ignore", "inherit"] });
    const page = await browser.newPage({ viewport: size, reducedMotion: "reduce", colorScheme: colours });
    await page.goto(`${pathToFileURL(html).href}#r=${round}${link}`);
    await page.waitForSelector("#stage canvas");
    for (const key of keys) {
      await page.keyboard.press(key);
    }
    await page.waitForTimeout(1000); // until all of it is drawn
    await page.screenshot({ path: `docs/pictures/viewer-${name}.png` });
    await page.close();
  }
  await takeSeveral();
  await takeWhatIf();
  await takeBeside();
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}

// serving shows a page that the arena serves, in the round of its link, and takes a picture of it.
async function serving(name, args, link, prepare, board = "#stage canvas") {
  const arena = spawn("arena", ["view", ...args, "--no-open"], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const [address] = await once(arena.stdout, "data");
    const page = await browser.newPage({ viewport: laptop, reducedMotion: "reduce", colorScheme: "light" });
    await page.goto(String(address).trim() + link);
    await page.waitForSelector(board);
    await prepare(page);
    await page.screenshot({ path: `docs/pictures/viewer-${name}.png` });
  } finally {
    arena.kill();
  }
}

// takeSeveral takes the picture of the list of matches.
async function takeSeveral() {
  await serving("several", [replays], "", async (page) => {
    await page.getByText(/^\d \/ 4$/).waitFor();
    await page.keyboard.press("g");
    await page.getByText("Starships, seed").waitFor();
  });
}

// takeWhatIf takes the picture of the question what if.
async function takeWhatIf() {
  await serving("what-if", [`${replays}/moria.arena`, "--bots", "examples"], "#r=60", async (page) => {
    await page.keyboard.press("q");
    await page.getByRole("combobox", { name: "bot" }).selectOption("demo");
  });
}

// takeBeside takes the picture of two matches that part.
async function takeBeside() {
  const usual = `${replays}/battleroyale.arena`;
  const other = join(folder, "other.arena");
  const seats = ["0=-", "1=examples/null", "2=-", "3=-"];
  execFileSync("arena", ["branch", usual, "--round", "20", ...seats, "-q", "-o", other], { stdio: "ignore" });
  const prepare = async (page) => {
    await page.getByText("They part in round").waitFor();
    await page.waitForTimeout(1000); // until all of it is drawn
  };
  await serving("beside", [usual, other, "--beside"], "#r=60", prepare, "iframe");
}
