// What the rest of the viewer sees of a match. playback.ts makes it from the data.

import type { Line, Note, Verdict } from "./data";

// Units are kept as one array for each property. A unit has the same index in all of
// them, and the units are in the order of their ids.
export interface Units {
  readonly count: number;
  readonly id: Int32Array;
  readonly kind: Uint8Array;
  readonly owner: Int8Array; // -1: nobody
  readonly cell: Int32Array;
  readonly signs: number; // how many the legend has: those of a unit lie beside each other in value and most
  readonly value: Int32Array;
  readonly most: Int32Array; // that the value can be; 0: there is no most
  readonly note: Int32Array; // index of a text
}

export interface Window {
  readonly row: number;
  readonly col: number;
  readonly rows: number;
  readonly cols: number;
}

// A Frame is the match as players see it before the round of the same number.
export interface Frame {
  readonly number: number;
  readonly cells: Uint8Array; // index of the kind
  readonly owners: Int8Array; // -1: nobody; empty if cells never have an owner
  readonly units: Units;
  readonly numbers: readonly (readonly number[])[]; // by the legend's numbers, then by seat
  readonly window: Window | undefined;
  readonly caption: string;
}

export interface Order {
  readonly seat: number;
  readonly unit: number;
  readonly text: string;
  readonly to: number; // -1: nowhere
  readonly outcome: string;
  readonly failed: boolean; // nothing came of it
}

export interface MatchEvent {
  readonly kind: number;
  readonly cell: number;
  readonly to: number;
  readonly unit: number;
  readonly by: number;
  readonly seat: number;
  readonly pays: number; // points; 0 if nothing
  readonly text: string;
}

export interface Used {
  readonly cpu: number; // microseconds; -1: not known
  readonly status: number; // part of the budget used, 0 to 1; negative: frozen
}

// A Round leads from the frame of its number to the next.
export interface Round {
  readonly number: number;
  readonly orders: readonly Order[];
  readonly events: readonly MatchEvent[];
  readonly used: readonly Used[]; // by seat
  readonly verdicts: readonly Verdict[];
  readonly notes: readonly Note[];
  readonly lines: readonly Line[];
}
