// Builds the page into ../dist, which is committed, so that Go needs no Node.
// --outdir=DIR builds it elsewhere, to compare.

import { parseArgs } from "node:util";
import { build } from "esbuild";

const { values } = parseArgs({ options: { outdir: { type: "string", default: "../dist" } } });

await build({
  entryPoints: [
    { in: "src/app.tsx", out: "page" },
    { in: "src/style.css", out: "page" },
    { in: "src/reader/worker.ts", out: "reader" },
  ],
  outdir: values.outdir,
  bundle: true,
  minify: true,
  format: "iife", // a page opened from a disk can't load modules
  target: ["es2022"],
  charset: "utf8",
  legalComments: "none",
});
