// What the bots of the reader have printed.

import type { JSX } from "preact";
import { t } from "../ui/tongues";
import * as state from "./state";
import * as view from "./view";

const most = 500; // lines on the page: those about the round on the board

const start = -1; // stands for the round of what is printed before the match

interface Line {
  readonly round: number;
  readonly seat: number;
  readonly text: string;
}

function lines(): Line[] {
  const { match, starts = [] } = state.result.value ?? {};
  const first = starts.flatMap(({ seat, prints }) => prints.map((text) => ({ round: start, seat, text })));
  const turns = Object.entries(match?.turns ?? {});
  const later = turns
    .flatMap(([seat, list]) =>
      list.flatMap(({ round, prints }) => prints.map((text) => ({ round, seat: Number(seat), text }))),
    )
    .sort((a, b) => a.round - b.round || a.seat - b.seat);
  return [...first, ...later];
}

// printedIn returns what the bot of a seat printed in a round; before the first one, also what it did before the match.
export const printedIn = (seat: number, round: number): string[] =>
  lines().flatMap((line) => (line.seat === seat && Math.max(0, line.round) === round ? [line.text] : []));

let followed = -1; // the round to which the list was scrolled

// follow keeps the round on the board in sight, until the reader scrolls.
function follow(line: HTMLElement | null): void {
  if (line !== null && followed !== state.round.value) {
    followed = state.round.value;
    line.scrollIntoView({ block: "nearest" });
  }
}

export function Print(): JSX.Element {
  const all = lines();
  const { value: now } = state.round;
  const here = all.findIndex(({ round }) => round >= now);
  const first = Math.max(0, Math.min((here < 0 ? all.length : here) - most / 2, all.length - most));
  const { value } = state.result;
  if (all.length === 0) {
    return (
      <p class="hint">{t("What your bots print is here, by round: console.log in JavaScript, print in Python.")}</p>
    );
  }
  return (
    <ol class="prints">
      {first > 0 && <li>{t("and {0} before", first)}</li>}
      {all.slice(first, first + most).map(({ round, seat, text }, i) => (
        <li
          key={first + i}
          class={round === now ? "now" : ""}
          aria-current={round === now}
          ref={first + i === here && round === now ? follow : null}
        >
          <button type="button" class="link" onClick={() => void view.goTo(Math.max(0, round))}>
            {round === start ? t("Start") : t("Round {0}", round)}
          </button>{" "}
          <bdi>{value?.names[seat]}</bdi> <code>{text}</code>
        </li>
      ))}
      {all.length > first + most && <li>{t("and {0} more", all.length - first - most)}</li>}
    </ol>
  );
}
