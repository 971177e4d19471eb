// The units of a frame, and how the units of the next frame are made from them.

import { type Bounds, checkUnit, checkUnitCount } from "./check";
import { increasing } from "./columns";
import { changeAt, columns, type RoundData, type UnitData } from "./data";
import { Damage } from "./form";
import type { Units } from "./frame";

// indexOf returns the index of the unit with an id, or -1.
export function indexOf(units: Units, id: number): number {
  let low = 0;
  let high = units.count - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = units.id[middle] ?? 0;
    if (found === id) {
      return middle;
    }
    if (found < id) {
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return -1;
}

function unitsOf(count: number, signs: number): Units {
  checkUnitCount(count);
  return {
    count,
    id: new Int32Array(count),
    kind: new Uint8Array(count),
    owner: new Int8Array(count),
    cell: new Int32Array(count),
    signs,
    value: new Int32Array(count * signs),
    most: new Int32Array(count * signs),
    note: new Int32Array(count),
  };
}

function put(units: Units, i: number, [id, kind, owner, cell, note]: UnitData): void {
  units.id[i] = id;
  units.kind[i] = kind;
  units.owner[i] = owner;
  units.cell[i] = cell;
  units.note[i] = note;
}

function copy(units: Units, i: number, from: Units, j: number): void {
  units.id[i] = from.id[j] ?? 0;
  units.kind[i] = from.kind[j] ?? 0;
  units.owner[i] = from.owner[j] ?? 0;
  units.cell[i] = from.cell[j] ?? 0;
  units.note[i] = from.note[j] ?? 0;
  for (let sign = 0; sign < units.signs; sign++) {
    units.value[i * units.signs + sign] = from.value[j * units.signs + sign] ?? 0;
    units.most[i * units.signs + sign] = from.most[j * units.signs + sign] ?? 0;
  }
}

const byID = (a: UnitData, b: UnitData): number => a[0] - b[0];

export function readUnits(data: readonly UnitData[], signs: number, amounts?: readonly number[]): Units {
  const units = data.toSorted(byID);
  const twice = units.find((u, i) => u[0] === units[i - 1]?.[0]);
  if (twice !== undefined) {
    throw new Damage(`unit ${twice[0]} is there twice`);
  }
  return withSigns(merge(unitsOf(0, signs), units, new Set()), amounts);
}

// withSigns returns the units with changes of their signs.
function withSigns(units: Units, amounts: readonly number[] | undefined): Units {
  if (amounts === undefined) {
    return units;
  }
  const [value, most] = [units.value.slice(), units.most.slice()];
  increasing(amounts, columns.k).forEach((key, i, { length }) => {
    const id = Math.floor(key / units.signs);
    const at = indexOf(units, id);
    if (at < 0) {
      throw new Damage(`a sign of unit ${id} changes but it is not there`);
    }
    const sign = at * units.signs + (key % units.signs);
    value[sign]! += amounts[length + i] ?? 0;
    most[sign]! += amounts[2 * length + i] ?? 0;
  });
  return { ...units, value, most };
}

// nextUnits returns the units after a round. Arrays that a round doesn't change are
// shared with the frame before.
export function nextUnits(before: Units, round: RoundData, bounds: Bounds): Units {
  return withSigns(changed(before, round, bounds), round.k);
}

function changed(before: Units, round: RoundData, bounds: Bounds): Units {
  const moved = round.m ? move(before, round.m, bounds) : before;
  if (!round.u && !round.g) {
    return moved;
  }
  const gone = increasing(round.g, columns.g);
  for (const id of gone) {
    if (indexOf(before, id) < 0) {
      throw new Damage(`unit ${id} is gone but was not there`);
    }
  }
  const changes = changedUnits(before, round.u ?? [], bounds);
  const at = changes.map(([id]) => indexOf(before, id));
  return gone.length > 0 || at.includes(-1) ? merge(moved, changes, new Set(gone)) : alter(moved, changes, at);
}

// alter returns the same units with changes of some of them.
function alter(before: Units, changes: readonly UnitData[], at: readonly number[]): Units {
  const column = <A extends Int32Array | Uint8Array | Int8Array>(was: A, n: number): A => {
    if (changes.every((unit, i) => unit[n] === was[at[i] ?? 0])) {
      return was;
    }
    const is = was.slice() as A;
    changes.forEach((unit, i) => {
      is[at[i] ?? 0] = unit[n] ?? 0;
    });
    return is;
  };
  return {
    count: before.count,
    id: before.id,
    kind: column(before.kind, changeAt.kind),
    owner: column(before.owner, changeAt.owner),
    cell: column(before.cell, changeAt.cell),
    signs: before.signs,
    value: before.value,
    most: before.most,
    note: column(before.note, changeAt.note),
  };
}

function move(units: Units, moves: readonly number[], bounds: Bounds): Units {
  const cell = units.cell.slice();
  let i = 0; // units and moves are both in the order of ids
  increasing(moves, columns.m).forEach((id, m, ids) => {
    while (i < units.count && (units.id[i] ?? 0) < id) {
      i++;
    }
    if (units.id[i] !== id) {
      throw new Damage(`unit ${id} moves but is not there`);
    }
    const to = (cell[i] ?? 0) + (moves[ids.length + m] ?? 0);
    if (to < -1 || to >= bounds.cells) {
      throw new Damage(`unit ${id} moves off the board`);
    }
    cell[i] = to;
  });
  return { ...units, cell };
}

// changedUnits returns the units that are new or different, as they are after the round.
function changedUnits(before: Units, changes: readonly number[], bounds: Bounds): readonly UnitData[] {
  const ids = increasing(changes, columns.u);
  return Array.from(ids, (id, row): UnitData => {
    const was = indexOf(before, id);
    const column = (n: number): number => changes[n * ids.length + row] ?? 0;
    const sum = (of: ArrayLike<number>, n: number): number => (of[was] ?? 0) + column(n);
    const unit: UnitData = [
      id,
      sum(before.kind, changeAt.kind),
      sum(before.owner, changeAt.owner),
      sum(before.cell, changeAt.cell),
      column(changeAt.note),
    ];
    checkUnit(unit, bounds);
    return unit;
  });
}

// merge returns units without the ones that are gone and with the changes. All three are
// in the order of ids, so a single pass is enough.
function merge(before: Units, changes: readonly UnitData[], gone: ReadonlySet<number>): Units {
  const added = changes.filter((u) => indexOf(before, u[0]) < 0).length;
  const after = unitsOf(before.count + added - gone.size, before.signs);
  let at = 0;
  let next = 0;
  for (let i = 0; i < before.count; i++) {
    const id = before.id[i] ?? 0;
    for (let u = changes[next]; u !== undefined && u[0] < id; u = changes[++next]) {
      put(after, at++, u);
    }
    const change = changes[next];
    const same = change?.[0] === id;
    if (change !== undefined && same) {
      next++;
    }
    if (gone.has(id)) {
      continue;
    }
    copy(after, at, before, i);
    if (change !== undefined && same) {
      put(after, at, change);
    }
    at++;
  }
  for (let u = changes[next]; u !== undefined; u = changes[++next]) {
    put(after, at++, u);
  }
  return after;
}
