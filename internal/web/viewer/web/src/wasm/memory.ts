// What each system for WASI preview 1 needs: the numbers of its errors, and the memory of a program as its calls use it.

export const done = 0;
export const badFile = 8; // errno BADF
export const invalid = 28; // errno INVAL
export const missing = 52; // errno NOSYS
export const unsupported = 58; // errno NOTSUP

const pieceSize = 8; // where a piece of memory is, and its size
const statSize = 24;
const eventSize = 32;
const subscriptionSize = 48;

export const lengthOf = (pieces: readonly Uint8Array[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

// Memory looks the memory of a program up whenever it is used: there is none before the program is started, and what
// was seen of it is lost when it grows. So no view of it is kept over a wait.
export class Memory {
  readonly #current: () => WebAssembly.Memory;

  constructor(current: () => WebAssembly.Memory) {
    this.#current = current;
  }

  get view(): DataView {
    return new DataView(this.#current().buffer);
  }

  bytes(at: number, size: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#current().buffer, at, size);
  }

  set32(at: number, value: number): void {
    this.view.setUint32(at, value, true);
  }

  set64(at: number, value: bigint): void {
    this.view.setBigUint64(at, value, true);
  }

  // pieces returns the pieces of memory in a list of them.
  pieces(list: number, count: number): Uint8Array<ArrayBuffer>[] {
    const { view } = this;
    return Array.from({ length: count }, (_, i) => {
      const at = list + pieceSize * i;
      return this.bytes(view.getUint32(at, true), view.getUint32(at + 4, true));
    });
  }

  // take puts input into the pieces of a list, and returns how many bytes of it had room there.
  take(input: Uint8Array, list: number, count: number): number {
    let taken = 0;
    for (const piece of this.pieces(list, count)) {
      const part = input.subarray(taken, taken + piece.length);
      piece.set(part);
      taken += part.length;
    }
    return taken;
  }

  // stat says of which kind a file is, and what may be done with it.
  stat(at: number, kind: number, rights = 0n): void {
    this.bytes(at, statSize).fill(0);
    this.view.setUint8(at, kind);
    this.set64(at + 8, rights);
  }

  // subscription returns where one in a list of them is.
  subscription(list: number, i: number): number {
    return list + subscriptionSize * i;
  }

  kindOf(subscription: number): number {
    return this.view.getUint8(subscription + 8);
  }

  // happen writes the event of a subscription: the name that the program has for it, no error, and its kind.
  happen(subscription: number, events: number, i: number): void {
    const kind = this.kindOf(subscription);
    const event = this.bytes(events + eventSize * i, eventSize);
    event.fill(0);
    event.set(this.bytes(subscription, 8));
    event[10] = kind;
  }
}
