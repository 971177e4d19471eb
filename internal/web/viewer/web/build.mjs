// Builds the page into ../dist, and that of results into its package. Both are committed, so that
// Go needs no Node.
// --outdir=DIR --results=DIR builds it elsewhere, to compare.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { gzip } from "@gfx/zopfli";
import { build } from "esbuild";
import { minify } from "terser";
import { languages, tableOf } from "./tables.mjs";

const { values } = parseArgs({
  options: {
    outdir: { type: "string", default: "../dist" },
    results: { type: "string", default: "../../results/resultpage/dist" },
  },
});

const common = {
  bundle: true,
  minify: true,
  format: "iife", // a page opened from a disk can't load modules
  target: ["es2022"],
  charset: "utf8",
  legalComments: "none",
};
await build({
  ...common,
  entryPoints: [
    { in: "src/app.tsx", out: "page" },
    { in: "src/style.css", out: "page" },
    { in: "src/reader/worker.ts", out: "reader" },
    { in: "src/beside/app.tsx", out: "beside" },
    { in: "src/beside/style.css", out: "beside" },
  ],
  outdir: values.outdir,
});
await build({
  ...common,
  entryPoints: [
    { in: "src/results/app.ts", out: "page" },
    { in: "src/results/style.css", out: "page" },
    { in: "src/results/wait.ts", out: "wait" },
  ],
  outdir: values.results,
});

// Each language has a file of its own: nobody reads more than one.
const tongues = JSON.parse(await readFile("src/tongues.json", "utf8"));
for (const name of languages) {
  await writeFile(join(values.outdir, `${name}.json`), JSON.stringify(tableOf(tongues, name)));
  await writeFile(join(values.outdir, `beside.${name}.json`), JSON.stringify(tableOf(tongues, name, true)));
}

// terser finds 3 per cent more that can go.
const scripts = ["page.js", "reader.js", "beside.js"].map((name) => join(values.outdir, name));
scripts.push(...["page.js", "wait.js"].map((name) => join(values.results, name)));
for (const file of scripts) {
  const { code } = await minify(await readFile(file, "utf8"), {
    ecma: 2020,
    toplevel: true,
    compress: { passes: 3 },
    format: { comments: false },
  });
  await writeFile(file, code);
}

// What every reader loads is sent as zopfli packs it: 3 per cent smaller again, for any browser.
for (const name of ["page.js", "page.css"]) {
  const file = join(values.outdir, name);
  const packed = await promisify(gzip)(await readFile(file), { numiterations: 15 });
  await writeFile(`${file}.gz`, packed);
}
