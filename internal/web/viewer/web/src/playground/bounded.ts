// What is known of a WebAssembly module before it runs: whether it can be a bot, and how much memory it may take.

const page = 64 << 10; // bytes
const ofMemory = 5; // the section
const wasi = "wasi_snapshot_preview1";

// mostMemory is how many bytes a compiled bot may have, as in the arena.
export const mostMemory = 512 << 20;

// unfit says why a module can't be a bot, in words that follow "it"; "" if it can.
export function unfit(module: WebAssembly.Module): string {
  const other = WebAssembly.Module.imports(module).find(({ module, kind }) => module !== wasi || kind !== "function");
  if (other !== undefined) {
    const { kind, module, name } = other;
    return `needs the ${kind} "${module}.${name}", which is not of WASI preview 1`;
  }
  const has = (wanted: string, of: string): boolean =>
    WebAssembly.Module.exports(module).some(({ name, kind }) => name === wanted && kind === of);
  if (!has("_start", "function")) {
    return 'has no function "_start", with which a program for WASI begins; is it a library?';
  }
  return has("memory", "memory") ? "" : 'has no "memory" that it shows';
}

// A Reader reads the numbers of a module.
class Reader {
  constructor(
    readonly file: Uint8Array,
    public at: number,
  ) {}

  byte(): number {
    return this.file[this.at++] ?? 0;
  }

  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128 || factor > 2 ** 40) {
        return value;
      }
    }
  }
}

function formatNumber(value: number): number[] {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) {
    bytes.push((value % 128) | 128);
  }
  return [...bytes, value];
}

// joined puts bytes together.
export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

// bounded returns a module whose memory does not grow beyond what a bot may have. One that is damaged it returns as it
// is: the browser says what is wrong with it.
export function bounded(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const reader = new Reader(file, 8);
  while (reader.at < file.length) {
    const from = reader.at;
    const section = reader.byte();
    const size = reader.number();
    const end = reader.at + size;
    if (section === ofMemory) {
      const content = boundedMemory(reader);
      const made = new Uint8Array([ofMemory, ...formatNumber(content.length), ...content]);
      return joined(file.subarray(0, from), made, file.subarray(end));
    }
    reader.at = end;
  }
  return file;
}

// boundedMemory returns the section of memories, of which a bot has one.
function boundedMemory(reader: Reader): number[] {
  const [count, flags, least] = [reader.number(), reader.byte(), reader.number()];
  if (count !== 1 || flags > 1) {
    throw new Error("has a memory of a kind that this page does not know");
  }
  const most = mostMemory / page;
  const own = flags === 1 ? reader.number() : most;
  if (least > most) {
    throw new Error(`asks for ${least / 16} MiB of memory when it begins; the most is ${most / 16} MiB`);
  }
  return [1, 1, ...formatNumber(least), ...formatNumber(Math.min(own, most))];
}
