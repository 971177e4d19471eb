// The languages of the page. The English texts are in the sources; those of the other languages
// come from tables, by the English ones: see ../tongues.json.

import { signal } from "@preact/signals-core";
import { unpack } from "../model/decode";
import { inline } from "./source";

export const names = { en: "English", ca: "Català", es: "Español" } as const;
export type Tongue = keyof typeof names;

// A Table is what is said in another language: by the page, and about matches of the games.
export interface Table {
  readonly page: Readonly<Record<string, string>>;
  readonly games: Readonly<Record<string, string>>;
}

// A Form is a text with gaps, such as "{0} takes {1~} {2}". What is in a gap with ~ is translated, too; in the
// others are names and numbers.
interface Form {
  readonly like: RegExp;
  readonly deep: readonly boolean[];
  readonly as: string;
}

const savedAs = "arena-viewer-language";

export const tongue = signal<Tongue>("en");
let page = new Map<string, string>();
let texts = new Map<string, string>();
let forms: readonly Form[] = [];

const fill = <T>(form: string, values: readonly T[]): (T | string)[] =>
  form.split(/\{(\d)~?\}/).map((part, i) => (i % 2 === 0 ? part : (values[Number(part)] ?? "")));

// around returns a text of the page in parts, with values in its gaps.
export function around<T>(english: string, ...values: readonly T[]): (T | string)[] {
  void tongue.value; // what is made of the text is made again in another language
  return fill(page.get(english) ?? english, values);
}

// t returns a text of the page in the language of the reader.
export const t = (english: string, ...values: readonly (string | number)[]): string =>
  around(english, ...values).join("");

// said returns what the arena says about a match in the language of the reader.
export function said(english: string): string {
  void tongue.value;
  let text = texts.get(english);
  if (text === undefined) {
    text = inForm(english);
    texts.set(english, text);
  }
  return text;
}

function inForm(english: string): string {
  for (const { like, deep, as } of forms) {
    const found = like.exec(english)?.slice(1);
    if (found !== undefined) {
      return fill(
        as,
        found.map((part, i) => (deep[i] === true ? said(part) : part)),
      ).join("");
    }
  }
  return english;
}

function formOf([english, as]: readonly [string, string]): Form {
  const parts = english.split(/\{\d(~?)\}/);
  const fixed = parts.filter((_, i) => i % 2 === 0).map((part) => part.replace(/\W/g, "\\$&"));
  return { like: new RegExp(`^${fixed.join("(.+)")}$`), deep: parts.flatMap((p, i) => (i % 2 ? p === "~" : [])), as };
}

// use makes a language the page's.
export function use(name: Tongue, table: Table): void {
  const games = Object.entries(table.games);
  page = new Map(Object.entries(table.page));
  texts = new Map(games);
  forms = games.filter(([english]) => english.includes("{")).map(formOf);
  tongue.value = name;
}

const inPage = (name: string): string | undefined => document.getElementById(`words-${name}`)?.textContent ?? undefined;

// offered are the languages of this page: an exported one has those that it was made with.
export const offered = (): Tongue[] =>
  (Object.keys(names) as Tongue[]).filter(
    (name) => name === "en" || inPage(name) !== undefined || inline(document) === undefined,
  );

const known = (name: string | null | undefined): Tongue | undefined => offered().find((one) => one === name);

export const asked = (): Tongue | undefined => known(new URLSearchParams(location.hash.slice(1)).get("lang"));

// inAddress is how the address asks for the language, if it does.
export const inAddress = (): string => (asked() === tongue.value ? `&lang=${tongue.value}` : "");

function saved(): string | null {
  try {
    return localStorage.getItem(savedAs);
  } catch {
    return null; // the browser denies a page from disk all storage
  }
}

// preferred is the language that the address asks for, or else that the reader chose, whoever
// made the page, or the reader's system.
function preferred(): Tongue {
  const { lang } = document.documentElement;
  const wanted = [saved(), lang === "en" ? null : lang, ...navigator.languages.map((name) => name.split("-")[0])];
  return asked() ?? wanted.map(known).find((name) => name !== undefined) ?? "en";
}

// speak makes the page speak a language. If its table can't be had, the page stays as it is.
export async function speak(name = preferred()): Promise<void> {
  try {
    if (name === tongue.value) {
      // It does.
    } else if (name === "en") {
      use(name, { page: {}, games: {} });
    } else {
      const packed = inPage(name);
      const text = packed === undefined ? await (await fetch(`${name}.json`)).text() : await unpack(packed);
      use(name, JSON.parse(text) as Table);
    }
  } catch {
    // The texts are English, or those of the language before.
  }
  document.documentElement.lang = tongue.value;
}

// choose makes the page speak a language, also when the reader comes again.
export function choose(name: string): void {
  try {
    localStorage.setItem(savedAs, name);
  } catch {
    // The next page asks the system again.
  }
  void speak(known(name));
}
