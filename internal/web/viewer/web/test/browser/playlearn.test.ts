// What the page on which bots are written teaches, and where its bots go: the editor, the tutorial, a league.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { lessons } from "../../src/playground/lessons";
import type { Site } from "../../src/playground/site";
import { arena, isLong, work } from "./arena";
import * as on from "./page";
import { inJS, openLink, rounds, run, serveSite, shortly, told, useSite, site as folder } from "./playsite";

const site = useSite();
const quick = useSite(shortly); // where how long a match is doesn't matter

const code = (page: Page) => page.locator(".cm-content");

const open = (page: Page, text: string, at = site.url) => openLink(page, at, text);

test("the editor tells what a word under the pointer means", async ({ page }) => {
  await open(page, inJS("s.unitsOf(s.me);"));
  await page.locator(".cm-line", { hasText: "unitsOf" }).hover({ position: { x: 40, y: 8 } }); // in the middle of the word
  await expect(page.locator(".known dt")).toContainText("unitsOf(player: number): Unit[]");
  await expect(page.locator(".known dd")).not.toBeEmpty();
});

test.describe("without a network", () => {
  test.use({ serviceWorkers: "allow" });

  test("the rules of the game that is chosen are in a tab, also without a network", async ({ page }) => {
    const errors = on.watchErrors(page);
    const served = await serveSite();
    await page.goto(served.url);
    await expect(code(page)).toContainText("serve(");
    await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
    await page.reload();
    await expect(code(page)).toContainText("serve(");
    await page.getByLabel("Game").selectOption("orkisland");
    await page.getByRole("button", { name: "Read the rules" }).click();
    await expect(told(page).getByRole("heading", { name: "Good to know" })).toBeAttached();
    await expect(told(page).getByRole("row", { name: "forest F 2" })).toBeVisible();
    for (const colorScheme of isLong ? (["dark", "light"] as const) : (["light"] as const)) {
      await page.emulateMedia({ colorScheme });
      expect(await on.violations(page, ".match")).toEqual([]);
    }
    served.close(); // what it asks for now, the browser must have kept
    await page.getByLabel("Game").selectOption("moria");
    await expect(told(page)).toContainText("Sauron's orcs, trolls and the Balrog");
    await expect(told(page).getByRole("listitem").filter({ hasText: "goes one straight step" })).toBeVisible();
    await page.getByRole("tab", { name: "Rules" }).press("ArrowRight");
    await expect(page.getByRole("tab", { name: "Result" })).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByRole("tab", { name: "Rules" })).toHaveAttribute("aria-selected", "true");
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("button", { name: /^Match/ }).click();
    const isTooWide = (): boolean => document.documentElement.scrollWidth > innerWidth;
    expect(await page.evaluate(isTooWide)).toBe(false);
    await expect(page.getByRole("tab", { name: "Rules" })).toBeInViewport({ ratio: 1 });
    expect(errors).toEqual([]);
  });
});

test("a game that tells no rules has no tab of them", async ({ page }) => {
  const silent = await serveSite((request, answer) => {
    if (request.url !== "/play.json") {
      return false;
    }
    const said = JSON.parse(readFileSync(join(folder, "play.json"), "utf8")) as Site;
    const games = said.games.map(({ rules, ...game }) => (game.name === "moria" ? game : { ...game, rules }));
    answer.setHeader("Content-Type", "application/json").end(JSON.stringify({ ...said, games }));
    return true;
  });
  await page.goto(silent.url);
  await expect(code(page)).toContainText("serve(");
  await page.getByRole("tab", { name: "Rules" }).click();
  await page.getByLabel("Game").selectOption("moria");
  await expect(page.getByRole("tab")).toHaveCount(5);
  await expect(page.getByRole("tab", { name: "Result" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("button", { name: "Read the rules" })).toHaveCount(0);
  silent.close();
});

test("the editor offers what is behind a point there, and all names where that is not known", async ({ page }) => {
  await open(page, inJS("for (const u of s.unitsOf(s.me)) {\n\n}"));
  await page.locator(".cm-line").nth(5).click();
  await page.keyboard.type("u.");
  const options = page.locator(".cm-tooltip-autocomplete").getByRole("option");
  await expect(options).toHaveText([/^cell/, /^health/, /^id/, /^owner/]);
  await page.keyboard.type("he");
  await expect(options).toHaveText([/^health/]);
  await page.keyboard.press("Escape");
  await page.keyboard.type("; nobody.");
  await expect(options.filter({ hasText: "unitsOf" })).toBeVisible();
});

test("seats and who sits in them are named, and what is on the page is explained", async ({ page }) => {
  await page.goto(site.url);
  await expect(code(page)).toContainText("serve(");
  await expect(page.getByText("Seat 3", { exact: true })).toBeVisible();
  const who = page.locator(".intro").getByRole("definition");
  await expect(page.locator(".intro").getByRole("term")).toHaveText(["me", "demo", "dummy", "null"]);
  await expect(who).toHaveText([/^your bot/, /is simple$/, /is the strongest of its bots$/, "does nothing"]);
  await page.getByLabel("Seat 2").selectOption("null");
  await expect(who).toHaveCount(3);
  await expect(page.getByLabel("Seat 2")).toHaveAttribute("title", "does nothing");
  await expect(page.getByLabel("Seed")).toHaveAttribute("title", /^The number from which all chance is drawn/);
  await expect(on.button(page, "Ten seeds")).toHaveAttribute("title", /^Plays 20 matches/);
  await expect(on.button(page, "Swap seats")).toHaveAttribute("title", "Everybody moves to the next seat.");
});

test("a telephone opens on the match, has its controls in a row, and shows a step above the code", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(quick.url);
  const begin = page.getByRole("button", { name: "Begin the tutorial" });
  await expect(begin).toBeInViewport({ ratio: 1 });
  const [game, opens] = [page.getByLabel("Game"), on.button(page, "Seats and seed")];
  const rowOf = async (one: typeof opens) => (await one.boundingBox())!.y;
  await expect(on.button(page, "Run")).toBeEnabled();
  expect(new Set(await Promise.all([game, opens, on.button(page, "Run")].map(rowOf))).size).toBe(1);
  const hidden = [page.getByLabel("Seed"), page.getByLabel("Seat 0"), on.button(page, "Swap seats")];
  const explained = page.getByRole("definition").filter({ hasText: "all chance is drawn" });
  for (const isOpen of [false, true, false]) {
    await expect(opens).toHaveAttribute("aria-expanded", `${isOpen}`);
    for (const one of [...hidden, explained]) {
      await expect(one).toBeVisible({ visible: isOpen });
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    if (isOpen) {
      expect(await on.violations(page, "body")).toEqual([]);
    }
    await opens.click();
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByLabel("Seat 0").selectOption({ label: "me, by hand" });
  expect(await page.evaluate(() => document.documentElement.scrollWidth), "with the time of a person").toBe(320);
  await page.getByLabel("Seat 0").selectOption({ index: 0 });
  await page.setViewportSize({ width: 390, height: 844 });
  await on.button(page, "Swap seats").click();
  await begin.click();
  await expect(code(page)).toBeInViewport();
  const task = page.locator(".code .task");
  await expect(task).toContainText("Send every ork to the nearest city");
  expect(await rowOf(task)).toBeLessThan(await rowOf(code(page)));
  expect(await on.violations(page, "body")).toEqual([]);
  await run(page);
  await expect(hidden[0]!, "a run closes what was open").toBeHidden();
  await expect(page.getByRole("note")).toContainText("Not there yet");
});

test("a match before a step is begun says nothing of it", async ({ page }) => {
  await page.goto(quick.url);
  await run(page);
  await page.getByRole("tab", { name: "Tutorial" }).click();
  await expect(on.button(page, "Begin this step")).toBeVisible();
  await expect(page.getByRole("note")).toBeEmpty();
  await on.button(page, "Begin this step").click();
  await expect(code(page)).toContainText("does nothing yet");
  await expect(page.getByRole("note")).toBeEmpty();
  await run(page);
  await expect(page.getByRole("note")).toContainText("your bot has 0 points of 5000");
});

const written = (page: Page) => page.getByLabel("Bot", { exact: true }).locator("option");

test("the language is chosen beside the editor, and what is written stays", async ({ page }) => {
  await page.goto(site.url);
  await expect(code(page)).toContainText("serve(");
  await on.button(page, "Python").click();
  await expect(code(page)).toContainText("import arena");
  await expect(written(page)).toHaveText(["me (Python)"]); // nobody had written on the one in JavaScript
  await code(page).fill("mine = 1");
  await on.button(page, "JavaScript").click();
  await expect(written(page)).toHaveText(["me (Python)", "me-2 (JavaScript)"]);
  await expect(on.button(page, "JavaScript")).toHaveAttribute("aria-pressed", "true");
  await page.locator("summary").click();
  await on.button(page, "New bot").click();
  await expect(written(page).nth(2)).toHaveText("me-3 (JavaScript)");
  await on.button(page, "Python").click();
  await expect(code(page)).toHaveText("mine = 1");
  await expect(page.getByLabel("Seat 0").locator("option:checked")).toHaveText("me");
});

test("the tutorial begins by one button, goes on where it was, and says where the other bot is", async ({ page }) => {
  await page.goto(site.url);
  await expect(code(page)).toContainText("serve(");
  const begin = page.getByRole("button", { name: "Begin the tutorial" });
  const isStep = (name: string) => expect(code(page)).toHaveAttribute("aria-label", new RegExp(`code of ${name}$`));
  await begin.click();
  await isStep("step1");
  await expect(told(page).locator("pre")).toContainText("s.do(ork, …);");
  await expect(told(page).locator("p code").first()).toHaveText("ways");
  await expect(page.getByLabel("Seat 0").locator("option:checked")).toHaveText("step1");
  await expect(page.getByLabel("Seat 1")).toHaveValue("arena demo");
  await expect(page.getByLabel("Seed")).toHaveValue("1");
  await expect(page.getByRole("status")).toHaveText(
    "step1 is in the editor and in seat 0. me is kept: choose it above the code.",
  );
  await code(page).fill("// mine");
  await on.button(page, "Python").click();
  await isStep("step1-2");
  await expect(told(page).locator("pre")).toContainText("for ork in s.units_of(s.me):");
  await on.button(page, "JavaScript").click();
  await isStep("step1");
  await page.getByLabel("Bot", { exact: true }).selectOption("me (JavaScript)");
  await begin.click();
  await isStep("step1");
  await expect(code(page)).toHaveText("// mine");
});

test("each step of the tutorial is done by its program, and not by that of the step before @long", async ({ page }) => {
  const errors = on.watchErrors(page);
  await page.goto(site.url);
  await page.getByRole("tab", { name: "Tutorial" }).click();
  const tried = isLong ? lessons.length : 1;
  for (const [i, { bots, points, seed }] of lessons.slice(0, tried).entries()) {
    await page.getByRole("button", { name: `Step ${i + 1}`, exact: true }).click();
    await on.button(page, "Begin this step").click();
    await expect(code(page)).toHaveAttribute("aria-label", new RegExp(`code of step${i + 1}$`));
    await run(page);
    const wanted = `points of ${points}, against ${bots.join(", ")} with seed ${seed}.`;
    await expect(page.getByRole("note")).toContainText(wanted);
    await on.button(page, "Show one way to do it").click();
    await expect(code(page)).toHaveAttribute("aria-label", new RegExp(`code of answer${i + 1}$`));
    await run(page);
    await expect(page.getByRole("note")).toHaveText("Done.");
    const scrap = page.locator(".cheer i").first();
    const falls = () => scrap.evaluate((one) => getComputedStyle(one).animationName);
    expect(await falls()).toBe("cheer");
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await falls()).toBe("none");
    await page.emulateMedia({ reducedMotion: "no-preference" });
  }
  expect(await on.violations(page, "#told")).toEqual([]);
  if (!isLong) {
    await on.button(page, "Next step").click();
    await expect(code(page)).toHaveAttribute("aria-label", /code of step2$/);
    await expect(page.locator(".cheer")).toHaveCount(0);
  }
  await page.reload();
  await page.getByRole("tab", { name: "Tutorial" }).click();
  await expect(page.getByRole("button", { name: /^Step \d ✓$/ })).toHaveCount(tried);
  expect(errors).toEqual([]);
});

test("the tutorial is one for bots in Python, too", async ({ page }) => {
  test.skip(!isLong, "long: bots in Python are tried elsewhere; ARENA_LONG=1 runs it");
  await page.goto(site.url);
  await expect(code(page)).toContainText("serve(");
  await on.button(page, "Python").click();
  await page.getByRole("tab", { name: "Tutorial" }).click();
  await expect(told(page)).toContainText("s.ways_to(cell for city");
  await page.getByRole("button", { name: "Step 5", exact: true }).click();
  await on.button(page, "Show one way to do it").click();
  // Not by its code: the bot before it has lines of this one, too, and plays another game.
  await expect(code(page)).toHaveAttribute("aria-label", /code of answer5$/);
  await run(page);
  await expect(page.getByRole("note")).toHaveText("Done.");
});

// standIn is a league that serves the page. It records what it was sent.
function standIn() {
  const sent: { token: string | undefined; cookie: string | undefined; type: string | undefined; file: Buffer }[] = [];
  let fates = 0;
  const json = (answer: ServerResponse, status: number, said: unknown): void => {
    answer.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(said));
  };
  const take = (request: IncomingMessage, answer: ServerResponse): void => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { authorization: token, cookie, "content-type": type } = request.headers;
      if (cookie === undefined) {
        answer.writeHead(401).end("open the link of your invitation first");
        return;
      }
      sent.push({ token, cookie, type, file: Buffer.concat(parts) });
      json(answer, 202, { id: "7" });
    });
  };
  const signIn = (request: IncomingMessage, answer: ServerResponse): void => {
    request.on("data", (token: Buffer) => {
      if (token.toString() === "secret" && request.headers["x-arena"] === "session") {
        answer.setHeader("Set-Cookie", "session=7; HttpOnly; SameSite=Strict");
      }
      json(answer, 200, { role: "member" });
    });
  };
  const first = (request: IncomingMessage, answer: ServerResponse): boolean => {
    const routes: Record<string, () => void> = {
      "GET /play.json": () => {
        const said = JSON.parse(readFileSync(join(folder, "play.json"), "utf8")) as object;
        json(answer, 200, { ...said, league: "league.json" });
      },
      "GET /league.json": () => json(answer, 200, { name: "class", game: "moria", bots: [], submit: true }),
      "POST /session": () => signIn(request, answer),
      "POST /submissions": () => take(request, answer),
      "GET /submissions/7": () => {
        fates++;
        json(answer, 200, { settled: fates > 1, admitted: fates > 1, text: fates > 1 ? "place 3 of 9" : "it waits" });
      },
    };
    const route = routes[`${request.method} ${request.url}`];
    route?.();
    return route !== undefined;
  };
  return { sent, first };
}

test("a bot is submitted to the league that serves the page, which says what becomes of it @long", async ({ page }) => {
  page.on("dialog", (dialog) => void dialog.accept("zorg")); // the name of the bot, which is asked for once
  const league = standIn();
  const served = await serveSite(league.first);
  const submit = async (): Promise<void> => {
    await page.locator("summary").click();
    await page.getByRole("button", { name: "Submit to class" }).click();
  };
  const alert = page.getByRole("alert").first();
  await page.goto(served.url);
  await expect(page.getByLabel("Game")).toHaveValue("moria"); // as the league plays it
  await submit();
  await expect(alert).toContainText("open the link of your invitation first");
  await page.goto(`${served.url}?again#submit=old`);
  await submit();
  await expect(alert).toContainText("the league refuses it: open the link of your invitation first");
  expect(league.sent).toEqual([]);
  await page.goto(`${served.url}?third#submit=secret`);
  await submit();
  await expect(page.getByRole("status")).toContainText("zorg is sent; its receipt is 7.");
  await expect(page.getByRole("status")).toContainText("zorg plays in the league: place 3 of 9");
  await expect(alert).toBeEmpty();
  expect(page.url()).not.toContain("secret");
  expect(league.sent).toMatchObject([{ token: undefined, cookie: "session=7", type: "application/zip" }]);
  served.close();

  const file = join(work, "sent.bot");
  execFileSync("tee", [file], { input: league.sent[0]?.file, stdio: ["pipe", "ignore", "inherit"] });
  const info = arena("bot", "info", file);
  expect(info).toContain("signed by SHA256:");
  expect(info).toContain("moria");
});

test("a page that no league serves asks for none, and offers no Submit", async ({ page }) => {
  site.asked.length = 0;
  await open(page, inJS(""));
  await page.locator("summary").click();
  await expect(page.getByRole("button", { name: "Download the replay" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Submit/ })).toHaveCount(0);
  expect(site.asked).not.toContain("/league.json");
});

test("the State of a round is told, a match is played on from it, and the key of the page is saved", async ({
  page,
}) => {
  await open(
    page,
    inJS(`for (const u of s.unitsOf(s.me)) s.do(u, "north");
console.log("in", s.round, "\\nand", 2, "\\nand", 3);`),
    quick.url,
  );
  const half = rounds / 2;
  await run(page);
  await page.getByRole("tab", { name: "Prints" }).click();
  const viewer = page.frameLocator("iframe[title='The match on the board']");
  await viewer.getByRole("slider", { name: "Round" }).fill(`${half}`);
  const now = told(page).locator("[aria-current=true]");
  await expect(now.first()).toContainText(`in ${half}`);
  await expect(now.first()).toBeInViewport();
  await page.getByRole("tab", { name: "State" }).click();
  await expect(told(page).getByRole("heading", { name: "It printed" })).toBeVisible();
  await expect(told(page).locator("pre").first()).toHaveText(`in ${half} \nand 2 \nand 3`);
  await expect(told(page)).toContainText(`Round ${half}, as sent to`);
  await expect(told(page)).toContainText(`go ${half}`);
  await expect(told(page)).toContainText(`done ${half}`);
  await page.getByRole("tab", { name: "Result" }).click();
  await page.getByRole("button", { name: `What if, from round ${half} on, the bots above play?` }).click();
  await expect(on.button(page, "Run")).toBeVisible();
  await expect(page.getByRole("alert").first()).toBeEmpty();
  const shown = Number(await viewer.getByRole("slider", { name: "Round" }).inputValue());
  expect(shown).toBeGreaterThanOrEqual(half); // it begins where it was played anew

  const waiting = page.waitForEvent("download");
  await page.locator("summary").click();
  await page.getByRole("button", { name: "Download the key of this page" }).click();
  const file = await (await waiting).path();
  expect(readFileSync(file, "utf8")).toContain("BEGIN OPENSSH PRIVATE KEY");
});

test("the page plays and packs where the browser keeps nothing, and says what that means", async ({ page }) => {
  const errors = on.watchErrors(page);
  await page.addInitScript(() =>
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      },
    }),
  );
  await open(page, inJS("s.log(s.round);"), quick.url);
  await run(page);
  await expect(page.getByText(`The match is over after ${rounds} rounds.`)).toBeAttached();
  const waiting = page.waitForEvent("download");
  await page.locator("summary").click();
  await page.getByRole("button", { name: "Download as a package, signed" }).click();
  await (await waiting).saveAs(join(work, "unkept.bot"));
  expect(arena("bot", "info", "unkept.bot")).toContain("signed by SHA256:");
  await expect(page.getByRole("alert").first()).toContainText("The browser keeps nothing of this page: save the key");
  expect(errors).toEqual([]);
});
