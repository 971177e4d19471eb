// Forms describe data once: a form is checked when data arrives, and the type of the
// data is derived from it.

// A Form is the name of a simple kind of value, a list of values of one form (of a
// fixed length, if there is one), or an object with fields. Fields whose names end in
// ? may be missing.
export type Form =
  | keyof typeof simple
  | readonly [Form]
  | readonly [Form, length: number]
  | { readonly [field: string]: Form };

// Damage is what is wrong with the data, in words.
export class Damage extends Error {}

// A Colour is for a light page and for a dark one.
export type Colour = readonly [light: string, dark: string];

const oneOf =
  <T extends string>(...all: readonly T[]) =>
  (value: unknown): value is T =>
    all.some((one) => one === value);

const simple = {
  text: (value: unknown): value is string => typeof value === "string",
  number: (value: unknown): value is number => Number.isFinite(value),
  "whole number": (value: unknown): value is number => Number.isSafeInteger(value),
  "true or false": (value: unknown): value is boolean => typeof value === "boolean",
  list: (value: unknown): value is readonly unknown[] => Array.isArray(value),
  colour: (value: unknown): value is Colour =>
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((c) => /^(#[0-9a-f]{6}|owner|shade|ink|)$/i.test(String(c))),
  look: oneOf("birth", "death", "hit", "heal", "shot", "capture", "gain", "break", "note"),
  use: oneOf("road", "place"),
  "kind of note": oneOf("mark", "arrow", "label", "log"),
};

// Of is the type of what has a form.
export type Of<F> = F extends keyof typeof simple
  ? Simple<F>
  : F extends readonly [infer Each]
    ? readonly Of<Each>[]
    : F extends readonly [infer Each, infer Length extends number]
      ? Times<Of<Each>, Length>
      : Fields<F>;

type Simple<F extends keyof typeof simple> = (typeof simple)[F] extends ((value: unknown) => value is infer T)
  ? T
  : never;

type Times<T, Length extends number, List extends readonly T[] = readonly []> = List["length"] extends Length
  ? List
  : Times<T, Length, readonly [...List, T]>;

type Fields<F> = {
  readonly [Name in keyof F as Name extends `${string}?` ? never : Name]: Of<F[Name]>;
} & {
  readonly [Name in keyof F as Name extends `${infer Plain}?` ? Plain : never]?: Of<F[Name]>;
};

// wrong returns where a value is not of a form, and how; "" if it is.
function wrong(value: unknown, form: Form): string {
  if (typeof form === "string") {
    return simple[form](value) ? "" : ` is no ${form}`;
  }
  if (form instanceof Array) {
    const [each, length] = form;
    return Array.isArray(value) ? wrongLength(value, length) || firstWrong(value, each) : " is no list";
  }
  if (typeof value !== "object" || value === null) {
    return " is missing";
  }
  for (const [key, one] of Object.entries(form)) {
    const name = key.replace("?", "");
    const inner = (value as Readonly<Record<string, unknown>>)[name];
    const why = inner === undefined && name !== key ? "" : wrong(inner, one);
    if (why !== "") {
      return `.${name}${why}`;
    }
  }
  return "";
}

const wrongLength = ({ length }: readonly unknown[], wanted = length): string =>
  length === wanted ? "" : ` has ${length} entries, not ${wanted}`;

function firstWrong(values: readonly unknown[], form: Form): string {
  if (typeof form === "string" && values.every(simple[form])) {
    return ""; // most of a match is long lists of numbers
  }
  for (let i = 0; i < values.length; i++) {
    const why = wrong(values[i], form);
    if (why !== "") {
      return `.${i}${why}`;
    }
  }
  return "";
}

// checkForm throws Damage if a value is not of a form.
export function checkForm<const F extends Form>(value: unknown, form: F): asserts value is Of<F> {
  const why = wrong(value, form);
  if (why !== "") {
    throw new Damage(why.startsWith(".") ? why.slice(1) : `it${why}`);
  }
}
