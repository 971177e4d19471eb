// What tells at a glance who leads and what happens.

import { expect, test } from "@playwright/test";
import { fileURL, isLong, madeJSON, pageOf } from "./arena";
import * as on from "./page";

const match = fileURL(pageOf("orkisland"));

test("a bar across the page is split by the scores, and players are in the order of their places", async ({ page }) => {
  await page.goto(`${match}#r=150`);
  await on.expectRound(page, 150);
  const scores = await on.players(page).locator(".score").allTextContents();
  expect(scores.map(Number)).toEqual(scores.map(Number).toSorted((a, b) => b - a));
  await expect(on.players(page).locator(".player.first .icon").first()).toBeVisible();
  // The bar glides there.
  const farthest = (): Promise<number> =>
    page.locator(".portion").evaluateAll((all) => {
      const points = all.map((share) => Number(share.querySelector("b")?.textContent));
      const sum = points.reduce((a, b) => a + b, 0);
      const widths = all.map((share) => share.getBoundingClientRect().width / innerWidth);
      return Math.max(...widths.map((width, i) => Math.abs(width - (points[i] ?? 0) / sum)));
    });
  await expect.poll(farthest).toBeLessThan(0.02);
  await expect(page.getByRole("img", { name: /^Scores: / })).toBeVisible();
});

test("the bar has whole numbers and names or none, in any room", async ({ page }) => {
  await page.goto(`${match}#r=200`);
  await on.expectRound(page, 200);
  for (const width of [320, 390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await on.atRest(page); // the bar glides there
    const parts = await page.locator(".portion").evaluateAll((all) =>
      all.flatMap((portion) => {
        const room = portion.getBoundingClientRect();
        return [...portion.querySelectorAll("b, .label")].map((item) => {
          const { left, right, top } = item.getBoundingClientRect();
          const seen = top < room.bottom - 2;
          return { text: item.textContent, seen, cut: seen && (left < room.left || right > room.right + 0.5) };
        });
      }),
    );
    expect(parts.filter(({ cut }) => cut)).toEqual([]);
    expect(parts.some(({ seen }) => seen)).toBe(true);
    if (width === 1440) {
      expect(parts.filter(({ seen }) => seen).length).toBeGreaterThan(4);
    }
  }
});

test("focus stays on a player whose place changes", async ({ page }) => {
  await page.goto(match);
  const told = madeJSON();
  const seats = told.players.length;
  for (const round of told.played) {
    round.n = round.n?.map((n: number, i: number) => (i < seats ? 0 : n));
  }
  told.played[0].n = Array.from({ length: seats * told.legend.numbers.length }, (_, i) => (i < seats ? i : 0));
  told.title = "Turned";
  await on.drop(page, "turned.json", Buffer.from(JSON.stringify(told)));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Turned");
  const last = on.players(page).locator(".who").last();
  await last.focus();
  const name = await last.textContent();
  await page.keyboard.press("ArrowRight");
  await expect(on.players(page).locator(".who").first()).toHaveText(name ?? "");
  await expect(on.players(page).locator(".who").first()).toBeFocused();
});

test("the end has a card, which closes, and plays again", async ({ page }) => {
  for (const [width, height] of [
    [1280, 720],
    [390, 844],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("about:blank");
    await page.goto(`${match}#r=200`);
    const card = page.getByRole("region", { name: "The winner" });
    await expect(card).toContainText("ahead");
    if (isLong || width === 1280) {
      expect(await on.violations(page)).toEqual([]);
    }
    await card.getByRole("button", { name: "Play again" }).click();
    await expect(card).toHaveCount(0);
    await expect.poll(() => on.round(page)).toBeLessThan(20);
    await page.keyboard.press("End");
    await card.getByRole("button", { name: "Close the card" }).click();
    await expect(card).toHaveCount(0);
  }
});

test("an army that is frozen is under ice, and its name is struck", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(match);
  const told = madeJSON();
  const show = async (title: string, ...verdicts: unknown[]): Promise<string> => {
    told.title = title;
    told.played[2].v = verdicts;
    await on.drop(page, `${title}.json`, Buffer.from(JSON.stringify(told)));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await on.slider(page).fill("4");
    return on.picture(page);
  };
  const warm = await show("warm");
  const frozen = await show("frozen", { seat: 3, kind: "crash", detail: "" });
  expect(frozen).not.toBe(warm);
  await expect(on.players(page).locator(".iced")).toHaveCount(1);
  const struck = on.players(page).locator(".iced bdi").first();
  expect(await struck.evaluate((name) => getComputedStyle(name).textDecorationLine)).toBe("line-through");
  await on.slider(page).fill("1");
  await expect(on.players(page).locator(".iced")).toHaveCount(0);
});

test("a city that is taken and a death are seen, also without motion, and for some rounds", async ({ page }) => {
  const told = madeJSON();
  const kinds: { look: string; major: boolean }[] = told.legend.events;
  const capture = kinds.findIndex((kind) => kind.look === "capture" && kind.major);
  const round = told.played.findIndex((r: { e?: number[] }) => r.e?.slice(0, r.e.length / 8).includes(capture));
  for (const reducedMotion of ["reduce", "no-preference"] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript(() => {
      const { prototype } = CanvasRenderingContext2D;
      const arc = prototype.arc;
      Object.assign(globalThis, { arcs: 0 });
      prototype.arc = function (...all) {
        (globalThis as unknown as { arcs: number }).arcs++;
        arc.apply(this, all);
      };
    });
    await page.goto("about:blank");
    await page.goto(`${match}#r=${round}`);
    await on.expectRound(page, round);
    const arcs = (): Promise<number> => page.evaluate(() => (globalThis as unknown as { arcs: number }).arcs);
    for (const after of [0, 1, 2]) {
      const before = await arcs();
      await on.slider(page).fill(String(round + after));
      await page.keyboard.press("o"); // draws again
      await expect.poll(arcs).toBeGreaterThan(before);
    }
  }
});

test("the story lists the turning points, which are on the time line and the chart, and leads there", async ({
  page,
}) => {
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("about:blank");
    await page.goto(fileURL(pageOf("battleroyale")));
    await on.expectRound(page, 0);
    await page.keyboard.press("y");
    const story = page.locator("#panel-story");
    const points = story.locator(".turns [aria-current]");
    await expect(points.first()).toContainText(/chance \d+ % to \d+ %/);
    await expect(page.locator(".marks .great")).toHaveCount(await points.count());
    if (width === 1440) {
      await expect(page.locator(".graph")).toHaveCount(2); // and only that of the scores has them
      await expect(page.locator(".graph .turn")).toHaveCount(await points.count());
    }
    await points.first().click();
    const round = Number(await points.first().locator("b").textContent());
    await on.expectRound(page, round);
    await expect(points.first()).toHaveAttribute("aria-current", "true");
    if (isLong || width === 1440) {
      expect(await on.violations(page)).toEqual([]);
    }
    await page.keyboard.press("Home");
    await page.keyboard.press("n");
    await on.expectRound(page, round);
    await page.keyboard.press("End");
    const card = page.getByRole("region", { name: "The winner" });
    await expect(card.locator(".turns [aria-current]")).toHaveCount(Math.min(3, await points.count()));
  }
});

test("the curve of the chances leads to any round, and a turning point can be copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  for (const [width, height, colorScheme] of [
    [1280, 720, "dark"],
    [390, 844, "light"],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height });
    await page.goto("about:blank");
    await page.goto(`${fileURL(pageOf("battleroyale"))}#r=0`);
    await on.expectRound(page, 0);
    await page.keyboard.press("y");
    const curve = page.getByRole("slider", { name: "Chances of the first place" });
    await expect(curve).toBeInViewport({ ratio: 1 });
    const points = page.locator("#panel-story .turns [aria-current]");
    await expect(curve.locator("span")).toHaveCount(await points.count());
    const room = await curve.boundingBox();
    const [left = 0, wide = 0, y = 0] = room ? [room.x, room.width, room.y + room.height - 20] : [];
    const last = Number(await curve.getAttribute("aria-valuemax"));
    await page.mouse.move(left + 0.4 * wide, y);
    await page.mouse.down();
    await page.mouse.move(left + 0.9 * wide, y, { steps: 4 });
    await expect.poll(async () => Math.abs((await on.round(page)) / last - 0.9)).toBeLessThan(0.05);
    await page.mouse.up();
    await curve.focus();
    const round = await on.round(page);
    await page.keyboard.press("ArrowLeft");
    await on.expectRound(page, round - 1);
    await expect(curve).toHaveAttribute("aria-valuenow", String(round - 1));
    await expect(curve).toHaveAttribute("aria-valuetext", /dummy \d+ %/);
    // A click beside the sign of a turning point means it.
    const sign = await curve.locator("span .plate").first().boundingBox();
    await page.mouse.click((sign?.x ?? 0) + (sign?.width ?? 0) / 2 + 3, (sign?.y ?? 0) + 4);
    await expect(points.first()).toHaveAttribute("aria-current", "true");
    expect(await on.violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await expect(page.getByRole("button", { name: "Copied", exact: true })).toBeVisible();
    const words = (await points.first().locator("bdi").first().textContent()) ?? "none";
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(words);
  }
});

test("everything that happened is listed, filtered, and leads to its round and cell, also by keys", async ({
  page,
}) => {
  await page.goto(match);
  await on.expectRound(page, 0);
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog", { name: "Everything that happened" });
  const rows = dialog.getByRole("listbox").getByRole("option");
  await expect(rows.first()).toBeVisible();
  expect(await on.violations(page, "dialog")).toEqual([]);
  await dialog.getByLabel("Kind").selectOption("city taken");
  await expect(rows.first()).toContainText("city taken");
  await dialog.getByLabel("Words").fill("TAKES CITY");
  await dialog.getByLabel("Player").selectOption({ index: 1 });
  const wanted = Number(await rows.nth(1).locator("b").textContent());
  await dialog.getByRole("listbox").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await on.expectRound(page, wanted);
  await expect(on.here(page).getByRole("heading")).toHaveText("Pinned");
});

test("a hundred thousand entries make few rows, and the end is one key away", async ({ page }) => {
  await page.goto(match);
  const told = madeJSON();
  const words = Array.from({ length: 550 }, (_, i) => ({ seat: i % 4, text: `line ${i}` }));
  for (const round of told.played) {
    round.l = words;
  }
  told.title = "Talkative";
  await on.drop(page, "talkative.json", Buffer.from(JSON.stringify(told)));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Talkative");
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog", { name: "Everything that happened" });
  await expect(dialog.getByRole("status")).toHaveText(/^1\d{5} entries$/);
  await dialog.getByRole("listbox").focus();
  await page.keyboard.press("End");
  const last = dialog.getByRole("listbox").getByRole("option", { selected: true });
  await expect(last).toContainText("line 549");
  await expect(last).toBeInViewport();
  expect(await dialog.getByRole("listbox").getByRole("option").count()).toBeLessThan(80);
  await dialog.getByLabel("Words").fill("line 549");
  await expect(dialog.getByRole("status")).toContainText(`${told.played.length} of `);
});
