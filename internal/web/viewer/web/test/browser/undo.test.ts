// A person who plays takes rounds back, in place.

import { expect, test } from "@playwright/test";
import { arena, work } from "./arena";
import * as on from "./page";
import { fileOf, hand, ready, sit } from "./seat";

// move orders the next unit by an arrow key, and sends the round.
async function move(page: Parameters<typeof hand>[0], key: string): Promise<void> {
  await page.keyboard.press("j");
  await page.keyboard.press(key);
  await expect(hand(page).getByRole("status")).toContainText(": 1 order");
  await page.keyboard.press("Enter");
}

test("rounds are taken back at once, watchers see it, and the replay has the new orders", async ({ page, context }) => {
  const errors = on.watchErrors(page);
  const serving = await sit("orkisland", "undo", 5);
  try {
    await page.goto(serving.seat);
    const watcher = await context.newPage();
    await watcher.goto(serving.url);
    for (const round of [0, 1, 2]) {
      await ready(page, round);
      await move(page, "ArrowUp");
    }
    await ready(page, 3);
    await on.expectRound(watcher, 3);
    await hand(page).getByRole("button", { name: "Round 2 again" }).click();
    await ready(page, 2);
    await on.expectRound(page, 2);
    await on.expectRound(watcher, 2);
    await hand(page).getByRole("button", { name: "As before" }).click();
    await ready(page, 2, 1); // the orders that were taken back
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Escape");
    await move(page, "ArrowDown");
    await ready(page, 3);
    await on.expectRound(watcher, 3);

    // By a key, and to any round that the page shows. Another tab, of which the arena wanted nothing, follows.
    const other = await context.newPage();
    await other.route("**/back?*", (route) => route.fulfill({ status: 400, body: "too late" }));
    await other.goto(serving.seat);
    await ready(other, 3);
    await other.keyboard.press("Shift+Backspace");
    await expect(hand(other).getByRole("alert")).toHaveText("too late");
    await page.keyboard.press("Shift+Backspace");
    await ready(page, 2);
    await ready(other, 2);
    await expect(hand(other).getByRole("alert")).toHaveCount(0);
    await other.close();
    await page.keyboard.press("ArrowLeft"); // no unit is chosen
    await on.expectRound(page, 1);
    await hand(page).getByRole("button", { name: "Play on from round 1" }).click();
    await ready(page, 1);
    await move(page, "ArrowLeft");
    await ready(page, 2);
    await move(page, "ArrowDown");
    await ready(page, 3);
    await page.reload();
    await ready(page, 3);
    await page.keyboard.press("Enter");
    await ready(page, 4);
    await page.keyboard.press("Enter");
    await expect(hand(page)).toContainText("arena play orkisland ./demo BOT ./dummy ./null -s 7");
    await expect(hand(page).getByRole("button", { name: /again|Play on/ })).toHaveCount(0);
    await on.expectRound(watcher, 5);
    await watcher.close();
    expect(errors).toEqual([]);
  } finally {
    await serving.stop();
  }
  expect(await page.evaluate(async () => fetch("match.json").catch(() => "gone"))).toBe("gone");
  await expect(page.getByText("connection lost")).toHaveCount(0); // there is nothing left to come
  expect(arena("verify", fileOf("undo"))).toContain("5 rounds, as recorded");
  const ordered = (round: number): string => arena("replay", fileOf("undo"), "--seat", "1", "--round", `${round}`);
  expect(ordered(0)).toContain("north");
  expect(ordered(1)).toContain("west");
  expect(ordered(2)).toContain("south");
  const before = `${work}/matches/orkisland-7.arena`;
  expect(arena("verify", before)).toContain("3 of 5 rounds, as recorded");
});
