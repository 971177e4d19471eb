// Builds the page into ../dist, which is committed, so that Go needs no Node.
// --outdir=DIR builds it elsewhere, to compare.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { gzip } from "@gfx/zopfli";
import { build } from "esbuild";
import { minify } from "terser";
import { languages, tableOf } from "./tables.mjs";

const { values } = parseArgs({ options: { outdir: { type: "string", default: "../dist" } } });

await build({
  entryPoints: [
    { in: "src/app.tsx", out: "page" },
    { in: "src/style.css", out: "page" },
    { in: "src/reader/worker.ts", out: "reader" },
    { in: "src/beside/app.tsx", out: "beside" },
    { in: "src/beside/style.css", out: "beside" },
  ],
  outdir: values.outdir,
  bundle: true,
  minify: true,
  format: "iife", // a page opened from a disk can't load modules
  target: ["es2022"],
  charset: "utf8",
  legalComments: "none",
});

// Each language has a file of its own: nobody reads more than one.
const tongues = JSON.parse(await readFile("src/tongues.json", "utf8"));
for (const name of languages) {
  await writeFile(join(values.outdir, `${name}.json`), JSON.stringify(tableOf(tongues, name)));
  await writeFile(join(values.outdir, `beside.${name}.json`), JSON.stringify(tableOf(tongues, name, true)));
}

// terser finds 3 per cent more that can go.
for (const name of ["page.js", "reader.js", "beside.js"]) {
  const file = join(values.outdir, name);
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
