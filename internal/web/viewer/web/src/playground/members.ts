// What an editor offers after a point, and what it tells of the word under the pointer.

import { javascriptLanguage } from "@codemirror/lang-javascript";
import { pythonLanguage } from "@codemirror/lang-python";
import type { Inference } from "./infer";
import { JavaScript } from "./inferjs";
import { Python } from "./inferpy";
import type { Language, Word } from "./site";
import { print, type Maybe, type Node } from "./types";

// look reads code.
function look(language: Language, code: string, words: readonly Word[]): Inference {
  return language === "js"
    ? new JavaScript(code, javascriptLanguage.parser.parse(code).topNode, words)
    : new Python(code, pythonLanguage.parser.parse(code).topNode, words);
}

// Offered is what may follow a point. It is sure of it if what stands before is known.
export interface Offered {
  readonly words: readonly Word[];
  readonly isSure: boolean;
}

const standIn = "_name_";

// offered returns what may follow a point: the members of what stands before it, or those of everything.
export function offered(language: Language, code: string, point: number, words: readonly Word[]): Offered {
  const key = `${language} ${point} ${code}`;
  if (last?.key !== key || last.words !== words) {
    last = { key, words, found: find(language, code, point, words) };
  }
  return last.found;
}

// last is what was asked last: for one point the editor asks twice.
let last: { readonly key: string; readonly words: readonly Word[]; readonly found: Offered } | undefined;

function find(language: Language, code: string, point: number, words: readonly Word[]): Offered {
  // Without a name behind it, the point would take the next line with it.
  const hasName = /^\w/.test(code.slice(point + 1));
  const whole = hasName ? code : `${code.slice(0, point + 1)}${standIn}${code.slice(point + 1)}`;
  const found = look(language, whole, words);
  const node = found.top.resolve(point, 1).resolve(point, 1);
  const owner = node.parent?.name === "MemberExpression" && node.name.endsWith(".") ? node.parent.firstChild : null;
  const members = owner === null ? undefined : found.members(found.type(owner));
  const shown = members?.filter(({ label }) => label !== standIn && !label.startsWith("__"));
  return { words: shown ?? words.filter(isMember), isSure: shown !== undefined };
}

const isMember = ({ of, detail }: Word): boolean => of !== undefined && detail !== "class";

// A Known is a word of a text, and what there is to know about it.
export interface Known {
  readonly from: number;
  readonly to: number;
  readonly texts: readonly Text[];
}

interface Text {
  readonly head: string;
  readonly about: string;
}

// knownAt finds the word at a place of a text. Several things may have the same name.
export function knownAt(language: Language, code: string, at: number, words: readonly Word[]): Known | undefined {
  const [from, to] = wordAt(code, at);
  if (from === to) {
    return undefined;
  }
  const found = look(language, code, words);
  const node = found.top.resolve(from, 1);
  const texts = textsOf(found, node, code.slice(from, to));
  return texts.length === 0 ? undefined : { from, to, texts };
}

function wordAt(code: string, at: number): readonly [from: number, to: number] {
  const before = /\w*$/.exec(code.slice(0, at))?.[0].length ?? 0;
  const after = /^\w*/.exec(code.slice(at))?.[0].length ?? 0;
  return [at - before, at + after];
}

function textsOf(found: Inference, node: Node, name: string): readonly Text[] {
  const called = (label: string): readonly Word[] => found.words.filter((word) => word.label === label);
  switch (node.name) {
    case "String":
      return called(`"${name}"`).map(textOf);
    case "PropertyName":
      return membersAt(found, node, name);
    case "VariableName":
    case "VariableDefinition":
      return variableAt(found, node, name);
    case "BlockComment":
      return called(name)
        .filter(({ detail }) => detail === "class")
        .map(textOf); // of a parameter, perhaps
    default:
      return [];
  }
}

function membersAt(found: Inference, node: Node, name: string): readonly Text[] {
  const owner = found.type(node.parent?.firstChild);
  const members = found.members(owner);
  if (owner?.kind === "own") {
    const isCalled = node.parent?.parent?.name === "CallExpression" && node.parent.parent.firstChild?.to === node.to;
    return texts(isCalled ? `${name}(…)` : name, found.member(owner, name).type, found, "");
  }
  return (members ?? found.words.filter(isMember)).filter(({ label }) => label === name).map(textOf);
}

// variableAt tells of a name its type, and what is known of the type, or else of what it was taken from.
function variableAt(found: Inference, node: Node, name: string): readonly Text[] {
  const { type, word } = found.nameValue(name, node);
  if (type === undefined) {
    return found.words.filter(({ of, label }) => of === undefined && label === name).map(textOf);
  }
  const isOwnDetail = word?.detail === "class" || word?.detail === "module";
  return texts(name, type, found, isOwnDetail ? "" : (word?.info ?? ""));
}

function texts(name: string, type: Maybe, found: Inference, about: string): readonly Text[] {
  const written = type && print(type, found.language);
  if (type === undefined || written === undefined) {
    return [];
  }
  const is = found.words.find(({ label, detail }) => label === written && (detail === "class" || detail === "module"));
  return [{ head: `${name}: ${is?.detail === "module" ? "module" : written}`, about: is?.info ?? about }];
}

function textOf({ label, of, detail = "", info = "" }: Word): Text {
  const isKind = detail === "class" || detail === "module";
  const head = isKind
    ? `${detail} ${label}`
    : detail === ""
      ? label
      : label + (/^[(<]/.test(detail) ? "" : ": ") + detail;
  return { head, about: infoOf({ label, info, detail, ...(of === undefined ? {} : { of }) }) };
}

// infoOf is the sentence about a word, with whose it is. A State is what bots ask most.
export const infoOf = ({ of, detail, info = "" }: Word): string =>
  of === undefined || of === "State" || detail === "class" || info === "" ? info : `${of}: ${info}`;
