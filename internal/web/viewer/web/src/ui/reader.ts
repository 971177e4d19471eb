// How the page of a web site without an arena reads files; see ../reader/worker.ts.

import type { Answer } from "../reader/worker";
import { t } from "./tongues";

// readAlone reads a file in a worker of its own: whoever aborts it ends the worker, whatever
// that is doing, and several files can be read at the same time.
export function readAlone(address: string, file: Blob, signal: AbortSignal): Promise<string> {
  const worker = new Worker(address);
  const reading = new Promise<string>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error(t("another file takes its place"))));
    worker.onerror = () => reject(new Error(t("{0} cannot be loaded", address)));
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if ("match" in data) {
        resolve(data.match);
      } else {
        reject(new Error(data.problem));
      }
    };
    file.arrayBuffer().then((bytes) => worker.postMessage(bytes, [bytes]), reject);
  });
  return reading.finally(() => worker.terminate());
}
