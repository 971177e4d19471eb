// What stands above the board in a picture.

import * as state from "./state";
import type { View } from "./state";
import { t } from "./tongues";
import { order, places } from "./words";

export const head = 34; // in pixels of CSS, as all that follows
const margin = 10;
const gap = 16;
const form = 14; // of a player
const longestTitle = 240;
const longestPlayer = 190;

type Context = Pick<
  CanvasRenderingContext2D,
  | "font"
  | "textBaseline"
  | "fillStyle"
  | "fillText"
  | "measureText"
  | "fill"
  | "save"
  | "restore"
  | "translate"
  | "scale"
>;

// writeHead writes the round, and all players in the order of their places: each has its part of the width.
export function writeHead(ctx: Context, { data, frame }: View, ink: string, width: number): void {
  ctx.font = "600 14px system-ui, sans-serif";
  ctx.textBaseline = "middle";
  const theme = state.dark.value ? 1 : 0;
  let x = margin;
  // write cuts a word rather than squeeze its letters.
  const write = (word: string, room: number, around = (cut: string): string => cut): void => {
    const wide = (cut: string): number => ctx.measureText(around(cut)).width;
    let cut = word;
    for (let length = word.length - 1; length > 0 && wide(cut) > room; length--) {
      cut = `${word.slice(0, length).trimEnd()}…`;
    }
    ctx.fillStyle = ink;
    ctx.fillText(around(cut), x, head / 2, room);
    x += Math.min(room, wide(cut)) + gap;
  };
  const scores = frame.numbers[0] ?? [];
  const title = Math.min(longestTitle, (width - 2 * margin) / 3);
  const each = (width - 2 * margin - title - gap) / data.players.length - form - 5 - gap;
  const place = places(scores);
  write(data.title, title, (name) => `${name}, ${t("round")} ${frame.number}`);
  for (const seat of order(scores)) {
    const player = data.players[seat];
    if (player !== undefined) {
      ctx.save();
      ctx.translate(x, (head - form) / 2);
      ctx.scale(form / 24, form / 24);
      ctx.fillStyle = player.colour[theme];
      ctx.fill(new Path2D(player.plate));
      ctx.restore();
      x += form + 5;
      write(player.label, Math.min(longestPlayer, each), (name) => `${place[seat]}. ${name} ${scores[seat] ?? ""}`);
    }
  }
}
