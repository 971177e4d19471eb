// A student hands a bot in on the page of a league, with no playground beside it.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { arena, serve, type Serving, work } from "./arena";
import * as on from "./page";

const folder = join(work, "sixty");
const heard = (page: Page): Locator => page.locator("#handed");
let league: Serving;
let links: string[];

test.beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  const limits = ["--cpu", "2s", "--wall", "20s"];
  arena("league", "new", "orkisland", "sixty", "--set", "nb_rounds=20", "--sandbox", "none", ...limits);
  arena("league", "add", "sixty", "./demo", "./dummy", "./null", "--sandbox", "none", "--stored-limits");
  league = await serve(
    "league",
    "serve",
    "sixty",
    "--http",
    "127.0.0.1:0",
    "-j",
    "1",
    "--sandbox",
    "none",
    "--stored-limits",
  );
  const people = join(work, "sixty.csv");
  writeFileSync(people, "name,group\nAnna,1\nBen,2\n");
  const rows = arena("league", "people", "add", "sixty", people).trim().split("\n").slice(1);
  links = rows.map((row) => row.split(",").at(-1) ?? "");
  links.push(arena("league", "invite", "sixty", "--link", league.url, "--organiser").trim());
  rmSync(join(work, "handed"), { recursive: true, force: true });
  mkdirSync(join(work, "handed"));
  arena("new", join(work, "handed/zorg"), "--lang", "python");
  writeFileSync(join(work, "handed/broken.py"), 'raise ValueError("broken on purpose")\n');
});

test.afterAll(() => league.stop());

test("who is refused sees why, also on a small screen, and the organiser sees it", async ({ page, browser }) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 700 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`${links[1]}`);
  await expect(page.locator("#who")).toContainText("Signed in as Ben (group 2)");
  await page.locator("#file").setInputFiles(join(work, "handed/broken.py"));
  await expect(heard(page)).toContainText("Refused: ", { timeout: 120_000 });
  await expect(page.locator("#lines")).toContainText("ValueError: broken on purpose");
  expect(await page.locator("#lines").textContent(), "no path of the league's machine").not.toContain(work);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await on.violations(page)).toEqual([]);
  await page.getByLabel("Choose a file").focus();
  await expect(page.locator(".choose .button").first()).toHaveCSS("outline-style", "solid");

  await expect(page.locator("#takes-compiled"), "this league builds nothing").toBeHidden();
  await on.drop(page, "zorg.cc", Buffer.from("int main() {}"));
  await expect(heard(page)).toContainText("hand in one that needs no compiler", { timeout: 120_000 });
  await on.drop(page, "zorg.zip", Buffer.from("no zip"));
  await expect(heard(page)).toHaveText("Refused: the zip file can't be read");

  const organiser = await browser.newPage();
  await organiser.goto(`${links[2]}`);
  await expect(organiser.locator("#all-rows tr").first()).toContainText("Ben");
  await expect(organiser.locator("#all-rows tr").first()).toContainText("refused: ");
  await organiser.close();

  arena("league", "people", "renew", "sixty", "Ben");
  await page.locator("#file").setInputFiles(join(work, "handed/broken.py"));
  await expect(heard(page)).toContainText("this invitation counts no more");
});

test("another site can't hand in for who is signed in", async ({ page }) => {
  await page.goto(`${links[0]}`);
  await expect(page.locator("#who")).toContainText("Signed in as Anna");
  await page.route("http://evil.example/", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Evil</title>" }),
  );
  await page.goto("http://evil.example/");
  const seen = await page.evaluate(async (at) => {
    const asked = [
      { method: "POST", body: "x", credentials: "include" as const, mode: "no-cors" as const },
      { method: "POST", body: "x", credentials: "include" as const, headers: { "X-Arena": "submit" } },
    ];
    return Promise.all(
      asked.map((how) =>
        fetch(`${at}submissions`, how).then(
          (a) => a.type,
          () => "refused",
        ),
      ),
    );
  }, league.url);
  expect(seen).toEqual(["refused", "refused"]);
  await page.goto(`${links[2]}`);
  await expect(page.locator("#who")).toContainText("organiser");
  await expect(page.locator("#all-rows")).not.toContainText("package.bot");
});

// It comes last, as the league plays from then on.
test("a link signs in, and a folder that is handed in plays", async ({ page, context }) => {
  test.slow();
  const errors = on.watchErrors(page);
  await page.goto(league.url);
  await expect(page.getByText("To hand in a bot, open the link that you were sent.")).toBeVisible();
  await expect(page.locator("#hand-in")).toBeHidden();

  await page.goto(`${links[0]}`);
  await page.reload(); // a browser that has the page follows no other letters behind the #
  await expect(page.locator("#who")).toContainText("Signed in as Anna (group 1)");
  await expect(page.locator("header ~ #hand-in"), "below the title").toBeVisible();
  expect(page.url(), "the secret leaves the address").toBe(league.url);
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/" });
  expect(links[0], "it is not the link's own").not.toContain(cookie?.value ?? "");
  expect(await page.evaluate(() => document.cookie)).toBe("");

  await page.locator("#folder").setInputFiles(join(work, "handed/zorg"));
  await expect(heard(page)).toContainText("zorg joins sixty with the next match", { timeout: 120_000 });
  await expect(page.locator("#steps li")).toHaveCount(10);
  await expect(page.locator("#steps li").first()).toContainText("✓ describe zorg");
  await expect(page.locator("#standings").getByRole("link", { name: "zorg" })).toBeVisible({ timeout: 120_000 });
  await page.getByRole("link", { name: "Its matches", exact: true }).click();
  await expect(page.locator("#bot option:checked")).toHaveText("zorg");
  expect(await on.violations(page)).toEqual([]);

  await page.reload(); // zorg may be challenged, too, and is the first to be chosen, as it is hers
  await expect(page.getByLabel("Bot 1")).toHaveValue("zorg");
  await page.getByLabel("Bot 1").selectOption("demo");
  await page.getByRole("button", { name: "Play ten matches" }).click();
  await expect(page.locator("#challenged")).toHaveText("choose 4 bots, each once");
  await page.getByLabel("Bot 1").selectOption("zorg");
  await page.getByRole("button", { name: "Play ten matches" }).click();
  await page.getByRole("link", { name: "its page" }).click();
  arena("league", "pause", "sixty", "dummy"); // the league has three bots again, and the challenge the processor
  await expect(page.getByRole("heading", { name: "Challenge: zorg, demo, dummy, null" })).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.locator("#about")).toContainText("10 matches prove", { timeout: 1000 });
  }).toPass({ timeout: 120_000 });
  expect(await on.violations(page)).toEqual([]);
  await page.getByRole("link", { name: "match 10" }).click();
  await expect(page.locator("canvas").first()).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "All challenges" }).click();
  await expect(page.getByRole("cell", { name: "played", exact: true })).toBeVisible();
  expect(await on.violations(page)).toEqual([]);
  await page.goto(league.url);

  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.locator("#hand-in")).toBeHidden();
  await expect(page.locator("#challenging")).toBeHidden();
  expect(await context.cookies()).toEqual([]);
  expect(errors, "that of the wrong choice").toEqual([expect.stringContaining("422")]);
});
