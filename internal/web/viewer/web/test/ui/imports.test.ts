// What the sources import, without types: as the builder finds it.

import { build } from "esbuild";
import { expect, test } from "vitest";

type Arrows = ReadonlyMap<string, readonly string[]>;

async function arrows(): Promise<Arrows> {
  const { metafile } = await build({
    entryPoints: [
      "src/app.tsx",
      "src/second.ts",
      "src/third.ts",
      "src/beside/app.tsx",
      "src/reader/worker.ts",
      "src/results/app.ts",
      "src/results/wait.ts",
      ...["app.tsx", "editor.ts", "referee.ts", "botjs.ts", "botpy.ts", "frame.ts", "sw.ts"].map(
        (name) => `src/playground/${name}`,
      ),
    ],
    bundle: true,
    write: false,
    outdir: "unwritten",
    metafile: true,
    jsx: "automatic",
    jsxImportSource: "preact",
  });
  const own = (name: string): boolean => name.startsWith("src/");
  return new Map(
    Object.entries(metafile.inputs)
      .filter(([name]) => own(name))
      .map(([name, { imports }]) => [name, imports.map(({ path }) => path).filter(own)]),
  );
}

// circle returns the first files that import each other in a circle; nothing if there is none.
function circle(all: Arrows): readonly string[] | undefined {
  const done = new Set<string>();
  const follow = (name: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(name)) {
      return path.slice(path.indexOf(name));
    }
    if (done.has(name)) {
      return undefined;
    }
    for (const next of all.get(name) ?? []) {
      const found = follow(next, [...path, name]);
      if (found !== undefined) {
        return found;
      }
    }
    done.add(name);
    return undefined;
  };
  for (const name of all.keys()) {
    const found = follow(name, []);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

const of = (arrows: Readonly<Record<string, readonly string[]>>): Arrows => new Map(Object.entries(arrows));

test("a circle is found, wherever it begins", () => {
  expect(circle(of({ a: ["b", "c"], b: ["c"], c: [] }))).toBeUndefined();
  expect(circle(of({ a: ["b"], b: ["c", "d"], c: [], d: ["b"] }))).toEqual(["b", "d"]);
  expect(circle(of({ a: ["a"] }))).toEqual(["a"]);
});

test("no files of the page import each other in a circle", async () => {
  const found = await arrows();
  expect(found.size).toBeGreaterThan(60);
  expect(found.get("src/app.tsx")).toContain("src/ui/page.tsx");
  expect(circle(found)).toBeUndefined();
});
