// What readers draw and write for others, and films.

import { expect, type Page, test } from "@playwright/test";
import { fileURL, games, goldenOf, pageOf } from "./arena";
import * as on from "./page";

// own counts the pixels of the board that have the colour of what readers draw.
const own = (page: Page): Promise<number> =>
  on
    .stage(page)
    .locator("canvas:not(.minimap)")
    .last()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) {
        if (data[i] === 0x6a && data[i + 1] === 0x1b && data[i + 2] === 0xff) {
          count++;
        }
      }
      return count;
    });

const hash = (page: Page): Promise<string> => page.evaluate(() => location.hash);

type Point = readonly [x: number, y: number];

// draw leads the pointer over the board from a point to another, in parts of its size.
async function draw(page: Page, from: Point, to: Point, button: "left" | "right"): Promise<void> {
  const box = (await on.stage(page).boundingBox())!;
  const at = ([x, y]: Point): [number, number] => [box.x + box.width * x, box.y + box.height * y];
  await page.mouse.move(...at(from));
  await page.mouse.down({ button });
  await page.mouse.move(...at(to), { steps: 4 });
  await page.mouse.up({ button });
}

for (const game of games) {
  test(`what is drawn on ${game} is in the address, and in its round only`, async ({ page }) => {
    const errors = on.watchErrors(page);
    await page.goto(`${fileURL(pageOf(game))}#r=8`);
    await on.expectRound(page, 8);
    await expect.poll(() => on.colours(page)).toBeGreaterThan(5);
    expect(await own(page)).toBe(0);
    await draw(page, [0.4, 0.4], [0.6, 0.6], "right");
    await draw(page, [0.4, 0.6], [0.4, 0.6], "right");
    await expect.poll(() => hash(page)).toMatch(/^#r=8&.*a=8\.\d+-\d+,8\.\d+$/);
    const drawn = await own(page);
    expect(drawn).toBeGreaterThan(150);

    await page.reload();
    await expect.poll(() => own(page)).toBeGreaterThan(150);
    await page.keyboard.press("ArrowRight");
    await on.expectRound(page, 9);
    await expect.poll(() => own(page)).toBe(0);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => own(page)).toBeGreaterThan(150);

    await draw(page, [0.4, 0.4], [0.6, 0.6], "right"); // the same again
    await expect.poll(() => hash(page)).toMatch(/a=8\.\d+$/);
    await page.keyboard.press("Backspace");
    await expect.poll(() => hash(page)).not.toContain("a=");
    await expect.poll(() => own(page)).toBe(0);
    expect(errors).toEqual([]);
  });
}

test("the pen draws with any pointer, and its text is shown with the round", async ({ page }) => {
  await page.goto(`${fileURL(pageOf("orkisland"))}#r=60`);
  await on.expectRound(page, 60);
  await page.keyboard.press("Shift+m");
  const text = page.getByLabel("Text of round 60");
  await expect(text).toBeFocused();
  await text.fill("<b>Look</b> & see");
  await draw(page, [0.3, 0.3], [0.5, 0.3], "left");
  await draw(page, [0.5, 0.5], [0.5, 0.5], "left");
  expect(await on.violations(page)).toEqual([]);
  await text.press("Enter");
  const note = page.getByRole("note");
  await expect(note).toHaveText("<b>Look</b> & see");
  await expect.poll(() => hash(page)).toMatch(/a=60\.\d+-\d+,60\.\d+&t=60\.%3Cb%3ELook/);
  expect(await on.violations(page)).toEqual([]);

  const link = await hash(page);
  await page.goto("about:blank");
  await page.goto(fileURL(pageOf("orkisland")) + link);
  await expect(note).toHaveText("<b>Look</b> & see");
  await expect.poll(() => own(page)).toBeGreaterThan(150);
  await page.keyboard.press("ArrowLeft");
  await expect(note).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+m");
  await on.button(page, "Remove all of the round").click();
  await on.button(page, "Done").click();
  await expect(note).toHaveCount(0);
  await expect.poll(() => hash(page)).toMatch(/^#r=60&s=4$/);
});

test("cells that the board does not have are not drawn on, and other matches have nothing of it", async ({ page }) => {
  await page.goto(`${fileURL(goldenOf("moria"))}#r=2&a=2.9999999,2.3-9999999,2.40-45`);
  await expect.poll(() => hash(page)).toMatch(/a=2\.40-45$/);
});
