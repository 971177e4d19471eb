// What is seen at the sizes of windows, frames and phones.

import { expect, type Page, test } from "@playwright/test";
import { fileURL, games, goldenOf, isLong, pageOf, replayOf, serve } from "./arena";
import * as on from "./page";

const match = fileURL(pageOf("orkisland"));

// Of each layout one, the least where there is a least; the long tier has some between these, too.
const sizes: readonly (readonly [width: number, height: number])[] = [
  [1440, 900],
  [1240, 640],
  [1024, 768],
  [860, 600],
  [844, 390],
  [640, 360], // 1280 by 720, at twice its size
  [390, 844],
  [320, 640],
  ...(isLong
    ? ([
        [1298, 800],
        [1280, 720],
        [900, 700],
        [800, 450],
      ] as const)
    : []),
];

async function open(page: Page, width: number, height: number, link = "#r=60"): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.goto("about:blank");
  await page.goto(match + link);
  await expect.poll(() => on.colours(page)).toBeGreaterThan(5);
}

// cut returns the controls of which a part can't be seen.
const cut = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        ".top button, .transport button, .transport output, .position, .tabs button",
      ),
    ]
      .filter((control) => control.offsetParent !== null)
      .filter((control) => {
        const inner = control.getBoundingClientRect();
        const outer = control.closest(".top, .transport, .tabs")!.getBoundingClientRect();
        const covers = [...document.querySelectorAll(".transport > *, .top > *")].some((other) => {
          const box = other.getBoundingClientRect();
          const apart = other.contains(control) || box.width === 0;
          return (
            !apart &&
            box.left < inner.right - 1 &&
            box.right > inner.left + 1 &&
            box.top < inner.bottom - 1 &&
            box.bottom > inner.top + 1
          );
        });
        const inside =
          inner.left >= outer.left - 0.5 &&
          inner.right <= Math.min(outer.right, innerWidth) + 0.5 &&
          inner.top >= outer.top - 0.5 &&
          inner.bottom <= Math.min(outer.bottom, innerHeight) + 0.5;
        return covers || !inside;
      })
      .map((control) => control.getAttribute("aria-label") ?? control.textContent ?? ""),
  );

// cutNumbers returns the numbers of the players that are cut, or over which there is another one.
const cutNumbers = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".numbers > span")]
      .filter((span) => {
        const words = document.createRange();
        words.selectNodeContents(span);
        const { right, top } = words.getBoundingClientRect();
        const next = span.nextElementSibling?.getBoundingClientRect();
        const list = span.closest(".list")!.getBoundingClientRect();
        return (
          right > Math.min(list.right, innerWidth) ||
          (next !== undefined &&
            next.left > span.getBoundingClientRect().left &&
            next.top < top + 5 &&
            right > next.left)
        );
      })
      .map((span) => span.textContent),
  );

// boardSide returns the shorter side of the stage, which a square board fills.
const boardSide = async (page: Page): Promise<number> => {
  const box = (await on.stage(page).boundingBox())!;
  return Math.min(box.width, box.height);
};

test("in a window of any size every control is there, and nothing is wider than it", async ({ page }) => {
  await open(page, 1440, 900);
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    for (const round of [60, 200]) {
      await on.slider(page).fill(`${round}`);
      await on.expectRound(page, round);
      await on.atRest(page);
      const where = `${width} by ${height}, round ${round}`;
      expect(await cut(page), where).toEqual([]);
      expect(await cutNumbers(page), where).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(width);
    }
  }
});

for (const game of isLong ? games : (["orkisland"] as const)) {
  test(`numbers of ${game} are whole on a large screen, before and after the big view`, async ({ page }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(`${fileURL(goldenOf(game))}#r=40`);
    await expect.poll(() => on.colours(page)).toBeGreaterThan(5);
    expect(await cutNumbers(page)).toEqual([]);
    await page.keyboard.press("Shift+V");
    await expect(page.locator(".numbers").first()).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(page.locator(".numbers").first()).toBeVisible();
    expect(await cutNumbers(page)).toEqual([]);
    await page.keyboard.press("End");
    expect(await cutNumbers(page)).toEqual([]);
  });
}

// areaOf returns how many pixels of CSS are seen of a board, by its colours: a board that scrolls has more at its sides.
const areaOf = (page: Page): Promise<number> =>
  on
    .stage(page)
    .locator("canvas")
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const [whole, cut] = [canvas.getBoundingClientRect(), canvas.parentElement!.getBoundingClientRect()];
      const seen = [cut.x - whole.x, cut.y - whole.y, cut.width, cut.height].map((n) =>
        Math.round(n * devicePixelRatio),
      );
      const { data } = canvas.getContext("2d")!.getImageData(...(seen as [number, number, number, number]));
      let count = 0;
      for (let i = 3; i < data.length; i += 4) {
        count += data[i] === 255 ? 1 : 0;
      }
      return count / devicePixelRatio ** 2;
    });

// The page of version 1 had cells of 7 and of 10 pixels there.
test("the board is a quarter larger than it was", async ({ page }) => {
  await open(page, 1440, 900);
  for (const [width, height, before] of [
    [1440, 900, 700 ** 2],
    [1280, 720, 490 ** 2],
  ] as const) {
    await page.setViewportSize({ width, height });
    await on.atRest(page);
    await expect.poll(() => areaOf(page), `${width} by ${height}`).toBeGreaterThan(1.25 * before);
  }
});

test("the board has most of the room, and nearly all of it in a frame", async ({ page }) => {
  const rooms = [
    [800, 450, 340],
    [844, 390, 280],
    [640, 360, 250],
    [390, 844, 380],
  ] as const;
  await open(page, 800, 450);
  for (const [width, height, least] of rooms) {
    await page.setViewportSize({ width, height });
    await on.atRest(page);
    expect(await boardSide(page), `${width} by ${height}`).toBeGreaterThan(least);
  }
  await page.goto("about:blank"); // else the page stays, and may write its own address over this one
  await page.goto(`${match}#r=60&embed`);
  await expect(page.locator(".side")).toBeHidden();
  for (const [width, height] of rooms) {
    await page.setViewportSize({ width, height });
    await on.atRest(page);
    await expect(on.slider(page)).toBeVisible();
    expect(await boardSide(page), `${width} by ${height}`).toBeGreaterThanOrEqual(Math.min(width, height - 80));
  }
  await on.slider(page).fill("61");
  await expect(page).toHaveURL(/r=61.*&embed/);
});

test("all players are seen, and their names to the end", async ({ page }) => {
  await open(page, 1280, 640, "#r=150");
  const list = on.players(page).locator(".list");
  for (const height of [640, 720, 768, 900]) {
    await page.setViewportSize({ width: 1280, height });
    await on.atRest(page);
    for (const player of await list.locator("> li").all()) {
      await expect(player, `${height} high`).toBeInViewport({ ratio: 0.99 });
    }
    for (const name of await on.players(page).locator(".who .label > :last-child").all()) {
      const [inner, outer] = [await name.boundingBox(), await list.boundingBox()];
      expect(inner!.x + inner!.width).toBeLessThan(outer!.x + outer!.width);
    }
  }
});

test("a large board uses the room that it has", async ({ page }) => {
  await open(page, 1280, 720);
  const { makeMatch } = await import("../fixture");
  const large = makeMatch({ rows: 500, cols: 500, rounds: 4, units: 300 });
  await on.drop(page, "large.json", Buffer.from(JSON.stringify(large)));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Made up");
  const side = await boardSide(page);
  await expect.poll(() => areaOf(page)).toBeGreaterThan(0.9 * side ** 2);

  // A table of all cells stopped the page for a minute.
  await page.keyboard.press("b");
  const dialog = page.getByRole("dialog", { name: "The board as a table" });
  await expect(dialog.getByRole("table")).toHaveCount(3);
  expect(await dialog.locator("td").count()).toBeLessThan(6000);
  await dialog.getByRole("button", { name: "health" }).click();
  await expect(dialog.getByRole("columnheader", { name: "health" })).toHaveAttribute("aria-sort", "ascending");
});

test("fingers pin a cell, move the board and make it larger", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(`${match}#r=5`);
  const box = (await on.stage(page).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const fingers = await on.fingers(page);
  const drag = async (from: readonly number[], to: readonly number[]): Promise<void> => {
    await fingers.down(...from.map((by) => [x + by, y] as const));
    for (let step = 1; step <= 5; step++) {
      await fingers.move(...from.map((by, i) => [x + by + ((to[i]! - by) * step) / 5, y] as const));
    }
    await fingers.up();
  };

  await drag([-20, 20], [-80, 80]);
  await expect(on.stage(page).locator(".minimap")).toBeVisible();
  const before = await on.picture(page);
  await drag([60], [-60]);
  await expect.poll(() => on.picture(page)).not.toBe(before);
  await page.getByRole("tab", { name: "Here" }).tap();
  await expect(on.here(page), "no finger has pinned a cell").not.toContainText("Pinned");

  await page.touchscreen.tap(x, y);
  await expect(on.here(page)).toContainText("Pinned");
  await page.getByRole("button", { name: "Whole board" }).tap();
  await expect(on.stage(page).locator(".minimap")).toBeHidden();
  await context.close();
});

test("a phone has the title, Share, a menu of the rest, the end in the place of the panels, and rounds by swiping", async ({
  browser,
}) => {
  for (const [width, height] of [
    [390, 844],
    [844, 390],
    [320, 640],
  ] as const) {
    const context = await browser.newContext({ viewport: { width, height }, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    await page.goto(`${match}#r=200`);
    const card = page.getByRole("region", { name: "The winner" });
    await expect(card).toBeVisible();
    const [end, board] = [(await card.boundingBox())!, (await on.stage(page).boundingBox())!];
    const apart = end.y >= board.y + board.height - 1 || end.x >= board.x + board.width - 1;
    expect(apart, "the end covers nothing of the board").toBe(true);
    const title = page.getByRole("heading", { level: 1 });
    expect(await title.evaluate((h) => h.scrollWidth - h.clientWidth), "the title is whole").toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: "Close the card" }).tap();

    await page.getByRole("button", { name: "More" }).tap();
    const menu = page.getByRole("dialog", { name: "More" });
    await expect(menu.getByRole("button")).toHaveCount(23);
    if (isLong || width === 390) {
      expect(await on.violations(page, "dialog")).toEqual([]);
    }
    await menu.getByRole("button", { name: "To the start" }).tap();
    await on.expectRound(page, 0);
    await page.getByRole("button", { name: "Share" }).tap();
    await expect(page.getByRole("dialog", { name: "Share" })).toBeVisible();
    await page.keyboard.press("Escape");

    const finger = await on.fingers(page);
    const [x, y] = [board.x + board.width / 2, board.y + board.height / 2];
    await finger.down([x, y]);
    for (let by = 0; by >= -100; by -= 10) {
      await finger.move([x + by, y]);
    }
    await finger.up();
    await on.expectRound(page, 3);
    if (width === 390) {
      await expect.poll(() => areaOf(page)).toBeGreaterThan(0.45 * width * height);
    }
    await context.close();
  }
});

const ends = {
  "": [
    [1440, 900],
    [1024, 768],
    [900, 600],
    [844, 390],
    [390, 844],
    [320, 640],
  ],
  "&big": [
    [1920, 1080],
    [1440, 900],
    [1280, 720],
    [1024, 768],
    [768, 1024],
  ],
} as const;

for (const game of isLong ? games : (["orkisland"] as const)) {
  for (const [view, windows] of Object.entries(ends)) {
    test(`${game}${view}: the card at the end is beside the board, in a window of any size`, async ({ page }) => {
      await page.goto(`${fileURL(goldenOf(game))}#r=500${view}`);
      const card = page.getByRole("region", { name: /^The (winner|first place is shared)$/ });
      await expect(card).toBeVisible();
      for (const [width, height] of windows) {
        await page.setViewportSize({ width, height });
        await on.atRest(page);
        const [end, board] = [(await card.boundingBox())!, (await on.stage(page).boundingBox())!];
        const isBeside = end.x >= board.x + board.width - 1 || end.y >= board.y + board.height - 1;
        expect(isBeside, `${width} by ${height}`).toBe(true);
        expect(end.x + end.width).toBeLessThanOrEqual(width + 0.5);
        if (view === "") {
          await expect(card.getByRole("button", { name: "Play again" })).toBeInViewport({ ratio: 1 });
        } else {
          expect(await card.evaluate((it) => it.scrollHeight - it.clientHeight), "all of it is seen").toBeLessThan(2);
        }
      }
    });
  }
}

test("the ring of Starships is a band below its window, which is large", async ({ page }) => {
  for (const [width, height, least, lowest] of [
    [1440, 900, 0.35, 40],
    [390, 844, 0.3, 90],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("about:blank");
    await page.goto(`${fileURL(pageOf("starships"))}#r=60`);
    await expect.poll(() => areaOf(page)).toBeGreaterThan(0);
    const [map, stage] = [(await page.locator(".minimap").boundingBox())!, (await on.stage(page).boundingBox())!];
    expect(map.width).toBe(stage.width - 10);
    expect(map.height).toBeGreaterThan(lowest);
    expect((await areaOf(page)) + (width < 500 ? map.width * map.height : 0)).toBeGreaterThan(least * width * height);
    expect(map.y + map.height, "it is on the stage").toBeLessThanOrEqual(stage.y + stage.height);
    const drawn = (await areaOf(page)) / stage.width; // how high the window is at least
    expect(map.y - stage.y, "it covers nothing of the window").toBeGreaterThan(drawn);
  }
});

test("in a low window the chart has room, beside a list that shows that there is more of it", async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 600 });
  await page.goto(`${match}#r=60`);
  const chart = page.locator(".graph svg").first();
  await expect.poll(async () => (await chart.boundingBox())?.height ?? 0).toBeGreaterThan(90);
  const list = on.players(page).locator(".list");
  expect(await list.evaluate((of) => of.scrollHeight > of.clientHeight)).toBe(true);
  expect(await list.evaluate((of) => getComputedStyle(of).backgroundImage)).toContain("gradient");
});

test("a finger has room on a phone, in every panel", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(`${match}#r=5&f=unit:2`);
  for (const tab of ["Players", "Charts", "Here", "Round", "Story"]) {
    await page.getByRole("tab", { name: tab }).tap();
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("button, a")]
        .filter((b) => b.offsetParent !== null && (b.offsetWidth < 44 || b.offsetHeight < 44))
        .map((b) => b.getAttribute("aria-label") ?? b.textContent),
    );
    expect(small, tab).toEqual([]);
    expect(await cut(page)).toEqual([]);
  }
  await context.close();
});

test("on a phone, the key to the heat map leaves the board free", async ({ page }) => {
  for (const [width, height] of [
    [390, 844],
    [320, 640],
  ] as const) {
    await open(page, width, height, "#r=200");
    await page.keyboard.press("Shift+H");
    const map = page.getByRole("region", { name: "Heat map" });
    await expect(map.getByRole("status")).toContainText("most here");
    await on.atRest(page);
    const [key, stage] = [(await map.boundingBox())!, (await on.stage(page).boundingBox())!];
    expect(key.height, `${width} by ${height}`).toBeLessThan(60);
    expect(key.x + key.width, `${width} by ${height}`).toBeLessThanOrEqual(stage.x + stage.width);
    for (const control of await map.locator("select, button:visible").all()) {
      await expect(control).toBeInViewport({ ratio: 1 });
    }
  }
});

test("what one would have done is asked beside the turning point, and is seen whole", async ({ page }) => {
  const serving = await serve("view", replayOf("orkisland"), "--no-open");
  try {
    for (const [width, height] of [
      [1280, 720],
      [720, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto("about:blank");
      await page.goto(serving.url);
      await on.expectRound(page, 0);
      await page.keyboard.press("y");
      await page.locator("#panel-story .turns button").first().click();
      const asks = page.locator("#panel-story").getByRole("button", { name: "What would you do?" });
      await expect(asks, `${width} by ${height}`).toBeInViewport({ ratio: 0.95 }); // it is scrolled to by whole pixels
      const beside = await page.locator("#panel-story").getByRole("button", { name: "Copy" }).boundingBox();
      expect((await asks.boundingBox())!.y, `${width} by ${height}`).toBe(beside!.y);
    }
  } finally {
    await serving.stop();
  }
});
