// The page in the languages of its readers.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import type { MatchData } from "../../src/model/data";
import { said, use } from "../../src/ui/tongues";
import { type Tongues, languages, tableOf } from "../../tables.mjs";
import { arena, fileURL, games, isLong, pageOf, replayOf, serve, type Serving, work } from "./arena";
import * as on from "./page";

const web = join(import.meta.dirname, "../..");
const tongues = JSON.parse(readFileSync(join(web, "src/tongues.json"), "utf8")) as Tongues;
let serving: Serving;

test.beforeAll(async () => {
  serving = await serve("view", replayOf("orkisland"), "--no-open");
});

test.afterAll(async () => {
  await serving.stop();
});

async function open(browser: Browser, locale: string, url: string, width = 1280, height = 720): Promise<Page> {
  const context = await browser.newContext({ locale, viewport: { width, height } });
  const page = await context.newPage();
  await page.goto(url);
  await expect(on.stage(page)).toBeVisible();
  return page;
}

const html = (page: Page) => page.locator("html");
const tools = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("a Catalan browser gets a Catalan page", async ({ browser }) => {
  const page = await open(browser, "ca-ES", `${serving.url}#r=60`);
  const errors = on.watchErrors(page);
  await expect(html(page)).toHaveAttribute("lang", "ca");
  await expect(tools(page, "Sobre la partida")).toHaveAttribute("title", "Sobre la partida (I)");
  await expect(page.getByRole("heading", { name: "Jugadors" })).toBeAttached();
  await expect(on.players(page)).toContainText("ciutats");
  await expect(page.getByRole("slider", { name: "Ronda" })).toHaveAttribute("aria-valuetext", "ronda 60 de 200");
  expect(await on.violations(page)).toEqual([]);
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Tecles" });
  await expect(help).toContainText("moment clau següent, anterior");
  await expect(help.getByLabel("Llengua")).toHaveValue("ca");
  expect(await on.violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  const overlay = await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([], "other.arena"));
    dispatchEvent(new DragEvent("dragover", { dataTransfer, cancelable: true }));
    const { content } = getComputedStyle(document.body, "::after");
    dispatchEvent(new DragEvent("dragleave"));
    return [content, getComputedStyle(document.body, "::after").content];
  });
  expect(overlay).toEqual(['"Deixa-ho anar per obrir-ho"', "none"]);
  await page.keyboard.press("e");
  await page.getByRole("combobox", { name: "Tipus" }).selectOption("mort");
  await expect(
    page
      .getByRole("option")
      .filter({ hasText: / mata orc / })
      .first(),
  ).toBeVisible();
  expect(errors).toEqual([]);
  await page.context().close();
});

test("an English browser gets an English page, and one of another language, too", async ({ browser }) => {
  for (const locale of ["en-GB", "fi-FI"]) {
    const page = await open(browser, locale, serving.url);
    await expect(html(page)).toHaveAttribute("lang", "en");
    await expect(tools(page, "About the match")).toBeVisible();
    await page.context().close();
  }
});

test("the choice of a language is kept, and an address can ask for another", async ({ browser }) => {
  const page = await open(browser, "en-GB", serving.url);
  await page.keyboard.press("?");
  await page.getByLabel("Language").selectOption({ label: "Español" });
  await expect(page.getByRole("dialog", { name: "Teclas" })).toBeVisible();
  await expect(html(page)).toHaveAttribute("lang", "es");
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(tools(page, "Compartir")).toBeVisible();

  await page.goto("about:blank");
  await page.goto(`${serving.url}#r=3&lang=ca`);
  await expect(tools(page, "Comparteix")).toBeVisible();
  await expect(page.getByRole("slider", { name: "Ronda" })).toHaveValue("3");
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/#r=4.*&lang=ca$/);
  await page.keyboard.press("?");
  await page.getByLabel("Llengua").selectOption({ label: "English" });
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await expect(page).not.toHaveURL(/lang/);
  await page.context().close();
});

test("an exported page has the language that it was made with", async ({ browser }) => {
  const made = join(work, "catalan.html");
  arena("export", replayOf("orkisland"), "-o", made, "--lang", "ca");
  const page = await open(browser, "en-GB", fileURL(made));
  const errors = on.watchErrors(page);
  await expect(html(page)).toHaveAttribute("lang", "ca");
  await tools(page, "Ajuda: tecles").click();
  await expect(page.getByLabel("Llengua").getByRole("option")).toHaveText(["English", "Català"]);
  await page.getByLabel("Llengua").selectOption("en");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await expect(html(page)).toHaveAttribute("lang", "en");
  expect(errors).toEqual([]);
  await page.context().close();

  const english = await open(browser, "ca-ES", fileURL(pageOf("orkisland")));
  await expect(html(english)).toHaveAttribute("lang", "en");
  await english.keyboard.press("?");
  await expect(english.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await expect(english.getByLabel("Language")).toHaveCount(0);
  await english.context().close();
});

// cut returns the controls whose text does not fit.
const cut = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, select, .position, .tabs, .choice")]
      .filter((each) => each.offsetParent !== null && !each.matches(".who, .timeline *"))
      .filter((each) => {
        const box = each.getBoundingClientRect();
        return each.scrollWidth > each.clientWidth + 1 || box.right > innerWidth + 0.5 || box.left < -0.5;
      })
      .map((each) => each.textContent || each.outerHTML),
  );

for (const [locale, width, height] of [
  ["ca-ES", 1280, 720],
  ["es-ES", 390, 844],
  ["ca-ES", 390, 844],
  ["es-ES", 1280, 720],
].slice(0, isLong ? 4 : 2) as [string, number, number][]) {
  test(`${locale}, ${width} by ${height}: everything has room`, async ({ browser }) => {
    const page = await open(browser, locale, `${serving.url}#r=60&f=unit:5`, width, height);
    await expect(html(page)).toHaveAttribute("lang", locale.slice(0, 2));
    const tabs = page.getByRole("tab");
    const views = await tabs.count();
    for (let i = 0; i < Math.max(1, views); i++) {
      if (views > 0) {
        await tabs.nth(i).click();
      }
      expect(await cut(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    for (const key of ["?", "e", "u", "i", "b"]) {
      await page.keyboard.press(key);
      await expect(page.getByRole("dialog")).toBeVisible();
      expect(await cut(page), key).toEqual([]);
      await page.keyboard.press("Escape");
    }
    await page.context().close();
  });
}

const wordsOf = (text: string): string[] => text.match(/\p{L}+/gu) ?? [];

for (const game of games) {
  test(`${game}: what the arena says is said in all languages`, () => {
    for (const [of, file] of [
      ["golden", join(web, `test/browser/golden/${game}.arena`)],
      ["played", replayOf(game)],
    ] as const) {
      const made = join(work, `said-${of}-${game}.json`);
      arena("export", file, "-o", made);
      const match = JSON.parse(readFileSync(made, "utf8")) as MatchData;
      const { cells, units, events, signs, numbers } = match.legend;
      const texts = new Set([
        ...[...cells, ...units, ...events, ...signs].map((kind) => kind.name),
        ...numbers,
        ...match.settings.map((setting) => setting.doc),
        ...match.texts,
        match.start.caption,
        ...match.played.flatMap((round) => [...(round.t ?? []), round.a ?? ""]),
      ]);
      expect(texts.size).toBeGreaterThan(30);
      for (const language of languages) {
        const table = tableOf(tongues, language);
        use(language as "ca", table);
        // A word of the language may be an English one, too.
        const own = new Set(wordsOf([...Object.values(table.texts), ...table.forms.map(([, as]) => as)].join(" ")));
        const names = match.players.flatMap((player) => wordsOf(player.label));
        const left = [...texts].filter((text) => {
          const before = new Set(wordsOf(text));
          return wordsOf(said(text)).some((word) => before.has(word) && !own.has(word) && !names.includes(word));
        });
        expect(left.slice(0, 20)).toEqual([]);
      }
    }
  });
}
