// The reader of a web site without an arena: it gets a file, and answers with the data of the
// page or with the reason why there is none. A worker, so that the page stays alive.

import { load } from "../wasm/load";
import { Reactor } from "../wasm/reactor";

export type Answer = { readonly match: string } | { readonly problem: string };

const packed = "reader.wasm.gz";

async function read(file: ArrayBuffer): Promise<Answer> {
  try {
    const reader = await Reactor.start(await load(packed));
    return { match: new TextDecoder().decode(await reader.bytes("read", new Uint8Array(file))) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

addEventListener("message", (event: MessageEvent<ArrayBuffer>) => {
  void read(event.data).then((answer) => postMessage(answer));
});
