// The reader of a web site without an arena: it gets a file, and answers with the data of the
// page or with the reason why there is none. A worker, so that the page stays alive.

import { run } from "./wasi";

export type Answer = { readonly match: string } | { readonly problem: string };

const packed = "reader.wasm.gz";

async function load(): Promise<WebAssembly.Module> {
  const answer = await fetch(packed);
  if (!answer.ok) {
    throw new Error(`${packed} is missing: the server answers ${answer.status}`);
  }
  const file = new Uint8Array(await answer.arrayBuffer());
  if (file[0] !== 0x1f) {
    return WebAssembly.compile(file); // the server has said that it is packed, and the browser unpacked it
  }
  const unpacked = new Blob([file]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

async function read(file: ArrayBuffer): Promise<Answer> {
  try {
    const { code, out, complaints } = await run(await load(), new Uint8Array(file));
    return code === 0 ? { match: out } : { problem: complaints.trim() };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

addEventListener("message", (event: MessageEvent<ArrayBuffer>) => {
  void read(event.data).then((answer) => postMessage(answer));
});
