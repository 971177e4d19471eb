// The clock and the random source of a compiled bot: the same in each browser as in the arena; see package runner.

import { ChaCha8 } from "./chacha8";

const epoch = 946_684_800_000_000_000n; // nanoseconds: each module begins on 1 January 2000
const tick = 500_000n; // by so much the clock goes on whenever it is read

// keyOf is that of the random numbers of a seat in a match.
function keyOf(seed: bigint): Uint8Array {
  const key = new Uint8Array(32);
  new DataView(key.buffer).setBigUint64(0, seed, true);
  key.set(new TextEncoder().encode("arena, WASI"), 8);
  return key;
}

export class World {
  #now = 0n; // nanoseconds since the module began
  random = new ChaCha8(keyOf(0n));

  seed(seed: bigint): void {
    this.random = new ChaCha8(keyOf(seed));
  }

  // read returns the time of a clock: the one on the wall, or one that begins with the module.
  read(isOnWall: boolean): bigint {
    this.#now += tick;
    return isOnWall ? epoch + this.#now : this.#now;
  }

  // sleep ends at once, at a later time.
  sleep(nanoseconds: bigint): void {
    this.#now += nanoseconds;
  }
}
