// Whether the cells of players look different to everybody.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tintOf } from "../../src/board/hatch";

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

// What people see who lack a kind of cones, or have it weak: Machado, Oliveira and Fernandes 2009.
const sights: Readonly<Record<string, Matrix>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
  protanomaly: [
    [0.458064, 0.679578, -0.137642],
    [0.092785, 0.846313, 0.060902],
    [-0.007494, -0.016807, 1.024301],
  ],
  deuteranomaly: [
    [0.547494, 0.607765, -0.155259],
    [0.181692, 0.781742, 0.036566],
    [-0.01041, 0.027275, 0.983136],
  ],
};

const root = join(import.meta.dirname, "../../../../../..");
const coloursIn = (file: string, name: string): readonly (readonly [light: string, dark: string])[] =>
  [
    ...readFileSync(join(root, file), "utf8").matchAll(
      new RegExp(`${name} *scene.Colour\\{Light: "(.+?)", Dark: "(.+?)"`, "g"),
    ),
  ].map(([, light = "", dark = ""]) => [light, dark]);

const parts = (colour: string): Triple => {
  const part = (at: number): number => Number.parseInt(colour.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
};
const each = (triple: Triple, of: (value: number, i: number) => number): Triple => [
  of(triple[0], 0),
  of(triple[1], 1),
  of(triple[2], 2),
];

// lab returns what somebody sees of a colour, in CIELAB.
function lab(colour: Triple, sight: Matrix): Triple {
  const light = each(colour, (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  const times = (row: Triple): number => row[0] * light[0] + row[1] * light[1] + row[2] * light[2];
  const [r, g, b] = each([times(sight[0]), times(sight[1]), times(sight[2])], (v) => Math.min(1, Math.max(0, v)));
  const [x, y, z] = each(
    [
      (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
      0.2126 * r + 0.7152 * g + 0.0722 * b,
      (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
    ],
    (v) => (v > 0.008856 ? Math.cbrt(v) : 7.787 * v + 16 / 116),
  );
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const names = ["ground", "seat 0", "seat 1", "seat 2", "seat 3"];

// closest returns how far apart the two cells are that somebody takes most easily for each other.
function closest(theme: "light" | "dark", sight: Matrix): readonly [number, string] {
  const of = theme === "light" ? 0 : 1;
  const ground = parts(coloursIn("engine/games/battleroyale/art.go", "earth +=")[0]![of]);
  const players = coloursIn("internal/match/story/look.go", "Colour:").slice(0, 4);
  const cells = players.map((colours, seat) => {
    const [colour, tint] = [parts(colours[of]), tintOf(theme, seat)];
    return each(ground, (v, i) => v * (1 - tint) + colour[i]! * tint);
  });
  const seen = [ground, ...cells].map((colour) => lab(colour, sight));
  const pairs = seen.flatMap((one, i) =>
    seen
      .slice(i + 1)
      .map(
        (other, j) => [Math.hypot(...each(one, (v, k) => v - other[k]!)), `${names[i]}, ${names[i + 1 + j]}`] as const,
      ),
  );
  return pairs.toSorted(([a], [b]) => a - b)[0]!;
}

test.each(["light", "dark"] as const)(
  "the cells of the first four players look different to everybody, where it is %s",
  (theme) => {
    const table = Object.entries(sights).map(([name, sight]) => [name, ...closest(theme, sight)] as const);
    for (const [name, far, pair] of table) {
      expect(far, `${name}: ${pair}`).toBeGreaterThanOrEqual(20);
    }
  },
);
