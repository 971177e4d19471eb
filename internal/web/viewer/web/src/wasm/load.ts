// Loads a program that is packed with gzip.

export async function load(address: string): Promise<WebAssembly.Module> {
  const answer = await fetch(address);
  if (!answer.ok) {
    throw new Error(`${address} is missing: the server answers ${answer.status}`);
  }
  const file = new Uint8Array(await answer.arrayBuffer());
  if (file[0] !== 0x1f) {
    return WebAssembly.compile(file); // the server has said that it is packed, and the browser unpacked it
  }
  const unpacked = new Blob([file]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}
