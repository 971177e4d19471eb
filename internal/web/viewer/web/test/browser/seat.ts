// How tests play a match as a person does.

import { expect, type Locator, type Page } from "@playwright/test";
import { arena, type Game, serve, type Serving, work } from "./arena";
import * as on from "./page";

export const roundsOf: Record<Game, string> = {
  orkisland: "nb_rounds",
  moria: "nb_rounds",
  battleroyale: "nb_rounds",
  starships: "nb_rnds",
};

export const fileOf = (name: string): string => `${work}/seat-${name}.arena`;

// sit starts a match of some rounds in which a person has seat 1.
export const sit = (game: Game, name: string, rounds = 3, ...how: string[]): Promise<Serving> =>
  serve(
    ...`play ${game} ./demo me ./dummy ./null -s 7 -q --no-open --set ${roundsOf[game]}=${rounds} -o`.split(" "),
    fileOf(name),
    ...how,
  );

export const hand = (page: Page): Locator => page.getByRole("region", { name: "Your orders" });
export const status = (page: Page): Locator => hand(page).getByRole("status");

// ready waits until the match waits for orders of a round, of which so many are given.
export const ready = (page: Page, round: number, orders = 0): Promise<void> =>
  expect(status(page)).toContainText(`Round ${round}: ${orders} order`);

// playAll plays a match of three rounds, by clicks, arrow keys and buttons, and verifies its replay.
export async function playAll(page: Page, game: Game): Promise<void> {
  const errors = on.watchErrors(page);
  const serving = await sit(game, game);
  try {
    await page.goto(serving.seat);
    await ready(page, 0);
    expect(page.url()).not.toContain("me="); // who copies the address lets others watch

    await page.keyboard.press("j");
    await expect(hand(page)).toContainText(/\w+ \d+/);
    await page.keyboard.press("ArrowUp");
    await ready(page, 0, 1);
    await page.keyboard.press("j");
    const before = await on.picture(page);
    await hand(page).getByRole("group", { name: "order" }).getByRole("button").first().click();
    await ready(page, 0, 2);
    await expect.poll(() => on.picture(page)).not.toBe(before); // the order is seen before it is sent
    await page.keyboard.press("Enter");

    await ready(page, 1);
    await expect(on.players(page).getByRole("listitem").filter({ hasText: "human" })).toContainText("CPU –");
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowLeft"); // which is a word in most games, and goes to no other round in any
    await on.expectRound(page, 1);
    const box = (await on.stage(page).boundingBox())!;
    await page.mouse.click(box.x + box.width * 0.31, box.y + box.height * 0.43);
    await expect(status(page)).toContainText(/Round 1: [0-2] order/); // a click on an own unit chooses that
    await page.keyboard.press("Enter");

    await ready(page, 2);
    await hand(page).getByRole("button", { name: "Send" }).click(); // no orders are orders, too
    await expect(hand(page)).toContainText(`arena play ${game} ./demo BOT ./dummy ./null -s 7`);
    expect(errors).toEqual([]);
  } finally {
    await serving.stop();
  }
  expect(arena("verify", fileOf(game))).toContain("3 rounds");
}
