// On a telephone on its side, all players are seen at once: four of the arena's games have as many.

import { expect, test } from "@playwright/test";
import { fileURL, games, goldenOf } from "./arena";
import * as on from "./page";

for (const hasTouch of [false, true]) {
  test(`all four players are in sight on a low screen, ${hasTouch ? "for fingers" : "for a pointer"}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ viewport: { width: 844, height: 390 }, hasTouch, isMobile: hasTouch });
    const page = await context.newPage();
    for (const game of games) {
      await page.goto(`${fileURL(goldenOf(game))}#r=60`);
      await on.expectRound(page, 60);
      const list = on.players(page).locator(".list");
      await expect(list.locator(".player")).toHaveCount(4);
      const hidden = await list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
      expect(hidden, game).toBeLessThanOrEqual(0);
      const small = await list.locator("button").evaluateAll((all) => {
        const least = matchMedia("(pointer: coarse)").matches ? 44 : 20;
        return all.filter((one) => one.getBoundingClientRect().height < least).map((one) => one.className);
      });
      expect(small, game).toEqual([]);
    }
    await on.button(page, "Notes of demo on the board").or(on.players(page).locator(".small").first()).first().click();
    await expect(on.players(page).locator(".small").first()).toHaveAttribute("aria-pressed", "true");
    await context.close();
  });
}
