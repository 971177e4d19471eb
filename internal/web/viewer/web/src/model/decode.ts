// Reads the match that the page carries: JSON, compressed with gzip, as base64.

import { checkMatch } from "./check";
import type { MatchData } from "./data";
import { Damage } from "./form";

// maxText is how many bytes a match may have when it is unpacked. A real one has some
// hundred thousand. A file made to fill the memory is stopped here.
const maxText = 1 << 27;
const piece = 1 << 14; // of what is packed, in bytes
const part = 1 << 20; // bytes of a text that are read at once
const packedAtOnce = 50; // rounds

// decode reads a packed match. Its errors are meant for people.
export async function decode(base64: string): Promise<MatchData> {
  let json: string;
  try {
    json = await unpack(base64);
  } catch (error) {
    throw damaged(error);
  }
  return parseLong(json);
}

// turn lets the page answer before what follows.
export const turn = (): Promise<unknown> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(0);
  });

const letters = 1 << 19; // of JSON that are read at once
const round = '{"r":'; // how a round begins: no text has it, as it would have a backslash before the quote

// parseLong is parse, but lets the page answer while it reads rounds. If they are not as the arena writes them, it reads
// all at once.
export async function parseLong(json: string): Promise<MatchData> {
  const first = json.indexOf(round);
  const played: unknown[] = [];
  let at = first;
  try {
    for (let next: number; (next = json.indexOf(round, at + letters)) > 0; at = next) {
      played.push(...(JSON.parse(`[${json.slice(at, next - 1)}]`) as unknown[]));
      await turn();
    }
  } catch {
    return parse(json);
  }
  return parse(json.slice(0, first) + json.slice(at), played); // all of it, if no round was found
}

// parse reads a match that is not packed, whose first rounds may have been read. Its errors are meant for people.
export function parse(json: string, played: readonly unknown[] = []): MatchData {
  try {
    const match = JSON.parse(json) as MatchData;
    return checkMatch(played.length > 0 ? { ...match, played: [...played, ...match.played] } : match);
  } catch (error) {
    throw damaged(error);
  }
}

function damaged(error: unknown): Error {
  const why =
    error instanceof Damage ? error.message : error instanceof SyntaxError ? "it is not JSON" : "it cannot be unpacked";
  return new Error(`the match is damaged: ${why}`, { cause: error });
}

// Newer browsers read base64 by themselves, in less time.
const { fromBase64 } = Uint8Array as { fromBase64?: (base64: string) => Uint8Array<ArrayBuffer> };

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    if (fromBase64 !== undefined) {
      return fromBase64.call(Uint8Array, base64);
    }
    const letters = atob(base64.trim());
    const bytes = new Uint8Array(letters.length);
    for (let i = 0; i < bytes.length; i++) {
      bytes[i] = letters.charCodeAt(i);
    }
    return bytes;
  } catch {
    throw new Damage("it is not base64");
  }
}

// pack packs a match as decode reads it, a few rounds at a time.
export async function pack({ played, ...rest }: MatchData): Promise<string> {
  const parts = [new Blob([JSON.stringify(rest).slice(0, -1), ',"played":['])];
  for (let at = 0; at < played.length; at += packedAtOnce) {
    parts.push(new Blob([at ? "," : "", JSON.stringify(played.slice(at, at + packedAtOnce)).slice(1, -1)]));
    await turn();
  }
  const json = new Blob([...parts, "]}"]);
  const packed = new Response(json.stream().pipeThrough(new CompressionStream("gzip")));
  const reader = new FileReader();
  reader.readAsDataURL(await packed.blob());
  await new Promise((resolve) => (reader.onloadend = resolve));
  return (reader.result as string).split(",")[1] as string;
}

// inPieces hands out bytes as they are asked for, so that a bomb is stopped before all of it is
// unpacked. A Blob would do the same, by way of another process.
function inPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(to) {
      to.enqueue(bytes.subarray(at, at + piece));
      at += piece;
      if (at >= bytes.length) {
        to.close();
      }
    },
  });
}

// unpack reads a packed text.
export const unpack = (base64: string): Promise<string> =>
  textOf(inPieces(bytesOf(base64)).pipeThrough(new DecompressionStream("gzip")), maxText);

// textOf reads a text of so many bytes at most, and lets the page answer meanwhile.
export async function textOf(stream: ReadableStream<Uint8Array>, most = Infinity): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return text + decoder.decode();
    }
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Damage(`it is larger than ${most >> 20} MB`);
    }
    text += decoder.decode(value, { stream: true });
    if (size % part < value.length) {
      await turn();
    }
  }
}
