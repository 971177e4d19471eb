// The viewer, in a frame of its own: it is the page of a site without an arena, and is handed each match.

import type { Part } from "../board/camera";
import type { MatchData, RoundData } from "../model/data";
import type { Seat } from "../ui/hand";
import type { Hook, Seating } from "../ui/hook";
import { t } from "../ui/tongues";
import * as state from "./state";

let loaded: (hook: Hook) => void;
const hook = new Promise<Hook>((resolve) => (loaded = resolve));
let title = ""; // of the game that is shown
let page: Document | undefined; // in the frame
let seating: Promise<Seating> | undefined;

// attach is called when the page in the frame has been loaded.
export function attach(frame: HTMLIFrameElement): void {
  const { arena } = frame.contentWindow as Window;
  if (arena !== undefined) {
    page = frame.contentDocument ?? undefined;
    arena.time.subscribe((time) => (state.round.value = Math.floor(time)));
    loaded(arena);
  }
}

// seats brings the scripts that let a person play.
function seats(): Promise<Seating> {
  seating ??= bringSeating();
  seating.catch(() => (seating = undefined)); // who asks is told
  return seating;
}

async function bringSeating(): Promise<Seating> {
  const viewer = await hook;
  await Promise.all([viewer.load("second"), viewer.load("third")]); // the second one shows what the third one brings
  if (viewer.seat === undefined) {
    throw new Error(t("{0} cannot be loaded", "third.js"));
  }
  return viewer.seat;
}

// ask lets a person order for a round. The keys are those of the board from the first one on.
export async function ask(seat: Seat, isFirst: boolean): Promise<void> {
  (await seats()).asked(seat);
  if (isFirst) {
    page?.defaultView?.focus();
  }
}

// unseat lets the person go, if one has played.
export async function unseat(): Promise<void> {
  if (seating !== undefined) {
    (await seating).leave();
  }
}

interface Kept {
  readonly part: Part | undefined;
  readonly notes: readonly boolean[];
  readonly chart: number;
}

// show shows a match from its start.
export const show = async (json: string): Promise<void> => begin(await hook, json, 0, false);

// begin shows a match from a round, or follows it, with the camera and the settings of the one before.
function begin(viewer: Hook, json: string, from: number, follows: boolean): void {
  const before: Kept = { part: viewer.part(), notes: viewer.notes.value, chart: viewer.chart.value };
  viewer.feed(json);
  const { data } = viewer.playback.value ?? {};
  if (data?.title === title) {
    putBack(viewer, before);
  }
  title = data?.title ?? "";
  viewer.time.value = from;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  viewer.clock.value = { kind: follows ? "following" : isStill ? "stopped" : "playing" };
}

// A Live match is shown while it is played.
interface Live {
  begun(match: string): void;
  rounds(rounds: string): void;
  end(isWhole: boolean): Promise<readonly string[]>; // the labels of its players
}

// live shows a match that is played: as soon as it has the round from which it is shown. Then it is told so. A person who
// plays follows it.
export function live(from: number, follows: boolean, shown: () => void): Live {
  let match: MatchData | undefined;
  let before: RoundData[] | undefined = []; // that are shown with its start
  const tell = async (rounds: readonly RoundData[]): Promise<Hook> => {
    const viewer = await hook;
    if (before === undefined) {
      rounds.forEach(viewer.listener.round);
      return viewer;
    }
    before.push(...rounds);
    if (match !== undefined && before.length >= from) {
      begin(viewer, JSON.stringify({ ...match, played: before }), from, follows);
      before = undefined;
      shown();
    }
    return viewer;
  };
  return {
    begun(text) {
      match = JSON.parse(text) as MatchData;
      void tell([]);
    },
    rounds: (text) => void tell(JSON.parse(text) as RoundData[]),
    async end(isWhole) {
      const viewer = await tell([]);
      if (before === undefined) {
        viewer.listener.end(isWhole, "");
      }
      return match?.players.map(({ label }) => label) ?? [];
    },
  };
}

function putBack(viewer: Hook, { part, notes, chart }: Kept): void {
  if (part !== undefined) {
    viewer.look(part);
  }
  if (notes.length === viewer.notes.value.length) {
    viewer.notes.value = notes;
  }
  viewer.chart.value = chart;
}

// goTo shows a round.
export async function goTo(round: number): Promise<void> {
  const { clock, time } = await hook;
  clock.value = { kind: "stopped" };
  time.value = round;
}
