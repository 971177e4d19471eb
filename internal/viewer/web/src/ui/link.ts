// The part of the state that is in the page's address, as #r=137&s=4&f=unit:12.

import { speeds } from "./state";

export interface Link {
  readonly round?: number;
  readonly speed?: number;
  readonly unit?: number;
  readonly cell?: number;
}

const whole = (text: string | null | undefined): number | undefined =>
  text !== null && text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

// nearestSpeed returns the speed, of those that there are, that is nearest to a number.
const nearestSpeed = (to: number | undefined): number | undefined =>
  to === undefined || to === 0 ? undefined : speeds.toSorted((a, b) => Math.abs(a - to) - Math.abs(b - to))[0];

// isEmbedded reports whether a page shows the match in a frame of its own.
export const isEmbedded = (hash: string): boolean => new URLSearchParams(hash.replace(/^#/, "")).has("embed");

export function parseLink(hash: string): Link {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const [kind, id] = (fields.get("f") ?? "").split(":");
  const link: { -readonly [K in keyof Link]: number } = {};
  const put = (name: keyof Link, value: number | undefined): void => {
    if (value !== undefined) {
      link[name] = value;
    }
  };
  put("round", whole(fields.get("r")));
  put("speed", nearestSpeed(whole(fields.get("s"))));
  put("unit", kind === "unit" ? whole(id) : undefined);
  put("cell", kind === "cell" ? whole(id) : undefined);
  return link;
}

export function formatLink(link: Link): string {
  const fields: string[] = [];
  if (link.round !== undefined) {
    fields.push(`r=${link.round}`);
  }
  if (link.speed !== undefined) {
    fields.push(`s=${link.speed}`);
  }
  if (link.unit !== undefined) {
    fields.push(`f=unit:${link.unit}`);
  } else if (link.cell !== undefined) {
    fields.push(`f=cell:${link.cell}`);
  }
  return `#${fields.join("&")}`;
}
