// Generated from internal/web/results/resultpage/data.go, which says what the fields mean. After a change there, type:
// go test ./internal/docgen/pagetypes -update

export type Frozen = readonly [match: number, seat: number, round: number, kind: string, detail: string];

export type Link = readonly [match: number, address: string];

export interface Columns {
  readonly before: string;
  readonly after: string;
  readonly seats: number;
  readonly numbers: readonly number[];
  readonly seeds: readonly string[];
  readonly rounds: readonly number[];
  readonly bots: readonly number[];
  readonly scores: readonly number[];
  readonly places: readonly number[];
  readonly verdicts: readonly Frozen[];
  readonly links?: readonly Link[];
  readonly part?: number;
  readonly all?: number;
  readonly at?: string;
}

export type Verdict = readonly [seat: number, round: number, kind: string, detail: string];

export type Told = readonly [
  number: number,
  seed: string,
  rounds: number,
  seats: readonly number[],
  scores: readonly number[],
  places: readonly number[],
  verdicts: readonly Verdict[],
];

export interface Rated {
  readonly names: readonly string[];
  readonly ratings: readonly number[];
}

export interface Progress {
  readonly state: string;
  readonly ahead: number;
  readonly reason?: string;
}

export type ChartedPoint = readonly [at: number, mean: number, least: number, most: number];

export interface ChartedBot {
  readonly bot: number;
  readonly colour: string;
  readonly edge: string;
  readonly dashed: boolean;
  readonly points: readonly ChartedPoint[];
}

export interface Charted {
  readonly names: readonly string[];
  readonly name: string;
  readonly each: number;
  readonly matches: number;
  readonly kept: number;
  readonly read: number;
  readonly full: boolean;
  readonly bots: readonly ChartedBot[];
  readonly more: number;
}
