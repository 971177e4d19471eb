// The dialog that asks: what if?

import type { ComponentChild, JSX } from "preact";
import type { View } from "./state";
import { around, t } from "./tongues";
import { bots, playOn, progress } from "./whatif";

export function WhatIf({ view: { data, frame } }: { view: View }): JSX.Element {
  const ask = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    void playOn(Number(form.get("seat")), String(form.get("bot")));
  };
  const none = bots.value.length === 0;
  return (
    <form onSubmit={ask} class="what-if">
      <p>
        {around<ComponentChild>(
          "From round {0} on, {1} plays for {2}",
          frame.number,
          <select name="bot" aria-label={t("bot")} disabled={none}>
            {bots.value.map((bot) => (
              <option key={bot}>{bot}</option>
            ))}
          </select>,
          <select name="seat" aria-label={t("player")}>
            {data.players.map((player, seat) => (
              <option key={seat} value={seat}>
                {player.label}
              </option>
            ))}
          </select>,
        )}{" "}
        <button class="again" disabled={none}>
          {t("Play on")}
        </button>
      </p>
      <p role="status">{progress.value}</p>
      <p class="hint">
        {t(
          "Up to that round, the match is as it was. The others are played by their bots, if those are in the bots folder; otherwise they go on with what they did, whatever has become of the match.",
        )}
      </p>
    </form>
  );
}
