// Builds the page into ../dist, which is committed, so that Go needs no Node.

import { build } from "esbuild";

await build({
  entryPoints: [
    { in: "src/app.tsx", out: "page" },
    { in: "src/style.css", out: "page" },
  ],
  outdir: "../dist",
  bundle: true,
  minify: true,
  format: "iife", // a page opened from disk may load no modules
  target: ["es2022"],
  charset: "utf8",
  legalComments: "none",
});
