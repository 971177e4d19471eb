// Prints how long the page takes: npm run bench
// It draws in software, as on a machine without a graphics card. ARENA=PATH is the program
// of the arena, which is built otherwise; CHROMIUM=PATH is the browser, if it is not found.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { chromium } from "@playwright/test";
import { executablePath } from "./chromium.mjs";

const games = ["orkisland", "battleroyale", "starships", "moria"];
const loads = 7;
const frames = 180;
const scrubs = 60;
const presses = 12; // of each key
const keys = ["ArrowRight", "ArrowLeft", "n", "End", "Home", "+", "0", "o", "x", "c", "m", "t", "y", "b", "e", "u"];

function print(what, times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))].toFixed(1).padStart(8);
  console.log(what.padEnd(44) + [0, 0.5, 0.95, 1].map(at).join(""));
}

async function bundled() {
  const { outputFiles } = await build({
    entryPoints: ["bench/page.ts"],
    bundle: true,
    write: false,
    format: "iife",
    minify: true,
  });
  return outputFiles[0].text;
}

// benchBoard times the board alone, with a made-up match.
async function benchBoard(browser) {
  const page = await browser.newPage({ viewport: { width: 1000, height: 1000 } });
  await page.setContent('<body style="margin:0"><div id="board" style="width:1000px;height:1000px"></div>');
  await page.addScriptTag({ content: await bundled() });
  const board = "board of 70x70 cells, 60 units";
  print(`${board}: frame`, await page.evaluate(() => globalThis.bench.frames()));
  print(`${board}: scrub`, await page.evaluate(() => globalThis.bench.scrub()));
  print(`${board}: load`, await page.evaluate(() => globalThis.bench.load()));
  await page.close();
}

// watch notes when the board is on the screen, and defines timeFrame: the time from the
// start of a frame until the page has finished it, when it gets a message.
function watch() {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const look = () => {
    const { width = 300 } = document.querySelector("#stage canvas") ?? {}; // 300: as it was made
    requestAnimationFrame(width !== 300 ? () => (globalThis.painted = performance.now()) : look);
  };
  requestAnimationFrame(look);
  globalThis.timeFrame = async () => {
    await frame();
    const start = performance.now();
    const { port1, port2 } = new MessageChannel();
    const done = new Promise((resolve) => (port1.onmessage = resolve));
    port2.postMessage(0);
    await done;
    port1.close();
    return performance.now() - start;
  };
}

async function benchLoads(page, url) {
  const first = [];
  const board = [];
  for (let i = 0; i < loads; i++) {
    await page.goto("about:blank");
    await page.goto(url);
    const painted = await page.waitForFunction(() => {
      const [entry] = performance.getEntriesByName("first-contentful-paint");
      return entry && globalThis.painted && [entry.startTime, globalThis.painted];
    });
    const times = await painted.jsonValue();
    first.push(times[0]);
    board.push(times[1]);
  }
  return { first, board };
}

// timePlaying starts before the page asks for frames, so that the timer of each frame
// starts before the page's part of it.
async function timePlaying(page) {
  const timing = page.evaluate(async (count) => {
    const times = [];
    for (let i = 0; i < count; i++) {
      times.push(await globalThis.timeFrame());
    }
    return times.slice(30);
  }, frames + 30);
  await page.keyboard.press("Space");
  const times = await timing;
  await page.keyboard.press("Space");
  return times;
}

// timeScrubs measures the event and the frame that shows it, without the time for which
// the browser waits between the two.
async function timeScrubs(page) {
  return page.evaluate(async (count) => {
    const slider = document.getElementById("time");
    const times = [];
    for (let i = 0, random = 7; i < count; i++) {
      random = (random * 1103515245 + 12345) % 2 ** 31;
      await globalThis.timeFrame();
      const frame = globalThis.timeFrame();
      const start = performance.now();
      slider.value = String(random % Number(slider.max));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      await Promise.resolve(); // the page is made again before that
      const handled = performance.now() - start;
      times.push(handled + (await frame));
    }
    return times;
  }, scrubs);
}

async function benchGame(browser, game, folder) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watch);
  const url = pathToFileURL(join(folder, `${game}.html`)).href;
  const { first, board } = await benchLoads(page, url);
  print(`${game}: first paint`, first);
  print(`${game}: board painted`, board);
  await page.evaluate(() => (location.hash = "#r=50&s=4"));
  await page.waitForTimeout(500);
  // The browser's own count of the CPU time of the main thread.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return 1000 * metrics.find((metric) => metric.name === "TaskDuration").value;
  };
  const before = await worked();
  const playing = await timePlaying(page);
  const each = (await worked()) - before;
  print(`${game}: frame while it plays`, playing);
  print(`${game}: frame, CPU time on average`, [each / (playing.length + 30)]);
  await page.waitForTimeout(500);
  print(`${game}: scrub`, await timeScrubs(page));
  await page.close();
}

// pressKey returns how long the page takes for a key: until its frame is finished, without
// the time for which the browser waits before it.
async function pressKey(key) {
  await globalThis.timeFrame();
  const frame = globalThis.timeFrame();
  const start = performance.now();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  await Promise.resolve(); // the page is made again before that
  const handled = performance.now() - start;
  const time = handled + (await frame);
  document.querySelector("dialog")?.close();
  return time;
}

// benchKeys drops a made-up match of 500 by 500 cells on a page, and times all keys. A unit
// is followed, which has a trail and a life.
async function benchKeys(browser, folder) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watch);
  await page.goto(pathToFileURL(join(folder, "orkisland.html")).href);
  await page.evaluate(await bundled());
  await page.evaluate(() => {
    const match = globalThis.fixture({ rows: 500, cols: 500, rounds: 100, units: 2000 });
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([JSON.stringify(match)], "large.json"));
    document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, dataTransfer }));
  });
  await page.waitForFunction(() => document.querySelector("h1").textContent === "Made up");
  await page.evaluate(() => (location.hash = "#r=50&s=4&f=unit:9"));
  await page.waitForTimeout(1000);
  for (const key of keys) {
    const times = [];
    for (let i = 0; i < presses; i++) {
      times.push(await page.evaluate(pressKey, key));
    }
    print(`board of 500x500 cells, 2000 units: key ${key}`, times);
  }
  await page.close();
}

const folder = mkdtempSync(join(tmpdir(), "arena-bench-"));
const browser = await chromium.launch({
  executablePath,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
try {
  const arena = process.env.ARENA ?? join(folder, "arena");
  if (process.env.ARENA === undefined) {
    execFileSync("go", ["build", "-o", arena, "./cmd/arena"], { cwd: "../../../..", stdio: "inherit" });
  }
  for (const game of games) {
    execFileSync(arena, ["export", `test/browser/golden/${game}.arena`, "-o", join(folder, `${game}.html`)], {
      stdio: "ignore",
    });
  }
  console.log(`load of the machine: ${loadavg()[0].toFixed(1)}\n`);
  console.log("in milliseconds".padEnd(44) + ["least", "median", "95%", "most"].map((w) => w.padStart(8)).join(""));
  await benchBoard(browser);
  await benchKeys(browser, folder);
  for (const game of games) {
    await benchGame(browser, game, folder);
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
