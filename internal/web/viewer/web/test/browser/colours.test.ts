// A bot has one colour in all matches of a league and in its charts.

import { expect, type Page, test } from "@playwright/test";
import { arena, serve, type Serving } from "./arena";
import * as on from "./page";

let serving: Serving;

test.beforeAll(async () => {
  const settings = ["--set", "nb_rounds=30", "--store", "colours.db", "--keep", "all", "-s", "3"];
  arena("compare", "orkisland", "./null", "./notes", "-n", "8", ...settings);
  serving = await serve("results", "colours.db", "--http", "127.0.0.1:0");
});

test.afterAll(() => serving.stop());

type Seat = readonly [name: string, colour: string, form: string];

// seats are the players of the match that is open, with the colours and forms of their signs.
async function seats(page: Page): Promise<Seat[]> {
  await on.expectRound(page, 0);
  return on
    .players(page)
    .locator(".who")
    .evaluateAll((heads) =>
      heads.map((head): Seat => {
        const path = head.querySelector(".plate path");
        const colour = path === null ? "" : getComputedStyle(path).fill;
        return [(head.textContent ?? "").replace(/ \(\d\)$/, ""), colour, path?.getAttribute("d") ?? ""];
      }),
    );
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`a bot has one colour in all matches and in the chart, ${colorScheme}`, async ({ page }) => {
    const errors = on.watchErrors(page);
    await page.emulateMedia({ colorScheme });
    await page.goto(`${serving.url}#chart=units`);
    const line = page.locator("#curves polyline:not(.edge)").first();
    await expect(page.locator("#charted")).toHaveText(/^over/);
    const charted = await line.evaluate((one) => getComputedStyle(one).stroke);
    expect(await on.violations(page)).toEqual([]);
    const chairs = new Set<number>();
    const looks = new Set<string>();
    for (const match of [1, 2, 3, 4]) {
      await page.goto(`${serving.url}match/${match}`);
      const all = await seats(page);
      expect(new Set(all.map(([, colour]) => colour)).size, "each bot is there twice").toBe(4);
      const first = (bot: string): number => all.findIndex(([name]) => name === bot);
      expect(all[first("notes")]?.[1]).toBe(charted);
      chairs.add(first("notes"));
      ["notes", "null"].forEach((bot) => looks.add(`${all[first(bot)]}`));
    }
    expect(looks.size, "a colour and a form for each bot").toBe(2);
    expect(chairs.size, "seats in which it sat").toBeGreaterThan(1);
    expect(errors).toEqual([]);
  });
}
