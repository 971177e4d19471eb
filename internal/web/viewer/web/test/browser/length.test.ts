// What a long match costs the page, counted in what its script does and not in time: the parts of functions and loops
// that the browser has run. And that the page does none of it at once: what share of all CPU time the longest task has.

import { type Browser, expect, type Page, test } from "@playwright/test";
import { makeMatch } from "../fixture";
import { isLong, replayOf, serve, type Serving } from "./arena";
import * as on from "./page";

let serving: Serving;

test.beforeAll(async () => {
  serving = await serve("view", replayOf("orkisland"), "--no-open", "--http", "127.0.0.1:0");
});

test.afterAll(() => serving.stop());

// opened opens a match that comes at once: whole, or live and round by round.
async function opened(page: Page, rounds: number, live: boolean): Promise<() => Promise<number>> {
  const match = makeMatch({ rows: 6, cols: 6, rounds, units: 4 });
  const none = { ...match, played: live ? [] : match.played, live, ended: !live };
  await page.route("**/match.json", (route) => route.fulfill({ json: none }));
  const events = match.played.map((round) => `event: round\ndata: ${JSON.stringify(round)}\n\n`);
  events.push(`event: end\ndata: ${JSON.stringify({ ended: true, damage: "" })}\n\n`);
  await page.route("**/events?*", (route) =>
    route.fulfill({ contentType: "text/event-stream", body: events.join("") }),
  );
  await page.emulateMedia({ reducedMotion: "reduce" });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Profiler.enable");
  await devtools.send("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  await page.goto(serving.url);
  return async () => {
    const { result } = await devtools.send("Profiler.takePreciseCoverage");
    const ranges = result.flatMap(({ functions }) => functions.flatMap((one) => one.ranges));
    return ranges.reduce((sum, { count }) => sum + count, 0);
  };
}

for (const live of [true, false]) {
  test(`10,000 rounds cost no more for each than 2500, ${live ? "live" : "stored"}`, async ({ browser }) => {
    test.skip(!isLong && live, "long: ARENA_LONG=1 runs it");
    const each: number[] = [];
    for (const rounds of [2500, 10_000]) {
      const page = await browser.newPage();
      const errors = on.watchErrors(page);
      const count = await opened(page, rounds, live);
      await expect(on.slider(page)).toHaveAttribute("max", /\d{2}/);
      if (live) {
        await page.getByRole("button", { name: "join live" }).click();
      } else {
        await page.keyboard.press("End");
      }
      await on.expectRound(page, rounds);
      each.push((await count()) / rounds);
      expect(errors).toEqual([]);
      await page.close();
    }
    expect((each[1] ?? 0) / (each[0] ?? 1), `parts run for each round: ${each.map(Math.round).join()}`).toBeLessThan(
      1.6,
    );
  });
}

interface Task {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly tdur?: number; // CPU time of the thread
  readonly args: { readonly name?: string };
}

// longest returns which share of the CPU time that a page takes to do something its longest task has.
async function longest(browser: Browser, page: Page, does: () => Promise<unknown>): Promise<number> {
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  await does();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: readonly Task[] };
  const sums = traceEvents
    .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
    .map(({ pid, tid }) => traceEvents.filter((task) => task.pid === pid && task.tid === tid))
    .map((events) => events.filter(({ name }) => name === "ThreadControllerImpl::RunTask").map(({ tdur = 0 }) => tdur))
    .map((tasks) => ({ most: Math.max(...tasks), all: tasks.reduce((sum, one) => sum + one, 0) }))
    .sort((a, b) => b.all - a.all);
  expect(sums[0]?.all, "CPU time was counted").toBeGreaterThan(0);
  return sums[0]!.most / sums[0]!.all;
}

// turns returns how often the page has let the browser do something else.
const turns = (page: Page): Promise<number> => page.evaluate(() => (globalThis as { turns?: number }).turns ?? 0);

function countTurns(): void {
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown): void {
    (globalThis as { turns?: number }).turns = ((globalThis as { turns?: number }).turns ?? 0) + 1;
    postMessage.call(this, message);
  };
}

const fewest = 20; // parts of 40: what is made again for another reason reads one, too

const isKept = (page: Page): Promise<boolean> =>
  page.evaluate(() => Object.keys(sessionStorage).some((key) => key.startsWith("arena-viewer ")));

test("a stored match of 10,000 rounds is opened, told, listed, counted, followed and kept by parts @long", async ({
  browser,
  page,
}) => {
  const errors = on.watchErrors(page);
  const body = JSON.stringify(makeMatch({ rows: 6, cols: 6, rounds: 10_000, units: 4 }));
  await page.route("**/match.json", (route) => route.fulfill({ body, contentType: "application/json" }));
  await page.addInitScript(countTurns);
  const look = async (what: string, least: number, start: () => Promise<unknown>, ended: () => Promise<unknown>) => {
    const before = await turns(page);
    const share = await longest(browser, page, async () => {
      await start();
      await ended();
    });
    expect.soft((await turns(page)) - before, `${what}: parts`).toBeGreaterThanOrEqual(least);
    expect.soft(share, `${what}: the longest task's share of all CPU time`).toBeLessThan(1 / 3);
  };
  const isDone = (what: string) => () => expect(page.locator(what)).toHaveAttribute("aria-busy", "false");
  const isOpen = () => expect(on.slider(page)).toHaveAttribute("max", "10000");
  await look("opened", 200, () => page.goto(serving.url), isOpen);
  await page.keyboard.press("h");
  await page.keyboard.press("End");
  const account = page.locator(".account");
  await expect(account).toContainText("after 10000 rounds");
  const before = await turns(page);
  await page.keyboard.press("h");
  await expect(account).toContainText("since round 0");
  expect((await turns(page)) - before, "told: parts").toBeGreaterThanOrEqual(fewest);
  await page.keyboard.press("Home");
  await expect(page.locator("p.idle")).toBeVisible(); // the second script is there
  await look("listed", fewest, () => page.keyboard.press("e"), isDone("dialog [role=status]"));
  await page.keyboard.press("Escape");
  await look("counted", fewest, () => page.keyboard.press("Shift+H"), isDone(".heat"));
  await page.keyboard.press("Shift+H");
  await look("followed", fewest, () => on.players(page).locator(".who").first().click(), isDone(".life-of"));
  const drop = () =>
    page.evaluate(async () => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([await (await fetch("match.json")).blob()], "long.json"));
      document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, dataTransfer }));
    });
  await look("read and kept", 350, drop, () => expect.poll(() => isKept(page)).toBe(true));
  expect(errors).toEqual([]);
});
