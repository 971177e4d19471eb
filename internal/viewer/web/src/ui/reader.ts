// How the page of a web site without an arena reads files; see ../reader/worker.ts.

import type { Answer } from "../reader/worker";

// script returns the address of the reader; nothing if the page has none.
export const script = (): string | undefined => document.getElementById("app")?.dataset["reader"];

let worker: Worker | undefined;

// readAlone reads one file at a time. Who aborts it ends the worker, whatever it is doing.
export function readAlone(address: string, file: Blob, signal: AbortSignal): Promise<string> {
  const mine = (worker ??= new Worker(address));
  return new Promise((resolve, reject) => {
    const stop = (why: string): void => {
      mine.terminate();
      worker = undefined;
      reject(new Error(why));
    };
    signal.addEventListener("abort", () => stop("another file takes its place"));
    mine.onerror = () => stop(`${address} cannot be loaded`);
    mine.onmessage = ({ data }: MessageEvent<Answer>) => {
      if ("match" in data) {
        resolve(data.match);
      } else {
        reject(new Error(data.problem));
      }
    };
    file.arrayBuffer().then((bytes) => mine.postMessage(bytes, [bytes]), reject);
  });
}
