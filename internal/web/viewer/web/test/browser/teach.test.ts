// What readers draw and write for others, and films.

import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { fileURL, games, goldenOf, isLong, pageOf } from "./arena";
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

for (const game of isLong ? games : (["orkisland"] as const)) {
  test(`what is drawn on ${game} is in the address, and in its round only`, async ({ page }) => {
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
  await on.expectRound(page, 60);
  await page.keyboard.press("Shift+m");
  await on.button(page, "Take back").click();
  await expect.poll(() => hash(page)).toMatch(/a=60\.\d+-\d+&/);
  await on.button(page, "Take back").click();
  await page.getByLabel("Text of round 60").fill("");
  await on.button(page, "Draw and write").click();
  await expect(note).toHaveCount(0);
  await expect.poll(() => hash(page)).toMatch(/^#r=60&s=4$/);
});

test("cells that the board does not have are not drawn on, and other matches have nothing of it", async ({ page }) => {
  await page.goto(`${fileURL(goldenOf("moria"))}#r=2&a=2.9999999,2.3-9999999,2.40-45`);
  await expect.poll(() => hash(page)).toMatch(/a=2\.40-45$/);
});

// measured looks for the end of a film, on a page without a policy, and returns its seconds and size.
const measured = (page: Page, film: Buffer): Promise<[seconds: number, width: number, height: number]> =>
  page.evaluate(async (base64) => {
    const video = document.createElement("video");
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const happens = (name: string): Promise<unknown> =>
      new Promise((resolve, reject) => {
        video.addEventListener(name, resolve, { once: true });
        video.onerror = () => reject(new Error(video.error?.message));
      });
    const loaded = happens("loadeddata");
    video.src = URL.createObjectURL(new Blob([bytes], { type: "video/webm" }));
    await loaded;
    const sought = happens("seeked");
    video.currentTime = 1e9; // a film that was not made in one piece doesn't tell its length
    await sought;
    return [video.duration, video.videoWidth, video.videoHeight];
  }, film.toString("base64"));

const small = { width: 800, height: 600 }; // a film of a large board takes all of a processor

test("a film of some rounds is a WebM of the board, as long as they take", async ({ page }) => {
  await page.setViewportSize(small);
  await page.goto(`${fileURL(pageOf("orkisland"))}#r=20&s=16`);
  await on.expectRound(page, 20);
  await expect.poll(() => on.colours(page)).toBeGreaterThan(5);
  const stage = (await on.stage(page).boundingBox())!;
  await page.keyboard.press("u");
  const share = page.getByRole("dialog", { name: "Share" });
  await expect(share.getByLabel("from round")).toHaveValue("20");
  await expect(share.getByLabel("to round")).toHaveValue("200");
  await share.getByLabel("from round").fill("30");
  await share.getByLabel("to round").fill("62");
  const saved = page.waitForEvent("download");
  const pressed = performance.now();
  await on.button(page, "Film").click();
  await expect(share.getByRole("status")).toContainText(/Filming: round \d+ of 62/);
  const download = await saved;
  const took = (performance.now() - pressed) / 1000;
  expect(download.suggestedFilename()).toBe("orkisland-30-62.webm");
  await expect(share.getByRole("status")).toHaveText("Saved as orkisland-30-62.webm.");
  await page.keyboard.press("Escape");
  await on.expectRound(page, 20);

  const film = readFileSync(await download.path());
  expect(film.subarray(0, 4).toString("hex")).toBe("1a45dfa3");
  await page.goto("about:blank");
  const [seconds, width, height] = await measured(page, film);
  expect(seconds).toBeGreaterThan(1.5); // 32 rounds, 16 a second
  expect(seconds).toBeLessThan(took); // a slow computer plays more slowly
  expect(Math.abs(width - stage.width)).toBeLessThan(2);
  expect(Math.abs(height - stage.height - 34)).toBeLessThan(2);
});

test("a film that is stopped is not saved, and the page is where it was @long", async ({ page }) => {
  await page.setViewportSize(small);
  await page.goto(`${fileURL(pageOf("moria"))}#r=5&s=1`);
  await on.expectRound(page, 5);
  let saved = 0;
  page.on("download", () => saved++);
  for (const isByKey of [false, true]) {
    await page.keyboard.press("u");
    await on.button(page, "Film").click();
    await expect(page.getByText("Filming: round 6")).toBeVisible();
    if (isByKey) {
      await page.keyboard.press("Escape");
    } else {
      expect(await on.violations(page)).toEqual([]); // each look takes seconds while a film is made
      await on.button(page, "Stop filming").click();
    }
    await page.keyboard.press("Escape");
    await on.expectRound(page, 5);
  }
  await page.keyboard.press("u");
  await expect(on.button(page, "Film")).toBeVisible();
  expect(saved).toBe(0);
});

test("a browser without films says so", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "MediaRecorder"));
  await page.goto(fileURL(pageOf("moria")));
  await on.expectRound(page, 0);
  await page.keyboard.press("u");
  await expect(page.getByText("This browser can't make films.")).toBeVisible();
  await expect(on.button(page, "Film")).toHaveCount(0);
});
