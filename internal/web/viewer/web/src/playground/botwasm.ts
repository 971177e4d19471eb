// The worker of a compiled bot: a module for WASI preview 1 that speaks the line protocol. It waits for its input in
// the middle of its run, so it is suspended there, by what browsers call JSPI.

import { Exit, importsOf } from "../wasm/system";
import { bounded, unfit } from "./bounded";
import type { Fault, FromBot, ToBot } from "./messages";
import { Prints } from "./prints";
import { system } from "./wasi";
import { World } from "./world";

interface Suspending {
  readonly Suspending: new (wait: unknown) => () => number;
  promising(start: WebAssembly.ExportValue): () => Promise<void>;
}

const mostUnread = 16 << 20; // letters that nobody has asked for; the rest is lost, as the bot will be
const mostHalf = 10_000; // letters of a line on standard error
const mostTrace = 40; // lines of the error with which a bot ends

const world = new World();
const prints = new Prints();
const decoders = { 1: new TextDecoder(), 2: new TextDecoder() };
let tell: (said: FromBot) => void = () => undefined;
let out = ""; // what it wrote and nobody was told yet
let half = ""; // the line on standard error that has no end yet
let trace: string[] = []; // the lines there from one on that may tell why the bot ends
let isReady = false;
let isAsked = false;
let asked = 0; // when
let input: Uint8Array = new Uint8Array();
let isOver = false; // no more input comes
let wake: ((input: Uint8Array) => void) | undefined; // the bot, which waits for input
let mostWanted = 0;

function takeInput(most: number): Uint8Array {
  const part = input.subarray(0, most);
  input = input.subarray(part.length);
  return part;
}

// read waits until there is input.
function read(most: number): Uint8Array | Promise<Uint8Array> {
  if (input.length > 0 || isOver) {
    return takeInput(most);
  }
  mostWanted = most;
  return new Promise((resolve) => (wake = resolve));
}

function write(file: 1 | 2, bytes: Uint8Array): void {
  const text = decoders[file].decode(bytes.slice(), { stream: true });
  if (file === 1) {
    out += out.length < mostUnread ? text : "";
    listen();
    return;
  }
  const lines = (half + text).split("\n");
  half = (lines.pop() ?? "").slice(0, mostHalf);
  lines.forEach(complain);
}

// complain takes a line of standard error. What Go says last begins with one of two words.
function complain(line: string): void {
  if (trace.length === 0 && !/^(?:panic|fatal error): /.test(line)) {
    prints.add(line);
  } else if (trace.length < mostTrace) {
    trace.push(line);
  }
}

function takePrints(): string[] {
  trace.forEach((line) => prints.add(line)); // the bot has not ended
  trace = [];
  return prints.take();
}

// listen tells what the bot has said as soon as that is its first line, or a whole answer.
function listen(): void {
  if (!isReady) {
    const end = out.indexOf("\n") + 1;
    if (end > 0) {
      isReady = true;
      tell({ kind: "ready", hello: out.slice(0, end), prints: takePrints() });
      out = out.slice(end);
    }
  } else if (isAsked && /^done\b.*\n/m.test(out)) {
    answer();
  }
}

function answer(fault?: Fault): void {
  isAsked = false;
  const milliseconds = performance.now() - asked;
  const text = out;
  out = "";
  tell({ kind: "answer", text, prints: takePrints(), milliseconds, ...(fault && { fault }) });
}

// ask gives the bot a question. The seed of its seat is that of its random numbers, too.
function ask(question: string): void {
  const seed = /^seed (\d+)\r?$/m.exec(question)?.[1];
  if (seed !== undefined) {
    world.seed(BigInt.asUintN(64, BigInt(seed)));
  }
  input = new TextEncoder().encode(question);
  isOver = /^end\r?$/m.test(question);
  [asked, isAsked] = [performance.now(), !isOver];
  const waiting = wake;
  wake = undefined;
  waiting?.(takeInput(mostWanted));
  listen(); // it may have answered before it was asked
}

// faultOf says why the bot has ended: by what Go says on standard error, or else by its code.
function faultOf(error: unknown): Fault {
  if (half !== "") {
    complain(half);
  }
  if (trace.length > 0) {
    const text = trace.join("\n");
    trace = [];
    return { text };
  }
  if (error === undefined || error instanceof Exit) {
    return { text: `the bot ended, with exit code ${error?.code ?? 0}` };
  }
  return { text: error instanceof WebAssembly.RuntimeError ? `fatal error: ${error.message}` : String(error) };
}

function ended(error?: unknown): void {
  if (isOver) {
    return;
  }
  const fault = faultOf(error);
  if (!isReady) {
    tell({ kind: "fault", fault, prints: takePrints() });
  } else if (isAsked) {
    answer(fault);
  } else {
    last = fault;
  }
}

let last: Fault | undefined; // why it has ended between two questions

async function start(name: string, file: Uint8Array<ArrayBuffer>): Promise<void> {
  const { Suspending, promising } = WebAssembly as unknown as Suspending;
  const module = await WebAssembly.compile(bounded(file));
  const why = unfit(module);
  if (why !== "") {
    throw new Error(why);
  }
  let memory: WebAssembly.Memory | undefined;
  const own = system({
    memory: () => memory as WebAssembly.Memory,
    args: [name],
    environment: ["ARENA_LINES=1", "GOGC=400"], // as every compiled bot has them
    world,
    read,
    write,
  });
  const imports = importsOf(module, own);
  if (imports["fd_read"] !== undefined) {
    imports["fd_read"] = new Suspending(imports["fd_read"]);
  }
  const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: imports });
  memory = exports["memory"] as WebAssembly.Memory;
  promising(exports["_start"] as WebAssembly.ExportValue)().then(() => ended(), ended);
}

addEventListener(
  "message",
  ({ ports: [port] }) => {
    if (port === undefined) {
      return;
    }
    tell = port.postMessage.bind(port);
    port.onmessage = ({ data }: MessageEvent<ToBot | string>) => {
      if (typeof data === "string") {
        ask(data);
        if (last !== undefined) {
          answer(last);
        }
      } else if (data.kind === "module") {
        start(data.name, data.file).catch((error: unknown) => {
          const text = `${data.name} ${error instanceof Error ? error.message : String(error)}`;
          tell({ kind: "fault", fault: { text }, prints: takePrints() });
        });
      }
    };
  },
  { once: true },
);
