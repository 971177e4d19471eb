// A page that a server sends: what is new comes by itself.

import type { Columns, Rated, Told } from "./data";
import { at, wait } from "./element";
import { add, rate, redraw, take } from "./list";
import { type Match, unpack } from "./matches";
import { meet } from "./people";
import { arrange } from "./standings";

function say(text: string, good: boolean): void {
  if (at("state").textContent !== text) {
    at("state").textContent = text; // which readers are told
  }
  at("state").classList.toggle("good", good);
}

const recent = 60_000; // milliseconds
let connected = false;
let newest = -Infinity; // when the last match came

// sayHow says that the page is live while matches come: a league whose matches are all played is not.
function sayHow(): void {
  if (connected) {
    const plays = Date.now() - newest < recent;
    say(plays ? "live" : "connected; new matches come by themselves", plays);
  }
}

function sayLost(): void {
  connected = false;
  say("not connected; trying again", false);
}

function ago(date: string): string {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(date)) / 1000));
  const hours = Math.round(seconds / 3600);
  if (seconds < 120) {
    return `${seconds} s ago`;
  }
  if (seconds < 7200) {
    return `${Math.round(seconds / 60)} min ago`;
  }
  return hours < 48 ? `${hours} h ago` : date.slice(0, 10);
}

// agos writes times as people say them.
function agos(): void {
  for (const time of document.querySelectorAll("time")) {
    const text = ago(time.dateTime);
    if (time.textContent !== text) {
      time.textContent = text;
    }
  }
}

// update replaces a part of the page by a newer one. Where the reader is in it stays.
function update(old: HTMLElement, now: HTMLElement): void {
  const focus = old.contains(document.activeElement) ? document.activeElement : null;
  const before = Array.from(old.querySelectorAll(".scroll"));
  const places = before.map((e) => [e.scrollLeft, e.scrollTop] as const);
  const link = focus?.getAttribute("href");
  const buttons = old.getElementsByTagName("button");
  const button = [...buttons].findIndex((e) => e === focus);
  arrange(now);
  old.hidden = now.hidden;
  old.replaceChildren(...now.childNodes);
  const scrolls = old.querySelectorAll<HTMLElement>(".scroll");
  scrolls.forEach((e, i) => ([e.scrollLeft, e.scrollTop] = places[i] ?? [0, 0]));
  if (focus !== null) {
    const again = Array.from(old.querySelectorAll("a")).find((e) => e.getAttribute("href") === link);
    (scrolls[before.indexOf(focus)] ?? buttons[button] ?? again)?.focus({ preventScroll: true });
  }
}

const parts = new Map<string, string>(); // as they came, by id
let asked = false;

async function fetchTables(): Promise<void> {
  if (asked) {
    return;
  }
  asked = true;
  await wait(500 * Math.random()); // not all readers at once
  asked = false;
  const answer = await fetch("tables");
  if (!answer.ok) {
    return;
  }
  const fetched = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const now of fetched.querySelectorAll<HTMLElement>(".part")) {
    const text = now.outerHTML;
    if (parts.get(now.id) !== text) {
      parts.set(now.id, text);
      update(at(now.id), document.importNode(now, true));
    }
  }
  agos();
  if (await fetchBots()) {
    redraw();
  }
}

// fetchBots returns whether names or ratings have changed.
async function fetchBots(): Promise<boolean> {
  const answer = await fetch("bots.json");
  return answer.ok && rate((await answer.json()) as Rated);
}

async function fetchMatches(address: string): Promise<Columns> {
  const answer = await fetch(address);
  if (!answer.ok) {
    throw new Error(answer.statusText);
  }
  return (await answer.json()) as Columns;
}

const fetchPart = async (part: number): Promise<Match[]> => unpack(await fetchMatches(`matches/${part}.json`));

function tell(text: string): void {
  const [number, seed, rounds, seats, scores, places, verdicts] = JSON.parse(text) as Told;
  newest = Date.now();
  sayHow();
  add({ number, seed, rounds, seats, scores, places, verdicts });
}

// listen tells what comes after a place of the stream, until that breaks off.
function listen(after: string): Promise<void> {
  return new Promise((resolve) => {
    const events = new EventSource(`events?after=${encodeURIComponent(after)}`);
    const end = (): void => {
      events.close();
      resolve();
    };
    events.addEventListener("open", () => {
      connected = true;
      sayHow();
    });
    events.addEventListener("match", (event: MessageEvent<string>) => tell(event.data));
    events.addEventListener("table", () => void fetchTables().catch(() => {}));
    events.addEventListener("again", end);
    events.addEventListener("error", () => {
      sayLost();
      if (events.readyState === EventSource.CLOSED) {
        end();
      }
    });
  });
}

// follow reads all matches, then what is new, until that breaks off.
async function follow(): Promise<void> {
  const [got] = await Promise.all([fetchMatches("matches.json"), fetchBots()]);
  take(unpack(got), got.all ?? 0, got.part ?? 0, fetchPart);
  await fetchTables();
  await listen(got.at ?? "");
}

// stay follows what the server tells for as long as the page is open.
export async function stay(): Promise<never> {
  void meet();
  setInterval(() => {
    agos();
    sayHow();
  }, 1000);
  for (let pause = 1000; ; pause = Math.min(2 * pause, 15_000)) {
    const begun = Date.now();
    try {
      await follow();
    } catch {
      sayLost();
    }
    if (Date.now() - begun > 60_000) {
      pause = 500;
    }
    await wait(pause * (0.5 + Math.random()));
  }
}
