// Where the code of a bot gives a name a value, and where it asks for one.

import { walk } from "./infer";
import type { Language } from "./site";
import type { Node } from "./types";

// A place is asked for, or gets a value: bound is what the bindings of an Inference know of, changed is any other way.
type Role = "read" | "bound" | "changed" | "neither";

export interface Names {
  readonly bound: Set<string>; // somewhere
  readonly changed: Set<string>;
  readonly reads: Node[]; // of variables
  readonly asked: Map<string, number>; // how often members are asked for
  readonly made: Set<string>; // members that get values
  readonly tried: Set<string>; // members of which JavaScript asks whether there are any
}

// namesOf goes through the names of a text.
export function namesOf(language: Language, code: string, top: Node): Names {
  const names: Names = {
    bound: new Set(),
    changed: new Set(),
    reads: [],
    asked: new Map(),
    made: new Set(),
    tried: new Set(),
  };
  const roleOf = language === "js" ? roleInJS : roleInPython;
  walk(top, (node) => {
    if (node.name === "VariableName" || node.name === "VariableDefinition") {
      note(names, code.slice(node.from, node.to), roleOf(node), node);
    } else if (node.name === "PropertyName" && node.parent?.name === "MemberExpression") {
      const name = code.slice(node.from, node.to);
      if (roleOf(node.parent) === "read") {
        names.asked.set(name, (names.asked.get(name) ?? 0) + 1);
      } else {
        names.made.add(name);
      }
      if (language === "js" && isTried(node.parent)) {
        names.tried.add(name);
      }
    }
    return node.name !== "TypeDef"; // what a type is, nobody asks at run time
  });
  return names;
}

// isTried says whether a member that nothing has is no fault at a place: it is undefined.
const isTried = ({ parent, nextSibling }: Node): boolean =>
  nextSibling?.name === "?." ||
  parent?.getChild("LogicOp") != null ||
  ["IfStatement", "ParenthesizedExpression", "ConditionalExpression", "UnaryExpression"].includes(parent?.name ?? "");

function note({ bound, changed, reads }: Names, name: string, role: Role, node: Node): void {
  const isDeclared = node.name === "VariableDefinition";
  if (role === "changed") {
    changed.add(name);
  }
  if (role === "read" || (role === "changed" && !isDeclared && isJS(node))) {
    reads.push(node);
  } else if (role !== "neither") {
    bound.add(name);
  }
}

// isJS says whether a place gets a value in a way in which only JavaScript asks for a declaration.
const isJS = ({ parent }: Node): boolean =>
  ["AssignmentExpression", "PostfixExpression", "UnaryExpression", "ForOfSpec", "ForInSpec"].includes(
    parent?.name ?? "",
  );

const patterns = ["ArrayPattern", "ObjectPattern", "PatternProperty"];

function roleInJS(node: Node): Role {
  const { parent } = node;
  if (node.name === "VariableDefinition") {
    let at = parent;
    while (at !== null && patterns.includes(at.name)) {
      at = at.parent;
    }
    const isAgain = at?.name === "AssignmentExpression" || (/^For.*Spec$/.test(at?.name ?? "") && !isDeclaring(at));
    return isAgain ? "changed" : "bound";
  }
  const isFirst = parent?.firstChild?.from === node.from;
  switch (parent?.name) {
    case "ImportGroup":
    case "ExportGroup":
      return "neither";
    case "AssignmentExpression":
    case "PostfixExpression":
      return isFirst ? "changed" : "read";
    case "ForOfSpec":
    case "ForInSpec":
      return node.nextSibling?.name === "of" || node.nextSibling?.name === "in" ? "changed" : "read";
    case "UnaryExpression": {
      const length = node.from - parent.from;
      return parent.firstChild?.name === "typeof" ? "neither" : length === 2 || isDelete(parent) ? "changed" : "read";
    }
    default:
      return patterns.includes(parent?.name ?? "") ? "changed" : "read";
  }
}

const isDelete = (node: Node): boolean => node.firstChild?.name === "delete";

const isDeclaring = (spec: Node | null): boolean =>
  ["let", "const", "var"].some((word) => spec?.getChild(word) !== null);

const asking = [
  ..."Member Call Unary Binary Conditional Await Yield Dictionary Set Lambda"
    .split(" ")
    .map((name) => `${name}Expression`),
  ..."Expression Return Assert Raise If While".split(" ").map((name) => `${name}Statement`),
  "FormatReplacement",
];

function roleInPython(node: Node): Role {
  const { parent, nextSibling, prevSibling } = node;
  const name = parent?.name ?? "";
  if (parent === null || asking.includes(name)) {
    return "read";
  }
  if (prevSibling?.name === "*" && name !== "ArgList") {
    return "changed";
  }
  if (name === "ForStatement" || parent.getChild("for") !== null) {
    return inLoop(node);
  }
  switch (name) {
    case "ArgList":
      return nextSibling?.name === "AssignOp" ? "neither" : "read";
    case "AssignStatement":
      return followedBy(node, "AssignOp") || parent.getChild("AssignOp") === null ? "bound" : "read";
    case "UpdateStatement":
      return prevSibling === null ? "changed" : "read";
    case "TupleExpression":
    case "ArrayExpression":
      return roleInPython(parent);
    case "ParenthesizedExpression":
      return roleInPython(parent) === "read" ? "read" : "changed";
    case "ParamList":
      return prevSibling?.name === "AssignOp" ? "read" : "bound";
    case "NamedExpression":
      return prevSibling === null ? "bound" : "read";
    case "ImportStatement":
      return "bound";
    default:
      return "changed";
  }
}

function followedBy(node: Node, name: string): boolean {
  for (let at = node.nextSibling; at !== null; at = at.nextSibling) {
    if (at.name === name) {
      return true;
    }
  }
  return false;
}

// inLoop looks whether a name is between for and in.
function inLoop(node: Node): Role {
  for (let at = node.prevSibling; at !== null; at = at.prevSibling) {
    if (at.name === "for") {
      return "bound";
    }
    if (at.name === "in" || at.name === "if") {
      return "read";
    }
  }
  return "read";
}

const into = "push|unshift|splice|fill|copyWithin|append|insert|extend|add|update";
const fresh = /^\s*(?:\[|\{|new |Array\.|list\(|set\(|sorted\()/;

// filledLists tells of which names there are lists into which something may be put that they did not begin with.
export function filledLists(code: string): (name: string) => boolean {
  const filled = new Set([...code.matchAll(/\b(?:this|self)\.\w+\s*=\s*(\w+)/g)].map(([, name]) => name));
  // A name begins where nothing of it stands before, so that a long word is gone through once.
  const calls = [
    ...code.matchAll(new RegExp(`(?<![\\w$.\\])])([\\w$.\\])]+)\\s*\\??\\.\\s*(?:${into})\\b`, "g")),
    ...code.matchAll(/(?<![\w$.\])])([\w$.\])]+)\[[^\]\n]{0,200}\]\s*[-+*]?=(?!=)/g),
  ].map(([, to = ""]) => to);
  let isAny = false;
  for (const to of new Set(calls)) {
    if (/^(?:this|self)\.\w+$/.test(to)) {
      continue; // what is in a field is not sure anyway
    }
    filled.add(to);
    const given = [
      ...code.matchAll(new RegExp(`\\b${to.replaceAll(/\W/g, "\\$&")}\\s*(?::[^=\n]*)?=(?!=)(.{0,20})`, "g")),
    ];
    isAny ||= given.length === 0 || !given.every(([, begin = ""]) => fresh.test(begin));
  }
  return (name) => isAny || filled.has(name);
}
