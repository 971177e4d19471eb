// What a method takes, as its detail says it.

import { split } from "./types";

export interface Param {
  readonly name: string;
  readonly type: string;
  readonly is: "needed" | "optional" | "named" | "rest";
}

// paramsOf reads "(player: number, kind?: Kind): Unit[]", or as Python has it; nothing if it is of no method.
export function paramsOf(detail: string): readonly Param[] | undefined {
  const list = /^(?:<\w+>)?\((.*)$/s.exec(detail)?.[1];
  if (list === undefined) {
    return undefined;
  }
  let depth = 1;
  let end = 0;
  for (; end < list.length && depth > 0; end++) {
    depth += "([{".includes(list[end] ?? "") ? 1 : ")]}".includes(list[end] ?? "") ? -1 : 0;
  }
  const inside = list.slice(0, end - 1).trim();
  let isNamed = false;
  return (inside === "" ? [] : split(inside, ",")).flatMap((text): Param[] => {
    if (text === "*" || text === "/") {
      isNamed ||= text === "*";
      return [];
    }
    const [, rest, name = "", mark, , type = ""] = /^(\.\.\.|\*\*?)?(\w+)(\?)?(:\s*(.*))?$/s.exec(text) ?? [];
    const [only = "", otherwise] = type.split(" = ");
    const is = rest ? "rest" : mark || otherwise !== undefined ? "optional" : isNamed ? "named" : "needed";
    return [{ name, type: only, is }];
  });
}

// needed says how many values a method takes, in digits.
export function needed(params: readonly Param[]): string {
  const least = params.filter(({ is }) => is === "needed").length;
  const isOpen = params.some(({ is }) => is === "rest");
  const most = params.filter(({ is }) => is !== "rest").length;
  return isOpen ? `${least}+` : least === most ? `${least}` : `${least}–${most}`;
}
