// By how much a number of each player is larger on the right, over both matches.

import { computed, signal } from "@preact/signals-core";
import type { JSX } from "preact";
import { difference } from "../model/parting";
import type { Playback } from "../model/playback";
import { Trace } from "../model/trace";
import { type Box, linePath, range, roundAt, ticks, xOf, yOf } from "../ui/chart";
import { jump } from "../ui/clock";
import { colourOf, Plate } from "../ui/parts";
import * as state from "../ui/state";
import { said, t } from "../ui/tongues";
import { left, right } from "./sides";

const gutter = 44; // as .graph has it in the style sheet of the viewer

const size = signal<readonly [width: number, height: number]>([320, 90]);
const pointed = signal<number | undefined>(undefined); // the round under the pointer

const lines = computed((): readonly Trace[] => {
  const [one, other] = [left.playback.value, right.playback.value];
  if (one === undefined || other === undefined) {
    return [];
  }
  const which = state.chart.value;
  return one.data.players.map((_, seat) => Trace.of(difference(one.numbers(which, seat), other.numbers(which, seat))));
});

const box = computed((): Box => {
  const [from, to] = range(lines.value);
  return { width: size.value[0], height: size.value[1], from, to, last: Math.max(1, state.rounds.value) };
});

const resized = new ResizeObserver(([entry]) => {
  const { width = 0, height = 0 } = entry?.contentRect ?? {};
  size.value = [Math.max(80, Math.round(width)), Math.max(30, Math.round(height))];
});

const observe = (element: HTMLElement | null): void => {
  resized.disconnect();
  if (element !== null) {
    resized.observe(element);
  }
};

const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

interface ChartProps {
  left: Playback;
  right: Playback;
  parted: number | undefined; // the round in which the matches part
}

// common is the last round of both matches; from there on the shorter one stays at its end.
const common = computed(() => Math.min(left.playback.value?.last ?? 0, right.playback.value?.last ?? 0));

export function Chart({ left, right, parted }: ChartProps): JSX.Element {
  const { numbers } = left.data.legend;
  const name = said(numbers[state.chart.value] ?? "");
  const at = (event: MouseEvent & { currentTarget: HTMLElement }): number =>
    roundAt(event.clientX - event.currentTarget.getBoundingClientRect().left - gutter, box.value);
  const seek = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
    if (event.buttons === 1) {
      jump(at(event));
    }
    pointed.value = at(event);
  };
  return (
    <div class="chart">
      <div class="choice" role="group" aria-label={t("What the chart shows")}>
        {numbers.map((number, i) => (
          <button
            type="button"
            key={number}
            aria-pressed={i === state.chart.value}
            onClick={() => (state.chart.value = i)}
          >
            {said(number)}
          </button>
        ))}
      </div>
      <Values name={name} right={right} />
      <div
        class="graph"
        ref={observe}
        role="img"
        aria-label={t("{0} of each player, right minus left, over {1} rounds", name, state.rounds.value)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          seek(event);
        }}
        onPointerMove={seek}
        onPointerLeave={() => (pointed.value = undefined)}
      >
        <Drawing right={right} parted={parted} />
      </div>
    </div>
  );
}

// Values are the differences at the playhead or under the pointer.
function Values({ name, right }: { name: string; right: Playback }): JSX.Element {
  const round = pointed.value ?? state.round.value;
  return (
    <p class="values">
      <span>
        <b>{name}, </b>
        {t("right minus left, round {0}", round)}
        {round > common.value && `, ${t("the shorter one stays as it ended in round {0}", common.value)}`}
      </span>
      {right.data.players.map((player, seat) => {
        const value = lines.value[seat]?.values[round];
        return (
          <span key={seat} title={player.label}>
            <Plate player={player} />
            {value === undefined ? "–" : signed(value)}
          </span>
        );
      })}
    </p>
  );
}

function Drawing({ right, parted }: { right: Playback; parted: number | undefined }): JSX.Element {
  const { width, height, from, to } = box.value;
  const alone = xOf(common.value, box.value); // where the longer match goes on alone
  const level = (value: number): string => `M0 ${yOf(value, box.value)}H${width}`;
  const upright = (round: number): string => `M${xOf(round, box.value)} 0V${height}`;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {ticks(from, to, 5).map((value) => (
        <g key={value} class={`tick ${value === 0 ? "zero" : ""}`}>
          <path d={level(value)} />
          <text x={-6} y={yOf(value, box.value) + 4} text-anchor="end">
            {signed(value)}
          </text>
        </g>
      ))}
      {parted !== undefined && <path class="parted" d={upright(parted)} />}
      {lines.value.map((values, seat) => {
        const player = right.data.players[seat];
        return player && <path key={seat} d={linePath(values, box.value)} style={{ stroke: colourOf(player) }} />;
      })}
      {alone < width && <rect class="alone" x={alone} width={width - alone} height={height} />}
      <path class="head" d={upright(pointed.value ?? state.round.value)} />
    </svg>
  );
}
