// What the benchmark does in the browser.

import { Board, type BoardState } from "../src/board/board";
import type { MatchData } from "../src/model/data";
import { Playback } from "../src/model/playback";
import { makeMatch, type Options, random } from "../test/fixture";

const plain: BoardState = {
  time: 0,
  theme: "light",
  hover: -1,
  pinned: -1,
  followed: -1,
  notes: [true, true, true, true],
  orders: "none",
  ahead: false,
  chosen: [],
  moving: true,
  marks: [],
  paper: false,
  layer: undefined,
};

const state = (change: Partial<BoardState>): BoardState => ({ ...plain, ...change });

function boardOf(data: MatchData): { board: Board; playback: Playback } {
  const host = document.getElementById("board") ?? document.body;
  host.style.position = "relative";
  const playback = new Playback(data);
  return { board: new Board(host, playback, () => undefined), playback };
}

// settle waits until what was drawn is on the screen.
const settle = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

// timed returns how long each of many draws takes, in milliseconds. The board is read back
// after each, because a browser may put off drawing until then.
function timed(count: number, draw: (i: number) => void): number[] {
  const canvases = Array.from(document.querySelectorAll("canvas"));
  const look = (): void => canvases.forEach((canvas) => void canvas.getContext("2d")?.getImageData(0, 0, 1, 1));
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    draw(i);
    look();
    times.push(performance.now() - start);
  }
  return times;
}

const bench = {
  async frames(): Promise<number[]> {
    const { board } = boardOf(makeMatch());
    board.draw(state({ time: 0 }));
    await settle();
    const times = timed(400, (i) => board.draw(state({ time: i / 8 })));
    board.remove();
    return times;
  },
  async scrub(): Promise<number[]> {
    const { board, playback } = boardOf(makeMatch());
    board.draw(state({}));
    await settle();
    const next = random(3);
    const times = timed(200, () => board.draw(state({ time: next(playback.last + 1) })));
    board.remove();
    return times;
  },
  load(): number[] {
    const data = makeMatch();
    return timed(10, () => void new Playback(data));
  },
};

let shown: Board | undefined;
// show draws a state of a match, to be looked at.
const show = (data: MatchData, change: Partial<BoardState>, zoom = 1, x = 0, y = 0): void => {
  shown?.remove();
  const { board } = boardOf(data);
  shown = board;
  Object.assign(globalThis, { shownBoard: board });
  board.draw(state(change));
  if (zoom !== 1) {
    board.zoom(zoom, x, y);
  }
  for (let i = 0; i < 100 && board.draw(state(change)); i++);
};

Object.assign(globalThis, { bench, show, fixture: (options: Options) => makeMatch(options) });
