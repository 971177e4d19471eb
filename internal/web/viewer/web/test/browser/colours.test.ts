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
        return [(head.textContent ?? "").replace(/ \d+$/, ""), colour, path?.getAttribute("d") ?? ""];
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
    const forms = new Set<string>();
    const chairs = new Set<number>();
    for (const match of [1, 2, 3, 4]) {
      await page.goto(`${serving.url}match/${match}`);
      const all = await seats(page);
      console.log(match, charted, JSON.stringify(all.map((s) => [s[0], s[1], s[2].slice(0, 8)])));
      expect(new Set(all.map(([, colour]) => colour)).size, "null is there three times").toBe(4);
      const chair = all.findIndex(([name]) => name === "notes");
      expect(all[chair]?.[1]).toBe(charted);
      forms.add(all[chair]?.[2] ?? "");
      chairs.add(chair);
    }
    expect(forms.size).toBe(1);
    expect(chairs.size, "seats in which it sat").toBeGreaterThan(1);
    expect(errors).toEqual([]);
  });
}
