// The worker of a bot in JavaScript. Its modules become blobs, and name each other by these.

import type { Fault, FromBot, Source, ToBot } from "./messages";
import { Prints } from "./prints";

interface Talk {
  feed(text: string): void;
}
type Serve = (hello: string, talk: (write: (text: string) => void, cpuTime: () => number) => Talk) => void;

const prints = new Prints();
const names = new Map<string, string>(); // of files, by the addresses of their blobs
let out = "";
let talk: Talk | undefined;
let hello = "";

function show(value: unknown): string {
  if (typeof value === "string") {
    return value;
  }
  if (value instanceof Error) {
    return String(value);
  }
  try {
    return JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? `${part}n` : part)) ?? String(value);
  } catch {
    return String(value);
  }
}

for (const name of ["log", "info", "debug", "warn", "error", "dir", "table", "trace"] as const) {
  console[name] = (...values: unknown[]) => prints.add(values.map(show).join(" "));
}

// addressOf makes a blob of a file, and before that of all that it imports.
function addressOf(file: string, files: Readonly<Record<string, Source>>, made: Map<string, string>): string {
  const before = made.get(file);
  if (before !== undefined) {
    return before;
  }
  const { text = "", imports = [] } = files[file] ?? {};
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, file: other } of imports) {
    parts.push(text.slice(at, from), addressOf(other, files, made));
    at = to;
  }
  parts.push(text.slice(at));
  const address = URL.createObjectURL(new Blob(parts, { type: "text/javascript" }));
  made.set(file, address);
  names.set(address, file);
  return address;
}

const named = (text: string): string =>
  [...names].reduce((all, [address, name]) => all.replaceAll(address, name), text);

// placeOf finds the place in an author's own file that is nearest to where the error was thrown.
function placeOf(
  error: Partial<Error> & { fileName?: string; lineNumber?: number; columnNumber?: number },
): Omit<Fault, "text"> {
  for (const [, file = "", line, column] of named(error.stack ?? "").matchAll(/([\w./-]+\.m?js):(\d+):(\d+)/g)) {
    if (!file.startsWith("arena/")) {
      return { file, line: Number(line), column: Number(column) };
    }
  }
  const file = names.get(error.fileName ?? ""); // Firefox has no stack of a SyntaxError
  const { lineNumber: line = 0, columnNumber: column = 0 } = error;
  return file === undefined || line === 0 ? {} : { file, line, column };
}

function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) {
    return { text: `threw ${show(error)}` };
  }
  const ours = named(error.stack ?? "")
    .split("\n")
    .filter((line) => /\.m?js:\d+/.test(line) && !line.includes("blob:") && !line.includes("arena/"))
    .map(
      (line) =>
        `    at ${line
          .trim()
          .replace(/^at /, "")
          .replace(/^(.+)@(.+)$/, "$1 ($2)")
          .replace(/^@/, "")}`,
    );
  return { text: [`${error.name}: ${named(error.message)}`, ...ours].join("\n"), ...placeOf(error) };
}

async function load(main: string, files: Readonly<Record<string, Source>>): Promise<FromBot> {
  try {
    await import(addressOf(main, files, new Map()));
    if (talk === undefined) {
      throw new Error("the bot ended without a call of serve");
    }
    return { kind: "ready", hello, prints: prints.take() };
  } catch (error) {
    return { kind: "fault", fault: faultOf(error), prints: prints.take() };
  }
}

function answer(question: string): FromBot {
  const before = performance.now();
  out = "";
  let fault: Fault | undefined;
  try {
    talk?.feed(question);
  } catch (error) {
    fault = faultOf(error);
  }
  const milliseconds = performance.now() - before;
  return { kind: "answer", text: out, prints: prints.take(), milliseconds, ...(fault && { fault }) };
}

(globalThis as unknown as Record<symbol, Serve>)[Symbol.for("serve")] = (said, make) => {
  hello = said;
  talk ??= make(
    (text) => (out += text),
    () => Math.round(1e6 * performance.now()),
  );
};

addEventListener(
  "message",
  ({ ports: [port] }) => {
    if (port === undefined) {
      return;
    }
    const tell = port.postMessage.bind(port); // whatever a bot does to the methods of ports
    port.onmessage = ({ data }: MessageEvent<ToBot | string>) => {
      if (typeof data === "string") {
        tell(answer(data));
      } else if (data.kind === "bot") {
        void load(data.main, data.files).then((said) => tell(said));
      }
    };
  },
  { once: true },
);
