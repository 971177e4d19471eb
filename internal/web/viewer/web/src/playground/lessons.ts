// The tutorial, as the page has it: from a bot that does nothing to one that beats demo and dummy. Its programs are
// those of docs/tutorial, which build.mjs puts into tutorial.json.

import { t } from "../ui/tongues";
import type { Language } from "./site";
import type { Result } from "./state";

export const tutorialGame = "orkisland";

// A Lesson is a step, and the match that shows that it is done: the reader's bot in the first seat.
export interface Lesson {
  readonly task: (language: Language) => string; // with code in backticks
  readonly code: Readonly<Record<Language, string>>; // lines of the program of this step; … stands for what is to be found
  readonly bots: readonly string[]; // in the other seats
  readonly seed: string;
  readonly points: number; // the program of this step has more, that of the step before fewer
}

export const gap = "…";

export const lessons: readonly Lesson[] = [
  {
    task: () =>
      t(
        "Send every ork to the nearest city. `ways` has the shortest ways: `ways.step(cell)` is the direction in which an ork on a cell goes next. The lines belong into `play`.",
      ),
    code: {
      js: `const ways = s.waysTo(s.cities.flatMap((city) => city.cells));
for (const ork of s.unitsOf(s.me)) s.do(ork, …);`,
      py: `ways = s.ways_to(cell for city in s.cities for cell in city.cells)
for ork in s.units_of(s.me):
    s.do(ork, …)`,
    },
    bots: ["demo", "null", "null"],
    seed: "1",
    points: 5000,
  },
  {
    task: (language) =>
      t(
        "A city or path stays yours when the ork has gone. So go for what is not yours: let `play` find the ways to `{0}`, the cells of all cities and paths whose `owner` is not `s.me`.",
        language === "py" ? "self.goals(s)" : "this.goals(s)",
      ),
    code: {
      js: `goals(s) {
  return [...s.cities, ...s.paths].filter((area) => …).flatMap((area) => area.cells);
}`,
      py: `def goals(self, s: game.State) -> list[int]:
    return [cell for area in s.cities + s.paths if … for cell in area.cells]`,
    },
    bots: ["demo", "null", "null"],
    seed: "7",
    points: 40_000,
  },
  {
    task: () =>
      t(
        "Fight if you win: of the enemies beside an ork, attack the strongest that has less `health` than the ork after the `s.cost(cell)` of the step. If a stronger one is in the way, wait.",
      ),
    code: {
      js: `for (const [d, cell] of s.neighbours(ork.cell)) {
  const enemy = s.unitAt(cell);
  if (enemy && enemy.owner !== s.me && strongest < enemy.health && …) {`,
      py: `for d, cell in s.neighbours(ork.cell):
    enemy = s.unit_at(cell)
    if enemy and enemy.owner != s.me and strongest < enemy.health < …:`,
    },
    bots: ["demo", "demo", "demo"],
    seed: "6",
    points: 10_000,
  },
  {
    task: (language) =>
      t(
        "Orks stand in rows for the same city. Let each take the nearest place that is free: `ways.cost(cell)` is what the way there costs. The first line belongs into `start`, which is called once. Each round begins with all of `{0}` free; begin anew if none is left.",
        language === "py" ? "self.ways" : "this.ways",
      ),
    code: {
      js: `this.ways = [...s.cities, ...s.paths].map((area) => s.waysTo(area.cells));
const nearest = free.reduce((a, b) => (… ? b : a));
free.splice(free.indexOf(nearest), 1);`,
      py: `self.ways = [s.ways_to(area.cells) for area in s.cities + s.paths]
nearest = min(free, key=lambda ways: …)
free.remove(nearest)`,
    },
    bots: ["demo", "demo", "demo"],
    seed: "1",
    points: 30_000,
  },
  {
    task: () =>
      t(
        "Keep away from stronger ones: before an ork moves, look whether an enemy beside the new cell would beat it there, and if so, go elsewhere. The enemy pays the `s.cost(cell)` of the step, too.",
      ),
    code: {
      js: `return s.neighbours(cell).some(([, to]) => {
  const enemy = s.unitAt(to);
  return enemy && enemy.owner !== s.me && …;`,
      py: `def danger(self, s: game.State, cell: int, health: int) -> bool:
    beside = (s.unit_at(to) for _, to in s.neighbours(cell))
    return any(u and u.owner != s.me and … for u in beside)`,
    },
    bots: ["demo", "demo", "demo"],
    seed: "3",
    points: 30_000,
  },
  {
    task: () =>
      t(
        "Go where it pays: divide what a place is worth, which `s.worth` tells, by how far it is. Let the best pairs of ork and place choose first, and weigh each step by what it wins and what it risks.",
      ),
    code: {
      js: `let value = worth / (…);
if (ork.health - ways.cost(ork.cell) <= guard) value /= 12;
goals.push({ ork, place, ways, value });`,
      py: `value = worth / (…)
if ork.health - ways.cost(ork.cell) <= guard:
    value /= 12`,
    },
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
