// The order of the standings, which the reader may change. Go has made the table.

import { element } from "./element";

let sorted: { readonly column: number; readonly down: boolean } | undefined; // as they came, else

const least = "rank, bot, place"; // columns in which less is better, or first

// arrange gives the heads their buttons, and the rows the order that was chosen: also in a table that has come anew.
export function arrange(part: ParentNode = document): void {
  for (const table of part.querySelectorAll<HTMLTableElement>(".standings")) {
    table.querySelectorAll("th[scope=col]:not(.scale)").forEach((head) => {
      if (head.querySelector("button") === null) {
        const button = element("button", "");
        button.type = "button";
        button.append(...head.childNodes);
        button.addEventListener("click", () => sortBy(head as HTMLTableCellElement));
        head.append(button);
      }
    });
    if (sorted !== undefined) {
      sort(table, sorted.column, sorted.down);
    }
  }
}

function sortBy(head: HTMLTableCellElement): void {
  const column = head.cellIndex;
  const down = !least.includes(head.querySelector("abbr")?.title ?? head.textContent);
  sorted = { column, down: sorted?.column === column ? !sorted.down : down };
  arrange();
}

function sort(table: HTMLTableElement, column: number, down: boolean): void {
  const body = table.tBodies[0];
  const rows = [...(body?.rows ?? [])];
  const textOf = (row: HTMLTableRowElement): string => row.cells[column]?.textContent ?? "";
  const order = (a: string, b: string): number => (parseFloat(a) || 0) - (parseFloat(b) || 0) || a.localeCompare(b);
  body?.append(...rows.sort((a, b) => (down ? -1 : 1) * order(textOf(a), textOf(b))));
  table.querySelectorAll("th[scope=col]").forEach((head, i) => {
    if (i === column) {
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
    } else {
      head.removeAttribute("aria-sort");
    }
  });
}
