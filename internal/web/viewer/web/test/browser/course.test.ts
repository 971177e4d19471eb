// A course of sixty, from the list of people to the grades: four languages, a copy, a server that is started anew, a
// deadline, and one who is late.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { arena, isLong, serve, type Serving, work } from "./arena";
import * as on from "./page";

const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
const named = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus"];
const people = [...named, ...Array.from({ length: 53 }, (_, i) => `Student ${i + 8}`)];
const heard = (page: Page): Locator => page.locator("#handed");
const joins = (page: Page): Promise<void> =>
  expect(heard(page)).toContainText("joins course with the next match", { timeout: 240_000 });
const made = (name: string): string => join(work, "coursework", name);
const how = ["-j", "1", "--build", "--stored-limits"];
let league: Serving;
let links: Map<string, string>;

test.skip(!isLong, "long: ARENA_LONG=1 runs it");

test.beforeAll(async () => {
  for (const folder of ["course", "coursework"]) {
    rmSync(join(work, folder), { recursive: true, force: true });
  }
  mkdirSync(made(""));
  arena("league", "new", "orkisland", "course", "--set", "nb_rounds=20", "--cpu", "2s", "--wall", "20s");
  arena("league", "add", "course", "./demo", "./dummy", "./null", "--stored-limits");
  league = await serve("league", "serve", "course", "--http", "127.0.0.1:0", ...how);
  writeFileSync(made("people.csv"), `name,group\n${people.map((name, i) => `${name},${1 + (i % 3)}\n`).join("")}`);
  const rows = arena("league", "people", "add", "course", made("people.csv")).trim().split("\n").slice(1);
  links = new Map(rows.map((row) => row.split(",")).map(([name, , link]) => [name ?? "", link ?? ""]));
  for (const [name, lang] of [
    ["anna", "python"],
    ["ben", "js"],
    ["cleo", "cpp"],
    ["dora", "go"],
    ["gus", "python"],
  ] as const) {
    arena("new", made(name), "--lang", lang);
  }
  // On Windows lines end with two characters, and files with .cpp.
  const source = readFileSync(made("cleo/bot.cc"), "utf8").replaceAll("\n", "\r\n");
  writeFileSync(made("cleo.cpp"), source);
  writeFileSync(made("fay.cpp"), `${source}int wrong() { return missing; }\r\n`);
  const late = readFileSync(made("gus/bot.py"), "utf8");
  writeFileSync(made("gus/bot.py"), `${late}\n# late\n`);
});

test.afterAll(() => league.stop());

// signedIn returns the page of a person, each in a browser of their own.
async function signedIn(browser: Browser, name: string, userAgent?: string): Promise<Page> {
  const context = await browser.newContext(userAgent === undefined ? {} : { userAgent });
  const page = await context.newPage();
  await page.goto(links.get(name) ?? "");
  await expect(page.locator("#who")).toContainText(`Signed in as ${name}`);
  return page;
}

async function choose(page: Page, kind: "file" | "folder", path: string): Promise<void> {
  const asked = page.waitForEvent("filechooser");
  await page.getByText(`Choose a ${kind}`).click();
  await (await asked).setFiles(path);
}

async function fits(page: Page): Promise<void> {
  for (const width of [320, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await on.violations(page)).toEqual([]);
  }
}

test("a course goes from the list of people to the grades", async ({ browser }) => {
  test.slow();
  expect([...links.keys()]).toEqual(people);

  const anna = await signedIn(browser, "Anna");
  await choose(anna, "folder", made("anna"));
  await joins(anna);
  const ben = await signedIn(browser, "Ben");
  await choose(ben, "folder", made("ben"));
  await joins(ben);

  const cleo = await signedIn(browser, "Cleo", windows);
  await expect(cleo.locator("#takes-sources")).toContainText(".cpp");
  await choose(cleo, "file", made("cleo.cpp"));
  await joins(cleo);
  await expect(cleo.locator("#steps li").first()).toContainText("✓ describe");
  const fay = await signedIn(browser, "Fay", windows);
  await choose(fay, "file", made("fay.cpp"));
  await expect(heard(fay)).toHaveText("Refused: does not build", { timeout: 240_000 });
  await expect(fay.locator("#lines")).toContainText(/fay\.cpp:\d+:\d+: error: .*missing/);
  expect(await fay.locator("#lines").textContent(), "no path of the league's machine").not.toContain(work);
  await fits(fay);

  // The server is started anew while a bot of hers is on its way.
  const dora = await signedIn(browser, "Dora");
  await choose(dora, "folder", made("dora"));
  await expect(heard(dora)).not.toHaveText("It is being sent.");
  await league.stop();
  await expect(heard(dora)).toHaveText("The league can't be reached; this waits.");
  league = await serve("league", "serve", "course", "--http", new URL(league.url).host, ...how);
  await joins(dora);

  const emil = await signedIn(browser, "Emil");
  await emil.getByLabel("Name").fill("emil");
  await choose(emil, "folder", made("anna"));
  await expect(heard(emil)).toContainText("Refused: this same program plays already", { timeout: 240_000 });
  await expect(heard(emil)).not.toContainText("anna");

  arena("league", "set", "course", "--deadline", "now", "--late", "1h");
  const gus = await signedIn(browser, "Gus");
  await choose(gus, "folder", made("gus"));
  await joins(gus);
  await expect(heard(gus)).toContainText(", handed in 1 minute after the deadline");
  arena("league", "set", "course", "--late", "0");
  await choose(fay, "file", made("cleo.cpp"));
  await expect(heard(fay)).toContainText("Refused: ", { timeout: 240_000 });
  await expect(heard(fay)).toContainText("deadline");

  await anna.reload();
  for (const bot of ["anna", "ben", "cleo", "dora", "gus"]) {
    await expect(anna.locator("#standings").getByRole("link", { name: bot })).toBeVisible({ timeout: 240_000 });
  }
  await fits(anna);

  const [columns = [], ...grades] = arena("league", "show", "course", "--grades")
    .trim()
    .split("\n")
    .map((row) => row.split(","));
  const cell = (row: readonly string[], column: string): string => row[columns.indexOf(column)] ?? "";
  const of = (name: string): readonly string[] => grades.find((row) => cell(row, "person") === name) ?? [];
  expect(
    grades
      .map((row) => cell(row, "person"))
      .filter((name) => name !== "")
      .sort(),
  ).toEqual([...people].sort());
  for (const name of ["Anna", "Ben", "Cleo", "Dora", "Gus"]) {
    expect(cell(of(name), "bot")).toBe(name.toLowerCase());
    expect(cell(of(name), "group")).toBe(`${1 + (people.indexOf(name) % 3)}`);
    expect(Number(cell(of(name), "late_s")) > 0, name).toBe(name === "Gus");
  }
  expect(cell(of("Emil"), "bot")).toBe("");
});
