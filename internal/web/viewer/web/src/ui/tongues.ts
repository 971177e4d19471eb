// The languages of the page. The English texts are in the sources; those of the other languages
// come from tables, by the English ones: see ../tongues.json.

import { signal } from "@preact/signals-core";
import { unpack } from "../model/decode";
import { inline } from "./inpage";

export const names = { en: "English", ca: "Català", es: "Español" } as const;
export type Tongue = keyof typeof names;

// A Table is what is said in another language; build.mjs makes it.
export interface Table {
  readonly texts: Readonly<Record<string, string>>; // by the English texts
  readonly forms: readonly (readonly [like: string, as: string])[]; // what the arena says with names and numbers
}

const savedAs = "arena-viewer-language";

export const tongue = signal<Tongue>("en");
let texts = new Map<string, string>();
let forms: readonly (readonly [RegExp, string])[] = [];

function plain(english: string): string {
  void tongue.value; // what is made of the text is made again in another language
  return texts.get(english) ?? english;
}

// around returns a text of the page in parts, with values in its gaps.
export function around<T>(english: string, ...values: readonly T[]): (T | string)[] {
  const parts = plain(english).split(/\{(\d)\}/);
  return parts.map((part, i) => (i % 2 === 0 ? part : (values[Number(part)] ?? "")));
}

// t returns a text of the page in the language of the reader.
export const t = (english: string, ...values: readonly (string | number)[]): string =>
  values.length > 0 ? around(english, ...values).join("") : plain(english);

// said returns what the arena says about a match in the language of the reader.
export function said(english: string): string {
  void tongue.value;
  const text = texts.get(english) ?? inForm(english);
  texts.set(english, text);
  return text;
}

// A gap with ~ has words in it, others have names and numbers, which stay.
function inForm(english: string): string {
  for (const [like, as] of forms) {
    const found = like.exec(english);
    if (found !== null) {
      const part = (gap: string): string => found[Number(gap) + 1] ?? "";
      return as.replace(/\{(\d)(~?)\}/g, (_, gap: string, deep: string) => (deep ? said(part(gap)) : part(gap)));
    }
  }
  return english;
}

// use makes a language the page's.
export function use(name: Tongue, table: Table): void {
  texts = new Map(Object.entries(table.texts));
  forms = table.forms.map(([like, as]) => [new RegExp(like), as]);
  tongue.value = name;
}

const inPage = (name: string): string | undefined => document.getElementById(`words-${name}`)?.textContent ?? undefined;

// offered are the languages of this page: an exported one has those that it was made with.
export const offered = (): Tongue[] =>
  (Object.keys(names) as Tongue[]).filter(
    (name) => name === "en" || inPage(name) !== undefined || inline(document) === undefined,
  );

const known = (name: string | null | undefined): Tongue | undefined =>
  offered().find((one) => one === name?.split("-")[0]);

export const asked = (): Tongue | undefined => known(/\blang=(\w+)/.exec(location.hash)?.[1]);

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
  if (offered().length === 1) {
    return "en"; // without asking what is saved, which takes milliseconds
  }
  const { lang } = document.documentElement;
  const wanted = [saved(), lang === "en" ? null : lang, ...navigator.languages];
  return asked() ?? wanted.map(known).find(Boolean) ?? "en";
}

// speak makes the page speak a language. If its table can't be had, the page stays as it is. The names of
// tables on the server begin with a prefix, if the page has its own.
export async function speak(name = preferred(), prefix = ""): Promise<void> {
  try {
    const packed = inPage(name);
    if (name === "en") {
      use(name, { texts: {}, forms: [] });
    } else {
      const text = packed === undefined ? (await fetch(`${prefix}${name}.json`)).text() : unpack(packed);
      use(name, JSON.parse(await text) as Table);
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
