// Numbers by round, the heat map, the pace, and lists that are not too long.

import { expect, type Page, test } from "@playwright/test";
import { fileURL, isLong, madeJSON, pageOf, replayOf, serve } from "./arena";
import * as on from "./page";

const match = fileURL(pageOf("orkisland"));

// charted opens a match in which two bots chart numbers.
async function charted(page: Page): Promise<void> {
  const told = madeJSON();
  const note = (seat: number, text: string, value: number) => ({
    seat,
    kind: "chart",
    cell: -1,
    to: -1,
    unit: -1,
    text,
    value,
  });
  for (const round of told.played) {
    round.d = [
      note(0, "army", 20 - round.r / 10),
      note(1, "army", round.r / 5),
      note(1, "<b>risk</b>", 1 / (1 + round.r)),
    ];
  }
  told.title = "Charted";
  await page.goto(match);
  await on.drop(page, "charted.json", Buffer.from(JSON.stringify(told)));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Charted");
}

const charts = (page: Page) => page.locator("#panel-charts");

const sizes = [
  [1280, 720, "dark"],
  [320, 640, "light"],
  [1440, 900, "light"],
  [390, 844, "dark"],
] as const;
for (const [width, height, colorScheme] of isLong ? sizes : sizes.slice(0, 2)) {
  test(`numbers of bots are a chart, at ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    const errors = on.watchErrors(page);
    await charted(page);
    if (width < 1240) {
      await page.getByRole("tab", { name: "Charts" }).click();
    }
    const image = charts(page).getByRole("img", { name: /^army of all players over \d+ rounds$/ });
    await expect(image).toBeVisible();
    await expect(image.locator("path.line")).toHaveCount(4);
    await on.slider(page).fill("10");
    await on.expectRound(page, 10);
    await expect(charts(page).locator(".values").last()).toHaveText("army, round 10192––");
    await charts(page).getByRole("button", { name: "<b>risk</b>" }).click();
    await expect(charts(page).locator(".values").last()).toHaveText("<b>risk</b>, round 10–0.09091––");
    const risk = charts(page).getByRole("img", { name: /^<b>risk<\/b> of all/ });
    await risk.scrollIntoViewIfNeeded();
    await expect(risk).toBeInViewport();
    await on.atRest(page);
    expect(await on.violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(errors).toEqual([]);
  });

  test(`the heat map has a key and words, at ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    const errors = on.watchErrors(page);
    await page.goto(match);
    await on.expectRound(page, 0);
    await page.keyboard.press("End");
    await page.keyboard.press("Home");
    const plain = await on.picture(page);
    await page.keyboard.press("Shift+H");
    const map = page.getByRole("region", { name: "Heat map" });
    await expect(map.getByRole("status")).toHaveText(/^\d+ in \d+ cells, most here:$/);
    await expect(map.getByLabel("Kind").locator("option:checked")).toHaveText("killed");
    await on.atRest(page);
    const all = await on.picture(page);
    expect(all).not.toBe(plain);
    expect(await on.violations(page)).toEqual([]);
    const first = await map.getByRole("status").textContent();
    await map.getByLabel("Player").selectOption({ index: 2 });
    await expect(map.getByRole("status")).not.toHaveText(first ?? "");
    await map.getByLabel("Kind").selectOption("city taken");
    if (width > 640) {
      await map.getByRole("button", { name: /^row / }).first().click(); // on a phone, tap the board
    }
    await map.getByRole("button", { name: "Close" }).click();
    await expect(map).toHaveCount(0);
    expect(errors).toEqual([]);
  });
}

test("the list of all folds small entries, and can have the great ones only", async ({ page }) => {
  await page.goto(fileURL(pageOf("battleroyale")));
  await on.expectRound(page, 0);
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog", { name: "Everything that happened" });
  const rows = dialog.getByRole("listbox").getByRole("option");
  await expect(rows.filter({ hasText: /hit × \d+/ }).first()).toBeVisible();
  const whole = await dialog.getByRole("status").textContent();
  await dialog.getByLabel("great ones only").check();
  await expect(dialog.getByRole("status")).toHaveText(new RegExp(`^\\d+ of ${whole}$`));
  await expect(rows.filter({ hasText: "hit" })).toHaveCount(0);
  await expect(rows.filter({ hasText: "beaten" }).first()).toBeVisible();
  expect(await on.violations(page, "dialog")).toEqual([]);
  await on.atRest(page);
});

test("key J slows a match down where much happens", async ({ page }) => {
  await page.goto(match);
  await on.expectRound(page, 0);
  await page.keyboard.press("j");
  await expect(page.getByRole("status", { name: "Rounds in a second" })).toHaveText("~4/s");
  await page.keyboard.press("j");
  await expect(page.getByRole("status", { name: "Rounds in a second" })).toHaveText("4/s");
});

test("a turning point is a riddle, which what-if answers", async ({ page }) => {
  const serving = await serve("view", replayOf("orkisland"), "--no-open");
  try {
    await page.goto(serving.url);
    await on.expectRound(page, 0);
    await page.keyboard.press("y");
    const turn = page.locator("#panel-story .turns button").first();
    const round = Number(await turn.locator("b").textContent());
    await turn.click();
    await page.getByRole("button", { name: "What would you do?" }).click();
    await expect(page.getByRole("dialog", { name: "What if?" })).toBeVisible();
    await on.expectRound(page, Math.max(0, round - 3));
  } finally {
    await serving.stop();
  }
});
