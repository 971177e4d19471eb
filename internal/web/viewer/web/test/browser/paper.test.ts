// The page on paper.

import { expect, type Page, test } from "@playwright/test";
import { fileURL, games, isLong, madeJSON, pageOf } from "./arena";
import * as on from "./page";

const pages = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;

// prepare has the page as it is printed: 186 by 273 mm are what A4 leaves between the margins.
async function prepare(page: Page): Promise<void> {
  await page.setViewportSize({ width: 703, height: 1032 });
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => void dispatchEvent(new Event("beforeprint")));
}

for (const game of isLong ? games : (["orkisland"] as const)) {
  test(`any round of ${game} is one page of paper`, async ({ page }) => {
    await page.goto(fileURL(pageOf(game)));
    await expect.poll(() => on.colours(page)).toBeGreaterThan(5);
    const last = Number(await on.slider(page).getAttribute("max"));
    for (const round of [0, 60, last]) {
      await on.slider(page).fill(`${round}`);
      await on.expectRound(page, round);
      for (const landscape of [false, true]) {
        expect(pages(await page.pdf({ format: "A4", landscape }))).toBe(1);
      }
      await page.emulateMedia({ media: "print" });
      await expect(page.locator(".newcomer"), "what a newcomer is told is not on paper").toBeHidden();
      await page.emulateMedia({ media: null });
    }
  });
}

test("a page of paper has the match and nothing to press, in dark on white", async ({ page }) => {
  await page.goto(`${fileURL(pageOf("orkisland"))}#r=60`);
  await on.expectRound(page, 60);
  await expect.poll(() => on.colours(page)).toBeGreaterThan(5);
  const light = await on.picture(page);
  await page.keyboard.press("t");
  await expect.poll(() => on.darkness(page)).toBeGreaterThan(0.8);
  await expect.poll(() => on.picture(page)).not.toBe(light);
  const dark = await on.picture(page);
  await prepare(page);

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ork Island");
  await expect(page.locator(".caption")).toContainText("Round 60 of 200, seed 7: dummy, demo (1), demo (2), null");
  const scores = await on.players(page).locator(".score").allTextContents();
  expect(scores).toHaveLength(4);
  expect(scores.map(Number)).toEqual(scores.map(Number).toSorted((a, b) => b - a));
  await expect(page.locator(".graph")).toHaveCount(2);
  for (const part of [on.stage(page), on.players(page), ...(await page.locator(".graph svg, .turns li").all())]) {
    await expect(part).toBeVisible();
  }
  await expect(page.locator(".turns li")).not.toHaveCount(0);
  for (const control of [".button", ".transport", ".tabs", ".choice", ".find", ".lead", ".minimap", "dialog"]) {
    for (const one of await page.locator(control).all()) {
      await expect(one).toBeHidden();
    }
  }
  const box = (await on.stage(page).boundingBox())!;
  expect(Math.min(box.width, box.height)).toBeGreaterThan(400);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(703);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1032);

  expect(await on.darkness(page)).toBe(0);
  expect(await brightness(page)).toBeGreaterThan(0.6);
  expect(await on.violations(page)).toEqual([]);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ media: null });
  await page.evaluate(() => void dispatchEvent(new Event("afterprint")));
  await expect.poll(() => on.darkness(page)).toBeGreaterThan(0.8);
  await expect.poll(async () => (await on.picture(page)) === dark).toBe(true);
});

// brightness returns how bright the ground of the board is, from 0, black, to 1, white.
const brightness = (page: Page): Promise<number> =>
  on
    .stage(page)
    .locator("canvas")
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      let [sum, count] = [0, 0];
      for (let i = 0; i < data.length; i += 4) {
        if (data[i + 3] === 255) {
          sum += (data[i] ?? 0) + (data[i + 1] ?? 0) + (data[i + 2] ?? 0);
          count += 765;
        }
      }
      return sum / count;
    });

test("what the browser prints has the ground below the units", async ({ page }) => {
  await page.goto(`${fileURL(pageOf("battleroyale"))}#r=60`);
  await expect.poll(() => on.colours(page)).toBeGreaterThan(5);
  await prepare(page);
  // A group of its own keeps what clears one canvas from clearing those below it.
  for (const canvas of await on.stage(page).locator("canvas:not(.minimap)").all()) {
    expect(Number(await canvas.evaluate((c) => getComputedStyle(c).opacity))).toBeLessThan(1);
  }
});

test("names on paper are whole, however long", async ({ page }) => {
  const match = madeJSON();
  const name = "a-very-long-name-of-a-bot-".repeat(4);
  match.players[0].label = name;
  await page.goto(fileURL(pageOf("orkisland")));
  await on.expectRound(page, 0);
  await on.drop(page, "match.json", Buffer.from(JSON.stringify(match)));
  await expect(on.players(page)).toContainText(name);
  await prepare(page);
  const isWhole = await on.players(page).evaluate((panel) =>
    [...panel.querySelectorAll(".label")].map((label) => {
      const text = document.createRange();
      text.selectNodeContents(label.firstElementChild!);
      const row = label.closest(".player")!.getBoundingClientRect();
      const { right, bottom } = text.getBoundingClientRect();
      return right <= row.right && bottom <= row.bottom;
    }),
  );
  expect(isWhole).toEqual([true, true, true, true]);
});
