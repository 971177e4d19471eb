// The board on the page: what the reader does with it by pointer, and when it is
// drawn.

import { computed } from "@preact/signals-core";
import type { ComponentChildren, JSX } from "preact";
import { Board } from "../board/board";
import type { Part } from "../board/camera";
import type { Playback } from "../model/playback";
import type { Camera } from "./actions";
import { advance, step } from "./clock";
import * as pen from "./pen";
import { direct } from "./screen";
import { pin } from "./selection";
import * as state from "./state";
import { t } from "./tongues";
import { showTime } from "./transport";

// A press that moves less than this is a click.
const slack = 5;
const zoomStep = 1.4;
const panStep = 80;
const swipeStep = 28; // of a finger, for each round

let board: Board | undefined;
let asked = false;
let wanted: Part | undefined; // before there is a board
let before = 0;

// wake asks for the next frame of the screen. It is not called while nothing moves.
function wake(): void {
  if (!asked) {
    asked = true;
    before = performance.now();
    requestAnimationFrame(tick);
  }
}

function tick(now: number): void {
  asked = false;
  // A tab that was hidden goes on where it stopped.
  const seconds = Math.max(0, Math.min(now - before, 100)) / 1000;
  advance(seconds);
  const glides = board !== undefined && direct(board, now / 1000, seconds);
  if (draw() || glides) {
    wake(); // advance may have called it, too: one frame of the screen is drawn once
  }
  before = now;
}

// picture is everything that can change with each frame of the screen: the board, and
// how much of the time line is played and is there. The rest of the page is made from
// the state, which takes longer.
const picture = computed(() => {
  const { board, time, last, moving } = state;
  const length = Math.max(1, state.length.value);
  return { board: board.value, played: time.value / length, there: last.value / length, moving: moving.value };
});

// draw shows the state at once. It returns whether there is more to draw in the next frame of the screen.
export function draw(): boolean {
  const shown = picture.value;
  showTime(shown.played, shown.there);
  const busy = board?.draw(shown.board) ?? false;
  return busy || shown.moving;
}

// watch draws when the picture changes.
export function watch(): void {
  picture.subscribe(wake);
  state.directed.subscribe(wake);
}

function middle(): readonly [number, number] {
  const box = document.getElementById("stage")?.getBoundingClientRect();
  return box === undefined ? [0, 0] : [box.left + box.width / 2, box.top + box.height / 2];
}

export const camera: Camera = {
  zoom(by) {
    board?.zoom(by > 0 ? zoomStep : 1 / zoomStep, ...middle());
    wake();
  },
  fit() {
    board?.fit();
    wake();
  },
  pan(x, y) {
    board?.pan(-x * panStep, -y * panStep);
    wake();
  },
};

export const part = (): Part | undefined => board?.part;

// look shows a part of the board.
export function look(to: Part): void {
  if (board === undefined) {
    wanted = to;
  } else {
    board.look(to);
    wake();
  }
}

// boardPicture draws the board on a canvas, with room above it, and reports whether there is a board.
export function boardPicture(ctx: CanvasRenderingContext2D, above: number): boolean {
  const { canvas } = ctx;
  const first = document.querySelector<HTMLCanvasElement>("#stage > canvas");
  if (first === null) {
    return false;
  }
  const height = first.height + above;
  if (canvas.width !== first.width || canvas.height !== height) {
    canvas.width = first.width;
    canvas.height = height;
  }
  ctx.resetTransform();
  ctx.fillStyle = getComputedStyle(document.body).backgroundColor;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  board?.paint(ctx, above);
  return true;
}

// A Hold attaches the board of a match to an element.
interface Hold {
  readonly playback: Playback;
  readonly attach: (element: HTMLElement | null) => void;
}

let hold: Hold | undefined;

function makeHold(playback: Playback): Hold {
  let detach: (() => void) | undefined;
  const attach = (element: HTMLElement | null): void => {
    detach?.();
    detach = undefined;
    if (element === null) {
      return;
    }
    const made = new Board(element, playback, () => {
      state.directed.value = false;
    });
    const resized = new ResizeObserver(() => made.fits || wake()); // it says the first size, too
    const hands = gestures(element);
    board = made;
    if (wanted !== undefined) {
      made.look(wanted);
      wanted = undefined;
    }
    resized.observe(element);
    wake();
    detach = () => {
      hands.abort();
      resized.disconnect();
      made.remove();
      board = undefined;
    };
  };
  return { playback, attach };
}

export function Stage({ playback, children }: { playback: Playback; children: ComponentChildren }): JSX.Element {
  if (hold?.playback !== playback) {
    hold = makeHold(playback);
  }
  const { legend } = playback.data;
  return (
    <section class="stage" aria-label={t("Board")}>
      <div
        id="stage"
        ref={hold.attach}
        role="img"
        aria-label={t("Board of {0} by {1} cells; key B shows it as a table", legend.rows, legend.cols)}
      />
      {children}
    </section>
  );
}

// gestures: a wheel and two fingers zoom, a drag moves, or rounds if it is a finger's on the whole board, a click pins; with the right button, with
// Shift or while the reader draws, a drag is an arrow and a click a ring.
function gestures(element: HTMLElement): AbortController {
  const ended = new AbortController();
  const down = new Map<number, { x: number; y: number }>();
  let travelled = 0;
  let swiped = 0;
  const on = <K extends keyof HTMLElementEventMap>(name: K, listen: (event: HTMLElementEventMap[K]) => void): void =>
    element.addEventListener(name, listen, { signal: ended.signal, passive: false });
  const spread = (): number => {
    const [a, b] = [...down.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };

  on("pointerdown", (event) => {
    if (event.button === 2 || (event.button === 0 && (event.shiftKey || state.pen.value))) {
      element.setPointerCapture(event.pointerId);
      pen.begin(board?.cellAt(event.clientX, event.clientY) ?? -1);
    }
    if (down.size > 0) {
      state.sketch.value = undefined; // two fingers zoom
    }
    if (event.button === 0) {
      element.setPointerCapture(event.pointerId);
      swiped = 0;
      travelled = down.size === 0 ? 0 : Infinity; // a second finger pins nothing
      down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    }
  });
  on("pointermove", (event) => {
    const finger = down.get(event.pointerId);
    const cell = board?.cellAt(event.clientX, event.clientY) ?? -1;
    const draws = pen.drag(cell);
    if (finger === undefined) {
      state.hover.value = cell;
      return;
    }
    const [x, y, wide] = [event.clientX - finger.x, event.clientY - finger.y, spread()];
    travelled += Math.hypot(x, y);
    [finger.x, finger.y] = [event.clientX, event.clientY];
    if (draws || travelled < slack) {
      return;
    }
    if (event.pointerType === "touch" && down.size === 1 && board?.part === undefined) {
      swiped += x; // a board that is whole has nowhere to go: time goes instead
      const rounds = Math.trunc(swiped / swipeStep);
      swiped -= rounds * swipeStep;
      if (rounds !== 0) {
        step(-rounds);
      }
      return;
    }
    board?.pan(x / down.size, y / down.size);
    if (wide > 0) {
      const [a, b] = [...down.values()];
      board?.zoom(spread() / wide, ((a?.x ?? 0) + (b?.x ?? 0)) / 2, ((a?.y ?? 0) + (b?.y ?? 0)) / 2);
    }
    wake();
  });
  on("pointerup", (event) => {
    const cell = board?.cellAt(event.clientX, event.clientY) ?? -1;
    const drew = pen.finish();
    if (down.delete(event.pointerId) && !drew && travelled < slack && cell >= 0) {
      pin(cell);
    }
  });
  on("pointercancel", (event) => {
    down.delete(event.pointerId);
    state.sketch.value = undefined;
  });
  on("contextmenu", (event) => event.preventDefault());
  on("pointerleave", () => {
    state.hover.value = -1;
  });
  on("wheel", (event) => {
    event.preventDefault();
    board?.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), event.clientX, event.clientY);
    wake();
  });
  return ended;
}
