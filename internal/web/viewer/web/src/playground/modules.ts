// Finds the files that a bot in JavaScript is made of, and what each imports. In a browser's worker nothing but an
// address can be imported, so every module becomes one, by way of what is found here.

import { t } from "../ui/tongues";
import type { Fault, Import, Source } from "./messages";

// A Named is what a module imports, by the place of the name in its text, between the quotes.
export interface Named {
  readonly from: number;
  readonly to: number;
}

export type ImportsOf = (text: string) => readonly Named[];

// Broken is why modules can't be put together.
export class Broken extends Error {
  constructor(readonly fault: Fault) {
    super(fault.text);
  }
}

// link returns the files that a bot needs, with their imports.
export function link(
  main: string,
  files: Readonly<Record<string, string>>,
  importsOf: ImportsOf,
): Record<string, Source> {
  const linked: Record<string, Source> = {};
  const visit = (file: string, path: readonly string[]): void => {
    const text = files[file] ?? "";
    const imports = importsOf(text).map((named): Import => {
      const fail = (why: string): never => {
        throw new Broken({ text: why, file, ...placeAt(text, named.from) });
      };
      const other = resolve(file, text.slice(named.from, named.to)) ?? fail(noFile(text.slice(named.from, named.to)));
      if (files[other] === undefined) {
        fail(t("there is no file {0}", other));
      }
      if (path.includes(other) || other === file) {
        fail(t("{0} and {1} import each other, which works in node, but not in this page", file, other));
      }
      if (linked[other] === undefined) {
        visit(other, [...path, file]);
      }
      return { ...named, file: other };
    });
    linked[file] = { text, imports };
  };
  visit(main, []);
  return linked;
}

const noFile = (name: string): string =>
  t("{0} is not in a browser; a bot imports its own files and those of the SDK, as {1}", name, "./arena/node.mjs");

// resolve returns the file that a name in another file means; nothing if it is no relative one.
function resolve(file: string, name: string): string | undefined {
  if (!/^\.\.?\//.test(name)) {
    return undefined;
  }
  return new URL(name, `file:///${file}`).pathname.slice(1);
}

// placeAt returns line and column of a place in a text.
export function placeAt(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at);
  return { line: before.split("\n").length, column: at - before.lastIndexOf("\n") };
}
