// The dialog that asks: what if?

import type { ComponentChild, JSX } from "preact";
import { byHand, load } from "./later";
import type { View } from "./state";
import { around, t } from "./tongues";
import { bots, possible, playOn, progress } from "./whatif";

export function WhatIf({ view: { data, frame } }: { view: View }): JSX.Element {
  const ask = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const [seat, bot] = [Number(form.get("seat")), String(form.get("bot"))];
    if (event.submitter?.id === "by-hand") {
      load("third")
        .then(() => byHand.value?.orderFor(seat, bot))
        .catch((error: unknown) => (progress.value = error instanceof Error ? error.message : String(error)));
    } else {
      void playOn(seat, bot, String(form.get("orders")));
    }
  };
  const none = !possible.value;
  return (
    <form onSubmit={ask} class="what-if">
      <p>
        {around<ComponentChild>(
          "From round {0} on, {1} plays for {2}",
          frame.number,
          <select name="bot" aria-label={t("bot")} disabled={none}>
            <option value="">{t("the same bot")}</option>
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
      <label>
        {t("First orders, as the bot would write them (if any):")}
        <textarea name="orders" rows={3} maxLength={9999} spellcheck={false} placeholder="do 5 north" disabled={none} />
      </label>
      <p>
        <button class="again" id="by-hand" disabled={none || frame.number === data.rounds}>
          {t("Give them on the board")}
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
