// The list of matches: what the reader chooses of them, a page at a time.

import { at } from "./element";
import type { Columns } from "./data";
import { choose, type Key, type Match, type Shown } from "./matches";
import { row, type Table } from "./rows";

const rowsOfPage = 100;

export const live = document.body.classList.contains("live");
export const given = JSON.parse(at("data").textContent ?? "") as Columns;

const [bot, show] = [at<HTMLSelectElement>("bot"), at<HTMLSelectElement>("show")];
const [back, next] = [at<HTMLButtonElement>("back"), at<HTMLButtonElement>("next")];
let names: string[] = []; // of the bots, by number
let ratings: number[] = [];
let all: Match[] = [];
let known = new Set<number>(); // numbers of matches
let chosen: Match[] = [];
let page = 0;
let sorted: { key: Key; down: boolean } = { key: "number", down: true };
let rows = new Map<number, HTMLElement>(); // kept while they are shown, so that the focus stays where it is

const look = (): Table => ({
  bot: bot.value === "" ? undefined : Number(bot.value),
  ratings,
  names,
  live,
  before: given.before,
  after: given.after,
});

// readTables reads names and ratings from the table, and returns whether they have changed.
export function readTables(): boolean {
  const was = `${names} ${ratings}`;
  names = [];
  ratings = [];
  for (const line of document.querySelectorAll<HTMLElement>("#standings tr[data-bot]")) {
    const number = Number(line.dataset["bot"]);
    names[number] = line.querySelector("bdi")?.textContent ?? "";
    ratings[number] = Number(line.dataset["rating"]);
  }
  offer([new Option("any", ""), ...names.flatMap((name, number) => new Option(name, `${number}`))]); // without gaps
  return was !== `${names} ${ratings}`;
}

// offer lets the reader choose among other bots, if they are others.
function offer(options: readonly HTMLOptionElement[]): void {
  const same =
    options.length === bot.options.length && options.every((option, i) => option.text === bot.options[i]?.text);
  if (!same) {
    const was = bot.value;
    bot.replaceChildren(...options);
    bot.value = was;
  }
}

function chooseAgain(): void {
  chosen = choose(all, { ...look(), show: show.value as Shown, by: sorted.key, down: sorted.down });
  draw();
}

function draw(): void {
  const pages = Math.max(1, Math.ceil(chosen.length / rowsOfPage));
  page = Math.min(page, pages - 1);
  const table = look();
  const now = new Map(
    chosen
      .slice(page * rowsOfPage, (page + 1) * rowsOfPage)
      .map((m) => [m.number, rows.get(m.number) ?? row(m, table)]),
  );
  arrange(at("rows"), now);
  rows = now;
  at("count").textContent = `${chosen.length} of ${all.length}`;
  at("page").textContent = `page ${page + 1} of ${pages}`;
  back.disabled = page === 0;
  next.disabled = page === pages - 1;
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

// take lists matches instead of all others.
export function take(matches: Match[]): void {
  all = matches;
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
  if (!drawing) {
    drawing = true;
    setTimeout(() => {
      drawing = false;
      chooseAgain();
    }, 250);
  }
}

function fromStart(): void {
  page = 0;
  redraw();
}

function turn(by: number): void {
  page += by;
  draw();
}

function sortBy(button: HTMLElement): void {
  const key = button.dataset["key"] as Key;
  sorted = { key, down: sorted.key === key ? !sorted.down : true };
  for (const head of document.querySelectorAll(".list th")) {
    head.removeAttribute("aria-sort");
  }
  button.closest("th")?.setAttribute("aria-sort", sorted.down ? "descending" : "ascending");
  fromStart();
}

export function listenToReader(): void {
  for (const control of [bot, show]) {
    control.addEventListener("change", fromStart);
  }
  for (const button of document.querySelectorAll<HTMLElement>("[data-key]")) {
    button.addEventListener("click", () => sortBy(button));
  }
  back.addEventListener("click", () => turn(-1));
  next.addEventListener("click", () => turn(1));
}
