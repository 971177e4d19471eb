// The script of bot.html, which lies in a sandboxed frame: its origin is nobody's, and its policy allows no request
// at all. It starts a worker for each bot, which inherits both, and ends it. build.mjs puts it into the page, and its
// hash into the policy: nothing else runs there.
//
// Two things look odd, and are meant: a worker from an address would have the policy of a header, which a plain
// server does not send, so it is made of a blob; and a module worker of a blob fails in Chromium, so it is a classic one.

import type { FromFrame, ToFrame } from "./messages";

const workers = new Map<number, Worker>();
const tell = (message: FromFrame): void => parent.postMessage(message, "*"); // the page alone is around this frame

function start(bot: number, script: string, port: MessagePort): void {
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(address);
  worker.onerror = () => tell({ kind: "broken", bot }); // not a word of it: a bot could say anything
  worker.postMessage(undefined, [port]);
  workers.set(bot, worker);
}

addEventListener("message", ({ data, ports, source }: MessageEvent<ToFrame>) => {
  if (source !== parent) {
    return;
  }
  if (data.kind === "end") {
    workers.get(data.bot)?.terminate();
    workers.delete(data.bot);
  } else if (ports[0] !== undefined) {
    start(data.bot, data.script, ports[0]);
  }
});
tell({ kind: "up" });
