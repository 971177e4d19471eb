// The tutorial, as the page has it: from a bot that does nothing to one that beats demo and dummy. Its programs are
// those of docs/tutorial, which build.mjs puts into tutorial.json.

import { t } from "../ui/tongues";
import type { Language } from "./site";
import type { Result } from "./state";

export const tutorialGame = "orkisland";

// A Lesson is a step, and the match that shows that it is done: the reader's bot in the first seat.
export interface Lesson {
  readonly task: (language: Language) => string;
  readonly bots: readonly string[]; // in the other seats
  readonly seed: string;
  readonly points: number; // the program of this step has more, that of the step before fewer
}

export const lessons: readonly Lesson[] = [
  {
    task: (language) =>
      t(
        "Send every ork to the nearest city. {0} gives you one search for all of them, {1} your orks; its {2} is where an ork goes next, and {3} sends it there.",
        language === "py" ? "ways_to" : "waysTo",
        language === "py" ? "units_of" : "unitsOf",
        "step",
        "do",
      ),
    bots: ["demo", "null", "null"],
    seed: "1",
    points: 5000,
  },
  {
    task: () =>
      t(
        "A city or path stays yours when the ork has gone. So go for what is not yours: search for the cells of all cities and paths whose {0} is not {1}.",
        "owner",
        "s.me",
      ),
    bots: ["demo", "null", "null"],
    seed: "7",
    points: 40_000,
  },
  {
    task: () =>
      t(
        "Fight if you win: look at the {0} of an ork, attack the strongest enemy whose {1} is less than yours after the {2} of the cell, and wait if a stronger one is in the way.",
        "neighbours",
        "health",
        "cost",
      ),
    bots: ["demo", "demo", "demo"],
    seed: "6",
    points: 10_000,
  },
  {
    task: () =>
      t(
        "Orks stand in rows for the same city. Let each take the nearest place that no other has taken: in {0}, which is called once, search for each place; if there are more orks than places, begin anew.",
        "start",
      ),
    bots: ["demo", "demo", "demo"],
    seed: "1",
    points: 30_000,
  },
  {
    task: () =>
      t(
        "Keep away from stronger ones: before an ork moves, look whether an enemy beside the new cell would beat it there, and if so, go elsewhere.",
      ),
    bots: ["demo", "demo", "demo"],
    seed: "3",
    points: 30_000,
  },
  {
    task: () =>
      t(
        "Go where it pays: divide what a place is {0} by how far it is, let the best pairs of ork and place choose first, and weigh each step by what it wins and what it risks.",
        "worth",
      ),
    bots: ["dummy", "demo", "demo"],
    seed: "4",
    points: 40_000,
  },
];

// other names what makes a match another one than that of a lesson; nothing if it is that one.
function other({ bots, seed }: Lesson, { game, from, seats, ...result }: Result): string | undefined {
  const [mine, ...others] = seats;
  const isSame = others.every((one, i) => one.kind === "arena" && one.name === bots[i]);
  switch (true) {
    case game !== tutorialGame:
      return t("the game was another");
    case mine?.kind !== "own":
      return t("your bot was not in seat 0");
    case !isSame:
      return t("the other bots were not {0}", bots.join(", "));
    case result.seed !== seed:
      return t("the seed was {0}, not {1}", result.seed, seed);
    default:
      return from === 0 ? undefined : t("it was played from round {0} on", from);
  }
}

export const isDone = (lesson: Lesson, result: Result): boolean =>
  other(lesson, result) === undefined && (result.match.asked.scores[0] ?? 0) >= lesson.points;

// lacking says why the last match is not what a lesson wants: what it wants, and what there was.
export function lacking(lesson: Lesson, result: Result): string {
  const why = other(lesson, result);
  if (why !== undefined) {
    return t("Not there yet: the last match does not count, as {0}.", why);
  }
  const { scores, verdicts } = result.match.asked;
  const { bots, points, seed } = lesson;
  const reached = t(
    "Not there yet: your bot has {0} points of {1}, against {2} with seed {3}.",
    scores[0] ?? 0,
    points,
    bots.join(", "),
    seed,
  );
  const frozen = verdicts.find(({ seat }) => seat === 0);
  return frozen === undefined
    ? reached
    : `${reached} ${t("It was frozen in round {0}: the tab Result says why.", frozen.round)}`;
}

const doneAs = "arena-play-steps";

// kept returns the steps that were done on an earlier visit.
export function kept(): readonly number[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(doneAs) ?? "[]");
    return Array.isArray(found) ? found.filter((step) => Number.isInteger(step)) : [];
  } catch {
    return [];
  }
}

export function keep(steps: readonly number[]): void {
  try {
    localStorage.setItem(doneAs, JSON.stringify(steps));
  } catch {
    // They are forgotten when the page is closed.
  }
}
