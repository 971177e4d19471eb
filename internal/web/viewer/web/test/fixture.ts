// Makes up matches, of up to the size of the largest boards, with everything that can
// happen in one.

import type {
  CellKind,
  Colour,
  EventKind,
  MatchData,
  Note,
  PathData,
  PlayerInfo,
  RoundData,
  UnitData,
  UnitKind,
} from "../src/model/data";

export interface Options {
  readonly rows?: number;
  readonly cols?: number;
  readonly rounds?: number;
  readonly units?: number;
  readonly wrap?: boolean;
  readonly window?: boolean;
  readonly owners?: boolean;
}

const both = (light: string, dark: string): Colour => [light, dark];
const none: Colour = ["", ""];
const ink: Colour = ["ink", "ink"];
const owner: Colour = ["owner", "owner"];
const shade: Colour = ["shade", "shade"];
const fill = (d: string, colour: Colour): PathData => ({ d, fill: colour, stroke: none, width: 0 });
const line = (d: string, colour: Colour, width: number): PathData => ({ d, fill: none, stroke: colour, width });
const cell = (name: string, glyph: string, colour: Colour, height: number, over: PathData[][] = []): CellKind => ({
  name,
  glyph,
  fill: colour,
  over,
  height,
});

const wave = both("#8fbfdd", "#31567a");
const leaf = both("#5b8f58", "#2f5a38");
const pine = both("#477a4b", "#264c31");

const cells: readonly CellKind[] = [
  cell("water", "~", both("#a9d2ea", "#1f3d5a"), 0, [
    [line("M4 9q3-3 6 0t6 0", wave, 1.4)],
    [line("M8 16q3-3 6 0t6 0", wave, 1.4)],
    [],
    [],
    [],
  ]),
  cell("plain", ".", both("#e4ecc9", "#2c3a2b"), 1, [
    [line("M7 17v-3M9 17l1.5-3", both("#c3d29b", "#405340"), 1.2)],
    [],
    [],
    [line("M15 9v-3M17 9l1.5-3", both("#c3d29b", "#405340"), 1.2)],
    [],
  ]),
  cell("wood", "f", both("#bcd6a0", "#24402b"), 2, [
    [fill("M8 4l5 9H3zM8 8l6 9H2z", leaf), fill("M17 8l4 7h-8zM17 11l5 8H12z", pine)],
    [fill("M15 3l5 9H10zM15 7l6 9H9z", pine), fill("M7 9l4 7H3zM7 12l5 8H2z", leaf)],
  ]),
  cell("hill", "^", both("#cfc3a4", "#473f33"), 3, [[fill("M3 19L10 6l4 6 2-3 6 10z", both("#b3a47f", "#5b5142"))]]),
];

const units: readonly UnitKind[] = [
  { name: "ork", glyph: "o", plate: true, shape: [fill("M8 15l2-6 6-1 2 5-4 4H9z", ink)] },
  {
    name: "city",
    glyph: "C",
    plate: false,
    shape: [
      fill("M2 21V9h4V6h4v3h4V6h4v3h4v12z", owner),
      line("M2 21V9h4V6h4v3h4V6h4v3h4v12z", shade, 1.5),
      fill("M10 21v-6h4v6z", shade),
    ],
  },
];

const kinds: readonly EventKind[] = [
  { name: "born", look: "birth", major: false },
  { name: "killed", look: "death", major: true },
  { name: "hurt", look: "hit", major: false },
  { name: "healed", look: "heal", major: false },
  { name: "shot", look: "shot", major: false },
  { name: "captured", look: "capture", major: true },
  { name: "found", look: "gain", major: false },
  { name: "dug", look: "break", major: false },
  { name: "told", look: "note", major: false },
];
const [born, killed, hurt, healed, shot, captured, found, dug] = [0, 1, 2, 3, 4, 5, 6, 7];

const player = (name: string, colour: string, dark: string, text: string, plate: string): PlayerInfo => ({
  name,
  version: "1.0",
  label: name,
  colour: both(colour, colour),
  shade: both(dark, dark),
  ink: both(text, text),
  plate,
});

const players: readonly PlayerInfo[] = [
  player(
    "anna",
    "#e69f00",
    "#9a6a00",
    "#2b1d00",
    "M12 2.5C17.2 2.5 21.5 6.8 21.5 12S17.2 21.5 12 21.5 2.5 17.2 2.5 12 6.8 2.5 12 2.5z",
  ),
  player("ben", "#56b4e9", "#2577a8", "#06263a", "M6 3h12q3 0 3 3v12q0 3-3 3H6q-3 0-3-3V6q0-3 3-3z"),
  player("cleo", "#009e73", "#00664a", "#ffffff", "M12 2l10 18q.5 1.5-1 1.5H3q-1.500 0-1-1.5z"),
  player("dora", "#d55e00", "#8a3d00", "#ffffff", "M12 1.500L22.500 12 12 22.500 1.500 12z"),
];

// random returns a generator of whole numbers below its argument.
export function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function terrain(rows: number, cols: number, next: (below: number) => number): Uint8Array {
  const bumps = Array.from({ length: 24 }, () => ({
    row: next(rows),
    col: next(cols),
    size: 4 + next(rows / 5),
    height: next(5) - 1,
  }));
  const board = new Uint8Array(rows * cols);
  for (let i = 0; i < board.length; i++) {
    const row = Math.floor(i / cols);
    const col = i % cols;
    let height = 0.8;
    for (const b of bumps) {
      const near = 1 - Math.hypot(row - b.row, col - b.col) / b.size;
      height += near > 0 ? b.height * near : 0;
    }
    board[i] = Math.max(0, Math.min(3, Math.floor(height)));
  }
  return board;
}

function runs(values: ArrayLike<number>): number[] {
  const all: number[] = [];
  for (let i = 0; i < values.length; i++) {
    if (i > 0 && values[i] === values[i - 1]) {
      all.push((all.pop() ?? 0) + 1);
    } else {
      all.push(values[i] ?? 0, 1);
    }
  }
  return all;
}

// columns writes rows as columns, as data.ts describes, the first one as gaps.
export function columns(rows: readonly (readonly number[])[], gaps = true): number[] {
  const all = gaps ? rows.toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0)) : rows;
  return (all[0] ?? []).flatMap((_, column) =>
    all.map((row, i) => (row[column] ?? 0) - (gaps && column === 0 ? (all[i - 1]?.[0] ?? 0) : 0)),
  );
}

type Unit = [id: number, kind: number, seat: number, cell: number, note: number, health: number, most: number];

const dataOf = ([id, kind, seat, cell, note]: Unit): UnitData => [id, kind, seat, cell, note];

// A World plays a match without rules: units wander, and things happen to them.
class World {
  readonly next = random(7);
  readonly board: Uint8Array;
  readonly owners: Int8Array;
  readonly units = new Map<number, Unit>();
  readonly scores = [0, 0, 0, 0];
  texts: string[] = [];
  private known = 0;
  private ids = 0;

  constructor(
    readonly rows: number,
    readonly cols: number,
    readonly wrap: boolean,
    count: number,
    owned: boolean,
  ) {
    this.board = terrain(rows, cols, this.next);
    this.owners = new Int8Array(owned ? rows * cols : 0).fill(-1);
    for (let i = 0; i < 8; i++) {
      this.add(1, i < 4 ? i : -1);
    }
    for (let i = 8; i < count; i++) {
      this.add(0, i % 4);
    }
  }

  add(kind: number, seat: number): Unit {
    const unit: Unit = [this.ids, kind, seat, this.next(this.rows * this.cols), 0, 10, kind === 0 ? 10 : 0];
    this.units.set(this.ids++, unit);
    return unit;
  }

  text(words: string): number {
    this.texts.push(words);
    return this.known + this.texts.length;
  }

  step(cell: number): { name: string; cell: number } {
    const [name, down, right] = (
      [
        ["north", -1, 0],
        ["south", 1, 0],
        ["west", 0, -1],
        ["east", 0, 1],
      ] as const
    )[this.next(4)] ?? ["stay", 0, 0];
    let row = Math.floor(cell / this.cols) + down;
    let col = (cell % this.cols) + right;
    if (this.wrap) {
      row = (row + this.rows) % this.rows;
      col = (col + this.cols) % this.cols;
    }
    const inside = row >= 0 && row < this.rows && col >= 0 && col < this.cols;
    return { name, cell: inside ? row * this.cols + col : cell };
  }

  round(r: number): RoundData {
    this.known += this.texts.length;
    this.texts = [];
    const before = new Map(Array.from(this.units.values(), (u) => [u[0], [...u] as Unit] as const));
    const scores = [...this.scores];
    const counts = this.counts();
    const moves: number[][] = [];
    const changed = new Map<number, Unit>();
    const gone: number[][] = [];
    const owned = new Map<number, number>();
    const dugUp: number[][] = [];
    const orders: number[][] = [];
    const failed: number[][] = [];
    const events: number[][] = [];
    const nowhere = this.board.length;
    const tell = (kind: number, cell: number, to: number, unit: number, seat: number, words: string): void => {
      events.push([kind, cell, to < 0 ? nowhere : to - cell, unit, -1, seat, 0, this.text(words)]);
    };
    for (const unit of Array.from(this.units.values())) {
      const [id, kind, seat, at] = unit;
      const luck = this.next(1000);
      if (kind === 1) {
        if (luck < 20) {
          unit[2] = this.next(4);
          changed.set(id, [...unit]);
          tell(captured, at, -1, id, unit[2], `city ${id} is taken by ${players[unit[2]]?.name}`);
        }
        continue;
      }
      const { name, cell } = this.step(at);
      if (cell === at) {
        failed.push([orders.length]);
      }
      orders.push([seat, id, this.text(name), cell - at, this.text(cell === at ? "blocked by the edge" : "moved")]);
      unit[3] = cell;
      if (this.owners.length > 0) {
        this.owners[cell] = seat;
        owned.set(cell, seat);
      }
      if (luck < 12) {
        this.units.delete(id);
        gone.push([id]);
        tell(killed, at, -1, id, seat, `ork ${id} is killed`);
        const child = this.add(0, seat);
        changed.set(child[0], [...child]);
        tell(born, child[3], -1, child[0], seat, `ork ${child[0]} is born`);
      } else if (luck < 60) {
        unit[5] = Math.max(1, unit[5] - 2);
        changed.set(id, [...unit]);
        tell(hurt, cell, -1, id, seat, `ork ${id} is hurt`);
      } else if (luck < 90) {
        unit[5] = 10;
        changed.set(id, [...unit]);
        tell(healed, cell, -1, id, seat, `ork ${id} is healed`);
      } else if (luck < 120) {
        const target = Math.min(this.board.length - 1, cell + this.cols * this.next(4) + this.next(5));
        tell(shot, cell, target, id, seat, `ork ${id} shoots`);
      } else if (luck < 140) {
        this.scores[seat] = (this.scores[seat] ?? 0) + 5;
        tell(found, cell, -1, id, seat, `ork ${id} finds 5 gold`);
      } else if (luck < 160 && this.board[cell] === 3) {
        this.board[cell] = 1;
        dugUp.push([cell, 1]);
        tell(dug, cell, -1, id, seat, `ork ${id} digs`);
      }
      if (cell !== at && !changed.has(id) && this.units.has(id)) {
        moves.push([id, cell - at]);
      }
    }
    const first = [...this.units.values()].find((u) => u[1] === 0);
    const at = first?.[3] ?? 0;
    const note = { to: -1, unit: -1, text: "" };
    const notes: Note[] = [
      { ...note, seat: 0, kind: "mark", cell: at },
      { ...note, seat: 0, kind: "arrow", cell: at, to: (at + 5 * this.cols + 3) % this.board.length },
      { ...note, seat: 1, kind: "label", cell: (at + 3) % this.board.length, text: "<b>goal</b>" },
      { ...note, seat: 1, kind: "log", cell: -1, unit: first?.[0] ?? -1, text: `round ${r}` },
    ];
    const difference = (u: Unit): number[] =>
      u.map((v, i) => (i === 0 || i === 4 ? v : v - (before.get(u[0])?.[i] ?? 0)));
    const differences = Array.from(changed.values(), difference);
    return {
      r,
      t: this.texts,
      c: columns(dugUp),
      ...(this.owners.length > 0 ? { o: columns([...owned]) } : {}),
      m: columns(moves),
      u: columns(differences.map((row) => row.slice(0, 5))),
      k: columns(differences.map(([id = 0, , , , , health = 0, most = 0]) => [id, health, most])),
      g: columns(gone),
      n: [
        ...scores.map((n, seat) => (this.scores[seat] ?? 0) - n),
        ...this.counts().map((n, seat) => n - (counts[seat] ?? 0)),
      ],
      q: columns(orders, false),
      x: columns(failed),
      e: columns(events, false),
      p: [
        ...players.map((_, seat) => 2000 + this.next(3000) + seat * 1000),
        ...players.map(() => 200_000 + this.next(100_000)),
      ],
      d: notes,
      l: r % 10 === 0 ? [{ seat: 2, text: `warning in round ${r}` }] : [],
    };
  }

  // counts returns how many units each player has.
  counts(): number[] {
    return players.map((_, seat) => Array.from(this.units.values()).filter((u) => u[2] === seat).length);
  }
}

// makeMatch makes up a match; the same options give the same one.
export function makeMatch(options: Options = {}): MatchData {
  const {
    rows = 70,
    cols = 70,
    rounds = 200,
    units: count = 60,
    wrap = false,
    window = false,
    owners = true,
  } = options;
  const world = new World(rows, cols, wrap, count, owners);
  const start = {
    cells: runs(world.board),
    owners: runs(world.owners),
    units: [...world.units.values()].map(dataOf),
    signs: columns(Array.from(world.units.values(), ([id, , , , , health, most]) => [id, health, most])),
    numbers: [[0, 0, 0, 0], world.counts()],
    window: window ? [0, 0, rows, Math.min(cols, 40)] : [],
    caption: "",
  };
  const played = Array.from({ length: rounds }, (_, r): RoundData => {
    const round = world.round(r);
    const moving = window ? { w: [0, Math.min(cols - 40, r + 1), rows, 40] } : {};
    const frozen = r === 150 ? { v: [{ seat: 3, kind: "late", detail: "no answer within 50 ms" }] } : {};
    return { ...round, ...moving, ...frozen };
  });
  return {
    format: 4,
    game: "made-up",
    title: "Made up",
    rounds,
    seed: "7",
    settings: [{ name: "rows", value: rows, doc: "rows of the board" }],
    players,
    budget: 10_000,
    legend: {
      rows,
      cols,
      wrapRows: wrap,
      wrapCols: wrap,
      cells,
      units,
      events: kinds,
      signs: [{ name: "health", form: "bar" }],
      numbers: ["score", "units"],
    },
    texts: [],
    start,
    played,
    live: false,
    ended: true,
    damage: "",
  };
}
