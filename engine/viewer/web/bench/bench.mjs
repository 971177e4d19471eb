// Prints how long the board takes: npm run bench
// In software, as on a machine without a graphics card.

import { existsSync } from "node:fs";
import { build } from "esbuild";
import { chromium } from "@playwright/test";

const known = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = process.env.CHROMIUM ?? known.find((path) => existsSync(path));
if (executablePath === undefined) {
  throw new Error("no Chromium found; set CHROMIUM to its path");
}

const bundle = await build({
  entryPoints: ["bench/page.ts"],
  bundle: true,
  write: false,
  format: "iife",
  minify: true,
});
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
const page = await browser.newPage({ viewport: { width: 1000, height: 1000 } });
await page.setContent('<body style="margin:0"><div id="board" style="width:1000px;height:1000px"></div>');
await page.addScriptTag({ content: bundle.outputFiles[0].text });

function print(what, times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))].toFixed(2).padStart(7);
  console.log(`${what.padEnd(46)} least ${at(0)} ms   median ${at(0.5)} ms   95% ${at(0.95)} ms   most ${at(1)} ms`);
}

print("frame, 70x70 cells, 60 units, 1000x1000 pixels", await page.evaluate(() => globalThis.bench.frames()));
print("scrub to any of 200 rounds", await page.evaluate(() => globalThis.bench.scrub()));
print("load 200 rounds", await page.evaluate(() => globalThis.bench.load()));
await browser.close();
