// A small picture of a board: a pixel for each cell, and dots for the units.

import type { Ending } from "../model/ending";
import { context, type Theme } from "./look";

const dots = 45; // a unit is as wide as one of so many columns
const tint = 0.45; // of the owner's colour on a cell

// drawSmall makes the canvas as large as the board. The style sheet says how large it is shown.
export function drawSmall(
  canvas: HTMLCanvasElement,
  { legend, players, frame }: Pick<Ending, "legend" | "players" | "frame">,
  theme: Theme,
): void {
  const { rows, cols, cells } = legend;
  const side = theme === "light" ? 0 : 1;
  canvas.width = cols;
  canvas.height = rows;
  const ctx = context(canvas);
  const paint = (cell: number, colour: string | undefined, size: number): void => {
    if (colour !== undefined) {
      ctx.fillStyle = colour;
      ctx.fillRect(cell % cols, Math.floor(cell / cols), size, size);
    }
  };
  frame.cells.forEach((kind, cell) => paint(cell, cells[kind]?.fill[side], 1));
  ctx.globalAlpha = tint;
  frame.owners.forEach((owner, cell) => paint(cell, players[owner]?.colour[side], 1));
  ctx.globalAlpha = 1;
  const { units } = frame;
  for (let i = 0; i < units.count; i++) {
    paint(units.cell[i] ?? 0, players[units.owner[i] ?? -1]?.colour[side], Math.max(1, cols / dots));
  }
}
