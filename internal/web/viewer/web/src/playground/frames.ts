// The frame in which the workers of bots are; see frame.ts for what confines them.

import { t } from "../ui/tongues";
import { file } from "./files";
import type { FromFrame, ToFrame } from "./messages";

const mostWaited = 30_000; // milliseconds

let next = 0;
let up: Promise<HTMLIFrameElement> | undefined;

function frame(): Promise<HTMLIFrameElement> {
  up ??= new Promise((resolve, reject) => {
    let isUp = false;
    const made = document.createElement("iframe");
    made.sandbox.add("allow-scripts");
    made.hidden = true;
    made.title = "";
    made.src = "bot.html";
    addEventListener("message", ({ source, data }: MessageEvent<FromFrame>) => {
      if (source === made.contentWindow && data.kind === "up") {
        isUp = true;
        resolve(made);
      }
    });
    document.body.append(made);
    // No service worker stands for the server here: a frame without an origin has none.
    setTimeout(() => {
      if (isUp) {
        return;
      }
      reject(new Error(t("{0} cannot be loaded", made.src)));
      up = undefined;
    }, mostWaited);
  });
  return up;
}

// A Worker is one in the frame. Its port is the only way to it.
export interface Inmate {
  readonly port: MessagePort;
  readonly id: number;
}

const tell = async (message: ToFrame, ...ports: MessagePort[]): Promise<void> =>
  (await frame()).contentWindow?.postMessage(message, "*", ports); // its origin has no name

// start starts a worker with a script of the site.
export async function start(script: string): Promise<Inmate> {
  const { port1, port2 } = new MessageChannel();
  const id = next++;
  await tell({ kind: "start", bot: id, script: await (await file(script)).text() }, port2);
  return { port: port1, id };
}

export const end = ({ id }: Inmate): Promise<void> => tell({ kind: "end", bot: id });
