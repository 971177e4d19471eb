// What the State of every game has, and how that of a game is made.
import { Rand, big, encoder, idOf, inRuns, letters, meant, noteText, number, numbers, records, words } from "./core-lines.mjs";
import { Ways, enterBy, enterWith } from "./core-ways.mjs";

/**
 * A game as its module describes it. Names of lines are those of the protocol.
 * @typedef {object} About
 * @property {string} name
 * @property {string} title
 * @property {number} version
 * @property {string[]} lists  the lines that come once for each of several
 * @property {Record<string, keyof typeof decoders | "records">} fixed
 * @property {Record<string, keyof typeof decoders | "records">} changing
 * @property {Record<string, {fixed: boolean, kinds: string, joined: string[], make: (row: any[], ...joined: any[]) => any}>} records
 * @property {Record<string, {ids: string | null, columns: string[], make: (id: number, ...values: any[]) => any}>} tables
 * @property {UnitsAbout} [units]
 * @property {BoardAbout} [board]
 * @property {[name: string, words: readonly string[] | null][]} commands
 */
/**
 * @typedef {object} UnitsAbout
 * @property {boolean} owned
 * @property {boolean} placed  whether each has a cell
 * @property {string[]} kinds
 * @property {string} [each]  the setting with how many each player has
 * @property {string} [line]  that has a letter for each
 * @property {Record<string, string>} [letters]
 * @property {[times: string, runs: [kind: string, length: string][]][]} [runs]
 * @property {string} column  with a number for each
 */
/**
 * @typedef {object} BoardAbout
 * @property {string} rows
 * @property {string} cols
 * @property {boolean} wrapRows
 * @property {boolean} wrapCols
 * @property {boolean} preferFree
 * @property {string | null} stay
 * @property {string} [grid]
 * @property {Record<string, [row: number, col: number]>} steps
 * @property {Record<string, {words: string[], costs: [letters: string, setting: string, plus: number][]}>} walks
 */
/**
 * @typedef {About & {fields: string[], State: new (lines: Lines, match: Match) => State}} Game
 * @typedef {Map<string, any>} Lines  by their first words: the rest of a line, or a list of them
 * @typedef {number | readonly [row: number, col: number]} Place
 */

const MOST_NOTES = 64 << 10; // bytes of notes in a match: the arena drops what is more

const decoders = { number, numbers, letters, words };

/** What a match keeps from round to round. */
export class Match {
  noted = 0;
  /** @type {Rand | undefined} */
  rand;
  /** @type {any[]} */
  kept = []; // what was made of the lines of the start

  /**
   * @param {Lines} lines
   * @param {() => number} cpuTime  in nanoseconds, of this program so far
   * @param {number} spent
   */
  constructor(lines, cpuTime, spent) {
    this.lines = lines;
    this.cpuTime = cpuTime;
    this.perRound = number(lines.get("cpu_per_round") ?? "0");
    this.bank = number(lines.get("cpu_bank") ?? "0");
    this.extra = number(lines.get("cpu_start") ?? "0");
    this.spent = spent;
  }

  left() {
    const left = this.perRound + this.extra - (this.cpuTime() - this.spent);
    return { round: Math.max(left, 0), bank: Math.max(this.bank + Math.min(left, 0), 0) };
  }

  answered() {
    if (this.perRound === 0) return;
    this.bank = this.left().bank;
    this.spent = this.cpuTime();
    this.extra = 0;
  }
}

/** @param {Lines} lines @param {string} name */
function line(lines, name) {
  const text = lines.get(name);
  if (text === undefined) throw new Error(`the arena sent no line "${name}"`);
  return text;
}

/**
 * Ends a round: returns what the bot has said in it.
 * @type {(s: State, round: number) => string}
 */
export let answer;

/**
 * Adds a property that is worked out when it is first asked for: once in a match, or in each round.
 * @template {State} S
 * @typedef {(prototype: S, name: string, make: (s: S, lines: Lines) => any) => void} Adds
 */
/** @type {Adds<any>} */
let once;
/** @type {Adds<any>} */
let eachRound;

/**
 * The properties that games add, as far as they are used here.
 * @typedef {object} Added
 * @property {string[]} names
 * @property {bigint} seed
 * @property {number} rows
 * @property {number} cols
 * @property {Map<string, number[][]>} aroundBy
 * @property {(cell: number) => object | undefined} unitAt
 */
/** @type {(s: any) => Added} */
const added = (s) => s;

/**
 * A line that a game adds, by its name in the protocol.
 * @type {(s: any, name: string) => any}
 */
const valueOf = (s, name) => s[camel(name)];

/** What the State of every game has. */
export class State {
  #lines;
  #match;
  /** @type {any[]} */
  #kept = [];
  /** @type {string[]} */
  #out = [];
  #over = false;

  static {
    const slots = Symbol("slots"); // how many values the States of a prototype can keep
    const slotOf = (/** @type {any} */ prototype) => (prototype[slots] = (prototype[slots] ?? -1) + 1);
    answer = (s, round) => {
      s.#over = true;
      return `${s.#out.join("")}done ${round}\n`;
    };
    once = (prototype, name, make) => {
      const slot = slotOf(prototype);
      /** @this {State} */
      const get = function () {
        return (this.#match.kept[slot] ??= make(this, this.#match.lines));
      };
      Object.defineProperty(prototype, name, { get, configurable: true });
    };
    eachRound = (prototype, name, make) => {
      const slot = slotOf(prototype);
      /** @this {State} */
      const get = function () {
        return (this.#kept[slot] ??= make(this, this.#lines));
      };
      Object.defineProperty(prototype, name, { get, configurable: true });
    };
  }

  /** @param {Lines} lines @param {Match} match */
  constructor(lines, match) {
    this.#lines = lines;
    this.#match = match;
  }

  /** The number of players. @returns {number} */
  get players() {
    return added(this).names.length;
  }

  /** The player's own random draws. The match seeds them, so that it can be played again. @returns {Rand} */
  get rand() {
    return (this.#match.rand ??= new Rand(added(this).seed));
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
   * Says a line. A bot says commands by do, and notes by the methods below.
   * @param {string} text
   */
  say(text) {
    if (this.#over) throw new Error("this State is of a round that is over: every round brings a new one");
    this.#out.push(`${text}\n`);
  }

  /**
   * Makes a cell stand out in the viewer. Notes do not affect the match. A cell is its number or [row, col].
   * @param {Place} cell
   */
  mark(cell) {
    this.#note(`mark ${this.#place(cell)}`);
  }

  /**
   * Draws an arrow from one cell to another in the viewer.
   * @param {Place} from
   * @param {Place} to
   */
  arrow(from, to) {
    this.#note(`arrow ${this.#place(from)} ${this.#place(to)}`);
  }

  /**
   * Writes a few characters on a cell in the viewer.
   * @param {Place} cell
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

  /**
   * Notes a number of the round, such as ("army", 12), for a chart in the viewer. Of one name, the last of a round
   * counts. One that is not finite is left out.
   * @param {string} name
   * @param {number} value
   */
  chart(name, value) {
    const number = Number(value);
    if (Number.isFinite(number)) this.#note(`chart ${number} ${noteText([name])}`);
  }

  /** @param {string} text */
  #note(text) {
    if (this.#match.noted > MOST_NOTES) return;
    this.#match.noted += encoder.encode(text).length;
    this.say(text);
  }

  /** @param {Place} cell */
  #place(cell) {
    if (typeof cell === "object") return `${idOf(cell[0])} ${idOf(cell[1])}`;
    const { cols } = added(this);
    return `${Math.floor(idOf(cell) / cols)} ${cell % cols}`;
  }
}

/** The lines of a seat, which are those of every game. */
const seat = {
  me: number,
  names: (/** @type {string[]} */ list) => list.map((text) => (text.includes(" ") ? text.slice(text.indexOf(" ") + 1) : "")),
  seed: big, cpu_per_round: number, cpu_bank: number, wall_per_round: number, wall_bank: number, cpu_start: number,
};
for (const [name, decode] of Object.entries(seat)) {
  once(State.prototype, camel(name), (_, lines) => decode(line(lines, name === "names" ? "name" : name)));
}

/**
 * What the State of every game with a board has. A game gives it its own BoardAbout.
 * @abstract
 */
export class Board extends State {
  /** @type {BoardAbout} */
  static about;

  /** @returns {BoardAbout} */
  get #about() {
    return /** @type {typeof Board} */ (this.constructor).about;
  }

  /** The number of a cell: row * cols + col. @param {number} row @param {number} col @returns {number} */
  cell(row, col) {
    return row * added(this).cols + col;
  }

  /** The row of a cell, from the top, from 0. @param {number} cell @returns {number} */
  row(cell) {
    return Math.floor(cell / added(this).cols);
  }

  /** The column of a cell, from the left, from 0. @param {number} cell @returns {number} */
  col(cell) {
    return cell % added(this).cols;
  }

  /** Whether there is such a row and column. @param {number} row @param {number} col @returns {boolean} */
  has(row, col) {
    return 0 <= row && row < added(this).rows && 0 <= col && col < added(this).cols;
  }

  /**
   * Returns the cell to which a step leads, or -1 if it leads off the board.
   * @param {number} cell
   * @param {string} word
   * @returns {number}
   */
  dest(cell, word) {
    const { steps, wrapRows, wrapCols } = this.#about;
    const step = steps[word];
    if (step === undefined) throw meant(word, Object.keys(steps), "step");
    const { rows, cols } = added(this);
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
    /** @type {[string, number][]} */
    const found = [];
    for (const word of Object.keys(this.#about.steps)) {
      const to = this.dest(cell, word);
      if (to >= 0 && to !== cell) found.push([word, to]);
    }
    return found;
  }

  /**
   * Returns the cheapest ways from every cell to the nearest of some cells.
   * @param {Iterable<number>} cells
   * @param {{kind?: string, cost?: (cell: number) => number}} [options]
   * @returns {Ways}
   */
  waysTo(cells, { kind, cost } = {}) {
    const walk = this.#walk(kind);
    const { grid } = this.#about;
    const { rows, cols } = added(this);
    const letters = grid === undefined ? undefined : valueOf(this, grid);
    const enter = cost === undefined && letters !== undefined
      ? enterBy(letters, this.#costs(walk.costs))
      : enterWith(letters?.length ?? rows * cols, cost ?? (() => 1));
    return new Ways(this.#forWays, walk.words, enter, cells);
  }

  /**
   * Returns what it costs to enter a cell, or -1 if units can't.
   * @param {number} cell
   * @param {{kind?: string}} [options]
   * @returns {number}
   */
  cost(cell, { kind } = {}) {
    const { costs } = this.#walk(kind);
    const { grid } = this.#about;
    if (grid === undefined) return cell >= 0 && cell < added(this).rows * added(this).cols ? 1 : -1;
    return this.#costs(costs)[valueOf(this, grid)[cell]] ?? -1;
  }

  /** @param {string} [kind] */
  #walk(kind) {
    const { walks } = this.#about;
    const kinds = Object.keys(walks);
    kind ??= kinds[0];
    const walk = walks[kind];
    if (walk === undefined) throw meant(kind, kinds, "kind that finds ways");
    return walk;
  }

  /** @param {[letters: string, setting: string, plus: number][]} list */
  #costs(list) {
    /** @type {Record<string, number>} */
    const costs = {};
    for (const [letters, setting, plus] of list) {
      for (const letter of letters) costs[letter] = plus + (setting === "" ? 0 : valueOf(this, setting));
    }
    return costs;
  }

  get #forWays() {
    const { stay, preferFree } = this.#about;
    return {
      stay,
      preferFree,
      dest: this.dest.bind(this),
      isFree: (/** @type {number} */ cell) => added(this).unitAt(cell) === undefined,
      around: (/** @type {readonly string[]} */ list) => this.#around(list),
    };
  }

  /** @param {readonly string[]} list */
  #around(list) {
    const { rows, cols, aroundBy } = added(this);
    const key = list.join(" ");
    let around = aroundBy.get(key);
    if (around === undefined) {
      around = Array.from({ length: rows * cols }, (_, cell) => list.map((word) => this.dest(cell, word)).filter((to) => to >= 0));
      aroundBy.set(key, around);
    }
    return around;
  }
}
once(Board.prototype, "aroundBy", () => new Map());

/**
 * Makes the game that a module describes.
 * @param {About} about
 * @returns {Game}
 */
export function game(about) {
  const State = stateOf(about);
  addLines(State.prototype, about);
  if (about.board !== undefined) addSize(State.prototype, about.board);
  if (about.units !== undefined) addUnits(State.prototype, about.units);
  addDo(State.prototype, about.commands);
  const lines = [...Object.keys(seat), ...Object.keys(about.fixed), ...Object.keys(about.changing)];
  const made = { ...about, fields: lines.map(camel), State };
  for (const [name, list] of about.commands) if (list !== null) Object.assign(made, { [`${camel(name)}s`]: list });
  return made;
}

/** @param {About} about */
function stateOf({ board }) {
  if (board === undefined) return class extends State {};
  return class extends Board {
    static about = /** @type {BoardAbout} */ (board);
  };
}

/** @param {any} prototype @param {About} about */
function addLines(prototype, about) {
  for (const [name, kind] of Object.entries(about.fixed)) {
    if (kind !== "records") once(prototype, camel(name), (_, lines) => decoders[kind](line(lines, name)));
  }
  for (const [name, kind] of Object.entries(about.changing)) {
    if (kind !== "records") eachRound(prototype, camel(name), (_, lines) => decoders[kind](line(lines, name)));
  }
  for (const [name, { fixed, kinds, joined, make }] of Object.entries(about.records)) {
    const rows = `rowsOf ${name}`;
    (fixed ? once : eachRound)(prototype, rows, (_, lines) => records(line(lines, name), kinds));
    eachRound(prototype, camel(name), (s) => {
      const columns = joined.map((column) => valueOf(s, column));
      return s[rows].map((/** @type {any[]} */ row) => make(row, ...columns.map((column) => column[row[0]] ?? -1)));
    });
  }
  for (const [name, { ids, columns, make }] of Object.entries(about.tables)) {
    eachRound(prototype, name, (s) => table(make, ids === null ? null : valueOf(s, ids), columns.map((column) => valueOf(s, column))));
  }
}

/**
 * @param {(id: number, ...values: any[]) => any} make
 * @param {number[] | null} ids
 * @param {any[][]} columns
 */
function table(make, ids, columns) {
  const list = new Array(ids === null ? Math.max(...columns.map((c) => c.length)) : ids.length);
  const [a = [], b = [], c = [], d = []] = columns;
  for (let i = 0; i < list.length; i++) {
    const id = ids === null ? i : ids[i];
    list[i] = columns.length <= 4
      ? make(id, a[i] ?? -1, b[i] ?? -1, c[i] ?? -1, d[i] ?? -1)
      : make(id, ...columns.map((column) => column[i] ?? -1));
  }
  return list;
}

/** @param {any} prototype @param {BoardAbout} about */
function addSize(prototype, { rows, cols }) {
  if (rows !== "rows") once(prototype, "rows", (s) => valueOf(s, rows));
  if (cols !== "cols") once(prototype, "cols", (s) => valueOf(s, cols));
}

/** @param {any} prototype @param {UnitsAbout} about */
function addUnits(prototype, { owned, placed, kinds, each, line, letters, runs, column }) {
  if (line !== undefined && letters !== undefined) {
    once(prototype, "kindsOfUnits", (s) => Array.from(/** @type {string} */ (valueOf(s, line)), (letter) => letters[letter] ?? ""));
  }
  if (runs !== undefined) {
    const many = (/** @type {any} */ s, /** @type {string} */ setting) => (setting === "" ? 1 : valueOf(s, setting));
    eachRound(prototype, "kindsOfUnits", (s) =>
      inRuns(valueOf(s, column).length, runs.map(([times, list]) => [many(s, times), list.map(([kind, length]) => [kind, many(s, length)])])));
  }
  if (each !== undefined) {
    eachRound(prototype, "ownersOfUnits", (s) => valueOf(s, column).map((/** @type {number} */ _, /** @type {number} */ unit) => Math.floor(unit / valueOf(s, each))));
  }
  if (owned) {
    prototype.unitsOf = function (/** @type {number} */ player, /** @type {string | undefined} */ kind) {
      if (kind !== undefined && kinds.length > 0 && !kinds.includes(kind)) throw meant(kind, kinds, "kind");
      return this.units.filter((/** @type {any} */ u) => u.owner === player && (kind === undefined || u.kind === kind));
    };
  }
  if (!placed) return;
  eachRound(prototype, "unitsByCell", (s) => {
    const at = new Map();
    for (const u of s.units) if (u.cell >= 0 && u.alive !== false && !at.has(u.cell)) at.set(u.cell, u);
    return at;
  });
  prototype.unitAt = function (/** @type {number} */ cell) { return this.unitsByCell.get(cell); };
}

/** @param {any} prototype @param {About["commands"]} commands */
function addDo(prototype, commands) {
  prototype.do = function (/** @type {any[]} */ ...values) {
    let text = "do";
    for (let k = 0; k < commands.length; k++) {
      const [name, list] = commands[k];
      if (list !== null && !list.includes(values[k])) throw meant(values[k], list, name);
      text += ` ${list === null ? idOf(values[k]) : values[k]}`;
    }
    this.say(text);
  };
}

/**
 * Returns a name as JavaScript has it: "unitCells" for unit_cells.
 * @param {string} name
 */
function camel(name) {
  return name.replace(/_+(.?)/g, (_, letter) => letter.toUpperCase());
}
