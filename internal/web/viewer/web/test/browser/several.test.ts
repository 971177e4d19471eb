// Several matches on one page: from a folder, and files that fall on it together.

import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { replayOf, serve, type Serving, work } from "./arena";
import * as on from "./page";

const folder = join(work, "several");
let serving: Serving;

test.beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  copyFileSync(replayOf("moria"), join(folder, "b.arena"));
  writeFileSync(join(folder, "notes.txt"), "no match");
  writeFileSync(join(folder, "broken.arena"), "junk");
  copyFileSync(replayOf("orkisland"), join(folder, "a.arena"));
  serving = await serve("view", join(folder, "a.arena"), folder, "--no-open");
});

test.afterAll(() => serving.stop());

test("a link opens the same match anywhere, and Back leads to the one before", async ({ page, browser }) => {
  const title = page.getByRole("heading", { level: 1 });
  await page.goto(serving.url);
  await expect(title).toHaveText("Ork Island");
  await expect(page.getByRole("button", { name: "1 / 3" })).toBeVisible();
  await page.keyboard.press(".");
  await expect(title).toHaveText("Moria");
  await expect(page).toHaveURL(/#match=\S*b\.arena&r=0/);
  await page.keyboard.press("u");
  const share = page.getByRole("dialog", { name: "Share" });
  const link = await share.getByRole("textbox", { name: "link" }).inputValue();
  await expect(share.getByRole("textbox", { name: "code of a frame" })).toHaveCount(0); // an arena refuses to be in one
  const other = await browser.newPage();
  await other.goto(link);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Moria");
  await other.close();
  await page.keyboard.press("Escape");
  await page.goBack();
  await expect(title).toHaveText("Ork Island");
  await page.goForward();
  await expect(title).toHaveText("Moria");
});

test("a folder is a list with results, which follows the folder", async ({ page }) => {
  const title = page.getByRole("heading", { level: 1 });
  await page.goto(serving.url);
  await expect(title).toHaveText("Ork Island");
  await expect(page.getByRole("button", { name: "1 / 3" })).toBeVisible();

  await page.keyboard.press("g");
  const list = page.getByRole("dialog", { name: "Matches" });
  const rows = list.getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText(/a\.arena.*Ork Island, seed 7.*1.*dummy/);
  await expect(rows.nth(1)).toContainText(/b\.arena.*Moria, seed 7/);
  await expect(rows.nth(2)).toContainText("broken.arenaneither a replay nor a record of an original program");
  await expect(list.locator("[aria-current=true]")).toContainText("a.arena");
  const colours = await rows
    .nth(0)
    .locator("canvas")
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
  expect(colours).toBeGreaterThan(5);
  expect(await on.violations(page)).toEqual([]);

  copyFileSync(replayOf("starships"), join(folder, "c.arena"));
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(3)).toContainText(/c\.arena.*Starships/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await expect(rows.nth(0).getByRole("button")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(list).toBeHidden();
  await expect(title).toHaveText("Moria");
  await page.keyboard.press(",");
  await expect(title).toHaveText("Ork Island");
  await page.keyboard.press(",");
  await expect(title).toHaveText("Starships");
  await on.button(page, "Next match").click();
  await expect(title).toHaveText("Ork Island");
});

test("what if another bot had played on", async ({ page }) => {
  const asked = await serve("view", replayOf("orkisland"), "--bots", work, "--no-open");
  try {
    await page.goto(`${asked.url}#r=150`);
    await on.expectRound(page, 150);
    await page.keyboard.press("q");
    const dialog = page.getByRole("dialog", { name: "What if?" });
    await dialog.getByRole("combobox", { name: "bot" }).selectOption("null");
    expect(await on.violations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Play on" }).click();
    await expect(dialog).toBeHidden();
    await on.expectRound(page, 150);
    await expect(page.getByRole("button", { name: "2 / 2" })).toBeVisible();
    await expect(on.players(page)).toContainText("null");
    const outcome = page.getByRole("status").filter({ hasText: "instead of" });
    await expect(outcome).toHaveText(
      /^null \(0\) instead of dummy, from round 150 on: place \d \(was \d\), score \d+ \(was \d+\)\.$/,
    );
    const courses = page.locator(".graph").first();
    await expect(courses.locator(".line")).toHaveCount(4);
    await expect(courses.locator(".other")).toHaveCount(4);
    await page.keyboard.press("g");
    await expect(page.getByRole("listitem").filter({ hasText: "arena branch" })).toContainText(
      "--round 150 0=null 1=demo",
    );
    // A key that follows at once, before the browser tells that the window is closed, counts.
    await page.getByRole("dialog").evaluate((window) => {
      window.dispatchEvent(new Event("cancel"));
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "." }));
    });
    await expect(on.players(page)).toContainText("dummy");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(outcome).toHaveCount(0); // it is of the other match
    await expect(courses.locator(".other"), "which has the new one as its other course").toHaveCount(4);
    // What had the focus before a window was opened gets it back.
    const which = page.getByRole("button", { name: "1 / 2" });
    for (const close of ["Escape", "Enter"]) {
      await which.press("Enter");
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.getByRole("button", { name: "Close" }).focus();
      await page.keyboard.press(close);
      await expect(which).toBeFocused();
    }

    // The same bot, but with first orders of one's own.
    await on.expectRound(page, 150);
    const orders = dialog.getByRole("textbox", { name: /First orders/ });
    await page.keyboard.press("q");
    await orders.fill("do 0 nowhere");
    await dialog.getByRole("button", { name: "Play on" }).click();
    await expect(dialog.getByRole("status")).toContainText('line 1, column 6: "nowhere" is not one of');
    await orders.fill("do 0 north\ndone 150\ndo 0 south");
    await dialog.getByRole("button", { name: "Play on" }).click();
    await expect(dialog.getByRole("status")).toHaveText("The bots are started, and play…");
    await expect(dialog).toBeHidden();
    await page.keyboard.press("g");
    await expect(page.getByRole("listitem").filter({ hasText: "do 0 north; done 150; do 0 south" })).toBeVisible();
  } finally {
    await asked.stop();
  }
});
