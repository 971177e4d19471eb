// The round under the pointer over the time line, and sound.

import { expect, type Page, test } from "@playwright/test";
import { fileURL, pageOf } from "./arena";
import * as on from "./page";

const match = fileURL(pageOf("orkisland"));
const preview = (page: Page) => page.locator(".preview");

// point moves the pointer to a part of the time line.
async function point(page: Page, part: number): Promise<void> {
  const box = (await on.slider(page).boundingBox())!;
  await page.mouse.move(box.x + 8 + part * (box.width - 16), box.y + box.height / 2);
}

const pixels = (page: Page): Promise<string> =>
  preview(page)
    .locator("canvas")
    .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());

for (const [width, height, colorScheme, tier] of [
  [1280, 720, "light", ""],
  [1440, 900, "dark", "@long"],
] as const) {
  test(`the time line shows the round under the pointer, at ${width} by ${height} ${tier}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    const errors = on.watchErrors(page);
    await page.goto(match);
    await expect(async () => {
      await point(page, 0.49);
      await point(page, 0.5);
      await expect(preview(page)).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(preview(page)).toContainText("round 100 of 200");
    await expect(preview(page)).toContainText(/\+\d+$/);
    const middle = await pixels(page);
    await point(page, 0);
    await expect(preview(page)).toContainText("round 0 of 200");
    expect(await pixels(page)).not.toBe(middle);
    await point(page, 1);
    await expect(preview(page)).toContainText("end, after 200 rounds");
    const cut = ([words]: Element[]): number => words!.scrollWidth - words!.clientWidth;
    expect(await preview(page).locator("p").evaluateAll(cut), "it is whole").toBe(0);
    const box = (await preview(page).boundingBox())!;
    expect(box.x + box.width, "it stays in the window").toBeLessThanOrEqual(width);
    await on.expectRound(page, 0); // it only shows
    expect(await on.violations(page, "body")).toEqual([]);
    await page.mouse.move(width / 2, height / 3);
    await expect(preview(page)).toBeHidden();
    expect(errors).toEqual([]);
  });
}

test("a finger on the time line of a phone shows the round, and takes it away", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(`${match}#r=20`);
  await on.expectRound(page, 20);
  const box = (await on.slider(page).boundingBox())!;
  const finger = await on.fingers(page);
  let [x, y] = [box.x + box.width / 4, box.y + box.height / 2];
  await finger.down([x, y]);
  await expect(async () => {
    await finger.move([(x += 2), y]); // the second script comes meanwhile
    await expect(preview(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(preview(page)).toContainText(/round \d+ of 200/);
  const shown = (await preview(page).boundingBox())!;
  expect(shown.y + shown.height, "it is above the finger").toBeLessThanOrEqual(box.y + 1);
  await finger.up();
  await expect(preview(page)).toBeHidden();
  await context.close();
});

test("however fast the pointer goes, a frame of the screen has one picture", async ({ page }) => {
  await page.goto(match);
  await expect(async () => {
    await point(page, 0.49);
    await point(page, 0.5);
    await expect(preview(page)).toBeVisible({ timeout: 1000 });
  }).toPass();
  const drawn = await page.evaluate(async () => {
    const slider = document.getElementById("time") as HTMLElement;
    const canvas = document.querySelector(".preview canvas") as HTMLCanvasElement;
    const { left, width, top } = slider.getBoundingClientRect();
    let pictures = 0;
    new MutationObserver(() => pictures++).observe(canvas, { attributeFilter: ["width"] });
    for (let i = 0; i < 2000; i++) {
      const clientX = left + (i * width) / 2000;
      slider.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, clientX, clientY: top + 5 }));
    }
    for (let frames = 0; pictures === 0 || frames < 2; frames++) {
      await new Promise(requestAnimationFrame);
    }
    return pictures;
  });
  expect(drawn).toBe(1);
});

test("who asks for it hears turning points and the end of a match that plays, and nothing of one that is gone through", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const made: number[] = [];
    Object.assign(globalThis, { made });
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      made.push(1);
      return make.call(this);
    };
  });
  const tones = () => page.evaluate(() => (globalThis as unknown as { made: number[] }).made.length);
  await page.goto(`${match}#r=180`);
  await on.expectRound(page, 180);
  await page.keyboard.press("7");
  await page.keyboard.press("Space");
  await on.expectRound(page, 200);
  expect(await tones(), "off at first").toBe(0);
  await expect(async () => {
    await page.keyboard.press("z");
    expect(await tones()).toBe(2); // it says that it is on
  }).toPass();
  const beside = () =>
    page.evaluate(() => getComputedStyle(document.querySelector(".speed output")!, "::after").content);
  expect(await beside()).toBe('" ♪"'); // for who hears nothing
  await on.slider(page).fill("0");
  await on.slider(page).fill("120");
  await on.slider(page).fill("199");
  await page.keyboard.press("End");
  await on.expectRound(page, 200);
  expect(await tones(), "gone through").toBe(2);
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await on.expectRound(page, 200);
  await expect.poll(tones).toBeGreaterThanOrEqual(5); // the end alone has three
  const heard = await tones();
  await page.keyboard.press("z");
  expect(await beside()).toBe("none");
  await on.slider(page).fill("180");
  await page.keyboard.press("Space");
  await on.expectRound(page, 200);
  expect(await tones(), "off again").toBe(heard);
});
