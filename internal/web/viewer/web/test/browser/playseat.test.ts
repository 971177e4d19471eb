// A person plays in the page that is its own arena.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { arena, type Game, games, isLong, root, work } from "./arena";
import * as on from "./page";
import { inJS, openLink, rewrite, saveReplay, site as folder, told, useSite } from "./playsite";
import { roundsOf } from "./seat";

const length = 3; // rounds of the matches of the game that is chosen
let game: Game = "orkisland";

// A league that serves the page says how long its matches are.
const site = useSite(({ url }, answer) => {
  if (url !== "/play.json" && url !== "/league.json") {
    return false;
  }
  const settings = [{ name: roundsOf[game], value: length }];
  const said = JSON.parse(readFileSync(join(folder, "play.json"), "utf8")) as object;
  const league = { name: "class", game, bots: [], settings };
  answer.setHeader("Content-Type", "application/json");
  answer.end(JSON.stringify(url === "/play.json" ? { ...said, league: "league.json" } : league));
  return true;
});

const board = (page: Page) => page.frameLocator("iframe[title='The match on the board']");
const hand = (page: Page) => board(page).getByRole("region", { name: "Your orders" });
const asked = (page: Page, round: number, orders = 0) =>
  expect(hand(page).getByRole("status")).toContainText(`Round ${round}: ${orders} order`);

// begin runs a match in which the reader has seat 1.
async function begin(page: Page): Promise<void> {
  await page.goto(site.url);
  await page.getByLabel("Seat 1").selectOption({ label: "me, by hand" });
  await on.button(page, "Run").click();
  await asked(page, 0);
}

const over = (page: Page) => expect(on.button(page, "Run")).toBeVisible();

// Ork Island and Moria are played below, too.
for (const each of isLong ? games : (["starships"] as const)) {
  test(`a person plays ${each} without an arena, and the replay is one`, async ({ page }) => {
    game = each;
    const errors = on.watchErrors(page);
    await begin(page);
    await page.keyboard.press("j"); // the board has the keys
    await page.keyboard.press("ArrowUp");
    await asked(page, 0, 1);
    await page.keyboard.press("Enter");
    await asked(page, 1);
    await hand(page).getByRole("button", { name: "Next unit" }).click();
    await hand(page).getByRole("group", { name: "order" }).getByRole("button").first().click();
    await asked(page, 1, 1);
    await page.keyboard.press("Enter");
    await asked(page, 2);
    expect(await on.violations(page, "body")).toEqual([]);
    await hand(page).getByRole("button", { name: "Send" }).click();
    await over(page);
    await expect(hand(page)).toHaveCount(0);
    await expect(told(page).getByRole("row").filter({ hasText: "human" })).toHaveCount(1);
    const file = await saveReplay(page, `playseat-${each}.arena`);
    expect(arena("verify", file)).toContain(`${length} rounds, as recorded`);
    expect(errors).toEqual([]);
  });
}

test("a round is taken back, the match before stays, and a bot beats what the person did", async ({ page }) => {
  game = "orkisland";
  await openLink(page, site.url, inJS("return;"), { bots: "me,human,demo,null" });
  await expect(page.getByLabel("Seat 1").locator("option:checked")).toHaveText("me, by hand");
  await on.button(page, "Run").click();
  await asked(page, 0);
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await asked(page, 1);
  await page.keyboard.press("Enter");
  await asked(page, 2);
  await hand(page).getByRole("button", { name: "Round 1 again" }).click();
  await asked(page, 1);
  await page.keyboard.press("Enter");
  await asked(page, 2);
  await board(page).getByRole("slider", { name: "Round" }).fill("0");
  await hand(page).getByRole("button", { name: "Play on from round 0" }).click();
  for (const round of [0, 1, 2]) {
    await asked(page, round);
    await page.keyboard.press("Enter");
  }
  await over(page);

  const all = told(page).getByRole("button", { name: "Download it" });
  await expect(all).toHaveCount(2);
  for (const [i, rounds] of [2, 2].entries()) {
    const waiting = page.waitForEvent("download");
    await all.nth(i).click();
    const file = join(work, `taken-${i}.arena`);
    await (await waiting).saveAs(file);
    expect(arena("verify", file)).toContain(`${rounds} of ${length} rounds, as recorded`);
  }
  expect(arena("verify", await saveReplay(page, "playseat-again.arena"))).toContain(`${length} rounds, as recorded`);
  await told(page).getByRole("button", { name: "Show the match before that" }).first().click();
  await expect(board(page).getByRole("slider", { name: "Round" })).toHaveAttribute("max", "2");

  await told(page).getByRole("button", { name: "Beat what I did: the bot linked plays in my seat" }).click();
  await over(page);
  await expect(told(page)).toContainText(/mine \(1\) has not beaten what you did: \d+ points, and you had \d+\./);
  await expect(page.getByLabel("Seat 1").locator("option:checked")).toHaveText("linked");
  await rewrite(page, readFileSync(join(root, "examples/js/demo.mjs"), "utf8"));
  await page.reload(); // what is to be beaten is kept
  await on.button(page, "Run").click();
  await expect(told(page)).toContainText(/demo \(\d\) has beaten what you did: \d+ points, and you had 0\./);
});

test("a person has the time of a bot, if they like, and what is ordered then is sent @long", async ({ page }) => {
  game = "moria";
  await page.goto(site.url);
  await page.getByLabel("Seat 1").selectOption({ label: "me, by hand" });
  await page.getByLabel("My time").selectOption({ label: "what a bot has" });
  await on.button(page, "Run").click();
  await asked(page, 0);
  await expect(hand(page).getByRole("timer")).toHaveText(/^[3-6] s left$/);
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowUp");
  await over(page); // nobody has sent anything
  const file = await saveReplay(page, "playseat-clock.arena");
  expect(arena("verify", file)).toContain(`${length} rounds, as recorded`);
  expect(arena("replay", file, "--seat", "1", "--round", "0")).toContain("north");
});

test("who stops keeps what was played, has one seat only, and plays no series", async ({ page }) => {
  game = "orkisland";
  await begin(page);
  await page.keyboard.press("Enter");
  await asked(page, 1);
  await on.button(page, "Stop").click();
  await over(page);
  await expect(page.getByText("Stopped after 1 round.")).toBeAttached();
  expect(arena("verify", await saveReplay(page, "playseat-stopped.arena"))).toContain(`1 of ${length} rounds`);
  await page.getByLabel("Seat 3").selectOption({ label: "me, by hand" });
  await expect(page.getByLabel("Seat 1").locator("option:checked")).toHaveText("null");
  await on.button(page, "Ten seeds").click();
  await expect(page.getByText("Nobody plays so many matches by hand: put a bot into your seat.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Seat 3").locator("option:checked")).toHaveText("me, by hand");
});
