// Makes the frames and rounds of a match from its data.

import { type Bounds, boundsOf, checkRound } from "./check";
import { increasing, rowsOf } from "./columns";
import {
  changeAt,
  columns,
  eventAt,
  type EventRow,
  type Kept,
  type MatchData,
  type OrderRow,
  type RoundData,
  type UsedRow,
  type Verdict,
} from "./data";
import { Damage } from "./form";
import type { Frame, MatchEvent, Order, Round, Used } from "./frame";
import { type Moment, Moments } from "./moments";
import { firstFrame, nextFrame } from "./next";
import { Trace } from "./trace";
import { indexOf } from "./units";

// The frames of a match come in blocks. The first frame of each block is always kept;
// the others are made from it when somebody asks for them.
const blockSize = 32;
const blocksKept = 3;
const roundsKept = 64;

interface Span {
  first: number; // the first frame with a unit
  last: number; // the last frame with it; Infinity if it is still there
}

// A Playback returns any frame of a match. The frames and rounds that it returns never
// change. A frame shares the arrays that are equal with the frame before.
export class Playback {
  readonly data: MatchData;
  readonly #bounds: Bounds;
  readonly #rounds: RoundData[] = [];
  readonly #texts: string[];
  readonly #firsts: Frame[] = []; // first frames of the blocks
  readonly #blocks = new Map<number, Frame[]>(); // the most recently used is last
  readonly #decoded = new Map<number, Round>();
  readonly #happened = new Map<number, readonly MatchEvent[]>();
  readonly #series: Trace[][]; // by number, then seat
  readonly #times: Trace[]; // by seat, then round
  readonly #moments = new Moments();
  readonly #eventful = new Trace(); // by round: 1 if it is a moment
  readonly #kinds: number[]; // by kind of event: how many there are
  readonly #turns = new Map<number, number[]>(); // by unit: rounds in which it died or changed sides
  readonly #verdicts: ({ round: number; verdict: Verdict } | undefined)[];
  readonly #spans = new Map<number, Span>();
  #newest: Frame;
  #isLive: boolean;
  #hasEnded: boolean;
  #isTimed = false;
  #isCharted = false;
  #whyDamaged: string;
  #kept: readonly Kept[];

  // data is what checkMatch returned. A damaged round ends the match there: the rounds
  // before it can be seen, and damage is the reason why there are no more.
  constructor(data: MatchData) {
    const seats = (): Trace[] => data.players.map(() => new Trace());
    this.data = data;
    this.#bounds = boundsOf(data);
    this.#texts = ["", ...data.texts];
    this.#series = data.legend.numbers.map(seats);
    this.#times = seats();
    this.#verdicts = data.players.map(() => undefined);
    this.#kinds = data.legend.events.map(() => 0);
    this.#isLive = data.live;
    this.#hasEnded = data.ended;
    this.#whyDamaged = data.damage;
    this.#kept = data.kept ?? [];
    this.#newest = firstFrame(data.start, this.#bounds);
    this.#keep(this.#newest);
    this.#comeAndGo(this.#newest.units.id, [], 0);
    for (const round of data.played) {
      if (!this.append(round)) {
        break;
      }
    }
  }

  // last is the number of the last frame.
  get last(): number {
    return this.#rounds.length;
  }

  // live reports whether more rounds may come.
  get live(): boolean {
    return this.#isLive;
  }

  // timed reports whether any CPU time is known.
  get timed(): boolean {
    return this.#isTimed;
  }

  // charted reports whether a bot has noted numbers for charts.
  get charted(): boolean {
    return this.#isCharted;
  }

  // ended reports whether the match was played to its end.
  get ended(): boolean {
    return this.#hasEnded;
  }

  // kept is where files are that bots wrote, once the match is over.
  get kept(): readonly Kept[] {
    return this.#kept;
  }

  // damage is why the rest of the match is missing; "" if it isn't.
  get damage(): string {
    return this.#whyDamaged;
  }

  // frame returns the frame with a number, or the nearest one.
  frame(n: number): Frame {
    const number = Math.max(0, Math.min(this.last, Math.floor(n) || 0));
    if (number === this.#newest.number) {
      return this.#newest;
    }
    const block = this.#block(Math.floor(number / blockSize));
    const within = number % blockSize;
    for (let i = block.length; i <= within; i++) {
      const before = block[i - 1];
      const round = before && this.#rounds[before.number];
      if (before === undefined || round === undefined) {
        break;
      }
      block.push(nextFrame(before, round, this.#bounds));
    }
    return block[within] ?? this.#newest;
  }

  #block(index: number): Frame[] {
    const block = this.#blocks.get(index) ?? this.#firsts.slice(index, index + 1);
    this.#blocks.delete(index);
    this.#blocks.set(index, block);
    if (this.#blocks.size > blocksKept) {
      for (const oldest of this.#blocks.keys()) {
        this.#blocks.delete(oldest);
        break;
      }
    }
    return block;
  }

  // round returns what happened between the frame with a number and the next one.
  round(n: number): Round | undefined {
    const known = this.#decoded.get(n);
    if (known !== undefined) {
      return known;
    }
    const data = this.#rounds[n];
    if (data === undefined) {
      return undefined;
    }
    if (this.#decoded.size >= roundsKept) {
      this.#decoded.clear();
    }
    const round = this.#decodeRound(data);
    this.#decoded.set(n, round);
    return round;
  }

  #decodeRound(data: RoundData): Round {
    const { units } = this.frame(data.r);
    const orders: Order[] = [];
    const failed = new Set(increasing(data.x, columns.x));
    rowsOf<OrderRow>(data.q, columns.q, ([seat, unit, text, way, outcome]) => {
      const from = units.cell[indexOf(units, unit)] ?? 0;
      const to = this.#aim(from, way);
      const isFailed = failed.has(orders.length);
      orders.push({ seat, unit, text: this.text(text), to, outcome: this.text(outcome), failed: isFailed });
    });
    const used: Used[] = [];
    rowsOf<UsedRow>(data.p, columns.p, ([cpu, status]) => used.push({ cpu, status: status / 1e6 }));
    return {
      number: data.r,
      orders,
      events: this.events(data.r),
      used,
      ...this.told(data.r),
    };
  }

  #aim(from: number, way: number): number {
    const nowhere = this.#bounds.cells;
    const to = way === nowhere ? -1 : from + way;
    return to >= -1 && to < nowhere ? to : -1;
  }

  // events returns the events of a round. It takes much less time than the whole round.
  events(n: number): readonly MatchEvent[] {
    const known = this.#happened.get(n);
    const data = this.#rounds[n];
    if (known !== undefined || data === undefined) {
      return known ?? []; // a round that is still to come is not kept as an empty one
    }
    if (this.#happened.size >= roundsKept) {
      this.#happened.clear();
    }
    const events: MatchEvent[] = [];
    rowsOf<EventRow>(data.e, columns.e, ([kind, cell, way, unit, by, seat, pays, text]) => {
      events.push({ kind, cell, to: this.#aim(cell, way), unit, by, seat, pays, text: this.text(text) });
    });
    this.#happened.set(n, events);
    return events;
  }

  // told returns what was told besides the events of a round, without decoding its orders.
  told(n: number): Pick<Round, "verdicts" | "notes" | "lines"> {
    const { v = [], d = [], l = [] } = this.#rounds[n] ?? {};
    return { verdicts: v, notes: d, lines: l };
  }

  // raw returns the data of a round, for those who look for something in all rounds.
  raw(n: number): RoundData | undefined {
    return this.#rounds[n];
  }

  // append adds a round to the end. If the round doesn't fit, it returns false, and
  // damage is the reason.
  append(round: RoundData): boolean {
    const n = this.last;
    try {
      checkRound(round, n, this.#texts.length - 1, this.#bounds);
      this.#newest = nextFrame(this.#newest, round, this.#bounds);
    } catch (error) {
      if (!(error instanceof Damage)) {
        throw error;
      }
      this.finish(false, `round ${n} is damaged: ${error.message}`);
      return false;
    }
    this.#rounds.push(round);
    for (const text of round.t ?? []) {
      this.#texts.push(text);
    }
    this.#keep(this.#newest);
    this.#changeSides(round);
    this.#comeAndGo(increasing(round.u, columns.u), increasing(round.g, columns.g), this.last);
    this.#note(round);
    return true;
  }

  // finish ends a match to which no more rounds come; damage is why it was not played to
  // its end, and kept where the files of bots are.
  finish(ended: boolean, damage: string, kept: readonly Kept[] = []): void {
    this.#moments.settle();
    this.#kept = kept;
    this.#isLive = false;
    this.#hasEnded = ended;
    this.#whyDamaged = damage;
  }

  // keep keeps what is known about the match as a whole, from a new frame.
  #keep(frame: Frame): void {
    if (frame.number % blockSize === 0) {
      this.#firsts.push(frame);
    }
    this.#series.forEach((bySeat, which) =>
      bySeat.forEach((values, seat) => values.push(frame.numbers[which]?.[seat] ?? 0)),
    );
  }

  // comeAndGo keeps which units appear in a frame, and which are gone.
  #comeAndGo(units: Iterable<number>, gone: Iterable<number>, frame: number): void {
    for (const id of units) {
      const span = this.#spans.get(id);
      if (span === undefined) {
        this.#spans.set(id, { first: frame, last: Infinity });
      } else {
        span.last = Infinity; // the unit is back, or different
      }
    }
    for (const id of gone) {
      const span = this.#spans.get(id);
      if (span !== undefined) {
        span.last = frame - 1;
      }
    }
  }

  #note(round: RoundData): void {
    const { events: kinds } = this.data.legend;
    for (let seat = 0; seat < this.#times.length; seat++) {
      const cpu = round.p?.[seat] ?? -1;
      this.#isTimed ||= cpu >= 0;
      this.#times[seat]?.push(cpu);
    }
    this.#isCharted ||= round.d?.some(({ kind }) => kind === "chart") ?? false;
    for (const verdict of round.v ?? []) {
      this.#verdicts[verdict.seat] ??= { round: round.r, verdict };
    }
    const events = round.e ?? [];
    const count = events.length / columns.e.length;
    const major: number[] = [];
    for (let i = 0; i < count; i++) {
      const which = events[i] ?? 0;
      const kind = kinds[which];
      this.#kinds[which] = (this.#kinds[which] ?? 0) + 1;
      if (kind?.major === true) {
        major.push(i);
      }
      if (kind?.look === "death") {
        this.#turn(events[eventAt.unit * count + i] ?? -1, round.r);
      }
    }
    const frozen = round.v?.[0]?.seat ?? -1;
    const isMoment = major.length > 0 || frozen >= 0;
    this.#eventful.push(isMoment ? 1 : 0);
    if (isMoment) {
      const seats = major.map((i) => events[eventAt.seat * count + i] ?? -1);
      this.#moments.add({ round: round.r, kinds: major.map((i) => events[i] ?? 0), seats, frozen });
    }
  }

  // changeSides keeps which units that are there already get another owner.
  #changeSides(round: RoundData): void {
    const changes = round.u ?? [];
    increasing(changes, columns.u).forEach((id, i, all) => {
      if ((changes[changeAt.owner * all.length + i] ?? 0) !== 0 && this.#spans.get(id)?.last === Infinity) {
        this.#turn(id, round.r);
      }
    });
  }

  #turn(unit: number, round: number): void {
    const turns = this.#turns.get(unit);
    if (turns === undefined) {
      this.#turns.set(unit, [round]);
    } else {
      turns.push(round);
    }
  }

  // turnOf returns the first round between two frames in which a unit died or changed
  // sides.
  turnOf(unit: number, from: number, to: number): number | undefined {
    return this.#turns.get(unit)?.find((round) => round >= from && round < to);
  }

  // has reports whether the match has a unit, in any frame.
  has(unit: number): boolean {
    return this.#spans.has(unit);
  }

  // firstOf returns the first frame that has a unit; -1 if none has.
  firstOf(unit: number): number {
    return this.#spans.get(unit)?.first ?? -1;
  }

  // text returns the text with an index, such as the note of a unit.
  text(i: number): string {
    return this.#texts[i] ?? "";
  }

  // numbers returns the values of one of the legend's numbers for a player, by frame.
  numbers(which: number, seat: number): ArrayLike<number> {
    return this.#series[which]?.[seat]?.values ?? [];
  }

  // traces returns those of all players: of one of the legend's numbers by frame, or after the last of them of the CPU
  // times by round, in microseconds; -1 if not known.
  traces(which: number): readonly Trace[] {
    return this.#series[which] ?? this.#times;
  }

  // eventful is 1 for each round with a major event or a verdict.
  get eventful(): Trace {
    return this.#eventful;
  }

  // verdictOf returns why and in which round a player was frozen; nothing if it was not.
  verdictOf(seat: number): { readonly round: number; readonly verdict: Verdict } | undefined {
    return this.#verdicts[seat];
  }

  // countOf returns how many events of a kind there are.
  countOf(kind: number): number {
    return this.#kinds[kind] ?? 0;
  }

  // eventRounds returns the rounds with a major event or a verdict, in order.
  eventRounds(): readonly number[] {
    return this.#moments.rounds;
  }

  // moments returns the rounds that are most worth a look, at most so many, in order.
  moments(most: number): readonly Moment[] {
    return this.#moments.greatest(most);
  }

  // where returns the frame nearest to n that has a unit, and the unit's cell; nothing if
  // the whole match has no such unit.
  where(id: number, n: number): { readonly frame: number; readonly cell: number } | undefined {
    const span = this.#spans.get(id);
    if (span === undefined) {
      return undefined;
    }
    const last = Math.min(span.last, this.last);
    const nearest = Math.max(span.first, Math.min(last, n));
    for (let distance = 0; distance <= last - span.first; distance++) {
      for (const frame of [nearest - distance, nearest + distance]) {
        const units = frame >= span.first && frame <= last ? this.frame(frame).units : undefined;
        const i = units === undefined ? -1 : indexOf(units, id);
        if (i >= 0) {
          return { frame, cell: units?.cell[i] ?? -1 };
        }
      }
    }
    return undefined;
  }
}
