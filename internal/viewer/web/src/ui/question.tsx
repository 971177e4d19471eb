// The dialog that asks: what if?

import type { JSX } from "preact";
import type { View } from "./state";
import { bots, possible, playOn, progress } from "./whatif";

export function WhatIf({ view: { data, frame } }: { view: View }): JSX.Element {
  const ask = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    void playOn(Number(form.get("seat")), String(form.get("bot")), String(form.get("orders")));
  };
  const none = !possible.value;
  return (
    <form onSubmit={ask} class="what-if">
      <p>
        From round {frame.number} on,{" "}
        <select name="bot" aria-label="bot" disabled={none}>
          <option value="">the same bot</option>
          {bots.value.map((bot) => (
            <option key={bot}>{bot}</option>
          ))}
        </select>{" "}
        plays for{" "}
        <select name="seat" aria-label="player">
          {data.players.map((player, seat) => (
            <option key={seat} value={seat}>
              {player.label}
            </option>
          ))}
        </select>{" "}
        <button class="again" disabled={none}>
          Play on
        </button>
      </p>
      <label>
        First orders, as the bot would write them (if any):
        <textarea name="orders" rows={3} maxLength={9999} spellcheck={false} placeholder="do 5 north" disabled={none} />
      </label>
      <p role="status">{progress.value}</p>
      <p class="hint">
        Up to that round, the match is as it was. The others are played by their bots, if those are in the bots folder;
        otherwise they go on with what they did, whatever has become of the match.
      </p>
    </form>
  );
}
