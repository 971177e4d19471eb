// The worker of a bot in Python, which Pyodide plays. It is started before there is a bot, as Pyodide takes
// seconds; and for each match anew, as a bot leaves its globals behind.

import type { Fault, FromBot, Source, ToBot } from "./messages";
import { Prints } from "./prints";

interface PyProxy {
  (...values: unknown[]): unknown;
  toJs(): unknown[];
  destroy(): void;
}
interface Python {
  readonly FS: { mkdirTree(path: string): void; writeFile(path: string, text: string): void };
  readonly globals: { get(name: string): PyProxy; set(name: string, value: unknown): void };
  runPython(code: string): void;
}
type LoadPyodide = (options: Readonly<Record<string, unknown>>) => Promise<Python>;

const folder = "/bot";

// What plays the bot. Frames that are not of the bot's own files help nobody.
const player = `
import runpy, sys, traceback
sys.path.insert(0, "${folder}")
import arena, arena._talk as _talk_of

_bots, _out, _state = [], [], {}

def _serve(*bots):
    _state["hello"] = _talk_of.hello(bots[0], _talk_of.games_of(bots))
    _bots[:] = bots

arena.serve = _talk_of.serve = _serve

def _place(error, frames):
    if isinstance(error, SyntaxError) and error.filename and error.filename.startswith("${folder}/"):
        return error.filename, error.lineno, error.offset
    own = [f for f in frames if f.filename.startswith("${folder}/") and not f.filename.startswith("${folder}/arena/")]
    return (own[-1].filename, own[-1].lineno, (own[-1].colno or 0) + 1) if own else ("", 0, 0)

def _run(call):
    try:
        call()
        return None
    except BaseException as error:
        frames = traceback.extract_tb(error.__traceback__)
        file, line, column = _place(error, frames)
        inside = error.__traceback__
        while inside and not inside.tb_frame.f_code.co_filename.startswith("${folder}/"):
            inside = inside.tb_next
        text = "".join(traceback.format_exception(type(error), error, inside)).replace("${folder}/", "")
        return [text.strip(), file.replace("${folder}/", ""), line or 0, column or 0]

def _begin():
    runpy.run_path("${folder}/" + MAIN, run_name="__main__")
    if not _bots:
        raise RuntimeError("the bot ended without a call of arena.serve")
    _state["talk"] = _talk_of.Talk(_bots, _out.append)

def _load():
    fault = _run(_begin)
    return [_state.get("hello", ""), fault]

def _feed(text):
    _out.clear()
    fault = _run(lambda: _state["talk"].feed(text.encode()))
    return [b"".join(_out).decode(), fault]
`;

type Raw = readonly [text: string, file: string, line: number, column: number] | undefined;

const prints = new Prints();
let python: Python | undefined;

const faultOf = (raw: Raw): Fault | undefined =>
  raw && { text: raw[0], ...(raw[1] !== "" && { file: raw[1], line: raw[2], column: raw[3] }) };

// loadPython starts Pyodide with files that the page has fetched: from here, nothing can be.
async function loadPython(files: Readonly<Record<string, Blob>>, version: string): Promise<void> {
  const module = (name: string): string =>
    URL.createObjectURL(new Blob([files[name] ?? ""], { type: "text/javascript" }));
  globalThis.fetch = (address) => {
    const name = String(address).split("/").pop() ?? "";
    const file = files[name];
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return file === undefined
      ? Promise.reject(new Error(`no ${name}`))
      : Promise.resolve(new Response(file, { headers: { "content-type": type } }));
  };
  const { loadPyodide } = (await import(module("pyodide.mjs"))) as { loadPyodide: LoadPyodide };
  const { default: createPyodideModule } = (await import(module("pyodide.asm.mjs"))) as { default: unknown };
  const info = { abi_version: "2026_0", arch: "wasm32", platform: "emscripten", python: "3.14", version };
  const print = (text: string): void => prints.add(text);
  python = await loadPyodide({
    createPyodideModule,
    indexURL: "https://pyodide.invalid/", // nothing is there; see fetch above
    lockFileContents: JSON.stringify({ info, packages: {} }),
    env: { HOME: folder, PYTHONHASHSEED: "0" },
    stdout: print,
    stderr: print,
  });
}

// call calls a function of the player, which returns a text and a fault.
function call(name: string, ...values: unknown[]): [text: string, fault: Fault | undefined] {
  const made = (python as Python).globals.get(name)(...values) as PyProxy;
  const [text, raw] = made.toJs() as [string, Raw];
  made.destroy();
  return [text, faultOf(raw)];
}

function load(main: string, files: Readonly<Record<string, Source>>): FromBot {
  const { FS, globals } = python as Python;
  for (const [name, { text }] of Object.entries(files)) {
    const path = `${folder}/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, text);
  }
  globals.set("MAIN", main);
  (python as Python).runPython(player);
  const [hello, fault] = call("_load");
  return fault ? { kind: "fault", fault, prints: prints.take() } : { kind: "ready", hello, prints: prints.take() };
}

function answer(question: string): FromBot {
  const before = performance.now();
  const [text, fault] = call("_feed", question);
  const milliseconds = performance.now() - before;
  return { kind: "answer", text, prints: prints.take(), milliseconds, ...(fault && { fault }) };
}

// react returns what is said to a message. What Pyodide itself throws has no line of the bot.
async function react(data: ToBot | string): Promise<FromBot> {
  try {
    if (typeof data === "string") {
      return answer(data);
    }
    if (data.kind === "bot") {
      return load(data.main, data.files);
    }
    if (data.kind === "python") {
      await loadPython(data.files, data.version);
    }
    return { kind: "loaded" };
  } catch (error) {
    return { kind: "fault", fault: { text: String(error) }, prints: prints.take() };
  }
}

addEventListener(
  "message",
  ({ ports: [port] }) => {
    if (port === undefined) {
      return;
    }
    const tell = port.postMessage.bind(port);
    port.onmessage = ({ data }: MessageEvent<ToBot | string>) => void react(data).then((said) => tell(said));
  },
  { once: true },
);
