// Bots of the site: its visitors play against them, and have none of them among their own.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test, type Page } from "@playwright/test";
import { arena, isLong, once, work } from "./arena";
import * as on from "./page";
import {
  compileBot,
  fault,
  inJS,
  inPython,
  linkTo,
  makeSite,
  openLink,
  pyodide,
  run,
  saveReplay,
  serveSite,
  site,
  told,
  type Site,
} from "./playsite";

const rounds = 20;
const mine = join(work, "play-bots");
const walker = `import { serve } from "./arena/node.mjs";
import { orkisland } from "./arena/orkisland.mjs";
import { step } from "./aim.mjs";
serve(orkisland, { name: "walker", play(s) { for (const u of s.unitsOf(s.me)) s.do(u, step); } });
`;
const snake = inPython("for u in s.units_of(s.me):\n            s.do(u, 'south')").replace('"mine"', '"snake"');
const aim = 'export const step = "north";\n';

// makeBots writes a site with bots. Its arena is that of the other site, as to compile one takes long.
async function makeBots(): Promise<void> {
  await makeSite();
  await once(mine, (to) => {
    const bots = join(work, "bots-of-site");
    mkdirSync(join(bots, "walker"), { recursive: true });
    writeFileSync(join(bots, "walker/bot.mjs"), walker);
    writeFileSync(join(bots, "walker/aim.mjs"), aim);
    writeFileSync(join(bots, "broken-1.mjs"), "this is no code\n");
    writeFileSync(join(bots, "snake.py"), snake);
    copyFileSync(compileBot("./examples/null"), join(bots, "rock.wasm"));
    const reader = join(work, "bots-reader.wasm");
    writeFileSync(reader, gunzipSync(readFileSync(join(site, "reader.wasm.gz"))));
    arena("site", to, "--playground", "--reader", reader, "--opponents", bots, "--pyodide", pyodide);
  });
}

// serveBots serves what the site has beside the other one. Its league plays short matches.
const serveBots = (): Promise<Site> =>
  serveSite(({ url = "" }, answer) => {
    if (url === "/play.json") {
      const said = JSON.parse(readFileSync(join(mine, "play.json"), "utf8")) as object;
      answer.end(JSON.stringify({ ...said, league: "league.json" }));
    } else if (url === "/league.json") {
      const settings = [{ name: "nb_rounds", value: rounds }];
      answer.end(JSON.stringify({ name: "class", game: "orkisland", bots: [], settings, submit: false }));
    } else if (url.startsWith("/opponents/")) {
      answer.setHeader("Content-Type", "text/javascript").end(readFileSync(join(mine, url)));
    } else {
      return false;
    }
    return true;
  });

const seat = (page: Page, n: number) => page.getByLabel(`Seat ${n}`);
let served: Site;
test.beforeAll(async () => {
  await makeBots();
  served = await serveBots();
});
test.afterAll(() => served.close());

test.describe("a bot of the site", () => {
  test.use({ serviceWorkers: "block" });

  test("plays a match that the arena verifies", async ({ page }) => {
    const errors = on.watchErrors(page);
    await page.goto(served.url);
    await expect(seat(page, 1).locator('optgroup[label="Bots of this site"] option')).toHaveText([
      "broken-1",
      "rock",
      "snake",
      "walker",
    ]);
    expect(served.asked).not.toContain("/opponents/walker/bot.mjs");
    const fetched = page.waitForResponse(/opponents\/walker\/aim.mjs$/);
    await seat(page, 1).selectOption({ label: "walker" });
    await fetched;
    await expect(page.locator(".cm-content"), "the editor has the reader's bot").not.toContainText("aim.mjs");
    await expect(page.getByText("comes with this site")).toBeVisible();
    await run(page);
    await expect(page.getByText(`The match is over after ${rounds} rounds.`)).toBeAttached();
    await expect(told(page)).toContainText("walker");
    const file = await saveReplay(page, "opponent.arena");
    expect(arena("verify", file)).toContain(`${rounds} rounds, as recorded`);
    expect(errors).toEqual([]);
  });

  test("may be compiled @long", async ({ page }) => {
    await page.goto(served.url);
    await seat(page, 3).selectOption({ label: "rock" });
    await run(page);
    await expect(page.getByText(`The match is over after ${rounds} rounds.`)).toBeAttached();
    expect(arena("verify", await saveReplay(page, "rock.arena"))).toContain(`${rounds} rounds, as recorded`);
  });

  test("may be in Python, and a series is played against it @long", async ({ page }) => {
    const errors = on.watchErrors(page);
    await openLink(page, served.url, inJS(""), { bots: "me,snake,walker,null" });
    await run(page);
    await expect(page.getByText(`The match is over after ${rounds} rounds.`)).toBeAttached();
    await expect(told(page)).toContainText("snake");
    expect(arena("verify", await saveReplay(page, "snake.arena"))).toContain(`${rounds} rounds, as recorded`);
    if (isLong) {
      await on.button(page, "Ten seeds").click();
      const rows = told(page).getByRole("listitem");
      await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(2);
      await on.button(page, "Stop").click();
      for (const name of ["snake", "walker"]) {
        await expect(rows.nth(1)).toContainText(name);
      }
      await expect(page.getByRole("alert").first()).toBeEmpty();
    }
    expect(errors).toEqual([]);
  });

  test("that does not start says so, and nothing is marked in the reader's code", async ({ page }) => {
    await page.goto(served.url);
    await seat(page, 2).selectOption({ label: "broken-1" });
    await run(page);
    await expect(page.getByRole("alert").first()).toContainText("broken-1: SyntaxError");
    await expect(fault(page)).toBeEmpty();
  });

  test("is in a link by its name, and another site says that it has none", async ({ page }) => {
    await openLink(page, served.url, inJS(""), { bots: "me,walker,broken-1,demo" });
    await expect(seat(page, 1)).toHaveValue("site walker");
    await expect(page.getByRole("status")).not.toContainText("This site has no bot");
    await page.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("none")) } });
    });
    await page.locator("summary").click();
    await page.getByRole("button", { name: "Copy a link with the code" }).click();
    await expect.poll(() => page.url()).toContain("bots=me,walker,broken-1,demo");
    const other = await serveSite();
    await page.goto(other.url + (await linkTo(inJS(""), { bots: "me,walker,demo,human" })));
    await expect(page.getByRole("status")).toContainText("This site has no bot walker: null plays in its place.");
    await expect(seat(page, 1)).toHaveValue("arena null");
    other.close();
  });
});

test("a bot of the site is there without a network", async ({ page }) => {
  const own = await serveBots();
  await page.goto(own.url);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  own.close();
  await page.reload();
  await seat(page, 1).selectOption({ label: "walker" });
  const text = await page.evaluate(async () => (await fetch("opponents/walker/aim.mjs")).text());
  expect(text).toBe(aim);
  await expect(page.getByRole("alert").first()).toBeEmpty();
});
