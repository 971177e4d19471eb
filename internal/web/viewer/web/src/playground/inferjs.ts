// Types in bots that are written in JavaScript.

import { above, children, Inference, nobody, nothing, of, walk, type Sure, type Value } from "./infer";
import type { Word } from "./site";
import { elementOf, listOf, named, parse, partOf, print, union, unsure, type Maybe, type Node } from "./types";

const functions = ["MethodDeclaration", "FunctionDeclaration", "ArrowFunction", "FunctionExpression", "Property"];
const blocks = ["Block", "Script", "ForStatement", ...functions];
const patterns = ["ArrayPattern", "ObjectPattern"];

const isFunction = (node: Node): boolean => functions.includes(node.name) && node.getChild("ParamList") !== null;

export class JavaScript extends Inference {
  #servedNames: readonly string[] | undefined;

  constructor(code: string, top: Node, words: readonly Word[], sure?: Sure) {
    super("js", code, top, words, sure);
    walk(top, (node) => this.#bind(node));
  }

  #bind(node: Node): void {
    const add = (scope: Node, value: () => Value): void =>
      void this.bindings.push({ name: this.text(node), at: node, scope, value });
    const { parent } = node;
    if (node.name === "VariableDefinition" && parent !== null) {
      const isName = ["FunctionDeclaration", "ClassDeclaration"].includes(parent.name);
      add(above(isName ? parent : node, blocks), () => this.#given(node));
    } else if (node.name === "VariableName" && parent?.name === "AssignmentExpression" && !node.prevSibling) {
      add(this.#scopeOf(node), () => this.value(parent.lastChild));
    }
  }

  // scopeOf is where a name that is assigned to was declared.
  #scopeOf(node: Node): Node {
    const name = this.text(node);
    const declared = this.bindings.filter((one) => one.name === name && one.scope.to >= node.to).at(-1);
    return declared?.scope ?? this.top;
  }

  // given is what a definition, or a pattern of several, gets.
  #given(node: Node): Value {
    const { parent } = node;
    switch (parent?.name) {
      case "VariableDeclaration":
        return this.#initial(node);
      case "ForOfSpec":
        return this.oneOf(parent.lastChild?.prevSibling);
      case "ParamList":
        return this.#param(parent, node);
      case "ArrayPattern":
        return of(
          partOf(
            this.#given(parent).type,
            children(parent).findIndex((one) => one.from === node.from),
          ),
        );
      case "PatternProperty": {
        const from = parent.parent === null ? undefined : this.#given(parent.parent).type;
        return this.member(from, this.text(parent.firstChild));
      }
      case "FunctionDeclaration":
        return nobody;
      case "ClassDeclaration":
        return of({ kind: "own", node: parent });
      default:
        return nobody;
    }
  }

  #initial(node: Node): Value {
    let initial = node.nextSibling?.name === "Equals" ? node.nextSibling.nextSibling : null;
    while (initial?.name.endsWith("Comment")) {
      initial = initial.nextSibling;
    }
    const value = initial === null ? nothing : this.value(initial);
    if (!this.sure && initial?.name === "ArrayExpression" && children(initial).length === 0) {
      return of(listOf(this.#pushed(this.text(node), node)));
    }
    return value;
  }

  // pushed is what is put into a list that begins empty.
  #pushed(name: string, at: Node): Maybe {
    let found: Maybe;
    walk(above(at, blocks), (node) => {
      if (node.name === "CallExpression" && this.code.startsWith(`${name}.push(`, node.from)) {
        found = union(found, this.type(argsOf(node)[0]));
      }
    });
    return found;
  }

  // param is what a parameter of a function is given.
  #param(list: Node, node: Node): Value {
    const fn = list.parent;
    const i = children(list)
      .filter(({ name }) => name === "VariableDefinition" || patterns.includes(name))
      .findIndex((one) => one.from === node.from);
    if (fn === null) {
      return nobody;
    }
    const told = this.#told(fn, this.text(node));
    if (told !== undefined) {
      return of(told);
    }
    const name = this.text(fn.getChild("PropertyDefinition") ?? fn.getChild("VariableDefinition"));
    if (i === 0 && ["play", "start"].includes(name) && fn.name !== "FunctionDeclaration" && this.#mayPlay(fn)) {
      return of(named("State"));
    }
    const byList = fn.parent?.name === "ArgList" ? this.#passed(fn.parent, i) : undefined;
    if (this.sure) {
      return of(byList ?? unsure);
    }
    return byList === undefined ? this.#argument(name, i) : of(byList);
  }

  // mayPlay says whether a method is one of a bot: for sure, if only that counts.
  #mayPlay(fn: Node): boolean {
    const owner = ownerOf(fn);
    const call = owner.parent?.parent;
    const isGiven = call?.name === "CallExpression" && this.text(call.firstChild) === "serve";
    const name = this.text(owner.getChild("VariableDefinition"));
    return !this.sure || isGiven || (owner.name === "ClassDeclaration" && this.#served.includes(name));
  }

  // served are the names that are given to serve.
  get #served(): readonly string[] {
    this.#servedNames ??= [...this.code.matchAll(/\bserve\(([^;{]{0,400})\)/g)].flatMap(([, list = ""]) =>
      list.split(/\W+/),
    );
    return this.#servedNames;
  }

  // told is what a comment before a function says of a parameter.
  #told(fn: Node, name: string): Maybe {
    const comment = fn.prevSibling?.name === "BlockComment" ? this.text(fn.prevSibling) : "";
    const found = [...comment.matchAll(/@param \{(.*?)\} \[?(\w+)/g)].find(([, , of]) => of === name);
    return found && (this.sure && this.isForeign(found[1] ?? "") ? unsure : this.sdkType(found[1] ?? ""));
  }

  // passed is what a method of a list gives to the function that it is given.
  #passed(args: Node, i: number): Maybe {
    const callee = args.parent?.firstChild;
    const from = callee?.name === "MemberExpression" ? this.type(callee.firstChild) : undefined;
    if (from?.kind !== "list" && from?.kind !== "tuple") {
      return undefined;
    }
    const method = this.text(callee?.lastChild);
    if (this.sure && (!sureOfItem.has(method) || (i === 1 && (from.kind !== "list" || from.as !== "list")))) {
      return method === "reduce" && i === 1 ? elementOf(from) : unsure;
    }
    switch (method) {
      case "sort":
        return elementOf(from);
      case "reduce": {
        const [, first] = argsOf(args.parent);
        return i === 1 ? elementOf(from) : i === 0 ? (first ? this.type(first) : elementOf(from)) : named("number");
      }
      default:
        return i === 0 ? elementOf(from) : i === 1 ? named("number") : undefined;
    }
  }

  // argument is what an own function is called with somewhere.
  #argument(name: string, i: number): Value {
    let found = nobody;
    walk(this.top, (node) => {
      if (name !== "" && found.type === undefined && node.name === "CallExpression") {
        const called = this.text(node.firstChild);
        if (called === name || called === `this.${name}`) {
          found = this.value(argsOf(node)[i]);
        }
      }
    });
    return found;
  }

  protected valueOf(node: Node): Value {
    const [first, second] = children(node);
    if (this.sure && this.#mayBeOther(node)) {
      return nobody;
    }
    switch (node.name) {
      case "VariableName":
        return this.#named(node);
      case "this":
        return of({ kind: "own", node: ownerOf(node) });
      case "MemberExpression":
        return this.#memberValue(node);
      case "CallExpression":
        return this.#call(node);
      case "NewExpression":
        return this.#made(node, second);
      case "ParenthesizedExpression":
        return this.value(first);
      case "AssignmentExpression":
        return this.value(node.lastChild);
      case "ArrayExpression":
        return of(listOf(union(...items(node).map((item) => this.#item(item)))));
      case "ConditionalExpression":
        return of(
          union(
            ...children(node)
              .slice(1)
              .map((one) => (one.name === "LogicOp" ? undefined : this.type(one))),
          ),
        );
      case "BinaryExpression":
        return of(this.#binary(node));
      case "ObjectExpression": // an empty one is filled somewhere else
        return first === undefined ? nobody : of({ kind: "own", node });
      case "Number":
        return of(named("number"));
      case "String":
      case "TemplateString":
        return of(named("string"));
      case "BooleanLiteral":
        return of(named("boolean"));
      case "UnaryExpression":
        return of(named(this.text(node.firstChild) === "!" ? "boolean" : "number"));
      default:
        return nobody;
    }
  }

  // mayBeOther knows what is looked at only roughly, or said by a name that is not called here.
  #mayBeOther(node: Node): boolean {
    switch (node.name) {
      case "UnaryExpression":
        return this.text(node.firstChild) !== "!";
      case "Number":
        return this.text(node).endsWith("n");
      case "BinaryExpression": // a sum may be a text, and a product of very large numbers is none of numbers
        return node.getChild("ArithOp") !== null && !children(node).every((one) => isNumber(this, one));
      case "MemberExpression":
        return node.getChild("PropertyName") === null && /["'`]/.test(this.text(node.lastChild?.prevSibling));
      default:
        return false;
    }
  }

  #named(node: Node): Value {
    const name = this.text(node);
    const value = this.nameValue(name, node);
    const word = this.words.find((one) => one.of === undefined && one.label === name);
    if (value.type !== undefined) {
      return value;
    }
    return word === undefined
      ? of(name === "Math" ? named(name) : undefined)
      : { type: this.typeIn(word, undefined), word };
  }

  #item(item: Node): Maybe {
    const isSpread = item.prevSibling?.name === "Spread";
    return isSpread ? elementOf(this.type(item)) : this.type(item);
  }

  #memberValue(node: Node): Value {
    const from = this.type(node.firstChild);
    if (node.getChild("PropertyName") !== null) {
      const value = this.member(from, this.text(node.lastChild));
      return this.sure && !this.isUsedAsMeant(node, value) ? nobody : value;
    }
    const place = node.getChild("Number", "[");
    return of(place === null ? elementOf(from) : partOf(from, Number(this.text(place))));
  }

  #binary(node: Node): Maybe {
    const [left, op, right] = children(node);
    switch (op?.name) {
      case "LogicOp":
        return this.text(op) === "&&" ? this.type(right) : union(this.type(left), this.type(right));
      case "ArithOp": {
        const isText = [left, right].some((one) => print1(this.type(one)) === "string");
        return named(isText ? "string" : "number");
      }
      case "CompareOp":
        return named("boolean");
      default:
        return undefined;
    }
  }

  #call(node: Node): Value {
    const callee = node.firstChild;
    const args = argsOf(node);
    if (callee?.name !== "MemberExpression") {
      const name = this.text(callee);
      const fn = this.#function(name, node);
      if (
        this.sure &&
        (this.bindings.filter((one) => one.name === name).length > 1 || /async|\*/.test(this.#head(fn)))
      ) {
        return nobody;
      }
      return fn === undefined ? of(conversions.get(name)) : this.#returned(fn);
    }
    const from = this.type(callee.firstChild);
    const name = this.text(callee.lastChild);
    if (from?.kind === "list" || from?.kind === "tuple") {
      const made = this.#derived(name, from, args);
      if (made !== undefined) {
        return of(made);
      }
    }
    return this.called(this.value(callee), args);
  }

  // head is what stands before the brackets of a function.
  #head = (fn: Node | undefined): string =>
    fn?.getChild("ParamList") ? this.code.slice(fn.from, fn.getChild("ParamList")?.from) : "";

  // made is what new makes: a set, a map, one of an own class.
  #made(node: Node, name: Node | undefined): Value {
    switch (this.text(name)) {
      case "Set":
        return of(listOf(elementOf(this.type(argsOf(node)[0])), "set"));
      case "Map":
        return of(named("Map"));
      default:
        return this.value(name);
    }
  }

  // derived is what a method of a list makes of it by a function.
  #derived(name: string, from: Maybe, [take, first]: readonly Node[]): Maybe {
    switch (name) {
      case "map":
        return listOf(take && this.#returned(take).type);
      case "flatMap":
        return listOf(elementOf(take && this.#returned(take).type));
      case "flat":
        return listOf(elementOf(elementOf(from)));
      case "reduce":
        return this.sure ? unsure : first === undefined ? elementOf(from) : this.type(first);
      case "concat":
      case "fill":
        return this.sure && listOf(unsure);
      default:
        return undefined;
    }
  }

  // function finds an own function by its name.
  #function(name: string, at: Node): Node | undefined {
    const binding = this.bindings.findLast(
      (one) => one.name === name && one.scope.from <= at.from && at.to <= one.scope.to,
    );
    const { parent } = binding?.at ?? {};
    return parent?.name === "FunctionDeclaration" ? parent : (parent?.getChild("ArrowFunction") ?? undefined);
  }

  // returned is what a function returns.
  #returned(fn: Node): Value {
    if (!isFunction(fn) && fn.name !== "ArrowFunction") {
      return nobody;
    }
    return this.once(`returned ${fn.from}`, () => {
      if (this.sure && /^async|\*/.test(this.#head(fn))) {
        return nobody;
      }
      const body = fn.getChild("Block");
      if (body === null) {
        return this.value(fn.lastChild);
      }
      let found: Maybe;
      walk(body, (node) => {
        if (node.name === "ReturnStatement") {
          found = union(found, this.type(children(node)[1] ?? null));
        }
        return !functions.includes(node.name);
      });
      return of(found);
    });
  }

  protected ownMembers(owner: Node): ReadonlyMap<string, () => Value> {
    const all = new Map<string, () => Value>();
    if (owner.name === "Script") {
      return all;
    }
    const body = owner.getChild("ClassBody") ?? owner;
    for (const one of children(body)) {
      const name = one.getChild("PropertyDefinition");
      if (name !== null) {
        const get = isFunction(one) ? () => this.#returned(one) : () => this.#field(one, name);
        all.set(this.text(name), get);
      }
    }
    walk(body, (node) => {
      const [to, value] = node.name === "AssignmentExpression" ? [node.firstChild, node.lastChild] : [];
      const name = to && /^this\.(\w+)$/.exec(this.text(to))?.[1];
      if (name && all.get(name)?.().type === undefined) {
        all.set(name, () => this.value(value));
      }
    });
    return all;
  }

  // isWhole takes a class for whole that extends none, and an object with nothing but names.
  protected isWhole(owner: Node): boolean {
    const isSpread = owner.name === "ObjectExpression" && owner.getChild("Property")?.getChild("Spread");
    return owner.name !== "Script" && owner.getChild("extends") === null && !isSpread;
  }

  // field is what a field of a class, or a property of an object, begins with.
  #field(one: Node, name: Node): Value {
    const { lastChild } = one;
    return lastChild === null || lastChild.from === name.from
      ? this.nameValue(this.text(name), one)
      : this.value(lastChild);
  }
}

// ownerOf is the class or object whose method a node is in.
function ownerOf(node: Node): Node {
  let at = node;
  while (at.parent !== null) {
    const { parent } = at;
    if (parent.name === "ClassBody" && parent.parent !== null) {
      return parent.parent;
    }
    if (parent.name === "ObjectExpression" && isFunction(at)) {
      return parent;
    }
    at = parent;
  }
  return at;
}

// sureOfItem are methods of lists of which it is sure what they give to the function that they are given.
const sureOfItem = new Set("every,filter,find,findIndex,findLast,flatMap,forEach,map,some,sort".split(","));

const isNumber = (all: Inference, node: Node): boolean => {
  const type = all.type(node);
  return node.name === "ArithOp" || (type?.kind === "named" && type.name === "number");
};

const conversions = new Map<string, Maybe>([
  ["String", parse("string")],
  ["Number", parse("number")],
  ["Boolean", parse("boolean")],
]);

const print1 = (type: Maybe): string | undefined => type && print(type, "js");

const items = (node: Node): Node[] => children(node).filter(({ name }) => name !== "Spread");

const argsOf = (call: Node | null | undefined): Node[] => {
  const list = call?.getChild("ArgList");
  return list ? children(list) : [];
};
