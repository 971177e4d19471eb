// Where the units are between two frames.

import type { Legend } from "../model/data";
import type { Frame, Units } from "../model/frame";
import { indexOf } from "../model/units";
import { nearest } from "./camera";

// A unit that goes farther than this, in cells, vanishes and appears.
const longest = 8;
const crowded = 0.64; // size of a unit that shares its cell
const aside = 0.19; // how far from the middle of the cell it is

// A Motion is where the units of a frame are on their way to the next one. Units that
// appear in the next frame come after the units of the first.
export class Motion {
  count = 0;
  x: Float32Array = new Float32Array(0); // of the middle, in cells
  y: Float32Array = new Float32Array(0);
  scale: Float32Array = new Float32Array(0);
  alpha: Float32Array = new Float32Array(0);

  readonly #legend: Legend;
  #from: Frame | undefined;
  #to: Frame | undefined;
  #next = new Int32Array(0); // index in the next frame; -1: gone
  #here: Places;
  #there: Places;

  constructor(legend: Legend) {
    this.#legend = legend;
    this.#here = new Places(legend);
    this.#there = new Places(legend);
  }

  // set sets the two frames.
  set(from: Frame, to: Frame): void {
    if (from === this.#from && to === this.#to) {
      return;
    }
    if (from === this.#to) {
      [this.#here, this.#there] = [this.#there, this.#here];
    } else {
      this.#here.set(from.units);
    }
    this.#there.set(to.units);
    this.#from = from;
    this.#to = to;
    this.#match(from.units, to.units);
  }

  // match finds each unit in the next frame, and makes room for new ones.
  #match(from: Units, to: Units): void {
    const most = from.count + to.count;
    if (this.#next.length < most) {
      this.#next = new Int32Array(2 * most);
      this.x = new Float32Array(2 * most);
      this.y = new Float32Array(2 * most);
      this.scale = new Float32Array(2 * most);
      this.alpha = new Float32Array(2 * most);
    }
    this.count = from.count;
    let i = 0;
    for (let j = 0; j < to.count; j++) {
      const id = to.id[j] ?? 0;
      for (; i < from.count && (from.id[i] ?? 0) < id; i++) {
        this.#next[i] = -1;
      }
      if (i < from.count && from.id[i] === id) {
        this.#next[i++] = j;
      } else {
        this.#next[this.count++] = j;
      }
    }
    this.#next.fill(-1, i, from.count);
  }

  // unitsOf returns the units of the frame to which a unit belongs, and indexIn its index
  // there.
  unitsOf(i: number): Units | undefined {
    return this.#isNew(i) ? this.#to?.units : this.#from?.units;
  }

  indexIn(i: number): number {
    return this.#isNew(i) ? (this.#next[i] ?? 0) : i;
  }

  #isNew(i: number): boolean {
    return i >= (this.#from?.units.count ?? 0);
  }

  // indexOf returns the index of the unit with an id, or -1.
  indexOf(id: number): number {
    return this.#from === undefined ? -1 : indexOf(this.#from.units, id);
  }

  // move puts the units where they are after a part of the way, 0 to 1.
  move(part: number): void {
    const from = this.#from;
    const here = this.#here;
    const there = this.#there;
    const known = from?.units.count ?? 0;
    for (let i = 0; i < this.count; i++) {
      const j = this.#next[i] ?? -1;
      if (i >= known) {
        this.#put(i, there, j, Math.max(0, 2 * part - 1));
      } else if (j < 0 || part === 0) {
        this.#put(i, here, i, 1 - part);
      } else {
        this.#between(i, j, part);
      }
    }
  }

  #put(i: number, places: Places, at: number, part: number): void {
    this.x[i] = places.x[at] ?? 0;
    this.y[i] = places.y[at] ?? 0;
    this.scale[i] = (places.scale[at] ?? 1) * (0.5 + part / 2);
    this.alpha[i] = part;
  }

  #between(i: number, j: number, part: number): void {
    const here = this.#here;
    const there = this.#there;
    const { rows, cols, wrapRows, wrapCols } = this.#legend;
    const x = here.x[i] ?? 0;
    const y = here.y[i] ?? 0;
    const wayX = nearest((there.x[j] ?? 0) - x, wrapCols ? cols : 0);
    const wayY = nearest((there.y[j] ?? 0) - y, wrapRows ? rows : 0);
    if (Math.abs(wayX) > longest || Math.abs(wayY) > longest) {
      this.#put(i, part < 0.5 ? here : there, part < 0.5 ? i : j, Math.abs(1 - 2 * part));
      return;
    }
    const scale = here.scale[i] ?? 1;
    this.x[i] = x + wayX * part;
    this.y[i] = y + wayY * part;
    this.scale[i] = scale + ((there.scale[j] ?? 1) - scale) * part;
    this.alpha[i] = 1;
  }
}

// Places are where the units of a frame stand: in the middle of their cells, except for
// units that share a cell. Units without a plate, such as cities, lie below the others.
class Places {
  x: Float32Array = new Float32Array(0);
  y: Float32Array = new Float32Array(0);
  scale: Float32Array = new Float32Array(0);
  readonly #legend: Legend;
  readonly #onPlates: Uint16Array; // by cell
  readonly #plain: Uint16Array;
  readonly #placed: Uint16Array;

  constructor(legend: Legend) {
    const cells = legend.rows * legend.cols;
    this.#legend = legend;
    this.#onPlates = new Uint16Array(cells);
    this.#plain = new Uint16Array(cells);
    this.#placed = new Uint16Array(cells);
  }

  set(units: Units): void {
    if (this.x.length < units.count) {
      this.x = new Float32Array(2 * units.count);
      this.y = new Float32Array(2 * units.count);
      this.scale = new Float32Array(2 * units.count);
    }
    for (let i = 0; i < units.count; i++) {
      const cell = units.cell[i] ?? -1;
      this.#onPlates[cell] = 0;
      this.#plain[cell] = 0;
      this.#placed[cell] = 0;
    }
    for (let i = 0; i < units.count; i++) {
      const count = this.#hasPlate(units, i) ? this.#onPlates : this.#plain;
      const cell = units.cell[i] ?? -1;
      count[cell] = (count[cell] ?? 0) + 1;
    }
    for (let i = 0; i < units.count; i++) {
      this.#place(units, i);
    }
  }

  #hasPlate(units: Units, i: number): boolean {
    return this.#legend.units[units.kind[i] ?? 0]?.plate === true;
  }

  #place(units: Units, i: number): void {
    const cell = units.cell[i] ?? -1;
    const { cols } = this.#legend;
    const plates = this.#onPlates[cell] ?? 0;
    const plain = this.#plain[cell] ?? 0;
    const ground = !this.#hasPlate(units, i) && plates > 0 && plain === 1;
    const sharing = ground || plates + plain <= 1 ? 1 : plates + (plates > 0 && plain === 1 ? 0 : plain);
    const x = (cell % cols) + 0.5;
    const y = Math.floor(cell / cols) + 0.5;
    if (ground || plates + plain <= 1) {
      this.x[i] = x;
      this.y[i] = y;
      this.scale[i] = 1;
      return;
    }
    const nth = this.#placed[cell] ?? 0;
    this.#placed[cell] = nth + 1;
    // One unit on a city stands at its lower right; two stand across, more in a circle.
    const angle =
      sharing === 1 ? Math.PI / 4 : (2 * Math.PI * nth) / sharing - (sharing === 2 ? (3 * Math.PI) / 4 : Math.PI / 2);
    const far = sharing <= 2 ? aside * Math.SQRT2 : aside + 0.03;
    this.x[i] = x + far * Math.cos(angle);
    this.y[i] = y + far * Math.sin(angle);
    this.scale[i] = sharing > 4 ? crowded * 0.75 : crowded;
  }
}

// ease makes movements begin and end gently.
export function ease(part: number): number {
  return part * part * (3 - 2 * part);
}
