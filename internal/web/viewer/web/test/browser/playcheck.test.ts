// The editor underlines what is surely wrong before the bot runs.

import { expect, test, type Page } from "@playwright/test";
import * as on from "./page";
import { inJS, inPython, openLink, rewrite, shortly, useSite } from "./playsite";

const site = useSite(shortly);

const underlined = (page: Page): Promise<string[]> => page.locator(".cm-lintRange").allTextContents();

test("a misspelt name is underlined before Run, in both languages, with what was meant; what is right is not", async ({
  page,
}) => {
  const errors = on.watchErrors(page);
  await openLink(page, site.url, inJS("for (const u of s.unitsOf(s.me)) s.do(u.id, 'north');"));
  await rewrite(page, inJS("for (const u of s.unitsOf(s.me)) s.do(u.idd, 'nroth');"));
  await expect.poll(() => underlined(page)).toEqual(["idd", "'nroth'"]);
  await page.locator(".cm-lintRange").first().hover();
  await expect(page.locator(".cm-diagnostic")).toHaveText("Unit has no idd. Did you mean id?");
  await page.locator(".cm-content").blur(); // its cursor blinks without an end, which axe waits for
  expect(await on.violations(page, "body")).toEqual([]);
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("F8");
  const selected = () => page.evaluate(() => String(getSelection()));
  await expect.poll(selected).toBe("idd");
  await page.keyboard.type("id");
  await expect.poll(() => underlined(page)).toEqual(["'nroth'"]);
  await rewrite(page, inJS("for (const u of s.unitsOf(s.me)) s.do(u.id, 'north');"));
  await expect.poll(() => underlined(page)).toEqual([]);
  await openLink(page, site.url, inPython("for u in s.units_of(s.me):\n            s.do(u.idd, 'north')"), {
    language: "py",
  });
  await expect.poll(() => underlined(page)).toEqual(["idd"]);
  expect(errors).toEqual([]);
});
