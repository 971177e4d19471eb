// Prints how true the chances of the page are, and learns them anew with --learn: npm run chances -- FILES
// The files have lines of go run ./sdk/bots/courses. What was learned from some matches must be
// measured on others.

import { readFileSync, writeFileSync } from "node:fs";
import { anyGame, isKnown, learnedOf } from "../src/model/chances";
import { brier, type Course, coursesOf, forecasts, held, learn, reliability, thirdOf, turned } from "./learn";

const files = process.argv.slice(2).filter((word) => word !== "--learn");
const courses = files.flatMap((file) => coursesOf(readFileSync(file, "utf8")));
const games = [...new Set(courses.map(({ game }) => game))].sort();
const of = (game: string): Course[] => courses.filter((course) => game === anyGame || course.game === game);

if (process.argv.includes("--learn")) {
  const lines = [anyGame, ...games].map((game) => `  ${JSON.stringify(game)}: ${JSON.stringify(learn(of(game)))}`);
  writeFileSync("src/model/chances.json", `{\n${lines.join(",\n")}\n}\n`);
  console.log("src/model/chances.json has the new weights; once more without --learn says how true they are");
} else {
  tell();
}

function tell(): void {
  const edges = [0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95];
  const heads = edges.map((edge, i) => `${100 * edge}–${100 * (edges[i + 1] ?? 1)} %`);
  console.log(
    `| game | matches | Brier score | ${heads.join(" | ")} |\n|---|---|---|${edges.map(() => "---|").join("")}`,
  );
  for (const game of games.filter(isKnown)) {
    const all = of(game).flatMap((course) => forecasts(course, learnedOf(game)));
    row([game, of(game).length, brier(all).toFixed(3)], reliability(all, edges));
  }
  const turns = [0, 0.4, 0.6, 0.8, 0.95];
  console.log("\nturning points");
  for (const game of [...games.filter(isKnown), anyGame]) {
    row([game || "all"], reliability(of(game).flatMap(turned), turns), true);
  }
  console.log("\nturning points by thirds of the match: said → came (how many), and by how much luck may change it");
  for (const game of [...games.filter(isKnown), anyGame]) {
    const cells = [0, 1, 2].map((third) => {
      const { count, said, off, luck } = held(of(game).map((course) => thirdOf(turned(course), third)));
      return `${percent(said)} → ${percent(said + off)} (${count}) ± ${percent(luck)}`;
    });
    console.log(`| ${[game || "all", ...cells].join(" | ")} |`);
  }
}

function row(first: readonly (string | number)[], bins: ReturnType<typeof reliability>, counts = false): void {
  const cells = bins.map(({ count, said, true: came }) =>
    count === 0 ? "–" : `${percent(said / count)} → ${percent(came / count)}${counts ? ` (${count})` : ""}`,
  );
  console.log(`| ${[...first, ...cells].join(" | ")} |`);
}

function percent(part: number): number {
  return Math.round(100 * part);
}
