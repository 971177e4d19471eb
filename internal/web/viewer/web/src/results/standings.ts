// The order of the standings, which the reader may change. Go has made the table.

import { element } from "./element";
import type { Order } from "./order";

let sorted: Order | undefined; // as they came, else
let note = (): void => {};

const least = "rank, bot, place"; // columns in which less is better, or first

// arrange gives the heads their buttons, and the rows the order that was chosen: also in a table that has come anew.
export function arrange(part: ParentNode = document): void {
  for (const table of part.querySelectorAll<HTMLTableElement>(".standings")) {
    table.querySelectorAll("th[scope=col]:not(.scale)").forEach((head) => {
      if (head.querySelector("button") === null) {
        const button = element("button", "");
        button.type = "button";
        button.append(...head.childNodes);
        button.addEventListener("click", () => sortBy(head));
        head.append(button);
      }
    });
    sort(table);
  }
}

// order is the order that was chosen; undefined for that of the ranks.
export const order = (): Order | undefined => sorted;

// orderBy chooses an order, unless the table has no such column.
export function orderBy(asked: Order | undefined): void {
  const heads = [...document.querySelectorAll(".standings th[scope=col]:not(.scale)")];
  sorted = heads.some((head) => called(head) === asked?.key) ? asked : undefined;
  arrange();
}

// listenToOrder is told when the reader has chosen another order.
export function listenToOrder(by: () => void): void {
  note = by;
}

const called = (head: Element): string => head.querySelector("abbr")?.title ?? head.textContent;

function sortBy(head: Element): void {
  const key = called(head);
  sorted = { key, down: sorted?.key === key ? !sorted.down : !least.includes(key) };
  arrange();
  note();
}

function sort(table: HTMLTableElement): void {
  const heads = [...table.querySelectorAll("th[scope=col]")];
  const column = heads.findIndex((head) => called(head) === sorted?.key);
  if (column < 0 && !heads.some((head) => head.hasAttribute("aria-sort"))) {
    return; // they are as they came
  }
  const body = table.tBodies[0];
  const rows = [...(body?.rows ?? [])];
  const textOf = (row: HTMLTableRowElement): string => row.cells[Math.max(0, column)]?.textContent ?? "";
  const order = (a: string, b: string): number => (parseFloat(a) || 0) - (parseFloat(b) || 0) || a.localeCompare(b);
  body?.append(...rows.sort((a, b) => (sorted?.down ? -1 : 1) * order(textOf(a), textOf(b))));
  heads.forEach((head, i) => {
    if (i === column) {
      head.setAttribute("aria-sort", sorted?.down ? "descending" : "ascending");
    } else {
      head.removeAttribute("aria-sort");
    }
  });
}
