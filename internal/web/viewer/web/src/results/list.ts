// The list of matches: what the reader chooses of them, a page at a time, how the chosen bot did in those of each
// kind, and what it noted in them.

import { chartAgain, chartOf, listenToCharts, nameAgain, openChart } from "./charts";
import { at } from "./element";
import type { Columns, Rated } from "./data";
import { choose, type Key, type Match, type Only, type Shown } from "./matches";
import { orderOf, write } from "./order";
import { row, type Table } from "./rows";
import { type By, split } from "./split";
import { inAddress, onlyOf, said, splitTable } from "./splittable";
import { listenToOrder, order, orderBy } from "./standings";

const rowsOfPage = 100;

export const live = document.body.classList.contains("live");
export const given = JSON.parse(at("data").textContent ?? "") as Columns;

const [bot, show, by] = ["bot", "show", "by"].map((id) => at<HTMLSelectElement>(id)) as [
  HTMLSelectElement,
  HTMLSelectElement,
  HTMLSelectElement,
];
const heads = document.querySelectorAll<HTMLElement>("[data-key]"); // what sorts the list
const [back, next] = [at<HTMLButtonElement>("back"), at<HTMLButtonElement>("next")];
let names: readonly string[] = []; // of the bots, by number
let ratings: readonly number[] = [];
let all: Match[] = []; // that have come
let total = 0; // with those in the parts that have not
let earlier = 0; // how many parts have not come: those before all others
let fetchPart: (part: number) => Promise<Match[]> = () => Promise.resolve([]);
let known = new Set<number>(); // numbers of matches
let chosen: Match[] = [];
let page = 0;
let only: Only = {}; // which seats count besides
const usual: { readonly key: Key; readonly down: boolean } = { key: "number", down: true };
let sorted = usual;
let rows = new Map<number, HTMLElement>(); // kept while they are shown, so that the focus stays where it is

const look = (): Table => ({
  bot: bot.value === "" ? undefined : Number(bot.value),
  only,
  show: show.value as Shown,
  ratings,
  names,
  live,
  before: given.before,
  after: given.after,
});

// rate takes names and ratings of the bots, and returns whether they have changed.
export function rate(rated: Rated): boolean {
  const was = `${names} ${ratings}`;
  names = rated.names;
  ratings = rated.ratings;
  const options = [...names.entries()]
    .filter(([, name]) => name !== "")
    .map(([bot, name]) => new Option(name, `${bot}`));
  offer([new Option("any", ""), ...options]);
  const changed = was !== `${names} ${ratings}`;
  if (changed) {
    nameAgain();
  }
  return changed;
}

// What is chosen is in the address, as #bot=7&show=losses&seat=2&by=opponent: links lead here by it. So are the orders of
// the list and of the standings, as sort=-lead&standings=bot.
const asked = (): URLSearchParams => new URLSearchParams(location.hash.slice(1));
const askedBot = (): string => /^\d+$/.exec(asked().get("bot") ?? "")?.[0] ?? "";

// wanted is the bot of the address, until it can be chosen.
let wanted = askedBot();

// followLink chooses what a link on the page itself asks for, or the page before it.
export function followLink(): void {
  const known = ["bot", "show", "by", "chart", "sort", ...Object.keys(onlyOf(asked()))].some((name) =>
    asked().has(name),
  );
  if (!known && !asked().has("standings") && location.hash !== "") {
    return;
  }
  wanted = askedBot();
  bot.value = wanted;
  if (bot.value === wanted) {
    wanted = "";
  } else {
    bot.value = "";
  }
  takeAddress();
  if (history.state === null && !asked().has("sort") && !asked().has("standings")) {
    note(asked()); // a link has been followed: the orders stay
  } else {
    takeOrders();
  }
  page = 0;
  redraw();
  chartAgain();
  if (known) {
    at("list").scrollIntoView();
  }
}

// takeAddress chooses what the address says, apart from the bot.
function takeAddress(): void {
  for (const [select, usual] of [
    [show, "all"],
    [by, ""],
  ] as const) {
    const named = asked().get(select.id);
    select.value = [...select.options].some((option) => option.value === named) ? (named ?? "") : usual;
  }
  only = onlyOf(asked());
  openChart(asked().get("chart"));
}

// takeOrders takes the orders of the address, or the usual ones.
function takeOrders(): void {
  const asks = orderOf(asked().get("sort"));
  const key = [...heads].find(({ dataset }) => dataset["key"] === asks?.key)?.dataset["key"] as Key | undefined;
  sorted = asks === undefined || key === undefined ? usual : { key, down: asks.down };
  markSorted();
  orderBy(orderOf(asked().get("standings")));
}

// address is what leads to a choice, as it is or with other seats that count.
function address(seats: Only = only, shown = show.value): string {
  const choice = inAddress(seats);
  if (bot.value !== "") {
    choice.set("bot", bot.value);
  }
  if (shown !== "all") {
    choice.set("show", shown);
  }
  if (by.value !== "") {
    choice.set("by", by.value);
  }
  const chart = chartOf();
  if (chart !== undefined) {
    choice.set("chart", chart);
  }
  return `#${choice}`;
}

// note writes a choice into the address, with the orders. The state tells it from a link that is followed.
function note(choice: URLSearchParams): void {
  write(choice, "sort", sorted.key === usual.key && sorted.down ? undefined : sorted);
  write(choice, "standings", order());
  history.replaceState(true, "", `#${choice}`);
}

const noteChoice = (): void => note(new URLSearchParams(address().slice(1)));

// offer lets the reader choose among other bots, if they are others.
function offer(options: readonly HTMLOptionElement[]): void {
  const same =
    options.length === bot.options.length && options.every((option, i) => option.text === bot.options[i]?.text);
  if (!same) {
    const was = bot.value || wanted;
    bot.replaceChildren(...options);
    bot.value = was;
    if (bot.value !== was) {
      bot.value = ""; // the bot is gone, or has not come yet
    } else if (was === wanted) {
      wanted = "";
    }
  }
}

function chooseAgain(): void {
  chosen = choose(all, { ...look(), by: sorted.key, down: sorted.down });
  draw();
  drawSplit();
}

// newest tells whether the newest matches are listed, all of them: then the parts that have not come are the last pages.
const newest = (): boolean =>
  bot.value === "" &&
  show.value === "all" &&
  by.value === "" &&
  Object.keys(only).length === 0 &&
  sorted.key === "number" &&
  sorted.down;

function draw(): void {
  const length = newest() ? total : chosen.length;
  const pages = Math.max(1, Math.ceil(length / rowsOfPage));
  page = Math.min(page, pages - 1);
  const table = look();
  const now = new Map(
    chosen
      .slice(page * rowsOfPage, (page + 1) * rowsOfPage)
      .map((m) => [m.number, rows.get(m.number) ?? row(m, table)]),
  );
  arrange(at("rows"), now);
  rows = now;
  at("count").textContent = lacks() ? `reading: ${all.length} of ${total}` : `${length} of ${total}`;
  at("page").textContent = `page ${page + 1} of ${pages}`;
  back.disabled = page === 0;
  next.disabled = page === pages - 1;
  void fetchLacking();
}

// drawSplit draws the table of the kinds, once all matches are there, and says which seats count.
function drawSplit(): void {
  const any = at<HTMLButtonElement>("any");
  any.hidden = Object.keys(only).length === 0;
  any.textContent = `only ${said(only, names)}: count all`;
  const part = at("split");
  part.hidden = by.value === "" || lacks();
  if (!part.hidden) {
    const lots = split(all, chosen, look(), by.value as By, names);
    splitTable(part, lots, { by: by.value, wins: !["won", "shared", "losses"].includes(show.value), only, address });
  }
}

// lacks tells whether parts are needed that have not come. All are where the matches are chosen or ordered otherwise.
const lacks = (): boolean => earlier > 0 && (!newest() || chosen.length < Math.min((page + 1) * rowsOfPage, total));

let fetching = false;

// fetchLacking fetches the parts that are needed, one after the other.
async function fetchLacking(): Promise<void> {
  if (fetching) {
    return;
  }
  fetching = true;
  try {
    while (lacks()) {
      const of = known;
      const part = await fetchPart(earlier - 1);
      if (of !== known) {
        continue; // all have been read anew
      }
      earlier--;
      const come = part.filter((m) => !of.has(m.number));
      come.forEach((m) => of.add(m.number));
      all = [...come, ...all];
      if (newest() || !lacks()) {
        chooseAgain();
      } else {
        at("count").textContent = `reading: ${all.length} of ${total}`;
      }
    }
  } catch {
    at("count").textContent = `not read: ${total - all.length} of ${total}`;
  } finally {
    fetching = false;
  }
}

// arrange puts rows in their order, and moves none that is in its place.
function arrange(body: HTMLElement, now: ReadonlyMap<number, HTMLElement>): void {
  for (const [number, old] of rows) {
    if (!now.has(number)) {
      old.remove();
    }
  }
  let place = body.firstElementChild;
  for (const one of now.values()) {
    if (one === place) {
      place = place.nextElementSibling;
    } else {
      body.insertBefore(one, place);
    }
  }
}

// redraw makes all rows anew. The focus stays.
export function redraw(): void {
  const link = document.activeElement?.closest("#rows a")?.getAttribute("href");
  rows = new Map();
  at("rows").replaceChildren();
  chooseAgain();
  if (link) {
    const again = at("rows").querySelector<HTMLElement>(`a[href="${CSS.escape(link)}"]`);
    again?.focus({ preventScroll: true });
  }
}

// take lists matches instead of all others: the last part of so many. Earlier parts are fetched when they are needed.
export function take(matches: Match[], of: number, parts = 0, fetch = fetchPart): void {
  all = matches;
  total = of;
  earlier = parts;
  fetchPart = fetch;
  known = new Set(all.map((m) => m.number));
  redraw();
  at("list").hidden = false;
  at("without").hidden = true;
}

let drawing = false;

// add lists a match as well. Several that come together are drawn together.
export function add(match: Match): void {
  if (known.has(match.number)) {
    return;
  }
  known.add(match.number);
  all.push(match);
  total++;
  if (!drawing) {
    drawing = true;
    setTimeout(() => {
      drawing = false;
      chooseAgain();
    }, 250);
  }
}

function fromStart(): void {
  wanted = "";
  page = 0;
  redraw();
  chartAgain();
}

function turn(by: number): void {
  page += by;
  draw();
}

function sortBy(button: HTMLElement): void {
  const key = button.dataset["key"] as Key;
  sorted = { key, down: sorted.key === key ? !sorted.down : true };
  markSorted();
  noteChoice();
  fromStart();
}

function markSorted(): void {
  for (const button of heads) {
    const head = button.closest("th");
    head?.removeAttribute("aria-sort");
    if (button.dataset["key"] === sorted.key) {
      head?.setAttribute("aria-sort", sorted.down ? "descending" : "ascending");
    }
  }
}

export function listenToReader(): void {
  takeAddress();
  takeOrders();
  history.replaceState(true, "");
  listenToOrder(noteChoice);
  at("any").addEventListener("click", () => {
    only = {};
    noteChoice();
    fromStart();
  });
  at("rows").addEventListener("click", (event) => {
    const seed = (event.target as HTMLElement).dataset["seed"];
    if (seed !== undefined && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault(); // with what else is chosen
      only = { ...only, seed };
      noteChoice();
      fromStart();
    }
  });
  if (live) {
    listenToCharts({ query: () => address().slice(1), names: () => names, note: noteChoice });
  }
  for (const control of [bot, show, by]) {
    control.addEventListener("change", () => {
      noteChoice();
      fromStart();
    });
  }
  for (const button of heads) {
    button.addEventListener("click", () => sortBy(button));
  }
  back.addEventListener("click", () => turn(-1));
  next.addEventListener("click", () => turn(1));
}
