// Prints of how many turning points the cause names who gains, or whose turn it is, and of how many it is a number that
// makes no points: npm run causes -- [--list] FILES
// The files are matches, of arena export --format json; those of docs/viewer.md have the seeds 2001 to 2060 and
// the bots of go run ./sdk/bots/courses.

import { readFileSync } from "node:fs";
import { parse } from "../src/model/decode";
import { Playback } from "../src/model/playback";
import { Story } from "../src/model/story";
import { causeOf } from "../src/ui/cause";
import { pointsOf, teller } from "../src/ui/story";

teller.value = causeOf;

interface Row {
  turns: number;
  gainer: number; // is named
  own: number; // whose turn it is is named
  idle: number; // told by a number that makes no points
  crowd: number; // three players in one entry
  points: number; // told by points alone
}

const rows = new Map<string, Row>();
const lists = process.argv.includes("--list");

for (const file of process.argv.slice(2).filter((word) => word !== "--list")) {
  const match = new Playback(parse(readFileSync(file, "utf8")));
  const { game, players, rounds, legend } = match.data;
  const scores = players.map((_, seat) => match.numbers(0, seat));
  const turns = new Story(Math.max(rounds, match.last), game).turns(scores);
  const row = rows.get(game) ?? { turns: 0, gainer: 0, own: 0, idle: 0, crowd: 0, points: 0 };
  rows.set(game, row);
  const idle = legend.numbers.filter((_, i) => i > 0 && i !== legend.income && legend.holdings?.includes(i) !== true);
  const aNumber = new RegExp(`(${idle.join("|")}) -?\\d+ to -?\\d+|health left`);
  pointsOf(match).forEach(({ seat, words, chance }, i) => {
    const { before = [], after = [] } = turns[i] ?? {};
    const gains = after.map((of, who) => of - (before[who] ?? 0));
    const named = players.map(({ label }) => ` ${words.replace(/[:;,]/g, " ")} `.includes(` ${label} `));
    row.turns++;
    row.gainer += Number(named[gains.indexOf(Math.max(...gains))] === true);
    row.own += Number(named[seat] === true);
    row.idle += Number(aNumber.test(words));
    row.crowd += Number(named.filter((is, who) => is || who === seat).length > 2);
    row.points += Number(/gains (on|-?\d+ point)/.test(words));
    if (lists) {
      console.log(`${game}\t${match.data.seed}\t${players[seat]?.label}\t${chance}\t${words}`);
    }
  });
}

console.log("| game | turns | gainer named | whose turn named | no points made | three players | points alone |");
for (const [game, { turns, ...counts }] of rows) {
  const shares = Object.values(counts).map((count) => `${count} (${Math.round((100 * count) / Math.max(1, turns))} %)`);
  console.log(`| ${[game, turns, ...shares].join(" | ")} |`);
}
