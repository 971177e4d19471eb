// What a long match costs the page, counted in what its script does and not in time: the parts of functions and loops
// that the browser has run.

import { expect, type Page, test } from "@playwright/test";
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
