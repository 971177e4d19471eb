// What once went wrong, or annoyed.

import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { fileURL, madeJSON, pageOf, replayOf, serve } from "./arena";
import * as on from "./page";

const match = fileURL(pageOf("orkisland"));
const title = "Orks";

test.describe("dropped files", () => {
  test("the last one is shown, however long the one before takes", async ({ page }) => {
    const serving = await serve("view", replayOf("orkisland"), "--no-open");
    try {
      await page.goto(serving.url);
      await on.expectRound(page, 0);
      let answer = (): void => {};
      const later = new Promise<void>((resolve) => (answer = resolve));
      await page.route("**/open", async (route) => {
        await later;
        await route.continue().catch(() => {}); // the page no longer wants it
      });
      await on.drop(page, "slow.arena", readFileSync(replayOf("starships")));
      await expect(page.getByRole("status").filter({ hasText: "Reading slow.arena" })).toBeVisible();
      const given = page.waitForEvent("requestfailed"); // up, as the page does
      await on.drop(page, "fast.html", readFileSync(pageOf("moria")));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Moria");
      expect((await given).url()).toMatch(/\/open$/);
      answer();
      await on.drawn(page);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Moria");
      await expect(page.getByText("Reading")).toHaveCount(0);
      await expect(page.getByRole("alert")).toHaveCount(0);
    } finally {
      await serving.stop();
    }
  });

  test("give the page their title, and stay when it is loaded again", async ({ page }) => {
    await page.goto(match);
    await expect(page).toHaveTitle(/^Ork Island: /);
    await on.drop(page, "other.html", readFileSync(pageOf("moria")));
    await expect(page).toHaveTitle(/^Moria: /);
    await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(1);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Moria");
    await expect(page).toHaveTitle(/^Moria: /);
    await page.goto("about:blank");
    await page.goto(match);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ork Island");
  });
});

test("what was not found is forgotten with anything else that is done", async ({ page }) => {
  await page.goto(match);
  const box = page.getByRole("searchbox");
  const complaint = page.locator("#complaint");
  for (const act of [
    () => page.keyboard.press("Escape"),
    () => on.players(page).locator(".who").first().click(),
    () => on.stage(page).click({ position: { x: 200, y: 200 } }),
  ]) {
    await box.fill("zzz");
    await page.keyboard.press("Enter");
    await expect(complaint).toContainText("type a unit's number");
    await expect(box).toHaveAttribute("aria-invalid", "true");
    await act();
    await expect(complaint).toBeEmpty();
    await expect(box).toHaveAttribute("aria-invalid", "false");
  }
});

test("a link to a unit that never was says so", async ({ page }) => {
  await page.goto(`${match}#f=unit:999999`);
  await expect(on.here(page)).toContainText("There is no unit 999999 in this match.");
});

test("a followed unit that dies is followed no more, and its fate is told", async ({ page }) => {
  await page.goto(match);
  const told = madeJSON();
  const death = told.legend.events.findIndex((kind: { look: string }) => kind.look === "death");
  const column = (round: { e?: number[] }, which: number): number[] => {
    const length = (round.e?.length ?? 0) / 8;
    return (round.e ?? []).slice(which * length, (which + 1) * length);
  };
  const round = told.played.findIndex((r: { e?: number[] }) => column(r, 0).includes(death));
  const unit = column(told.played[round], 3)[column(told.played[round], 0).indexOf(death)];
  await page.goto("about:blank");
  await page.goto(`${match}#r=${round}&f=unit:${unit}`);
  await expect(on.here(page)).toContainText(`${unit}`);
  await expect(on.here(page).locator(".fate")).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await expect(on.here(page).locator(".fate")).toContainText(`In round ${round}: ork ${unit}`);
  const life = on.here(page).locator(".life-of");
  await expect(life.locator(".episodes")).toContainText("is killed");
  expect(await on.violations(page)).toEqual([]);
  await page.keyboard.press("ArrowLeft");
  await expect(on.here(page).locator(".fate")).toHaveCount(0);

  const strip = (await life.locator("svg").boundingBox())!;
  await page.mouse.click(strip.x + ((round + 0.5) / told.rounds) * strip.width + 1, strip.y + 5);
  await on.expectRound(page, round);
  await page.keyboard.press("Home");
  await life.locator(".episodes button").filter({ hasText: "is killed" }).first().click();
  expect(await on.round(page)).toBeLessThanOrEqual(round);
});

test("key X leaves the orders that failed, and says why", async ({ page }) => {
  await page.goto(match);
  const told = madeJSON();
  const round = told.played.findIndex((r: { x?: number[] }) => r.x !== undefined);
  await page.goto("about:blank");
  await page.goto(`${match}#r=${round}`);
  await expect(page.getByRole("heading", { name: /failed$/ })).toHaveCount(0);
  const all = await on.picture(page);
  await page.keyboard.press("x");
  await expect(page.getByRole("heading", { name: /^\d+ orders? failed$/ })).toBeVisible();
  await expect(page.locator("#panel-round")).toContainText(/unit \d+, \w+: (blocked|killed before)/);
  expect(await on.picture(page)).not.toBe(all);
  expect(await on.violations(page)).toEqual([]);
  await page.keyboard.press("x");
  await expect(page.getByRole("heading", { name: /failed$/ })).toHaveCount(0);
  await expect(on.button(page, "Arrows for orders")).toHaveAttribute("aria-pressed", "true");
});

test("a speed that no button has is not taken from a link", async ({ page }) => {
  for (const speed of ["1e400", "0.001", "1e9", "NaN"]) {
    await page.goto("about:blank");
    await page.goto(`${match}#s=${speed}`);
    await on.expectRound(page, 0);
    await page.keyboard.press("Space");
    await expect(page.locator(".position")).not.toContainText("NaN");
    await expect(page.getByLabel("Rounds in a second")).toHaveText(/^(1|2|4|8|16|32|64)\/s$/);
  }
});

test("key N leads to the turning points, Shift and N to all great events", async ({ page }) => {
  const count = async (key: string, most: number): Promise<number> => {
    await page.keyboard.press("Home");
    await on.expectRound(page, 0);
    for (let n = 0; ; n++) {
      const before = await on.round(page);
      await page.keyboard.press(key);
      await on.drawn(page);
      if ((await on.round(page)) === before || n === most) {
        return n;
      }
    }
  };
  await page.goto(fileURL(pageOf("battleroyale")));
  await on.expectRound(page, 0);
  const great = await count("n", 100);
  const all = await count("Shift+N", great + 1);
  expect(great).toBeGreaterThan(0);
  expect(great).toBeLessThanOrEqual(10);
  expect(all).toBeGreaterThan(great);
  expect(await page.locator(".marks .great").count()).toBe(great);
});

test("a match without CPU times has no place for them", async ({ page }) => {
  await page.goto(match);
  await expect(on.players(page).locator(".spent")).toHaveCount(4);
  const untimed = madeJSON();
  for (const round of untimed.played) {
    delete round.p;
  }
  untimed.title = title;
  await on.drop(page, "untimed.json", Buffer.from(JSON.stringify(untimed)));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(on.players(page).locator(".spent")).toHaveCount(0);
  await expect(page.locator("#panel-charts")).not.toContainText("CPU");
});

test("the end frame has the CPU times of the last round", async ({ page }) => {
  await page.goto(`${match}#r=200`);
  await on.expectRound(page, 200);
  await expect(on.players(page).locator(".spent b").first()).not.toBeEmpty();
});

test("every press of T changes what is seen", async ({ page }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto("about:blank");
    await page.goto(match);
    let before = await on.darkness(page);
    for (let press = 0; press < 4; press++) {
      await page.keyboard.press("t");
      await expect.poll(async () => Math.abs((await on.darkness(page)) - before)).toBeGreaterThan(0.5);
      before = await on.darkness(page);
    }
  }
});

test("a long note is short on the board, and whole in the panel", async ({ page }) => {
  await page.goto(match);
  const told = madeJSON();
  const cell = 35 * told.legend.cols + 35;
  const text = "word ".repeat(24).trim();
  told.played[0].d = [
    { seat: 0, kind: "label", cell, to: -1, unit: -1, text },
    { seat: 0, kind: "log", cell: -1, to: -1, unit: 10_000, text },
  ];
  told.title = title;
  await page.addInitScript(() => {
    const drawn: string[] = [];
    Object.assign(globalThis, { drawn });
    const { prototype } = CanvasRenderingContext2D;
    const fill = prototype.fillText;
    prototype.fillText = function (words, ...where) {
      drawn.push(words);
      fill.call(this, words, ...where);
    };
  });
  await page.reload();
  await on.drop(page, "match.json", Buffer.from(JSON.stringify(told)));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await page.getByRole("button", { name: /^Notes of dummy/ }).click();
  const drawn = (): Promise<string[]> => page.evaluate(() => (globalThis as unknown as { drawn: string[] }).drawn);
  await expect.poll(async () => (await drawn()).length).toBeGreaterThan(0);
  expect(Math.max(...(await drawn()).map((words) => words.length))).toBeLessThanOrEqual(24);
  await page.getByRole("searchbox").fill("35,35");
  await page.keyboard.press("Enter");
  await expect(on.here(page)).toContainText(text);
  const unit = page.locator(".said").getByRole("button", { name: "unit 10000" });
  const [high, line] = await unit.evaluate((b) => [b.clientHeight, Number.parseFloat(getComputedStyle(b).fontSize)]);
  expect(high, "the unit is on one line").toBeLessThan(2 * line!);
});

test("a page of paper has the match, not the buttons", async ({ page }) => {
  await page.goto(`${match}#r=60`);
  await on.expectRound(page, 60);
  await page.emulateMedia({ media: "print" });
  await expect(on.button(page, "Play")).toBeHidden();
  await expect(on.stage(page)).toBeVisible();
  await expect(on.players(page)).toBeVisible();
  for (const list of await page.locator(".scroll, .list").all()) {
    expect(await list.evaluate((l) => l.scrollHeight - l.clientHeight)).toBeLessThanOrEqual(1);
  }
});

test("what is pressed is seen where the system chooses the colours", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(`${match}#r=60`);
  await on.expectRound(page, 60);
  const pressed = on.button(page, "Arrows for orders");
  await expect(pressed).toHaveAttribute("aria-pressed", "true");
  expect(await pressed.evaluate((b) => getComputedStyle(b).outlineStyle)).toBe("solid");
  await pressed.click();
  await page.mouse.move(5, 300);
  await page.locator("body").click({ position: { x: 700, y: 20 } });
  expect(await pressed.evaluate((b) => getComputedStyle(b).outlineStyle)).toBe("none");
  expect(await page.locator(".rail").evaluate((r) => getComputedStyle(r).borderStyle)).toBe("solid");
  expect(await on.violations(page)).toEqual([]);
});

test("a long crash message hides no player", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(match);
  const told = madeJSON();
  const detail = "panic: runtime error: index out of range [70] with length 70, in strategy.go:481 ".repeat(6);
  told.played[3].v = [0, 1, 2, 3].map((seat) => ({ seat, kind: "crash", detail }));
  told.title = title;
  await on.drop(page, "crash.json", Buffer.from(JSON.stringify(told)));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await on.slider(page).fill("5");
  const list = on.players(page).locator(".list");
  await expect(list).toContainText("strategy.go");
  expect(await list.evaluate((l) => l.scrollHeight - l.clientHeight)).toBeLessThanOrEqual(1);
});
