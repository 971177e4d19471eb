// What a reader does with the page of a league, while its matches are played.

import { expect, type Locator, type Page, test } from "@playwright/test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { arena, fileURL, isLong, madeUp, serve, type Serving, work } from "./arena";
import * as on from "./page";

const bots = 13;
const state = (page: Page): Locator => page.locator("#state");
const count = (page: Page): Locator => page.locator("#count");
const listed = (page: Page): Locator => page.locator("#rows tr");
const waits = "connected; new matches come by themselves";
let served: Serving;

test.beforeAll(async () => {
  rmSync(join(work, "tuesdays"), { recursive: true, force: true });
  rmSync(join(work, "played"), { recursive: true, force: true });
  madeUp("tuesdays", 1300, bots);
  served = await serve("league", "show", "tuesdays", "--http", "127.0.0.1:0");
});

test.afterAll(() => served.stop());

test("what is new comes by itself, also after the server was killed", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  // A page for others has the same address again.
  const at = `0.0.0.0:${30_000 + (process.pid % 2000)}`; // a port that is given to nobody who asks for any
  const own = await serve("league", "show", "tuesdays", "--http", at);
  await page.goto(own.url);
  await expect(state(page), "nobody plays").toHaveText(waits);
  await expect(state(page)).not.toHaveClass(/good/);
  await expect(count(page)).toHaveText("1300 of 1300");
  await expect(page.locator("#standings tbody tr")).toHaveCount(bots);
  madeUp("tuesdays", 1310, bots);
  await expect(count(page)).toHaveText("1310 of 1310");
  await expect(listed(page).first()).toContainText("1310");
  await expect(page.locator("#about")).toContainText("1310 matches");
  await expect(state(page)).toHaveText("live");
  await expect(state(page)).toHaveClass(/good/);

  own.process.kill("SIGKILL");
  await expect(state(page)).toContainText("not connected");
  madeUp("tuesdays", 1320, bots);
  const again = await serve("league", "show", "tuesdays", "--http", at);
  await expect(count(page)).toHaveText("1320 of 1320");
  await expect(state(page)).toHaveText(/^(live|connected)/);
  await again.stop();
  expect(errors).toEqual([]);
});

test("on a telephone the rating is beside the name, however long that is", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(served.url);
  await page.locator("#standings").evaluate((part) => part.scrollIntoView());
  for (const row of [0, 2, 7]) {
    await expect(page.locator("#standings tbody tr").nth(row).locator("td").nth(1)).toBeInViewport({ ratio: 1 });
  }
});

test("what leads somewhere has room for a finger", async ({ page }) => {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(served.url);
    await expect(listed(page)).toHaveCount(100);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("a, button, select, input")]
        .map((each) => ({ each, box: each.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
        .map(({ each, box }) => `${each.outerHTML.slice(0, 80)} ${Math.round(box.width)}x${Math.round(box.height)}`),
    );
    expect(small.slice(0, 5), `${width} wide`).toEqual([]);
  }
});

test("the matches are filtered and ordered by the keyboard", async ({ page }) => {
  const errors = on.watchErrors(page);
  await page.goto(served.url);
  await expect(listed(page)).toHaveCount(100);
  await page.getByLabel("Show").selectOption("upsets");
  const upset = page.getByRole("button", { name: "upset" });
  await upset.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("columnheader", { name: "upset" })).toHaveAttribute("aria-sort", "descending");
  const points = await listed(page).locator("td:nth-child(4)").allTextContents();
  expect(points.map(Number)).toEqual(points.map(Number).toSorted((a, b) => b - a));
  await page.getByLabel("Show").selectOption("with a verdict");
  await page.getByLabel("Bot").selectOption("dora");
  for (const row of await listed(page).all()) {
    await expect(row).toContainText("dora");
    await expect(row.locator(".bad")).not.toBeEmpty();
  }
  expect(errors).toEqual([]);
});

test("the names of bots are texts", async ({ page }) => {
  const errors = on.watchErrors(page);
  await page.goto(served.url);
  await expect(listed(page)).toHaveCount(100);
  expect(await page.locator("img, bdi *, td script").count()).toBe(0);
  await expect(page.locator("#standings bdi").filter({ hasText: "<img src=x" })).toHaveCount(1);
  const text = await page.locator("body").innerText();
  expect(text).not.toContain("\u202E");
  expect(text).not.toContain("\u001B");
  expect(errors).toEqual([]);
});

test("the table needs no JavaScript", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(served.url);
  await expect(page.locator("#standings tbody tr")).toHaveCount(bots);
  await expect(page.getByText("The list of matches needs JavaScript.")).toBeVisible();
  await context.close();
});

test("of a large league comes what is looked at @long", async ({ page }) => {
  const errors = on.watchErrors(page);
  rmSync(join(work, "crowd"), { recursive: true, force: true });
  const [most, all] = [130, 6100];
  madeUp("crowd", all, most);
  const own = await serve("league", "show", "crowd", "--http", "127.0.0.1:0");
  const parts: string[] = [];
  page.on("request", (request) => {
    const part = /matches\/.*$/.exec(request.url());
    if (part) {
      parts.push(part[0]);
    }
  });
  await page.goto(own.url);
  await expect(count(page)).toHaveText(`${all} of ${all}`);
  await expect(listed(page).first()).toContainText(`${all}`);
  await expect(page.locator("#standings tbody tr")).toHaveCount(100);
  expect(await page.locator("#cross td").count()).toBe(0);
  await page.getByRole("button", { name: "Next" }).click(); // of the 100 matches that the last part has
  await expect(page.locator("#page")).toHaveText("page 2 of 61");
  await expect(listed(page)).toHaveCount(100);
  await expect(listed(page).first()).toContainText("6000");
  expect(parts).toEqual(["matches/1.json"]);
  await page.getByRole("button", { name: "match", exact: true }).click();
  await expect(listed(page).first().locator("td").first()).toHaveText("1");
  expect(parts).toEqual(["matches/1.json", "matches/0.json"]);

  await page.getByRole("link", { name: "All bots" }).click();
  await page.getByRole("link", { name: "Next" }).first().click();
  await expect(page.locator("tbody tr")).toHaveCount(most - 100);
  expect(await on.violations(page)).toEqual([]);
  const last = page.locator("tbody tr").last();
  await expect(last.locator("td").first()).toHaveText(new RegExp(`^${most}\\b`));
  const name = await last.locator("bdi").first().textContent();
  await last.getByRole("link").click();
  await expect(page.locator("h1")).toHaveText(name ?? "");
  expect(await on.violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole("link", { name: "all of them" }).click();
  await expect(count(page)).toHaveText(/^\d{1,4} of 6100$/);
  await expect(page.locator("#bot option:checked")).toHaveText(name ?? "");
  await expect(count(page)).not.toHaveText(`${all} of ${all}`);
  for (const row of await listed(page).all()) {
    await expect(row).toContainText(name ?? "");
  }
  expect(errors).toEqual([]);
  await own.stop();
});

test("a match whose replay is not kept is played again", async ({ page }) => {
  const errors = on.watchErrors(page);
  const of = ["--set", "nb_rounds=20", "--keep", "none", "-s", "7"];
  arena("series", "orkisland", "./demo", "./dummy", "./null", "./null", "-n", "4", "--store", "played.db", ...of);
  // The bots are not in the bots folder, so that it must be named.
  const own = await serve("results", "played.db", "--bots", ".", "--http", "127.0.0.1:0");
  await page.goto(own.url);
  await page.getByRole("link", { name: "3", exact: true }).click();
  await on.expectRound(page, 0);
  expect(page.url()).toMatch(/\/match\/3-[0-9a-f]{64}$/);
  expect(errors).toEqual([]);
  await own.stop();
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ]) {
    test(`everybody can use it, ${colorScheme}, ${viewport.width} wide`, async ({ page }) => {
      test.skip(!isLong && (colorScheme === "light") !== viewport.width > 1000, "long: ARENA_LONG=1 runs it");
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      await page.goto(served.url);
      await expect(state(page)).toHaveText(waits);
      await expect(listed(page)).toHaveCount(100);
      expect(await on.violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    });
  }
}

test("a file of all that asks nobody", async ({ page }) => {
  const errors = on.watchErrors(page);
  arena("league", "show", "tuesdays", "--html", "league.html");
  await page.goto(fileURL(join(work, "league.html")));
  await expect(count(page)).toContainText(/^13\d0 of/);
  expect(errors).toEqual([]);
});
