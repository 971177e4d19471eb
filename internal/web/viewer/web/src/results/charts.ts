// Numbers that bots noted by round, in the seats that are chosen: the arena has summed them up.

import type { Charted, ChartedBot, ChartedPoint } from "./data";
import { at, element } from "./element";

interface Reader {
  readonly query: () => string; // what is chosen, as in the address
  readonly names: () => readonly string[]; // of the bots
  readonly note: () => void; // writes what is chosen into the address
}

const [part, name] = [at<HTMLDetailsElement>("charts"), at<HTMLSelectElement>("chart")];
let reader: Reader | undefined;
let wanted = ""; // the name, or that of an address whose chart has not come
let reading = new AbortController();
let drawAgain = (): void => {};

// nameAgain draws the chart that is there with the names that have come.
export const nameAgain = (): void => drawAgain();

// chartOf is the name of the chart that is shown; undefined if there is none.
export const chartOf = (): string | undefined => (part.open ? wanted : undefined);

// openChart shows the chart of an address, or none.
export function openChart(chart: string | null): void {
  wanted = chart ?? "";
  part.open = chart !== null;
}

export function listenToCharts(by: Reader): void {
  reader = by;
  part.addEventListener("toggle", () => {
    by.note();
    chartAgain();
  });
  name.addEventListener("change", () => {
    wanted = name.value;
    by.note();
    chartAgain();
  });
}

// chartAgain draws what is chosen now. The arena reads some replays for each answer; it is asked until all are read.
export function chartAgain(): void {
  reading.abort();
  if (reader !== undefined && part.open) {
    reading = new AbortController();
    const { signal } = reading;
    void read(reader, signal).catch(() => {
      if (!signal.aborted) {
        fail("the arena does not answer");
      }
    });
  }
}

function fail(why: string): void {
  drawAgain = () => {};
  at("charted").textContent = why;
  at("curves").replaceChildren();
}

async function read(by: Reader, signal: AbortSignal): Promise<void> {
  at("charted").textContent = "reading";
  for (let more = true, before = -1; more;) {
    const answer = await fetch(`chart?${by.query()}`, { signal });
    const text = await answer.text();
    if (!answer.ok) {
      fail(text);
      return;
    }
    const charted = JSON.parse(text) as Charted;
    offer(charted);
    if (wanted !== charted.name) {
      wanted = charted.name;
      by.note();
    }
    more = charted.read < charted.kept && charted.read > before && !charted.full;
    before = charted.read;
    const isMore = more;
    drawAgain = () => draw(charted, by.names(), isMore);
    drawAgain();
  }
}

function offer({ names, name: shown }: Charted): void {
  const all = names.includes(shown) || shown === "" ? names : [shown, ...names];
  if (all.join("\n") !== [...name.options].map(({ value }) => value).join("\n")) {
    name.replaceChildren(...all.map((one) => new Option(one, one)));
  }
  name.value = shown;
}

function draw(charted: Charted, names: readonly string[], more: boolean): void {
  const { bots, matches, kept, read: have, more: others } = charted;
  const of = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
  at("charted").textContent = [
    more
      ? `reading: ${have} of ${kept}`
      : `over ${of(matches, "match", "matches")} of ${of(have, "replay", "replays")}`,
    !more && have < kept ? `, the newest of ${kept}` : "",
    others > 0 ? `; ${of(others, "bot", "bots")} more: choose one` : "",
  ].join("");
  if (bots.length === 0) {
    const why = kept === 0 ? "No replay of these matches is kept." : "Nothing was charted there.";
    at("curves").replaceChildren(element("p", "about", more ? "" : why));
    return;
  }
  const open = at("curves").querySelector("details")?.open ?? false;
  const called = bots.map(({ bot }) => names[bot] ?? "…");
  const numbers = table(charted, called);
  numbers.open = open;
  at("curves").replaceChildren(picture(charted, called), legend(bots, called), numbers);
}

const [height, left, right, top, bottom] = [240, 64, 12, 10, 26] as const;
const mostBands = 3; // more hide one another

function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  given: Record<string, string | number>,
): SVGElementTagNameMap[K] {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  Object.entries(given).forEach(([key, value]) => made.setAttribute(key, `${value}`));
  return made;
}

// dress gives what shows a bot its colour, and says whether its line is dashed.
function dress<E extends HTMLElement | SVGElement>(shows: E, { colour, edge, dashed }: ChartedBot): E {
  shows.classList.add(dashed ? "dashed" : "whole");
  shows.style.color = colour;
  shows.style.setProperty("--edge", edge);
  return shows;
}

const short = (n: number): string => `${Number(n.toPrecision(5))}`;

const rounds = ([from]: ChartedPoint, each: number): string => (each === 1 ? `${from}` : `${from}-${from + each - 1}`);

function picture({ name: shown, each, bots }: Charted, called: readonly string[]): SVGElement {
  const width = Math.max(260, Math.min(720, at("curves").clientWidth));
  const points = bots.flatMap((bot) => bot.points);
  const last = points.reduce((most, [round]) => Math.max(most, round), 1);
  const low = points.reduce((least, [, , n]) => Math.min(least, n), Infinity);
  const high = points.reduce((most, [, , , n]) => Math.max(most, n), -Infinity);
  const x = (round: number): string => (left + (round / last) * (width - left - right)).toFixed(1);
  const y = (n: number): string =>
    (top + (high > low ? (high - n) / (high - low) : 0.5) * (height - top - bottom)).toFixed(1);
  const image = svg("svg", { class: "course", viewBox: `0 0 ${width} ${height}`, role: "img" });
  image.setAttribute("aria-label", `${shown} of ${called.join(", ")} over ${last + each} rounds`);
  const write = (text: string, x: number | string, y: number | string, anchor: string): void => {
    const label = svg("text", { x, y, "text-anchor": anchor });
    label.textContent = text;
    image.append(label);
  };
  for (const n of new Set([low, (low + high) / 2, high])) {
    image.append(svg("line", { class: "grid", x1: left, x2: width - right, y1: y(n), y2: y(n) }));
    write(short(n), left - 6, Number(y(n)) + 4, "end");
  }
  write("0", left, height - 6, "start");
  write(`round ${last}`, width - right, height - 6, "end");
  for (const bot of bots) {
    const shows = dress(svg("g", { class: "of-bot" }), bot);
    for (const run of runs(bot.points, each)) {
      const band = [...run.map(([at, , n]) => [at, n]), ...run.toReversed().map(([at, , , n]) => [at, n])] as const;
      const line = run.map(([at, mean]) => `${x(at)},${y(mean)}`);
      if (bots.length <= mostBands) {
        const points = band.map(([at = 0, n = 0]) => `${x(at)},${y(n)}`).join(" ");
        shows.append(svg("polygon", { points }));
      }
      if (line.length === 1) {
        const [[at, mean] = [0, 0]] = run;
        shows.append(svg("circle", { cx: x(at), cy: y(mean), r: 3 }));
      }
      const points = line.join(" ");
      shows.append(svg("polyline", { class: "edge", points }), svg("polyline", { points }));
    }
    image.append(shows);
  }
  return image;
}

// runs are the points that follow one another.
function runs(points: readonly ChartedPoint[], each: number): ChartedPoint[][] {
  const all: ChartedPoint[][] = [];
  for (const point of points) {
    const run = all.at(-1);
    const [before = NaN] = run?.at(-1) ?? [];
    if (run !== undefined && point[0] - before <= each) {
      run.push(point);
    } else {
      all.push([point]);
    }
  }
  return all;
}

function legend(bots: readonly ChartedBot[], called: readonly string[]): HTMLElement {
  return element(
    "p",
    "legend",
    ...bots.flatMap((bot, i) => [
      element("span", "of-bot", dress(element("i", ""), bot), element("bdi", "", called[i] ?? "…")),
      " ",
    ]),
    `Mean by round${called.length <= mostBands ? "; pale from least to most" : ""}.`,
  );
}

function table({ name: shown, each, bots }: Charted, called: readonly string[]): HTMLDetailsElement {
  const head = (text: string, names: string): HTMLElement => {
    const cell = element("th", names, element("bdi", "", text));
    cell.setAttribute("scope", "col");
    return cell;
  };
  const starts = [...new Set(bots.flatMap(({ points }) => points.map(([from]) => from)))].sort((a, b) => a - b);
  const by = bots.map(({ points }) => new Map(points.map((point) => [point[0], point])));
  const rows = starts.map((from) => {
    const title = element("th", "n", rounds([from, 0, 0, 0], each));
    title.setAttribute("scope", "row");
    const cells = by.map((of) => {
      const [, mean, least, most] = of.get(from) ?? [];
      const text = mean === undefined ? "–" : `${short(mean)} (${short(least ?? 0)} to ${short(most ?? 0)})`;
      return element("td", "n", text);
    });
    return element("tr", "", title, ...cells);
  });
  const scroll = element(
    "div",
    "scroll",
    element(
      "table",
      "",
      element("caption", "", `${shown} by round: mean (least to most)`),
      element("thead", "", element("tr", "", head("rounds", "n"), ...called.map((bot) => head(bot, "n")))),
      element("tbody", "", ...rows),
    ),
  );
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", "The numbers of the chart");
  return element("details", "", element("summary", "", "as a table"), scroll);
}
