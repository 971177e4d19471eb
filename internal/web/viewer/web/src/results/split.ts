// Tells the seats of matches apart by what those were, as arena results --split does.

import { counting, type Look, margin, type Match, type Only, type Range } from "./matches";

export const bys = ["seat", "opponent", "length", "margin"] as const;
export type By = (typeof bys)[number];

// A Lot is the seats of a kind. Those of one seed share their luck.
export interface Lot {
  readonly name: string;
  readonly only: Only; // what chooses them
  seats: number;
  won: number; // first places of one alone
  shared: number;
  places: number;
  scores: number;
  readonly bySeed: Map<string, { seats: number; wins: number }>;
}

// split returns the kinds of which there are seats that count. Quarters are those of all matches.
export function split(
  all: readonly Match[],
  chosen: readonly Match[],
  look: Look,
  by: By,
  names: readonly string[],
): Lot[] {
  const kinds = kindsBy(all, by, names);
  const lots = new Map<number, Lot>();
  for (const m of chosen) {
    const winners = m.places.filter((place) => place === 1).length;
    for (const seat of counting(m, look)) {
      for (const kind of kinds.of(m, seat)) {
        const lot = lots.get(kind) ?? {
          ...kinds.at(kind),
          seats: 0,
          won: 0,
          shared: 0,
          places: 0,
          scores: 0,
          bySeed: new Map(),
        };
        lots.set(kind, lot);
        add(lot, m, seat, winners);
      }
    }
  }
  return [...lots].sort(([a], [b]) => a - b).map(([, lot]) => lot);
}

function add(lot: Lot, m: Match, seat: number, winners: number): void {
  const of = lot.bySeed.get(m.seed) ?? { seats: 0, wins: 0 };
  lot.bySeed.set(m.seed, of);
  lot.seats++;
  of.seats++;
  lot.places += m.places[seat] ?? 0;
  lot.scores += m.scores[seat] ?? 0;
  if (m.places[seat] === 1) {
    of.wins += 1 / winners;
    lot[winners === 1 ? "won" : "shared"]++;
  }
}

interface Kinds {
  readonly of: (m: Match, seat: number) => readonly number[];
  readonly at: (kind: number) => Pick<Lot, "name" | "only">;
}

function kindsBy(all: readonly Match[], by: By, names: readonly string[]): Kinds {
  switch (by) {
    case "seat":
      return { of: (_, seat) => [seat], at: (seat) => ({ name: `${seat}`, only: { seat } }) };
    case "opponent":
      return {
        of: ({ seats }, seat) => [...new Set(seats.filter((bot) => bot !== seats[seat]))],
        at: (against) => ({ name: names[against] ?? "…", only: { against } }),
      };
    case "length":
      return quarters(all, ({ rounds }) => rounds, "length");
    case "margin":
      return quarters(all, margin, "margin");
  }
}

// quarters makes as many as four kinds of about as many seats each, by a number of theirs.
function quarters(all: readonly Match[], number: (m: Match, seat: number) => number, what: "length" | "margin"): Kinds {
  const numbers = all.flatMap((m) => m.seats.map((_, seat) => number(m, seat))).sort((a, b) => a - b);
  const ends = [1, 2, 3, 4].map((quarter) => numbers[Math.ceil((numbers.length * quarter) / 4) - 1] ?? 0);
  const ranges = [...new Set(ends)].map((end, i, all): Range => [
    numbers.find((n) => i === 0 || n > (all[i - 1] ?? 0)) ?? 0,
    end,
  ]);
  return {
    of: (m, seat) => [ranges.findIndex(([, end]) => number(m, seat) <= end)],
    at: (kind) => {
      const [from, end] = ranges[kind] ?? [0, 0];
      return { name: from === end ? `${end}` : `${from} to ${end}`, only: { [what]: [from, end] } };
    },
  };
}

const least = 10; // seeds; fewer tell nothing of how they vary
const most = 256;

// winShare returns the wins for each seat, and how far off they may be: so that in 95 of 100 cases all of so many lots are
// right together.
export function winShare(lot: Lot, lots: number): { readonly value: number; readonly off: number | undefined } {
  const seeds = [...lot.bySeed.values()];
  const p = seeds.reduce((sum, { wins }) => sum + wins, 0) / lot.seats;
  if (seeds.length < least) {
    return { value: p, off: undefined };
  }
  const squares = seeds.reduce((sum, { seats, wins }) => sum + (wins - p * seats) ** 2, 0);
  const variance = ((squares / lot.seats ** 2) * seeds.length) / (seeds.length - 1);
  const n = variance > 1e-18 ? (p * (1 - p)) / variance : seeds.length;
  const z = student(Math.min(seeds.length, most) - 1, 0.025 / lots);
  const middle = (p + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return { value: p, off: Math.max(Math.min(middle + half, 1) - p, p - Math.max(middle - half, 0)) };
}

// student returns the value that Student's distribution exceeds with a chance of less than a half.
export function student(freedom: number, chance: number): number {
  let [low, high] = [0, 1e4];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (between(middle, freedom) < 1 - 2 * chance) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

// between returns the chance of a value from -t to t: a finite sum, as the freedom is a whole number.
function between(t: number, freedom: number): number {
  const angle = Math.atan(t / Math.sqrt(freedom));
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = freedom % 2 === 1;
  let term = isOdd ? cos : 1;
  let sum = freedom === 1 ? 0 : term;
  for (let k = isOdd ? 3 : 2; k < freedom; k += 2) {
    term *= (cos * cos * (k - 1)) / k;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + sin * sum) : sin * sum;
}
