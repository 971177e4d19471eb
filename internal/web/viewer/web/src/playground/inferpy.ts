// Types in bots that are written in Python.

import { above, children, Inference, nobody, of, walk, type Sure, type Value } from "./infer";
import type { Word } from "./site";
import { elementOf, listOf, named, parse, partOf, union, unsure, type Maybe, type Node, type Type } from "./types";

const comprehensions = [
  "ArrayComprehensionExpression",
  "ComprehensionExpression",
  "SetComprehensionExpression",
  "DictionaryComprehensionExpression",
];
const scopes = ["FunctionDefinition", "LambdaExpression", "Script", ...comprehensions];
// isComprehension knows one without brackets of its own, too, which is all that a function is given.
const isComprehension = (node: Node): boolean =>
  comprehensions.includes(node.name) || (node.name === "ArgList" && node.getChild("for") !== null);

const targets = ["VariableName", "TupleExpression", "ArrayExpression", "MemberExpression"];

export class Python extends Inference {
  readonly #classes = new Map<string, Node>();
  readonly #fields: { readonly owner: Node; readonly name: string; readonly value: () => Value }[] = [];

  constructor(code: string, top: Node, words: readonly Word[], sure?: Sure) {
    super("py", code, top, words, sure);
    walk(top, (node) => this.#bind(node));
  }

  #bind(node: Node): void {
    switch (node.name) {
      case "ImportStatement":
        return this.#bindImport(node);
      case "AssignStatement":
        return this.#bindAssigned(node);
      case "ForStatement":
        return this.#bindLoops(node, above(node, scopes));
      case "ParamList":
        return this.#bindParams(node);
      case "NamedExpression":
        return this.#add(node.firstChild, above(node, scopes), () => this.value(node.lastChild));
      case "ClassDefinition":
        this.#classes.set(this.text(node.getChild("VariableName")), node);
        return undefined;
      default:
        return isComprehension(node) ? this.#bindLoops(node, node) : undefined;
    }
  }

  // add binds a name, those of a tuple, or a field of self.
  #add(target: Node | null, scope: Node, value: () => Value): void {
    switch (target?.name) {
      case "VariableName":
        this.bindings.push({ name: this.text(target), at: target, scope, value });
        break;
      case "TupleExpression":
      case "ArrayExpression":
        children(target).forEach((one, i) => this.#add(one, scope, () => of(partOf(value().type, i))));
        break;
      case "MemberExpression": {
        const name = /^self\.(\w+)$/.exec(this.text(target))?.[1];
        if (name !== undefined) {
          this.#fields.push({ owner: above(target, ["ClassDefinition"]), name, value });
        }
      }
    }
  }

  #bindImport(node: Node): void {
    const names = children(node);
    const from = names.findIndex(({ name }) => name === "import");
    for (let i = from + 1; i < names.length; i++) {
      const [name, as, alias] = names.slice(i);
      const isAlias = as?.name === "as" && alias !== undefined;
      const at = isAlias ? alias : name;
      if (name?.name === "VariableName" && at !== undefined) {
        const isGame = this.text(names[1]) === "arena" && from === 2;
        this.#add(at, this.top, () => of(this.#module(this.text(name), isGame)));
      }
      i += isAlias ? 2 : 0;
    }
  }

  // module is what an import brings: the module of the game, or that of all games.
  #module(name: string, isOfArena: boolean): Maybe {
    const word = this.words.find((one) => one.of === "arena" && one.label === name);
    if (isOfArena) {
      return word === undefined ? named("game") : this.typeIn(word, undefined);
    }
    return named(name);
  }

  #bindAssigned(node: Node): void {
    const all = children(node);
    const last = all.findLastIndex(({ name }) => name === "AssignOp");
    const type = node.getChild("TypeDef");
    const given = all.slice(last + 1);
    const value = (): Value => {
      const annotated = type && this.#annotated(type);
      return annotated ? of(annotated) : given.length > 1 ? of(this.#tuple(given)) : this.value(given[0]);
    };
    const scope = above(node, scopes);
    const groups = this.#groups(last < 0 ? all : all.slice(0, last));
    for (const group of groups) {
      group.forEach((one, i) => {
        this.#add(one, scope, group.length > 1 ? () => of(partOf(value().type, i)) : value);
      });
    }
  }

  // groups takes apart what stands before signs of assignment.
  #groups(nodes: readonly Node[]): Node[][] {
    const groups: Node[][] = [[]];
    for (const node of nodes) {
      if (node.name === "AssignOp") {
        groups.push([]);
      } else if (targets.includes(node.name)) {
        groups.at(-1)?.push(node);
      }
    }
    return groups;
  }

  #tuple = (nodes: readonly Node[]): Type => ({ kind: "tuple", parts: nodes.map((one) => this.type(one)) });

  // bindLoops binds what goes through something, in a loop or a comprehension.
  #bindLoops(node: Node, scope: Node): void {
    const all = children(node);
    for (const [i, { name }] of all.entries()) {
      const at = name === "for" ? all.findIndex((one, k) => k > i && one.name === "in") : -1;
      const through = all[at + 1];
      if (at < 0 || through === undefined) {
        continue;
      }
      const group = all.slice(i + 1, at);
      const value = (): Value => this.oneOf(through);
      group.forEach((one, k) => this.#add(one, scope, group.length > 1 ? () => of(partOf(value().type, k)) : value));
    }
  }

  #bindParams(list: Node): void {
    const fn = list.parent;
    if (fn === null) {
      return;
    }
    const params = children(list).filter((one) => one.name === "VariableName" && one.prevSibling?.name !== "AssignOp");
    params.forEach((one, i) => this.#add(one, fn, () => this.#param(fn, one, i)));
  }

  // param is what a parameter of a function is given.
  #param(fn: Node, node: Node, i: number): Value {
    const type = node.nextSibling?.name === "TypeDef" ? this.#annotated(node.nextSibling) : undefined;
    if (type !== undefined) {
      return of(type);
    }
    if (fn.name === "LambdaExpression") {
      return of(this.#ordered(fn));
    }
    const name = this.text(fn.getChild("VariableName"));
    const owner = above(fn, ["ClassDefinition"]);
    const isSure = fn.parent?.parent?.from === owner.from && this.#isBot(owner);
    if (owner.name === "ClassDefinition" && i === 0 && (!this.sure || isSure)) {
      return of({ kind: "own", node: owner });
    }
    if (owner.name === "ClassDefinition" && i === 1 && ["play", "start"].includes(name) && (!this.sure || isSure)) {
      return of(named("State"));
    }
    if (this.sure) {
      return of(unsure);
    }
    return this.#argument(name, owner.name === "ClassDefinition" ? i - 1 : i);
  }

  // isBot says whether a class is one of bots, of which all is known.
  #isBot = (owner: Node): boolean => this.#bases(owner).length > 0 && this.isWhole(owner);

  // ordered is what the function gets that says how to order a list.
  #ordered(fn: Node): Maybe {
    const call = fn.parent?.parent;
    const callee = call?.firstChild;
    const isMethod = callee?.name === "MemberExpression";
    if (this.sure && !(isMethod ? /\.sort$/ : /^(?:sorted|min|max)$/).test(this.text(callee))) {
      return unsure;
    }
    if (this.sure && (fn.getChild("ParamList")?.getChildren("VariableName").length !== 1 || !isKey(fn))) {
      return unsure;
    }
    if (this.sure && !isMethod && call && this.#given(call).length !== 1) {
      return unsure;
    }
    const from = callee?.name === "MemberExpression" ? this.type(callee.firstChild) : call && this.#given(call)[0];
    return elementOf(from ?? undefined);
  }

  // argument is what an own function is called with somewhere.
  #argument(name: string, i: number): Value {
    let found = nobody;
    walk(this.top, (node) => {
      if (found.type === undefined && node.name === "CallExpression") {
        const called = this.text(node.firstChild);
        if (called === name || called === `self.${name}`) {
          found = this.value(argsOf(node)[i]);
        }
      }
    });
    return found;
  }

  #annotated(type: Node): Maybe {
    const text = this.text(type).replace(/^:|->/, "");
    return this.sure && this.isForeign(text) ? unsure : this.sdkType(text);
  }

  // sdkType knows the classes of the bot, too.
  override sdkType(text: string, t?: Type): Maybe {
    return this.#ownClasses(parse(text, t));
  }

  #ownClasses(type: Maybe): Maybe {
    switch (type?.kind) {
      case "named": {
        const node = this.#classes.get(type.name);
        return node && !this.words.some(({ of: owner }) => owner === type.name) ? { kind: "own", node } : type;
      }
      case "list":
        return { ...type, of: this.#ownClasses(type.of) };
      case "tuple":
        return { ...type, parts: type.parts.map((part) => this.#ownClasses(part)) };
      case "union":
        return union(...type.of.map((one) => this.#ownClasses(one)));
      default:
        return type;
    }
  }

  protected valueOf(node: Node): Value {
    const all = children(node);
    const [first] = all;
    if (this.sure && this.#mayBeOther(node)) {
      return nobody;
    }
    switch (node.name) {
      case "VariableName":
        return this.#named(node);
      case "MemberExpression":
        return this.#memberValue(node);
      case "CallExpression":
        return this.#call(node);
      case "ParenthesizedExpression":
        return this.value(first);
      case "NamedExpression":
        return this.value(node.lastChild);
      case "ArrayExpression":
        return of(listOf(union(...all.map((one) => this.type(one)))));
      case "TupleExpression":
        return of(this.#tuple(all));
      case "ArrayComprehensionExpression":
        return of(listOf(this.type(first)));
      case "ComprehensionExpression":
        return of(listOf(this.type(first), "other"));
      case "SetComprehensionExpression":
        return of(listOf(this.type(first), "set"));
      case "SetExpression":
        return of(listOf(union(...all.map((one) => this.type(one))), "set"));
      case "ConditionalExpression":
        return of(union(this.type(first), this.type(node.lastChild)));
      case "BinaryExpression":
        return of(this.#binary(node));
      case "Number":
        return of(named(/[.e]/.test(this.text(node)) ? "float" : "int"));
      case "String":
      case "FormatString":
        return of(named("str"));
      case "Boolean":
        return of(named("bool"));
      default:
        return nobody;
    }
  }

  // mayBeOther knows what is looked at only roughly: numbers, and what a comparison of two things gives.
  #mayBeOther(node: Node): boolean {
    switch (node.name) {
      case "Number":
      case "TupleExpression": // of how many, with a star in it?
        return node.name === "Number" || /\*/.test(this.text(node));
      case "BinaryExpression":
        return node.getChild("and") === null && node.getChild("or") === null;
      case "CallExpression": {
        const name = this.text(node.firstChild);
        const isSeveral =
          this.bindings.some((one) => one.name === name) || /[(,]\s*\*|\bdefault\b/.test(this.text(node));
        return node.firstChild?.name === "VariableName" && (isSeveral || this.sure?.changed.has(name) === true);
      }
      default:
        return false;
    }
  }

  #named(node: Node): Value {
    const name = this.text(node);
    const { type, word } = this.nameValue(name, node);
    const own = type === undefined ? this.#classes.get(name) : undefined;
    return own === undefined ? { type, word } : of({ kind: "own", node: own });
  }

  #memberValue(node: Node): Value {
    const from = this.type(node.firstChild);
    if (node.getChild("PropertyName") !== null) {
      const value = this.member(from, this.text(node.lastChild));
      return this.sure && !this.isUsedAsMeant(node, value) ? nobody : value;
    }
    if (node.getChild(":") !== null) {
      return of(from);
    }
    const place = node.getChild("Number", "[");
    return of(place === null ? elementOf(from) : partOf(from, Number(this.text(place))));
  }

  #binary(node: Node): Maybe {
    const [left, op, right] = children(node);
    switch (op?.name) {
      case "and":
        return this.type(right);
      case "or":
        return union(this.type(left), this.type(right));
      case "ArithOp": {
        const both = [this.type(left), this.type(right)];
        return both.some((one) => one?.kind === "list") ? listOf(union(...both.map(elementOf))) : union(...both);
      }
      default:
        return named("bool");
    }
  }

  #call(node: Node): Value {
    const callee = node.firstChild;
    const args = argsOf(node);
    if (callee?.name === "VariableName") {
      const name = this.text(callee);
      const own = this.#classes.get(name);
      const fn = this.#function(name, this.top);
      return own ? of({ kind: "own", node: own }) : fn ? this.#returned(fn) : of(this.#built(name, this.#given(node)));
    }
    return this.called(this.value(callee), args);
  }

  // given are the types of what a function is called with, but for what has a name.
  #given(call: Node): readonly Maybe[] {
    const list = call.getChild("ArgList");
    const args = argsOf(call);
    if (list !== null && isComprehension(list)) {
      return [listOf(this.type(args[0]), "other")];
    }
    const named = args.findIndex((_, i) => args[i + 1]?.name === "AssignOp");
    return (named < 0 ? args : args.slice(0, named)).map((one) => this.type(one));
  }

  // built is what the functions of Python make that bots use most.
  #built(name: string, given: readonly Maybe[]): Maybe {
    const each = given.map(elementOf);
    switch (name) {
      case "enumerate":
        return listOf({ kind: "tuple", parts: [named("int"), each[0]] }, "other");
      case "zip":
        return listOf({ kind: "tuple", parts: each }, "other");
      case "list":
      case "sorted":
        return listOf(each[0]);
      case "reversed":
      case "tuple":
        return listOf(each[0], "other");
      case "set":
        return listOf(each[0], "set");
      case "min":
      case "max":
        return given.length > 1 ? union(...given) : each[0];
      case "range":
        return listOf(named("int"), "other");
      default:
        return conversions.get(name);
    }
  }

  // function finds a function of the module, or of a class.
  #function(name: string, owner: Node): Node | undefined {
    const body = owner.name === "ClassDefinition" ? owner.getChild("Body") : owner;
    return body
      ?.getChildren("FunctionDefinition")
      .concat(body.getChildren("DecoratedStatement").flatMap((one) => one.getChildren("FunctionDefinition")))
      .find((one) => this.text(one.getChild("VariableName")) === name);
  }

  // returned is what a function returns.
  #returned(fn: Node): Value {
    return this.once(`returned ${fn.from}`, () => {
      const type = fn.getChild("TypeDef");
      const annotated = type && this.#annotated(type);
      if (annotated) {
        return of(annotated);
      }
      let found: Maybe;
      walk(fn, (node) => {
        if (node.name === "ReturnStatement") {
          const [, ...given] = children(node);
          found = union(found, given.length > 1 ? this.#tuple(given) : this.type(given[0]));
        }
        return !["FunctionDefinition", "LambdaExpression"].includes(node.name);
      });
      return of(found);
    });
  }

  protected ownMembers(owner: Node): ReadonlyMap<string, () => Value> {
    const all = new Map<string, () => Value>();
    if (owner.name !== "ClassDefinition") {
      return all;
    }
    for (const base of this.#bases(owner)) {
      const own = this.#classes.get(this.text(base));
      for (const [name, value] of own === undefined ? ofBots : this.ownMembers(own)) {
        all.set(name, value);
      }
    }
    const body = owner.getChild("Body");
    for (const fn of body?.getChildren("FunctionDefinition") ?? []) {
      all.set(this.text(fn.getChild("VariableName")), () => this.#returned(fn));
    }
    for (const one of this.#fields.filter((field) => field.owner.from === owner.from)) {
      const before = all.get(one.name);
      all.set(
        one.name,
        before === undefined ? one.value : () => (before().type === undefined ? one.value() : before()),
      );
    }
    for (const field of body?.getChildren("AssignStatement") ?? []) {
      const [name] = children(field);
      all.set(this.text(name), () => this.#fieldOfClass(field));
    }
    return all;
  }

  #bases(owner: Node): readonly Node[] {
    const list = owner.getChild("ArgList");
    return list === null ? [] : children(list);
  }

  protected isWhole(owner: Node): boolean {
    const isKnown = (base: Node): boolean => {
      const own = this.#classes.get(this.text(base));
      return own === undefined ? this.text(base).endsWith(".Bot") : own.from < owner.from && this.isWhole(own);
    };
    return owner.name === "ClassDefinition" && this.#bases(owner).every(isKnown);
  }

  #fieldOfClass(field: Node): Value {
    const type = field.getChild("TypeDef");
    const annotated = type && this.#annotated(type);
    return annotated ? of(annotated) : this.value(field.lastChild);
  }
}

// isKey says whether a function is given by the name of key.
const isKey = ({ prevSibling }: Node): boolean => prevSibling?.name === "AssignOp";

const conversions = new Map<string, Maybe>([
  ...["len", "int", "round", "sum"].map((name) => [name, named("int")] as const),
  ["str", named("str")],
  ["float", named("float")],
]);

// ofBots is what a bot has of the class that all bots in Python begin with.
const ofBots = new Map(["name", "version"].map((name) => [name, () => of(named("str"))]));

const argsOf = (call: Node): Node[] => {
  const list = call.getChild("ArgList");
  return list ? children(list) : [];
};
