// Builds the page into ../dist, that of results into its package, and the one in which bots are written and played
// into ../../playground/dist. All are committed, so that Go needs no Node.
// --outdir=DIR --results=DIR --play=DIR builds it elsewhere, to compare.

import { createHash } from "node:crypto";
import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { parseArgs, promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { gzip } from "@gfx/zopfli";
import { build, transform } from "esbuild";
import { minify } from "terser";
import { languages, tableOf } from "./tables.mjs";

const { values } = parseArgs({
  options: {
    outdir: { type: "string", default: "../dist" },
    results: { type: "string", default: "../../results/resultpage/dist" },
    play: { type: "string", default: "../../playground/dist" },
    quick: { type: "boolean", default: false }, // to try something: larger, and sooner there
  },
});

const mostPlayed = 290 << 10; // bytes

const common = {
  bundle: true,
  minify: true,
  format: "iife", // a page opened from a disk can't load modules
  target: ["es2022"],
  charset: "utf8",
  legalComments: "none",
  jsx: "automatic", // said here as well as in tsconfig.json, which esbuild does not look at where a plugin finds files
  jsxImportSource: "preact",
};

// The second script, and the third, import some files that the first one has in it. They get a list of these files:
// the first one to give them, the others to take them.
const ours = { ...common, loader: { ".css": "text" }, write: false, metafile: true };
const madeOf = async (entry) => (await build({ ...ours, entryPoints: [entry] })).metafile.inputs;
const inFirst = await madeOf("src/app.tsx");
const wanted = Object.entries({ ...(await madeOf("src/second.ts")), ...(await madeOf("src/third.ts")) })
  .filter(([name]) => !(name in inFirst))
  .flatMap(([, { imports }]) => imports.map(({ path }) => path))
  .filter((name) => name in inFirst);
const shared = [...new Set(wanted)].sort();

// Of libraries they take these alone; of ours, all that a file exports.
const taken = [
  ["node_modules/@preact/signals-core/", ["batch", "computed", "effect", "signal", "untracked"]],
  ["node_modules/preact/jsx-runtime/", ["Fragment", "jsx", "jsxs"]],
];
const takenOf = (name) => taken.find(([library]) => name.startsWith(library))?.[1];

const give = {
  name: "give",
  setup({ onLoad }) {
    const names = shared.map((name, i) => {
      const [of, some] = [JSON.stringify(resolve(name)), takenOf(name)?.join()];
      return some ? `import {${some}} from ${of}; const m${i} = {${some}};` : `import * as m${i} from ${of};`;
    });
    const given = `globalThis.shared = [${shared.map((_, i) => `m${i}`).join()}];`;
    onLoad({ filter: /ui\/shared\.ts$/ }, () => ({ contents: `${names.join("")}${given}`, resolveDir: "src/ui" }));
  },
};
const take = {
  name: "take",
  setup({ onResolve, onLoad, resolve: find }) {
    onResolve({ filter: /./ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === "found") {
        return undefined;
      }
      const found = await find(path, { ...from, pluginData: "found" });
      const i = shared.indexOf(relative(".", found.path));
      return i < 0 ? found : { path: String(i), namespace: "shared" };
    });
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(await readFile(path, "utf8"), { loader: "css", minify: true });
      return { contents: code, loader: "text" };
    });
    onLoad({ filter: /./, namespace: "shared" }, ({ path }) => ({
      contents: takenOf(shared[path])
        ? `export const {${takenOf(shared[path])}} = globalThis.shared[${path}]`
        : `module.exports = globalThis.shared[${path}]`,
    }));
  },
};
await build({
  ...common,
  entryPoints: [
    { in: "src/app.tsx", out: "page" },
    { in: "src/style.css", out: "page" },
  ],
  outdir: values.outdir,
  plugins: [give],
});
for (const out of ["second", "third"]) {
  await build({ ...common, entryPoints: [{ in: `src/${out}.ts`, out }], outdir: values.outdir, plugins: [take] });
}
await build({
  ...common,
  entryPoints: [
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

// Each language has a file of its own: nobody reads more than one. What the page with two matches has to say beside the
// other one is in a file without that, as both are in the arena.
const tongues = JSON.parse(await readFile("src/tongues.json", "utf8"));
for (const name of languages) {
  await writeFile(join(values.outdir, `${name}.json`), JSON.stringify(tableOf(tongues, name)));
  const usual = tableOf(tongues, name).texts;
  const more = Object.entries(tableOf(tongues, name, "beside").texts).filter(([english]) => !(english in usual));
  await writeFile(join(values.outdir, `beside.${name}.json`), JSON.stringify(Object.fromEntries(more)));
  await writeFile(join(values.play, `play.${name}.json`), JSON.stringify(tableOf(tongues, name, "play")));
}

if (values.quick) {
  for (const name of ["page.js", "page.css", "second.js", "third.js"]) {
    const file = join(values.outdir, name);
    await writeFile(`${file}.gz`, gzipSync(await readFile(file)));
    await rm(file);
  }
  process.exit();
}

// The play page is always served: it is a module, and loads its editor as another one, which has most of the bytes.
await build({
  ...common,
  format: "esm",
  entryPoints: [
    { in: "src/playground/app.tsx", out: "play" },
    { in: "src/playground/style.css", out: "play" },
    { in: "src/playground/editor.ts", out: "editor" },
  ],
  outdir: values.play,
});
// Workers are no modules, nor is the script of the frame.
await build({
  ...common,
  entryPoints: ["referee", "botjs", "botpy", "botwasm", "sw", "frame"].map((name) => `src/playground/${name}.ts`),
  outdir: values.play,
});

// Most of the page's script runs before the first board is seen. Chromium is told to compile it as it reads it,
// instead of reading what it needs twice; others take this for a comment.
const calledAtOnce = "//# allFunctionsCalledOnLoad\n";
const firstScript = join(values.outdir, "page.js");

// terser finds 3 per cent more that can go.
const scripts = ["page.js", "second.js", "third.js", "reader.js", "beside.js"].map((name) => join(values.outdir, name));
scripts.push(...["page.js", "wait.js"].map((name) => join(values.results, name)));
const played = ["play", "editor", "referee", "botjs", "botpy", "botwasm", "sw", "frame"];
scripts.push(...played.map((name) => join(values.play, `${name}.js`)));
for (const file of scripts) {
  const { code } = await minify(await readFile(file, "utf8"), {
    ecma: 2020,
    module: file.endsWith("play.js") || file.endsWith("editor.js"),
    toplevel: true,
    compress: { passes: 3 },
    format: { comments: false, ascii_only: file === firstScript },
  });
  await writeFile(file, file === firstScript ? calledAtOnce + code : code);
}

// The frame of bots has its script in itself, and a policy by which nothing else runs in it.
const script = (await readFile(join(values.play, "frame.js"), "utf8")).trim();
await rm(join(values.play, "frame.js"));
const hash = `sha256-${createHash("sha256").update(script).digest("base64")}`;
const frame = await readFile("src/playground/bot.html", "utf8");
await writeFile(
  join(values.play, "bot.html"),
  frame.replace("{{hash}}", hash).replace("{{script}}", () => script),
);
await copyFile("src/playground/play.html", join(values.play, "play.html"));

// The programs of the tutorial, from one that does nothing to that of the last step.
const programs = (folder, ends) =>
  Promise.all(
    [0, 1, 2, 3, 4, 5, 6].map((step) => readFile(`../../../../docs/tutorial/${folder}/step${step}.${ends}`, "utf8")),
  );
const tutorial = { js: await programs("js", "mjs"), py: await programs("python", "py") };
await writeFile(join(values.play, "tutorial.json"), JSON.stringify(tutorial));

// Page and editor together have a limit, as they are sent.
const sent = ["play.html", "play.js", "play.css", "editor.js"].map((name) => readFile(join(values.play, name)));
const size = (await Promise.all(sent)).reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0);
console.log(`the play page with its editor: ${size} bytes as they are sent, at most ${mostPlayed} wanted`);
if (size > mostPlayed) {
  process.exitCode = 1;
}

// What every reader loads is sent as zopfli packs it: 3 per cent smaller again, for any browser.
for (const name of ["page.js", "page.css", "second.js", "third.js"]) {
  const file = join(values.outdir, name);
  const packed = await promisify(gzip)(await readFile(file), { numiterations: 15 });
  await writeFile(`${file}.gz`, packed);
  await rm(file); // the arena unpacks it for the few that can't
}
