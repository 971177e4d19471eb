// Reads the match that the page carries: JSON, compressed with gzip, as base64.

import { checkMatch } from "./check";
import type { MatchData } from "./data";
import { Damage } from "./form";

// maxText is how many bytes a match may have when it is unpacked. A real one has some
// hundred thousand. A file made to fill the memory is stopped here.
const maxText = 1 << 27;
const piece = 1 << 14; // of what is packed, in bytes

// decode reads a packed match. Its errors are meant for people.
export async function decode(base64: string): Promise<MatchData> {
  let json: string;
  try {
    json = await unpack(base64);
  } catch (error) {
    throw damaged(error);
  }
  return parse(json);
}

// parse reads a match that is not packed. Its errors are meant for people.
export function parse(json: string): MatchData {
  try {
    return checkMatch(JSON.parse(json));
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

// pack packs a match as decode reads it.
export async function pack(match: MatchData): Promise<string> {
  const json = new Blob([JSON.stringify(match)]);
  const packed = new Response(json.stream().pipeThrough(new CompressionStream("gzip")));
  const bytes = new Uint8Array(await packed.arrayBuffer());
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 1 << 14) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + (1 << 14))));
  }
  return btoa(parts.join(""));
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
export async function unpack(base64: string): Promise<string> {
  const reader = inPieces(bytesOf(base64)).pipeThrough(new DecompressionStream("gzip")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return text + decoder.decode();
    }
    size += value.length;
    if (size > maxText) {
      await reader.cancel();
      throw new Damage(`it is larger than ${maxText >> 20} MB`);
    }
    text += decoder.decode(value, { stream: true });
  }
}
