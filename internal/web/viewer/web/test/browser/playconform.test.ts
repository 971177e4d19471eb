// That bots in the page answer as bots outside of it do; Firefox tries it in firefox.test.ts.

import { test } from "@playwright/test";
import { isLong } from "./arena";
import { conform } from "./conform";
import { useSite } from "./playsite";

useSite();

test("bots in JavaScript and Python answer the transcripts of all games as those in other languages do", ({ page }) => {
  test.skip(!isLong, "long: some bots in both are tried elsewhere; ARENA_LONG=1 runs it");
  return conform(page, "chromium");
});
