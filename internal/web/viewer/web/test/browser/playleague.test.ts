// A league serves the page on which bots are written, with the headers of its own page, and takes what is submitted.

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { arena, serve, work } from "./arena";
import * as on from "./page";
import { makeSite, run, site } from "./playsite";

test("a bot is written on the page of a league, submitted there, and plays", async ({ page }) => {
  test.slow();
  await makeSite();
  rmSync(join(work, "class"), { recursive: true, force: true });
  const limits = ["--cpu", "2s", "--wall", "20s"];
  arena("league", "new", "orkisland", "class", "--set", "nb_rounds=20", "--sandbox", "none", ...limits);
  arena("league", "add", "class", "./demo", "./dummy", "./null", "--sandbox", "none", "--stored-limits");
  const how = ["-j", "1", "--sandbox", "none", "--stored-limits", "--play", site];
  const league = await serve("league", "serve", "class", "--http", "127.0.0.1:0", ...how);
  const people = join(work, "people.csv");
  writeFileSync(people, "name\nAnna\n");
  const link = arena("league", "people", "add", "class", people).trim().split(",").at(-1) ?? "";
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.accept("zorg");
  });

  const errors = on.watchErrors(page);
  await page.goto(link);
  await expect(page.locator("#who")).toContainText("Signed in as Anna");
  await page.getByRole("link", { name: "Write a bot in your browser" }).click();
  await expect(page.getByLabel("Game")).toHaveValue("orkisland");
  expect(page.url()).toBe(`${league.url}play/play.html`);
  await run(page);
  await expect(page.getByRole("alert").first()).toBeEmpty();
  const submit = page.getByRole("button", { name: "Submit to class" });
  await page.locator("summary").click();
  await submit.click();
  const heard = page.getByRole("status");
  await expect(heard).toContainText("zorg plays in the league: zorg 20", { timeout: 120_000 });
  arena("league", "pause", "class", "dummy"); // the league has three bots again, and plays no more
  await page.locator("summary").click();
  await submit.click();
  await expect(heard).toContainText("plays in class already", { timeout: 120_000 });
  expect(asked, "it was asked for a name once").toEqual(["Name of the bot"]);
  expect(errors).toEqual([]);

  await page.goto(`${league.url}play`);
  expect(page.url()).toBe(`${league.url}play/play.html`);
  await page.goto(league.url);
  await expect(page.getByRole("link", { name: "Write a bot in your browser" })).toHaveAttribute("href", "play/");
  await expect(page.getByRole("row", { name: /^zorg / }).first()).toBeVisible();
  await league.stop();
});
