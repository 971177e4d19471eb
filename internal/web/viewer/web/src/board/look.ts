// Colours and shapes, as they are on a page of a theme.

import type { Colour, MatchData, PlayerInfo } from "../model/data";

export type Theme = "light" | "dark";

// Things without an owner are grey.
const nobody = {
  colour: ["#8a8f98", "#7d838e"],
  shade: ["#555a63", "#4b505a"],
  ink: ["#ffffff", "#f2f3f5"],
} as const;

type Role = keyof typeof nobody;
const roles: Readonly<Record<string, Role>> = { owner: "colour", shade: "shade", ink: "ink" };

// Inks are the colours of what no game describes.
export interface Inks {
  readonly line: string; // visible on any ground
  readonly casing: string; // around lines and words
  readonly harm: string;
  readonly heal: string;
  readonly gain: string;
  readonly grid: string;
  readonly shadow: string;
  readonly kerb: string; // beside the line on a road
  readonly ice: string; // over units that stand still for ever
  readonly veil: string; // over the part that is not in play
  readonly track: string; // of a bar
  readonly full: string; // of a bar
  readonly low: string; // of a bar
  readonly own: string; // the reader's, and no player's
}

const inks: Readonly<Record<Theme, Inks>> = {
  light: {
    line: "#15181d",
    casing: "rgba(255,255,255,0.9)",
    harm: "#c1121f",
    heal: "#0b7a3b",
    gain: "#8a5a00",
    grid: "rgba(30,40,50,0.07)",
    shadow: "rgba(20,30,45,0.055)",
    kerb: "rgba(255,255,255,0.6)",
    ice: "rgba(222,238,247,0.68)",
    veil: "rgba(250,250,250,0.55)",
    track: "rgba(15,18,24,0.75)",
    full: "#f4f7f2",
    low: "#ffb3a7",
    own: "#6a1bff",
  },
  dark: {
    line: "#f5f6f8",
    casing: "rgba(10,12,16,0.85)",
    harm: "#ff7b72",
    heal: "#5ee08f",
    gain: "#ffd166",
    grid: "rgba(255,255,255,0.045)",
    shadow: "rgba(0,0,0,0.1)",
    kerb: "rgba(0,0,0,0.45)",
    ice: "rgba(150,178,196,0.62)",
    veil: "rgba(10,12,16,0.55)",
    track: "rgba(5,6,9,0.8)",
    full: "#e9eee6",
    low: "#ff9d8f",
    own: "#b9a1ff",
  },
};

// A Look resolves colours, on a page of its theme.
export class Look {
  readonly theme: Theme;
  readonly inks: Inks;
  readonly #players: readonly PlayerInfo[];
  readonly #index: 0 | 1;
  readonly #numbers: readonly number[] | undefined;

  constructor(data: MatchData, theme: Theme) {
    this.theme = theme;
    this.inks = inks[theme];
    this.#players = data.players;
    this.#numbers = data.looks;
    this.#index = theme === "light" ? 0 : 1;
  }

  // colour returns a colour in the notation of CSS, for something of an owner; "" for no
  // colour.
  colour(colour: Colour, owner: number): string {
    const value = colour[this.#index];
    const role = roles[value];
    return role === undefined ? value : this.of(owner, role);
  }

  // of returns a colour of a player, or of nobody.
  of(owner: number, role: Role): string {
    return (this.#players[owner] ?? nobody)[role][this.#index];
  }

  // number is that of the look of a seat: its own, unless the match says otherwise.
  number(seat: number): number {
    return this.#numbers?.[seat] ?? seat;
  }

  plate(owner: number): string {
    return this.#players[owner]?.plate ?? "M5 5h14v14h-14z";
  }
}

const paths = new Map<string, Path2D>();

// pathOf returns the path for a notation, the same one every time.
export function pathOf(d: string): Path2D {
  let path = paths.get(d);
  if (path === undefined) {
    path = new Path2D(d);
    paths.set(d, path);
  }
  return path;
}

// withAlpha makes a colour #rrggbb translucent.
export function withAlpha(colour: string, alpha: number): string {
  return `${colour}${Math.round(alpha * 255)
    .toString(16)
    .padStart(2, "0")}`;
}

// context returns the 2D context of a canvas.
export function context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const ctx = canvas.getContext("2d");
  if (ctx === null) {
    throw new Error("this browser has no canvas to draw on");
  }
  return ctx;
}

export function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.ceil(width));
  canvas.height = Math.max(1, Math.ceil(height));
  return canvas;
}
