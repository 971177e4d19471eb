// The bar below the board: the time line, and how to move along it.

import { computed } from "@preact/signals-core";
import { createRef, type JSX } from "preact";
import { steady } from "./again";
import type { Playback } from "../model/playback";
import { eachOf } from "./chart";
import * as clock from "./clock";
import { Button, colourOf, Plate } from "./parts";
import { remarked } from "./remarks";
import * as state from "./state";
import { stops } from "./story";
import { t } from "./tongues";
import { roundText, verdictName } from "./words";

// The parts of the time line that move with each frame of the screen.
const there = createRef<HTMLSpanElement>();
const done = createRef<HTMLSpanElement>();
const knob = createRef<HTMLSpanElement>();

// showTime shows how much of the match is played, and how much of it is there. A property
// of the style sheet for all of the time line would make the browser look at its marks, too.
export function showTime(played: number, known: number): void {
  transform(there.current, `scaleX(${known})`);
  transform(done.current, `scaleX(${played})`);
  transform(knob.current, `translateX(${100 * played}%)`);
}

function transform(element: HTMLElement | null, to: string): void {
  if (element !== null) {
    element.style.transform = to;
  }
}

export function Transport(): JSX.Element {
  return (
    <section class="transport" aria-label={t("Playing")}>
      <Buttons />
      <Timeline />
      <Position />
      <Speed />
    </section>
  );
}

export function Timeline(): JSX.Element {
  const { round, last, rounds, length } = state;
  return (
    <div class="timeline">
      <Marks />
      <div class="rail">
        <span ref={there} />
        <span ref={done} class="done" />
      </div>
      <input
        type="range"
        id="time"
        min={0}
        max={length.value}
        step={1}
        value={round.value}
        aria-label={t("Round")}
        aria-valuetext={roundText(round.value, last.value, rounds.value)}
        onInput={(event) => {
          clock.jump(event.currentTarget.valueAsNumber);
          // A round that is not there yet can't be shown.
          event.currentTarget.value = String(round.value);
        }}
      />
      <span ref={knob} class="knob" />
    </div>
  );
}

const places = 1000; // for low ticks, at most

// eventful draws the first round with an event of each place on the time line.
function eventful({ eventful }: Playback): string {
  const last = Math.min(state.horizon.value + 1, eventful.values.length);
  const each = eachOf(last, places / 2);
  let path = "";
  for (let start = 0; start < last; start += each) {
    const n = eventful.most(start, Math.min(start + each, last));
    if (eventful.values[n] === 1) {
      path += `M${n} 1v-.3`;
    }
  }
  return path;
}

// ticks are a low line for each round with an event, and a high one in the colour of a
// player for those that the reader is led to.
const ticks = computed(() => {
  const { playback, last } = state;
  const match = last.value >= 0 ? playback.value : undefined;
  const great = stops.value;
  const most = Math.max(...great.map((moment) => moment.weight));
  return {
    all: match === undefined ? "" : eventful(match),
    great: great.map(({ round, weight, seat }) => ({ d: `M${round} 1v${-0.5 - (0.5 * weight) / most}`, seat })),
  };
});

const Marks = steady(() => {
  const match = state.playback.value;
  const rounds = Math.max(1, state.length.value);
  if (match === undefined) {
    return null;
  }
  return (
    <div class="marks">
      <svg viewBox={`0 0 ${rounds} 1`} preserveAspectRatio="none" aria-hidden="true">
        <path d={ticks.value.all} />
        {ticks.value.great.map(({ d, seat }) => {
          const player = match.data.players[seat];
          return <path key={d} class="great" d={d} style={player && { stroke: colourOf(player) }} />;
        })}
        <path
          class="own"
          d={remarked(state.remarks.value)
            .filter((n) => n <= state.last.value)
            .map((n) => `M${n} 1v-1`)
            .join("")}
        />
      </svg>
      {match.data.players.map((player, seat) => {
        const verdict = match.verdictOf(seat);
        return (
          verdict !== undefined &&
          verdict.round <= state.horizon.value && (
            <span
              key={seat}
              class="verdict"
              style={{ left: `${(verdict.round / rounds) * 100}%` }}
              title={t("round {0}: {1} is frozen, {2}", verdict.round, player.label, verdictName(verdict.verdict))}
            >
              <Plate player={player} />
            </span>
          )
        );
      })}
    </div>
  );
});

const Buttons = steady(() => {
  const { direction } = state;
  const { kind } = state.clock.value;
  const goes = kind === "playing" || kind === "following";
  return (
    <div class="group steps" role="group" aria-label={t("Play and step")}>
      <Button icon="start" label="To the start" keys="Home" class="spare" onClick={() => clock.jump(0)} />
      <Button icon="previousEvent" label="Previous turning point" keys="P" onClick={() => clock.toEvent(-1)} />
      <Button icon="back10" label="Ten rounds back" keys="Shift+←" class="ten" onClick={() => clock.step(-10)} />
      <Button icon="back" label="One round back" keys="←" onClick={() => clock.step(-1)} />
      <Button
        icon={goes ? "pause" : "play"}
        label={t(goes ? "Pause" : "Play")}
        keys="Space"
        class={`main ${direction.value < 0 && !goes ? "backwards" : ""}`}
        onClick={clock.play}
      />
      <Button icon="forward" label="One round on" keys="→" onClick={() => clock.step(1)} />
      <Button icon="forward10" label="Ten rounds on" keys="Shift+→" class="ten" onClick={() => clock.step(10)} />
      <Button icon="nextEvent" label="Next turning point" keys="N" onClick={() => clock.toEvent(1)} />
      <Button icon="end" label="To the end" keys="End" class="spare" onClick={clock.toEnd} />
      <Button
        icon="reverse"
        label={t("Play backwards")}
        keys="R"
        pressed={direction.value < 0}
        class="spare"
        onClick={clock.reverse}
      />
    </div>
  );
});

export const Speed = steady(() => {
  const { speed } = state;
  return (
    <div class="group speed" role="group" aria-label={t("Speed")}>
      <Button icon="minus" label="Slower" keys="↓" onClick={() => clock.changeSpeed(-1)} />
      <output aria-label={t("Rounds in a second")}>
        {state.paced.value && "~"}
        {speed.value}/s
      </output>
      <Button icon="plus" label="Faster" keys="↑" onClick={() => clock.changeSpeed(1)} />
      <button type="button" class="cycle" aria-label={t("Speed: {0}/s", speed.value)} onClick={clock.cycleSpeed}>
        {speed.value}/s
      </button>
    </div>
  );
});

export function Position(): JSX.Element {
  const { round, rounds } = state;
  const width = 2 * String(rounds.value).length; // so that nothing moves when the number grows
  return (
    <p class="position" style={{ "--digits": width }}>
      <span class="word">{t("round")} </span>
      <b>{round.value}</b>
      <span> / {rounds.value}</span>
    </p>
  );
}
