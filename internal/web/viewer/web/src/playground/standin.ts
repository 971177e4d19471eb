// What stands for the part of the SDK for JavaScript that is for node: a bot's worker hands its State in, and takes the
// answers; see botjs.ts.

export const forNode = "arena/node.mjs";

export const standIn = `import { Talk, hello, pairs, playLines } from "./core.mjs";
export { Rand, Ways, playLines } from "./core.mjs";
export const param = (name, otherwise) => otherwise;
export function serve(...list) {
  const games = pairs(list);
  globalThis[Symbol.for("serve")](hello(games), (write, cpuTime) => new Talk(games, write, cpuTime));
}
export function playTranscript() {
  throw new Error("there are no files in a browser; playLines takes their text");
}
`;
