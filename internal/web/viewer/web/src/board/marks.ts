// How events are drawn, and the small signs used for it. All signs have a casing, so that
// they are visible on any ground. Lengths are in pixels of the device.

import type { Colour, Look as EventLook, Sign, SignForm } from "../model/data";
import type { Inks } from "./look";

type Context = CanvasRenderingContext2D;

const pipsInRow = 5;

// A Happening is an event to be drawn.
export interface Happening {
  look: EventLook;
  x: number; // of the middle of the cell
  y: number;
  toX: number; // of a shot
  toY: number;
  size: number; // of a cell
  part: number; // how much of the round is over, 0 to 1; -1: everything stands still
  colour: string; // of the player
  seed: number; // makes signs of different cells look different
  major: boolean;
}

export const newHappening = (): Happening => ({
  look: "note",
  x: 0,
  y: 0,
  toX: 0,
  toY: 0,
  size: 0,
  part: -1,
  colour: "",
  seed: 0,
  major: false,
});

function stroke(ctx: Context, inks: Inks, colour: string, width: number): void {
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  ctx.strokeStyle = inks.casing;
  ctx.lineWidth = width * 2.1;
  ctx.stroke();
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.stroke();
}

// rise goes from 0 to 1 and back to 0, while part goes from 0 to 1.
const rise = (part: number): number => Math.sin(Math.PI * part);

// drawEvent draws an event. While everything stands still, it draws a sign at a corner of
// the cell or around it, so that what is on the cell can be seen.
export function drawEvent(ctx: Context, inks: Inks, e: Happening): void {
  const still = e.part < 0;
  switch (e.look) {
    case "shot":
      drawShot(ctx, inks, e, still);
      break;
    case "hit":
      ctx.globalAlpha = still ? 1 : rise(Math.min(1, e.part * 1.25));
      drawSpark(ctx, inks, e, still);
      break;
    case "death":
      ctx.globalAlpha = still ? 1 : Math.min(1, 3 - 3 * e.part);
      drawCross(ctx, inks, e.x, e.y, 2 * e.size * (still ? 1 : Math.min(1, e.part * 4)), inks.line, e.size * 0.1);
      break;
    case "capture":
      if (e.major) {
        drawRing(ctx, inks, e, still ? 0.5 : e.part, still);
      } else {
        drawTaking(ctx, e, still ? 0.6 : e.part);
      }
      break;
    case "gain":
    case "heal":
      ctx.globalAlpha = still ? 1 : Math.min(1, 2.4 - 2.4 * e.part);
      drawPlus(ctx, inks, e, still ? 0 : e.part);
      break;
    case "break":
      drawShards(ctx, inks, e, still ? 0.45 : e.part, still);
      break;
    case "birth":
      ctx.globalAlpha = still ? 1 : 1 - e.part;
      drawBirth(ctx, inks, e, still ? 0.6 : e.part);
      break;
    case "note":
      break;
  }
  ctx.globalAlpha = 1;
}

function drawShot(ctx: Context, inks: Inks, e: Happening, still: boolean): void {
  const head = still ? 1 : Math.min(1, e.part * 1.6);
  const tail = still ? 0 : Math.max(0, e.part * 1.6 - 0.6);
  const wayX = e.toX - e.x;
  const wayY = e.toY - e.y;
  const width = Math.max(1.2, e.size * 0.07);
  ctx.beginPath();
  ctx.moveTo(e.x + wayX * tail, e.y + wayY * tail);
  ctx.lineTo(e.x + wayX * head, e.y + wayY * head);
  stroke(ctx, inks, inks.harm, width);
  ctx.beginPath();
  ctx.arc(e.x + wayX * head, e.y + wayY * head, e.size * 0.11, 0, 2 * Math.PI);
  stroke(ctx, inks, inks.harm, width);
  ctx.fillStyle = inks.harm;
  ctx.fill();
}

// drawSpark draws rays around a point: in the upper right corner, or growing from the
// middle.
function drawSpark(ctx: Context, inks: Inks, e: Happening, still: boolean): void {
  const x = still ? e.x + e.size * 0.34 : e.x;
  const y = still ? e.y - e.size * 0.34 : e.y;
  const from = e.size * (still ? 0.04 : 0.2 + 0.25 * e.part);
  const to = e.size * (still ? 0.2 : 0.42 + 0.25 * e.part);
  ctx.beginPath();
  for (let ray = 0; ray < 8; ray++) {
    const angle = (ray * Math.PI) / 4 + (e.seed % 8) / 10;
    const far = ray % 2 === 0 ? to : to * 0.75;
    ctx.moveTo(x + from * Math.cos(angle), y + from * Math.sin(angle));
    ctx.lineTo(x + far * Math.cos(angle), y + far * Math.sin(angle));
  }
  stroke(ctx, inks, inks.harm, Math.max(1, e.size * 0.055));
}

// drawCross draws a cross over a cell, or a smaller one over something else.
export function drawCross(
  ctx: Context,
  inks: Inks,
  x: number,
  y: number,
  size: number,
  colour: string,
  width = size * 0.07,
): void {
  const arm = size * 0.18;
  ctx.beginPath();
  ctx.moveTo(x - arm, y - arm);
  ctx.lineTo(x + arm, y + arm);
  ctx.moveTo(x + arm, y - arm);
  ctx.lineTo(x - arm, y + arm);
  stroke(ctx, inks, colour, Math.max(1.5, width));
}

// drawWay draws a part of a way; alpha goes from 0 to 1.
export function drawWay(
  ctx: Context,
  inks: Inks,
  from: readonly [x: number, y: number],
  by: readonly [x: number, y: number],
  width: number,
  colour: string,
  alpha: number,
): void {
  ctx.globalAlpha = alpha;
  ctx.beginPath();
  ctx.moveTo(...from);
  ctx.lineTo(from[0] + by[0], from[1] + by[1]);
  stroke(ctx, inks, colour, width);
  ctx.globalAlpha = 1;
}

// drawEcho draws a ring that grows and fades; old goes from 0 to 1.
export function drawEcho(
  ctx: Context,
  inks: Inks,
  x: number,
  y: number,
  size: number,
  old: number,
  colour: string,
): void {
  ctx.globalAlpha = 0.85 * (1 - old);
  ctx.beginPath();
  ctx.arc(x, y, size * (0.7 + 0.8 * old), 0, 2 * Math.PI);
  stroke(ctx, inks, colour, Math.max(1.5, size * 0.12 * (1 - old)));
  ctx.globalAlpha = 1;
}

function drawRing(ctx: Context, inks: Inks, e: Happening, part: number, still: boolean): void {
  ctx.globalAlpha = still ? 1 : 1 - part * part;
  ctx.beginPath();
  ctx.arc(e.x, e.y, e.size * (0.42 + 0.4 * part), 0, 2 * Math.PI);
  stroke(ctx, inks, e.colour, Math.max(1.5, e.size * 0.1));
}

// drawTaking draws a box that grows from the middle of a cell, in the colour of the player
// that takes it.
function drawTaking(ctx: Context, e: Happening, part: number): void {
  const edge = e.size * (0.3 + 0.7 * part);
  ctx.globalAlpha = 0.55;
  ctx.strokeStyle = e.colour;
  ctx.lineWidth = Math.max(1.2, e.size * 0.1);
  ctx.beginPath();
  ctx.roundRect(e.x - edge / 2, e.y - edge / 2, edge, edge, edge * 0.2);
  ctx.stroke();
}

// drawPlus draws a plus, on a disc if something heals.
function drawPlus(ctx: Context, inks: Inks, e: Happening, risen: number): void {
  const x = e.x + e.size * 0.33;
  const y = e.y - e.size * (0.33 + 0.35 * risen);
  const arm = e.size * 0.12;
  const colour = e.look === "heal" ? inks.heal : inks.gain;
  ctx.beginPath();
  if (e.look === "heal") {
    ctx.arc(x, y, e.size * 0.2, 0, 2 * Math.PI);
    ctx.fillStyle = inks.casing;
    ctx.fill();
    ctx.beginPath();
  }
  ctx.moveTo(x - arm, y);
  ctx.lineTo(x + arm, y);
  ctx.moveTo(x, y - arm);
  ctx.lineTo(x, y + arm);
  stroke(ctx, inks, colour, Math.max(1.2, e.size * 0.08));
}

function drawShards(ctx: Context, inks: Inks, e: Happening, part: number, still: boolean): void {
  ctx.globalAlpha = still ? 1 : 1 - part * part;
  ctx.beginPath();
  for (let shard = 0; shard < 5; shard++) {
    const angle = (shard * 2 * Math.PI) / 5 + (e.seed % 6);
    const far = e.size * (0.15 + 0.4 * part);
    const x = e.x + far * Math.cos(angle);
    const y = e.y + far * Math.sin(angle);
    const edge = e.size * 0.1;
    ctx.moveTo(x + edge * Math.cos(angle), y + edge * Math.sin(angle));
    ctx.lineTo(x + edge * Math.cos(angle + 2.2), y + edge * Math.sin(angle + 2.2));
    ctx.lineTo(x + edge * Math.cos(angle + 4), y + edge * Math.sin(angle + 4));
    ctx.closePath();
  }
  stroke(ctx, inks, inks.line, Math.max(1, e.size * 0.05));
  ctx.fillStyle = inks.line;
  ctx.fill();
}

function drawBirth(ctx: Context, inks: Inks, e: Happening, part: number): void {
  ctx.beginPath();
  for (let dot = 0; dot < 8; dot++) {
    const angle = (dot * Math.PI) / 4;
    const far = e.size * (0.75 - 0.35 * part);
    const x = e.x + far * Math.cos(angle);
    const y = e.y + far * Math.sin(angle);
    ctx.moveTo(x, y);
    ctx.lineTo(x + 0.01, y);
  }
  stroke(ctx, inks, e.colour, Math.max(1.5, e.size * 0.09));
}

// drawArrow draws an arrow between the middles of two cells.
export function drawArrow(
  ctx: Context,
  inks: Inks,
  x: number,
  y: number,
  toX: number,
  toY: number,
  size: number,
  width: number,
  colour: string,
): void {
  const angle = Math.atan2(toY - y, toX - x);
  const head = Math.max(4, size * 0.24);
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(toX, toY);
  ctx.moveTo(toX - head * Math.cos(angle - 0.55), toY - head * Math.sin(angle - 0.55));
  ctx.lineTo(toX, toY);
  ctx.lineTo(toX - head * Math.cos(angle + 0.55), toY - head * Math.sin(angle + 0.55));
  stroke(ctx, inks, colour, width);
}

// drawFrame draws the outline of a cell, or of a rectangle of them.
export function drawFrame(
  ctx: Context,
  inks: Inks,
  x: number,
  y: number,
  width: number,
  height: number,
  line: number,
  colour: string,
): void {
  ctx.beginPath();
  ctx.roundRect(x, y, width, height, Math.min(width, height) * 0.18);
  stroke(ctx, inks, colour, line);
}

// drawLabel writes a word above the middle of a cell.
export function drawLabel(
  ctx: Context,
  inks: Inks,
  text: string,
  x: number,
  y: number,
  height: number,
  colour = inks.line,
): void {
  ctx.font = `600 ${Math.round(height)}px system-ui, sans-serif`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  ctx.strokeStyle = inks.casing;
  ctx.lineWidth = height * 0.35;
  ctx.strokeText(text, x, y);
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y);
}

// A Mark is a sign of the legend as it is drawn.
export interface Mark {
  readonly form: SignForm;
  readonly colour: Colour;
  readonly at: number; // its place in the legend
  readonly level: number; // how many signs of the form come before
}

// marksOf returns the signs of a legend.
export const marksOf = (signs: readonly Sign[]): readonly Mark[] =>
  signs.map(({ form, colour = ["", ""] }, i) => ({
    form,
    colour,
    at: i,
    level: signs.slice(0, i).filter((sign) => sign.form === form).length,
  }));

// shows tells whether a sign is drawn at all.
export const shows = ({ form }: Mark, value: number, most: number): boolean =>
  form === "bar" ? value < most : value > 0;

// drawMark draws how much a unit has of a sign. Its own colour may be "".
export function drawMark(
  ctx: Context,
  inks: Inks,
  { form, level }: Mark,
  x: number,
  y: number,
  size: number,
  value: number,
  most: number,
  own: string,
  owners: string,
): void {
  const part = most > 0 ? value / most : 1;
  switch (form) {
    case "bar":
      drawBar(ctx, inks, x, y, size, Math.max(0, part), own || (part > 0.35 ? inks.full : inks.low), level);
      break;
    case "dots":
      drawPips(ctx, inks, x, y - 0.3 * level * size, size, value, own || owners);
      break;
    case "number":
      drawLabel(ctx, inks, String(value), x, y - size * (0.4 + 0.3 * level), size * 0.3, own || inks.line);
      break;
    case "ring":
      ctx.beginPath();
      ctx.arc(x, y, size * (0.46 + 0.1 * level), -Math.PI / 2, (2 * part - 0.5) * Math.PI);
      stroke(ctx, inks, own || owners, Math.max(1.2, size * 0.07));
      break;
  }
}

// drawPips draws a dot for each of a few, as one looks up no more than two rows, or else a number.
function drawPips(ctx: Context, inks: Inks, x: number, y: number, size: number, count: number, colour: string): void {
  if (count > 2 * pipsInRow) {
    drawLabel(ctx, inks, String(count), x, y + size * 0.42, size * 0.3);
    return;
  }
  for (let i = 0; i < count; i++) {
    const row = Math.floor(i / pipsInRow);
    const inRow = Math.min(pipsInRow, count - row * pipsInRow);
    const pip = x + ((i % pipsInRow) - (inRow - 1) / 2) * size * 0.17;
    ctx.beginPath();
    ctx.arc(pip, y + size * (0.36 + 0.14 * row), size * 0.065, 0, 2 * Math.PI);
    ctx.strokeStyle = inks.casing;
    ctx.lineWidth = size * 0.07;
    ctx.stroke();
    ctx.fillStyle = colour;
    ctx.fill();
  }
}

function drawBar(
  ctx: Context,
  inks: Inks,
  x: number,
  y: number,
  size: number,
  part: number,
  colour: string,
  level: number,
): void {
  const width = Math.round(size * 0.76);
  const height = Math.max(2, Math.round(size * 0.13));
  const left = Math.round(x - width / 2);
  const top = Math.round(y + size * 0.34) - level * height;
  const inset = height >= 4 ? 1 : 0;
  ctx.fillStyle = inks.track;
  ctx.fillRect(left, top, width, height);
  ctx.fillStyle = colour;
  ctx.fillRect(left + inset, top + inset, Math.max(1, Math.round((width - 2 * inset) * part)), height - 2 * inset);
}
