// A picture of the board.

import { head, writeHead } from "./picturehead";
import { boardPicture } from "./stage";
import * as state from "./state";
import type { View } from "./state";

// paint draws the board as it is seen, with the round and the scores above it, and over it what the
// reader has written.
export function paint(view: View, ctx: CanvasRenderingContext2D): void {
  const ratio = devicePixelRatio || 1;
  if (!boardPicture(ctx, Math.round(head * ratio))) {
    throw new Error("there is no board");
  }
  ctx.scale(ratio, ratio);
  const ink = getComputedStyle(document.body).color;
  writeHead(ctx, view, ink, ctx.canvas.width / ratio);
  writeBelow(ctx, state.remarks.value.texts[view.frame.number] ?? "", ink, ratio);
}

// writeBelow writes a text at the foot of the picture, in as many lines as it takes.
function writeBelow(ctx: CanvasRenderingContext2D, text: string, ink: string, ratio: number): void {
  const width = ctx.canvas.width / ratio;
  // The last line comes first.
  const lines: string[] = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines[0]}${word} `;
    if (ctx.measureText(longer).width < width - 24) {
      lines[0] = longer;
    } else {
      lines.unshift(`${word} `);
    }
  }
  if (text !== "") {
    const foot = ctx.canvas.height / ratio;
    const high = 20 * lines.length + 8;
    ctx.fillStyle = getComputedStyle(document.body).backgroundColor;
    ctx.fillRect(0, foot - high, width, high);
    ctx.fillStyle = ink;
    lines.forEach((line, i) => ctx.fillText(line, 12, foot - 14 - 20 * i, width - 24));
  }
}
