// A reader who was mailed the page of a tournament watches the best matches, which are in it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { arena, fileURL, work } from "./arena";
import * as on from "./page";

const html = join(work, "mailed.html");

test.beforeAll(() => {
  const settings = ["-s", "2", "--set", "nb_rounds=12", "--store", "mailed.db"];
  arena("series", "orkisland", "./demo", "./dummy", "./notes", "./null", "-n", "8", "--keep", "all", ...settings);
  expect(arena("results", "mailed.db", "--html", html)).toMatch(/mailed.html: \d+ kB, with 2 matches to watch\n$/);
});

test("a mailed page shows its best matches without a network", async ({ page, context }) => {
  const errors = on.watchErrors(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url().replace(/#.*/, "")));
  await context.setOffline(true);
  await page.goto(`${fileURL(html)}#bot=0`);
  await expect(page.getByLabel("Bot")).toHaveValue("0");
  const links = page.locator("#watch a");
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(addresses.length).toBeGreaterThan(1);
  for (const address of addresses) {
    await page.locator(`#watch a[href="${address}"]`).click();
    await on.expectRound(page, 0);
    expect(await on.colours(page)).toBeGreaterThan(5);
    await on.button(page, "Play").click();
    await on.expectRound(page, 12);
    await expect(page.locator(".podium")).toBeVisible();
    await expect(page, "a link leads to the match").toHaveURL(new RegExp(`${address}&r=12`));
    await page.reload();
    await on.expectRound(page, 12);
    await page.goBack();
    await expect(page.getByLabel("Bot"), "the page is as it was").toHaveValue("0");
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await page
    .locator("#rows")
    .getByRole("link", { name: addresses[0]?.replace(/\D/g, "") ?? "", exact: true })
    .click();
  await on.expectRound(page, 0);
  expect(await on.violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole("link", { name: "Back to the table" }).click();
  await expect(links.first()).toBeVisible();
  expect(await on.violations(page)).toEqual([]);

  await page.setViewportSize({ width: 1280, height: 720 });
  await page.locator("#cross tbody tr", { hasText: "demo" }).first().getByRole("link").first().click();
  await expect(page.locator("#any"), "a number of the tables leads to its matches").toContainText("only against");
  await expect(page.getByLabel("Bot").locator("option:checked")).toHaveText("demo");
  expect([...new Set(asked)]).toEqual([fileURL(html)]);
  expect(errors).toEqual([]);
});

test("no match in a mailed page has what bots noted for their authors", () => {
  const all = [...readFileSync(html, "utf8").matchAll(/ id="match-\d+">([^<]+)</g)];
  expect(all.length).toBeGreaterThan(1);
  for (const [, packed = ""] of all) {
    const { played } = JSON.parse(gunzipSync(Buffer.from(packed, "base64")).toString());
    expect(played).toHaveLength(12);
    expect(played.filter(({ d, l }: { d?: unknown; l?: unknown }) => (d ?? l) !== undefined)).toEqual([]);
  }
});
