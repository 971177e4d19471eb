// Who plays, and how they stand.

import type { JSX } from "preact";
import { context } from "../board/look";
import type { PlayerInfo } from "../model/data";
import type { Playback } from "../model/playback";
import { toggleNotes } from "./actions";
import { steady } from "./again";
import { range } from "./chart";
import { seek } from "./clock";
import { Button, colourOf, Icon, Label, Meter, Plate, Section } from "./parts";
import { nextUnit } from "./selection";
import * as state from "./state";
import type { View } from "./state";
import { said, t, tongue } from "./tongues";
import { order, places, time, verdictName } from "./words";

// Players are in the order of their places.
// On a big screen they race: each keeps its row, which slides to its place.
export function Players({ view }: { view: View }): JSX.Element {
  const { big } = state;
  const scores = view.frame.numbers[0] ?? [];
  const place = places(scores);
  const leads = place.filter((p) => p === 1).length < place.length;
  const ordered = order(scores);
  return (
    <Section id="players" title="Players">
      <ol class="list" style={{ "--rows": scores.length }}>
        {(big.value ? scores.map((_, seat) => seat) : ordered).map((seat) => (
          <Row
            key={seat}
            view={view}
            seat={seat}
            place={place[seat] ?? 0}
            row={ordered.indexOf(seat)}
            first={leads && place[seat] === 1}
          />
        ))}
      </ol>
    </Section>
  );
}

interface RowProps {
  view: View;
  seat: number;
  place: number;
  row: number; // of the list, by the places
  first: boolean;
}

function Row({ view, seat, place, row, first }: RowProps): JSX.Element | null {
  const { data, frame } = view;
  const player = data.players[seat];
  if (player === undefined) {
    return null;
  }
  return (
    <li
      class={`player ${first ? "first" : ""} ${isFrozen(view, seat) ? "iced" : ""}`}
      style={{ "--row": row, "--player": colourOf(player) }}
    >
      <span class="place" title={t("place {0}", place)}>
        {first && <Icon name="crown" />}
        {place}
      </span>
      {heads()[seat]}
      <b class="score" title={said(data.legend.numbers[0] ?? "")}>
        {frame.numbers[0]?.[seat]}
      </b>
      {state.big.value && <i class="bar" style={{ transform: `scaleX(${lengthOf(frame.numbers[0] ?? [], seat)})` }} />}
      <Button
        icon="notes"
        class="small"
        label={t("Notes of {0} on the board", player.label)}
        pressed={state.notes.value[seat] === true}
        onClick={() => toggleNotes(seat)}
      />
      <Numbers view={view} seat={seat} />
      <Frozen view={view} seat={seat} />
    </li>
  );
}

function isFrozen(view: View, seat: number): boolean {
  const found = view.playback.verdictOf(seat);
  return found !== undefined && found.round <= view.frame.number;
}

// lengthOf is how long the bar of a player is, by the score of whoever leads.
function lengthOf(scores: readonly number[], seat: number): number {
  const most = Math.max(...scores);
  return most > 0 ? Math.max(0, (scores[seat] ?? 0) / most) : 0;
}

// heads are who plays, by seat.
const heads = steady(() => (state.playback.value?.data.players ?? []).map(head));

function head(player: PlayerInfo, seat: number): JSX.Element {
  return (
    <button
      type="button"
      class="who"
      title={`${player.label} ${player.version}: ${t("follow its next unit")}`}
      onClick={() => nextUnit(seat)}
    >
      <Plate player={player} />
      <Label text={player.label} />
    </button>
  );
}

const textSize = 12.5; // in pixels, as .numbers has it in the style sheet

// A Width is how wide a column of numbers is, up to a round.
interface Width {
  readonly of: string; // how many digits each number has, and the language of the names
  readonly em: number;
}

let ruler: CanvasRenderingContext2D | undefined;

// widthIn returns how wide a name and its number are in the font of the page, which no count of letters tells.
function widthIn(name: string, number: string): number {
  const pen = (ruler ??= context(document.createElement("canvas")));
  const { fontFamily } = getComputedStyle(document.body);
  const parts = [
    [400, `${name} `],
    [550, number],
  ] as const;
  return parts.reduce((sum, [weight, text]) => {
    pen.font = `${weight} ${textSize}px ${fontFamily}`;
    return sum + pen.measureText(text).width / textSize;
  }, 0);
}

const widths = new WeakMap<Playback, Width>();

// widthOf returns the width of columns in which all names and numbers of a match have room: those
// of the match so far, if it is live.
function widthOf(playback: Playback): number {
  const known = widths.get(playback);
  const names = playback.data.legend.numbers.slice(1);
  const digits = names.map((_, i) => Math.max(3, ...range(playback.traces(i + 1)).map((n) => `${n}`.length)));
  const of = digits + tongue.value;
  if (known?.of === of) {
    return known.em;
  }
  const needs = names.map((name, i) => widthIn(said(name), "0".repeat(digits[i] ?? 0)));
  const em = Math.max(...needs, widthIn("CPU", time(999)));
  widths.set(playback, { of, em });
  return em;
}

// Numbers are in columns of one width, so that nothing moves when they grow.
function Numbers({ view, seat }: { view: View; seat: number }): JSX.Element {
  const names = view.data.legend.numbers.slice(1);
  const width = widthOf(view.playback);
  return (
    <span class="numbers" style={{ gridTemplateColumns: `repeat(auto-fill, minmax(${width}em, 1fr))` }}>
      {names.map((name, i) => (
        <span key={name}>
          {said(name)} <b>{view.frame.numbers[i + 1]?.[seat]}</b>
        </span>
      ))}
      {view.playback.timed && <Spent view={view} seat={seat} />}
    </span>
  );
}

// Spent is the CPU time of the round; at the end, that of the last one.
function Spent({ view, seat }: { view: View; seat: number }): JSX.Element {
  const round = view.round ?? view.playback.round(view.frame.number - 1);
  const used = round?.used[seat];
  const cpu = used === undefined || used.cpu < 0 ? "" : time(used.cpu);
  const { budget } = view.data;
  const part = used === undefined ? 0 : budget > 0 && used.cpu >= 0 ? used.cpu / budget : used.status;
  const spent = cpu === "" ? t("not known") : budget > 0 ? t("{0} of {1}", cpu, time(budget)) : cpu;
  const label = t("CPU time of this round: {0}", spent);
  return (
    <span class="spent" title={label}>
      CPU <b>{cpu || "–"}</b>
      <Meter part={part} label={label} />
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
      title={verdict.detail}
      style={{ visibility: isFrozen(view, seat) ? "visible" : "hidden" }}
      onClick={() => seek(round)}
    >
      {t("frozen in round {0}: {1}", round, verdictName(verdict))}
      {verdict.detail !== "" && ", "}
      <bdi>{verdict.detail}</bdi>
    </button>
  );
}
