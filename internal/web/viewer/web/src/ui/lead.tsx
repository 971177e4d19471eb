// Who leads: a bar across the page, split by the scores.

import type { JSX } from "preact";
import { steady } from "./again";
import { colourOf, inkOf, Label, Plate } from "./parts";
import * as state from "./state";
import type { View } from "./state";
import { t } from "./tongues";
import { percent, places, shares, signed } from "./words";

// The trend is what changed in so many rounds.
const trendRounds = 20;

const heads = steady(() =>
  (state.playback.value?.data.players ?? []).map((player) => (
    <span class="head">
      <Plate player={player} />
      <Label text={player.label} />
    </span>
  )),
);

export function Lead({ view }: { view: View }): JSX.Element {
  const { data, frame, playback } = view;
  const scores = frame.numbers[0] ?? [];
  const before = data.players.map((_, seat) => playback.numbers(0, seat)[Math.max(0, frame.number - trendRounds)] ?? 0);
  const [now, then] = [shares(scores), shares(before)];
  const said = data.players.map((player, seat) => `${player.label} ${scores[seat]}`);
  const place = places(scores);
  return (
    <div class="lead" role="img" aria-label={t("Scores: {0}", said.join(", "))}>
      {data.players.map((player, seat) => {
        const [share, won] = [now[seat] ?? 0, (now[seat] ?? 0) - (then[seat] ?? 0)];
        const tip = share > 0 && won > 0 ? Math.min(1, won / share) : 0;
        return (
          <span
            key={seat}
            class={`portion ${place[seat] === 1 ? "first" : ""}`}
            style={{ flexGrow: share, "--player": colourOf(player), "--ink": inkOf(player) }}
            title={`${said[seat]}, ${t("{0} of all; {1} in the last {2} rounds", percent(share), signed(won), trendRounds)}`}
          >
            <b>{scores[seat]}</b>
            {heads()[seat]}
            <i class="tip" style={{ width: `${tip * 100}%` }} />
          </span>
        );
      })}
    </div>
  );
}
