import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

// The browser is one that the machine has: none is downloaded.
const known = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const browser = process.env["CHROMIUM"] ?? known.find((path) => existsSync(path));
const inCI = process.env["CI"] === "true";

if (browser === undefined && inCI) {
  throw new Error("no Chromium found; install the package chromium, or set CHROMIUM to its path");
}
if (browser === undefined) {
  console.warn("browser tests skipped: no Chromium found; set CHROMIUM to its path");
}

export default defineConfig({
  testDir: "test/browser",
  testMatch: browser === undefined ? "none" : "*.test.ts",
  globalSetup: browser === undefined ? [] : ["./test/browser/setup.ts"],
  outputDir: "test-results",
  workers: 1,
  forbidOnly: inCI,
  timeout: 60_000,
  reporter: [["list"]],
  snapshotPathTemplate: "test/browser/golden/{arg}{ext}",
  expect: { timeout: 10_000, toHaveScreenshot: { maxDiffPixelRatio: 0.01, animations: "disabled" } },
  use: {
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 1,
    colorScheme: "light",
    reducedMotion: "no-preference",
    trace: "off",
    launchOptions: {
      ...(browser === undefined ? {} : { executablePath: browser }),
      args: [
        "--no-sandbox", // CI runs as root; the pages are our own
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--force-color-profile=srgb",
      ],
    },
  },
});
