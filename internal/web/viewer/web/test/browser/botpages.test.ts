// What a reader does with the page of a bot, and with what the page of a league begins with.

import { expect, test } from "@playwright/test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { isLong, madeUp, serve, type Serving, work } from "./arena";
import * as on from "./page";

let served: Serving;

test.beforeAll(async () => {
  rmSync(join(work, "wednesdays"), { recursive: true, force: true });
  madeUp("wednesdays", 400, 13);
  served = await serve("league", "show", "wednesdays", "--http", "127.0.0.1:0");
});

test.afterAll(() => served.stop());

test("the page of a bot leads to its matches, as they were chosen", async ({ page }) => {
  const errors = on.watchErrors(page);
  await page.goto(served.url);
  await page.locator("#standings").getByRole("link", { name: "dora" }).click();
  await expect(page.getByRole("img", { name: /^On \d{4}-\d\d-\d\d it was rated/ })).toBeVisible();
  await page.getByText("Ratings by day", { exact: true }).click();
  await expect(page.getByRole("region", { name: "Ratings by day" }).locator("tbody tr")).toHaveCount(14);
  await expect(page.getByRole("region", { name: "Last losses" }).locator("tbody tr")).toHaveCount(10);
  await page.getByRole("link", { name: "Author 8" }).click();
  await expect(page.getByRole("region", { name: "Versions" }).locator("tbody tr")).toHaveCount(2);
  await page.getByRole("region", { name: "Standings" }).getByRole("link", { name: "dora" }).click();
  await page.getByRole("link", { name: "with a verdict" }).click();
  await expect(page.getByLabel("Bot")).toHaveValue("8");
  await expect(page.getByLabel("Show")).toHaveValue("faults");
  await expect(page.locator("#rows tr").first()).toContainText("dora");
  const count = (await page.locator("#count").textContent()) ?? "";
  expect(count).toMatch(/^\d+ of 400$/);
  expect(count).not.toBe("400 of 400");
  await page.reload();
  await expect(page.locator("#count"), "the address says what is chosen").toHaveText(count);
  await page.getByLabel("Show").selectOption("all");
  await expect(page).toHaveURL(/#bot=8$/);
  expect(errors).toEqual([]);
});

test("a league begins with what is new", async ({ page }) => {
  await page.goto(served.url);
  const front = page.locator("#front");
  await expect(front.locator(".podium li")).toHaveCount(3);
  await expect(front.getByRole("link", { name: /^the / })).toHaveCount(3);
  await expect(front.getByRole("link", { name: "the lead changed most often, 14 times" })).toBeVisible();
  await expect(front.locator("li").filter({ hasText: "plays from match 1 on" })).toHaveCount(5);
  await expect(page.locator("#standings .moved").first()).toBeVisible();
  const above = async (): Promise<boolean> =>
    (await front.boundingBox())!.y < (await page.locator("#standings").boundingBox())!.y;
  expect(await above()).toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(above, "on a telephone the standings come first").toBe(false);
  await front.getByRole("link", { name: "the closest" }).click();
  await expect(page.getByRole("heading", { name: /^Match \d+/ })).toBeVisible();
});

// Colours are the same in all sizes, and the first page is that of league.test.ts, where axe looks at it.
for (const [colorScheme, looks] of [
  ["light", 1280],
  ["dark", 390],
] as const) {
  test(`${colorScheme}: axe finds nothing, and nothing is wider than the page`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const sizes = [
      [320, 640],
      [390, 844],
      [1280, 800],
      [1920, 1080],
    ] as const;
    for (const [width, height] of sizes) {
      if (!isLong && colorScheme === "dark" && width !== looks) {
        continue;
      }
      await page.setViewportSize({ width, height });
      for (const path of ["", "bot/8", "author/8"]) {
        await page.goto(served.url + path);
        await expect(page.locator("h1")).toBeVisible();
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} ${width}`).toBeLessThanOrEqual(
          width,
        );
        if (isLong || (path !== "" && width === looks)) {
          expect(await on.violations(page), `${path} ${width}`).toEqual([]);
        }
      }
    }
  });
}
