// What a newcomer is told, and the script that is loaded when it is wanted.

import { expect, test } from "@playwright/test";
import { fileURL, games, goldenOf, isLong, replayOf, serve } from "./arena";
import * as on from "./page";

const legend = { name: "Legend" } as const;

test("each game tells a newcomer its rules once, and what all signs mean", async ({ page }) => {
  for (const [i, game] of games.entries()) {
    const errors = on.watchErrors(page);
    await page.setViewportSize(i % 2 === 0 ? { width: 1280, height: 720 } : { width: 390, height: 844 });
    await page.goto(fileURL(goldenOf(game)));
    const card = page.locator(".newcomer");
    await expect(card).toBeVisible();
    const rules = await card.locator("p").textContent();
    await card.getByRole("button", { name: "What all signs mean" }).click();
    const dialog = page.getByRole("dialog", legend);
    await expect(dialog.locator(".rules")).toHaveText(rules ?? "");
    const names = await dialog.locator("dt b").allTextContents();
    expect(names).toEqual([...new Set(names)]);
    // Every sign is painted: an empty canvas, or a drawing without a path, would say nothing.
    expect(await dialog.locator("dt > svg").evaluateAll((all) => all.filter((svg) => svg.innerHTML === ""))).toEqual(
      [],
    );
    const blank = await dialog.locator("dt > canvas").evaluateAll((all) =>
      all.filter((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        return (canvas as HTMLCanvasElement)
          .getContext("2d")!
          .getImageData(0, 0, width, height)
          .data.every((v) => v === 0);
      }),
    );
    expect(blank).toEqual([]);
    if (isLong || i === 0) {
      expect(await on.violations(page, "dialog")).toEqual([]);
    }
    await page.keyboard.press("Escape");
    await on.slider(page).focus();
    await page.keyboard.press("Tab");
    await expect(card).toHaveCount(0);
    await expect(async () => {
      await page.reload(); // a browser may take a moment to keep what was just stored
      await expect(on.slider(page)).toBeVisible();
      expect(await card.count()).toBe(0);
    }).toPass();
    await page.keyboard.press("l");
    await expect(dialog).toBeVisible();
    expect(errors).toEqual([]);
  }
});

test("the card with the rules comes to those with a link, too, and closes", async ({ page }) => {
  await page.goto(`${fileURL(goldenOf("moria"))}#r=20&t=20.${"look ".repeat(20)}`);
  const card = page.locator(".newcomer");
  await expect(card).toBeVisible();
  await on.expectRound(page, 20);
  await expect(page.locator(".remark")).toContainText("look look");
  await card.getByRole("button", { name: "What all signs mean" }).click({ trial: true }); // which the text leaves free
  await card.getByRole("button", { name: "Close the card" }).click();
  await expect(card).toHaveCount(0);
});

test("a pinned city tells its size, what it pays, who took it when, and who stands there", async ({ page }) => {
  await page.goto(`${fileURL(goldenOf("orkisland"))}#r=150`);
  await page.getByRole("searchbox").fill("34,43");
  await page.keyboard.press("Enter");
  const place = on.here(page).locator(".place-of");
  await expect(place).toContainText(/^\d+ cells, \d+ a round\d+ are joined: they and their roads pay \d+ a round/);
  await expect(place).toContainText(/In round \d+: dummy takes city \d+/);
  await expect(on.here(page)).toContainText("Pays its holder 1 a round for each cell");
  await place.getByRole("button").click();
  expect(await on.round(page)).toBeLessThan(150);
});

test("the Balrog has the cells around it that it reaches, and many hits are one line", async ({ page }) => {
  await page.goto(`${fileURL(goldenOf("moria"))}#r=60`);
  await page.getByRole("searchbox").fill("124");
  await page.keyboard.press("Enter");
  await expect(on.here(page)).toContainText("Kills everybody on the eight cells around it");
  const [, row, col] = /row (\d+), column (\d+)/.exec((await on.here(page).textContent()) ?? "") ?? [];
  await page.keyboard.press("Escape");
  await page.keyboard.press("0");
  const red = (rows: number, cols: number): Promise<boolean> =>
    on
      .stage(page)
      .locator("canvas")
      .nth(2)
      .evaluate(
        (canvas: HTMLCanvasElement, [y, x]) => {
          const size = Math.min(canvas.width, canvas.height) / 60.4;
          const at = (cells: number, all: number): number => Math.round(all / 2 + (cells + 0.5 - 30) * size);
          const [r = 0, g = 0, , alpha = 0] = canvas
            .getContext("2d")!
            .getImageData(at(x!, canvas.width), at(y!, canvas.height), 1, 1).data;
          return alpha > 40 && r > 2 * g;
        },
        [Number(row) + rows, Number(col) + cols],
      );
  for (const [rows, cols] of [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ] as const) {
    await expect.poll(() => red(rows, cols), `${rows} ${cols}`).toBe(true);
  }
  expect(await red(-3, 3)).toBe(false);

  await on.slider(page).fill("18");
  const hits = page.locator("#panel-round details");
  await expect(hits.locator("summary")).toHaveText(/^\d+ hits$/);
  await expect(hits.getByRole("listitem").first()).toBeHidden();
  await hits.locator("summary").click();
  await expect(hits.getByRole("listitem").first()).toContainText(/hits|loses/);
});

test("who took how many tiles is said where the game tells no captures", async ({ page }) => {
  await page.goto(`${fileURL(goldenOf("battleroyale"))}#r=60`);
  await expect(page.locator("#panel-round")).toContainText(/takes \d+ cells, \d+ of them from others/);
});

test("a window whose script cannot be loaded says so, and opens when it can", async ({ page }) => {
  const serving = await serve("view", replayOf("orkisland"), "--no-open");
  try {
    await page.route("**/second.js", (route) => route.abort());
    await page.goto(serving.url);
    await on.expectRound(page, 0);
    await page.keyboard.press("l");
    await expect(page.getByRole("alert")).toContainText("This part of the page cannot be loaded");
    await page.keyboard.press("ArrowRight"); // keys are not taken for those of a window that isn't there
    await on.expectRound(page, 1);
    await page.unroute("**/second.js");
    await page.keyboard.press("l");
    await expect(page.getByRole("dialog", legend)).toBeVisible();
  } finally {
    await serving.stop();
  }
});
