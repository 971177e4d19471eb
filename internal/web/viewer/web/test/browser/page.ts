// What the tests look for on the page of a match.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Frame, type Locator, type Page } from "@playwright/test";

const axe = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

export const slider = (page: Page): Locator => page.getByRole("slider", { name: "Round" });
export const stage = (page: Page | Frame): Locator => page.locator("#stage");
export const players = (page: Page): Locator => page.locator("#panel-players");
export const here = (page: Page): Locator => page.locator("#panel-here");
export const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });
export const round = async (page: Page): Promise<number> => Number(await slider(page).inputValue());

const blocked = "Service Worker registration blocked by Playwright"; // as playsite.ts wants it

// watchErrors collects errors, which a page must not have, and what its content security
// policy refused.
export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if ((message.type() === "error" || message.type() === "warning") && message.text() !== blocked) {
      errors.push(message.text());
    }
  });
  return errors;
}

export async function expectRound(page: Page, number: number): Promise<void> {
  await expect(slider(page)).toHaveValue(String(number));
  await expect(page.locator(".position")).toContainText(String(number));
}

// colours counts the colours of the board. A blank one has one or two.
export async function colours(page: Page | Frame): Promise<number> {
  return stage(page)
    .locator("canvas")
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    });
}

// darkness returns how dark the background of the page is, from 0, white, to 1, black.
export async function darkness(page: Page): Promise<number> {
  return page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d")!;
    canvas.fillStyle = getComputedStyle(document.body).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return 1 - (red + green + blue) / 765;
  });
}

// drop drops a file on the page.
export const drop = (page: Page, name: string, bytes: Buffer): Promise<void> => dropAll(page, { [name]: bytes });

// dropAll drops files on the page together.
export async function dropAll(page: Page, files: Readonly<Record<string, Buffer>>): Promise<void> {
  const transfer = await page.evaluateHandle(
    (named) => {
      const all = new DataTransfer();
      for (const [name, base64] of named) {
        all.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name));
      }
      return all;
    },
    Object.entries(files).map(([name, bytes]) => [name, bytes.toString("base64")] as const),
  );
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
}

type Points = readonly (readonly [x: number, y: number])[];

// Fingers touch a page.
export interface Fingers {
  readonly down: (...at: Points) => Promise<void>;
  readonly move: (...at: Points) => Promise<void>;
  readonly up: () => Promise<void>;
}

// fingers returns fingers that rest before they are lifted, by the time that their events say: after a quick one, a busy
// browser takes the next tap for the end of the motion, and presses nothing.
export async function fingers(page: Page): Promise<Fingers> {
  const devtools = await page.context().newCDPSession(page);
  let at: Points = [];
  const touch = async (type: "touchStart" | "touchMove" | "touchEnd", points: Points, later = 0): Promise<void> => {
    at = points;
    const touchPoints = points.map(([x, y], id) => ({ x, y, id }));
    await devtools.send("Input.dispatchTouchEvent", { type, touchPoints, timestamp: Date.now() / 1000 + later });
  };
  const rest = 0.2; // seconds
  return {
    down: (...points) => touch("touchStart", points),
    move: (...points) => touch("touchMove", points),
    up: async () => {
      const still = at.map(([x, y]) => [x, y + 1] as const); // what does not move at all is not heard
      await touch("touchMove", still, rest);
      await touch("touchEnd", [], rest);
    },
  };
}

// drawn waits for what was asked to be drawn: that is done in the next frame of the screen, and one that changes the size
// of the board asks for another.
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame);
    await nextFrame();
    await nextFrame();
  });
}

// atRest waits until nothing on the page is on its way.
export async function atRest(page: Page): Promise<void> {
  await drawn(page);
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)));
}

// picture returns the picture of the board.
export async function picture(page: Page): Promise<string> {
  await drawn(page);
  return stage(page)
    .locator("canvas")
    .evaluateAll((all) => all.map((canvas) => (canvas as HTMLCanvasElement).toDataURL()).join());
}

const hasNoHeading = (found: string): boolean => found.startsWith("page-has-heading-one:");

// violations returns what axe finds on a page, or in a part of it. It looks at each frame alone: where axe asks frames
// by itself, it hears of them in time only if the machine is not busy.
export async function violations(page: Page, part = "html"): Promise<string[]> {
  const found = [await violationsIn(page.mainFrame(), part)];
  for (const frame of page.frames().slice(1)) {
    const element = await frame.frameElement();
    const isPart = (one: Node, of: string): boolean => (one as Element).closest(of) !== null;
    if ((await element.isVisible()) && (await element.evaluate(isPart, part))) {
      found.push(await violationsIn(frame, "html"));
    }
  }
  // The heading of a page may be that of a frame.
  const hasNone = found.every((each) => each.some(hasNoHeading));
  return found.flat().filter((one) => hasNone || !hasNoHeading(one));
}

// violationsIn brings axe to a frame but once, as that takes longer than looking. Details of what is right take half the
// time.
async function violationsIn(frame: Frame, part: string): Promise<string[]> {
  if (!(await frame.evaluate(() => "axe" in globalThis))) {
    await frame.evaluate(axe);
  }
  return frame.evaluate(async (part) => {
    // On its way from one theme to the other, a button may have the old one's ground and the new one's text.
    await Promise.allSettled(document.getAnimations().map((one) => one.finished));
    const { run } = (globalThis as unknown as { axe: typeof import("axe-core") }).axe;
    const { violations } = await run(part, { iframes: false, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, part);
}
