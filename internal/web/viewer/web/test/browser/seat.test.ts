// A person plays a match.

import { expect, test } from "@playwright/test";
import { arena, games, replayOf, serve, work } from "./arena";
import * as on from "./page";
import { fileOf, hand, playAll, ready, sit, status } from "./seat";

for (const game of games) {
  test(`a person plays ${game}`, async ({ page }) => {
    await playAll(page, game);
  });
}

test("orders are chosen by clicks, taken back, repeated, and given to all in a box", async ({ page }) => {
  const serving = await sit("orkisland", "box");
  try {
    await page.goto(serving.seat);
    await ready(page, 0);
    const box = (await on.stage(page).boundingBox())!;
    await page.keyboard.down("Shift");
    // A box from corner to corner of the board, which may be smaller than its place.
    const side = Math.min(box.width, box.height) / 2 - 8;
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(middle.x - side, middle.y - side);
    await page.mouse.down();
    await page.mouse.move(middle.x + side, middle.y + side, { steps: 4 });
    await expect(page.locator(".lasso")).toBeVisible();
    await page.mouse.up();
    await page.keyboard.up("Shift");
    await expect(page.locator(".lasso")).toHaveCount(0);
    await expect(hand(page)).toContainText(/\d\d units/);
    await hand(page).getByRole("button", { name: "east" }).click();
    await expect(status(page)).toContainText(/Round 0: \d\d orders/);
    const all = Number(/: (\d+)/.exec((await status(page).textContent()) ?? "")?.[1]);
    await page.keyboard.press("Backspace");
    await ready(page, 0, all - 1);
    await page.keyboard.press("Escape");
    await expect(hand(page)).toContainText("Click on one of your units");
    await page.keyboard.press("Enter");
    await ready(page, 1);
    await hand(page).getByRole("button", { name: "As before" }).click();
    await expect(status(page)).toContainText(/Round 1: [1-9]/); // but those that have died
  } finally {
    await serving.stop();
  }
});

test("a page that is loaded again keeps what was not sent, and a second tab learns who was first", async ({
  page,
  context,
}) => {
  const serving = await sit("battleroyale", "tabs");
  try {
    await page.goto(serving.seat);
    await ready(page, 0);
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowLeft");
    await ready(page, 0, 1);
    await page.reload();
    await ready(page, 0, 1);

    const second = await context.newPage();
    await second.goto(serving.seat);
    await ready(second, 0);
    await second.keyboard.press("Enter");
    await ready(second, 1);
    await page.route("**/orders", async (route) => {
      // As if the page had not heard of the round yet.
      await route.continue({ postData: JSON.stringify({ round: 0, orders: "" }) });
    });
    await ready(page, 1);
    await page.keyboard.press("Enter");
    await expect(hand(page).getByRole("alert")).toContainText("round 0 was ordered already");
    await ready(page, 1);
    await page.unroute("**/orders");
    await page.keyboard.press("Enter");
    await ready(page, 2);
    await ready(second, 2);
  } finally {
    await serving.stop();
  }
});

test("others watch, and who waits may stop", async ({ page }) => {
  const serving = await sit("orkisland", "watched");
  await page.goto(serving.url);
  await on.expectRound(page, 0);
  await expect(on.button(page, "join live")).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(hand(page)).toHaveCount(0);
  await page.goto(`${serving.url}?me=ABC`);
  await expect(page.getByRole("alert")).toContainText("only the person may order");
  await expect(hand(page)).toHaveCount(0);
  await serving.stop();
  expect(arena("verify", fileOf("watched"))).toContain("0 of 3 rounds, as recorded");
});

test("the bar fits, and axe finds nothing", async ({ page }) => {
  const serving = await sit("moria", "axe");
  try {
    await page.goto(serving.seat);
    await ready(page, 0);
    await page.keyboard.press("j");
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      expect(await on.violations(page)).toEqual([]);
    }
    for (const [width, height] of [
      [1280, 720],
      [390, 844],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await on.atRest(page);
      for (const name of ["Send", "Take back", "southwest"]) {
        await expect(hand(page).getByRole("button", { name, exact: true })).toBeInViewport();
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  } finally {
    await serving.stop();
  }
});

for (const game of ["orkisland", "moria"] as const) {
  test(`on a phone, the board of ${game} stays where it is, and what buttons do is written on them`, async ({
    page,
  }) => {
    const serving = await sit(game, `phone-${game}`);
    try {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(serving.seat);
      await ready(page, 0);
      await on.atRest(page);
      const before = await on.stage(page).boundingBox();
      const shown = await hand(page).boundingBox();
      const words = hand(page).getByRole("group", { name: "order" }).getByRole("button");
      await expect(words.first()).toBeDisabled();
      for (const name of ["Next unit", "Take back", "As before"]) {
        await expect(hand(page).getByText(name, { exact: true })).toBeInViewport({ ratio: 1 });
      }
      await hand(page).getByRole("button", { name: "Next unit" }).click();
      await expect(words.first()).toBeEnabled();
      await words.first().click();
      await ready(page, 0, 1);
      await on.atRest(page);
      expect(await on.stage(page).boundingBox()).toEqual(before);
      expect(await hand(page).boundingBox()).toEqual(shown);
    } finally {
      await serving.stop();
    }
  });
}

test("what if: the first orders are given on the board of a match that is over", async ({ page }) => {
  const serving = await serve("view", replayOf("orkisland"), "--bots", work, "--no-open");
  try {
    await page.goto(`${serving.url}#r=150`);
    await on.expectRound(page, 150);
    await page.keyboard.press("q");
    const dialog = page.getByRole("dialog", { name: "What if?" });
    await dialog.getByRole("combobox", { name: "player" }).selectOption("1");
    await dialog.getByRole("button", { name: "Give them on the board" }).click();
    await expect(dialog).toBeHidden();
    await ready(page, 150);
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowDown");
    await ready(page, 150, 1);
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowLeft"); // no unit is chosen: the keys are those of the page
    await on.expectRound(page, 149);
    await hand(page).getByRole("button", { name: "Go to round 150" }).click();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "2 / 2" })).toBeVisible();
    await expect(hand(page)).toHaveCount(0);
    await page.keyboard.press("g");
    await expect(page.getByRole("listitem").filter({ hasText: "arena branch" })).toContainText(/do \d+ south/);
  } finally {
    await serving.stop();
  }
});

test("a box is made by keys, too", async ({ page }) => {
  const serving = await sit("orkisland", "keybox");
  try {
    await page.goto(serving.seat);
    await ready(page, 0);
    await page.keyboard.press("j");
    await hand(page).getByRole("button", { name: "Box" }).press("Enter");
    await expect(hand(page).getByRole("button", { name: "Box", pressed: true })).toBeFocused();
    await expect(async () => {
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowLeft");
      expect(await hand(page).locator(".rest").textContent()).toMatch(/^\d+ units$/);
    }).toPass({ intervals: [1] }); // the box grows by each key
    await ready(page, 0, 0);
    await page.keyboard.press("Enter"); // on the button
    await expect(hand(page).getByRole("button", { name: "Box", pressed: false })).toBeVisible();
    await page.keyboard.press("ArrowUp");
    await expect(status(page)).toContainText(/Round 0: ([2-9]|\d\d) orders/);
  } finally {
    await serving.stop();
  }
});

test("when the time is up, the orders so far are sent", async ({ page }) => {
  const serving = await sit("orkisland", "clock", 2, "--clock", "3s");
  try {
    await page.goto(serving.seat);
    await ready(page, 0);
    await expect(hand(page).getByRole("timer")).toHaveText(/^[123] s left$/);
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowUp");
    await ready(page, 0, 1);
    await ready(page, 1); // nobody has sent anything
    await expect(hand(page)).toContainText("arena play orkisland");
  } finally {
    await serving.stop();
  }
  expect(arena("replay", fileOf("clock"), "--seat", "1", "--round", "0")).toContain("north");
});

test("the time is chosen on the page, for the rounds to come", async ({ page }) => {
  const errors = on.watchErrors(page);
  const serving = await sit("orkisland", "chosen", 3);
  try {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto(serving.seat);
    await ready(page, 0);
    const time = hand(page).getByLabel("Time for your orders, from the next round on");
    await expect(time.locator("option")).toHaveText(["no limit", "10 s", "30 s", "60 s", "as a bot"]);
    await time.selectOption("10 s");
    await expect(time).toHaveValue("1");
    expect(await on.violations(page, ".hand")).toEqual([]);
    await expect(hand(page).getByRole("timer")).toHaveCount(0);
    await hand(page).getByRole("button", { name: "Send" }).click();
    await ready(page, 1);
    await expect(hand(page).getByRole("timer")).toHaveText(/^\d+ s left$/);
    await expect(time).toHaveValue("1");
    await time.selectOption("no limit");
    await ready(page, 2); // nobody has sent anything
    await expect(hand(page).getByRole("timer")).toHaveCount(0);
    await hand(page).getByRole("button", { name: "Send" }).click();
    await expect(hand(page)).toContainText("arena play orkisland");
    expect(errors).toEqual([]);
  } finally {
    await serving.stop();
  }
  expect(arena("verify", fileOf("chosen"))).toContain("3 rounds");
});

test.describe("by fingers", () => {
  test.use({ hasTouch: true });

  test("a finger draws a box after its button is pressed, and goes through the rounds otherwise", async ({ page }) => {
    const serving = await sit("orkisland", "fingerbox");
    try {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(serving.seat);
      await ready(page, 0);
      await on.atRest(page);
      await hand(page).getByRole("button", { name: "Box" }).tap();
      const { x, y, width, height } = (await on.stage(page).boundingBox())!;
      const side = Math.min(width, height) / 2 - 8;
      const [left, top] = [x + width / 2 - side, y + height / 2 - side];
      const finger = await on.fingers(page);
      await finger.down([left, top]);
      await finger.move([left + side, top + side]);
      await expect(page.locator(".lasso")).toBeVisible();
      await finger.move([left + 2 * side, top + 2 * side]);
      await finger.up();
      await expect(page.locator(".lasso")).toHaveCount(0);
      await expect(hand(page)).toContainText(/\d\d units/);
      await expect(hand(page).getByRole("button", { name: "Box", pressed: false })).toBeVisible();
      await hand(page).getByRole("button", { name: "east" }).tap();
      await expect(status(page)).toContainText(/Round 0: \d\d orders/);
      await on.expectRound(page, 0);
    } finally {
      await serving.stop();
    }
  });

  test("a tap chooses a unit, another one a cell, and a third lets go of the unit", async ({ page }) => {
    const serving = await sit("battleroyale", "taps");
    try {
      await page.goto(serving.seat);
      await ready(page, 0);
      await page.keyboard.press("j");
      const place = on.here(page).locator(".where");
      const [, row, col] = /row (\d+), column (\d+)/.exec((await place.textContent()) ?? "") ?? [];
      await page.keyboard.press("Escape");
      const side = 35; // cells of the board, which is whole and in the middle of its place
      const box = (await on.stage(page).boundingBox())!;
      const size = Math.floor((Math.min(box.width, box.height) - 6) / side);
      const at = (row: number, col: number): readonly [number, number] => [
        box.x + box.width / 2 + (col + 0.5 - side / 2) * size,
        box.y + box.height / 2 + (row + 0.5 - side / 2) * size,
      ];
      const unit = [Number(row), Number(col)] as const;
      await page.touchscreen.tap(...at(...unit));
      await expect(hand(page)).toContainText(/(farmer|knight) \d+/);
      await expect(place).toHaveText(`row ${row}, column ${col}`);
      await ready(page, 0, 0);
      await page.touchscreen.tap(...at(unit[0] - 1, unit[1]));
      await ready(page, 0, 1);
      await expect(hand(page).getByRole("button", { name: "north", pressed: true })).toBeVisible();
      await page.touchscreen.tap(...at(...unit));
      await expect(hand(page)).toContainText("Click on one of your units");
      await ready(page, 0, 1);
    } finally {
      await serving.stop();
    }
  });
});
