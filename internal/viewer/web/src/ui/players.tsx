// Who plays, and how they stand.

import type { JSX } from "preact";
import type { PlayerInfo } from "../model/data";
import { toggleNotes } from "./actions";
import { seek } from "./clock";
import { Button, Meter, Plate, Section } from "./parts";
import { nextUnit } from "./selection";
import * as state from "./state";
import type { View } from "./state";
import { places, time, verdictName } from "./words";

export function Players({ view }: { view: View }): JSX.Element {
  const { data, frame } = view;
  const place = places(frame.numbers[0] ?? []);
  return (
    <Section id="players" title="Players">
      <ol class="list">
        {data.players.map((player, seat) => (
          <li key={seat} class="player">
            <span class="place" title="place">
              {place[seat]}
            </span>
            <Who player={player} seat={seat} />
            <Spent view={view} seat={seat} />
            <b class="score" title={data.legend.numbers[0]}>
              {frame.numbers[0]?.[seat]}
            </b>
            <Numbers view={view} seat={seat} />
            <Button
              icon="notes"
              class="small"
              label={`Notes of ${player.label} on the board`}
              pressed={state.notes.value[seat] === true}
              onClick={() => toggleNotes(seat)}
            />
            <Frozen view={view} seat={seat} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Who({ player, seat }: { player: PlayerInfo; seat: number }): JSX.Element {
  return (
    <button
      type="button"
      class="who"
      title={`${player.label} ${player.version}: follow its next unit`}
      onClick={() => nextUnit(seat)}
    >
      <Plate player={player} />
      <bdi>{player.label}</bdi>
    </button>
  );
}

// Numbers are in columns of one width, so that nothing moves when they grow.
function Numbers({ view, seat }: { view: View; seat: number }): JSX.Element {
  const names = view.data.legend.numbers.slice(1);
  const width = 0.75 * Math.max(...names.map((name) => name.length)) + 4.5;
  return (
    <span class="numbers" style={{ gridTemplateColumns: `repeat(auto-fill, minmax(${width}ch, 1fr))` }}>
      {names.map((name, i) => (
        <span key={name}>
          {name} <b>{view.frame.numbers[i + 1]?.[seat]}</b>
        </span>
      ))}
    </span>
  );
}

// Spent is the CPU time of the round.
function Spent({ view, seat }: { view: View; seat: number }): JSX.Element {
  const used = view.round?.used[seat];
  const cpu = used === undefined || used.cpu < 0 ? "" : time(used.cpu);
  const { budget } = view.data;
  const part = used === undefined ? 0 : budget > 0 && used.cpu >= 0 ? used.cpu / budget : used.status;
  const of = budget > 0 ? ` of ${time(budget)}` : "";
  const label = `CPU time of this round: ${cpu === "" ? "not known" : cpu + of}`;
  return (
    <span class="spent" title={label}>
      <Meter part={part} label={label} />
      <span class="amount">{cpu}</span>
    </span>
  );
}

// Frozen is why a player gives no more orders. Its place is kept free before that, so
// that nothing moves when it happens.
function Frozen({ view, seat }: { view: View; seat: number }): JSX.Element | null {
  const found = view.playback.verdictOf(seat);
  if (found === undefined) {
    return null;
  }
  const { round, verdict } = found;
  return (
    <button
      type="button"
      class="frozen"
      style={{ visibility: round <= view.frame.number ? "visible" : "hidden" }}
      onClick={() => seek(round)}
    >
      frozen in round {round}: {verdictName(verdict)}
      {verdict.detail !== "" && ", "}
      <bdi>{verdict.detail}</bdi>
    </button>
  );
}
