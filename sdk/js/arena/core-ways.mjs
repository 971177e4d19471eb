// The cheapest ways over a board.

/**
 * What a search must know of a board.
 * @typedef {object} BoardLike
 * @property {string | null} stay
 * @property {boolean} preferFree
 * @property {(cell: number, word: string) => number} dest
 * @property {(cell: number) => boolean} isFree
 * @property {(words: readonly string[]) => number[][]} around
 */

const UNIT = 2 ** 24; // a cost of 1 in the length of a way; below are the steps

/**
 * The cheapest paths from every cell to the nearest of some targets: see waysTo. Among paths of equal cost,
 * the one with the fewest steps wins. Units that stand in the way do not count.
 */
export class Ways {
  #board;
  #words;
  #enter;
  #lengths;

  /**
   * @hideconstructor
   * @param {BoardLike} board
   * @param {readonly string[]} words
   * @param {number[]} enter
   * @param {Iterable<number>} targets
   */
  constructor(board, words, enter, targets) {
    this.#board = board;
    this.#words = words;
    this.#enter = enter;
    this.#lengths = search(board.around(words), enter, targets);
  }

  /** @param {number} cell */
  #at(cell) {
    return cell >= 0 && cell < this.#lengths.length ? this.#lengths[cell] : Infinity;
  }

  /**
   * Returns the cost of the cheapest path from a cell, or -1 if there is none.
   * @param {number} cell
   * @returns {number}
   */
  cost(cell) {
    const length = this.#at(cell);
    return length === Infinity ? -1 : Math.floor(length / UNIT);
  }

  /**
   * Returns the same as cost, whose name it was.
   * @param {number} cell
   * @returns {number}
   */
  distance(cell) {
    return this.cost(cell);
  }

  /**
   * Returns how many steps the cheapest path from a cell has, or -1 if there is none.
   * @param {number} cell
   * @returns {number}
   */
  steps(cell) {
    const length = this.#at(cell);
    return length === Infinity ? -1 : length % UNIT;
  }

  /**
   * Returns the first step of the cheapest path from a cell. On a target, and if there is no path, it is the
   * command to stay, or null if the game has none.
   * @param {number} cell
   * @returns {any}
   */
  step(cell) {
    const here = this.#at(cell);
    const { stay, preferFree } = this.#board;
    if (here === 0 || here === Infinity) return stay;
    let first = null;
    for (const word of this.#words) {
      const to = this.#board.dest(cell, word);
      if (to < 0 || this.#enter[to] < 0 || this.#at(to) + this.#enter[to] !== here) continue;
      if (!preferFree || this.#board.isFree(to)) return word;
      first ??= word;
    }
    return first ?? stay;
  }

  /**
   * Returns the cells of the cheapest path from a cell, without the first and with the last.
   * @param {number} cell
   * @returns {number[]}
   */
  path(cell) {
    /** @type {number[]} */
    const cells = [];
    while (this.#at(cell) !== 0 && this.#at(cell) !== Infinity) {
      cell = this.#board.dest(cell, this.step(cell));
      cells.push(cell);
    }
    return cells;
  }
}

/**
 * Finds the length of the way from every cell to the targets: its cost * UNIT, plus its steps.
 * @param {number[][]} around
 * @param {number[]} enter
 * @param {Iterable<number>} targets
 */
function search(around, enter, targets) {
  const lengths = new Float64Array(enter.length).fill(Infinity);
  /** @type {Map<number, number[]>} */
  const waiting = new Map(); // the cells by length; few lengths have many cells each
  const heap = [0]; // the lengths
  /** @type {number[]} */
  const first = [];
  for (const t of targets) {
    if (t >= 0 && t < enter.length && enter[t] >= 0 && lengths[t] !== 0) {
      lengths[t] = 0;
      first.push(t);
    }
  }
  waiting.set(0, first);
  while (heap.length > 0) {
    const here = pop(heap);
    const cells = waiting.get(here) ?? [];
    waiting.delete(here);
    for (const cell of cells) {
      if (lengths[cell] !== here) continue;
      const there = here + enter[cell];
      for (const to of around[cell]) {
        if (enter[to] < 0 || lengths[to] <= there) continue;
        lengths[to] = there;
        const list = waiting.get(there);
        if (list !== undefined) {
          list.push(to);
        } else {
          waiting.set(there, [to]);
          push(heap, there);
        }
      }
    }
  }
  return lengths;
}

/** @param {number[]} heap @param {number} value */
function push(heap, value) {
  let i = heap.push(value) - 1;
  while (i > 0) {
    const up = (i - 1) >> 1;
    if (heap[up] <= value) break;
    heap[i] = heap[up];
    i = up;
  }
  heap[i] = value;
}

/** @param {number[]} heap */
function pop(heap) {
  const least = heap[0];
  const last = /** @type {number} */ (heap.pop());
  if (heap.length > 0) {
    let i = 0;
    for (;;) {
      let down = 2 * i + 1;
      if (down >= heap.length) break;
      if (down + 1 < heap.length && heap[down + 1] < heap[down]) down++;
      if (heap[down] >= last) break;
      heap[i] = heap[down];
      i = down;
    }
    heap[i] = last;
  }
  return least;
}

/**
 * Turns costs by letter into what it costs to enter each cell, and a step; -1 where nobody can go.
 * @param {string} grid
 * @param {Record<string, number>} costs
 */
export function enterBy(grid, costs) {
  const enter = new Array(grid.length);
  for (let i = 0; i < grid.length; i++) {
    const cost = costs[grid[i]];
    enter[i] = cost === undefined || cost < 0 ? -1 : cost * UNIT + 1;
  }
  return enter;
}

/**
 * Does the same by a function.
 * @param {number} cells
 * @param {(cell: number) => number} cost
 */
export function enterWith(cells, cost) {
  const enter = new Array(cells);
  for (let i = 0; i < cells; i++) {
    const c = cost(i);
    enter[i] = c < 0 ? -1 : c * UNIT + 1;
  }
  return enter;
}
