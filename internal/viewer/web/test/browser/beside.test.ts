// Two matches side by side, with one clock.

import AxeBuilder from "@axe-core/playwright";
import { join } from "node:path";
import { expect, type FrameLocator, type Locator, type Page, test } from "@playwright/test";
import { arena, replayOf, serve, type Serving, work } from "./arena";
import * as on from "./page";

const short = join(work, "short.arena");
const other = join(work, "other.arena");
let serving: Serving;

// The demo of the usual match plays seat 1; here the null bot sits there. The match is shorter, too.
test.beforeAll(async () => {
  arena("play", "orkisland", "./dummy", "./null", "./demo", "./null", "-s", "7", "-q", "-o", other);
  arena(
    "play",
    "orkisland",
    "./dummy",
    "./demo",
    "./demo",
    "./null",
    "-s",
    "7",
    "-q",
    "--set",
    "nb_rounds=40",
    "-o",
    short,
  );
  serving = await serve("view", replayOf("orkisland"), other, "--beside", "--no-open");
});

test.afterAll(() => serving.stop());

const frame = (page: Page, side: "left" | "right"): FrameLocator => page.frameLocator(`iframe[title^="${side}"]`);
const inner = (page: Page, side: "left" | "right"): Locator => frame(page, side).locator("#time");

async function expectBoth(page: Page, round: number): Promise<void> {
  await on.expectRound(page, round);
  await expect(inner(page, "left")).toHaveValue(`${round}`);
  await expect(inner(page, "right")).toHaveValue(`${round}`);
}

test("look", async ({ page }) => {
  const errors = on.watchErrors(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${serving.url}beside`);
  await expect(page.getByRole("heading", { name: /First round/ })).toBeVisible();
  await page.waitForTimeout(800);
  await page.screenshot({ path: "/tmp/beside-shots/wide.png" });
  await page.getByRole("button", { name: /Go to round/ }).click();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("End");
  await page.waitForTimeout(500);
  await page.screenshot({ path: "/tmp/beside-shots/end.png" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.waitForTimeout(800);
  await page.screenshot({ path: "/tmp/beside-shots/phone.png" });
  console.log(
    errors,
    (await new AxeBuilder({ page }).analyze()).violations.map((v) => v.id + v.nodes.map((n) => n.html)),
  );
  await expectBoth(page, 200);
});
