// The director, and the page on a big screen.

import { expect, test, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { codeOf } from "../../src/ui/qr";
import { fileURL, games, goldenOf, isLong, madeJSON, pageOf } from "./arena";
import * as on from "./page";

const match = fileURL(pageOf("orkisland"));

const directed = (page: Page, yes: boolean): Promise<void> =>
  expect(on.button(page, "Director: go where it is lively")).toHaveAttribute("aria-pressed", String(yes));

// part returns the part of the board that is seen, as the link to share has it.
async function part(page: Page): Promise<readonly number[] | undefined> {
  await page.keyboard.press("u");
  const link = await page.getByRole("textbox", { name: "link" }).inputValue();
  await page.keyboard.press("Escape");
  return /v=([\d.,-]+)/.exec(link)?.[1]?.split(",").map(Number);
}

// openFight shows a match in which only one thing happens: a fight at a cell, from round 40.
async function openFight(page: Page, row: number, col: number): Promise<void> {
  const told = madeJSON();
  const kind = told.legend.events.findIndex(({ look }: { look: string }) => look === "death");
  for (const round of told.played) {
    const dead = round.r >= 40 && round.r < 60 ? 2 : 0;
    const column = (n: number): number[] => Array.from({ length: dead }, () => n);
    const cell = row * told.legend.cols + col;
    const nowhere = told.legend.rows * told.legend.cols;
    round.e = [kind, cell, nowhere, -1, -1, 0, 0, 0].flatMap(column);
  }
  told.title = "One fight";
  await page.goto(match);
  await on.drop(page, "fight.json", Buffer.from(JSON.stringify(told)));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("One fight");
}

const jump = (page: Page, round: number): Promise<void> => on.slider(page).fill(String(round));

test("the director goes to a fight, and back when it is over", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openFight(page, 30, 45);
  await page.keyboard.press("v");
  await directed(page, true);
  await jump(page, 20);
  await expect.poll(() => part(page)).toBeUndefined();
  await jump(page, 45);
  const there = async (): Promise<boolean> => {
    const [zoom = 1, x = 0, y = 0] = (await part(page)) ?? [];
    return zoom > 2 && Math.abs(x - 45.5) < 1 && Math.abs(y - 30.5) < 1;
  };
  await expect.poll(there).toBe(true);
  await expect(page).toHaveURL(/d=1/);
  await jump(page, 100);
  await expect.poll(() => part(page)).toBeUndefined();
});

test("it glides, but cuts for who prefers no motion", async ({ page }) => {
  const middle = async (): Promise<number> => {
    await jump(page, 20);
    await expect.poll(() => part(page)).toBeUndefined();
    await jump(page, 45);
    await on.drawn(page);
    return (await part(page))?.[0] ?? 1;
  };
  await openFight(page, 12, 55);
  await page.keyboard.press("v");
  await expect(async () => {
    const zoom = await middle(); // a busy machine may look when it is there
    expect(zoom).toBeGreaterThan(1);
    expect(zoom).toBeLessThan(2);
  }).toPass();
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await middle()).toBe(2.2);
});

test("any hand on the view switches it off", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${match}#r=60&d`);
  await directed(page, true);
  const box = (await on.stage(page).boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const hands: readonly (() => Promise<void>)[] = [
    () => page.keyboard.press("+"),
    () => page.keyboard.press("-"),
    () => page.keyboard.press("0"),
    () => page.keyboard.press("a"),
    async () => {
      await page.mouse.move(x, y);
      await page.mouse.wheel(0, -100);
    },
    async () => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 40, y + 20, { steps: 3 });
      await page.mouse.up();
    },
    () => page.locator(".minimap").click(),
    () => on.players(page).locator(".who").first().click(), // follows a unit
  ];
  for (const hand of hands) {
    await hand();
    await directed(page, false);
    await on.button(page, "Director: go where it is lively").click();
    await directed(page, true);
  }
  await page.mouse.click(x, y); // a click on a cell is no such hand
  await directed(page, true);
});

test.describe("a big screen", () => {
  for (const game of isLong ? games : (["orkisland"] as const)) {
    test(`shows ${game} without tools`, async ({ page }) => {
      const screens = [
        [1920, 1080],
        [768, 1024],
        [1280, 720],
        [1024, 768],
      ] as const;
      await page.goto(`${fileURL(goldenOf(game))}#r=40&s=1&big`);
      await expect.poll(() => on.round(page)).toBeGreaterThan(40); // it plays
      await page.keyboard.press("Space");
      for (const [i, [width, height]] of screens.entries()) {
        await page.setViewportSize({ width, height });
        await on.atRest(page);
        await expect(page.locator(".button:visible, .tabs:visible, .group:visible")).toHaveCount(0);
        const over = await page.evaluate(() =>
          [document.documentElement, ...document.querySelectorAll(".top, .side, .body, .players, .list, .player")]
            .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1)
            .map((part) => part.className),
        );
        expect(over).toEqual([]);
        const letters = await page
          .locator(".player .score")
          .first()
          .evaluate((score) => getComputedStyle(score).fontSize);
        expect(parseFloat(letters)).toBeGreaterThan(height / (width > height ? 23 : 38));
        const cut = await page.locator(".big .turns:visible li").evaluateAll(
          (all) =>
            all.filter((li) => {
              const [inner, outer] = [li.getBoundingClientRect(), li.parentElement!.getBoundingClientRect()];
              return inner.left < outer.right && inner.bottom > outer.bottom + 1;
            }).length,
        );
        expect(cut, "no turning point is seen in part").toBe(0);
        const board = (await on.stage(page).boundingBox())!;
        expect(Math.min(board.width, board.height)).toBeGreaterThan(0.42 * Math.min(width, height));
        if (isLong || i === 0) {
          expect(await on.violations(page)).toEqual([]);
        }
      }
    });
  }

  test("comes and goes by keys, and its end stays", async ({ page }) => {
    await page.goto(`${match}#r=197&s=4`);
    await on.expectRound(page, 197);
    await page.keyboard.press("Shift+V");
    await expect(page).toHaveURL(/&big/);
    await expect(page.locator("html")).toHaveClass(/big/);
    await expect.poll(() => page.evaluate(() => document.fullscreenElement === document.documentElement)).toBe(true);
    const card = page.getByRole("region", { name: "The winner" });
    await expect(card).toBeVisible();
    await on.expectRound(page, 200);
    await page.keyboard.press("Escape");
    await expect(page.locator("html")).not.toHaveClass(/big/);
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
    await expect(page).not.toHaveURL(/&big/);
    await expect(on.button(page, "Play")).toBeVisible();
  });

  test("lets the scores race: rows slide to their places, bars are as long as scores", async ({ page }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`${fileURL(goldenOf("moria"))}#r=10&s=1&big`);
    await page.keyboard.press("Space");
    const orders = new Set<string>();
    let names: readonly (string | null)[] | undefined;
    for (const round of [12, 40, 80, 120, 160, 200]) {
      await jump(page, round);
      await on.expectRound(page, round);
      const rows = await page.locator(".player").evaluateAll((all) =>
        all.map((row) => ({
          name: row.querySelector(".who")!.textContent,
          score: Number(row.querySelector(".score")!.textContent),
          top: row.getBoundingClientRect().top,
          wide: row.querySelector(".bar")!.getBoundingClientRect().width / row.getBoundingClientRect().width,
        })),
      );
      names ??= rows.map(({ name }) => name);
      expect(
        rows.map(({ name }) => name),
        "each keeps its element",
      ).toEqual(names);
      const most = Math.max(...rows.map(({ score }) => score));
      const sorted = rows.toSorted((a, b) => a.top - b.top);
      expect(sorted.map(({ score }) => score)).toEqual(rows.map(({ score }) => score).toSorted((a, b) => b - a));
      for (const { score, wide } of rows) {
        expect(wide).toBeCloseTo(score / most, 2);
      }
      expect(new Set(rows.map(({ top }) => Math.round(top))).size, "no row lies on another one").toBe(rows.length);
      orders.add(sorted.map(({ name }) => name).join());
    }
    expect(orders.size, "somebody overtook somebody").toBeGreaterThan(1);
  });

  test("says what is played, and has a code of the link that phones can open", async ({ page }) => {
    const body = readFileSync(goldenOf("orkisland"), "utf8");
    for (const host of ["http://arena.example", "http://localhost:1", "http://127.0.0.1:1"]) {
      await page.route(`${host}/**`, (route) => route.fulfill({ body, contentType: "text/html" }));
    }
    const code = page.getByRole("img", { name: "Code of the link" });
    const poster = page.locator(".poster");
    await page.goto("http://arena.example/final.html#r=40&s=1&big");
    await expect(poster).toContainText(/Ork Island, seed \d+/);
    const link = "http://arena.example/final.html";
    await expect(poster).toContainText(link);
    const dark = codeOf(link)!.flatMap((row, y) => row.flatMap((is, x) => (is ? [`M${x} ${y}h1v1h-1z`] : [])));
    await expect(code.locator("path")).toHaveAttribute("d", dark.join(""));
    expect((await code.boundingBox())!.width).toBeGreaterThan(100);
    for (const own of ["http://localhost:1/a.html#big", "http://127.0.0.1:1/a.html#big", `${match}#big`]) {
      await page.goto(own);
      await expect(poster).toContainText(/Ork Island, seed \d+/);
      await on.atRest(page);
      await expect(code, `nobody else can open ${own}`).toHaveCount(0);
    }
  });

  test("hides the pointer that rests @long", async ({ page }) => {
    await page.goto(`${match}#big`);
    await expect(page.locator("html")).toHaveClass(/big/);
    const cursor = (): Promise<string> => on.stage(page).evaluate((board) => getComputedStyle(board).cursor);
    await page.mouse.move(300, 300);
    expect(await cursor()).toBe("auto");
    await expect.poll(cursor).toBe("none");
    await page.mouse.move(320, 300);
    expect(await cursor()).toBe("auto");
  });

  test("goes on with the next match", async ({ page }) => {
    await page.goto(`${match}#r=199&big`);
    await on.expectRound(page, 200);
    await on.drop(page, "next.json", Buffer.from(JSON.stringify(madeJSON())));
    await expect.poll(() => on.round(page)).toBeLessThan(100);
    await expect.poll(() => on.round(page)).toBeGreaterThan(1);
  });
});

test("what changed is told to who asks", async ({ page }) => {
  await page.goto(`${match}#r=30`);
  const told = page.locator(".account");
  await expect(told).toContainText("round 30 of 200");
  await page.keyboard.press("h");
  await expect(told).toContainText("round 30 of 200, since round 29");
  await jump(page, 90);
  await expect(told).toContainText("round 90 of 200");
  await page.keyboard.press("h");
  await expect(told).toContainText("round 90 of 200, since round 30");
  await expect(told).toContainText(/ up \d+/);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText("what changed");
});
