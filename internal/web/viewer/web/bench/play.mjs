// Prints how long the playground takes, from pressing Run to the board: npm run bench-play -- SITE
// SITE is a folder that `arena site SITE --playground --pyodide DIR` has written. Each figure is of ten visits of a
// browser that has nothing in its cache. CHROMIUM=PATH is the browser, if it is not found.

import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { loadavg } from "node:os";
import { extname, join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { executablePath } from "./chromium.mjs";

const visits = 10;
const limit = { timeout: 120_000 };
const types = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css" };
const bots = { js: "examples/js/demo.mjs", py: "examples/python/orkisland.py" };

const folder = process.argv[2];
if (folder === undefined || !existsSync(join(folder, "play.html"))) {
  throw new Error("bench/play.mjs: name a folder that arena site FOLDER --playground --pyodide DIR has written");
}
const server = createServer((request, answer) => {
  const { pathname } = new URL(request.url, "http://site");
  readFile(join(folder, pathname)).then(
    (text) => answer.setHeader("Content-Type", types[extname(pathname)] ?? "application/octet-stream").end(text),
    () => answer.writeHead(404).end(),
  );
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const at = `http://127.0.0.1:${server.address().port}/play.html`;

function link(language) {
  const code = readFileSync(new URL(`../../../../../${bots[language]}`, import.meta.url), "utf8");
  const packed = deflateRawSync(code).toString("base64url");
  return `${at}#game=orkisland&seed=30&bots=me,demo,dummy,null&lang=${language}&code=${packed}`;
}

// watch makes a page tell when the board of a match of its own is painted after Run was pressed.
function watch() {
  const frame = () => document.querySelector("iframe[title='The match on the board']");
  globalThis.run = () => {
    const pressed = performance.now();
    [...document.querySelectorAll("button")].find(({ textContent }) => textContent.trim() === "Run").click();
    return new Promise((resolve) => {
      let busy = false;
      const look = () => {
        const running = ![...document.querySelectorAll("button")].some(
          ({ textContent }) => textContent.trim() === "Run",
        );
        busy ||= running;
        const { width = 300 } = frame()?.contentDocument?.querySelector("#stage canvas") ?? {}; // 300: as it was made
        if (busy && !running && width !== 300) {
          // The viewer takes the match up in one frame, and shows it in the next.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - pressed)));
        } else {
          requestAnimationFrame(look);
        }
      };
      requestAnimationFrame(look);
    });
  };
}

function print(what, times) {
  const sorted = times.toSorted((a, b) => a - b);
  const of = (part) => `${(sorted[Math.floor(part * (sorted.length - 1))] / 1000).toFixed(2)} s`.padStart(9);
  console.log(what.padEnd(44) + [0, 0.5, 1].map(of).join(""));
}

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
console.log(
  `load ${loadavg()[0].toFixed(1)}`.padEnd(44) + ["least", "median", "most"].map((s) => s.padStart(9)).join(""),
);
const run = async (page) => page.evaluate(() => globalThis.run());
const openPage = async (address) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(address);
  await page.getByRole("button", { name: "Run", exact: true, disabled: false }).waitFor(limit);
  return page;
};

const ready = [];
for (let i = 0; i < visits; i++) {
  const page = await openPage(at);
  const begun = performance.now();
  await page.getByRole("button", { name: "Python", exact: true }).click();
  await page.getByText("Loading Python, once").waitFor(limit);
  await page.getByText("Loading Python, once").waitFor({ state: "hidden", ...limit });
  ready.push(performance.now() - begun);
  await page.context().close();
}
print("Python is ready after it was chosen", ready);
for (const [language, name] of Object.entries({ js: "JavaScript", py: "Python" })) {
  const first = [];
  const second = [];
  for (let i = 0; i < visits; i++) {
    const page = await openPage(link(language));
    await page.waitForTimeout(8000); // the reader looks at the code that came with the link; Python is loaded meanwhile
    first.push(await run(page));
    await page.waitForTimeout(3000); // and at the match
    second.push(await run(page));
    await page.context().close();
  }
  print(`${name}: from Run to the board`, first);
  print(`${name}: the same again`, second);
}
await browser.close();
server.close();
