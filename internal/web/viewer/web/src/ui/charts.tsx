// Numbers of all players over the whole match.

import { computed, type ReadonlySignal, signal } from "@preact/signals-core";
import type { JSX } from "preact";
import { type Box, linePath, range, roundAt, ticks, xOf, yOf } from "./chart";
import { jump } from "./clock";
import { noted } from "./later";
import { chosen, courses } from "./matches";
import type { Playback } from "../model/playback";
import type { Trace } from "../model/trace";
import { colourOf, Plate, Section } from "./parts";
import * as state from "./state";
import type { View } from "./state";
import { turningPoints } from "./story";
import { said, t } from "./tongues";
import { time } from "./words";

const paperSize = [340, 100] as const; // nobody knows the room on the paper before it is printed
const gutter = 44; // left of a chart, for what its lines stand for, in pixels

const pointed = signal<number | undefined>(undefined); // the round under the pointer

export type Size = readonly [width: number, height: number];

export interface Chart {
  readonly box: Box;
  readonly lines: readonly Trace[];
  readonly count: number; // of the values that are shown
  readonly others: readonly Trace[]; // of the other course of the match, if there is one
  readonly budget: number; // 0: not on this chart
  readonly turned: boolean; // it shows where the match turned, as the scores say
  readonly step: number; // at least, from one tick to the next
  readonly say: (value: number) => string;
}

// chartOf returns the chart that the reader selected.
function chartOf(playback: Playback, which: number, [width, height]: Size): Chart {
  const { data } = playback;
  const isCPU = which === data.legend.numbers.length;
  const other = courses.value.get(chosen.value);
  const lines = playback.traces(which);
  const others = other?.traces(which) ?? [];
  const count = Math.min(state.horizon.value + 1, lines[0]?.values.length ?? 0);
  const [from, to] = range(lines, count, other && range(others));
  // A budget far above what is used would flatten the lines.
  const budget = isCPU && data.budget > 0 && data.budget < 6 * to ? data.budget : 0;
  const [low, high] = isCPU ? [0, Math.max(to, budget) * 1.05] : [from, to];
  const box = { width, height, from: low, to: high, last: Math.max(1, state.reach.value, other?.last ?? 0) };
  return { box, lines, count, others, budget, turned: which === 0, step: 1, say: isCPU ? time : String };
}

// A Graph is where a chart is drawn. Its lines are made again only when the numbers or
// the size change.
export interface Graph {
  readonly chart: ReadonlySignal<Chart | undefined>;
  readonly lines: ReadonlySignal<JSX.Element | undefined>;
  readonly attach: (element: HTMLElement | null) => void;
}

const graphs: Graph[] = []; // by the number that they show

export function makeGraph(of: (playback: Playback, size: Size) => Chart | undefined): Graph {
  const size = signal<Size | undefined>(undefined); // until it is on the page
  const resized = new ResizeObserver(([entry]) => {
    const { width = 0, height = 0 } = entry?.contentRect ?? {};
    size.value = [Math.max(80, Math.round(width)), Math.max(40, Math.round(height))];
  });
  const chart = computed(() => {
    const { playback, last, printing } = state; // more rounds come
    const room = printing.value ? paperSize : (size.value ?? [320, 128]);
    return playback.value && last.value >= 0 ? of(playback.value, room) : undefined;
  });
  return {
    chart,
    lines: computed(() => {
      const { playback } = state;
      const isPlaced = size.value !== undefined || state.printing.value;
      return isPlaced && playback.value && chart.value ? (
        <Lines playback={playback.value} chart={chart.value} />
      ) : undefined;
    }),
    attach(element) {
      resized.disconnect();
      if (element !== null) {
        resized.observe(element);
      }
    },
  };
}

export function Charts({ view }: { view: View }): JSX.Element {
  const { data } = view;
  const { timed } = view.playback;
  const names = timed ? [...data.legend.numbers, "CPU"] : data.legend.numbers;
  const which = Math.min(state.chart.value, names.length - 1);
  // If there is room, the CPU time is always shown.
  const cpu = timed ? names.length - 1 : which;
  const room = state.layout.value === "wide" || state.printing.value;
  const shown = room && which !== cpu ? [which, cpu] : [which];
  return (
    <Section
      id="charts"
      title={t("Charts")}
      aside={
        <div class="choice" role="group" aria-label={t("What the chart shows")}>
          {names.map((name, i) => (
            <button type="button" key={name} aria-pressed={i === which} onClick={() => (state.chart.value = i)}>
              {said(name)}
            </button>
          ))}
        </div>
      }
    >
      {shown.map((i) => (
        <Graph
          key={i === which ? "first" : i}
          view={view}
          graph={(graphs[i] ??= makeGraph((playback, size) => chartOf(playback, i, size)))}
          name={said(names[i] ?? "")}
        />
      ))}
      {noted.value?.({ view })}
    </Section>
  );
}

export function Graph({ view, graph, name }: { view: View; graph: Graph; name: string }): JSX.Element | null {
  const chart = graph.chart.value;
  const last = state.horizon.value;
  if (chart === undefined) {
    return null;
  }
  const at = (event: MouseEvent & { currentTarget: HTMLElement }): number =>
    roundAt(event.clientX - event.currentTarget.getBoundingClientRect().left - gutter, chart.box);
  const seek = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
    if (event.buttons === 1) {
      jump(at(event));
    }
    pointed.value = Math.min(at(event), last);
  };
  return (
    <>
      <Values view={view} chart={chart} name={name} />
      <div
        class="graph"
        ref={graph.attach}
        role="img"
        aria-label={t("{0} of all players over {1} rounds", name, last)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          seek(event);
        }}
        onPointerMove={seek}
        onPointerLeave={() => (pointed.value = undefined)}
      >
        <Drawing view={view} chart={chart} lines={graph.lines.value} />
      </div>
    </>
  );
}

const valueAt = ({ lines, count }: Chart, seat: number, round: number): number | undefined =>
  round < count ? lines[seat]?.values[round] : undefined;

function Drawing({ view, chart, lines }: { view: View; chart: Chart; lines: JSX.Element | undefined }): JSX.Element {
  const { box } = chart;
  const x = xOf(pointed.value ?? view.frame.number, box);
  return (
    <svg width={box.width} height={box.height} viewBox={`0 0 ${box.width} ${box.height}`} aria-hidden="true">
      {lines}
      <path class="head" d={`M${x} 0V${box.height}`} />
      {view.data.players.map((player, seat) => {
        const y = yOf(valueAt(chart, seat, pointed.value ?? view.frame.number) ?? NaN, box);
        return (
          y >= 0 &&
          y <= box.height && (
            <path
              key={seat}
              class="dot"
              d={player.plate}
              transform={`translate(${x} ${y})scale(.38)translate(-12 -12)`}
              style={{ fill: colourOf(player) }}
            />
          )
        );
      })}
    </svg>
  );
}

function Lines({ playback, chart }: { playback: Playback; chart: Chart }): JSX.Element {
  const { box, lines, others, budget, turned } = chart;
  return (
    <>
      {ticks(box.from, box.to, 3, chart.step).map((value) => (
        <g key={value} class="tick">
          <path d={`M0 ${yOf(value, box)}H${box.width}`} />
          <text x={-6} y={yOf(value, box) + 4} text-anchor="end">
            {chart.say(value)}
          </text>
        </g>
      ))}
      {budget > 0 && (
        <g class="budget">
          <path d={`M0 ${yOf(budget, box)}H${box.width}`} />
          <text x={box.width - 2} y={yOf(budget, box) + 11} text-anchor="end">
            {t("budget {0}", time(budget))}
          </text>
        </g>
      )}
      {(turned ? turningPoints.value : []).map(({ round, seat, weight }) => {
        const player = playback.data.players[seat];
        const d = `M${xOf(round, box)} 0v${box.height * (0.05 + 0.15 * weight)}`;
        return player && <path key={round} class="turn" d={d} style={{ stroke: colourOf(player) }} />;
      })}
      {[others, lines].map((all, i) =>
        all.map((values, seat) => {
          const player = playback.data.players[seat];
          const path = linePath(values, box, box.from, i === 0 ? undefined : chart.count);
          return (
            player && (
              <path key={seat} class={i === 0 ? "other" : "line"} d={path} style={{ stroke: colourOf(player) }} />
            )
          );
        }),
      )}
      {playback.data.players.map((player, seat) => {
        const verdict = playback.verdictOf(seat);
        const x = verdict && verdict.round <= state.horizon.value ? xOf(verdict.round, box) : undefined;
        return (
          x !== undefined && (
            <path key={seat} class="stop" d={`M${x} 0V${box.height}`} style={{ stroke: colourOf(player) }} />
          )
        );
      })}
    </>
  );
}

// Values are the numbers at the playhead or under the pointer.
function Values({ view, chart, name }: { view: View; chart: Chart; name: string }): JSX.Element {
  const round = pointed.value ?? view.frame.number;
  return (
    <p class="values">
      <span>
        <b>{name}</b>, {t("round")} {round}
        {chart.others.length > 0 && `, ${t("dashed: the other course")}`}
      </span>
      {view.data.players.map((player, seat) => {
        // At the end no bot is asked any more: the time is that of the last round, as in the list of players.
        const of = chart.say === time && round === state.last.value ? Math.max(0, round - 1) : round;
        const value = valueAt(chart, seat, of);
        return (
          <span key={seat} title={player.label}>
            <Plate player={player} />
            {value === undefined || (chart.say === time && value < 0) ? "–" : chart.say(value)}
          </span>
        );
      })}
    </p>
  );
}
