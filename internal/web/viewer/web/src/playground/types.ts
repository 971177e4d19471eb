// Types of what stands in a bot's code, as far as an editor must know them to tell what may follow a point.

import type { syntaxTree } from "@codemirror/language";

// A Node is one of the syntax of a text.
export type Node = ReturnType<typeof syntaxTree>["topNode"];

interface Named {
  readonly kind: "named"; // a class of the SDK, or number, string, …
  readonly name: string;
}

export type Type =
  | Named
  | { readonly kind: "list"; readonly of: Type | undefined; readonly as: As }
  | { readonly kind: "tuple"; readonly parts: readonly (Type | undefined)[] }
  | { readonly kind: "union"; readonly of: readonly Type[] }
  | { readonly kind: "own"; readonly node: Node }; // a class or an object of the bot itself

// As is how things are gathered that one can go through.
type As = "list" | "set" | "other";

export type Maybe = Type | undefined;

export const named = (name: string): Named => ({ kind: "named", name });
export const listOf = (of: Maybe, as: As = "list"): Type => ({ kind: "list", of, as });

// unsure is the type of what may be anything, for those who ask for what is sure.
export const unsure = named("?");

// filled says of all that is not known in a type that it is unsure.
export function filled(type: Maybe): Type {
  switch (type?.kind) {
    case "list":
      return { ...type, of: filled(type.of) };
    case "tuple":
      return { ...type, parts: type.parts.map(filled) };
    case "union":
      return { ...type, of: type.of.map(filled) };
    default:
      return type ?? unsure;
  }
}

const nothing = new Set(["None", "null", "undefined", "void"]);
const unknown = new Set(["any", "Any", "unknown", "object"]);
const gathered = new Map<string, As>([
  ...["list", "List", "Array", "ReadonlyArray"].map((name) => [name, "list"] as const),
  ...["set", "Set"].map((name) => [name, "set"] as const),
  ...["Iterable", "Iterator", "Sequence", "MutableSequence"].map((name) => [name, "other"] as const),
]);

// parse reads a type as TypeScript or Python has it, in which T may stand for another; what it can't read is unknown.
export function parse(text: string, t?: Type): Maybe {
  const read = (part: string): Maybe => parse(part, t);
  const parts = split(text.trim().replace(/^["'](.*)["']$/, "$1"), "|");
  if (parts.length > 1) {
    return union(...parts.filter((part) => !nothing.has(part)).map(read));
  }
  const one = (parts[0] ?? "").replace(/^readonly /, "");
  if (one.endsWith("[]")) {
    return listOf(read(one.slice(0, -2)));
  }
  if (one.startsWith("[") && one.endsWith("]")) {
    return { kind: "tuple", parts: split(one.slice(1, -1), ",").map(read) };
  }
  if (one.startsWith("(") && one.endsWith(")")) {
    return read(one.slice(1, -1));
  }
  const generic = /^(?:\w+\.)*(\w+)[[<](.*)[\]>]$/.exec(one);
  if (generic !== null) {
    return parseGeneric(generic[1] ?? "", split(generic[2] ?? "", ","), read);
  }
  const name = /^(?:\w+\.)*(\w+)$/.exec(one)?.[1];
  if (name === "T") {
    return t;
  }
  return name === undefined || unknown.has(name) || nothing.has(name) ? undefined : named(name);
}

function parseGeneric(name: string, [first = "", ...rest]: readonly string[], read: (part: string) => Maybe): Maybe {
  if (name === "Optional") {
    return read(first);
  }
  if (name === "tuple" || name === "Tuple") {
    return rest[0] === "..." ? listOf(read(first), "other") : { kind: "tuple", parts: [first, ...rest].map(read) };
  }
  const as = gathered.get(name);
  return as && listOf(read(first), as);
}

// split splits a text where a mark is not in brackets. The arrow of a function is none.
export function split(text: string, mark: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? "";
    if ("([{<".includes(c)) {
      depth++;
    } else if (")]}".includes(c) || (c === ">" && !"=-".includes(text[i - 1] ?? ""))) {
      depth--;
    } else if (c === mark && depth === 0) {
      parts.push(text.slice(from, i).trim());
      from = i + 1;
    }
  }
  return [...parts, text.slice(from).trim()];
}

// returned reads from "(player: number): Unit[]", or "(player: int) -> list[Unit]", what is returned; nothing if the
// detail is of no function.
export function returned(detail: string): string | undefined {
  const from = detail.indexOf("(");
  if (from < 0 || !/^(?:<\w+>)?$/.test(detail.slice(0, from))) {
    return undefined;
  }
  let depth = 0;
  for (let i = from; i < detail.length; i++) {
    depth += detail[i] === "(" ? 1 : detail[i] === ")" ? -1 : 0;
    if (depth === 0) {
      return detail.slice(i + 1).replace(/^(?:: | -> )/, "");
    }
  }
  return undefined;
}

// union is what is one of some types. Unknown ones do not count.
export function union(...types: readonly Maybe[]): Maybe {
  const all = new Map<string, Type>();
  for (const type of types) {
    for (const one of type?.kind === "union" ? type.of : type === undefined ? [] : [type]) {
      all.set(keyOf(one), one);
    }
  }
  const [first, ...rest] = all.values();
  return first === undefined || rest.length === 0 ? first : { kind: "union", of: [first, ...rest] };
}

const keyOf = (type: Type): string => (type.kind === "own" ? `own ${type.node.from}` : (print(type, "js") ?? ""));

// elementOf is what one gets by going through something.
export function elementOf(type: Maybe): Maybe {
  switch (type?.kind) {
    case "list":
      return type.of;
    case "tuple":
      return union(...type.parts);
    case "union":
      return union(...type.of.map(elementOf));
    case "named":
      return ["string", "str", unsure.name].includes(type.name) ? type : undefined;
    default:
      return undefined;
  }
}

// partOf is what is at a place of something that is taken apart.
export function partOf(type: Maybe, i: number): Maybe {
  return type?.kind === "tuple"
    ? type.parts[i]
    : type?.kind === "union"
      ? union(...type.of.map((one) => partOf(one, i)))
      : elementOf(type);
}

// print writes a type as the language does; nothing if there is no name for it.
export function print(type: Type, language: "js" | "py"): string | undefined {
  const each = (types: readonly Maybe[]): string => types.map((one) => (one && print(one, language)) ?? "?").join(", ");
  switch (type.kind) {
    case "named":
      return type.name;
    case "tuple":
      return language === "js" ? `[${each(type.parts)}]` : `tuple[${each(type.parts)}]`;
    case "list": {
      const of = type.of && print(type.of, language);
      if (of === undefined) {
        return undefined;
      }
      if (language === "py") {
        return `${{ list: "list", set: "set", other: "Iterable" }[type.as]}[${of}]`;
      }
      const inside = of.includes(" | ") ? `(${of})` : of;
      return { list: `${inside}[]`, set: `Set<${of}>`, other: `Iterable<${of}>` }[type.as];
    }
    case "union":
      return type.of.map((one) => print(one, language) ?? "?").join(" | ");
    case "own":
      return undefined;
  }
}
