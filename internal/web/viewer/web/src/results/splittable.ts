// The table of how a bot did in matches of each kind; its cells lead to them.

import { element } from "./element";
import type { Only, Range } from "./matches";
import { type Lot, winShare } from "./split";

const ranges = ["length", "margin"] as const;
const numbers = ["seat", "against"] as const;

// onlyOf reads which seats count from an address, as seat=2&against=7&margin=0-12.
export function onlyOf(asked: URLSearchParams): Only {
  const only: { seat?: number; against?: number; length?: Range; margin?: Range; seed?: string } = {};
  for (const name of numbers) {
    const [number] = /^\d{1,9}$/.exec(asked.get(name) ?? "") ?? [];
    if (number !== undefined) {
      only[name] = Number(number);
    }
  }
  for (const name of ranges) {
    const [, from, to] = /^(\d{1,15})-(\d{1,15})$/.exec(asked.get(name) ?? "") ?? [];
    if (from !== undefined) {
      only[name] = [Number(from), Number(to)];
    }
  }
  const [seed] = /^\d{1,20}$/.exec(asked.get("seed") ?? "") ?? [];
  return seed === undefined ? only : { ...only, seed };
}

// inAddress writes that.
export function inAddress(only: Only): URLSearchParams {
  const choice = new URLSearchParams();
  for (const [name, value] of Object.entries(only) as [string, number | string | Range][]) {
    choice.set(name, typeof value === "object" ? value.join("-") : `${value}`);
  }
  return choice;
}

// said says it in words.
export function said({ seat, against, length, margin, seed }: Only, names: readonly string[]): string {
  const range = ([from, to]: Range): string => (from === to ? `${from}` : `${from} to ${to}`);
  return [
    seat === undefined ? [] : [`seat ${seat}`],
    against === undefined ? [] : [`against ${names[against] ?? "…"}`],
    length === undefined ? [] : [`a length of ${range(length)}`],
    margin === undefined ? [] : [`a margin of ${range(margin)}`],
    seed === undefined ? [] : [`seed ${seed}`],
  ]
    .flat()
    .join(", ");
}

interface Shown {
  readonly by: string;
  readonly wins: boolean; // seats count that won, and those that did not
  readonly only: Only;
  readonly address: (only: Only, show?: string) => string;
}

// splitTable draws the table.
export function splitTable(part: HTMLElement, lots: readonly Lot[], { by, wins, only, address }: Shown): void {
  const head = (name: string): HTMLElement => {
    const cell = element("th", name === by ? "" : "n", name);
    cell.setAttribute("scope", "col");
    return cell;
  };
  const number = (text: string): HTMLElement => element("td", "n", text);
  const rows = lots.map((lot) => {
    const also = { ...only, ...lot.only };
    const link = (count: number, show?: string): HTMLElement => {
      const to = element("a", "", `${count}`);
      to.href = address(also, show);
      to.setAttribute("aria-label", `${count} ${words[show ?? ""] ?? "seats"}, ${by} ${lot.name}: list them`);
      return element("td", "n", count > 0 ? to : "0");
    };
    const share = wins ? winShare(lot, lots.length) : undefined;
    const off = share?.off === undefined ? "" : ` ±${(100 * share.off).toFixed(1)}`;
    const name = element("th", "", element("bdi", "", lot.name));
    name.setAttribute("scope", "row");
    return element(
      "tr",
      "",
      name,
      link(lot.seats),
      ...(wins
        ? [link(lot.won, "won"), link(lot.shared, "shared"), link(lot.seats - lot.won - lot.shared, "losses")]
        : []),
      number((lot.scores / lot.seats).toFixed(1)),
      number((lot.places / lot.seats).toFixed(2)),
      ...(share ? [number(`${(100 * share.value).toFixed(1)}%${off}`)] : []),
    );
  });
  const titles = [
    by,
    "seats",
    ...(wins ? ["won", "shared", "not won"] : []),
    "score",
    "place",
    ...(wins ? ["wins"] : []),
  ];
  part.querySelector("thead")?.replaceChildren(element("tr", "", ...titles.map(head)));
  part.querySelector("tbody")?.replaceChildren(...rows);
}

const words: Readonly<Record<string, string>> = { won: "won alone", shared: "shared", losses: "not won" };
