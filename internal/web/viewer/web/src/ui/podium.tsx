// Who won: a card over the board, at the end of a match.

import { signal } from "@preact/signals-core";
import type { JSX } from "preact";
import type { Playback } from "../model/playback";
import { play } from "./clock";
import { Button, Icon, Label, Plate } from "./parts";
import * as state from "./state";
import type { View } from "./state";
import { heaviest } from "./story";
import { t } from "./tongues";
import { Turns } from "./turning";
import { marginWords, order, places } from "./words";

// closed is the match whose card was closed.
const closed = signal<Playback | undefined>(undefined);

export function Podium({ view }: { view: View }): JSX.Element | null {
  const { data, frame, playback } = view;
  const isOver = playback.ended && !playback.live && frame.number === playback.last && state.last.value > 0;
  if (!isOver || closed.value === playback) {
    return null;
  }
  const scores = frame.numbers[0] ?? [];
  const place = places(scores);
  const winners = place.filter((p) => p === 1).length;
  const points = heaviest(3);
  const margin = marginWords(scores);
  return (
    <section class="podium" aria-labelledby="title-podium">
      <header>
        <h2 id="title-podium">{t(winners === 1 ? "The winner" : "The first place is shared")}</h2>
        <Button icon="close" class="small" label="Close the card" onClick={() => (closed.value = playback)} />
      </header>
      <ol>
        {order(scores).map((seat) => (
          <li key={seat} class={place[seat] === 1 ? "first" : ""}>
            <span class="place">
              {place[seat] === 1 && <Icon name="crown" />}
              {place[seat]}
            </span>
            <Plate player={data.players[seat]} />
            <Label text={data.players[seat]?.label ?? ""} />
            <b>{scores[seat]}</b>
          </li>
        ))}
      </ol>
      {points.length > 0 && (
        <>
          <h3>{t("Where it turned")}</h3>
          <Turns view={view} points={points} />
        </>
      )}
      <footer>
        <p>{margin}</p>
        <button type="button" class="again" onClick={play}>
          {t("Play again")}
        </button>
      </footer>
    </section>
  );
}
