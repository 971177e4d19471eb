// What stands before a point in the code of a bot: worked out from its syntax, as far as that is simple. Nothing runs,
// and what is not known is not guessed.

import { builtinWords } from "./builtins";
import type { Language, Word } from "./site";
import { elementOf, filled, named, parse, returned, union, unsure, type Maybe, type Node, type Type } from "./types";

// A Value is what is known of an expression: its type, and the member that it was taken from, whose sentence says more.
export interface Value {
  readonly type: Maybe;
  readonly word?: Word | undefined;
  readonly isNothing?: true; // null, None or undefined
}

export const nobody: Value = { type: undefined };
export const nothing: Value = { type: undefined, isNothing: true };
export const of = (type: Maybe): Value => ({ type });

// A Binding is a place where a name gets a value.
export interface Binding {
  readonly name: string;
  readonly at: Node;
  readonly scope: Node; // in which the name means this
  readonly value: () => Value;
}

type ByName = ReadonlyMap<string, ReadonlyMap<number, readonly Binding[]>>;

// Sure is what one must know of a text to say only what is sure.
export interface Sure {
  readonly game: string;
  readonly changed: ReadonlySet<string>; // names that get values otherwise than by bindings
  filledLists(name: string): boolean; // whether something may be put into a list of that name
}

// A text that needs more is not looked into any further.
const mostSteps = { guessed: 4000, sure: 30_000 };
const mostAtOnce = 100; // that rest on each other

export abstract class Inference {
  readonly bindings: Binding[] = [];
  readonly #busy = new Set<string>();
  readonly #found = new Map<string, Value>();
  #steps = 0;
  readonly #given = new Map<Binding, Value>();
  #byName: ByName | undefined;

  constructor(
    readonly language: Language,
    readonly code: string,
    readonly top: Node,
    readonly words: readonly Word[],
    readonly sure?: Sure,
  ) {}

  protected abstract valueOf(node: Node): Value;
  // ownMembers are those of a class or object of the bot, by name.
  protected abstract ownMembers(node: Node): ReadonlyMap<string, () => Value>;
  // isWhole says whether these are all: a class may have others from elsewhere.
  protected abstract isWhole(node: Node): boolean;

  text(node: Node | null | undefined): string {
    return node ? this.code.slice(node.from, node.to) : "";
  }

  // value is what is known of an expression. Nothing is asked for twice, and what rests on itself is unknown.
  value(node: Node | null | undefined): Value {
    if (!node) {
      return nobody;
    }
    return this.fill(
      this.once(`${node.from} ${node.to} ${node.name}`, () => (this.#isNothing(node) ? nothing : this.valueOf(node))),
    );
  }

  #isNothing = (node: Node): boolean => ["null", "None", "undefined"].includes(this.text(node));

  // fill says of what is not known that it is unsure, where only that counts which is sure.
  fill(value: Value): Value {
    return this.sure === undefined || value.isNothing ? value : { ...value, type: filled(value.type) };
  }

  once(key: string, find: () => Value): Value {
    const known = this.#found.get(key);
    if (known !== undefined) {
      return known;
    }
    if (
      this.#busy.has(key) ||
      this.#busy.size > mostAtOnce ||
      ++this.#steps > mostSteps[this.sure ? "sure" : "guessed"]
    ) {
      return nobody;
    }
    this.#busy.add(key);
    const found = find();
    this.#busy.delete(key);
    if (this.#busy.size === 0 || found.type !== undefined) {
      this.#found.set(key, found); // what was not found on the way to something else may be found alone
    }
    return found;
  }

  type(node: Node | null | undefined): Maybe {
    return this.value(node).type;
  }

  // nameValue is what a name means at a place: what it got last before, or what it gets anywhere in the same scope.
  nameValue(name: string, at: Node): Value {
    const here = this.#bound(name, at);
    if (this.sure !== undefined) {
      return this.#sureOf(name, here, this.sure);
    }
    const before = here.filter((one) => one.at.from < at.from).reverse();
    for (const one of [...before, ...here]) {
      const value = one.value();
      if (value.type !== undefined) {
        return value;
      }
    }
    return nobody;
  }

  // bound are the bindings of a name in the innermost scope around a place that has any.
  #bound(name: string, at: Node): readonly Binding[] {
    this.#byName ??= byName(this.bindings);
    const byScope = this.#byName.get(name);
    for (let node: Node | null = at; byScope !== undefined && node !== null; node = node.parent) {
      const here = byScope.get(node.from)?.filter(({ scope }) => at.to <= scope.to) ?? [];
      if (here.length > 0) {
        return here;
      }
    }
    return [];
  }

  // sureOf is what a name means if that is known of all that it gets.
  #sureOf(name: string, here: readonly Binding[], { changed, filledLists }: Sure): Value {
    const values = here.map((one) => this.#givenBy(one));
    const type = union(...values.map((one) => one.type));
    if (changed.has(name) || type === undefined) {
      return of(unsure);
    }
    const isOfSDK = values.every(({ word }) => word !== undefined && returned(word.detail ?? "") === undefined);
    const isFilled = !isOfSDK && filledLists(name);
    return { type: isFilled ? emptied(type) : type, word: values.length === 1 ? values[0]?.word : undefined };
  }

  #givenBy(one: Binding): Value {
    const known = this.#given.get(one);
    if (known !== undefined) {
      return known;
    }
    const value = this.fill(one.value());
    if (value.type !== unsure) {
      this.#given.set(one, value);
    }
    return value;
  }

  // members are the words that may follow a point after something of a type; nothing if that is not known.
  members(type: Maybe): readonly Word[] | undefined {
    switch (type?.kind) {
      case "list":
        return builtinWords(this.language, type.as);
      case "tuple":
        return this.language === "js" ? builtinWords("js", "list") : undefined;
      case "named":
        return this.#membersOf(type.name);
      case "own":
        return this.#own(type.node);
      case "union": {
        const each = type.of.map((one) => this.members(one));
        return each.includes(undefined) ? undefined : joined(each.flatMap((list) => list ?? []));
      }
      default:
        return undefined;
    }
  }

  // membersOf finds those of a class of the SDK, or of a number or a text. Words of commands are texts.
  #membersOf(name: string): readonly Word[] | undefined {
    const own = this.words.filter((word) => word.of === name);
    if (own.length > 0) {
      return own;
    }
    const isOfCommands = this.words.some(({ label, detail }) => label.startsWith('"') && detail === name);
    return builtinWords(this.language, isOfCommands ? (this.language === "js" ? "string" : "str") : name);
  }

  #own(node: Node): readonly Word[] | undefined {
    return this.isWhole(node) ? [...this.ownMembers(node).keys()].map((label) => ({ label })) : undefined;
  }

  // isUsedAsMeant says whether a member is called if it is a method, and only then.
  isUsedAsMeant(node: Node, { word }: Value): boolean {
    const isCalled = node.parent?.name === "CallExpression" && node.parent.firstChild?.from === node.from;
    return word === undefined || isCalled === (returned(word.detail ?? "") !== undefined);
  }

  // isForeign says whether a type, as a bot names it, may be another one than that of the SDK.
  isForeign(text: string): boolean {
    const names = [...text.matchAll(/(\w+)(\.?)/g)].map(([, name = "", point]) => ({ name, isModule: point === "." }));
    return names.some(({ name, isModule }) => {
      if (isModule) {
        return !["game", "arena", "typing", this.sure?.game].includes(name);
      }
      const isOwn = new RegExp(`@typedef (?!\\{import\\("\\./arena/).*\\b${name}\\b`).test(this.code);
      return (
        isOwn || this.sure?.changed.has(name) || this.bindings.some((one) => one.name === name && !isOfArena(this, one))
      );
    });
  }

  // member is what a member of something is.
  member(type: Maybe, name: string): Value {
    if (type?.kind === "union") {
      const all = type.of.map((one) => this.fill(this.member(one, name)));
      return { type: union(...all.map((one) => one.type)), word: all.find(({ word }) => word)?.word };
    }
    if (type?.kind === "own") {
      return this.ownMembers(type.node).get(name)?.() ?? nobody;
    }
    const word = this.members(type)?.find(({ label }) => label === name);
    return word === undefined ? nobody : { type: this.typeIn(word, type), word };
  }

  // typeIn is the type of a word: of a field, or of what a function returns.
  typeIn({ detail = "", label }: Word, owner: Maybe): Maybe {
    if (detail === "class" || detail === "module") {
      return named(label);
    }
    return this.sdkType(returned(detail) ?? detail, elementOf(owner));
  }

  // sdkType reads a type as the SDK, or an annotation, names it.
  sdkType(text: string, t?: Type): Maybe {
    return parse(text, t);
  }

  // oneOf is one of several, of which the member they come from says something.
  oneOf(through: Node | null | undefined): Value {
    const { type, word } = this.value(through);
    return { type: elementOf(type), word: type?.kind === "list" ? word : undefined };
  }

  called(value: Value, args: readonly Node[]): Value {
    const { type, word } = value;
    if ((type === undefined || type === unsure) && returned(word?.detail ?? "") === "T") {
      return of(elementOf(this.type(args[0]))); // one of what is given, as Rand.choice returns
    }
    return value;
  }
}

// byName sorts bindings by name, and by where their scopes begin.
function byName(all: readonly Binding[]): ByName {
  const found = new Map<string, Map<number, Binding[]>>();
  for (const one of all) {
    const scopes = found.get(one.name) ?? new Map<number, Binding[]>();
    scopes.set(one.scope.from, [...(scopes.get(one.scope.from) ?? []), one]);
    found.set(one.name, scopes);
  }
  return found;
}

// isOfArena says whether a name comes from the SDK.
function isOfArena(all: Inference, { at }: Binding): boolean {
  const from = above(at, ["ImportDeclaration", "ImportStatement"]);
  return from.parent !== null && /^from arena\b|\/arena\//.test(all.text(from)) && !/\bas\b/.test(all.text(from));
}

// emptied forgets what is in lists.
function emptied(type: Type): Type {
  return type.kind === "list"
    ? { ...type, of: unsure }
    : type.kind === "union"
      ? { ...type, of: type.of.map(emptied) }
      : type;
}

// joined leaves out what has the same name and says the same.
function joined(words: readonly Word[]): readonly Word[] {
  const all = new Map(words.map((word) => [`${word.label} ${word.detail}`, word]));
  return [...all.values()];
}

// children are those of a node that are more than signs.
export function children(node: Node): Node[] {
  const all: Node[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (/^[A-Za-z]/.test(child.name) && !child.name.endsWith("Comment")) {
      all.push(child);
    }
  }
  return all;
}

// above is the nearest node around one that has one of some names, or the top.
export function above(node: Node, names: readonly string[]): Node {
  let at = node.parent ?? node;
  while (at.parent !== null && !names.includes(at.name)) {
    at = at.parent;
  }
  return at;
}

// walk calls a function for each node below one; it says where not to go on.
export function walk(node: Node, take: (node: Node) => boolean | void): void {
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (take(child) !== false) {
      walk(child, take);
    }
  }
}
