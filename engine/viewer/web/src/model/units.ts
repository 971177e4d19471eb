// Units of a frame, and how those of the next one come from them.

import { checkUnitCount, Damage } from "./check";
import type { RoundData, UnitData } from "./data";
import type { Units } from "./frame";

// indexOf returns the index of the unit of an id, or -1.
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

function unitsOf(count: number): Units {
  checkUnitCount(count);
  return {
    count,
    id: new Int32Array(count),
    kind: new Uint8Array(count),
    owner: new Int8Array(count),
    cell: new Int32Array(count),
    health: new Int32Array(count),
    maxHealth: new Int32Array(count),
    note: new Int32Array(count),
  };
}

function put(units: Units, i: number, [id, kind, owner, cell, health, maxHealth, note]: UnitData): void {
  units.id[i] = id;
  units.kind[i] = kind;
  units.owner[i] = owner;
  units.cell[i] = cell;
  units.health[i] = health;
  units.maxHealth[i] = maxHealth;
  units.note[i] = note;
}

function copy(units: Units, i: number, from: Units, j: number): void {
  units.id[i] = from.id[j] ?? 0;
  units.kind[i] = from.kind[j] ?? 0;
  units.owner[i] = from.owner[j] ?? 0;
  units.cell[i] = from.cell[j] ?? 0;
  units.health[i] = from.health[j] ?? 0;
  units.maxHealth[i] = from.maxHealth[j] ?? 0;
  units.note[i] = from.note[j] ?? 0;
}

const byID = (a: UnitData, b: UnitData): number => a[0] - b[0];

export function readUnits(data: readonly UnitData[]): Units {
  return merge(unitsOf(0), data, []);
}

// nextUnits returns the units after a round. What a round leaves as it was is
// shared with the frame before.
export function nextUnits(before: Units, round: RoundData): Units {
  const units = round.u || round.g ? merge(before, round.u ?? [], round.g ?? []) : before;
  return round.m ? moved(units, round.m, units !== before) : units;
}

function moved(units: Units, moves: readonly number[], own: boolean): Units {
  const cell = own ? units.cell : units.cell.slice();
  for (let m = 0; m < moves.length; m += 2) {
    const id = moves[m] ?? -1;
    const i = indexOf(units, id);
    if (i < 0) {
      throw new Damage(`unit ${id} moves but is not there`);
    }
    cell[i] = moves[m + 1] ?? -1;
  }
  return { ...units, cell };
}

// merge returns units without those that are gone and with others that are new
// or different. All are in the order of ids, so one walk does.
function merge(before: Units, different: readonly UnitData[], gone: readonly number[]): Units {
  const changes = different.toSorted(byID);
  const leaving = new Set(gone);
  const isNew = (u: UnitData): boolean => indexOf(before, u[0]) < 0;
  for (let i = 1; i < changes.length; i++) {
    if (changes[i]?.[0] === changes[i - 1]?.[0]) {
      throw new Damage(`unit ${changes[i]?.[0]} is there twice`);
    }
  }
  for (const id of leaving) {
    if (indexOf(before, id) < 0) {
      throw new Damage(`unit ${id} is gone but was not there`);
    }
  }
  const staying = (u: UnitData): boolean => !leaving.has(u[0]);
  const kept = changes.filter(staying);
  const after = unitsOf(before.count - leaving.size + kept.filter(isNew).length);
  let at = 0;
  let next = 0;
  for (let i = 0; i < before.count; i++) {
    const id = before.id[i] ?? 0;
    for (let u = kept[next]; u !== undefined && u[0] < id; u = kept[++next]) {
      put(after, at++, u);
    }
    const change = kept[next];
    if (leaving.has(id)) {
      continue;
    }
    if (change !== undefined && change[0] === id) {
      put(after, at++, change);
      next++;
    } else {
      copy(after, at++, before, i);
    }
  }
  for (let u = kept[next]; u !== undefined; u = kept[++next]) {
    put(after, at++, u);
  }
  return after;
}
