// A blind test of the causes of turning points: of three sentences, one is of the turn and two are of other turns of the
// same game, by the same player if there are such. A solver who knows who had how many points before and after, and at
// last also the other numbers beside the board, picks one: npm run blind -- [--eye 10] FILES
// The files are matches, of arena export --format json, from which nothing was learned. With --eye it prints turns to be
// judged by a reader, and the key after them.

import { readFileSync } from "node:fs";
import { parse } from "../src/model/decode";
import { Playback } from "../src/model/playback";
import { Story } from "../src/model/story";
import { causeOf } from "../src/ui/cause";
import { leader, partiesOf } from "../src/ui/story";

const perGame = 50;

interface Case {
  readonly game: string;
  readonly file: string;
  readonly round: number;
  readonly labels: readonly string[];
  readonly gainer: number;
  readonly words: string;
  readonly names: readonly string[]; // of the numbers
  readonly numbers: readonly (readonly (readonly [was: number, is: number])[])[]; // by number, then seat
  readonly income: number; // which of the numbers is what a round pays; 0 if none is
  readonly rounds: number;
  readonly earlier: readonly number[]; // points in the stretch before, by seat
  readonly lead: readonly [was: number, is: number];
}

// lot returns numbers from 0 to 1 that are the same each time.
function lot(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = lot(44);
const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);

function casesOf(file: string): Case[] {
  const match = new Playback(parse(readFileSync(file, "utf8")));
  const { game, players, rounds, legend } = match.data;
  const scores = players.map((_, seat) => match.numbers(0, seat));
  return new Story(Math.max(rounds, match.last), game).turns(scores).map((turn) => {
    const { round, from, to, before, after } = turn;
    const at = (which: number, seat: number, frame: number): number =>
      match.numbers(which, seat)[Math.max(0, frame)] ?? 0;
    return {
      game,
      file,
      round,
      labels: players.map(({ label }) => label),
      gainer: partiesOf(before, after)[0],
      words: causeOf(match, turn),
      names: legend.numbers,
      income: legend.income ?? 0,
      rounds: to - from,
      numbers: legend.numbers.map((_, which) =>
        players.map((_, seat) => [at(which, seat, from), at(which, seat, to)] as const),
      ),
      earlier: players.map((_, seat) => at(0, seat, from) - at(0, seat, 2 * from - to)),
      lead: [leader(match, from), leader(match, to)],
    };
  });
}

// fits returns how well a sentence fits what is known of a turn.
function fits(words: string, c: Case, all: boolean): number {
  let sum = 0;
  const taken = /(?:^|; )([^;:]+) takes the lead/.exec(words)?.[1];
  const [was, is] = c.lead;
  if (taken !== undefined) {
    sum += c.labels[is] === taken && was !== is ? 3 : -6;
  } else if (was !== is && is >= 0) {
    sum -= 1;
  }
  const points = c.numbers[0] ?? [];
  const got = (one: number): number => (points[one]?.[1] ?? 0) - (points[one]?.[0] ?? 0);
  const more = (one: number): number => got(one) - (c.earlier[one] ?? 0);
  // Who does it is named first, or after "by"; to whom it is done, next to "of", "from" and "to".
  const said = words.replace(/; [^;]* takes the lead$/, "");
  const named = c.labels
    .map((label, seat) => ({ seat, at: said.indexOf(label) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ seat }) => seat);
  const isDone = / is [a-z]+ by /.test(said);
  const isFrozen = / is frozen/.test(said);
  const hasLost = / has lost /.test(said);
  const [doer = -1, other = -1] = isDone ? named.toReversed() : named;
  const [gains, lost] = isFrozen ? [-1, doer] : [doer, other];
  const rank = (one: number): number => c.labels.filter((_, other) => more(other) > more(one)).length;
  sum += gains >= 0 ? ([2, 0, -1, -2][rank(gains)] ?? -2) : 0;
  sum += lost >= 0 && lost !== gains ? ([-1, -1, 0, 1][rank(lost)] ?? 0) : 0;
  const pays = Number((/(\d+) in all/.exec(said) ?? /(-?\d+) points?/.exec(said))?.[1]);
  if (gains >= 0 && Number.isFinite(pays)) {
    // What made the turn made most of the points, and not more than there are.
    sum += pays <= got(gains) ? 3 - (3 * (got(gains) - pays)) / Math.max(1, got(gains)) : -4;
  }
  // A round pays the income: the points came at a pace between both ends of it, and those before at about the first.
  const income = c.income > 0 ? new RegExp(`${c.names[c.income]}:? (\\d+) to (\\d+)`).exec(said) : null;
  if (income !== null) {
    const one = hasLost ? lost : gains;
    const [was, is] = [c.rounds * Number(income[1]), c.rounds * Number(income[2])];
    sum += near(got(one), (was + is) / 2) + near(c.earlier[one] ?? 0, was) / 2;
  }
  return all ? sum + fitsNumbers(said, hasLost || gains < 0 ? lost : gains, c) : sum;
}

// near is 3 where points are as many as they should be, and less the farther they are off.
const near = (points: number, due: number): number =>
  Math.max(-4, 3 - (3 * Math.abs(points - due)) / Math.max(1, points));

// mute leaves out what a sentence says of points, so that who gains from whom is all it says.
const mute = (words: string): string => words.replace(/-?\d+ (points?|of them|in all)|-?\d+ to -?\d+/g, "");

function fitsNumbers(words: string, seat: number, c: Case): number {
  let sum = 0;
  c.names.forEach((name, which) => {
    const [was, is] = c.numbers[which]?.[seat] ?? [0, 0];
    const range = new RegExp(`${name}:? (-?\\d+) to (-?\\d+)`).exec(words);
    if (range !== null && which > 0) {
      sum += Number(range[1]) === was && Number(range[2]) === is ? 6 : -3;
    }
    const change = new RegExp(`(wins|has lost|,|and) (\\d+) ${name}`).exec(words);
    if (change !== null && which > 0) {
      const sign = / has lost /.test(words) ? -1 : 1;
      sum += Number(change[2]) === sign * (is - was) ? 6 : -3;
    }
  });
  return sum;
}

const files = process.argv.slice(2).filter((word) => /\D/.test(word) && !word.startsWith("--"));
const cases = files.flatMap(casesOf);
const eye = process.argv.includes("--eye") ? Number(process.argv[process.argv.indexOf("--eye") + 1]) : 0;
const key: string[] = [];
console.log("| game | turns | figures of points left out | by points alone | by all numbers |");
for (const game of new Set(cases.map((one) => one.game))) {
  const own = shuffled(cases.filter((one) => one.game === game));
  const counts = { turns: 0, mute: 0, points: 0, numbers: 0 };
  for (const one of own.slice(0, perGame)) {
    const label = one.labels[one.gainer];
    const others = own.filter(({ words, file }) => words !== one.words && file !== one.file);
    const alike = others.filter(({ labels, gainer }) => labels[gainer] === label);
    const rest = others.filter((other) => !alike.includes(other));
    const wrong = [...shuffled(alike), ...shuffled(rest)].slice(0, 2).map(({ words }) => words);
    const offered = shuffled([one.words, ...wrong]);
    const pick = (all: boolean, say = (words: string): string => words): string => {
      const marks = offered.map((words) => fits(say(words), one, all));
      return offered[marks.indexOf(Math.max(...marks))] ?? "";
    };
    counts.turns++;
    counts.mute += Number(pick(false, mute) === one.words);
    counts.points += Number(pick(false) === one.words);
    counts.numbers += Number(pick(true) === one.words);
    if (process.argv.includes("--wrong") && pick(true) !== one.words) {
      console.log(`${game}\t${one.words}\t<> ${pick(true)}`);
    }
    if (key.length < eye && counts.turns <= Math.ceil(eye / 4)) {
      key.push(`${key.length + 1}: ${"abc"[offered.indexOf(one.words)]}`);
      console.log(`\n${key.length}. ${game}, round ${one.round}: points before, after (in the stretch before)`);
      one.labels.forEach((name, seat) => {
        const [was, is] = one.numbers[0]?.[seat] ?? [0, 0];
        const others = one.names.slice(1).map((what, i) => `${what} ${one.numbers[i + 1]?.[seat]?.join("→")}`);
        console.log(
          `   ${name}: ${was} → ${is} (${is - was}; before ${one.earlier[seat]}) ${eye > 0 ? others.join(", ") : ""}`,
        );
      });
      offered.forEach((words, i) => console.log(`   ${"abc"[i]}) ${words}`));
    }
  }
  const share = (n: number): string => `${n} (${Math.round((100 * n) / Math.max(1, counts.turns))} %)`;
  console.log(
    `| ${game} | ${counts.turns} | ${share(counts.mute)} | ${share(counts.points)} | ${share(counts.numbers)} |`,
  );
}
if (eye > 0) {
  console.log(`KEY ${key.join(", ")}`);
}
