// A web site that shows matches without an arena: any web server has it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { replayOf, root, serve, type Serving } from "./arena";
import * as on from "./page";
import { useSite } from "./playsite";

const record = join(root, "engine/games/battleroyale/testdata/own.br.gz");
const site = useSite(({ url }, answer) => {
  const isMatch = url === "/match.arena";
  if (isMatch) {
    answer.end(readFileSync(replayOf("orkisland")));
  }
  return isMatch;
});
let serving: Serving;

test.beforeAll(async () => {
  serving = await serve("view", replayOf("orkisland"), "--no-open");
});

test.afterAll(() => serving.stop());

const address = (): string => new URL("/", site.url).href;

// pictureAtRest returns the picture of the board when nothing moves any more.
async function pictureAtRest(page: Page): Promise<string> {
  let before = "";
  await expect.poll(async () => before === (before = await on.picture(page))).toBe(true);
  return before;
}

async function problemOf(page: Page, name: string, file: Buffer): Promise<string> {
  const alert = page.getByRole("alert");
  await on.drop(page, name, file);
  await expect(alert).toContainText(name);
  return (await alert.textContent()) ?? "";
}

test("it shows replays and records as the arena does, and refuses with the same words", async ({ page, context }) => {
  const errors = on.watchErrors(page);
  await page.goto(address());
  await expect(page.getByRole("heading", { name: "Matches of bots, to watch" })).toBeVisible();
  await expect(page.locator(".scene")).toBeVisible();
  const chosen = page.getByLabel("Drop matches on this page, or choose some");
  expect(await chosen.evaluate((input) => getComputedStyle(input, "::file-selector-button").borderRadius)).toBe("99px");
  for (const [width, height] of [
    [390, 844],
    [844, 390],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await chosen.scrollIntoViewIfNeeded();
    await expect(chosen).toBeInViewport({ ratio: 1 });
    expect((await chosen.boundingBox())!.height, "the button is whole").toBeGreaterThan(36);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  expect(await on.violations(page)).toEqual([]);
  await page.getByLabel("Drop matches on this page, or choose some").setInputFiles(replayOf("orkisland"));
  await on.expectRound(page, 0);
  const served = await context.newPage();
  await served.goto(serving.url);
  const whole = readFileSync(replayOf("moria"));
  const bad: [string, Buffer][] = [
    ["junk.arena", Buffer.from("no match at all")],
    ["cut.br.gz", readFileSync(record).subarray(0, 2000)],
    ["empty.arena", Buffer.alloc(0)],
  ];
  for (const [name, file] of bad) {
    expect(await problemOf(page, name, file)).toBe(await problemOf(served, name, file));
  }
  for (const each of [page, served]) {
    await on.drop(each, "moria.arena", whole.subarray(0, whole.length / 2));
    await expect(each.getByRole("heading", { level: 1 })).toHaveText("Moria");
  }
  const broken = page.getByRole("alert");
  await expect(broken).toContainText("The match breaks off");
  await expect(broken).toHaveText((await served.getByRole("alert").textContent()) ?? "");

  await on.drop(page, "own.br.gz", readFileSync(record));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Battle Royale");
  expect(errors).toEqual([]);
});

test("whoever has no match sees an example, one click away, and a file takes its place", async ({ page }) => {
  const errors = on.watchErrors(page);
  await page.goto(`${address()}#lang=ca`);
  const picture = page.locator("img.scene");
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1200);
  const link = page.getByRole("link", { name: "Mira un exemple: Ork Island" });
  for (const [width, height] of [
    [1366, 768],
    [1280, 720],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(link).toBeInViewport({ ratio: 1 });
    expect((await picture.boundingBox())!.width).toBeLessThan(width);
  }
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ork Island");
  await expect(page).toHaveURL(/\?match=example\.arena#.*lang=ca/);
  await expect(on.players(page).getByText("dummy").first()).toBeVisible();
  await on.drop(page, "m.arena", readFileSync(replayOf("moria")));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Moria");
  expect(errors).toEqual([]);
});

test("a page around it gets no example, and no picture is fetched for it", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${address()}#embed`);
  await expect(page.locator("svg.scene")).toBeVisible();
  expect(asked).toContain("/third.js");
  expect(asked).not.toContain("/example.png");
});

test("files that fall on it together are a list", async ({ page }) => {
  await page.goto(address());
  await on.dropAll(page, { "m.arena": readFileSync(replayOf("moria")), "own.br.gz": readFileSync(record) });
  const rows = page.getByRole("dialog", { name: "Matches" }).getByRole("listitem");
  await expect(rows.nth(0)).toContainText(/m\.arena.*Moria, seed 7/);
  await expect(rows.nth(1)).toContainText(/own\.br\.gz.*Battle Royale/);
  await rows.nth(1).getByRole("button").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Battle Royale");
  await page.keyboard.press(".");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Moria");
});

test("its address can name a match of the site, whose board is that of the arena", async ({ page, context }) => {
  await page.goto(`${address()}?match=match.arena#r=40`);
  await on.expectRound(page, 40);
  const board = await pictureAtRest(page);
  const served = await context.newPage();
  await served.goto(`${serving.url}#r=40`);
  await on.expectRound(served, 40);
  expect((await pictureAtRest(served)) === board).toBe(true); // too long to be printed

  await page.goto(`${address()}?match=none.arena`);
  await expect(page.getByRole("alert")).toContainText("none.arena: the server answers 404");
});
