// The reader of a web site without an arena: it gets a file, and answers with the data of the
// page or with the reason why there is none. A worker, so that the page stays alive.

import { load } from "../wasm/load";
import { isReactor, Reactor } from "../wasm/reactor";
import { Exit, instantiate, streams, textOf } from "../wasm/system";

export type Answer = { readonly match: string } | { readonly problem: string };

const packed = "reader.wasm.gz";

async function read(file: Uint8Array): Promise<Answer> {
  const program = await load(packed);
  if (!isReactor(program)) {
    return run(program, file);
  }
  const reader = await Reactor.start(program);
  return { match: new TextDecoder().decode(await reader.bytes("read", file)) };
}

// run runs a program that reads the file from its input, until it ends.
async function run(program: WebAssembly.Module, input: Uint8Array): Promise<Answer> {
  const files = streams(input);
  const exports = await instantiate(program, files);
  try {
    (exports["_start"] as () => void)();
  } catch (error) {
    if (!(error instanceof Exit)) {
      throw error;
    }
    if (error.code !== 0) {
      return { problem: (await textOf(files, 2)).trim() };
    }
  }
  return { match: await textOf(files, 1) };
}

addEventListener("message", (event: MessageEvent<ArrayBuffer>) => {
  read(new Uint8Array(event.data))
    .catch((error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }))
    .then((answer) => postMessage(answer));
});
