// What the address says of the state.

import { name } from "./inpage";
import { formatLink, type Link } from "./link";
import { chosen, entries, served } from "./matches";
import * as state from "./state";

// linkOf returns what of the state is in a link.
export function linkOf(): Link {
  const { clock, round, speed, selection, chart, orders, notes, directed, remarks } = state;
  const { value: selected } = selection;
  const seats = notes.value.flatMap((shown, seat) => (shown ? [seat] : []));
  const shown = entries.value.length > 1 ? entries.value.find(({ key }) => key === chosen.value) : undefined;
  const match = shown && served(shown.key) ? shown.name : name();
  return {
    ...(match === undefined ? {} : { match }),
    ...(clock.value.kind === "following" ? {} : { round: round.value }),
    speed: speed.value,
    ...(selected.kind === "unit" ? { unit: selected.unit } : {}),
    ...(selected.kind === "cell" ? { cell: selected.cell } : {}),
    ...(chart.value > 0 ? { chart: chart.value } : {}),
    ...(orders.value === "all" ? {} : { orders: orders.value }),
    ...(directed.value ? { directed: true } : {}),
    ...(seats.length > 0 ? { notes: seats } : {}),
    remarks: remarks.value,
  };
}

const own = /^(localhost|127\.[\d.]+|\[::1\])$/; // names of this machine

// shareable returns the link to the match that others can open, from its start; nothing if no other machine can.
export function shareable(): string | undefined {
  const { protocol, hostname, href } = location;
  const { match } = linkOf();
  const hash = match === undefined ? "" : formatLink({ match });
  return protocol.startsWith("http") && !own.test(hostname) ? href.replace(/#.*/, "") + hash : undefined;
}
