// A league gives the sources that it keeps back to their author, and takes a package as it is.

import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { arena, serve, type Serving, work } from "./arena";
import * as on from "./page";

let league: Serving;
let links: string[];

test.beforeAll(async () => {
  const given = join(work, "given");
  rmSync(join(work, "keeps"), { recursive: true, force: true });
  rmSync(given, { recursive: true, force: true });
  mkdirSync(given);
  const none = ["--sandbox", "none"];
  arena("league", "new", "orkisland", "keeps", "--set", "nb_rounds=20", "--cpu", "2s", "--wall", "20s", ...none);
  const flags = ["--http", "127.0.0.1:0", "-j", "1", "--stored-limits", "--keep-sources", ...none];
  league = await serve("league", "serve", "keeps", ...flags);
  writeFileSync(join(given, "people.csv"), "name\nAnna\nBen\n");
  const rows = arena("league", "people", "add", "keeps", join(given, "people.csv")).trim().split("\n").slice(1);
  links = rows.map((row) => row.split(",").at(-1) ?? "");
  links.push(arena("league", "invite", "keeps", "--submit", "--organiser").trim());
  arena("new", join(given, "zorg"), "--lang", "python");
  copyFileSync(join(work, "null"), join(given, "big")); // a program, as that is checked sooner than one in Python
  arena("bot", "pack", join(given, "big"), "--version", "1.0.0", "--unsigned", "-o", join(given, "big-1.0.0.bot"));
});

test.afterAll(() => league.stop());

async function signIn(page: Page, link: string | undefined, name: string): Promise<void> {
  await page.goto(`${link}`);
  await expect(page.locator("#who")).toContainText(`Signed in as ${name}`);
}

test("who has handed in files gets them back, and nobody else but the organiser", async ({ page, browser }) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 700 });
  await signIn(page, links[0], "Anna");
  await expect(page.locator("#sources")).toBeHidden();
  await page.locator("#folder").setInputFiles(join(work, "given/zorg"));
  await expect(page.locator("#handed")).toContainText("zorg joins keeps", { timeout: 120_000 });
  await expect(page.locator("#sources")).toHaveText("Sources that the league keeps: zorg");
  const coming = page.waitForEvent("download");
  await page.locator("#sources").getByRole("link", { name: "zorg" }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe("zorg.zip");
  const zip = readFileSync(await download.path());
  expect(zip.subarray(0, 2).toString()).toBe("PK");
  expect(zip.includes("zorg/bot.py")).toBe(true);
  expect(await on.violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

  for (const [link, name, sees] of [
    [links[1], "Ben", false],
    [links[2], "organiser", true],
  ] as const) {
    const context = await browser.newContext();
    const other = await context.newPage();
    await signIn(other, link, name);
    const status = await other.evaluate(async (at) => (await fetch(`${at}sources/zorg`)).status, league.url);
    expect(status).toBe(sees ? 200 : 422);
    await expect(other.locator("#sources")).toBeVisible({ visible: sees });
    await context.close();
  }
});

test("a package may be larger than files @long", async ({ page }) => {
  test.slow();
  await signIn(page, links[1], "Ben");
  expect(statSync(join(work, "given/big-1.0.0.bot")).size).toBeGreaterThan(1 << 20);
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/submissions"));
  await page.locator("#file").setInputFiles(join(work, "given/big-1.0.0.bot"));
  expect((await sent).headers()).toMatchObject({
    "content-type": "application/zip",
    "content-disposition": "attachment; filename*=utf-8''big-1.0.0.bot",
  });
  await expect(page.locator("#handed")).toContainText("big 1.0.0 joins keeps", { timeout: 120_000 });
  await expect(page.locator("#sources"), "a package has none").toBeHidden();
  await page.locator("#file").setInputFiles({ name: "x.py", mimeType: "text/plain", buffer: Buffer.alloc(2 << 20) });
  await expect(page.locator("#handed")).toContainText("a league takes at most 1048576");
});
