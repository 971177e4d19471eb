// The matches of the page of results, and what they are chosen and ordered by.

import type { Columns, Verdict } from "./data";

export interface Match {
  readonly number: number;
  readonly seed: string;
  readonly rounds: number;
  readonly seats: readonly number[]; // numbers of the bots
  readonly scores: readonly number[];
  readonly places: readonly number[];
  readonly verdicts: readonly Verdict[];
  readonly link?: string | undefined;
}

// Packed are matches as they come.
export type Packed = Omit<Columns, "before" | "after" | "at" | "part" | "all">;

// unpack makes matches of columns.
export function unpack({ seats, numbers, seeds, rounds, bots, scores, places, verdicts, links = [] }: Packed): Match[] {
  const linked = new Map(links);
  const faults = new Map<number, Verdict[]>();
  for (const [match, ...verdict] of verdicts) {
    faults.set(match, [...(faults.get(match) ?? []), verdict]);
  }
  let number = 0;
  let seed = 0n;
  return numbers.map((gap, i) => {
    number += gap;
    seed = BigInt.asUintN(64, seed + BigInt(seeds[i] ?? 0));
    const own = (column: readonly number[]): readonly number[] => column.slice(i * seats, (i + 1) * seats);
    return {
      number,
      seed: `${seed}`,
      rounds: rounds[i] ?? rounds[0] ?? 0,
      seats: own(bots),
      scores: own(scores),
      places: own(places),
      verdicts: faults.get(i) ?? [],
      link: linked.get(i),
    };
  });
}

export type Range = readonly [from: number, to: number];

// Only is which seats count besides: those that differ from it do not.
export interface Only {
  readonly seat?: number;
  readonly against?: number; // a bot that sits in another seat
  readonly length?: Range; // rounds
  readonly margin?: Range; // points
  readonly seed?: string;
}

// A Look is what a reader looks at the matches for.
export interface Look {
  readonly bot: number | undefined; // undefined: all
  readonly ratings: readonly number[]; // by the number of the bot
  readonly only?: Only;
  readonly show?: Shown; // undefined: all
}

const best = (numbers: readonly number[]): number => Math.max(-Infinity, ...numbers);

const seatsOf = ({ seats }: Match, bot: number | undefined): number[] =>
  [...seats.keys()].filter((seat) => bot === undefined || seats[seat] === bot);

const within = (n: number, [from, to]: Range = [-Infinity, Infinity]): boolean => from <= n && n <= to;

const first = ({ places }: Match, seat: number): boolean => places[seat] === 1;
const isShared = ({ places }: Match): boolean => places.filter((place) => place === 1).length > 1;

// fits tells whether it ended for a seat as it must.
const fits = {
  all: () => true,
  faults: (m, seat) => m.verdicts.some(([frozen]) => frozen === seat),
  upsets: () => true, // which is of a match
  won: (m, seat) => first(m, seat) && !isShared(m),
  shared: (m, seat) => first(m, seat) && isShared(m),
  losses: (m, seat) => !first(m, seat),
} as const satisfies Record<string, (m: Match, seat: number) => boolean>;

export type Shown = keyof typeof fits;

// counting are the seats that count: those of the chosen bot, or all, as far as they are wanted. The table, the list and
// the charts have the same, as archive.Filter says.
export function counting(m: Match, { bot, only = {}, show = "all" }: Look): number[] {
  const { seat: wanted, against, length, margin: far, seed } = only;
  return within(m.rounds, length) && (seed === undefined || seed === m.seed)
    ? seatsOf(m, bot).filter(
        (seat) =>
          (wanted === undefined || wanted === seat) &&
          (against === undefined || m.seats.some((other, at) => other === against && at !== seat)) &&
          (far === undefined || within(margin(m, seat), far)) &&
          fits[show](m, seat),
      )
    : [];
}

const scoresOf = ({ scores }: Match, seats: readonly number[]): number[] => seats.map((seat) => scores[seat] ?? 0);

// lead is by how much the best seat of the chosen bot is ahead of the others, or, if all are its own or there is none,
// of the second.
export function lead(m: Match, { bot }: Pick<Look, "bot">): number {
  const mine = seatsOf(m, bot);
  const others = [...m.seats.keys()].filter((seat) => !mine.includes(seat));
  if (others.length > 0) {
    return best(scoresOf(m, mine)) - best(scoresOf(m, others));
  }
  const [first = 0, second = first] = m.scores.toSorted((a, b) => b - a);
  return first - second;
}

// margin is how many points are between the best seat of the bot that has a seat, and the best of the others.
export const margin = (m: Match, seat: number): number => Math.abs(lead(m, { bot: m.seats[seat] }));

const rating = ({ ratings }: Look, bot: number): number => ratings[bot] ?? 0;

// upset is by how much the best of a match is rated above its winner.
export function upset({ seats, places }: Match, look: Look): number {
  const rated = seats.map((bot) => rating(look, bot));
  return best(rated) - best(rated.filter((_, seat) => places[seat] === 1));
}

const lowestWins = ({ seats, places }: Match, look: Look): boolean =>
  seats.some((bot, seat) => places[seat] === 1 && seats.every((other) => rating(look, other) >= rating(look, bot)));

export const keys = {
  number: (m: Match): number => m.number,
  score: (m: Match, look: Look): number => best(scoresOf(m, counting(m, look))),
  lead,
  upset,
  verdicts: (m: Match, look: Look): number => m.verdicts.filter(([seat]) => counting(m, look).includes(seat)).length,
} as const;

export type Key = keyof typeof keys;

// A Choice is which matches are listed, and in which order.
export interface Choice extends Look {
  readonly by: Key;
  readonly down: boolean;
}

// choose returns the matches of a choice. Of equal ones the newest comes first.
export function choose(all: readonly Match[], choice: Choice): Match[] {
  const sign = choice.down ? -1 : 1;
  return all
    .filter(
      (m) =>
        counting(m, choice).length > 0 && (choice.show !== "upsets" || (upset(m, choice) > 0 && lowestWins(m, choice))),
    )
    .map((m) => ({ m, key: keys[choice.by](m, choice) }))
    .toSorted((a, b) => sign * (a.key - b.key) || b.m.number - a.m.number)
    .map(({ m }) => m);
}
