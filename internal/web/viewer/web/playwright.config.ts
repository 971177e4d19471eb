import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";
import { isLong } from "./test/browser/arena";

// The browsers are those that the machine has: none is downloaded.
const inCI = process.env["CI"] === "true";
const found = (name: string, ...known: string[]): string | undefined => {
  const variable = name.toUpperCase();
  const path = process.env[variable] ?? known.find((path) => existsSync(path));
  if (path === undefined && inCI) {
    throw new Error(`no ${name} found; install it, or set ${variable} to its path`);
  }
  if (path === undefined) {
    console.warn(`tests in ${name} skipped: it was not found; set ${variable} to its path`);
  }
  return path;
};
const chromium = found(
  "Chromium",
  "/usr/bin/chromium-headless-shell", // Chromium without its windows, which is quicker
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
);
const firefox = found("Firefox", "/usr/bin/firefox-esr", "/usr/bin/firefox");
// What a test waits for comes in seconds; on a busy machine it takes longer.
const patience = 60_000;
const inFirefox = "firefox.test.ts"; // a few of the tests: what browsers do differently

export default defineConfig({
  testDir: "test/browser",
  globalSetup: chromium === undefined && firefox === undefined ? [] : ["./test/browser/setup.ts"],
  outputDir: "test-results",
  workers: 3, // tests wait, so two leave a processor idle
  grepInvert: isLong ? [] : /@long/, // ARENA_LONG=1 runs these, and .ci/nightly
  forbidOnly: inCI,
  timeout: 10 * patience, // as a test waits several times
  reporter: [["list"]],
  snapshotPathTemplate: "test/browser/golden/{arg}{ext}",
  expect: {
    timeout: patience,
    toPass: { timeout: patience },
    toHaveScreenshot: { maxDiffPixelRatio: 0.01, animations: "disabled" },
  },
  use: {
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 1,
    colorScheme: "light",
    reducedMotion: "no-preference",
    trace: "off",
    actionTimeout: patience,
    navigationTimeout: patience,
  },
  projects: [
    {
      name: "chromium",
      testMatch: chromium === undefined ? "none" : "*.test.ts",
      testIgnore: [inFirefox, ...(process.env["TABS"] === undefined ? ["tabs.test.ts"] : [])],
      use: {
        launchOptions: {
          ...(chromium === undefined ? {} : { executablePath: chromium }),
          args: [
            "--no-sandbox", // CI runs as root; the pages are our own
            "--disable-gpu",
            "--no-zygote", // whose children are the tabs: the CPU time of these is lost as it ends
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--force-color-profile=srgb",
            // A page lives for seconds here, which is too short for what makes code quick to pay.
            `--js-flags=--no-opt,--no-maglev${isLong ? "" : ",--liftoff-only"}`,
          ],
        },
      },
    },
    {
      name: "firefox",
      testMatch: firefox === undefined ? "none" : inFirefox,
      grep: isLong ? /./ : /@smoke/,
      use: {
        browserName: "firefox",
        channel: "moz-firefox", // as Mozilla ships it, by WebDriver BiDi, and not one that Playwright has changed
        launchOptions: firefox === undefined ? {} : { executablePath: firefox },
      },
    },
  ],
});
