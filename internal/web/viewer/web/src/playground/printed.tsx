// What the bots of the reader have printed.

import type { JSX } from "preact";
import { t } from "../ui/tongues";
import * as state from "./state";
import * as view from "./view";

const most = 500; // lines on the page

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

export function Print(): JSX.Element {
  const all = lines();
  const { value } = state.result;
  if (all.length === 0) {
    return (
      <p class="hint">{t("What your bots print is here, by round: console.log in JavaScript, print in Python.")}</p>
    );
  }
  return (
    <ol class="prints">
      {all.slice(0, most).map(({ round, seat, text }, i) => (
        <li key={i} class={round === state.round.value ? "now" : ""}>
          <button type="button" class="link" onClick={() => void view.goTo(Math.max(0, round))}>
            {round === start ? t("Start") : t("Round {0}", round)}
          </button>{" "}
          <bdi>{value?.names[seat]}</bdi> <code>{text}</code>
        </li>
      ))}
      {all.length > most && <li>{t("and {0} more", all.length - most)}</li>}
    </ol>
  );
}
