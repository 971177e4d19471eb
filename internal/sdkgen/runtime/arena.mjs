// Bots in JavaScript for the games of the arena: this one module, for node 18 or later.
//
//   import { serve, orkisland } from "./arena.mjs";
//
//   serve(orkisland, class {
//     play(s) {
//       for (const ork of s.unitsOf(s.me)) s.do(ork, "north");
//     }
//   });
//
// The arena calls play in every round, with the state of the match. console.log is free
// for debugging: what a bot prints is shown with its name, and kept with the match.

import { readFileSync, readSync, writeSync } from "node:fs";
import { basename } from "node:path";
import { isatty } from "node:tty";

const MOST_NOTES = 64 << 10; // bytes of notes in a match: the arena drops what is more
const MOST_TEXT = 400; // bytes of the text of a note
const UNIT = 2 ** 24; // a cost of 1 in the length of a way; below are the steps
const BITS = (1n << 64n) - 1n;

/** A source of random draws (SplitMix64), the same in all languages of the arena's SDKs. */
export class Rand {
  #state;

  /** @param {bigint} seed */
  constructor(seed) {
    this.#state = seed & BITS;
  }

  /** Returns 64 random bits. @returns {bigint} */
  next() {
    this.#state = (this.#state + 0x9e3779b97f4a7c15n) & BITS;
    let z = this.#state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & BITS;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & BITS;
    return z ^ (z >> 31n);
  }

  /**
   * Returns a number from 0 to n-1; n is from 1 to 2**32. It is the upper 32 bits of next() * n / 2**32.
   * @param {number} n
   * @returns {number}
   */
  below(n) {
    if (!Number.isInteger(n) || n < 1 || n > 2 ** 32) throw new RangeError(`below(${n}): n is from 1 to 2**32`);
    return Number(((this.next() >> 32n) * BigInt(n)) >> 32n);
  }

  /**
   * Returns one of the items.
   * @template T
   * @param {T[]} items
   * @returns {T}
   */
  choice(items) {
    return items[this.below(items.length)];
  }

  /**
   * Puts the items in random order: from the last to the second, each is swapped with one up to itself.
   * @param {any[]} items
   */
  shuffle(items) {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [items[i], items[j]] = [items[j], items[i]];
    }
  }
}

/** Numbers of a line. */
function numbers(text) {
  const list = [];
  let value = 0;
  let sign = 1;
  let digits = 0;
  for (let i = 0; i <= text.length; i++) {
    const c = i < text.length ? text.charCodeAt(i) : 32;
    if (c === 32) {
      if (digits > 0) list.push(sign * value);
      else if (sign < 0) throw new Error(`no numbers: ${text.slice(0, 60)}`);
      value = digits = 0;
      sign = 1;
    } else if (c >= 48 && c <= 57) {
      value = 10 * value + c - 48;
      digits++;
    } else if (c === 45 && digits === 0 && sign > 0) {
      sign = -1;
    } else {
      throw new Error(`no numbers: ${text.slice(0, 60)}`);
    }
  }
  return list;
}

function number(text) {
  const list = numbers(text);
  if (list.length !== 1) throw new Error(`no number: ${text.slice(0, 60)}`);
  return list[0];
}

const letters = (text) => text;
const words = (text) => text.split(" ").filter((w) => w !== "");
const big = (text) => BigInt(text);

/** Records: a number, then for each letter of kinds a number (n), a word (w) or all that are left (N, W). */
function records(list, kinds) {
  return list.map((text) => {
    const all = words(text);
    const row = [number(all[0])];
    for (let k = 0; k < kinds.length; k++) {
      if (k + 1 >= all.length && (kinds[k] === "n" || kinds[k] === "w")) throw new Error(`too few words: ${text.slice(0, 60)}`);
      if (kinds[k] === "n") row.push(number(all[k + 1]));
      else if (kinds[k] === "w") row.push(all[k + 1]);
      else row.push(kinds[k] === "N" ? all.slice(k + 1).map(number) : all.slice(k + 1));
    }
    return row;
  });
}

const column = (values, i) => (i < values.length ? values[i] : -1);

function joined(Type, table, columns) {
  return table.map((row) => new Type(...row, ...columns.map((c) => column(c, row[0]))));
}

function table(Type, ids, columns) {
  const count = ids === null ? Math.max(...columns.map((c) => c.length)) : ids.length;
  const list = new Array(count);
  for (let i = 0; i < count; i++) list[i] = new Type(ids === null ? i : ids[i], ...columns.map((c) => column(c, i)));
  return list;
}

/** What each of so many units is, given runs of units of a kind; groups of runs are repeated. */
function blocks(count, groups) {
  const kinds = [];
  for (const [times, runs] of groups) {
    for (let i = 0; i < times && kinds.length < count; i++) {
      for (const [kind, length] of runs) for (let n = 0; n < length && kinds.length < count; n++) kinds.push(kind);
    }
  }
  return kinds;
}

function line(lines, name) {
  const text = lines.get(name);
  if (text === undefined) throw new Error(`the arena sent no line "${name}"`);
  return text;
}

/** How many letters differ, roughly: enough to guess what was meant. */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, k) => k);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let k = 1; k <= b.length; k++) {
      next.push(Math.min(next[k - 1] + 1, row[k] + 1, row[k - 1] + (a[i - 1] === b[k - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length];
}

function meant(word, list, what) {
  const small = String(word).toLowerCase().replaceAll(" ", "_").slice(0, 20);
  const near = list.map((w) => [distance(small, w), w]).filter(([d, w]) => d < 3 && d < w.length);
  near.sort((a, b) => a[0] - b[0]);
  const hint = near.length > 0 ? `; did you mean "${near[0][1]}"?` : "";
  return new RangeError(`"${word}" is no ${what}: ${list.join(", ")}${hint}`);
}

/** The number of a unit, which may be given itself. */
function idOf(unit) {
  const id = typeof unit === "object" && unit !== null ? unit.id : unit;
  if (!Number.isInteger(id)) throw new TypeError(`${unit} is no number of a unit`);
  return id;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Reduces a text to one line that a note may have, as bytes. */
function noteText(values) {
  let text = values.map(String).join(" ").replace(/\n+$/, "").replace(/[\n\r\t]/g, " ");
  const bytes = encoder.encode(text);
  if (bytes.length > MOST_TEXT) {
    let end = MOST_TEXT;
    while (end > 0 && (bytes[end] & 0xc0) === 0x80) end--;
    text = decoder.decode(bytes.subarray(0, end));
  }
  return text;
}

/** What a match keeps from round to round. */
class Match {
  noted = 0;
  rand = null;
  kept = new Map(); // what was decoded of the lines of the start

  constructor(lines, spent) {
    this.lines = lines;
    this.perRound = number(lines.get("cpu_per_round") ?? "0");
    this.bank = number(lines.get("cpu_bank") ?? "0");
    this.extra = number(lines.get("cpu_start") ?? "0");
    this.spent = spent;
  }

  left() {
    const left = this.perRound + this.extra - (cpuTime() - this.spent);
    return { round: Math.max(left, 0), bank: Math.max(this.bank + Math.min(left, 0), 0) };
  }

  answered() {
    if (this.perRound === 0) return;
    this.bank = this.left().bank;
    this.spent = cpuTime();
    this.extra = 0;
  }

  once(name, make) {
    if (!this.kept.has(name)) this.kept.set(name, make());
    return this.kept.get(name);
  }
}

function cpuTime() {
  const { user, system } = process.cpuUsage();
  return 1000 * (user + system);
}

/** What the State of every game has. */
class State {
  #lines;
  #kept = new Map();
  #match;
  #out = [];
  #over = false;

  constructor(lines, match) {
    this.#lines = lines;
    this.#match = match;
  }

  /** @protected */
  _changing(name, decode) {
    let value = this.#kept.get(name);
    if (value === undefined) this.#kept.set(name, (value = decode(line(this.#lines, name))));
    return value;
  }

  /** @protected */
  _fixed(name, decode) {
    return this.#match.once(name, () => decode(line(this.#match.lines, name)));
  }

  /** @protected */
  _lazy(name, make) {
    let value = this.#kept.get(name);
    if (value === undefined) this.#kept.set(name, (value = make()));
    return value;
  }

  /** @protected */
  _once(name, make) {
    return this.#match.once(name, make);
  }

  /** @protected */
  _say(text) {
    if (this.#over) throw new Error("this State is of a round that is over: every round brings a new one");
    this.#out.push(text);
  }

  /** @protected */
  _answer(round) {
    this.#out.push(`done ${round}\n`);
    this.#over = true;
    return this.#out.join("");
  }

  /** The player's own number, from 0. @returns {number} */
  get me() {
    return this._fixed("me", number);
  }

  /** The names of all players. @returns {string[]} */
  get names() {
    return this._fixed("name", (list) => list.map((text) => (text.includes(" ") ? text.slice(text.indexOf(" ") + 1) : "")));
  }

  /** The number of players. @returns {number} */
  get players() {
    return this.names.length;
  }

  /** The seed of the player's own random draws. @returns {bigint} */
  get seed() {
    return this._fixed("seed", big);
  }

  /** CPU time that each round may use, in nanoseconds; 0 means no limit. @returns {number} */
  get cpuPerRound() {
    return this._fixed("cpu_per_round", number);
  }

  /** CPU time beyond that, for the whole match, in nanoseconds. @returns {number} */
  get cpuBank() {
    return this._fixed("cpu_bank", number);
  }

  /** Wall-clock time that an answer may take, in nanoseconds; 0 means no limit. @returns {number} */
  get wallPerRound() {
    return this._fixed("wall_per_round", number);
  }

  /** Wall-clock time beyond that, for the whole match, in nanoseconds. @returns {number} */
  get wallBank() {
    return this._fixed("wall_bank", number);
  }

  /** CPU time beyond that of the first round, for what comes before the first answer. @returns {number} */
  get cpuStart() {
    return this._fixed("cpu_start", number);
  }

  /** The player's own random draws. The match seeds them, so that it can be played again. @returns {Rand} */
  get rand() {
    return (this.#match.rand ??= new Rand(this.seed));
  }

  /**
   * Returns the CPU time in nanoseconds that is left at this moment, of this round and of the bank for the
   * match; null if it is not limited.
   * @returns {{round: number, bank: number} | null}
   */
  budget() {
    return this.#match.perRound === 0 ? null : this.#match.left();
  }

  /**
   * Makes a cell stand out in the viewer. Notes do not affect the match. A cell is its number or [row, col].
   * @param {number | [number, number]} cell
   */
  mark(cell) {
    this.#note(`mark ${this.#place(cell)}`);
  }

  /**
   * Draws an arrow from one cell to another in the viewer.
   * @param {number | [number, number]} from
   * @param {number | [number, number]} to
   */
  arrow(from, to) {
    this.#note(`arrow ${this.#place(from)} ${this.#place(to)}`);
  }

  /**
   * Writes a few characters on a cell in the viewer.
   * @param {number | [number, number]} cell
   * @param {...any} values
   */
  label(cell, ...values) {
    this.#note(`label ${this.#place(cell)} ${noteText(values)}`);
  }

  /** Notes a line about the round, for the viewer. @param {...any} values */
  log(...values) {
    this.#note(`log ${noteText(values)}`);
  }

  /**
   * Notes a line about a unit, for the viewer.
   * @param {number | {id: number}} unit
   * @param {...any} values
   */
  logUnit(unit, ...values) {
    this.#note(`logunit ${idOf(unit)} ${noteText(values)}`);
  }

  #note(text) {
    if (this.#match.noted > MOST_NOTES) return;
    this.#match.noted += encoder.encode(text).length;
    this._say(text + "\n");
  }

  #place(cell) {
    if (Array.isArray(cell)) return `${idOf(cell[0])} ${idOf(cell[1])}`;
    return `${Math.floor(idOf(cell) / this.cols)} ${cell % this.cols}`;
  }
}

/** What the State of every game with a board has. */
class Board extends State {
  /** The number of a cell. @param {number} row @param {number} col @returns {number} */
  cell(row, col) {
    return row * this.cols + col;
  }

  /** The row of a cell, from the top, from 0. @param {number} cell @returns {number} */
  row(cell) {
    return Math.floor(cell / this.cols);
  }

  /** The column of a cell, from the left, from 0. @param {number} cell @returns {number} */
  col(cell) {
    return cell % this.cols;
  }

  /** Whether there is such a row and column. @param {number} row @param {number} col @returns {boolean} */
  has(row, col) {
    return 0 <= row && row < this.rows && 0 <= col && col < this.cols;
  }

  /**
   * Returns the cell to which a step leads, or -1 if it leads off the board.
   * @param {number} cell
   * @param {string} word
   * @returns {number}
   */
  dest(cell, word) {
    const { steps, wrapRows, wrapCols } = this._board;
    const step = steps[word];
    if (step === undefined) throw meant(word, Object.keys(steps), "step");
    const { rows, cols } = this;
    let row = Math.floor(cell / cols) + step[0];
    let col = (cell % cols) + step[1];
    if (wrapRows) row = (row + rows) % rows;
    if (wrapCols) col = (col + cols) % cols;
    return 0 <= row && row < rows && 0 <= col && col < cols ? row * cols + col : -1;
  }

  /**
   * Returns the steps that lead to other cells of the board, and these cells.
   * @param {number} cell
   * @returns {[string, number][]}
   */
  neighbours(cell) {
    const found = [];
    for (const word of Object.keys(this._board.steps)) {
      const to = this.dest(cell, word);
      if (to >= 0 && to !== cell) found.push([word, to]);
    }
    return found;
  }

  /** @protected */
  _around(words, cells) {
    return this._once(words, () => {
      const around = new Array(cells);
      for (let c = 0; c < cells; c++) around[c] = words.map((w) => this.dest(c, w)).filter((to) => to >= 0);
      return around;
    });
  }
}

/**
 * The cheapest paths from every cell to the nearest of some targets: see waysTo. Among paths of equal cost,
 * the one with the fewest steps wins. Units that stand in the way do not count.
 */
export class Ways {
  #s;
  #words;
  #enter;
  #lengths;

  /** @hideconstructor */
  constructor(s, words, enter, targets) {
    this.#s = s;
    this.#words = words;
    this.#enter = enter;
    this.#lengths = search(s._around(words, enter.length), enter, targets);
  }

  #at(cell) {
    return cell >= 0 && cell < this.#lengths.length ? this.#lengths[cell] : Infinity;
  }

  /**
   * Returns the cost of the cheapest path from a cell, or -1 if there is none.
   * @param {number} cell
   * @returns {number}
   */
  distance(cell) {
    const length = this.#at(cell);
    return length === Infinity ? -1 : Math.floor(length / UNIT);
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
    const { stay, preferFree } = this.#s._board;
    if (here === 0 || here === Infinity) return stay;
    let first = null;
    for (const word of this.#words) {
      const to = this.#s.dest(cell, word);
      if (to < 0 || this.#enter[to] < 0 || this.#at(to) + this.#enter[to] !== here) continue;
      if (!preferFree || this.#s.unitAt(to) === undefined) return word;
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
    const cells = [];
    while (this.#at(cell) !== 0 && this.#at(cell) !== Infinity) {
      cell = this.#s.dest(cell, this.step(cell));
      cells.push(cell);
    }
    return cells;
  }
}

/** Finds the length of the way from every cell to the targets: its cost * UNIT, plus its steps. */
function search(around, enter, targets) {
  const lengths = new Float64Array(enter.length).fill(Infinity);
  const waiting = new Map(); // the cells by length; few lengths have many cells each
  const heap = [0]; // the lengths
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
    const cells = waiting.get(here);
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

function pop(heap) {
  const least = heap[0];
  const last = heap.pop();
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

/** Turns costs by letter into what it costs to enter each cell, and a step; -1 where nobody can go. */
function enterBy(grid, costs) {
  const enter = new Array(grid.length);
  for (let i = 0; i < grid.length; i++) {
    const cost = costs[grid[i]];
    enter[i] = cost === undefined || cost < 0 ? -1 : cost * UNIT + 1;
  }
  return enter;
}

function enterWith(cells, cost) {
  const enter = new Array(cells);
  for (let i = 0; i < cells; i++) {
    const c = cost(i);
    enter[i] = c < 0 ? -1 : c * UNIT + 1;
  }
  return enter;
}

/** Reads what the arena writes, and answers. */
class Talk {
  #games;
  #write;
  #rest = "";
  #text = new TextDecoder(); // keeps the bytes of half a character
  #playing = null; // [game, bot]
  #bot = null;
  #match = null;
  #lines = new Map();
  #spent = 0;

  constructor(games, write) {
    this.#games = games;
    this.#write = write;
  }

  feed(bytes) {
    const text = this.#rest + this.#text.decode(bytes, { stream: true });
    let at = 0;
    for (;;) {
      const end = text.indexOf("\n", at);
      if (end < 0) break;
      this.#line(text.slice(at, text[end - 1] === "\r" && end > at ? end - 1 : end));
      at = end + 1;
    }
    this.#rest = text.slice(at);
  }

  #line(text) {
    const space = text.indexOf(" ");
    const name = space < 0 ? text : text.slice(0, space);
    const value = space < 0 ? "" : text.slice(space + 1);
    switch (name) {
      case "go":
        return this.#go(number(words(value)[0] ?? ""));
      case "match":
        return this.#begin(words(value)[0]);
      case "end":
        this.#playing = this.#bot = this.#match = null;
        return undefined;
    }
    const known = this.#lines.get(name);
    if (Array.isArray(known)) known.push(value);
    else this.#lines.set(name, value);
    return undefined;
  }

  #begin(name) {
    const found = this.#games.find(([game]) => game.name === name);
    if (found === undefined) throw new Error(`this bot plays ${this.#games.map(([g]) => g.name).join(", ")}, not ${name}`);
    this.#playing = found;
    this.#bot = this.#match = null;
    this.#fresh();
    this.#lines.set("name", []);
  }

  /** Begins to collect lines anew. */
  #fresh() {
    this.#lines = new Map(this.#playing[0].lists.map((name) => [name, []]));
  }

  #go(round) {
    if (this.#playing === null) throw new Error("the arena asked for an answer before a match began");
    const [game, bot] = this.#playing;
    const lines = this.#lines;
    this.#fresh();
    const begins = this.#match === null;
    if (begins) {
      this.#match = new Match(lines, this.#spent);
      this.#bot = typeof bot === "function" ? new bot() : bot;
    }
    const s = new game.State(lines, this.#match);
    if (begins && this.#bot.start !== undefined) this.#bot.start(s);
    if (this.#bot.play(s) instanceof Promise) throw new TypeError("play must not be async: the arena waits for its return");
    this.#write(s._answer(round));
    this.#match.answered();
    this.#spent = cpuTime();
  }
}

export { Talk as _Talk }; // for its tests

/** Pairs of a game and its bot. */
function pairs(list) {
  const all = [];
  for (let i = 0; i < list.length; i += 2) {
    const [game, bot] = [list[i], list[i + 1]];
    if (typeof game?.State !== "function") throw new TypeError("serve takes a game and a bot: serve(orkisland, {play(s) {…}})");
    const play = typeof bot === "function" ? bot.prototype?.play : bot?.play;
    if (typeof play !== "function") throw new TypeError("a bot needs a method play(s)");
    all.push([game, bot]);
  }
  if (all.length === 0) throw new TypeError("serve takes a game and a bot: serve(orkisland, {play(s) {…}})");
  return all;
}

function writeAll(text) {
  let bytes = encoder.encode(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes));
    } catch (e) {
      if (e.code === "EPIPE") process.exit(0); // the arena has gone
      if (e.code !== "EAGAIN") throw e;
      pause();
    }
  }
}

const nothing = new Int32Array(new SharedArrayBuffer(4));

function pause() {
  Atomics.wait(nothing, 0, 0, 1);
}

/**
 * The value of a parameter of the bot, which arena tune can search for. It is declared with its range in
 * params.json, beside the bot; without arena or file, the second argument holds.
 * @param {string} name
 * @param {number} otherwise
 * @returns {number}
 */
export function param(name, otherwise) {
  const words = (process.env.ARENA_PARAMS ?? "").split(" ");
  const word = words.find((w) => w.startsWith(`${name}=`));
  return word === undefined ? otherwise : Number(word.slice(name.length + 1));
}

/**
 * Plays matches over standard input and output, until the arena ends them. The bot is an object with a method
 * play(s), and start(s) if it is needed; or a class of such objects, of which each match gets a new one. Its
 * properties (those of the class, if it is one) name and version say what it is; once asks for a process of its
 * own for each match. Several games can be given, each with its bot.
 * @param {...any} list
 */
export function serve(...list) {
  const games = pairs(list);
  if (isatty(0) && process.env.ARENA_LINES === undefined) {
    const path = process.argv[1] ?? "bot.mjs";
    console.error(`${basename(path)} is a bot for ${games.map(([g]) => g.title).join(", ")}; the arena starts it`);
    console.error(`hint: arena check ${path}`);
    process.exit(1);
  }
  // What is printed goes to standard error, so that it can't break an answer.
  process.stdout.write = process.stderr.write.bind(process.stderr);
  for (const name of ["log", "info", "debug", "dir", "table"]) console[name] = errorConsole(name);
  let hello = `arena 1 sdk=js/__VERSION__ games=${games.map(([g]) => `${g.name}:${g.version}`).join(",")}`;
  const bot = games[0][1];
  for (const key of ["name", "version"]) {
    // Every class has a name, so that of a bot's must be its own property to count.
    const own = typeof bot === "function" ? botName(bot, key) : bot[key];
    const value = String(own ?? "").replace(/\s/g, "");
    if (value !== "") hello += ` ${key}=${value}`;
  }
  if (bot.once === true) hello += " once";
  writeAll(hello + "\n");
  const talk = new Talk(games, writeAll);
  const room = new Uint8Array(1 << 16);
  for (;;) {
    let n;
    try {
      n = readSync(0, room);
    } catch (e) {
      if (e.code === "EOF") return;
      if (e.code !== "EAGAIN") throw e;
      pause();
      continue;
    }
    if (n === 0) return;
    talk.feed(room.subarray(0, n));
  }
}

function botName(bot, key) {
  return Object.getOwnPropertyDescriptor(bot, key)?.enumerable ? bot[key] : "";
}

function errorConsole(name) {
  const plain = console[name].bind(console);
  return name === "table" || name === "dir" ? plain : console.error.bind(console);
}

/**
 * Plays what the arena wrote in a match, and returns what the bot answers. It is for tests.
 * @param {any} game
 * @param {any} bot
 * @param {string | Uint8Array} lines
 * @returns {string}
 */
export function playLines(game, bot, lines) {
  let answers = "";
  const talk = new Talk(pairs([game, bot]), (text) => (answers += text));
  talk.feed(typeof lines === "string" ? encoder.encode(lines) : lines);
  talk.feed(encoder.encode("\n"));
  return answers;
}

/**
 * Does the same with a file.
 * @param {any} game
 * @param {any} bot
 * @param {string | URL} path
 * @returns {string}
 */
export function playTranscript(game, bot, path) {
  return playLines(game, bot, readFileSync(path));
}
