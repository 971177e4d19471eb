// The page on which bots are written and played.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { expect, test, type Page } from "@playwright/test";
import { arena, isLong, root, work } from "./arena";
import * as on from "./page";
import {
  escapes,
  fault,
  inJS,
  inPython,
  linkTo,
  listen,
  openLink,
  portOf,
  native,
  pythonEscapes,
  rewrite,
  rounds,
  roundsOf,
  run,
  saveReplay,
  serveSite,
  shortly,
  told,
  useSite,
} from "./playsite";

const site = useSite(shortly);

// open opens the page with code, which comes in a link.
const open = (page: Page, code: string, how: Parameters<typeof linkTo>[1] = {}) => openLink(page, site.url, code, how);

const viewer = (page: Page) => page.frameLocator("iframe[title='The match on the board']");
const board = (page: Page) => viewer(page).locator("#stage canvas").first();

test("a bot in JavaScript plays as it does in the arena, and no Python is fetched for it", async ({ page }) => {
  const errors = on.watchErrors(page);
  site.asked.length = 0;
  const demo = join(root, "examples/js/demo.mjs");
  await open(page, readFileSync(demo, "utf8"));
  await run(page);
  await expect.poll(() => board(page).count()).toBe(1);
  const file = await saveReplay(page, "js.arena");
  expect(roundsOf(file)).toEqual(native(demo));
  expect(arena("verify", file)).toContain(`${rounds} rounds, as recorded`);
  const first = isLong ? "dummy" : "demo";
  await expect(page.getByText(`The match is over after ${rounds} rounds. 1. ${first}`)).toBeAttached();
  expect(await on.violations(page, "body")).toEqual([]);
  expect(site.asked.filter((path) => path.includes("pyodide"))).toEqual([]);
  expect(errors).toEqual([]);
});

test("a bot in Python plays as it does in the arena, is told its faults at their line, and reaches no server", async ({
  page,
}) => {
  const errors = on.watchErrors(page);
  const outside = await another();
  const bot = join(root, "examples/python/orkisland.py");
  await open(page, readFileSync(bot, "utf8"), { language: "py" });
  const workers = () => page.workers().flatMap((one) => (one.url().startsWith("blob:null") ? [one.url()] : []));
  await expect.poll(() => workers().length).toBe(2); // one for each language
  const before = workers();
  await run(page);
  await expect.poll(() => board(page).count()).toBe(1);
  // Another one with Python is prepared for the next match.
  await expect.poll(() => workers().filter((one) => !before.includes(one)).length).toBe(1);
  const file = await saveReplay(page, "py.arena");
  expect(roundsOf(file)).toEqual(native(bot));
  expect(arena("verify", file)).toContain(`${rounds} rounds, as recorded`);
  const escapes = pythonEscapes(outside.url);
  await rewrite(page, inPython("print(s.round); s.do(0, 'nroth')", escapes));
  await run(page);
  await expect(fault(page)).toContainText(`bot.py, line ${7 + escapes.split("\n").length - 1}`);
  await expect(fault(page)).toContainText("ValueError: 'nroth' is no direction");
  const unseen = () => fault(page).evaluate((element) => element.scrollHeight - element.clientHeight);
  await expect.poll(unseen, "Python says what is wrong in the last line").toBe(0);
  await page.getByRole("tab", { name: "Prints" }).click();
  await expect(told(page)).toContainText("Round 0 mine 0");
  await expect(told(page)).toContainText("py worker refused");
  expect((await told(page).textContent()) ?? "").not.toContain("OUT");
  expect(outside.asked).toEqual([]);
  outside.close();
  if (isLong) {
    await rewrite(page, inPython("pass", "class x"));
    await run(page);
    await expect(fault(page)).toContainText("bot.py, line 3");
  }
  expect(errors).toEqual([]);
});

test("a bot that never gets ready is told", async ({ page }) => {
  test.skip(!isLong, "long: it takes 10 seconds of a processor; ARENA_LONG=1 runs it");
  await open(page, inJS("", "for (;;);"));
  await run(page);
  await expect(fault(page)).toContainText("The bot was not ready after 10 seconds");
});

// tabs are the processes in which this browser has its tabs.
function tabs(): number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  const all = lines.map((line) => /^ *(\d+) +(\d+) (.*)$/.exec(line)).filter((found) => found !== null);
  const ours = new Set([process.pid]);
  for (let before = 0; before < ours.size;) {
    before = ours.size;
    for (const [, pid, parent] of all) {
      if (ours.has(Number(parent))) {
        ours.add(Number(pid));
      }
    }
  }
  return all
    .filter(([, pid, , args]) => ours.has(Number(pid)) && args?.includes("--type=renderer"))
    .map(([, pid]) => Number(pid));
}

test("a bot loses nothing while its tab sleeps", async ({ page }) => {
  test.skip(!isLong, "long: it sleeps for longer than a bot may be silent; ARENA_LONG=1 runs it");
  // It takes its time, so that it is asked when the tab falls asleep.
  await open(page, inJS("if (s.round < 4) for (const t = performance.now(); performance.now() - t < 700; );"));
  await on.button(page, "Run").click();
  await expect(page.getByRole("status")).toContainText("Playing, round");
  const asleep = tabs();
  expect(asleep.length).toBeGreaterThan(0);
  for (const pid of asleep) {
    process.kill(pid, "SIGSTOP");
  }
  await new Promise((resolve) => setTimeout(resolve, 9000)); // longer than a bot may be silent
  for (const pid of asleep) {
    process.kill(pid, "SIGCONT");
  }
  await expect(on.button(page, "Run")).toBeVisible();
  await expect(page.getByText(`The match is over after ${rounds} rounds.`)).toBeAttached();
  await expect(told(page)).not.toContainText("no answer");
});

test("what is wrong with a bot is told at its line", async ({ page }) => {
  await open(page, inJS(""));
  for (const [code, line, text] of [
    [inJS("if (s.round === 2) s.do(0, 'nroth');"), 5, '"nroth" is no direction'],
    [inJS("const = 3;"), 5, "SyntaxError"],
    [inJS("", "throw new TypeError('here');"), 3, "TypeError: here"],
    [inJS("", 'import "node:fs";'), 3, "node:fs is not in a browser"],
  ] as const) {
    await rewrite(page, code);
    await run(page);
    await expect(fault(page)).toContainText(`bot.mjs, line ${line}`);
    await expect(fault(page)).toContainText(text);
    await fault(page).getByRole("button").click();
    await expect(page.locator(".cm-activeLineGutter")).toHaveText(`${line}`);
  }
});

test("a bot that never answers is frozen; no match before stands beside an error, or beside the next run, as if it were that one", async ({
  page,
}) => {
  const before = page.getByText("Of the run before"); // on the board, and in the tab
  const verdict = page.locator(".verdict");
  await open(page, inJS("if (s.round === 2) s.do(0, 'nroth');"));
  await run(page);
  await expect(verdict).toContainText("Round 2: mine");
  await expect(before).toHaveCount(0);
  await rewrite(page, inJS("const = 3;"));
  await run(page);
  await expect(fault(page)).toContainText("SyntaxError");
  await expect(before).toHaveCount(2);
  await expect(verdict).toHaveCount(0);
  expect(await on.violations(page, ".told")).toEqual([]);
  await rewrite(page, inJS(""));
  await run(page);
  await expect(before).toHaveCount(0);
  await rewrite(page, inJS("if (s.round === 3) for (;;);"));
  await on.button(page, "Run").click();
  await expect(page.getByRole("status")).toContainText("Playing, round");
  await expect(before).toHaveCount(1); // in the tab: on the board is the match that is played
  await expect(on.button(page, "Run")).toBeVisible();
  await expect(verdict).toContainText("Round 3: mine gave no answer for 6s");
  await expect(before).toHaveCount(0);
  await expect(told(page).getByRole("row", { name: /^1 dummy/ })).toBeVisible();
  expect(arena("verify", await saveReplay(page, "late.arena"))).toContain(`${rounds} rounds, as recorded`);
});

test("the board shows the match while it is played, and what there is of one that was stopped", async ({ page }) => {
  const errors = on.watchErrors(page);
  // Slow enough to be stopped on a busy machine, too.
  const slow = "for (const t = performance.now(); performance.now() - t < (s.round < 4 ? 300 : 3000); );";
  await open(page, inJS(slow));
  await on.button(page, "Run").click();
  // The board goes on while the button stops the match: both at one time.
  const goesOn = () =>
    page.evaluate(() => {
      const frame = document.querySelector<HTMLIFrameElement>(".viewer iframe");
      const round = frame?.contentDocument?.querySelector<HTMLInputElement>("input[type=range]")?.value;
      return Number(round) > 0 && document.querySelector(".run")?.textContent === "Stop";
    });
  await expect.poll(goesOn).toBe(true);
  await on.button(page, "Stop").click();
  await expect(on.button(page, "Run")).toBeEnabled();
  await expect(page.getByText("Of the run before")).toHaveCount(0);
  await expect(told(page)).toContainText("After a run, here is who won.");
  await rewrite(page, inJS("const = 3;"));
  await run(page);
  await expect(page.getByText("Of the run before")).toHaveCount(1);
  await rewrite(page, inJS(""));
  await run(page);
  const slider = viewer(page).getByRole("slider", { name: "Round" });
  await slider.press("End");
  await expect(slider).toHaveValue(`${rounds}`);
  expect(errors).toEqual([]);
});

// another is a server to which bots try to get.
async function another(): Promise<{ readonly url: string; readonly asked: readonly string[]; close(): void }> {
  const asked: string[] = [];
  const server = createServer((request, answer) => {
    asked.push(request.url ?? "");
    answer.writeHead(200, { "Access-Control-Allow-Origin": "*" }).end("");
  });
  await listen(server);
  return { url: `http://127.0.0.1:${portOf(server)}`, asked, close: () => server.close() };
}

test("nothing that a bot tries reaches a server", async ({ page }) => {
  const outside = await another();
  site.asked.length = 0;
  await open(page, inJS("", escapes(new URL(site.url).origin, "own") + escapes(outside.url, "other")));
  await run(page);
  await page.getByRole("tab", { name: "Prints" }).click();
  await expect(told(page)).toContainText("other shared");
  const said = (await told(page).textContent()) ?? "";
  expect(said.match(/(own|other) \w+ (?:refused|nothing)/g)).toHaveLength(44);
  expect(said).not.toContain("OUT");
  expect([...site.asked, ...outside.asked].filter((path) => path.includes("hit"))).toEqual([]);
  outside.close();
});

test("what nobody sees in a link is named and marked, and control characters are refused", async ({ page }) => {
  await open(page, "// \u202e { \u2066\nconst a = 1; // \u200b\n");
  await expect(page.getByRole("status")).toContainText("In line 1 is what nobody sees");
  await expect(page.locator(".cm-specialChar")).toHaveCount(3);
  await page.goto("about:blank");
  await page.goto(site.url + (await linkTo("a = 1;\n// \u001b[2K", {})));
  await expect(page.getByRole("alert").first()).toContainText("line 2 has a control character");
});

test("a link is shown and does not run by itself; what is written stays, also after a crash", async ({
  page,
  context,
}) => {
  const errors = on.watchErrors(page);
  await open(page, inJS("console.log('linked');"), { seed: 77, bots: "demo,me,null,dummy" });
  await expect(page.getByLabel("Seed")).toHaveValue("77");
  await expect(page.getByLabel("Seat 0")).toHaveValue("arena demo");
  await expect(page.locator(".cm-content")).toContainText("linked");
  await expect(on.button(page, "Run")).toBeEnabled();
  await expect(told(page)).toContainText("After a run, here is who won.");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator("summary").click();
  await page.getByRole("button", { name: "Copy a link with the code" }).click();
  await expect(page.getByRole("status")).toContainText("The link is copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const [, fields = "", packed = ""] = /(#.*)&code=(.*)/.exec(link) ?? [];
  expect(fields).toBe("#game=orkisland&seed=77&bots=demo,me,null,dummy&lang=js");
  expect(inflateRawSync(Buffer.from(packed, "base64url")).toString()).toBe(inJS("console.log('linked');"));

  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("// typed");
  await page.reload();
  await expect(page.locator(".cm-content")).toContainText("// typed");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+z");
  await expect(page.locator(".cm-content")).not.toContainText("// typed");
  await page.evaluate(() => localStorage.setItem("arena-play-runs", "yes")); // as a tab leaves it that dies
  await page.reload();
  await expect(page.getByRole("status")).toContainText("The last run did not end");
  await page.goto(`${site.url}#code=AAAA&game=orkisland&lang=js`);
  await expect(page.getByRole("alert").first()).toContainText("The link cannot be read");
  expect(errors).toEqual([]);
});

test("a bot that came with a link is in no seat at the next visit, unless one has written on it", async ({
  page,
  context,
}) => {
  const kept = (what: string) =>
    expect.poll(() => page.evaluate(() => localStorage.getItem("arena-play"))).toContain(what);
  await open(page, inJS("console.log('linked');"));
  await kept("console.log('linked')");
  await page.reload();
  await expect(page.locator(".cm-content")).toContainText("linked"); // it is the same visit
  const next = await context.newPage();
  await next.goto(site.url);
  const seat = next.getByLabel("Seat 0").locator("option:checked");
  await expect(seat).toHaveText("me");
  await expect(next.locator(".cm-content")).toContainText("serve(");
  await expect(next.locator(".cm-content")).not.toContainText("linked");
  await expect(next.getByLabel("Bot", { exact: true }).locator("option", { hasText: "linked" })).toHaveCount(1);
  await next.close();
  await rewrite(page, inJS("console.log('mine');"));
  await kept("console.log('mine')");
  const third = await context.newPage();
  await third.goto(site.url);
  await expect(third.locator(".cm-content")).toContainText("mine");
});

test.describe("without a network", () => {
  test.use({ serviceWorkers: "allow" });

  test("the page plays on a telephone and by keyboard, and has the code without its server", async ({ page }) => {
    const own = await serveSite();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto(own.url);
    await expect(page.locator(".cm-content")).toContainText("serve(");
    await page.keyboard.press("Control+Enter");
    await expect(told(page)).toContainText("Place");
    expect(await on.darkness(page)).toBeGreaterThan(0.8);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await expect(board(page)).toBeVisible();
    await expect(viewer(page).getByRole("heading", { level: 1 })).toHaveText("Ork Island");
    expect(await on.violations(page, "body")).toEqual([]); // the frame, too
    await page.getByRole("button", { name: "Code" }).click();
    await expect(page.locator(".cm-content")).toBeVisible();
    await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    own.close();
    await page.reload();
    await expect(page.locator(".cm-content")).toContainText("serve(");
  });
});

test("a bot leaves the page as a folder that plays, and as a package", async ({ page }) => {
  await open(page, inJS("for (const u of s.unitsOf(s.me)) s.do(u, 'north');"), { bots: "me,null,null,null" });
  const save = async (what: string): Promise<string> => {
    await page.locator("summary").click();
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: what }).click();
    const path = join(work, (await waiting).suggestedFilename());
    await (await waiting).saveAs(path);
    return path;
  };
  const zip = await save("Download as a folder");
  execFileSync("unzip", ["-oq", zip, "-d", join(work, "out")]);
  expect(arena("play", "orkisland", join(work, "out/linked"), "./null", "./null", "./null", "-s", "3")).toContain(
    "mine",
  );
  const packed = await save("Download as a package, signed");
  expect(arena("bot", "info", packed)).toContain("signed by SHA256:");
});
