// What bots note on the board for their authors.

import type { Note } from "../model/data";
import type { Camera } from "./camera";
import type { Look } from "./look";
import { drawArrow, drawFrame, drawLabel } from "./marks";
import type { Screen } from "./screen";

const longestLabel = 24; // characters; longer labels would cover the board, and the panel has all of them
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
