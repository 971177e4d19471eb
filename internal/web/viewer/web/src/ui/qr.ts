// The code of a link, for phones to scan: a QR code by ISO/IEC 18004, of bytes, versions 1 to 10, level M, by which it
// can be read with 15 per cent of it covered.

// Of each version: how many codewords there are, how many of them of a block correct errors, and how many blocks.
const versions = [
  [26, 10, 1],
  [44, 16, 1],
  [70, 26, 1],
  [100, 18, 2],
  [134, 24, 2],
  [172, 16, 4],
  [196, 18, 4],
  [242, 22, 4],
  [292, 22, 5],
  [346, 26, 5],
] as const;

const masks: readonly ((row: number, col: number) => boolean)[] = [
  (row, col) => (row + col) % 2 === 0,
  (row) => row % 2 === 0,
  (_, col) => col % 3 === 0,
  (row, col) => (row + col) % 3 === 0,
  (row, col) => (Math.floor(row / 2) + Math.floor(col / 3)) % 2 === 0,
  (row, col) => ((row * col) % 2) + ((row * col) % 3) === 0,
  (row, col) => (((row * col) % 2) + ((row * col) % 3)) % 2 === 0,
  (row, col) => (((row + col) % 2) + ((row * col) % 3)) % 2 === 0,
];

export type Code = readonly (readonly boolean[])[]; // by row and column, whether it is dark

// codeOf returns the code of a text; nothing if it is too long, which it is from 214 bytes on.
export function codeOf(text: string): Code | undefined {
  const bytes = new TextEncoder().encode(text);
  const version = 1 + versions.findIndex(([all, ecc, blocks], i) => headOf(i + 1) + bytes.length <= all - ecc * blocks);
  if (version === 0) {
    return undefined;
  }
  const words = interleaved(version, wordsOf(version, bytes));
  const all = masks.map((_, mask) => drawn(version, words, mask));
  const worst = all.map(penalty);
  return all[worst.indexOf(Math.min(...worst))];
}

// headOf is how many bytes the mode and the length take, the last one in part.
const headOf = (version: number): number => (version < 10 ? 2 : 3);

function wordsOf(version: number, bytes: Uint8Array): readonly number[] {
  const [all, ecc, blocks] = versions[version - 1] ?? versions[0];
  const long = version < 10 ? 8 : 16;
  const bits = [...bitsOf(4, 4), ...bitsOf(bytes.length, long), ...[...bytes].flatMap((byte) => bitsOf(byte, 8))];
  bits.push(...bitsOf(0, 4));
  const words: number[] = [];
  for (let i = 0; i + 8 <= bits.length; i += 8) {
    words.push(bits.slice(i, i + 8).reduce((word, bit) => 2 * word + bit, 0));
  }
  for (let pad = 0xec; words.length < all - ecc * blocks; pad ^= 0xec ^ 0x11) {
    words.push(pad);
  }
  return words;
}

const bitsOf = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => (value >> (count - 1 - i)) & 1);

// interleaved adds what corrects errors, and mixes the blocks.
function interleaved(version: number, words: readonly number[]): readonly number[] {
  const [all, ecc, count] = versions[version - 1] ?? versions[0];
  const short = Math.floor(all / count) - ecc;
  const longer = all % count; // how many blocks, the last ones, have one word more
  const blocks: (readonly number[])[] = [];
  for (let i = 0, at = 0; i < count; i++) {
    const length = short + (i >= count - longer ? 1 : 0);
    blocks.push(words.slice(at, at + length));
    at += length;
  }
  const mixed = (from: readonly (readonly number[])[], length: number): number[] =>
    Array.from({ length }, (_, i) => from.flatMap((block) => block.slice(i, i + 1))).flat();
  const corrections = blocks.map((block) => correction(block, ecc));
  return [...mixed(blocks, short + 1), ...mixed(corrections, ecc)];
}

// times multiplies in the field of 256 elements.
function times(a: number, b: number): number {
  let product = 0;
  for (let i = 7; i >= 0; i--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> i) & 1) * a;
  }
  return product;
}

// correction returns the remainder of a block by the polynomial with the roots 1, 2, 4, … of a degree.
function correction(block: readonly number[], degree: number): readonly number[] {
  let divisor = [1];
  for (let i = 0, root = 1; i < degree; i++, root = times(root, 2)) {
    const by = root;
    divisor = [...divisor, 0].map((word, at) => word ^ times(divisor[at - 1] ?? 0, by));
  }
  const rest = Array<number>(degree).fill(0);
  for (const word of block) {
    const factor = word ^ (rest.shift() ?? 0);
    rest.push(0);
    rest.forEach((was, i) => (rest[i] = was ^ times(divisor[i + 1] ?? 0, factor)));
  }
  return rest;
}

// placesOf returns the rows and columns of the middles of the small squares.
function placesOf(version: number): readonly number[] {
  const last = 4 * version + 10;
  return version === 1 ? [] : version < 7 ? [6, last] : [6, 2 * version + 8, last];
}

function drawn(version: number, words: readonly number[], mask: number): boolean[][] {
  const size = 4 * version + 17;
  const cells = Array.from({ length: size }, () => Array<boolean | undefined>(size).fill(undefined));
  const set = (row: number, col: number, dark: boolean): void => {
    const cell = cells[row];
    if (cell !== undefined && col >= 0 && col < size) {
      cell[col] = dark;
    }
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  const square = (row: number, col: number, reach: number, light: readonly number[]): void => {
    for (let y = -reach; y <= reach; y++) {
      for (let x = -reach; x <= reach; x++) {
        set(row + y, col + x, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
      }
    }
  };
  for (const [row, col] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const) {
    square(row, col, 4, [2, 4]);
  }
  const places = placesOf(version);
  for (const row of places) {
    for (const col of places) {
      const isCorner = [row, col].every((at) => at === 6 || at === size - 7) && row + col < 2 * (size - 7);
      if (!isCorner) {
        square(row, col, 2, [1]);
      }
    }
  }
  drawFormat(size, mask, set);
  drawVersion(version, size, set);
  fill(cells, words, masks[mask] ?? (() => false));
  return cells as boolean[][];
}

// checked returns bits with those that check them: the remainder by a polynomial.
function checked(value: number, polynomial: number, degree: number): number {
  let rest = value;
  for (let i = 0; i < degree; i++) {
    rest = (rest << 1) ^ ((rest >> (degree - 1)) * polynomial);
  }
  return (value << degree) | rest;
}

type Set = (row: number, col: number, dark: boolean) => void;

// drawFormat draws the level, which is 0 for M, and the mask, twice.
function drawFormat(size: number, mask: number, set: Set): void {
  const bits = checked(mask, 0x537, 10) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const dark = ((bits >> i) & 1) === 1;
    const near = i < 6 ? i : i < 8 ? i + 1 : 14 - i;
    set(i < 8 ? near : 8, i < 8 ? 8 : near === 6 ? 7 : near, dark);
    set(i < 8 ? 8 : size - 15 + i, i < 8 ? size - 1 - i : 8, dark);
  }
  set(size - 8, 8, true);
}

function drawVersion(version: number, size: number, set: Set): void {
  const bits = checked(version, 0x1f25, 12);
  for (let i = 0; version >= 7 && i < 18; i++) {
    const [far, near, dark] = [size - 11 + (i % 3), Math.floor(i / 3), ((bits >> i) & 1) === 1];
    set(far, near, dark);
    set(near, far, dark);
  }
}

// fill writes the words two columns at a time from the right, up and down, around what is there.
function fill(cells: (boolean | undefined)[][], words: readonly number[], mask: (row: number, col: number) => boolean) {
  const size = cells.length;
  let at = 0;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    const isUp = ((right + 1) & 2) === 0;
    for (let i = 0; i < size; i++) {
      const row = isUp ? size - 1 - i : i;
      for (const col of [right, right - 1]) {
        const line = cells[row];
        if (line !== undefined && line[col] === undefined) {
          const bit = ((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
          line[col] = (bit === 1) !== mask(row, col);
          at++;
        }
      }
    }
  }
}

const finder = /(?=10111010000|00001011101)/g;

// penalty is how hard a code may be to read, by the four rules of the standard.
function penalty(code: Code): number {
  const size = code.length;
  const lines = [...code, ...code.map((_, col) => code.map((row) => row[col] ?? false))];
  let sum = 0;
  for (const line of lines) {
    const text = line.map(Number).join("");
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) {
      sum += run.length - 2;
    }
    sum += 40 * [...text.matchAll(finder)].length;
  }
  let dark = 0;
  code.forEach((row, y) =>
    row.forEach((cell, x) => {
      dark += Number(cell);
      const isBlock = [code[y]?.[x + 1], code[y + 1]?.[x], code[y + 1]?.[x + 1]].every((other) => other === cell);
      sum += isBlock ? 3 : 0;
    }),
  );
  return sum + 10 * Math.floor(Math.abs((100 * dark) / size ** 2 - 50) / 5);
}
