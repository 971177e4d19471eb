// The board in words: its units, its places, and the cells around one of them. A table of
// all cells would be too large to make, and to listen to.

import { computed, signal } from "@preact/signals-core";
import type { JSX } from "preact";
import { areasOf } from "../model/areas";
import { cellWords, kindName, unitWords } from "./here";
import { here } from "./selection";
import * as state from "./state";
import type { View } from "./state";
import { said, t } from "./tongues";
import { cellName, count } from "./words";

const longest = 400; // rows of a table
const around = 5; // cells on each side

type Entry = string | number;

interface Listing {
  readonly id: "units" | "places";
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Entry[])[];
}

// Sorted is by which column each list is sorted.
type Sorted = Readonly<Record<string, number>>;

const sorted = signal<Sorted>({});

// table is made only when it is shown and the frame changes.
export const table = computed(
  () => state.view.value && <Board view={state.view.value} sorted={sorted.value} selected={here()} />,
);

interface BoardProps {
  view: View;
  sorted: Sorted;
  selected: number; // cell, or -1
}

function Board({ view, sorted: by, selected }: BoardProps): JSX.Element {
  return (
    <>
      <p>
        {view.data.title}, {t("round")} {view.frame.number}. {said(view.frame.caption)}
      </p>
      <List of={unitList(view)} by={by["units"] ?? 0} />
      <List of={placeList(view)} by={by["places"] ?? 0} />
      <Around view={view} selected={selected} />
    </>
  );
}

const ownerName = (view: View, seat: number): string => view.data.players[seat]?.label ?? t("nobody");

function unitList(view: View): Listing {
  const { data, frame } = view;
  const { units } = frame;
  const { cols } = data.legend;
  const rows = Array.from({ length: units.count }, (_, i): Entry[] => {
    const cell = units.cell[i] ?? -1;
    return [
      units.id[i] ?? -1,
      kindName(view, i),
      ownerName(view, units.owner[i] ?? -1),
      Math.floor(cell / cols),
      cell % cols,
      ...data.legend.signs.map((_, sign) => units.value[i * units.signs + sign] ?? 0),
    ];
  });
  const columns = [t("number"), t("kind"), t("player"), t("row"), t("column")];
  const signs = data.legend.signs.map(({ name }) => said(name));
  return { id: "units", title: t("Units"), columns: [...columns, ...signs], rows };
}

function placeList(view: View): Listing {
  const { data, frame } = view;
  const { cols } = data.legend;
  const rows = areasOf(data.legend, frame).map(({ kind, owner, cell, all }): Entry[] => [
    said(data.legend.cells[kind]?.name ?? "?"),
    ownerName(view, owner),
    Math.floor(cell / cols),
    cell % cols,
    all.length,
  ]);
  const columns = [t("kind"), t("player"), t("row"), t("column"), t("cells")];
  return { id: "places", title: t("Places"), columns, rows };
}

const compare = (a: Entry | undefined, b: Entry | undefined): number =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));

function List({ of: { id, title, columns, rows }, by }: { of: Listing; by: number }): JSX.Element {
  const shown = rows.toSorted((a, b) => compare(a[by], b[by])).slice(0, longest);
  return (
    <table class="board">
      <caption>
        {title}: {rows.length}
        {rows.length > longest && `; ${t("the first {0} are shown", longest)}`}
      </caption>
      <thead>
        <tr>
          {columns.map((name, i) => (
            <th key={name} scope="col" aria-sort={i === by ? "ascending" : "none"}>
              <button type="button" onClick={() => (sorted.value = { ...sorted.value, [id]: i })}>
                {name}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((row, i) => (
          <tr key={i}>
            {row.map((entry, j) => (
              <td key={j}>{entry}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

// Around is the part of the board around the selected cell, or around the middle.
function Around({ view, selected }: { view: View; selected: number }): JSX.Element {
  const { frame, data } = view;
  const { rows, cols } = data.legend;
  const { row, col, ...part } = frame.window ?? { row: 0, col: 0, rows, cols };
  const middle = Math.floor(row + part.rows / 2) * cols + Math.floor(col + part.cols / 2);
  const cell = selected >= 0 ? selected : middle % (rows * cols);
  const near = (at: number, length: number): number[] =>
    Array.from({ length: 2 * around + 1 }, (_, i) => at - around + i).filter((n) => n >= 0 && n < length);
  const across = near(cell % cols, cols);
  const units = new Map<number, string[]>();
  for (let i = 0; i < frame.units.count; i++) {
    const at = frame.units.cell[i] ?? -1;
    if (across.includes(at % cols)) {
      units.set(at, [...(units.get(at) ?? []), unitWords(view, frame.units.id[i] ?? -1)]);
    }
  }
  return (
    <table class="board">
      <caption>
        {t("{0} around {1}", count(across.length, "column"), cellName(data.legend, cell))}
        {selected < 0 && `; ${t("pin a cell or follow a unit to see the cells around it")}`}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t("row")}</th>
          {across.map((c) => (
            <th key={c} scope="col">
              {c}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {near(Math.floor(cell / cols), rows).map((r) => (
          <tr key={r}>
            <th scope="row">{r}</th>
            {across.map((c) => (
              <td key={c}>
                {cellWords(view, r * cols + c)}
                {units.has(r * cols + c) && <b>{units.get(r * cols + c)?.join("; ")}</b>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
