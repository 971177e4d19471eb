// The web site on which bots are written and played, on a plain server without any header of its own.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, extname, join, resolve } from "node:path";
import { expect, test, type FileChooser, type Page } from "@playwright/test";
import { arena, isLong, once, root, work } from "./arena";
import * as on from "./page";

const web = join(import.meta.dirname, "../..");
export const site = join(work, "play");
// pyodide is the Python for browsers that the page takes.
export const pyodide = join(web, "node_modules/pyodide");
const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
};

// compileBot compiles a bot for WASI, and returns the path of the module.
export function compileBot(folder: string): string {
  const wasm = join(work, `${basename(folder)}.wasm`);
  const env = { ...process.env, GOOS: "wasip1", GOARCH: "wasm" };
  execFileSync("go", ["build", "-ldflags=-s -w", "-o", wasm, folder], { cwd: root, env, stdio: "inherit" });
  return wasm;
}

// makeSite writes the site, once for all tests. The arena itself takes the page, and compiles the reader, from the source.
export async function makeSite(): Promise<void> {
  await once(site, (to) => arena("site", to, "--playground", "--pyodide", pyodide));
}

// rounds are those of a match where shortly answers.
export const rounds = isLong ? 200 : 20;

// shortly has a league serve the page that plays short matches, as the page itself has whole ones; the long tier plays
// these.
export function shortly({ url }: IncomingMessage, answer: ServerResponse): boolean {
  if (isLong || (url !== "/play.json" && url !== "/league.json")) {
    return false;
  }
  const league = { name: "class", game: "orkisland", bots: [], settings: [{ name: "nb_rounds", value: rounds }] };
  const said = JSON.parse(readFileSync(join(site, "play.json"), "utf8")) as object;
  const told = url === "/play.json" ? { ...said, league: "league.json" } : league;
  answer.setHeader("Content-Type", "application/json").end(JSON.stringify(told));
  return true;
}

// Site is a server with the site. It counts who asked for what.
export interface Site {
  readonly url: string;
  readonly asked: string[];
  close(): void;
}

export const portOf = (server: Server): number => (server.address() as AddressInfo).port;

// listen listens at a free port of this machine.
export const listen = (server: Server): Promise<void> =>
  new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

// A page that is left alone plays a match for practice, which takes seconds of a processor. Only where a league serves
// the page, in playleague.test.ts, that is played.
const unpractised = `addEventListener("message", (event) => {
  if (event.data.order?.seats[0].name === "practice") event.stopImmediatePropagation();
});
`;

// serveSite serves the site. Another may answer first, and says whether it did.
export async function serveSite(
  first: (request: IncomingMessage, answer: ServerResponse) => boolean = () => false,
): Promise<Site> {
  const asked: string[] = [];
  const server = createServer((request, answer) => {
    const { pathname } = new URL(request.url ?? "/", "http://site");
    asked.push(pathname);
    if (first(request, answer)) {
      return;
    }
    const name = pathname.endsWith("/") ? "index.html" : pathname.slice(1);
    readFile(join(site, name)).then(
      (text) => {
        answer.setHeader("Content-Type", types[extname(name)] ?? "application/octet-stream");
        answer.end(name === "referee.js" ? unpractised + text.toString() : text);
      },
      () => answer.writeHead(404).end(),
    );
  });
  await listen(server);
  return { url: `http://127.0.0.1:${portOf(server)}/play.html`, asked, close: () => server.close() };
}

const head = (game: string): string => `import { serve } from "./arena/node.mjs";
import { ${game} } from "./arena/${game}.mjs";
`;

// inJS is a bot in JavaScript. What is at its top begins in line 3, what its play does in line 5 if that is a line.
export const inJS = (play: string, top = "", game = "orkisland"): string =>
  `${head(game)}${top}\nserve(${game}, { name: "mine", play(s) {\n${play}\n} });\n`;

// inPython is a bot in Python, what its play does begins in line 5.
export const inPython = (play: string, top = ""): string => `import arena
from arena import orkisland as game
${top}
class Bot(game.Bot):
    name = "mine"
    def play(self, s):
        ${play}

arena.serve(Bot)
`;

// escapes is code that tries to reach a server, and whatever else is outside of a bot.
export const escapes = (hit: string, at: string): string => `{
const H = ${JSON.stringify(hit)} + "/hit?${at}-";
const later = (ms) => new Promise((ok) => setTimeout(() => ok("nothing"), ms));
const tries = {
  fetch: () => fetch(H + "fetch"),
  noCors: () => fetch(H + "nocors", { mode: "no-cors" }),
  data: () => fetch("data:text/plain,x"),
  xhr: () => { const x = new XMLHttpRequest(); x.open("GET", H + "xhr", false); x.send(); },
  scripts: () => importScripts(H + "scripts"),
  module: () => import(H + "module"),
  socket: () => new Promise((ok, no) => { const w = new WebSocket(H.replace("http", "ws") + "ws"); w.onopen = ok; w.onerror = no; }),
  events: () => new Promise((ok, no) => { const w = new EventSource(H + "events"); w.onopen = ok; w.onerror = no; }),
  transport: () => new WebTransport(H.replace("http", "https")).ready,
  beacon: () => navigator.sendBeacon(H + "beacon"),
  peer: () => new RTCPeerConnection({ iceServers: [{ urls: "stun:" + new URL(H).host }] }),
  database: () => new Promise((ok, no) => { const r = indexedDB.open("x"); r.onsuccess = ok; r.onerror = () => no(r.error); }),
  caches: () => caches.open("x"),
  files: () => navigator.storage.getDirectory(),
  worker: () => new Promise((ok, no) => { const w = new Worker(H + "worker"); w.onmessage = ok; w.onerror = no; }),
  nested: () => new Promise((ok, no) => {
    const w = new Worker(URL.createObjectURL(new Blob(["fetch('" + H + "nested').then(() => postMessage('out'), () => postMessage(''))"])));
    w.onmessage = ({ data }) => (data === "out" ? ok() : no(new Error("refused")));
    w.onerror = no;
  }),
  eval: () => (0, eval)("1"),
  make: () => new Function("return 1")(),
  font: () => new FontFace("x", "url(" + H + "font)").load(),
  storage: () => localStorage.getItem("arena-play"),
  page: () => parent.document,
  shared: () => new SharedArrayBuffer(1),
};
await Promise.all(Object.entries(tries).map(async ([name, go]) => {
  let what = "OUT";
  try {
    if ((await Promise.race([go(), later(1500)])) === "nothing") what = "nothing";
  } catch {
    what = "refused";
  }
  console.log("${at}", name, what);
}));
}`;

// pythonEscapes is the same in Python.
export const pythonEscapes = (hit: string): string => `
import js
from pyodide.code import run_js
H = ${JSON.stringify(hit)} + "/hit?py-"
def xhr():
    x = js.XMLHttpRequest.new(); x.open("GET", H + "xhr", False); x.send()
def urllib():
    import urllib.request; urllib.request.urlopen(H + "urllib", timeout=1)
def process():
    import subprocess; subprocess.run(["ls"])
def thread():
    import threading; threading.Thread(target=print).start()
def disk(): open("/etc/shadow").read()
def evaluate(): run_js("1")
def worker(): js.importScripts(H + "scripts")
for go in (xhr, urllib, process, thread, disk, evaluate, worker):
    try:
        go(); what = "OUT"
    except BaseException: what = "refused"
    print("py", go.__name__, what)
js.fetch(H + "fetch")
`;

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");

// linkTo is a link with code, as the page makes it.
export async function linkTo(
  code: string,
  { language = "js", game = "orkisland", seed = 30, bots = "me,demo,dummy,null" } = {},
) {
  const packed = new Blob([code]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const text = base64url(new Uint8Array(await new Response(packed).arrayBuffer()));
  return `#game=${game}&seed=${seed}&bots=${bots}&lang=${language}&code=${text}`;
}

// useSite makes and serves the site for the tests of a file.
export function useSite(first?: Parameters<typeof serveSite>[0]): Omit<Site, "close"> {
  let served: Site;
  test.use({ serviceWorkers: "block" }); // what they keep, each page would fetch once more
  test.beforeAll(async () => {
    await makeSite();
    served = await serveSite(first);
  });
  test.afterAll(() => served.close());
  return {
    get url() {
      return served.url;
    },
    get asked() {
      return served.asked;
    },
  };
}

export const told = (page: Page) => page.getByRole("tabpanel");
export const fault = (page: Page) => page.locator(".fault");

// run presses Run, and waits until the work is done.
export async function run(page: Page): Promise<void> {
  await on.button(page, "Run").click();
  await expect(on.button(page, "Run")).toBeVisible();
}

// openLink opens the page with code, which comes in a link.
export async function openLink(
  page: Page,
  at: string,
  code: string,
  how?: Parameters<typeof linkTo>[1],
): Promise<void> {
  await page.goto("about:blank");
  await page.goto(at + (await linkTo(code, how)));
  await expect(page.getByRole("status")).toContainText("This bot came with a link");
}

// rewrite writes other code for the bot.
export const rewrite = (page: Page, code: string): Promise<void> => page.locator(".cm-content").fill(code);

// saveReplay saves the replay of the match that was played, and returns its path.
export async function saveReplay(page: Page, name: string): Promise<string> {
  const path = join(work, name);
  await page.locator("summary").click();
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the replay" }).click();
  await (await waiting).saveAs(path);
  return path;
}

// roundsOf returns all that happened in a match, and nothing of how long bots took.
export function roundsOf(file: string): unknown[] {
  const shown = `${file}.json`;
  arena("export", file, "--format", "json", "-o", shown);
  const { start, played } = JSON.parse(readFileSync(resolve(work, shown), "utf8")) as {
    start: unknown;
    played: { p: unknown }[];
  };
  return [start, ...played.map(({ p, ...rest }) => (p === undefined ? {} : rest))];
}

// nativeOf is the match of a bot that the arena plays, in a file of its own: tests run side by side.
export const nativeOf = (bot: string): string => `native-${basename(bot)}.arena`;

// native plays a bot as the page has played it.
export function native(bot: string): unknown[] {
  const short = isLong ? [] : ["--set", `nb_rounds=${rounds}`];
  const file = nativeOf(bot);
  arena("play", "orkisland", bot, "./demo", "./dummy", "./null", "-s", "30", "-q", "-o", file, ...short);
  return roundsOf(file);
}

// choose lets the page take the files of compiled bots.
export async function choose(page: Page, ...files: Parameters<FileChooser["setFiles"]>[0][]): Promise<void> {
  for (const file of files) {
    await page.locator("summary").click();
    const waiting = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Add a compiled bot…" }).click();
    await (await waiting).setFiles(file);
  }
}
