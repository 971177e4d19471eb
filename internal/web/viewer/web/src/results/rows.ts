// A match as a row of the list.

import { element } from "./element";
import { lead, type Look, type Match, upset } from "./matches";

// A Table is what all rows have in common.
export interface Table extends Look {
  readonly names: readonly string[]; // of the bots, by number
  readonly live: boolean;
  readonly before: string; // the command that plays a match again, around its number
  readonly after: string;
}

function linkTo(m: Match, text: string, live: boolean): HTMLElement {
  const link = element("a", "", text);
  link.href = live ? `match/${m.number}` : (m.link ?? "");
  return link;
}

function seatsCell(m: Match, names: readonly string[]): HTMLElement {
  const cell = element("td", "wide");
  m.seats.forEach((bot, seat) => {
    const name = element("bdi", "", names[bot] ?? "…");
    const text = element("span", m.places[seat] === 1 ? "first" : "", name, ` ${m.scores[seat]}`);
    cell.append(seat > 0 ? ", " : "", text);
  });
  return cell;
}

function verdictsCell(m: Match): HTMLElement {
  const texts = m.verdicts.map(([seat, round, kind, detail]) => `seat ${seat}: ${kind} in round ${round}: ${detail}`);
  return element("td", "bad wide", texts.join("; "));
}

// openCells is how to open a match: by its number, if there is a page of it, and by the last cell, which a phone shows
// only to who looks for it.
function openCells(m: Match, { live, before, after }: Table): [HTMLElement, ...HTMLElement[]] {
  const number = element("td", "n", live || m.link ? linkTo(m, `${m.number}`, live) : `${m.number}`);
  if (live) {
    return [number];
  }
  const how = m.link
    ? linkTo(m, `match ${m.number}`, live)
    : element("code", "", `${before}${m.number}${after} --view`);
  return [number, element("td", "", how)];
}

// seedCell leads to the matches of a seed: those of one board and one luck.
function seedCell({ seed }: Match): HTMLElement {
  const link = element("a", "", seed);
  link.href = `#seed=${seed}`;
  link.dataset["seed"] = seed;
  link.setAttribute("aria-label", `seed ${seed}: only its matches`);
  return element("td", "n", link);
}

export function row(m: Match, table: Table): HTMLElement {
  const [number, ...open] = openCells(m, table);
  const above = upset(m, table);
  return element(
    "tr",
    "",
    number,
    seatsCell(m, table.names),
    element("td", "n", `${lead(m, table)}`),
    element("td", "n", above > 0 ? `${above}` : ""),
    verdictsCell(m),
    seedCell(m),
    ...open,
  );
}
