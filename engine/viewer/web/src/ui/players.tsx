// Who plays, and how they stand.

import type { JSX } from "preact";
import type { PlayerInfo } from "../model/data";
import * as actions from "./actions";
import { Button, Meter, Plate, Section } from "./parts";
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
            <Title player={player} seat={seat} />
            <b class="score" title={data.legend.numbers[0]}>
              {frame.numbers[0]?.[seat]}
            </b>
            <span class="more">
              <Numbers view={view} seat={seat} />
              <Spent view={view} seat={seat} />
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Title({ player, seat }: { player: PlayerInfo; seat: number }): JSX.Element {
  const on = state.notes.value[seat] === true;
  return (
    <span class="title">
      <button
        type="button"
        class="who"
        title={`${player.name}: follow its next unit`}
        onClick={() => actions.nextUnit(seat)}
      >
        <Plate player={player} />
        <bdi>{player.name}</bdi>
        <small>{player.version}</small>
      </button>
      <Button
        icon="notes"
        class="small"
        label={`Notes of ${player.name} on the board`}
        pressed={on}
        onClick={() => actions.toggleNotes(seat)}
      />
    </span>
  );
}

function Numbers({ view, seat }: { view: View; seat: number }): JSX.Element {
  const { legend } = view.data;
  return (
    <span class="numbers">
      {legend.numbers.slice(1).map((name, i) => (
        <span key={name}>
          {name} <b>{view.frame.numbers[i + 1]?.[seat]}</b>
        </span>
      ))}
    </span>
  );
}

// Spent is the CPU time of the round, or why there will be none any more.
function Spent({ view, seat }: { view: View; seat: number }): JSX.Element {
  const verdict = view.playback.verdictOf(seat);
  if (verdict !== undefined && verdict.round <= view.frame.number) {
    const { detail } = verdict.verdict;
    const why = `${verdictName(verdict.verdict)}${detail === "" ? "" : `: ${detail}`}`;
    return (
      <button type="button" class="frozen" title={why} onClick={() => actions.seek(verdict.round)}>
        <span>frozen in round {verdict.round}</span> <bdi>{why}</bdi>
      </button>
    );
  }
  const used = view.round?.used[seat];
  const cpu = used === undefined || used.cpu < 0 ? "" : time(used.cpu);
  const { budget } = view.data;
  const part = used === undefined ? 0 : budget > 0 && used.cpu >= 0 ? used.cpu / budget : used.status;
  const of = budget > 0 ? ` of ${time(budget)}` : "";
  return (
    <span class="spent">
      <span>CPU</span>
      <Meter part={part} label={`CPU time of this round: ${cpu === "" ? "not known" : cpu + of}`} />
      <span class="amount">{cpu}</span>
    </span>
  );
}
