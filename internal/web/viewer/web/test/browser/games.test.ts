// Every game, from a disk and from a server.

import { expect, test } from "@playwright/test";
import { fileURL, games, goldenOf, isLong, pageOf, replayOf, serve, type Serving } from "./arena";
import * as on from "./page";

for (const game of games) {
  for (const way of isLong || game === "orkisland" ? (["from disk", "served"] as const) : (["from disk"] as const)) {
    test.describe(`${game} ${way}`, () => {
      let serving: Serving | undefined;
      let url = "";

      test.beforeAll(async () => {
        serving = way === "served" ? await serve("view", replayOf(game), "--no-open") : undefined;
        url = serving?.url ?? fileURL(pageOf(game));
      });

      test.afterAll(async () => {
        await serving?.stop();
      });

      test("is painted, plays and scrubs", async ({ page }) => {
        const errors = on.watchErrors(page);
        await page.goto(url);
        await expect(on.players(page).getByRole("listitem")).toHaveCount(4);
        await expect.poll(() => on.colours(page)).toBeGreaterThan(5);
        await on.expectRound(page, 0);

        await on.button(page, "Play").click();
        await expect.poll(() => on.round(page)).toBeGreaterThan(2);
        await on.button(page, "Pause").click();

        await on.slider(page).fill("50");
        await on.expectRound(page, 50);
        await expect(on.slider(page)).toHaveAttribute("aria-valuetext", /^round 50 of \d+$/);
        await on.slider(page).fill("20");
        await on.expectRound(page, 20);
        expect(errors).toEqual([]);
      });
    });
  }

  test(`${game}: axe finds nothing`, async ({ page }) => {
    test.skip(!isLong && game !== "orkisland", "long: ARENA_LONG=1 runs it");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${fileURL(pageOf(game))}#r=30`);
      await on.expectRound(page, 30);
      const found = await on.violations(page);
      expect(found, colorScheme).toEqual([]);
    }
  });

  test(`${game}: the board looks as it did`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${fileURL(goldenOf(game))}#r=60`);
    await on.expectRound(page, 60);
    await page.keyboard.press("Shift"); // closes the card with the rules
    await expect(on.stage(page)).toHaveScreenshot(`${game}.png`);
  });
}

// Small windows have a layout of their own, and small boards units of their own.
for (const [width, height] of [
  [1280, 720],
  [844, 390],
  [390, 844],
] as const) {
  test(`the board looks as it did, ${width} by ${height}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width, height });
    await page.goto(`${fileURL(goldenOf("orkisland"))}#r=60`);
    await on.expectRound(page, 60);
    await page.keyboard.press("Shift"); // closes the card with the rules
    await expect(on.stage(page)).toHaveScreenshot(`orkisland-${width}.png`);
  });
}
