// What the page is given, as internal/viewer/data.go writes it. Look there for what
// the fields mean; a golden file written by Go holds both to the same.

export type Colour = readonly [light: string, dark: string];

export interface PathData {
  readonly d: string;
  readonly fill: Colour;
  readonly stroke: Colour;
  readonly width: number;
}

export interface CellKind {
  readonly name: string;
  readonly glyph: string;
  readonly fill: Colour;
  readonly over: readonly (readonly PathData[])[];
  readonly height: number;
}

export interface UnitKind {
  readonly name: string;
  readonly glyph: string;
  readonly plate: boolean;
  readonly shape: readonly PathData[];
}

export type Look = "birth" | "death" | "hit" | "heal" | "shot" | "capture" | "gain" | "break" | "note";

export interface EventKind {
  readonly name: string;
  readonly look: Look;
  readonly major: boolean;
}

export interface Legend {
  readonly rows: number;
  readonly cols: number;
  readonly wrapRows: boolean;
  readonly wrapCols: boolean;
  readonly cells: readonly CellKind[];
  readonly units: readonly UnitKind[];
  readonly events: readonly EventKind[];
  readonly numbers: readonly string[];
}

export interface PlayerInfo {
  readonly name: string;
  readonly version: string;
  readonly colour: Colour;
  readonly shade: Colour;
  readonly ink: Colour;
  readonly plate: string;
}

// id, kind, owner, cell, health, most health, note (a text)
export type UnitData = readonly [number, number, number, number, number, number, number];

export interface FrameData {
  readonly cells: readonly number[];
  readonly owners: readonly number[];
  readonly units: readonly UnitData[];
  readonly numbers: readonly (readonly number[])[];
  readonly window: readonly number[];
  readonly caption: string;
}

export interface Verdict {
  readonly seat: number;
  readonly kind: string;
  readonly detail: string;
}

export type NoteKind = "mark" | "arrow" | "label" | "log";

export interface NoteData {
  readonly s: number;
  readonly k: NoteKind;
  readonly c: number;
  readonly to?: number;
  readonly u: number;
  readonly x?: string;
}

export interface LineData {
  readonly s: number;
  readonly x: string;
}

// Lists of numbers are columns: all first numbers, then all second ones, and so on.
export interface RoundData {
  readonly r: number;
  readonly t?: readonly string[]; // new texts
  readonly c?: readonly number[]; // cells: gaps, kinds
  readonly o?: readonly number[]; // owners of cells: gaps, owners
  readonly m?: readonly number[]; // moves: unit gaps, differences of the cell
  readonly u?: readonly number[]; // units: seven columns, id gaps, differences, texts
  readonly g?: readonly number[]; // units that are gone: gaps
  readonly n?: readonly number[]; // numbers: differences
  readonly w?: readonly number[];
  readonly a?: string;
  readonly q?: readonly number[]; // orders: five columns
  readonly e?: readonly number[]; // events: seven columns
  readonly p?: readonly number[]; // used: CPU times, statuses
  readonly v?: readonly Verdict[];
  readonly d?: readonly NoteData[];
  readonly l?: readonly LineData[];
}

export interface MatchData {
  readonly format: number;
  readonly game: string;
  readonly title: string;
  readonly rounds: number;
  readonly seed: string;
  readonly settings: readonly { readonly name: string; readonly value: number; readonly doc: string }[];
  readonly players: readonly PlayerInfo[];
  readonly budget: number;
  readonly legend: Legend;
  readonly texts: readonly string[]; // the first ones, numbered from 1
  readonly start: FrameData;
  readonly played: readonly RoundData[];
  readonly live: boolean;
  readonly ended: boolean;
  readonly damage: string;
}
