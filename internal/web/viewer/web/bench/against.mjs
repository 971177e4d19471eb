// Compares the pages of two arenas in one run: npm run bench-against -- OLD NEW
// Both export the same matches, which are opened by turns, so that other load on the machine hits both.
// It counts the CPU time of the page's main thread, which other load changes least.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import { executablePath } from "./chromium.mjs";

const games = ["orkisland", "battleroyale", "starships", "moria"];
const turns = Number(process.env.TURNS ?? 7);
const frames = 120;
const scrubs = 40;
const arenas = process.argv.slice(2);

// measure returns milliseconds of CPU time: to the first board, for a frame while it plays, and for a scrub.
async function measure(browser, file) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return 1000 * metrics.find((metric) => metric.name === "TaskDuration").value;
  };
  const spent = async (does) => {
    const before = await worked();
    await does();
    return (await worked()) - before;
  };
  const first = await spent(async () => {
    await page.goto(pathToFileURL(file).href);
    await page.waitForFunction(() => (document.querySelector("#stage canvas")?.width ?? 300) !== 300);
    await page.evaluate(drawn, 2);
  });
  await page.evaluate(() => (location.hash = "#r=50&s=4"));
  await page.evaluate(drawn, 20);
  await page.keyboard.press("Space");
  const frame = (await spent(() => page.evaluate(drawn, frames))) / frames;
  await page.keyboard.press("Space");
  await page.evaluate(drawn, 20);
  const scrub = (await spent(() => page.evaluate(scrubbed, scrubs))) / scrubs;
  await page.close();
  return { "first board": first, frame, scrub };
}

// drawn waits for frames of the screen.
async function drawn(count) {
  for (let i = 0; i < count; i++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

async function scrubbed(count) {
  const slider = document.getElementById("time");
  for (let i = 0, random = 7; i < count; i++) {
    random = (random * 1103515245 + 12345) % 2 ** 31;
    slider.value = String(random % Number(slider.max));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function compare(browser, game, files) {
  const found = files.map(() => []);
  for (let turn = 0; turn < turns; turn++) {
    for (const [i, file] of files.entries()) {
      found[i].push(await measure(browser, file));
    }
  }
  for (const what of ["first board", "frame", "scrub"]) {
    const times = found.map((of) => of.map((each) => each[what]));
    const cells = times.flatMap((of) => [Math.min(...of), median(of)]).map((time) => time.toFixed(1).padStart(9));
    console.log(`${game}: ${what}`.padEnd(28) + cells.join(""));
  }
}

const folder = mkdtempSync(join(tmpdir(), "arena-bench-"));
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
try {
  console.log(
    `load of the machine: ${loadavg()[0].toFixed(1)}; milliseconds of CPU time, least and median of ${turns}\n`,
  );
  for (const game of games) {
    const files = arenas.map((arena, i) => {
      const file = join(folder, `${game}-${i}.html`);
      execFileSync(arena, ["export", `test/browser/golden/${game}.arena`, "-o", file], { stdio: "ignore" });
      return file;
    });
    await compare(browser, game, files);
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
