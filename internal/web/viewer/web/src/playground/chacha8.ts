// The random numbers of a compiled bot: ChaCha8 as math/rand/v2 of Go has it, so that they are those of `arena play`.

const constants = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
const side = 4; // blocks side by side, each word of all of them before the next word
const lastBlock = 12; // its end is the next key
const keyWords = 8;

function quarter(x: Uint32Array, a: number, b: number, c: number, d: number): void {
  const at = (i: number): number => x[i] as number;
  const mix = (to: number, plus: number, other: number, by: number): void => {
    x[to] = at(to) + at(plus);
    const mixed = at(other) ^ at(to);
    x[other] = (mixed << by) | (mixed >>> (32 - by));
  };
  mix(a, b, d, 16);
  mix(c, d, b, 12);
  mix(a, b, d, 8);
  mix(c, d, b, 7);
}

// block computes one block. Only its key is added at the end.
function block(key: Uint32Array, counter: number): Uint32Array {
  const x = new Uint32Array([...constants, ...key, counter, 0, 0, 0]);
  for (let round = 0; round < 4; round++) {
    for (let column = 0; column < 4; column++) {
      quarter(x, column, column + 4, column + 8, column + 12);
    }
    for (let column = 0; column < 4; column++) {
      quarter(x, column, 4 + ((column + 1) % 4), 8 + ((column + 2) % 4), 12 + ((column + 3) % 4));
    }
  }
  for (let i = 0; i < keyWords; i++) {
    x[4 + i] = (x[4 + i] as number) + (key[i] as number);
  }
  return x;
}

// blocks are those from a counter on, as bytes.
function blocks(key: Uint32Array, counter: number): Uint8Array {
  const all = new DataView(new ArrayBuffer(4 * 16 * side));
  for (let n = 0; n < side; n++) {
    block(key, counter + n).forEach((word, i) => all.setUint32(4 * (side * i + n), word, true));
  }
  return new Uint8Array(all.buffer);
}

const wordsOf = (bytes: Uint8Array): Uint32Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return Uint32Array.from({ length: keyWords }, (_, i) => view.getUint32(4 * i, true));
};

export class ChaCha8 {
  #key: Uint32Array;
  #counter = 0;
  #left: Uint8Array = new Uint8Array();

  // A key has 32 bytes.
  constructor(key: Uint8Array) {
    this.#key = wordsOf(key);
  }

  fill(to: Uint8Array): void {
    for (let done = 0; done < to.length;) {
      if (this.#left.length === 0) {
        this.#refill();
      }
      const part = this.#left.subarray(0, to.length - done);
      to.set(part, done);
      this.#left = this.#left.subarray(part.length);
      done += part.length;
    }
  }

  #refill(): void {
    const made = blocks(this.#key, this.#counter);
    if (this.#counter < lastBlock) {
      this.#counter += side;
      this.#left = made;
      return;
    }
    const end = made.length - 4 * keyWords;
    this.#key = wordsOf(made.subarray(end));
    this.#counter = 0;
    this.#left = made.subarray(0, end);
  }
}
