// What lines mean, and how what a bot says becomes lines.

const MOST_TEXT = 400; // bytes of the text of a note
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
   * @param {readonly T[]} items
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

/**
 * Numbers of a line.
 * @param {string} text
 */
export function numbers(text) {
  /** @type {number[]} */
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

/**
 * The only number of a line.
 * @param {string} text
 */
export function number(text) {
  const list = numbers(text);
  if (list.length !== 1) throw new Error(`no number: ${text.slice(0, 60)}`);
  return list[0];
}

/** @param {string} text */
export const letters = (text) => text;
/** @param {string} text */
export const words = (text) => text.split(" ").filter((w) => w !== "");
/** @param {string} text */
export const big = (text) => BigInt(text);

/**
 * Records: a number, then for each letter of kinds a number (n), a word (w) or all that are left (N, W).
 * @param {string[]} list
 * @param {string} kinds
 */
export function records(list, kinds) {
  return list.map((text) => {
    const all = words(text);
    /** @type {any[]} */
    const row = [number(all[0] ?? "")];
    for (let k = 0; k < kinds.length; k++) {
      if (k + 1 >= all.length && (kinds[k] === "n" || kinds[k] === "w")) throw new Error(`too few words: ${text.slice(0, 60)}`);
      if (kinds[k] === "n") row.push(number(all[k + 1]));
      else if (kinds[k] === "w") row.push(all[k + 1]);
      else row.push(kinds[k] === "N" ? all.slice(k + 1).map(number) : all.slice(k + 1));
    }
    return row;
  });
}

/**
 * What each of so many units is, given runs of units of a kind; groups of runs are repeated.
 * @param {number} count
 * @param {[times: number, runs: [kind: string, length: number][]][]} groups
 */
export function inRuns(count, groups) {
  /** @type {string[]} */
  const kinds = [];
  for (const [times, runs] of groups) {
    for (let i = 0; i < times && kinds.length < count; i++) {
      for (const [kind, length] of runs) for (let n = 0; n < length && kinds.length < count; n++) kinds.push(kind);
    }
  }
  return kinds;
}

/**
 * How many letters differ, roughly: enough to guess what was meant.
 * @param {string} a
 * @param {string} b
 */
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

/**
 * The error about a word that is none of a list.
 * @param {unknown} word
 * @param {readonly string[]} list
 * @param {string} what
 */
export function meant(word, list, what) {
  const small = String(word).toLowerCase().replaceAll(" ", "_").slice(0, 20);
  const near = list.map((w) => /** @type {const} */ ([distance(small, w), w])).filter(([d, w]) => d < 3 && d < w.length);
  near.sort((a, b) => a[0] - b[0]);
  const hint = near.length > 0 ? `; did you mean "${near[0][1]}"?` : "";
  return new RangeError(`"${word}" is no ${what}: ${list.join(", ")}${hint}`);
}

/**
 * The number of a unit, which may be given itself.
 * @param {unknown} unit
 * @returns {number}
 */
export function idOf(unit) {
  const id = typeof unit === "object" && unit !== null && "id" in unit ? unit.id : unit;
  if (!Number.isInteger(id)) throw new TypeError(`${unit} is no number of a unit`);
  return /** @type {number} */ (id);
}

export const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Reduces a text to one line that a note may have.
 * @param {any[]} values
 */
export function noteText(values) {
  const text = values.map(String).join(" ").replace(/\n+$/, "").replace(/[\n\r\t]/g, " ");
  const bytes = encoder.encode(text);
  if (bytes.length <= MOST_TEXT) return text;
  let end = MOST_TEXT;
  while (end > 0 && (bytes[end] & 0xc0) === 0x80) end--;
  return decoder.decode(bytes.subarray(0, end));
}
