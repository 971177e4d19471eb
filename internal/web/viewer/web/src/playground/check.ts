// What is surely wrong in a bot's code before it runs. Of what is not known for sure, nothing is said.

import { javascriptLanguage } from "@codemirror/lang-javascript";
import { pythonLanguage } from "@codemirror/lang-python";
import type { syntaxTree } from "@codemirror/language";
import { isGlobal, isOfAll, lacks } from "./builtins";
import { children, walk, type Inference, type Sure } from "./infer";
import { JavaScript } from "./inferjs";
import { Python } from "./inferpy";
import { near } from "./near";
import { filledLists, namesOf, type Names } from "./reads";
import { needed, paramsOf, type Param } from "./signature";
import type { Language, Word } from "./site";
import { print, type Maybe, type Node, type Type } from "./types";

// A Finding is a place that is wrong.
export interface Finding {
  readonly from: number;
  readonly to: number;
  readonly is: "name" | "member" | "word" | "count" | "property";
  readonly name: string;
  readonly of: string; // the type that lacks it; how many values are needed
  readonly hint: string; // perhaps this was meant
}

const mostLength = 150_000; // a longer text is not looked at
const mostDepth = 500;
const mostFindings = 50; // who sees so many needs no more

type Tree = ReturnType<typeof syntaxTree>;

// parse reads all of a file, which an editor has done by and by.
const parse = (language: Language, code: string): Tree =>
  (language === "js" ? javascriptLanguage : pythonLanguage).parser.parse(code);

// check finds what is wrong in a file of a bot for a game.
export function check(
  language: Language,
  code: string,
  words: readonly Word[],
  game: string,
  tree = parse(language, code),
): readonly Finding[] {
  const isFit = code.length <= mostLength && words.length > 0 && !isOdd(tree);
  return isFit ? new Checker(language, code, tree.topNode, words, game).findings : [];
}

// isOdd says whether a text is wrong, or deeper than anybody writes.
function isOdd(tree: Tree): boolean {
  let depth = 0;
  let isFound = false;
  tree.iterate({
    enter: ({ type }) => {
      depth++;
      isFound ||= type.isError || depth > mostDepth;
      return !isFound;
    },
    leave: () => void depth--,
  });
  return isFound;
}

class Checker {
  readonly findings: Finding[] = [];
  readonly #all: Inference;
  readonly #enums = new Map<string, string[]>();
  readonly #names: Names;

  constructor(
    readonly language: Language,
    readonly code: string,
    top: Node,
    readonly words: readonly Word[],
    game: string,
  ) {
    this.#names = namesOf(language, code, top);
    const sure: Sure = { game, changed: this.#names.changed, filledLists: filledLists(code) };
    this.#all = language === "js" ? new JavaScript(code, top, words, sure) : new Python(code, top, words, sure);
    for (const { label, detail = "" } of words) {
      if (label.startsWith('"')) {
        this.#enums.set(detail, [...(this.#enums.get(detail) ?? []), label.slice(1, -1)]);
      }
    }
    this.#checkNames();
    if (isOnly(language, code, words, game) && !/\bAttributeError\b/.test(code)) {
      walk(top, (node) => this.#checkTypes(node));
    }
  }

  #add({ from, to }: Node, is: Finding["is"], name: string, of: string, hint = ""): void {
    this.findings.push({ from, to, is, name, of, hint });
  }

  #isFull = (): boolean => this.findings.length >= mostFindings;

  #text = (node: Node | null | undefined): string => this.#all.text(node);

  // checkNames finds those that mean nothing.
  #checkNames(): void {
    if (
      /\b(?:globalThis|eval|exec|Function|globals|locals|vars|NameError|ReferenceError)\b|\bimport\s*\*/.test(this.code)
    ) {
      return;
    }
    const { bound, reads } = this.#names;
    for (const node of reads) {
      const name = this.#text(node);
      if (!this.#isFull() && !bound.has(name) && !isGlobal(this.language, name)) {
        const globals = this.language === "py" ? ["len", "range", "print", "sorted", "enumerate"] : ["Math", "console"];
        this.#add(node, "name", name, "", near(name, [...bound, ...globals, "undefined", "None", "True", "False"]));
      }
    }
  }

  #checkTypes(node: Node): boolean {
    switch (node.name) {
      case "MemberExpression":
        this.#checkMember(node);
        break;
      case "CallExpression":
        this.#checkCall(node);
        break;
      case "BinaryExpression":
        this.#checkComparison(node);
        break;
      case "SwitchStatement":
        this.#checkSwitch(node);
    }
    return node.name !== "TypeDef" && !this.#isFull();
  }

  #checkMember(node: Node): void {
    const [owner, member] = [node.firstChild, node.getChild("PropertyName")];
    if (owner === null || member === null) {
      return;
    }
    const name = this.#text(member);
    const { type, word } = this.#all.value(owner);
    if (this.#isSelf(owner)) {
      this.#checkOwn(type, member, name);
    } else if (word?.detail !== "class" && type !== undefined) {
      if (this.#lacks(type, name) && !this.#mayHave(name)) {
        const labels = (this.#all.members(type) ?? []).map(({ label }) => label);
        this.#add(member, "member", name, this.#written(type), near(name, labels));
      } else if (this.#isNoMethod(node, type, name)) {
        this.#add(member, "property", name, this.#written(type));
      }
    }
  }

  #written = (type: Type): string => print(type, this.language) ?? (type.kind === "list" ? type.as : "");

  #isSelf = (node: Node): boolean => this.#text(node) === (this.language === "js" ? "this" : "self");

  // mayHave says whether the bot makes such a member itself, or asks whether there is one.
  #mayHave(name: string): boolean {
    const isNamed = ["'", '"', "`"].some((quote) => this.code.includes(`${quote}${name}${quote}`));
    return this.#names.made.has(name) || isNamed || this.#names.tried.has(name);
  }

  #lacks(type: Type, name: string): boolean {
    const isLacked = (kind: string): boolean => lacks(this.language, kind, name);
    switch (type.kind) {
      case "named":
        if (this.#enums.has(type.name)) {
          return isLacked(this.language === "js" ? "string" : "str");
        }
        return this.words.some(({ label, detail }) => label === type.name && detail === "class")
          ? !isOfAll(this.language, name) && this.#lacksWord(type.name, name)
          : isLacked(type.name);
      case "list":
        return isLacked(type.as);
      case "tuple":
        return isLacked("tuple");
      case "union":
        return type.of.every((one) => this.#lacks(one, name));
      case "own":
        return false;
    }
  }

  #lacksWord(owner: string, name: string): boolean {
    const all = this.words.filter((word) => word.of === owner);
    return all.length > 0 && !all.some(({ label }) => label === name);
  }

  // isNoMethod says whether something is called that is a value.
  #isNoMethod(node: Node, type: Type, name: string): boolean {
    const isCalled = node.parent?.name === "CallExpression" && node.parent.firstChild?.from === node.from;
    const word = type.kind === "named" && this.words.find((one) => one.of === type.name && one.label === name);
    return isCalled && word !== undefined && word !== false && !/^[(<]|^class$|^Any$/.test(word.detail ?? "");
  }

  // checkOwn finds a member of the bot itself that stands nowhere else, so that nothing can make it.
  #checkOwn(type: Maybe, member: Node, name: string): void {
    const isOpen =
      /\b(?:setattr|__getattr__|__getattribute__|__dict__|__slots__|static|Proxy|defineProperty)\b|\bassign\(this/;
    if (type?.kind !== "own" || isOpen.test(this.code) || /\bthis\[/.test(this.code)) {
      return;
    }
    const owned = this.#all.members(type)?.map(({ label }) => label);
    const isInherited = isOfAll(this.language, name) || ["name", "version", "once", "start", "play"].includes(name);
    if (owned !== undefined && !owned.includes(name) && !isInherited && this.#isOnlyAsked(name)) {
      this.#add(member, "member", name, this.language === "js" ? "this" : "self", near(name, owned));
    }
  }

  #isOnlyAsked = (name: string): boolean =>
    this.code.match(new RegExp(`\\b${name}\\b`, "g"))?.length === this.#names.asked.get(name);

  // checkCall compares what a method of the SDK is given with what it takes.
  #checkCall(node: Node): void {
    const callee = node.firstChild;
    const list = node.getChild("ArgList");
    if (callee?.name !== "MemberExpression" || list === null) {
      return;
    }
    const owner = this.#all.type(callee.firstChild);
    const name = this.#text(callee.lastChild);
    if (owner?.kind === "named") {
      const word = this.words.find((one) => one.of === owner.name && one.label === name);
      const params = word && paramsOf(word.detail ?? "");
      if (params !== undefined) {
        this.#checkArgs(callee, list, name, params);
      }
    } else if (name === "includes" && callee.firstChild?.name === "ArrayExpression") {
      this.#checkWords(this.#all.type(children(list)[0]), children(callee.firstChild));
    }
  }

  #checkArgs(callee: Node, list: Node, name: string, params: readonly Param[]): void {
    const args = argsOf(list, this.#text);
    if (args === undefined || args.some((arg) => arg.name !== "" && !params.some((one) => one.name === arg.name))) {
      return;
    }
    const given = (param: Param, i: number) =>
      args.find((arg, k) => (arg.name === "" ? k === i : arg.name === param.name));
    const places = params.filter(({ is }) => is !== "rest");
    const isTooMuch = args.length > places.length && places.length === params.length;
    if (isTooMuch || params.some((param, i) => param.is === "needed" && given(param, i) === undefined)) {
      const at = callee.getChild("PropertyName") ?? callee;
      this.#add(at, "count", `${name}: ${args.length}`, needed(params));
      return;
    }
    for (const [i, param] of places.entries()) {
      const kinds = param.type.split("|").map((one) => one.trim());
      const kind = kinds.find((one) => this.#enums.has(one));
      const arg = given(param, i);
      if (kind !== undefined && arg !== undefined) {
        this.#checkWord(kind, arg.node);
      }
    }
  }

  // checkComparison finds what is never equal.
  #checkComparison(node: Node): void {
    const [left, ...rest] = children(node);
    const right = rest.at(-1);
    const op = rest
      .slice(0, -1)
      .map((one) => this.#text(one))
      .join(" ");
    if (left === undefined || right === undefined) {
      return;
    }
    if (["==", "!=", "===", "!=="].includes(op)) {
      this.#checkWords(this.#all.type(left), [right]);
      this.#checkWords(this.#all.type(right), [left]);
    } else if (this.language === "py" && /^(?:not )?in$/.test(op) && /^(?:Tuple|Array|Set)E/.test(right.name)) {
      this.#checkWords(this.#all.type(left), children(right));
    }
  }

  #checkSwitch(node: Node): void {
    const cases = node.getChild("SwitchBody")?.getChildren("CaseLabel") ?? [];
    this.#checkWords(
      this.#all.type(node.getChild("ParenthesizedExpression")),
      cases.flatMap((one) => one.getChildren("String")),
    );
  }

  #checkWords(type: Maybe, nodes: readonly Node[]): void {
    if (type?.kind === "named" && this.#enums.has(type.name)) {
      nodes.forEach((one) => this.#checkWord(type.name, one));
    }
  }

  // checkWord looks whether a text is one of the words of a kind.
  #checkWord(kind: string, node: Node): void {
    const all = this.#enums.get(kind) ?? [];
    const text = node.name === "String" ? /^(["'])([^"'\\]*)\1$/.exec(this.#text(node))?.[2] : undefined;
    if (text !== undefined && !all.includes(text)) {
      this.#add(node, "word", text, kind, near(text, all) || all.join(", "));
    }
  }
}

interface Arg {
  readonly name: string; // if it is given by name
  readonly node: Node;
}

// argsOf are what a function is given; nothing if that is not known.
function argsOf(list: Node, text: (node: Node) => string): Arg[] | undefined {
  const all = children(list);
  const isOpen =
    all.some(({ name }) => name === "Spread" || name === "for") || list.getChild("*") || list.getChild("**");
  if (isOpen) {
    return undefined;
  }
  const args: Arg[] = [];
  for (const [i, node] of all.entries()) {
    const isNamed = all[i - 1]?.name === "AssignOp";
    if (node.name !== "AssignOp" && all[i + 1]?.name !== "AssignOp") {
      const name = all[i - 2];
      args.push({ name: isNamed && name !== undefined ? text(name) : "", node });
    }
  }
  return args;
}

// isOnly says whether a file is for one game and no other, so that its types are those of this game.
function isOnly(language: Language, code: string, words: readonly Word[], game: string): boolean {
  const games = new Set<string>();
  const common = new Set([
    "arena",
    "node",
    "core",
    ...words.filter((one) => one.of === "arena").map((one) => one.label),
  ]);
  if (language === "js") {
    for (const [, name = ""] of code.matchAll(/["']\.\/arena\/([\w-]+)\.mjs["']/g)) {
      games.add(name);
    }
  } else {
    for (const [, names = ""] of code.matchAll(/^\s*from arena import \(?([^)\n]*)/gm)) {
      names.split(",").forEach((one) => games.add(one.trim().split(" ")[0] ?? ""));
    }
    for (const [, name = ""] of code.matchAll(/^\s*(?:from|import) arena\.(\w+)/gm)) {
      games.add(name);
    }
  }
  common.forEach((name) => games.delete(name));
  return games.size === 1 && games.has(game);
}
