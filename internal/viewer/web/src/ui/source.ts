// Where a match comes from: the page itself, the arena that serves the page, or a file
// that somebody drops on it.

import type { MatchData, RoundData } from "../model/data";
import { decode, parse } from "../model/decode";

export interface Listener {
  start(match: MatchData): void;
  round(round: RoundData): void;
  end(ended: boolean, damage: string): void;
  connected(yes: boolean): void;
}

// inline returns the match in an exported page; nothing in any other page.
export const inline = (page: Document): string | undefined => page.getElementById("match")?.textContent ?? undefined;

export async function load(listener: Listener): Promise<void> {
  const packed = inline(document);
  if (packed !== undefined) {
    listener.start(await decode(packed));
    return;
  }
  if (!location.protocol.startsWith("http")) {
    throw new Error("there is no match in this page; drop an exported one here (.html or .json)");
  }
  await fetchMatch(listener);
}

async function fetchMatch(listener: Listener): Promise<void> {
  const match = await body(await fetch("match.json"));
  begin(match, listener);
  if (match.live || match.number !== undefined) {
    follow(match, listener);
  }
}

let events: EventSource | undefined;

function begin(match: MatchData, listener: Listener): void {
  events?.close();
  listener.start(match);
}

// follow listens to what comes after a match so far: its next rounds, and perhaps another
// match. If the connection is lost, the browser connects again by itself, and tells the
// arena which event it saw last.
function follow({ played, live, number }: MatchData, listener: Listener): void {
  const source = new EventSource(`events?match=${number ?? 0}&after=${played.length - 1}`);
  events = source;
  source.addEventListener("match", () => {
    source.close();
    fetchMatch(listener).catch(() => listener.connected(false));
  });
  if (!live) {
    return;
  }
  source.addEventListener("open", () => listener.connected(true));
  source.addEventListener("error", () => listener.connected(false));
  source.addEventListener("round", (event: MessageEvent<string>) => {
    listener.round(JSON.parse(event.data) as RoundData);
  });
  source.addEventListener("end", (event: MessageEvent<string>) => {
    if (number === undefined) {
      source.close();
    }
    const { ended, damage } = JSON.parse(event.data) as { ended: boolean; damage: string };
    listener.end(ended, damage);
  });
}

async function body(answer: Response): Promise<MatchData> {
  const text = await answer.text();
  if (!answer.ok) {
    throw new Error(text.trim() === "" ? `the arena answers ${answer.status}` : text.trim());
  }
  return parse(text);
}

// open shows a file. The page reads exported matches by itself, and sends all other files
// to the arena.
export async function open(file: File, listener: Listener): Promise<void> {
  if (/\.json$/i.test(file.name)) {
    begin({ ...parse(await file.text()), live: false }, listener);
    return;
  }
  if (/\.html?$/i.test(file.name)) {
    const packed = / id="match"[^>]*>([^<]+)</.exec(await file.text())?.[1];
    if (packed === undefined) {
      throw new Error("there is no match in this page");
    }
    begin(await decode(packed), listener);
    return;
  }
  if (inline(document) !== undefined || !location.protocol.startsWith("http")) {
    throw new Error("this page reads only exported matches (.html, .json); to see others, type: arena view FILE");
  }
  const answer = await fetch("open", { method: "POST", body: file, headers: { "X-Arena": "open" } });
  begin(await body(answer), listener);
}
