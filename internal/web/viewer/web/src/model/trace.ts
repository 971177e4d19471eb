// A number over the frames of a match, and where it is least and greatest in any stretch of them. Nobody need look at
// all frames for that: of each pair of frames, of each pair of pairs, and so on, it is kept.

export class Trace {
  readonly values: number[] = [];
  readonly #least: number[][] = []; // by level, then block: where the least value of 2, 4, 8, … frames is
  readonly #most: number[][] = [];

  static of(values: ArrayLike<number>): Trace {
    const trace = new Trace();
    for (let i = 0; i < values.length; i++) {
      trace.push(values[i] ?? 0);
    }
    return trace;
  }

  push(value: number): void {
    this.values.push(value);
    let low = this.values.length - 1;
    let high = low;
    for (let [level, n] = [0, this.values.length]; n % 2 === 0; level++, n /= 2) {
      low = this.#lower(level === 0 ? n - 2 : (this.#least[level - 1]?.[n - 2] ?? 0), low);
      high = this.#higher(level === 0 ? n - 2 : (this.#most[level - 1]?.[n - 2] ?? 0), high);
      (this.#least[level] ??= []).push(low);
      (this.#most[level] ??= []).push(high);
    }
  }

  // cut takes all values after so many away.
  cut(length: number): void {
    this.values.length = Math.min(length, this.values.length);
    for (const levels of [this.#least, this.#most]) {
      levels.forEach((blocks, level) => (blocks.length = Math.min(blocks.length, length >> (level + 1))));
    }
  }

  // least and most return the first place of the least and of the greatest value between two frames, without the second.
  least(from: number, to: number): number {
    return this.#find(from, to, this.#least, (a, b) => this.#lower(a, b));
  }

  most(from: number, to: number): number {
    return this.#find(from, to, this.#most, (a, b) => this.#higher(a, b));
  }

  #find(
    from: number,
    to: number,
    levels: readonly (readonly number[])[],
    of: (a: number, b: number) => number,
  ): number {
    let found = from;
    for (let i = from; i < to;) {
      let level = 0;
      while (i % (2 << level) === 0 && i + (2 << level) <= to) {
        level++;
      }
      found = of(found, level === 0 ? i : (levels[level - 1]?.[i >> level] ?? i));
      i += 1 << level;
    }
    return found;
  }

  #lower(a: number, b: number): number {
    return (this.values[b] ?? 0) < (this.values[a] ?? 0) ? b : a;
  }

  #higher(a: number, b: number): number {
    return (this.values[b] ?? 0) > (this.values[a] ?? 0) ? b : a;
  }
}
