// What a reader does with an exported page.

import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { arena, fileURL, madeJSON, pageOf, replayOf, work } from "./arena";
import * as on from "./page";

const match = fileURL(pageOf("orkisland"));

test.beforeEach(async ({ page }) => {
  await page.goto(match);
  await on.expectRound(page, 0);
});

test("keys", async ({ page }) => {
  const press = async (key: string, then: number): Promise<void> => {
    await page.keyboard.press(key);
    await on.expectRound(page, then);
  };
  await press("ArrowRight", 1);
  await press("ArrowRight", 2);
  await press("Shift+ArrowRight", 12);
  await press("ArrowLeft", 11);
  await press("ArrowLeft", 10);
  await press("End", 200);
  await press("Home", 0);
  await page.keyboard.press("n");
  const first = await expect
    .poll(() => on.round(page))
    .toBeGreaterThan(0)
    .then(() => on.round(page));
  await page.keyboard.press("Shift+N");
  await expect.poll(() => on.round(page)).toBeGreaterThan(first);
  await press("p", first);

  await page.keyboard.press("Space");
  await expect(on.button(page, "Pause")).toBeVisible();
  await page.keyboard.press("k");
  await expect(on.button(page, "Play")).toBeVisible();
  await page.keyboard.press("Control+ArrowRight"); // the browser's own
  const speed = page.getByLabel("Rounds in a second");
  const before = await speed.textContent();
  await page.keyboard.press("ArrowUp");
  await expect(speed).not.toHaveText(before ?? "");
  await page.keyboard.press("1");
  await expect(speed).toHaveText("1/s");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a frame of the screen is drawn once", async ({ page }) => {
  await page.keyboard.press("Space");
  await expect.poll(() => on.round(page)).toBeGreaterThan(2);
  const draws = await page.evaluate(async () => {
    const { prototype } = CanvasRenderingContext2D;
    const clear = prototype.clearRect;
    const found: number[] = [];
    let count = 0;
    prototype.clearRect = function (...where) {
      count += this.canvas.closest("#stage") ? 1 : 0;
      clear.apply(this, where);
    };
    for (let i = 0; i < 30; i++) {
      count = 0;
      await new Promise(requestAnimationFrame);
      found.push(count);
    }
    prototype.clearRect = clear;
    return found;
  });
  expect(Math.max(...draws)).toBeGreaterThan(0);
  expect(Math.max(...draws)).toBeLessThan(3); // each canvas at most once
});

test("plays backwards", async ({ page }) => {
  await on.slider(page).fill("40");
  await on.button(page, "Play backwards").click();
  await on.button(page, "Play").click();
  await expect.poll(() => on.round(page)).toBeLessThan(38);
});

test("the slider stops playing, and following a unit lets go of the pinned cell", async ({ page }) => {
  await page.keyboard.press("Space");
  await expect(on.button(page, "Pause")).toBeVisible();
  await on.slider(page).fill("40");
  await expect(on.button(page, "Play")).toBeVisible();
  await on.expectRound(page, 40);

  const box = (await on.stage(page).boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page).toHaveURL(/f=cell:\d+/);
  await page.getByRole("searchbox").fill("12");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/f=unit:12/);
  await expect(on.here(page)).toContainText("Followed");
  await expect(on.here(page)).not.toContainText("Pinned");
});

test("keys reach every control", async ({ page }) => {
  const reached = new Set<string>();
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? ""));
  }
  for (const label of ["Play", "Round", "One round on", "Help: keys", "Find a unit by its number, or a cell"]) {
    expect(reached).toContain(label);
  }
});

test("pointing tells what is there, a click keeps it", async ({ page }) => {
  await on.slider(page).fill("30");
  await page.getByRole("searchbox").fill("12");
  await page.keyboard.press("Enter");
  await expect(on.here(page)).toContainText("12");
  await expect(on.here(page)).toContainText(/health/i);
  await expect(page).toHaveURL(/f=unit:12/);
  await page.keyboard.press("Escape"); // out of the box
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/f=unit/);

  const box = (await on.stage(page).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await expect(on.here(page)).toContainText(/row \d+, column \d+/);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(on.here(page)).toContainText("Pinned");
  await expect(page).toHaveURL(/f=cell:\d+/);
});

test("an order and what became of it", async ({ page }) => {
  await page.goto(`${match}#r=5`);
  await on.button(page, "About the match").click();
  await page.keyboard.press("Escape");
  // A dummy gives every ork an order, so ork 0 gets one soon.
  await page.getByRole("searchbox").fill("0");
  await page.keyboard.press("Enter");
  for (let r = 5; r < 40; r++) {
    if (await on.here(page).locator(".outcome").count()) {
      break;
    }
    await on.slider(page).fill(String(r));
  }
  await expect(on.here(page).locator(".outcome").first()).not.toBeEmpty();
});

test("a link, a picture and a frame have what is seen", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await on.slider(page).fill("30");
  await page.getByRole("searchbox").fill("12");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape"); // out of the box
  await page.getByRole("searchbox").blur();
  for (const key of ["c", "x", "+", "+"]) {
    await page.keyboard.press(key);
  }
  await page.keyboard.press("u");
  const share = page.getByRole("dialog", { name: "Share" });
  expect(await on.violations(page)).toEqual([]);
  await share.getByRole("button", { name: "Copy link" }).click();
  await expect(share.getByRole("status")).toHaveText("The link is copied.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#r=30&s=4&c=1&o=failed&v=\d\.\d\d,[\d.]+,[\d.]+$/);
  await share.getByRole("button", { name: "Copy picture" }).click();
  await expect(share.getByRole("status")).toHaveText("The picture is copied.");
  const size = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    return (await createImageBitmap(await item!.getType("image/png"))).width;
  });
  expect(size).toBe(Math.round((await on.stage(page).boundingBox())!.width));
  const saved = page.waitForEvent("download");
  await share.getByRole("button", { name: "Save picture" }).click();
  expect((await saved).suggestedFilename()).toBe("orkisland-30.png");
  const code = await share.getByLabel("code of a frame").inputValue();
  expect(code).toContain("&amp;embed");
  await page.keyboard.press("Escape");
  const picture = await on.picture(page);

  await page.goto("about:blank");
  await page.goto(link);
  await on.expectRound(page, 30);
  await expect.poll(() => on.picture(page)).toBe(picture);
  await expect(page.locator("#panel-charts [aria-pressed=true]").first()).toHaveText("income");
});

test("labels of a chart are beside its lines, and a short number of a round leaves no hole", async ({ page }) => {
  const [label, lines] = await Promise.all([
    page.locator(".tick text").first().boundingBox(),
    page.locator(".graph .line").first().boundingBox(),
  ]);
  expect(label!.x + label!.width).toBeLessThanOrEqual(lines!.x);
  const gap = await page.locator(".position").evaluate((position) => {
    const range = document.createRange(); // of the words, not of the room that they have
    range.selectNodeContents(position.querySelector(".word")!);
    const word = range.getBoundingClientRect();
    range.selectNodeContents(position.querySelector("b")!);
    return range.getBoundingClientRect().left - word.right;
  });
  expect(gap).toBeLessThan(8);
});

test("charts seek", async ({ page }) => {
  const graph = page.getByRole("img", { name: /of all players/ }).first();
  const box = (await graph.boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect.poll(() => on.round(page)).toBeGreaterThan(80);
  expect(await on.round(page)).toBeLessThan(120);
  await page.locator("#panel-charts").getByRole("button", { name: "CPU" }).click();
  await expect(page.getByRole("img", { name: /^CPU of all players/ }).first()).toBeVisible();
});

test("light and dark", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  expect(await on.darkness(page)).toBeLessThan(0.2);
  await page.keyboard.press("t");
  await expect.poll(() => on.darkness(page)).toBeGreaterThan(0.7);
  await page.keyboard.press("t");
  await expect.poll(() => on.darkness(page)).toBeLessThan(0.2);
  await page.keyboard.press("t");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => on.darkness(page)).toBeGreaterThan(0.7); // as the system
});

test("the link keeps the state", async ({ page }) => {
  await page.goto(`${match}#r=137&s=16&f=unit:12`);
  await page.reload();
  await on.expectRound(page, 137);
  await expect(page.getByLabel("Rounds in a second")).toHaveText("16/s");
  await expect(on.here(page)).toContainText("12");
  await page.evaluate(() => {
    location.hash = "#r=40";
  });
  await on.expectRound(page, 40);
  await on.slider(page).fill("55");
  await expect(page).toHaveURL(/r=55/);
});

test("zoom and the small map", async ({ page }) => {
  const canvases = on.stage(page).locator("canvas:visible");
  const fitted = await canvases.count();
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await expect.poll(() => canvases.count()).toBeGreaterThan(fitted);
  await page.keyboard.press("0");
  await expect.poll(() => canvases.count()).toBe(fitted);
});

test("a reader that cannot see is told of the round", async ({ page }) => {
  await on.slider(page).fill("60");
  await expect(page.locator("[aria-live=polite]")).toContainText("round 60");
  await page.keyboard.press("b");
  const dialog = page.getByRole("dialog", { name: "The board as a table" });
  await expect(dialog.getByRole("table").first()).toBeVisible();
  const found = await on.violations(page, "dialog");
  expect(found).toEqual([]);
});

test("a narrow page has all of it, in tabs", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  for (const name of ["Players", "Charts", "Here", "Round"]) {
    await page.getByRole("tab", { name }).click();
    await expect(page.getByRole("tabpanel")).toBeVisible();
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const found = await on.violations(page);
  expect(found).toEqual([]);
});

test("no motion for who wants none", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await on.expectRound(page, 0);
  await page.keyboard.press("ArrowRight");
  await on.expectRound(page, 1);
});

test("the page asks no network for anything", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(match);
  await on.expectRound(page, 0);
  expect(asked.filter((url) => !url.startsWith("file:") && !url.startsWith("data:"))).toEqual([]);
});

test("what bots say is never markup", async ({ page }) => {
  const errors = on.watchErrors(page);
  const evil = `<img src=x onerror="window.hit=1"></script><script>window.hit=2</script>`;
  const plain = JSON.parse(arena("export", replayOf("orkisland"), "--format", "json", "-o", "-"));
  for (const player of plain.players) {
    player.name = player.version = player.label = evil;
  }
  plain.played[0].d = [
    { seat: 0, kind: "label", cell: 100, to: -1, unit: -1, text: evil },
    { seat: 0, kind: "log", cell: -1, to: -1, unit: -1, text: evil },
  ];
  plain.played[0].l = [{ seat: 1, text: evil }];
  await on.drop(page, "evil.json", Buffer.from(JSON.stringify(plain)));
  await expect(on.players(page)).toContainText("<img src=x");
  await expect(page.locator("#panel-round")).toContainText("</script>");
  await on.drawn(page); // a picture that is none would have failed by then
  expect(await page.evaluate(() => "hit" in window)).toBe(false);
  expect(await page.locator("img").count()).toBe(0);
  expect(errors).toEqual([]);
});

test("notes of bots are a layer that can be switched on", async ({ page }) => {
  const told = JSON.parse(arena("export", replayOf("orkisland"), "--format", "json", "-o", "-"));
  const cell = 35 * told.legend.cols + 35;
  told.played[0].d = [
    { seat: 2, kind: "mark", cell, to: -1, unit: -1, text: "" },
    { seat: 2, kind: "arrow", cell, to: cell + 5, unit: -1, text: "" },
    { seat: 2, kind: "label", cell: cell + 5, to: -1, unit: -1, text: "here" },
    { seat: 2, kind: "log", cell: -1, to: -1, unit: 3, text: "a thought" },
  ];
  told.played[3].v = [{ seat: 3, kind: "crash", detail: "panic: tired" }];
  await on.drop(page, "match.json", Buffer.from(JSON.stringify(told)));
  await expect(page.locator("#panel-round")).toContainText("a thought");
  const plain = await on.picture(page);
  await page.getByRole("button", { name: /^Notes of demo .2/ }).click();
  await expect.poll(() => on.picture(page)).not.toBe(plain);
  await page.getByRole("button", { name: /^Notes of demo .2/ }).click();
  await expect.poll(() => on.picture(page)).toBe(plain);

  const verdict = on.players(page).getByText("frozen in round 3");
  await expect(verdict).toBeHidden(); // its place is kept free
  await on.slider(page).fill("3");
  await expect(verdict).toBeVisible();
  await expect(on.players(page)).toContainText("panic: tired");
});

test("files that fall on the page", async ({ page }) => {
  await on.drop(page, "other.html", readFileSync(pageOf("moria")));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Moria");
  await on.drop(page, "match.arena", readFileSync(replayOf("starships")));
  await expect(page.getByRole("alert")).toContainText("arena view FILE");
  await on.drop(page, "broken.json", Buffer.from('{"format":1}'));
  await expect(page.getByRole("alert")).toContainText("broken.json");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Moria");
});

test("a page with a long match is seen before it is read", async ({ page }) => {
  const long = join(work, "long.html");
  const made = madeJSON();
  const noise = randomBytes(700_000).toString("base64"); // nothing packs it
  const packed = gzipSync(JSON.stringify({ ...made, texts: [...made.texts, noise] })).toString("base64");
  writeFileSync(
    long,
    readFileSync(pageOf("orkisland"), "utf8").replace(/( id="match"[^>]*>)[^<]+/, (_, tag) => tag + packed),
  );
  await page.addInitScript(() => {
    const look = (): void => {
      if (document.querySelector(".empty p")?.textContent === "Loading the match…") {
        Object.assign(globalThis, { said: true });
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(fileURL(long));
  await on.expectRound(page, 0);
  expect(await page.evaluate(() => (globalThis as { said?: boolean }).said)).toBe(true);
});

test("a page that was cut off says so", async ({ page }) => {
  const text = readFileSync(pageOf("orkisland"), "utf8");
  const data = /id="match">([^<]*)</.exec(text)?.[1] ?? "";
  const cut = join(work, "cut.html");
  const { writeFileSync } = await import("node:fs");
  writeFileSync(cut, text.replace(data, data.slice(0, data.length / 2)));
  await page.goto(fileURL(cut));
  await expect(page.getByRole("alert")).toContainText("The match cannot be shown");
});
