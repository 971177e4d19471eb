// A course of sixty, from the list of people to the grades: at night each hands in by a browser, else ten do, in four
// languages. There are a copy, a server that is started anew, a deadline, and one who is late.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { arena, isLong, isNight, serve, type Serving, work } from "./arena";
import * as on from "./page";

const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
const named = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus"];
const atOnce = 4; // browsers of students
const numbers = Array.from({ length: 53 }, (_, i) => i + 8);
const students = isNight ? numbers : numbers.slice(0, atOnce - 1); // who hand in
const people = [...named, ...numbers.map((number) => `Student ${number}`)];
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
  for (const number of students.filter((number) => langOf(number) === "go")) {
    arena("new", made(`student${number}`), "--lang", "go");
    const main = made(`student${number}/main.go`);
    writeFileSync(
      main,
      readFileSync(main, "utf8").replace("\tvar cells", `\tif s.Round() == ${number} {\n\t\treturn\n\t}\n$&`),
    );
  }
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

// A tenth of the students write Go, a tenth C++ on Windows, and the others Python or JavaScript.
function langOf(number: number): "go" | "cpp" | "js" | "python" {
  return number % 10 === 5 ? "go" : number % 10 === 0 ? "cpp" : number % 2 === 0 ? "js" : "python";
}

// sourceOf is the bot of a student: a template's, which does nothing in a round of their own.
function sourceOf(number: number, lang: "cpp" | "js" | "python"): Buffer {
  const [of, plays, rests] = {
    cpp: ["cleo/bot.cc", "    std::vector<int> cells;", `    if (s.round == ${number}) return;`],
    js: ["ben/bot.mjs", "    const ways", `    if (s.round === ${number}) return;`],
    python: ["anna/bot.py", "        ways =", `        if s.round == ${number}:\n            return`],
  }[lang] as [string, string, string];
  const source = readFileSync(made(of), "utf8").replace(plays, `${rests}\n${plays}`);
  return Buffer.from(lang === "cpp" ? source.replaceAll("\n", "\r\n") : source);
}

// handIn hands in the bot of a student, and returns their page.
async function handIn(browser: Browser, number: number): Promise<Page> {
  const lang = langOf(number);
  const page = await signedIn(browser, `Student ${number}`, lang === "cpp" ? windows : undefined);
  if (lang === "go") {
    await choose(page, "folder", made(`student${number}`));
  } else {
    await on.drop(page, `student${number}.${{ cpp: "cpp", js: "mjs", python: "py" }[lang]}`, sourceOf(number, lang));
  }
  await expect(heard(page)).not.toHaveText("It is being sent.");
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
  const firstDrop = Date.now();
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

  // The server is started anew while bots are on their way, hers behind the others, and handing in goes on.
  const dora = await signedIn(browser, "Dora");
  const [early, later] = [students.slice(0, atOnce - 1), students.slice(atOnce - 1)];
  const onTheirWay = await Promise.all(early.map((number) => handIn(browser, number)));
  await choose(dora, "folder", made("dora"));
  await expect(heard(dora)).not.toHaveText("It is being sent.");
  await league.stop();
  await expect(heard(dora)).toHaveText("The league can't be reached; this waits.");
  league = await serve("league", "serve", "course", "--http", new URL(league.url).host, ...how);
  // If it had joined before, and the page had not heard, the page hands it in again.
  const end = /joins course with the next match|plays in course already/;
  for (const page of [dora, ...onTheirWay]) {
    await expect(heard(page)).toContainText(end, { timeout: 240_000 });
  }
  await Promise.all(onTheirWay.map((page) => page.context().close()));

  const handInAll = async (): Promise<void> => {
    for (let number = later.shift(); number !== undefined; number = later.shift()) {
      const page = await handIn(browser, number);
      await joins(page);
      await page.context().close();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, handInAll));
  console.log(`${4 + students.length} bots joined in ${Math.round((Date.now() - firstDrop) / 1000)} s`);

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
  for (const [i, name] of people.entries()) {
    const plays = i < named.length + students.length && name !== "Emil" && name !== "Fay";
    expect(cell(of(name), "bot")).toBe(plays ? name.toLowerCase().replace(" ", "") : "");
    expect(cell(of(name), "group")).toBe(`${1 + (i % 3)}`);
    expect(Number(cell(of(name), "late_s")) > 0, name).toBe(name === "Gus");
  }
});
