// The browser of the benches is one that the machine has; CHROMIUM=PATH names another.

import { existsSync } from "node:fs";

const known = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export const executablePath = process.env.CHROMIUM ?? known.find((path) => existsSync(path));
if (executablePath === undefined) {
  throw new Error("no Chromium found; set CHROMIUM to its path");
}
