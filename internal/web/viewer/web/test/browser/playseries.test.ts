// Series of matches on the page in which bots are written, and the frame in which it shows a match.

import { expect, test, type Page } from "@playwright/test";
import { isLong } from "./arena";
import * as on from "./page";
import { inJS, openLink, run, shortly, told, useSite } from "./playsite";

const site = useSite(shortly);

// A bot that does nothing is as good as null: ten seeds are too few to say so.
const idle = inJS("");
const twins = { bots: "me,null,demo,demo" };

const rows = (page: Page) => told(page).getByRole("listitem");
const further = (page: Page) => told(page).getByRole("button", { name: /^Play \d+ more$/ });

async function stopAfter(page: Page, matches: number): Promise<void> {
  await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(matches);
  await on.button(page, "Stop").click();
  await expect(further(page)).toBeEnabled();
}

// numbers are those of the matches that are listed.
const numbers = async (page: Page): Promise<number[]> =>
  (await rows(page).allTextContents()).map((text) => Number(/^seed \d+, match (\d+)/.exec(text)?.[1]));

test("ten seeds are weighed, and a series that is undecided goes on, can be stopped, and is there after a reload", async ({
  page,
}) => {
  test.skip(!isLong, "long: plays more than twenty matches; ARENA_LONG=1 runs it");
  const errors = on.watchErrors(page);
  await openLink(page, site.url, idle, twins);
  await on.button(page, "Ten seeds").click();
  await expect(told(page)).toContainText(/^not decided: .* after 20 matches/, { timeout: 300_000 });
  await expect(told(page).getByRole("row", { name: /^linked/ })).toBeVisible();
  await expect(told(page).getByRole("columnheader", { name: "Median score" })).toBeVisible();
  await expect(rows(page)).toHaveCount(20);
  await expect(rows(page).first()).toHaveText(/^seed \d+, match 1(.* \(\d\) \d+){4}$/);
  await expect(told(page).locator(".mine").nth(19)).toContainText("linked");
  const says = await told(page).locator("p").first().textContent();
  await expect(further(page)).toHaveText(`Play ${Math.min(100, Number(/(\d+) more$/.exec(says ?? "")?.[1]))} more`);
  await further(page).click();
  await stopAfter(page, 23);
  const before = await numbers(page);
  expect(new Set(before).size).toBe(before.length);
  await expect(rows(page).nth(20)).toHaveText(/^seed 40, match 21/);
  await expect(told(page)).toContainText(/of \d+ matches are played\. not decided: .* after 2\d matches/);

  await page.reload();
  await page.getByRole("tab", { name: "Series" }).click();
  await expect(rows(page)).toHaveCount(before.length);
  await expect(told(page)).toContainText(/of \d+ matches are played\. not decided: .* after 2\d matches/);
  await expect(rows(page).first().getByRole("button")).toHaveCount(0); // its replay is gone
  expect(await on.violations(page, "body")).toEqual([]);

  // What goes on is the bot as it was, whatever has become of its code.
  await page.locator(".cm-content").fill("no code (");
  await further(page).click();
  await stopAfter(page, before.length + 1);
  const after = await numbers(page);
  expect(new Set(after).size).toBe(after.length);
  expect(after).toEqual(expect.arrayContaining(before));

  await page.getByLabel("Seat 0").selectOption("null");
  await expect(rows(page), "another bot has none").toHaveCount(0);
  expect(errors).toEqual([]);
});

test("a series goes on where the browser keeps nothing @long", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, "localStorage", {
      get: () => {
        throw new DOMException("blocked", "SecurityError");
      },
    });
  });
  const errors = on.watchErrors(page);
  await openLink(page, site.url, idle, twins);
  await on.button(page, "Ten seeds").click();
  await stopAfter(page, 2);
  await expect(further(page)).toHaveText(/^Play 1\d more$/);
  await further(page).click();
  await expect(on.button(page, "Stop")).toBeVisible();
  await expect(further(page), "what is being played is not offered").toHaveCount(0);
  await stopAfter(page, 4);
  expect(errors).toEqual([]);
});

test("a single win proves nothing, says the page, and ten seeds tell how a bot does in each seat", async ({ page }) => {
  const goes = `const ways = s.waysTo(s.cities.flatMap((city) => city.cells));
for (const ork of s.unitsOf(s.me)) s.do(ork, ways.step(ork.cell));`;
  await openLink(page, site.url, inJS(goes), { bots: "me,null,null,null" });
  await run(page);
  await expect(told(page)).toContainText("One match proves nothing.");
  await on.button(page, "Play ten seeds").click();
  await stopAfter(page, 2);
  await expect(told(page).getByRole("table", { name: "linked by seat" })).toBeVisible();
  await expect(told(page).getByRole("columnheader", { name: "Ahead of null" })).toBeVisible();
  const matches = await told(page).getByRole("table").nth(1).locator("td:nth-child(2)").allTextContents();
  expect(matches).toHaveLength(4);
  expect(matches.map(Number).reduce((sum, each) => sum + each)).toBeGreaterThanOrEqual(2);
  expect(await on.violations(page, "#told")).toEqual([]);
});

test("the first page leads to the playground, and back", async ({ page }) => {
  await page.goto(new URL("index.html", site.url).href);
  await page.getByRole("link", { name: "Write a bot, and see it play" }).click();
  await expect(on.button(page, "Run")).toBeEnabled();
  await page.getByRole("link", { name: "Matches" }).click();
  await expect(page.getByRole("link", { name: /^Watch an example/ })).toBeVisible();
});

test("the end of a match hides neither board nor bar, in a window of any size @long", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 390, height: 844 }); // where a run goes from the code to the match
  await openLink(page, site.url, idle);
  await run(page);
  const viewer = page.frameLocator("iframe[title='The match on the board']");
  await viewer.getByRole("slider").first().press("End");
  const boxOf = async (selector: string) => (await viewer.locator(selector).first().boundingBox())!;
  const closes = viewer.locator(".podium").getByRole("button", { name: "Close the card" });
  for (const [width, height] of [
    [390, 844],
    [1366, 768],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    await on.atRest(page);
    const [stage, bar] = [await boxOf(".stage"), await boxOf(".transport")];
    const frame = (await page.locator(".viewer").boundingBox())!;
    expect(bar.y + bar.height).toBeGreaterThan(frame.y + frame.height - 2);
    expect(Math.abs(bar.width - frame.width)).toBeLessThan(1);
    expect(stage.height).toBeGreaterThan(frame.height / 2);
    expect(stage.y + stage.height).toBeLessThanOrEqual(bar.y + 1);
    const card = viewer.locator(".podium");
    if (width < 560) {
      await expect(card).toBeHidden();
    } else {
      const box = (await card.boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(stage.x + stage.width - 1);
      expect(box.y + box.height).toBeLessThanOrEqual(bar.y + 1);
      expect(stage.width, "the board is as large as without the card").toBeGreaterThan(stage.height);
      await closes.click({ trial: true });
    }
    await viewer.getByRole("button", { name: /^Play/ }).first().click({ trial: true });
  }
  await closes.click();
  await expect(closes).toHaveCount(0);
});
