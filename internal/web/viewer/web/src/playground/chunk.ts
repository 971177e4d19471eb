// The editor, which is larger than all the rest of the page, and is loaded beside it.

type Chunk = typeof import("./editor");

const address = "./editor.js"; // a name in quotes would be bundled
let loading: Promise<Chunk> | undefined;

export const editor = (): Promise<Chunk> => (loading ??= import(address) as Promise<Chunk>);
