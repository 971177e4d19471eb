// What bots charted, over the matches that a reader of results has chosen.

import { expect, test } from "@playwright/test";
import { arena, serve, type Serving } from "./arena";
import * as on from "./page";

let serving: Serving;

test.beforeAll(async () => {
  const settings = ["-n", "24", "-s", "1", "--set", "nb_rounds=50", "--store", "charted.db", "--keep", "all"];
  arena("series", "orkisland", "./notes", "./demo", "./null", "./null", ...settings);
  serving = await serve("results", "charted.db", "--http", "127.0.0.1:0");
});

test.afterAll(() => serving.stop());

interface Told {
  readonly matches: number;
  readonly bots: readonly {
    readonly rounds: readonly { readonly round: number; readonly mean: number; readonly least: number }[];
  }[];
}

const told = (...only: string[]): Told =>
  JSON.parse(arena("results", "charted.db", "--chart", "units", "--json", ...only)) as Told;

const short = (n = NaN): string => `${Number(n.toPrecision(5))}`;

for (const [width, height, colorScheme, tier] of [
  [1280, 720, "light", "@long"],
  [320, 640, "dark", ""],
] as const) {
  test(`charts have the filter of the table and of the command, ${width} wide ${tier}`, async ({ page }) => {
    const errors = on.watchErrors(page);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await page.goto(`${serving.url}#chart=units`);
    const charted = page.locator("#charted");
    const image = page.locator("#curves").getByRole("img");
    await expect(charted).toHaveText("over 24 matches of 24 replays");
    await expect(image).toHaveAccessibleName("units of notes over 50 rounds");
    await page.getByText("as a table").click();
    const cells = page.locator("#curves tbody td");
    const expectTold = async (count: number, ...only: string[]): Promise<void> => {
      await expect(charted).toHaveText(`over ${count} match${count === 1 ? "" : "es"} of 24 replays`);
      const { matches, bots } = told(...only);
      expect(matches).toBe(count);
      const shown = await cells.allInnerTexts();
      expect(shown.map((cell) => cell.split(" to ")[0])).toEqual(
        bots[0]?.rounds.map(({ mean, least }) => `${short(mean)} (${short(least)}`),
      );
    };
    await expectTold(24);

    await page.getByLabel("Bot").selectOption("notes");
    await page.getByLabel("Show").selectOption("not won");
    await page.getByLabel("Table by").selectOption("seat");
    const row = page.locator("#split tbody tr").nth(2);
    const lost = row.getByRole("link", { name: "seats, seat 2: list them" });
    const count = Number(await lost.innerText());
    await lost.click();
    await expect(page.locator("#count")).toHaveText(`${count} of 24`);
    await expectTold(count, "--lost", "--seat", "2");
    expect(new URL(page.url()).hash).toBe("#seat=2&bot=0&show=losses&by=seat&chart=units");
    expect(await on.violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

    await page.reload();
    await page.getByText("as a table").click();
    await expectTold(count, "--lost", "--seat", "2");
    const seed = page
      .locator("#rows")
      .getByRole("link", { name: /^seed \d+: only its matches$/ })
      .first();
    const number = await seed.innerText();
    await seed.focus();
    await page.keyboard.press("Enter");
    await expectTold(1, "--lost", "--seat", "2", "--seed", number);
    await page.getByRole("button", { name: `only seat 2, seed ${number}: count all` }).click();

    await page.getByLabel("Show").selectOption("all");
    await page.locator("#chart").selectOption("<b>seat</b>");
    await expect(image).toHaveAccessibleName("<b>seat</b> of notes over 50 rounds");
    await page.getByLabel("Show").selectOption("upsets");
    await expect(charted).toHaveText('show: there is no chart of "upsets"');
    await page.route(/\/chart\?/, (route) => route.abort());
    await page.getByLabel("Show").selectOption("all");
    await expect(charted).toHaveText("the arena does not answer");
    await page.getByText("Numbers that bots charted").click();
    await expect.poll(() => new URL(page.url()).hash).toBe("#bot=0&by=seat"); // the event comes later
    expect(errors.filter((error) => !/400|ERR_FAILED/.test(error))).toEqual([]);
  });
}

test("a bot has its own colour and line, alone or beside others", async ({ page }) => {
  const charted = { names: ["units"], name: "units", each: 1, matches: 1, kept: 1, read: 1, full: false, more: 0 };
  const course = (bot: number) => ({
    bot,
    colour: bot === 2 ? "rgb(1, 2, 3)" : "rgb(4, 5, 6)",
    edge: "rgb(7, 8, 9)",
    dashed: bot === 2,
    points: [[0, bot, bot, bot]],
  });
  await page.route("**/chart?*", (route) => {
    const chosen = new URL(route.request().url()).searchParams.get("bot");
    return route.fulfill({ json: { ...charted, bots: (chosen === null ? [2, 1] : [Number(chosen)]).map(course) } });
  });
  await page.goto(`${serving.url}#chart=units`);
  const looks = () =>
    page
      .locator("#curves .legend .of-bot")
      .evaluateAll((all) =>
        all.map(
          (one) =>
            `${one.textContent} ${one.querySelector("i")?.className} ${getComputedStyle(one.children[0]!).color}`,
        ),
      );
  await expect.poll(looks).toEqual(["null dashed rgb(1, 2, 3)", "demo whole rgb(4, 5, 6)"]);
  await page.getByLabel("Bot").selectOption("null");
  await expect.poll(looks).toEqual(["null dashed rgb(1, 2, 3)"]);
  const line = page.locator("#curves .dashed polyline");
  await expect(line.nth(0)).toHaveCSS("stroke", "rgb(7, 8, 9)");
  await expect(line.nth(1)).toHaveCSS("stroke", "rgb(1, 2, 3)");
  await expect(line.nth(1)).toHaveCSS("stroke-dasharray", "6px, 4px");
});
