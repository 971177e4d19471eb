// Forms say what data is like. They are checked when data arrives.

import { words } from "./data";

// A Form is the name of a simple kind of value, a list of values of one form (of a
// fixed length, if there is one), or an object with fields. Fields whose names end in
// ? may be missing.
export type Form =
  | keyof typeof simple
  | keyof typeof words
  | readonly [Form]
  | readonly [Form, length: number]
  | { readonly [field: string]: Form };

// Damage is what is wrong with the data, in words.
export class Damage extends Error {}

// A Colour is for a light page and for a dark one.
export type Colour = readonly [light: string, dark: string];

const simple = {
  text: (value: unknown): boolean => typeof value === "string",
  number: (value: unknown): boolean => Number.isFinite(value),
  "whole number": (value: unknown): boolean => Number.isSafeInteger(value),
  "true or false": (value: unknown): boolean => typeof value === "boolean",
  list: (value: unknown): boolean => Array.isArray(value),
  colour: (value: unknown): boolean =>
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((c) => /^(#[0-9a-f]{6}|owner|shade|ink|)$/i.test(String(c))),
};

const is = (form: keyof typeof simple | keyof typeof words): ((value: unknown) => boolean) =>
  form in words
    ? (value) => words[form as keyof typeof words].includes(value as never)
    : simple[form as keyof typeof simple];

// wrong returns where a value is not of a form, and how; "" if it is.
function wrong(value: unknown, form: Form): string {
  if (typeof form === "string") {
    return is(form)(value) ? "" : ` is no ${form}`;
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
  if (typeof form === "string" && values.every(is(form))) {
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
export function checkForm<T>(value: unknown, form: Form): asserts value is T {
  const why = wrong(value, form);
  if (why !== "") {
    throw new Damage(why.startsWith(".") ? why.slice(1) : `it${why}`);
  }
}
