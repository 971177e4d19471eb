// What browsers do differently is tried in Firefox, too: the page on which bots are written and played, how it
// confines bots and tells where they are wrong; and the viewer, which alone is in the everyday tier.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test as base, expect, type Browser, type Page } from "@playwright/test";
import { arena, fileURL, pageOf, root } from "./arena";
import { conform } from "./conform";
import * as on from "./page";
import { playAll } from "./seat";
import {
  choose,
  compileBot,
  escapes,
  fault,
  inJS,
  inPython,
  listen,
  makeSite,
  native,
  nativeOf,
  openLink,
  portOf,
  pythonEscapes,
  run,
  serveSite,
  told,
  type Site,
} from "./playsite";

type Send = (this: unknown, method: string, parameters: unknown) => Promise<unknown>;

// quiet answers a command that Playwright always sends, and Firefox 153 does not know yet. Without it, no page opens.
function quiet(browser: Browser): void {
  const { _connection: connection } = browser as unknown as { _connection: { toImpl(of: unknown): any } };
  const session = Object.getPrototypeOf(connection.toImpl(browser)._browserSession) as { send: Send };
  const { send } = session;
  session.send = function (method, parameters) {
    return method === "emulation.setMediaFeaturesOverride" ? Promise.resolve({}) : send.call(this, method, parameters);
  };
}

const test = base.extend<object, { quieted: void; site: Site }>({
  quieted: [
    async ({ browser }, use) => {
      quiet(browser);
      await use();
    },
    { scope: "worker", auto: true },
  ],
  site: [
    // oxlint-disable-next-line no-empty-pattern -- it depends on nothing, which Playwright wants to see
    async ({}, use) => {
      await makeSite();
      const site = await serveSite();
      await use(site);
      site.close();
    },
    { scope: "worker", timeout: 600_000 },
  ],
});

// play opens the page with code, which comes in a link, and lets it play.
async function play(page: Page, site: Site, code: string, language = "js"): Promise<void> {
  await openLink(page, site.url, code, { language });
  await run(page);
}

const bot = (id: string, language: string, text: string) => ({
  id,
  name: id,
  game: "orkisland",
  language,
  versions: [],
  files: [{ name: language === "js" ? "bot.mjs" : "bot.py", text }],
});

test("a bot in Python plays on after one in JavaScript that never answers, and the match is seen", async ({
  page,
  site,
}) => {
  const errors = on.watchErrors(page);
  const bots = [
    bot("loops", "js", inJS("if (s.round === 3) for (;;);")),
    bot("plays", "py", readFileSync(join(root, "examples/python/orkisland.py"), "utf8")),
  ];
  const seats = [...bots.map(({ id }) => ({ kind: "own", bot: id })), ...["demo", "null"].map(arenas)];
  await page.goto(site.url.replace("play.html", "play.json"));
  const kept = { game: "orkisland", current: "loops", seed: "30", bots, seats };
  await page.evaluate((text) => localStorage.setItem("arena-play", text), JSON.stringify(kept));
  await page.goto(site.url);
  await expect(page.locator(".cm-content")).toContainText("for (;;);");
  await run(page);
  await expect(told(page)).toContainText("Round 3: mine gave no answer for 6s");
  await expect(page.getByText("The match is over after 200 rounds.")).toBeAttached();
  await expect(told(page).getByRole("row", { name: /^1 pyorks/ })).toBeVisible();
  const viewer = page.frameLocator("iframe[title='The match on the board']");
  await expect(viewer.getByRole("slider", { name: "Round" })).toHaveAttribute("max", "200");
  const frame = page.frame({ url: /index\.html/ });
  expect(frame === null ? 0 : await on.colours(frame)).toBeGreaterThan(2);
  // Pyodide tries whether its worker is a classic one, and lives with the answer.
  expect(errors.filter((text) => !text.includes("data:text/javascript,"))).toEqual([]);
});

const arenas = (name: string) => ({ kind: "arena", name });

test("what is wrong with a bot is told at its line", async ({ page, site }) => {
  for (const [language, code, place, text] of [
    ["js", inJS("if (s.round === 2) s.do(0, 'nroth');"), "bot.mjs, line 5", '"nroth" is no direction'],
    ["js", inJS("const = 3;"), "bot.mjs, line 5", "SyntaxError"],
    ["py", inPython("s.do(0, 'nroth')"), "bot.py, line 7", "ValueError: 'nroth' is no direction"],
    ["py", inPython("pass", "class x"), "bot.py, line 3", "SyntaxError"],
  ] as const) {
    await play(page, site, code, language);
    await expect(fault(page)).toContainText(place);
    await expect(fault(page)).toContainText(text);
  }
});

test("nothing that a bot tries reaches a server", async ({ page, site }) => {
  const other = createServer((request, answer) => {
    site.asked.push(request.url ?? "");
    answer.writeHead(200, { "Access-Control-Allow-Origin": "*" }).end("");
  });
  await listen(other);
  const outside = `http://127.0.0.1:${portOf(other)}`;
  // One after the other, as a bot that takes 10 s to start on a busy machine prints nothing.
  for (const [at, origin] of [
    ["own", new URL(site.url).origin],
    ["other", outside],
  ] as const) {
    await play(page, site, inJS("", escapes(origin, at)));
    await page.getByRole("tab", { name: "Prints" }).click();
    await expect(told(page)).toContainText(`${at} shared`);
    const said = (await told(page).textContent()) ?? "";
    expect(said).not.toContain("OUT");
    expect(said.match(new RegExp(`${at} \\w+ (?:refused|nothing)`, "g"))).toHaveLength(22);
  }
  await play(page, site, inPython("pass", pythonEscapes(outside)), "py");
  await page.getByRole("tab", { name: "Prints" }).click();
  await expect(told(page)).toContainText("py worker refused");
  expect((await told(page).textContent()) ?? "").not.toContain("OUT");
  expect(site.asked.filter((path) => path.includes("hit"))).toEqual([]);
  other.close();
});

test("bots answer the transcripts of all games as those in other languages do", async ({ page, site }) => {
  expect(site.url).not.toBe(""); // it is made
  await conform(page, "firefox");
});

test("a compiled bot plays, with the scores that it has in the arena", async ({ page, site }) => {
  const errors = on.watchErrors(page);
  await openLink(page, site.url, inJS(""));
  const module = compileBot("./examples/demo");
  await choose(page, module);
  await expect(page.getByText("demo.wasm is compiled")).toBeVisible();
  await run(page);
  await expect(page.getByText("The match is over after 200 rounds.")).toBeAttached();
  native(module);
  const { seats } = JSON.parse(arena("replay", nativeOf(module), "--json")) as { seats: { score: number }[] };
  for (const { score } of seats) {
    await expect(
      told(page)
        .getByRole("cell", { name: `${score}`, exact: true })
        .first(),
    ).toBeVisible();
  }
  expect(errors).toEqual([]);
});

test("a person plays a match", { tag: "@smoke" }, async ({ page }) => {
  await playAll(page, "battleroyale");
});

test("a person plays in the page that is its own arena, and takes a round back", async ({ page, site }) => {
  const errors = on.watchErrors(page);
  await page.goto(site.url);
  await page.getByLabel("Seat 1").selectOption({ label: "me, by hand" });
  await on.button(page, "Run").click();
  const hand = page.frameLocator("iframe[title='The match on the board']").getByRole("region", { name: "Your orders" });
  await expect(hand.getByRole("status")).toContainText("Round 0: 0 orders");
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowUp");
  await expect(hand.getByRole("status")).toContainText("Round 0: 1 order");
  await page.keyboard.press("Enter");
  await hand.getByRole("button", { name: "Round 0 again" }).click();
  await expect(hand.getByRole("status")).toContainText("Round 0: 0 orders");
  await page.keyboard.press("Enter");
  await expect(hand.getByRole("status")).toContainText("Round 1: 0 orders");
  await on.button(page, "Stop").click();
  await expect(told(page).getByRole("button", { name: "Download it" })).toBeVisible();
  await expect(page.getByText("Stopped after 1 round.")).toBeAttached();
  expect(errors).toEqual([]);
});

test("the viewer plays a match, and goes where its reader drags it", { tag: "@smoke" }, async ({ page }) => {
  const errors = on.watchErrors(page);
  await page.goto(fileURL(pageOf("orkisland")));
  await on.expectRound(page, 0);
  const before = await on.picture(page);
  await page.keyboard.press("Space");
  await expect.poll(() => on.round(page)).toBeGreaterThan(2);
  await page.keyboard.press("Space"); // a click waits until the page has time for it
  await expect(on.button(page, "Play")).toBeVisible();
  await on.slider(page).fill("150");
  await on.expectRound(page, 150);
  expect(await on.colours(page)).toBeGreaterThan(2);
  expect(await on.picture(page)).not.toBe(before);
  const box = (await on.slider(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + 0.5 * box.width, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.25 * box.width, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => on.round(page)).toBeLessThan(60);
  expect(errors).toEqual([]);
});
