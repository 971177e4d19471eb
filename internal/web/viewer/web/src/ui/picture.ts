// A picture of the board.

import { boardPicture } from "./stage";
import * as state from "./state";
import type { View } from "./state";
import { t } from "./tongues";
import { order, places } from "./words";

const head = 34; // above the board, in pixels of CSS

// paint draws the board as it is seen, with the round and the scores above it, and over it what the
// reader has written.
export function paint({ data, frame }: View, ctx: CanvasRenderingContext2D): void {
  const ratio = devicePixelRatio || 1;
  if (!boardPicture(ctx, Math.round(head * ratio))) {
    throw new Error("there is no board");
  }
  ctx.scale(ratio, ratio);
  ctx.font = "600 14px system-ui, sans-serif";
  ctx.textBaseline = "middle";
  const theme = state.dark.value ? 1 : 0;
  const ink = getComputedStyle(document.body).color;
  let x = 10;
  const write = (text: string, room: number): void => {
    ctx.fillStyle = ink;
    ctx.fillText(text, x, head / 2, room);
    x += Math.min(room, ctx.measureText(text).width) + 16;
  };
  const scores = frame.numbers[0] ?? [];
  const width = ctx.canvas.width / ratio - 2 * x;
  const title = Math.min(240, width / 3);
  const each = (width - title - 16) / data.players.length - 19 - 16;
  const place = places(scores);
  write(`${data.title}, ${t("round")} ${frame.number}`, title);
  order(scores).forEach((seat) => {
    const player = data.players[seat];
    if (player === undefined) {
      return;
    }
    ctx.save();
    ctx.translate(x, head / 2 - 7);
    ctx.scale(14 / 24, 14 / 24);
    ctx.fillStyle = player.colour[theme];
    ctx.fill(new Path2D(player.plate));
    ctx.restore();
    x += 19;
    write(`${place[seat]}. ${player.label} ${scores[seat] ?? ""}`, Math.min(190, each));
  });
  writeBelow(ctx, state.remarks.value.texts[frame.number] ?? "", ink, ratio);
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
