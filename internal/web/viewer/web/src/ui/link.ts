// The part of the state that is in the page's address, as #r=137&s=4&f=unit:12.

import type { Part } from "../board/camera";
import { formatRemarks, parseRemarks, type Remarks } from "./remarks";
import { type Orders, speeds } from "./state";

export interface Link {
  readonly match?: string; // the name of one of several
  readonly round?: number;
  readonly speed?: number;
  readonly unit?: number;
  readonly cell?: number;
  readonly chart?: number;
  readonly orders?: Orders; // that are drawn
  readonly notes?: readonly number[]; // seats whose notes are drawn
  readonly part?: Part; // of the board
  readonly directed?: true;
  readonly remarks?: Remarks;
}

const whole = (text: string | null | undefined): number | undefined =>
  text !== null && text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

// nearestSpeed returns the speed, of those that there are, that is nearest to a number.
const nearestSpeed = (to: number | undefined): number | undefined =>
  to === undefined || to === 0 ? undefined : speeds.toSorted((a, b) => Math.abs(a - to) - Math.abs(b - to))[0];

function partOf(text: string | null): Part | undefined {
  const found = /^(\d{1,3}\.\d\d),(-?\d{1,4}\.\d),(-?\d{1,4}\.\d)$/.exec(text ?? "");
  return found === null ? undefined : { zoom: Number(found[1]), x: Number(found[2]), y: Number(found[3]) };
}

const fieldsOf = (hash: string): URLSearchParams => new URLSearchParams(hash.replace(/^#/, ""));

// isEmbedded reports whether a page shows the match in a frame of its own.
export const isEmbedded = (hash: string): boolean => fieldsOf(hash).has("embed");

// isBig reports whether a page is shown on a big screen.
export const isBig = (hash: string): boolean => fieldsOf(hash).has("big");

export function parseLink(hash: string): Link {
  const fields = fieldsOf(hash);
  const [kind, id] = (fields.get("f") ?? "").split(":");
  const seats = /^\d{1,8}$/.exec(fields.get("m") ?? "")?.[0];
  const link: { [K in keyof Link]: Link[K] | undefined } = {
    match: fields.get("match") ?? undefined,
    round: whole(fields.get("r")),
    speed: nearestSpeed(whole(fields.get("s"))),
    unit: kind === "unit" ? whole(id) : undefined,
    cell: kind === "cell" ? whole(id) : undefined,
    chart: whole(fields.get("c")),
    orders: (["all", "failed", "none"] as const).find((orders) => orders === fields.get("o")),
    notes: seats === undefined ? undefined : Array.from(seats, Number),
    part: partOf(fields.get("v")),
    directed: fields.has("d") || undefined,
    remarks: parseRemarks(fields),
  };
  return Object.fromEntries(Object.entries(link).filter(([, value]) => value !== undefined));
}

export function formatLink(link: Link): string {
  const { match, round, speed, unit, cell, chart, orders, notes, part, directed, remarks } = link;
  const fields: readonly (readonly [string, string | number | undefined])[] = [
    ["match", match && `${new URLSearchParams({ "": match })}`.slice(1)],
    ["r", round],
    ["s", speed],
    ["f", unit !== undefined ? `unit:${unit}` : cell !== undefined ? `cell:${cell}` : undefined],
    ["c", chart],
    ["o", orders],
    ["m", notes?.join("")],
    ["d", directed && 1],
    ["v", part && `${part.zoom.toFixed(2)},${part.x.toFixed(1)},${part.y.toFixed(1)}`],
    ...(remarks ? formatRemarks(remarks) : []),
  ];
  return `#${fields.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])).join("&")}`;
}
