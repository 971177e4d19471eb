// Generated from internal/web/playground/contract.go, which says what the fields mean. After a change there, type:
// go test ./internal/docgen/pagetypes -update

export interface GameSetting {
  readonly name: string;
  readonly doc: string;
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

export interface Game {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly version: number;
  readonly seats: number;
  readonly rounds: number;
  readonly settings: readonly GameSetting[];
  readonly bots: readonly string[];
}

export interface Games {
  readonly arena: string;
  readonly games: readonly Game[];
}

export interface Setting {
  readonly name: string;
  readonly value: number;
}

export interface Seat {
  readonly bot?: string;
  readonly name?: string;
  readonly hello?: string;
  readonly person?: boolean;
  readonly recorded?: boolean;
}

export interface Limits {
  readonly wall: number;
  readonly bank: number;
}

export interface Order {
  readonly game: string;
  readonly seed: string;
  readonly settings?: readonly Setting[];
  readonly board?: string;
  readonly seats: readonly Seat[];
  readonly limits?: Limits;
  readonly from?: number;
  readonly shown?: boolean;
}

export interface Question {
  readonly seat: number;
  readonly text: string;
  readonly patience: number;
}

export interface Verdict {
  readonly seat: number;
  readonly round: number;
  readonly kind: string;
  readonly detail: string;
}

export interface Asked {
  readonly round: number;
  readonly rounds: number;
  readonly scores: readonly number[];
  readonly questions: readonly Question[];
  readonly verdicts: readonly Verdict[];
  readonly over: boolean;
  readonly places?: readonly number[];
}

export interface Reply {
  readonly seat: number;
  readonly text: string;
  readonly prints: readonly string[];
  readonly wall: number;
  readonly fault?: string;
  readonly detail?: string;
}

export interface Moment {
  readonly seat: number;
  readonly round: number;
}

export interface Heard {
  readonly state: string;
  readonly answer: string;
}

export interface Series {
  readonly game: string;
  readonly settings?: readonly Setting[];
  readonly board?: string;
  readonly first: string;
  readonly field: number;
  readonly matches: number;
}

export interface Planned {
  readonly seed: string;
  readonly seats: readonly number[];
}

export interface Plan {
  readonly matches: readonly Planned[];
}

export interface Weighed {
  readonly series: Series;
  readonly new: string;
  readonly old: string;
  readonly scores: readonly (readonly number[])[];
}

export interface InSeat {
  readonly matches: number;
  readonly mean: number;
  readonly answer: string;
}

export interface Found {
  readonly matches: number;
  readonly groups: readonly number[];
  readonly decided: boolean;
  readonly more: number;
  readonly answer: string;
  readonly sentence: string;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly seats: readonly InSeat[];
}

export interface File {
  readonly name: string;
  readonly text: string;
}

export interface Bundle {
  readonly name: string;
  readonly game: string;
  readonly language: string;
  readonly hello: string;
  readonly files: readonly File[];
  readonly sdk: readonly File[];
  readonly version?: string;
  readonly author?: string;
  readonly about?: string;
  readonly licence?: string;
  readonly seed?: string;
}

export interface KeyWanted {
  readonly seed?: string;
  readonly whose: string;
}

export interface Key {
  readonly seed: string;
  readonly public: string;
  readonly private: string;
}

export interface LeagueBot {
  readonly name: string;
  readonly version?: string;
  readonly language: string;
  readonly files: string;
}

export interface League {
  readonly name: string;
  readonly game: string;
  readonly settings?: readonly Setting[];
  readonly bots: readonly LeagueBot[];
  readonly submit: boolean;
}

export interface Submitted {
  readonly id: string;
}

export interface Step {
  readonly name: string;
  readonly ok: boolean;
  readonly text: string;
}

export interface Fate {
  readonly settled: boolean;
  readonly admitted: boolean;
  readonly text: string;
  readonly hint?: string;
  readonly before?: number;
  readonly steps?: readonly Step[];
  readonly lines?: readonly string[];
  readonly unknown?: boolean;
  readonly bot?: string;
}

export interface Visitor {
  readonly role: string;
  readonly name?: string;
  readonly group?: string;
  readonly team?: string;
  readonly sources?: boolean;
  readonly builds?: boolean;
}

export interface HandedIn {
  readonly who: string;
  readonly file: string;
  readonly at: string;
  readonly fate: Fate;
}

export interface Challenging {
  readonly seats: number;
  readonly bots: readonly string[];
  readonly why?: string;
}

export interface Challenge {
  readonly bots: readonly string[];
}
