// What panels and bars say, without a browser.

import { beforeEach, expect, test, vi } from "vitest";
import { chosen, courses, entries, entryOf } from "../../src/ui/matches";
import { Playback } from "../../src/model/playback";
import { listener } from "../../src/ui/listener";
import * as state from "../../src/ui/state";
import { makeMatch } from "../fixture";
import { elementsOf } from "./vnodes";

vi.stubGlobal("ResizeObserver", class {});
vi.stubGlobal(
  "IntersectionObserver",
  class {
    observe(): void {}
  },
);
const { Charts } = await import("../../src/ui/charts");
const { Matches } = await import("../../src/ui/list");
const { Several } = await import("../../src/ui/several");
const { Timeline } = await import("../../src/ui/transport");

const match = makeMatch({ rows: 10, cols: 12, rounds: 60, units: 12 });

beforeEach(() => {
  state.chart.value = 0;
  state.printing.value = false;
  state.reading.value = "";
  entries.value = [];
});

// longest returns how many rounds the chart and the time line have room for.
function longest(): readonly unknown[] {
  state.printing.value = true; // a chart on paper needs not be measured
  const line = elementsOf(Timeline()).elements;
  const { elements } = elementsOf(Charts({ view: state.view.value! }));
  const head = elements.find(({ props }) => props["class"] === "head");
  const width = Number(
    elements.find(({ type, props }) => type === "svg" && Number(props["width"]) > 0)?.props["width"],
  );
  const x = Number(/^M([\d.]+)/.exec(String(head?.props["d"]))?.[1]);
  return [
    line.find(({ type }) => type === "input")?.props["max"],
    line.find(({ type, props }) => type === "svg" && props["viewBox"] !== undefined)?.props["viewBox"],
    Math.round((state.round.value * width) / x),
  ];
}

test("the chart and the time line of a live match end soon after what there is, and fold the rest", () => {
  const live = { ...match, rounds: 4000, played: match.played.slice(0, 22), live: true, ended: false };
  listener.start(live);
  state.time.value = 22;
  expect(longest()).toEqual([50, "0 0 50 1", 50]);
  state.last.value = 875;
  expect(state.length.value).toBe(1100);
  state.last.value = 3990;
  expect(state.length.value).toBe(4000);
  listener.start(match);
  state.time.value = 30;
  expect(longest()).toEqual([60, "0 0 60 1", 60]);
});

test("at the end the chart of CPU times has those of the last round", () => {
  listener.start(match);
  state.chart.value = match.legend.numbers.length;
  const said = (round: number): string => {
    state.time.value = round;
    const { elements } = elementsOf(Charts({ view: state.view.value! }));
    return elementsOf(elements.find(({ props }) => props["class"] === "values")?.props.children).text;
  };
  const [before, end] = [said(59), said(60)];
  expect(before).toMatch(/^CPU, round 59( ?[\d.]+ (µs|ms)){4}$/);
  expect(end).toBe(before.replace("round 59", "round 60"));
});

const never = (): Promise<never> => new Promise(() => {});
const listed = ["1.0", "1.1", "1.2"].map((key, i) => entryOf(key, `${"abc"[i]}.arena`, never));

test("while a match is read, the bar doesn't say that it is shown", () => {
  entries.value = listed;
  chosen.value = "1.1";
  expect(elementsOf(Several()).text).toBe("2 / 3");
  state.reading.value = "b.arena";
  expect(elementsOf(Several()).text).toBe("… / 3");
});

test("in the list, each link to two matches side by side names the one that it adds", () => {
  entries.value = listed;
  chosen.value = "1.1";
  const links = elementsOf(Matches()).elements.filter(({ type }) => type === "a");
  expect(links.map(({ props }) => [props["href"], props.children])).toEqual([
    ["beside?left=1.1&right=1.0", "a.arena beside the match shown"],
    ["beside?left=1.1&right=1.2", "c.arena beside the match shown"],
  ]);
});

test("of a match that was played on, the chart has the other course as dashed lines, whole", () => {
  const higher = match.played.map((round) => (round.r === 40 ? { ...round, n: [9000, ...round.n!.slice(1)] } : round));
  const other = new Playback({ ...match, played: higher });
  const drawn = () => {
    const { elements, text } = elementsOf(Charts({ view: state.view.value! }));
    const of = (name: string) => elements.filter(({ props }) => props["class"] === name);
    const [first] = elements.filter(({ props }) => props["class"] === "graph");
    return { lines: of("line"), others: of("other"), text, first };
  };
  listener.start(match);
  state.printing.value = true; // a chart on paper needs not be measured
  chosen.value = "file 1";
  courses.value = new Map([["file 2", other]]);
  expect(drawn().others, "of another match").toEqual([]);
  expect(drawn().text).not.toContain("dashed");
  const low = drawn().lines[1]!.props["d"];
  courses.value = new Map([["file 1", other]]);
  const { lines, others, text } = drawn();
  expect(others.slice(0, 4).map(({ props }) => props["style"])).toEqual(
    lines.slice(0, 4).map(({ props }) => props["style"]),
  );
  expect(text).toContain("dashed: the other course");
  expect(lines[1]!.props["d"], "there is room for both").not.toBe(low);
  const heights = String(others[0]!.props["d"])
    .match(/ -?[\d.]+(?=L|$)/g)!
    .map(Number);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(0);
  expect(Math.min(...heights)).toBeLessThan(10);
  courses.value = new Map();
});
