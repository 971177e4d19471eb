// The charts of what bots noted, without a browser.

import { beforeEach, expect, test, vi } from "vitest";
import type { Note, RoundData } from "../../src/model/data";
import { Playback } from "../../src/model/playback";
import { listener } from "../../src/ui/listener";
import * as state from "../../src/ui/state";
import { makeMatch } from "../fixture";
import { elementsOf } from "./vnodes";

vi.stubGlobal("ResizeObserver", class {});
const { Noted, numbersOf } = await import("../../src/ui/noted");

const match = makeMatch({ rows: 10, cols: 12, rounds: 20, units: 12 });
const chart = (seat: number, text: string, value?: number): Note => ({
  seat,
  kind: "chart",
  cell: -1,
  to: -1,
  unit: -1,
  text,
  ...(value === undefined ? {} : { value }),
});
const charted = (notes: (round: number) => readonly Note[]) => ({
  ...match,
  played: match.played.map((round): RoundData => ({ ...round, d: [...(round.d ?? []), ...notes(round.r)], v: [] })),
});
const gap = -Infinity;

beforeEach(() => {
  state.printing.value = true; // a chart on paper needs not be measured
});

test("a number holds until the next one, and before the first there is none", () => {
  const playback = new Playback(charted((r) => (r % 4 === 1 ? [chart(1, "army", r / 2)] : [])));
  const [nobody, values] = numbersOf(playback)
    .get("army")!
    .traces.map((trace) => trace.values.slice(0, 7));
  expect(nobody).toEqual(Array(7).fill(gap));
  expect(values).toEqual([gap, 0.5, 0.5, 0.5, 0.5, 2.5, 2.5]);
});

test("a bot that is frozen has no more numbers", () => {
  const played = charted((r) => (r < 3 ? [chart(0, "army", 7)] : [])).played.map((round) =>
    round.r === 5 ? { ...round, v: [{ seat: 0, kind: "cpu", detail: "" }] } : round,
  );
  const [values] = numbersOf(new Playback({ ...match, played }))
    .get("army")!
    .traces.map((trace) => trace.values);
  expect(values!.slice(3, 7)).toEqual([7, 7, gap, gap]);
});

test("numbers are looked at once, also while more rounds come", () => {
  const all = charted((r) => [chart(0, "army", r)]);
  const playback = new Playback({ ...all, played: all.played.slice(0, 8), live: true, ended: false });
  expect(numbersOf(playback).get("army")!.traces[0]!.values).toHaveLength(8);
  const told = vi.spyOn(playback, "told");
  all.played.slice(8).forEach((round) => playback.append(round));
  expect(numbersOf(playback).get("army")!.traces[0]!.values).toEqual(all.played.map(({ r }) => r));
  numbersOf(playback);
  expect(told).toHaveBeenCalledTimes(12);
});

test("the page has a button for each name, a line for each player who noted it, and what it was", () => {
  listener.start(charted((r) => [chart(0, "army", r - 3), chart(2, "army"), chart(2, "<gold>", r / 3)]));
  state.time.value = 10;
  const shown = () => {
    const { elements, text } = elementsOf(Noted({ view: state.view.value! }));
    const of = (name: string) => elements.filter(({ props }) => props["class"] === name);
    return { buttons: elements.filter(({ type }) => type === "button"), lines: of("line"), dots: of("dot"), text };
  };
  const { buttons, lines, dots, text } = shown();
  expect(buttons.map(({ props }) => props["aria-pressed"])).toEqual([true, false]);
  expect(lines.map(({ props }) => props["d"] !== "")).toEqual([true, false, true, false]);
  expect(dots).toHaveLength(2);
  expect(text).toContain("army, round 107–0–");
  (buttons[1]!.props["onClick"] as () => void)();
  expect(shown().text).toContain("<gold>, round 10––3.333–");
});

test("without charts there is nothing", () => {
  listener.start(match);
  expect(Noted({ view: state.view.value! })).toBeNull();
});
