// What there is to see while the reader points at nothing: where it is lively, and who has which units.

import type { JSX } from "preact";
import { Plate } from "./parts";
import { pin } from "./selection";
import type { View } from "./state";
import { said, t } from "./tongues";
import { cellName } from "./words";

const heavy = 5; // as much as so many events that are not great

// liveliest returns the cell on which most happens in a round, and what; nothing if nothing happens anywhere.
export function liveliest({ round, data }: View): { readonly cell: number; readonly kinds: string[] } | undefined {
  const cells = new Map<number, { weight: number; kinds: Set<string> }>();
  for (const { cell, kind } of round?.events ?? []) {
    const { name = "", major = false } = data.legend.events[kind] ?? {};
    const there = cells.get(cell) ?? { weight: 0, kinds: new Set() };
    there.weight += major ? heavy : 1;
    there.kinds.add(name);
    cells.set(cell, there);
  }
  cells.delete(-1);
  const [best] = [...cells].sort(([a, m], [b, n]) => n.weight - m.weight || a - b);
  return best && { cell: best[0], kinds: [...best[1].kinds] };
}

// unitsOf returns how many units of each kind each player has on the board; a kind that nobody has is left out.
export function unitsOf({ frame, data }: View): { readonly name: string; readonly bySeat: readonly number[] }[] {
  const { units } = frame;
  const counts = new Map<string, number[]>();
  for (let i = 0; i < units.count; i++) {
    const [owner, kind] = [units.owner[i] ?? -1, data.legend.units[units.kind[i] ?? 0]];
    if (owner >= 0 && (units.cell[i] ?? -1) >= 0 && kind !== undefined) {
      const bySeat = counts.get(kind.name) ?? data.players.map(() => 0);
      bySeat[owner] = (bySeat[owner] ?? 0) + 1;
      counts.set(kind.name, bySeat);
    }
  }
  return [...counts].map(([name, bySeat]) => ({ name, bySeat }));
}

export function Idle({ view }: { view: View }): JSX.Element {
  const lively = liveliest(view);
  const kinds = unitsOf(view);
  return (
    <>
      <p class="idle">
        {lively === undefined ? (
          t("Nothing happens in this round.")
        ) : (
          <>
            {t("Liveliest:")}{" "}
            <button type="button" class="link" onClick={() => pin(lively.cell)}>
              {cellName(view.data.legend, lively.cell)}
            </button>{" "}
            ({lively.kinds.map(said).join(", ")})
          </>
        )}
      </p>
      {kinds.length > 0 && (
        <table class="idle">
          <thead>
            <tr>
              <th scope="col">{t("Units")}</th>
              {view.data.players.map((player, seat) => (
                <th scope="col" key={seat} title={player.label}>
                  <Plate player={player} />
                  <span>{player.label}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ name, bySeat }) => (
              <tr key={name}>
                <th scope="row">{said(name)}</th>
                {bySeat.map((n, seat) => (
                  <td key={seat}>{n}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
