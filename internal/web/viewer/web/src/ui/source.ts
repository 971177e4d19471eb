// Where a match comes from: the page itself, the arena that serves the page, or a file
// that somebody drops on it.

import type { Ending, Kept, MatchData, RoundData } from "../model/data";
import { decode, parseLong, textOf } from "../model/decode";
import { inline, script } from "./inpage";
import { forget, keep, kept } from "./kept";
import { readAlone } from "./reader";
import { t } from "./tongues";

export interface Listener {
  start(match: MatchData): Promise<boolean>; // whether it is shown, and no other one came meanwhile
  round(round: RoundData): void;
  end(ended: boolean, damage: string, kept?: readonly Kept[]): void;
  connected(yes: boolean): void;
}

// The page is seen before a match of so many letters, which takes long to read.
const long = 1 << 19;
const untilSeen = 30; // milliseconds

// load shows the match of the page, and returns false if it is one that was kept instead.
export async function load(listener: Listener): Promise<boolean> {
  const before = kept();
  const packed = before ?? inline(document);
  if (packed !== undefined) {
    if (packed.length > long) {
      await new Promise((resolve) => setTimeout(resolve, untilSeen));
    }
    await listener.start(await decode(packed));
    return before === undefined;
  }
  const reader = script();
  if (reader !== undefined) {
    const named = new URLSearchParams(location.search).get("match");
    if (named !== null) {
      await begin(await parseLong(await readAlone(reader, await fetchFile(named), nextTurn().signal)), listener);
    }
    return true;
  }
  if (!location.protocol.startsWith("http")) {
    throw new Error(t("there is no match in this page; drop an exported one here (.html or .json)"));
  }
  await fetchMatch(listener);
  return true;
}

async function fetchFile(address: string): Promise<Blob> {
  const answer = await fetch(address);
  if (!answer.ok) {
    throw new Error(t("{0}: the server answers {1}", address, answer.status));
  }
  return answer.blob();
}

async function fetchMatch(listener: Listener): Promise<void> {
  const match = await ask("match.json", {});
  if ((await begin(match, listener)) && (match.live || match.number !== undefined)) {
    follow(match, listener);
  }
}

let events: EventSource | undefined;

// A Turn is the reading of one file. A file that falls on the page later ends the turn of
// one that is still being read.
interface Turn {
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
}

let reading: AbortController | undefined;

function nextTurn(): Turn {
  reading?.abort();
  const mine = (reading = new AbortController());
  return { signal: mine.signal, isOver: () => reading !== mine };
}

function begin(match: MatchData, listener: Listener): Promise<boolean> {
  events?.close();
  return listener.start(match);
}

// follow listens to what comes after a match so far: its next rounds, and perhaps another
// match. If the connection is lost, the browser connects again by itself, and tells the
// arena which event it saw last.
function follow({ played, live, number }: MatchData, listener: Listener): void {
  const source = new EventSource(`events?match=${number ?? 0}&after=${played.length - 1}`);
  events = source;
  source.addEventListener("match", () => {
    source.close();
    forget();
    fetchMatch(listener).catch(() => listener.connected(false));
  });
  if (!live) {
    return;
  }
  let over = false; // and it does not matter whether the arena is still there
  source.addEventListener("open", () => over || listener.connected(true));
  source.addEventListener("error", () => over || listener.connected(false));
  source.addEventListener("round", (event: MessageEvent<string>) => {
    listener.round(JSON.parse(event.data) as RoundData);
  });
  source.addEventListener("end", (event: MessageEvent<string>) => {
    if (number === undefined) {
      source.close();
    }
    over = true;
    const { ended, damage, kept } = JSON.parse(event.data) as Ending;
    listener.end(ended, damage, kept);
  });
}

// ask asks the arena for a match.
export const ask = async (address: string, how: RequestInit): Promise<MatchData> =>
  parseLong(await body(await fetch(address, how)));

// body returns an answer of the arena; it throws what the arena says instead.
export async function body(answer: Response): Promise<string> {
  if (!answer.ok) {
    throw new Error((await answer.text()).trim() || t("the arena answers {0}", answer.status));
  }
  return textOf(answer.body as ReadableStream); // all that the arena answers has one
}

// open shows what is read, and returns whether it did: what the reader wants to see while it
// is read takes its place.
export async function open(reading: (signal: AbortSignal) => Promise<MatchData>, listener: Listener): Promise<boolean> {
  const turn = nextTurn();
  try {
    const match = await reading(turn.signal);
    if (turn.isOver() || !(await begin(match, listener))) {
      return false;
    }
    keep(match).catch(forget); // the page need not wait for it
    return true;
  } catch (error) {
    if (turn.isOver()) {
      return false;
    }
    throw error;
  }
}

// read reads a file. The page reads exported matches by itself, and sends all other files
// to the arena.
export async function read(file: File, signal: AbortSignal): Promise<MatchData> {
  if (/\.json$/i.test(file.name)) {
    return { ...(await parseLong(await textOf(file.stream()))), live: false };
  }
  if (/\.html?$/i.test(file.name)) {
    const packed = / id="match"[^>]*>([^<]+)</.exec(await textOf(file.stream()))?.[1];
    if (packed === undefined) {
      throw new Error(t("there is no match in this page"));
    }
    return decode(packed);
  }
  const reader = script();
  if (reader !== undefined) {
    return parseLong(await readAlone(reader, file, signal));
  }
  if (inline(document) !== undefined || !location.protocol.startsWith("http")) {
    throw new Error(
      t(
        "a page without the arena reads only exported matches (.html, .json). To see this file, type: {0}; to make a page of it: {1}",
        "arena view FILE",
        "arena export FILE -o FILE.html",
      ),
    );
  }
  return ask("open", { method: "POST", body: file, headers: { "X-Arena": "open" }, signal });
}
