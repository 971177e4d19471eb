// What a reader does with the page of a tournament.

import { expect, type Locator, test } from "@playwright/test";
import { arena, fileURL, isLong, work } from "./arena";
import * as on from "./page";
import { join } from "node:path";

const html = join(work, "results.html");
const compared = join(work, "compared.html");

test.beforeAll(() => {
  const settings = ["-s", "1", "--set", "nb_rounds=20", "--store", "results.db"];
  arena("series", "orkisland", "./demo", "./dummy", "./null", "./null", "-n", "102", "--keep", "all", ...settings);
  arena("compare", "orkisland", "./null", "./demo", "-n", "40", ...settings);
  arena("results", "results.db", "--of", "1", "--html", html, "--with-replays");
  arena("results", "results.db", "--of", "2", "--html", compared);
});

test("the matches are filtered, ordered and opened", async ({ page }) => {
  const errors = on.watchErrors(page);
  await page.goto(fileURL(html));
  const rows = page.locator("#rows tr");
  const count = page.locator("#count");
  await expect(count).toHaveText("102 of 102");
  await expect(rows).toHaveCount(100);
  await on.button(page, "Next").click();
  await expect(rows).toHaveCount(2);
  await expect(rows.first().locator("td").first()).toHaveText("2");

  await page.getByLabel("Bot").selectOption("demo");
  await page.getByLabel("Show").selectOption("not won");
  await expect(count).not.toHaveText("102 of 102");
  await on.button(page, "lead").click();
  await on.button(page, "lead").click();
  await expect(rows.first().locator(".first")).not.toContainText("demo");
  await page.getByLabel("Show").selectOption("with a verdict");
  await expect(rows).toHaveCount(0);

  await page.getByLabel("Show").selectOption("all");
  await on.button(page, "match").click();
  await on.button(page, "match").click();
  const last = page.getByRole("link", { name: "match 1", exact: true });
  const number = page.locator("#rows").getByRole("link", { name: "1", exact: true });
  expect(await number.getAttribute("href"), "a phone shows the number first").toBe(await last.getAttribute("href"));
  await last.click();
  await on.expectRound(page, 0);
  expect(errors).toEqual([]);
});

test("the page's tables by what matches were are those of the command, and lead to the matches", async ({ page }) => {
  const errors = on.watchErrors(page);
  await page.goto(fileURL(html));
  await page.getByLabel("Bot").selectOption("demo");
  for (const by of ["seat", "opponent", "length", "margin"]) {
    await page.getByLabel("Table by").selectOption(by);
    await expect(page.locator("#split th").first()).toHaveText(by);
    const shown = (await page.locator("#split tbody tr").all()).map((row) => row.locator("th, td").allInnerTexts());
    const text = arena("results", "results.db", "--of", "1", "--split", by);
    const told = text.split(/\n(?=\S)/).find((rows) => rows.startsWith("demo"));
    const rows = told?.split("\n").map((row) => row.slice(5).trim().split(/ {2,}/));
    const cells = (await Promise.all(shown)).flat();
    const wanted = rows?.filter(({ length }) => length > 1).flat() ?? [];
    expect(cells.map((cell) => cell.replaceAll(/[\d.]+/g, ""))).toEqual(
      wanted.map((cell) => cell.replaceAll(/[\d.]+/g, "")),
    );
    const numbers = (all: readonly string[]): number[] =>
      all
        .join(" ")
        .match(/[\d.]+/g)
        ?.map(Number) ?? [];
    const differ = numbers(cells).filter((number, i) => !(Math.abs(number - (numbers(wanted)[i] ?? NaN)) < 0.11));
    expect(differ, `${cells} is not ${wanted}`).toEqual([]); // Go writes 6.25 as 6.2, a browser as 6.3
  }

  await page.getByLabel("Table by").selectOption("seat");
  const lost = page
    .locator("#split tbody tr")
    .nth(2)
    .getByRole("link", { name: /not won/ });
  const count = await lost.innerText();
  await lost.click();
  await expect(page.locator("#count")).toHaveText(`${count} of 102`);
  await expect(page.getByLabel("Show")).toHaveValue("losses");
  expect(new URL(page.url()).hash).toBe("#seat=2&bot=0&show=losses&by=seat");
  await page.reload();
  await expect(page.locator("#count")).toHaveText(`${count} of 102`);
  expect(await on.violations(page)).toEqual([]);
  await page.getByRole("button", { name: "only seat 2: count all" }).click();
  await expect(page.locator("#count")).not.toHaveText(`${count} of 102`);
  await page.goBack();
  await expect(page.getByLabel("Show")).toHaveValue("all");
  await expect(page.locator("#count")).toHaveText("102 of 102");
  expect(errors).toEqual([]);
});

test("the standings are in the order that one likes, and so again", async ({ page }) => {
  const errors = on.watchErrors(page);
  await page.goto(fileURL(html));
  const rows = page.locator(".standings tbody tr");
  const names = (): Promise<string[]> => rows.locator("bdi").allTextContents();
  const ranked = await names();
  const head = page.locator(".standings th").filter({ hasText: "bot" });
  await head.getByRole("button").click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  expect(await names()).toEqual([...ranked].sort());
  await head.getByRole("button").click();
  expect(await names()).toEqual([...ranked].sort().reverse());
  await page.locator(".standings th").filter({ hasText: "rating" }).getByRole("button").click();
  await expect(head).not.toHaveAttribute("aria-sort");
  expect(await names()).toEqual(ranked);
  expect(errors).toEqual([]);
});

test("orders are in the address: a reload, Back and who gets the link have them", async ({ page }) => {
  const errors = on.watchErrors(page);
  const [bot, lead] = [".standings th", ".list th"].map((heads, i) =>
    page.locator(heads).filter({ has: on.button(page, ["bot", "lead"][i] ?? "") }),
  ) as [Locator, Locator];
  const wins = page.locator(".standings th").filter({ hasText: "wins" });
  const first = page.locator(".standings tbody tr").first();
  const match = page.locator("#rows tr").first().locator("td").first();
  await page.goto(`${fileURL(html)}#standings=nothing&sort=rating`);
  const [best, newest] = [await first.innerText(), "102"];
  await expect(match, "no such column is ignored").toHaveText(newest);
  await expect(page.locator(".standings [aria-sort]")).toHaveCount(0);
  const ordered = async (): Promise<void> => {
    await expect(bot).toHaveAttribute("aria-sort", "descending");
    await expect(lead).toHaveAttribute("aria-sort", "ascending");
    await expect(first.locator("bdi").first()).toHaveText("null");
    await expect(match).not.toHaveText(newest);
  };
  await bot.getByRole("button").click();
  await bot.getByRole("button").click();
  await lead.getByRole("button").click();
  await lead.getByRole("button").click();
  await ordered();
  await expect(page).toHaveURL(/#sort=lead&standings=-bot$/);
  await page.reload();
  await ordered();

  await page.locator("#cross tbody a").first().click();
  await expect(page.locator("#any")).toBeVisible();
  await ordered();
  await expect(page).toHaveURL(/#bot=\d+&against=\d+&sort=lead&standings=-bot$/);
  const link = page.url();
  await wins.getByRole("button").click();
  await on.button(page, "match").click();
  await expect(page).toHaveURL(/#against=\d+&bot=\d+&standings=-wins$/);
  await page.goBack();
  await expect(page.locator("#any")).toBeHidden();
  await ordered();
  await page.goForward();
  await expect(wins).toHaveAttribute("aria-sort", "descending");
  await expect(lead).not.toHaveAttribute("aria-sort");
  await page.goto("about:blank");
  await page.goto(link);
  await ordered();

  await page.goto("about:blank");
  await page.goto(fileURL(html));
  await page.locator("#cross tbody a").first().click();
  await bot.getByRole("button").click();
  await page.goBack();
  await expect(bot, "nothing was ordered then").not.toHaveAttribute("aria-sort");
  expect(await first.innerText()).toBe(best);
  await expect(match).toHaveText(newest);
  expect(errors).toEqual([]);
});

test("the charts need no JavaScript", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(fileURL(compared));
  await expect(page.getByRole("img", { name: /the mean is .* and the true one is between/ })).toBeVisible();
  await expect(page.getByRole("img", { name: /bets on better have made/ })).toBeVisible();
  await expect(page.getByText("The list of matches needs JavaScript.")).toBeVisible();
  await context.close();
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
      await page.goto(fileURL(compared));
      await expect(page.locator("#rows tr").first()).toBeVisible();
      expect(await on.violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    });
  }
}
