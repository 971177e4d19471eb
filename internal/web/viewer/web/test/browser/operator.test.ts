// What an operator sees of a league, on a telephone.

import { expect, type Page, test } from "@playwright/test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { arena, isLong, serve, type Serving, work } from "./arena";
import * as on from "./page";

// A name is somebody's own, and may be one long word.
const name = `Liga-${"langer-Dienstagabende-".repeat(4)}`;
let well: Serving;
let ill: Serving;

test.beforeAll(async () => {
  for (const folder of ["watched", "lonely"]) {
    rmSync(join(work, folder), { recursive: true, force: true });
    arena("league", "new", "orkisland", folder, "--name", name, "-s", "7");
  }
  const watched = ["--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0"];
  well = await serve("league", "serve", "watched", "-j", "1", ...watched);
  ill = await serve("league", "serve", "lonely", "-j", "0", ...watched); // as nobody is there to play
});

test.afterAll(async () => {
  await well.stop();
  await ill.stop();
});

// outside returns what reaches beyond the window, to either side.
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll<HTMLElement>("body, body *")]
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.left < 0 || box.right > innerWidth || element.scrollWidth > element.clientWidth + 1;
      })
      .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`),
  );

for (const scheme of ["light", "dark"] as const) {
  test(`at 360 pixels all can be read, in a ${scheme} page`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    const both = [
      [well, page.locator(".well")],
      [ill, page.getByRole("alert")],
    ] as const;
    for (const [served, state] of isLong ? both : [scheme === "light" ? both[0] : both[1]]) {
      const errors = on.watchErrors(page);
      await page.setViewportSize({ width: 360, height: 740 });
      // The first look at the league may be still to come.
      await expect(async () => {
        await page.goto(`${served.url}?still`);
        expect(await state.isVisible()).toBe(true);
      }).toPass();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
      expect(await page.locator("tr").count()).toBeGreaterThan(20);
      expect(await outside(page)).toEqual([]);
      for (const link of await page.getByRole("link").all()) {
        expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(24); // of a finger
      }
      expect(await on.violations(page)).toEqual([]);
      expect(errors).toEqual([]);
    }
  });
}
