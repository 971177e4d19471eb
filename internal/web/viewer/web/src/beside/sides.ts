// The two frames and their one clock. The clock is that of this page: the time of both frames follows
// it, and what moves a frame by itself, moves it. Both frames show the same part of the board.

import { batch, computed, effect, signal, type Signal } from "@preact/signals-core";
import { incomparable, type Parting, partingOf } from "../model/parting";
import type { Playback } from "../model/playback";
import * as clock from "../ui/clock";
import type { Hook } from "../ui/hook";
import * as state from "../ui/state";
import type { Selection } from "../ui/state";
import { t } from "../ui/tongues";
import { press } from "./keys";

// What this page has for both frames, they need not have.
const frameStyle = ".transport, .podium, .account { display: none }";

export interface Side {
  readonly name: "left" | "right";
  readonly key: string;
  readonly file: string; // "" if there is none with that key
  readonly isDropped: Signal<boolean>; // whether a file fell on the frame, which it shows instead
  readonly hook: Signal<Hook | undefined>;
  readonly playback: Signal<Playback | undefined>;
  readonly broken: Signal<boolean>; // whether its match cannot be shown
}

function sideOf(name: Side["name"]): Side {
  const { dataset } = document.getElementById("app") ?? document.body;
  const file = dataset[`${name}Name`] ?? "";
  return {
    name,
    key: dataset[name] ?? "",
    file,
    isDropped: signal(false),
    hook: signal(undefined),
    playback: signal(undefined),
    broken: signal(file === ""),
  };
}

export const left = sideOf("left");
export const right = sideOf("right");
const sides = [left, right];

// A Comparison is how two matches part, or in words why there is nothing to compare.
export const comparison = computed((): Parting | string | undefined => {
  const [one, other] = [left.playback.value, right.playback.value];
  return one && other && (incomparable(one.data, other.data) || partingOf(one, other));
});

// timeOf is the time that a frame shows. A match that is shorter stays at its end.
const timeOf = ({ playback }: Side): number => Math.min(state.time.value, playback.value?.last ?? 0);

// attach is called when the page in a frame has been loaded.
export function attach(side: Side, frame: HTMLIFrameElement): void {
  const inner = frame.contentWindow as (Window & typeof globalThis) | null;
  const hook = inner?.arena;
  if (inner === null || hook === undefined) {
    side.broken.value = true;
    return;
  }
  const sheet = new inner.CSSStyleSheet();
  sheet.replaceSync(frameStyle);
  inner.document.adoptedStyleSheets.push(sheet);
  inner.addEventListener("keydown", press, { capture: true });
  hook.problem.subscribe((problem) => (side.broken.value = problem !== ""));
  hook.playback.subscribe((match) => {
    side.isDropped.value = side.playback.peek() !== undefined;
    side.playback.value = match;
    setTimeout(() => nameParts(inner.document, side.name)); // when it has made its page
  });
  hook.time.subscribe((time) => {
    if (side.playback.value !== undefined && time !== timeOf(side)) {
      clock.jump(time);
    }
  });
  hook.clock.subscribe(({ kind }) => {
    if (kind === "playing") {
      hook.clock.value = { kind: "stopped" };
      clock.play();
    }
  });
  for (const moves of ["wheel", "pointermove", "keydown", "click"]) {
    inner.addEventListener(moves, () => setTimeout(() => seeTheSame(side)));
  }
  hook.selection.subscribe((selection) => select(side, selection));
  let isFirst = true; // when the page is loaded, its theme is not yet the one that was saved
  hook.theme.subscribe((theme) => {
    state.theme.value = isFirst ? state.theme.value : theme;
    isFirst = false;
  });
  side.hook.value = hook;
}

// otherOf returns the other side, if both are to show the same place.
function otherOf(side: Side): Side | undefined {
  return typeof comparison.peek() === "object" ? (side === left ? right : left) : undefined;
}

// seeTheSame shows the part of the board that one frame shows in the other, too.
function seeTheSame(side: Side): void {
  const [from, to] = [side.hook.value, otherOf(side)?.hook.value];
  const part = from?.part();
  if (from === undefined || to === undefined || JSON.stringify(part) === JSON.stringify(to.part())) {
    return;
  }
  if (part === undefined) {
    to.camera.fit();
  } else {
    to.look(part);
  }
}

// select keeps an eye on the same cell or unit in the other frame. Its match may not have the unit.
function select(side: Side, selection: Selection): void {
  const { hook, playback } = otherOf(side) ?? {};
  if (hook?.value !== undefined && (selection.kind !== "unit" || playback?.value?.has(selection.unit) === true)) {
    hook.value.selection.value = selection;
  }
}

// nameParts tells the parts of one frame from those of the other, for readers who can't see where they are.
function nameParts(page: Document, name: string): void {
  page.getElementById("app")?.setAttribute("aria-label", t(name === "left" ? "left match" : "right match"));
  page.querySelector(".stage")?.setAttribute("aria-label", t(name === "left" ? "Board, left" : "Board, right"));
}

// keepTogether brings both frames to where the clock is, whenever that changes.
export function keepTogether(): void {
  effect(() => {
    const ends = sides.map(({ playback }) => playback.value?.last ?? 0);
    batch(() => {
      state.last.value = Math.max(...ends);
      state.complete.value = true;
    });
  });
  effect(() => {
    for (const side of sides) {
      if (side.hook.value !== undefined && side.playback.value !== undefined) {
        side.hook.value.time.value = timeOf(side);
      }
    }
  });
  effect(() => {
    for (const { hook } of sides) {
      if (hook.value !== undefined) {
        hook.value.theme.value = state.theme.value;
      }
    }
    document.documentElement.style.colorScheme = state.theme.value === "system" ? "light dark" : state.theme.value;
  });
  effect(() => {
    if (state.moving.value) {
      run();
    }
  });
}

let runs = false;

// run lets time go on until it stops.
function run(): void {
  if (runs) {
    return;
  }
  runs = true;
  let before = performance.now();
  const tick = (now: number): void => {
    clock.advance(Math.max(0, now - before) / 1000);
    before = now;
    runs = state.moving.peek();
    if (runs) {
      requestAnimationFrame(tick);
    }
  };
  requestAnimationFrame(tick);
}
