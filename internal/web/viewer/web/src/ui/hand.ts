// A person plays in a seat: the orders in mind, how they are given, and what the arena says to them.

import { batch, computed, effect, signal, untracked } from "@preact/signals-core";
import {
  type Draft,
  fitting,
  leadsTo,
  ordered,
  textOf,
  unitsIn,
  wayOf,
  waysOf,
  without,
  wordOf,
  wordTo,
} from "../model/draft";
import type { Seat as Told, Word } from "../model/data";
import { indexOf } from "../model/units";
import { toEnd } from "./clock";
import { key, keyKept } from "./later";
import * as matches from "./matches";
import { tell } from "./showing";
import { body } from "./source";
import * as state from "./state";
import { t } from "./tongues";
import { playOn, progress } from "./whatif";

// A Seat is what the arena says of the seat, or of one in what if: there a bot plays on after these orders. Where the
// page around this one plays the match, that takes the orders, and plays a round anew.
export type Seat = Told & {
  readonly bot?: string;
  readonly give?: (orders: string) => void;
  readonly retake?: (round: number) => void;
};

const keptOrders = "arena-orders";
const mostOrders = 1000;

export const seat = signal<Seat | undefined>(undefined);
export const draft = signal<Draft>([]);
export const before = signal<Draft>([]); // the orders of the round before
export const chosen = signal<readonly number[]>([]);
export const refused = signal(""); // why the arena did not take the orders
const sending = signal(false);

const waits = computed(() => {
  const { value: now } = seat;
  const isWanted = now?.bot !== undefined || (!state.complete.value && now?.round === state.last.value);
  return now !== undefined && isWanted && !sending.value;
});
// turn is whether the match waits for the person, and the page shows the round for which it does.
export const turn = computed(() => waits.value && state.time.value === seat.value?.round);
// away is whether the match waits, but the page shows another round.
export const away = computed(() => waits.value && !turn.value && state.clock.value.kind !== "following");

const headers = { "X-Arena": "orders", "X-Arena-Seat": key };

// sit takes the seat, if the address has the key of one.
export async function sit(): Promise<void> {
  try {
    const answer = await fetch("seat", { headers });
    if (!answer.ok && location.search === "") {
      sessionStorage.removeItem(keyKept); // of a match that is gone
      return;
    }
    const said = seated(await body(answer));
    keepKey();
    remember(said);
    seat.value = said;
    wind(said);
    listen();
  } catch (error) {
    tell(t("You cannot play here"), error);
  }
}

// seated reads what an arena says of the seat, which takes rounds back if it says so.
function seated(text: string): Seat {
  const said = JSON.parse(text) as Told;
  return said.retakes === true ? { ...said, retake: (round) => void goBack(round) } : said;
}

// goBack takes back the rounds from one on. The arena shows another match then, in which they are to be ordered anew.
async function goBack(round: number): Promise<void> {
  if (sending.value) {
    return;
  }
  sending.value = true;
  refused.value = "";
  try {
    await body(await post("back", round));
  } catch (error) {
    sending.value = false;
    refused.value = error instanceof Error ? error.message : String(error);
  }
}

// keepKey takes the key out of the address, which is shared without it, and keeps it for when the page is loaded again.
function keepKey(): void {
  try {
    sessionStorage.setItem(keyKept, key);
    history.replaceState(null, "", location.pathname + location.hash);
  } catch {
    // Without storage the address keeps it.
  }
}

interface Kept {
  readonly key: string;
  readonly round: number;
  readonly draft: Draft;
  readonly before: Draft;
}

function remember({ round }: Seat): void {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keptOrders) ?? "{}") as Partial<Kept>;
    if (kept.key === key && kept.round === round) {
      draft.value = kept.draft ?? [];
      before.value = kept.before ?? [];
    }
  } catch {
    // It is as if nothing was ordered yet.
  }
}

function keepOrders(): void {
  if (seat.value?.bot !== undefined || seat.value?.give !== undefined) {
    return;
  }
  const kept: Kept = { key, round: seat.value?.round ?? 0, draft: draft.value, before: before.value };
  try {
    sessionStorage.setItem(keptOrders, JSON.stringify(kept));
  } catch {
    // They are lost when the page is loaded again.
  }
}

// mine reports whether a unit is the person's now.
function mine(unit: number): boolean {
  const units = state.view.value?.frame.units;
  return units !== undefined && units.owner[indexOf(units, unit)] === seat.value?.seat;
}

// hasUnits reports whether there are any to be told something.
export const hasUnits = computed(() => {
  const units = state.view.value?.frame.units;
  return units !== undefined && [...units.id].some((unit, i) => i < units.count && mine(unit));
});

// told are the chosen units that can be told something: others have died, or changed sides.
export const told = computed(() => chosen.value.filter(mine));

export function give(word: string | undefined): void {
  if (turn.value && told.value.length > 0 && word !== undefined) {
    draft.value = ordered(draft.value, told.value, word);
    refused.value = "";
  }
}

// takeBack takes the last order away, and chooses its unit.
export function takeBack(): void {
  const [unit] = draft.value.at(-1) ?? [];
  if (turn.value && unit !== undefined) {
    draft.value = without(draft.value, [unit]);
    choose([unit]);
  }
}

export function repeat(): void {
  const { view } = state;
  if (turn.value && view.value !== undefined && seat.value !== undefined) {
    const again = fitting(before.value, view.value.frame, seat.value.seat);
    draft.value = [
      ...without(
        again,
        draft.value.map(([unit]) => unit),
      ),
      ...draft.value,
    ];
  }
}

let shown: state.Selection = { kind: "none" }; // as it was chosen here, and no constant of the page

// choose chooses units: one is followed, so that the page tells of it; more have frames.
export function choose(units: readonly number[]): void {
  const [unit, more] = units;
  const round = seat.value?.round ?? 0;
  shown = unit !== undefined && more === undefined ? { kind: "unit", unit, since: round } : { kind: "none" };
  batch(() => {
    chosen.value = units;
    state.selection.value = shown;
  });
}

// next chooses the next unit that has no order yet.
export function next(): void {
  const units = state.view.value?.frame.units;
  if (!turn.value || units === undefined) {
    return;
  }
  const done = new Set(draft.value.map(([unit]) => unit));
  const free = [...units.id].filter((unit, i) => i < units.count && mine(unit) && !done.has(unit));
  const now = chosen.value.at(-1) ?? -1;
  const unit = free.find((one) => one > now) ?? free[0];
  if (unit !== undefined) {
    choose([unit]);
  }
}

// pick takes what the reader selects for a choice: one of the person's units, or the cell to which the chosen ones go.
function pick(selection: state.Selection): void {
  const { view } = state;
  if (selection === shown || !turn.value || view.value === undefined) {
    return;
  }
  if (selection.kind !== "cell") {
    choose(selection.kind === "unit" && mine(selection.unit) ? [selection.unit] : []);
    return;
  }
  pickCell(selection.cell);
}

function pickCell(cell: number): void {
  const { frame, data } = state.view.value!;
  const { seat: own, words } = seat.value!;
  const there = unitsIn(data.legend, frame, own, cell, cell);
  const now = told.value;
  if (there.length > 0) {
    const at = now.length === 1 ? there.indexOf(now[0] ?? -1) : -1;
    choose(at < 0 ? there.slice(0, 1) : there.slice(at + 1, at + 2)); // a click for each that stands there, then none
    return;
  }
  if (now.length === 0) {
    return;
  }
  for (const unit of now) {
    const from = frame.units.cell[indexOf(frame.units, unit)] ?? -1;
    const word = from < 0 ? undefined : wordTo(words, data.legend, from, cell);
    if (word !== undefined) {
      draft.value = ordered(draft.value, [unit], word.word);
    }
  }
  choose(now);
}

export const left = signal<number>(); // seconds for the orders of the round; nothing: as long as one likes

let until = Infinity;

// wind winds the clock for a round.
function wind({ left: rest }: { readonly left?: number | undefined }): void {
  until = rest === undefined ? Infinity : performance.now() + rest;
  tick();
}

const second = 1000; // milliseconds

function tick(): void {
  const rest = until - performance.now();
  left.value = until === Infinity ? undefined : Math.max(0, Math.ceil(rest / second));
  if (rest <= 0) {
    until = Infinity;
    handOver(); // an arena that keeps the time has what is ordered so far, and goes on by itself
  }
}

// handOver gives the orders to the page around this one, if that plays the match.
function handOver(): boolean {
  const now = seat.value;
  if (now?.give === undefined) {
    return false;
  }
  const orders = draft.value;
  take({ ...now, round: now.round + 1 }, orders);
  now.give(textOf(orders));
  return true;
}

let telling = Promise.resolve();

// tellDraft tells the arena that keeps the time what is ordered so far.
function tellDraft(): void {
  const { value: orders } = draft;
  const { limit, round, give: other } = seat.peek() ?? {};
  if (limit === undefined || other !== undefined) {
    return;
  }
  const given = JSON.stringify({ round, orders: textOf(orders), draft: true });
  telling = telling
    .then(() => fetch("orders", { method: "POST", headers, body: given }))
    .then(
      () => undefined,
      () => undefined, // what is sent at last counts, and says so if it does not come there
    );
}

// send sends the orders of the round.
export async function send(): Promise<void> {
  const now = seat.value;
  if (!turn.value || now === undefined || handOver()) {
    return;
  }
  const orders = draft.value;
  sending.value = true;
  refused.value = "";
  if (now.bot !== undefined) {
    await ask(now, orders);
    sending.value = false;
    return;
  }
  try {
    const answer = await fetch("orders", {
      method: "POST",
      headers,
      body: JSON.stringify({ round: now.round, orders: textOf(orders) }),
    });
    if (answer.status === 409) {
      refused.value = (await answer.text()).trim(); // another tab was first, or the match is over
      await catchUp();
      return;
    }
    take(seated(await body(answer)), orders);
  } catch (error) {
    refused.value = error instanceof Error ? error.message : String(error);
  } finally {
    sending.value = false;
  }
}

// post tells the arena a number that the person chose.
const post = (what: string, number: number | string): Promise<Response> =>
  fetch(`${what}?choose=${number}`, { method: "POST", headers: { ...headers, "X-Arena": what } });

// setClock chooses a time for the orders of the rounds to come.
export async function setClock(clock: string): Promise<void> {
  try {
    const said = seated(await body(await post("clock", clock)));
    const { value: now } = seat;
    seat.value = now && { ...now, clock: said.clock ?? 0 };
    refused.value = "";
  } catch (error) {
    refused.value = error instanceof Error ? error.message : String(error);
  }
}

// ask plays on with the orders; without success the page says why.
async function ask({ seat: number, bot = "" }: Seat, orders: Draft): Promise<void> {
  const { value } = matches.chosen;
  await playOn(number, bot, textOf(orders));
  if (matches.chosen.value === value) {
    refused.value = progress.value;
  } else {
    leave();
  }
}

// asked seats the person in a match of the page around this one, and says which orders are the next.
export function asked(said: Seat): void {
  batch(() => {
    seat.value = said;
    draft.value = [];
    toEnd();
  });
  wind(said);
  listen();
}

// leave ends what if, or lets the person go from a match of the page around this one.
export function leave(): void {
  batch(() => {
    seat.value = undefined;
    draft.value = [];
    refused.value = "";
    choose([]);
  });
  until = Infinity;
}

// orderFor lets the reader order for a player in the round that is shown, before a bot plays on.
export async function orderFor(number: number, bot: string): Promise<void> {
  const { playback, round } = state;
  try {
    const answer = await fetch(`words?game=${playback.value?.data.game ?? ""}`);
    const words = JSON.parse(await body(answer)) as readonly Word[];
    batch(() => {
      seat.value = { seat: number, round: round.value, most: mostOrders, words, again: "", back: "", bot };
      draft.value = [];
      before.value = [];
      state.dialog.value = "none";
    });
    listen();
  } catch (error) {
    progress.value = error instanceof Error ? error.message : String(error);
  }
}

// catchUp asks which round is wanted now: another tab has ordered for the one that was, or the match is another one.
async function catchUp(sent: Draft = []): Promise<void> {
  take(seated(await body(await fetch("seat", { headers }))), sent);
}

function take(said: Seat, sent: Draft): void {
  batch(() => {
    seat.value = said;
    before.value = sent;
    draft.value = [];
    toEnd();
  });
  wind(said.give === undefined ? said : { ...said, left: undefined });
}

// boxing is whether the next drag on the board, of a finger or a mouse, is a box around units, or arrow keys make one.
export const boxing = signal(false);

let corners: readonly [number, number] | undefined; // of the box that arrow keys make

export function toggleBox(): void {
  boxing.value = !boxing.value;
  corners = undefined;
}

// grow moves a corner of the box; the other one is where the unit stands that was chosen last, or else the first one.
function grow(key: string): void {
  const { view } = state;
  if (view.value === undefined || seat.value === undefined) {
    return;
  }
  const { frame, data } = view.value;
  const { units } = frame;
  const unit = told.value.at(-1) ?? [...units.id].find((one, i) => i < units.count && mine(one));
  const at = unit === undefined ? -1 : (units.cell[indexOf(units, unit)] ?? -1);
  const [from, to] = corners ?? [at, at];
  const next = from < 0 ? -1 : leadsTo(wayOf(key), data.legend, to);
  if (next >= 0) {
    corners = [from, next];
    choose(unitsIn(data.legend, frame, seat.value.seat, from, next));
  }
}

// takeRound takes the round before back.
function takeRound(): void {
  const { retake, round = 0 } = seat.value ?? {};
  if (round > 0) {
    retake?.(round - 1);
  }
}

const actions: Readonly<Record<string, (shift: boolean) => void>> = {
  j: next,
  J: next,
  Backspace: (shift) => (shift ? takeRound : takeBack)(),
};
const ends: readonly string[] = ["Enter", "Escape"];

function press(event: KeyboardEvent): void {
  const { target } = event;
  const busy =
    target instanceof Element && target.closest("textarea,select,[role=tab],input:not([type=range])") !== null;
  if (busy || !turn.value || state.dialog.value !== "none" || event.ctrlKey || event.altKey || event.metaKey) {
    return;
  }
  const onButton = target instanceof Element && target.closest("button, a") !== null;
  if (boxing.value && event.key.startsWith("Arrow")) {
    grow(event.key);
  } else if (boxing.value && ends.includes(event.key) && !onButton) {
    toggleBox();
  } else if (told.value.length > 0 && event.key.startsWith("Arrow")) {
    give(wordOf(seat.value?.words ?? [], event.key)?.word); // an arrow without a word must not go to another round
  } else if (event.key === "Enter" && !onButton && !event.repeat) {
    void send();
  } else if (actions[event.key] !== undefined) {
    actions[event.key]?.(event.shiftKey);
  } else {
    return;
  }
  event.preventDefault(); // the page hears of it later, and leaves it alone
}

// cellAt is the cell at a place of the page: what the board has under a pointer that is there.
function cellAt({ clientX, clientY }: PointerEvent, stage: HTMLElement): number {
  stage.dispatchEvent(new PointerEvent("pointermove", { clientX, clientY, pointerId: -1 }));
  return state.hover.value;
}

// box lets the reader draw a box around units, with Shift, or when the button is pressed.
function box(down: PointerEvent): void {
  const stage = document.getElementById("stage");
  const inside = down.target instanceof Node && stage?.contains(down.target) === true;
  if (!inside || !(down.shiftKey || boxing.value) || down.button !== 0 || !turn.value) {
    return;
  }
  const from = cellAt(down, stage);
  if (from < 0) {
    return;
  }
  down.stopPropagation();
  const ended = new AbortController();
  const drawn = document.createElement("div");
  drawn.className = "lasso";
  document.body.append(drawn);
  const on = { capture: true, signal: ended.signal };
  document.addEventListener(
    "pointermove",
    (event) => {
      if (event.pointerId !== down.pointerId) {
        return;
      }
      const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
      drawn.style.left = `${Math.min(event.clientX, down.clientX)}px`;
      drawn.style.top = `${Math.min(event.clientY, down.clientY)}px`;
      drawn.style.width = `${Math.abs(x)}px`;
      drawn.style.height = `${Math.abs(y)}px`;
    },
    on,
  );
  const end = (event: PointerEvent): void => {
    if (event.pointerId !== down.pointerId) {
      return;
    }
    ended.abort();
    drawn.remove();
    boxing.value = false;
    const { view } = state;
    const to = cellAt(event, stage);
    if (event.type === "pointerup" && view.value !== undefined && seat.value !== undefined && to >= 0) {
      event.stopPropagation();
      choose(unitsIn(view.value.data.legend, view.value.frame, seat.value.seat, from, to));
    }
  };
  document.addEventListener("pointerup", end, on);
  document.addEventListener("pointercancel", end, on);
}

// anew asks for the round that the match wants which is shown in place of the one before.
function anew(): void {
  sending.value = false;
  refused.value = "";
  choose([]);
  catchUp(before.value).catch((error: unknown) => tell(t("You cannot play here"), error));
}

let listens = false;

function listen(): void {
  if (listens) {
    return;
  }
  listens = true;
  document.addEventListener("keydown", press, { capture: true });
  document.addEventListener("pointerdown", box, { capture: true });
  let { value: match } = state.playback;
  effect(() => {
    const isNew = match !== undefined && match !== state.playback.value;
    match = state.playback.value;
    const { bot, give: other } = seat.peek() ?? {};
    if (bot === undefined) {
      untracked(toEnd); // a live match begins to play at its start
      if (isNew && other === undefined) {
        untracked(anew);
      }
    } else if (isNew) {
      untracked(leave);
    }
  });
  effect(() => {
    const { value } = state.selection;
    untracked(() => pick(value));
  });
  effect(keepOrders);
  effect(tellDraft);
  setInterval(tick, second / 4);
  effect(show);
  effect(() => {
    const { value: now } = seat;
    const isLive = now !== undefined && now.bot === undefined && now.give === undefined && !state.complete.value;
    if (isLive && !sending.value && now.round < state.last.value) {
      catchUp().catch((error: unknown) => tell(t("You cannot play here"), error));
    }
  });
}

// show draws what is in mind on the board.
function show(): void {
  const { view } = state;
  const now = seat.value;
  if (!turn.value || view.value === undefined || now === undefined) {
    state.hand.value = undefined;
    return;
  }
  const { frame, data } = view.value;
  const ways = waysOf(draft.value, now.words, data.legend, frame);
  const cells = chosen.value.map((unit) => frame.units.cell[indexOf(frame.units, unit)] ?? -1);
  state.hand.value = {
    marks: ways.map((way) => ({ round: frame.number, ...way })),
    chosen: cells.length > 1 ? cells : [],
  };
}
