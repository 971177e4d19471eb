// How the cells of players look.

import type { Camera } from "./camera";
import { canvasOf, context, type Look, type Theme, withAlpha } from "./look";

// How much of its colour the cells of a look have, so that no two of the first four look alike to anybody, also to people
// who lack a kind of cones: they differ in lightness. A test computes it.
const tints = { light: [0.45, 0.5, 0.65, 0.75], dark: [0.25, 0.325, 0.7, 0.925] } as const;
const other = 0.34; // of later ones
const full = 0.6; // in the dark, lines on cells of more colour are darker than it

export const tintOf = (theme: Theme, look: number): number => tints[theme][look] ?? other;

// hatch draws what repeats on the cells of a player: its colour, thin, with lines whose
// direction tells the players apart without the colour.
export function hatch(look: Look, seat: number, camera: Camera): HTMLCanvasElement {
  const width = Math.max(4, Math.round(Math.min(camera.size / 2.5, 9 * camera.ratio)));
  const canvas = canvasOf(width, width);
  const ctx = context(canvas);
  const number = look.number(seat);
  const tint = tintOf(look.theme, number);
  ctx.fillStyle = withAlpha(look.of(seat, "colour"), tint);
  ctx.fillRect(0, 0, width, width);
  const isFull = look.theme === "dark" && tint > full;
  ctx.strokeStyle = withAlpha(
    look.of(seat, look.theme === "light" || isFull ? "shade" : "colour"),
    isFull ? 0.4 : 0.24,
  );
  ctx.lineWidth = Math.max(0.7, width / 8);
  ctx.beginPath();
  const direction = number % 4;
  for (const at of [-width, 0, width]) {
    if (direction === 0 || direction === 1) {
      const [from, to] = direction === 0 ? [width * 2, -width] : [-width, width * 2];
      ctx.moveTo(at - width, from);
      ctx.lineTo(at + 2 * width, to);
    } else if (direction === 2) {
      ctx.moveTo(-1, at + width / 2);
      ctx.lineTo(width + 1, at + width / 2);
    } else {
      ctx.moveTo(at + width / 2, -1);
      ctx.lineTo(at + width / 2, width + 1);
    }
  }
  ctx.stroke();
  return canvas;
}
