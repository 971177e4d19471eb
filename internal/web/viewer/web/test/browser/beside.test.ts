// Two matches side by side, with one clock.

import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type FrameLocator, type Page, test } from "@playwright/test";
import { arena, isLong, madeJSON, replayOf, serve, type Serving, work } from "./arena";
import * as on from "./page";

const branched = join(work, "branched.arena"); // as the usual match until round 83
const short = join(work, "short.arena"); // as the usual match, but for its length
const long = join(work, "long.arena"); // as the usual match, but for the bots and their long names
let serving: Serving;

test.beforeAll(async () => {
  const usual = replayOf("orkisland");
  arena("branch", usual, "--round", "83", "1=./null", "0=./dummy", "2=./demo", "3=./null", "-q", "-o", branched);
  arena(
    "play",
    "orkisland",
    "./dummy",
    "./demo",
    "./demo",
    "./null",
    "-s",
    "7",
    "-q",
    "--set",
    "nb_rounds=40",
    "-o",
    short,
  );
  const names = ["dummy", "demo", "null", "null"].map((bot, seat) => {
    const name = `${bot}-with-a-name-of-${"m".repeat(20)}-${seat}`;
    copyFileSync(join(work, bot), join(work, name));
    return `./${name}`;
  });
  arena("play", "orkisland", ...names, "-s", "7", "-q", "-o", long);
  serving = await serve("view", usual, branched, short, replayOf("moria"), long, "--no-open");
});

test.afterAll(() => serving.stop());

const beside = (left: number, right: number): string => `${serving.url}beside?left=${left}.1&right=${right}.1`;
const inner = (page: Page, side: "left" | "right"): FrameLocator => page.frameLocator(`iframe[title^="${side}"]`);
const difference = (page: Page) => page.getByRole("region", { name: "Difference" });
const chart = (page: Page) => difference(page).getByRole("img", { name: "score of each player" });

async function expectBoth(page: Page, left: number, right = left): Promise<void> {
  await on.expectRound(page, Math.max(left, right));
  await expect(inner(page, "left").locator("#time")).toHaveValue(`${left}`);
  await expect(inner(page, "right").locator("#time")).toHaveValue(`${right}`);
}

// ordersOf returns the commands of a round as texts; the data has five columns of them.
function ordersOf(match: any, round: number): string[] {
  const texts: string[] = [
    "",
    ...match.texts,
    ...match.played.slice(0, round + 1).flatMap((each: any) => each.t ?? []),
  ];
  const columns: number[] = match.played[round].q ?? [];
  const count = columns.length / 5;
  return Array.from(
    { length: count },
    (_, i) => `${columns[i]} ${columns[count + i]} ${texts[columns[2 * count + i]!]}`,
  );
}

test("the first round in which two matches part", async ({ page }) => {
  const errors = on.watchErrors(page);
  arena("export", branched, "--format", "json", "-o", join(work, "branched.json"));
  const [one, other] = [madeJSON(), JSON.parse(readFileSync(join(work, "branched.json"), "utf8"))];
  const parted = one.played.findIndex((_: unknown, n: number) => `${ordersOf(one, n)}` !== `${ordersOf(other, n)}`);
  expect(parted).toBeGreaterThanOrEqual(83);

  await page.goto(beside(0, 1));
  const box = difference(page);
  await expect(box.getByRole("heading")).toHaveText(`They part in round ${parted}`);
  const [, unit, text] = ordersOf(one, parted)
    .find((order) => order.startsWith("1 "))!
    .split(" ");
  await expect(box.getByRole("status")).toContainText(
    `Other commands of  demo (1) / null (1). The first one: left unit ${unit} ${text}, right none.`,
  );
  await expect(page.locator("mark")).toHaveText(["demo (1)", "null (1)"]);
  await expect(page.getByRole("heading", { level: 2, name: "branched.arena" })).toBeVisible();
  await box.getByRole("button", { name: `Go to round ${parted}` }).click();
  await expectBoth(page, parted);
  expect(errors).toEqual([]);
});

test("one clock moves both", async ({ page }) => {
  await page.goto(`${beside(0, 1)}#r=120`);
  await expectBoth(page, 120);
  const board = () => on.picture(page.frames()[1] as unknown as Page);
  const before = await board();
  await page.keyboard.press("ArrowRight");
  await expectBoth(page, 121);
  await page.keyboard.press("Shift+ArrowLeft");
  await expectBoth(page, 111);
  expect(await board()).not.toBe(before);
  await page.keyboard.press("Home");
  await expectBoth(page, 0);

  // Whatever moves a frame moves the other one, too.
  await inner(page, "right")
    .locator("#stage")
    .click({ position: { x: 5, y: 5 } });
  await page.keyboard.press("End");
  await expectBoth(page, 200);
  await page.keyboard.press("ArrowLeft");
  await expectBoth(page, 199);
  await page.keyboard.press("p");
  await expect(on.slider(page)).not.toHaveValue("199");
  await expectBoth(page, await on.round(page));

  await page.keyboard.press("Home");
  await page.keyboard.press("5");
  await page.keyboard.press(" ");
  await expect(on.button(page, "Pause")).toBeVisible();
  await expect(async () => expect(await on.round(page)).toBeGreaterThan(10)).toPass();
  await page.keyboard.press(" ");
  await expect(on.button(page, "Play")).toBeVisible();
  const times = (): Promise<readonly number[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll("iframe")].map((frame) => frame.contentWindow!.arena!.time.value),
    );
  const isWhole = async (): Promise<boolean> => (await times()).every(Number.isInteger);
  await expect.poll(isWhole, "it glides to a whole round, and stops").toBe(true);
  await expectBoth(page, await on.round(page));
  expect(await on.round(page)).toBeLessThan(200);
  await page.evaluate(
    () => (document.querySelector("iframe")!.contentWindow!.arena!.clock.value = { kind: "playing" }),
  );
  await expect(on.button(page, "Pause")).toBeVisible();
  await on.button(page, "Pause").click();
});

test("both show the same place, and have the same colours", async ({ page }) => {
  const parts = () =>
    page.locator("iframe").evaluateAll((all: any[]) => all.map((each) => each.contentWindow.arena.part()));
  const selected = () =>
    page
      .locator("iframe")
      .evaluateAll((all: any[]) => all.map((each) => each.contentWindow.arena.selection.value.kind));
  await page.goto(`${beside(0, 1)}#r=90`);
  await expectBoth(page, 90);
  await expect(difference(page)).toContainText("They part");
  await page.mouse.move(300, 300);
  await page.mouse.wheel(0, -300);
  await expect.poll(parts).toEqual([expect.objectContaining({ zoom: expect.any(Number) }), (await parts())[0]]);
  await inner(page, "right").locator("#stage").click();
  await expect.poll(selected).toEqual(["cell", "cell"]);
  await page.keyboard.press("0");
  await expect.poll(parts).toEqual([undefined, undefined]);
  for (const dark of [0, 1]) {
    await page.keyboard.press("t");
    for (const each of page.frames()) {
      await expect.poll(async () => Math.round(await on.darkness(each as unknown as Page))).toBe(dark);
    }
  }
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/#r=91$/);
  await page.reload();
  await expectBoth(page, 91);
});

test("the chart of the difference", async ({ page }) => {
  const [one, other] = [madeJSON(), JSON.parse(arena("export", branched, "--format", "json", "-o", "-"))];
  const scoreAtEnd = (match: any, seat: number): number =>
    match.played.reduce((sum: number, each: any) => sum + (each.n?.[seat] ?? 0), match.start.numbers[0][seat]);
  await page.goto(beside(0, 1));
  const graph = chart(page);
  const { width, height } = (await graph.boundingBox())!;
  await graph.click({ position: { x: 44 + (width - 44) / 2, y: height / 2 } });
  await expectBoth(page, 100);
  await page.keyboard.press("End");
  await page.mouse.move(0, 0);
  const values = difference(page).locator(".values span[title]");
  const shown = await values.allTextContents();
  expect(shown.map((text) => Number(text.replace("−", "-")))).toEqual(
    [0, 1, 2, 3].map((seat) => scoreAtEnd(other, seat) - scoreAtEnd(one, seat)),
  );
  expect(shown.some((text) => text !== "0")).toBe(true);
  await difference(page).getByRole("button", { name: "cities" }).click();
  await expect(difference(page).getByRole("img", { name: "cities of each player" })).toBeVisible();
});

test("a shorter match stays at its end", async ({ page }) => {
  await page.goto(beside(2, 0));
  await expect(difference(page).getByRole("heading")).toHaveText(
    "They are alike until the left one ends, after 40 rounds",
  );
  await page.keyboard.press("End");
  await expectBoth(page, 40, 200);
  await expect(page.getByRole("region", { name: "left" })).toContainText("ended after 40 rounds");
  // The chart goes on with how far the longer one gets away from that.
  const long = madeJSON();
  const scoreAt = (round: number, seat: number): number =>
    long.played
      .slice(0, round)
      .reduce((sum: number, each: any) => sum + (each.n?.[seat] ?? 0), long.start.numbers[0][seat]);
  const values = [0, 1, 2, 3].map((seat) => scoreAt(200, seat) - scoreAt(40, seat));
  await expect(difference(page).locator(".values span[title]")).toHaveText(
    values.map((value) => (value > 0 ? `+${value}` : `${value}`.replace("-", "−"))),
  );
  await expect(difference(page)).toContainText("the shorter one stays as it ended in round 40");
  const wide = (await chart(page).locator("svg").boundingBox())!;
  const alone = (await chart(page).locator(".alone").boundingBox())!;
  expect(alone.x - wide.x).toBeCloseTo(wide.width / 5, -1);
  const drawn = await chart(page)
    .locator("path[style]")
    .evaluateAll((all) => all.map((line) => line.getBoundingClientRect()));
  const right = Math.max(...drawn.map((line) => line.x + line.width));
  expect(right, "the lines have all of the width").toBeGreaterThan(wide.x + 0.99 * wide.width);
  await page.keyboard.press("ArrowLeft");
  await expectBoth(page, 40, 199);
});

test("matches of different games, and none", async ({ page }) => {
  await page.goto(beside(0, 3));
  await expect(difference(page)).toContainText("They are of different games, Ork Island and Moria");
  await expect(inner(page, "right").locator("#stage canvas").first()).toBeVisible();
  const frame = page.frames().at(-1) as unknown as Page;
  await on.drop(frame, "other.arena", readFileSync(branched));
  await expect(page.getByRole("heading", { name: "dropped file" })).toBeVisible();
  await expect(difference(page)).toContainText("They part in round");
  await page.goto(beside(0, 9));
  await expect(difference(page)).toContainText("The right match cannot be shown");
  await page.goto(beside(0, 0));
  await expect(difference(page)).toContainText("The matches are alike in 200 rounds");
});

test("the list of matches leads there", async ({ page }) => {
  await page.goto(serving.url);
  await page.keyboard.press("g");
  const rows = page.getByRole("dialog").getByRole("listitem");
  await expect(rows).toHaveCount(5);
  await expect(page.getByRole("link", { name: / beside the match shown$/ })).toHaveCount(4);
  expect(await on.violations(page)).toEqual([]);
  await rows.filter({ hasText: "branched.arena" }).getByRole("link").click();
  await expect(difference(page)).toContainText("They part in round");
  await expect(page.getByRole("region", { name: "right: " })).toContainText("branched.arena");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`small and large, ${colorScheme}, names long and short`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const sizes = [
      [390, 844],
      [844, 390],
      [1280, 720],
    ] as const;
    const [usual, size] = colorScheme === "light" ? [4, sizes[2]] : [1, sizes[0]];
    for (const other of isLong ? [4, 1] : [usual]) {
      await page.goto(`${beside(0, other)}#r=150`);
      await expectBoth(page, 150);
      for (const [width, height] of isLong ? sizes : [size]) {
        await page.setViewportSize({ width, height });
        await expect(chart(page)).toBeVisible();
        expect(await on.violations(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        const heights = await page.locator("iframe").evaluateAll((all) => all.map((each) => each.clientHeight));
        expect(Math.min(...heights)).toBeGreaterThan(other === 1 ? height / 3 - 60 : 0); // long names take some room
      }
      expect(await on.darkness(page)).toBeCloseTo(await on.darkness(page.frames()[1] as unknown as Page), 1);
    }
  });
}

test("the page speaks the language of the reader, in both frames too", async ({ browser }) => {
  const context = await browser.newContext({ locale: "ca-ES" });
  const page = await context.newPage();
  await page.goto(beside(0, 1));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dues partides de costat");
  await expect(page.locator("html")).toHaveAttribute("lang", "ca");
  const box = page.getByRole("region", { name: "Diferència" });
  await expect(box.getByRole("heading")).toHaveText(/^Se separen a la ronda \d+$/);
  await expect(box.getByRole("status")).toContainText(/Ordres diferents de .*: esquerra unitat \d+ /);
  await page.goto(`${beside(0, 3)}#lang=es`);
  await expect(page.getByRole("region", { name: "Diferencia" })).toContainText("Son de juegos distintos, ");
  const frame = page.frameLocator('iframe[title^="izquierda"]');
  await expect(frame.locator("html")).toHaveAttribute("lang", "es");
  await expect(page.locator("#time")).toHaveValue("0");
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/#r=1&lang=es$/);
  await context.close();
});
