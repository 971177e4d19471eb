// What bots note on the board for their authors, and readers for other readers.

import type { Note } from "../model/data";
import type { Camera } from "./camera";
import type { Look } from "./look";
import { drawArrow, drawEcho, drawFrame, drawLabel } from "./marks";
import type { Screen } from "./screen";

const longestLabel = 24; // characters; longer labels would cover the board, and the panel has all of them
const smallestMark = 20; // in pixels of CSS
const labelHeight = 12; // at least, in pixels of CSS

// drawNotes draws the notes of some seats.
export function drawNotes(
  ctx: CanvasRenderingContext2D,
  camera: Camera,
  screen: Screen,
  look: Look,
  notes: readonly Note[],
  shown: readonly boolean[],
): void {
  const { size } = camera;
  for (const note of notes) {
    if (shown[note.seat] !== true || note.cell < 0) {
      continue;
    }
    const colour = look.of(note.seat, "colour");
    const x = screen.cellX(note.cell);
    const y = screen.cellY(note.cell);
    if (note.kind === "mark") {
      drawFrame(ctx, look.inks, x - size / 2, y - size / 2, size, size, Math.max(1.5, size * 0.08), colour);
    } else if (note.kind === "arrow" && note.to >= 0) {
      const toX = x + screen.wayX(note.cell, note.to);
      const toY = y + screen.wayY(note.cell, note.to);
      drawArrow(ctx, look.inks, x, y, toX, toY, size, Math.max(1.5, size * 0.09), colour);
    } else if (note.kind === "label") {
      const height = Math.max(labelHeight * camera.ratio, size * 0.4);
      const { text } = note;
      const short = text.length > longestLabel ? `${text.slice(0, longestLabel - 1)}…` : text;
      drawLabel(ctx, look.inks, short, x, y, height);
    }
  }
}

// A Way leads from a cell to another one, or nowhere.
export interface Way {
  readonly from: number;
  readonly to: number;
}

// drawMarks draws what the reader has drawn: as large as can be seen, however small cells are.
export function drawMarks(
  ctx: CanvasRenderingContext2D,
  camera: Camera,
  screen: Screen,
  { inks }: Look,
  marks: readonly Way[],
): void {
  const size = Math.max(camera.size, smallestMark * camera.ratio);
  for (const { from, to } of marks) {
    const x = screen.cellX(from);
    const y = screen.cellY(from);
    if (from === to) {
      drawEcho(ctx, inks, x, y, size, 0, inks.own);
    } else {
      const [wayX, wayY] = [screen.wayX(from, to), screen.wayY(from, to)];
      drawArrow(ctx, inks, x, y, x + wayX, y + wayY, size * 1.4, size * 0.17, inks.own);
    }
  }
}
