// The viewer, in a frame of its own: it is the page of a site without an arena, and is handed each match.

import type { Part } from "../board/camera";
import type { Hook } from "../ui/hook";
import * as state from "./state";

let loaded: (hook: Hook) => void;
const hook = new Promise<Hook>((resolve) => (loaded = resolve));
let title = ""; // of the game that is shown

// attach is called when the page in the frame has been loaded.
export function attach(frame: HTMLIFrameElement): void {
  const { arena } = frame.contentWindow as Window;
  if (arena !== undefined) {
    arena.time.subscribe((time) => (state.round.value = Math.floor(time)));
    loaded(arena);
  }
}

interface Kept {
  readonly part: Part | undefined;
  readonly notes: readonly boolean[];
  readonly chart: number;
}

// show shows a match from its start, or from a round, with the camera and the settings of the one before.
export async function show(json: string, from = 0): Promise<readonly string[]> {
  const viewer = await hook;
  const before: Kept = { part: viewer.part(), notes: viewer.notes.value, chart: viewer.chart.value };
  viewer.feed(json);
  const { data } = viewer.playback.value ?? {};
  if (data?.title === title) {
    putBack(viewer, before);
  }
  title = data?.title ?? "";
  viewer.time.value = from;
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
    viewer.clock.value = { kind: "playing" };
  }
  return data?.players.map(({ label }) => label) ?? [];
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
