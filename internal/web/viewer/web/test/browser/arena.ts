// The arena's program, as the browser tests use it.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";

const web = join(import.meta.dirname, "../..");
export const root = join(web, "../../../..");
export const work = join(web, "test-results/arena");
export const games = ["orkisland", "battleroyale", "starships", "moria"] as const;
const tier = process.env["ARENA_LONG"] || (process.env["CI"] === "true" ? "1" : "");
// isNight and isLong report which tiers are run, too, as the Go tests' package tier has them. .ci/nightly runs both.
export const isNight = tier === "night";
export const isLong = tier === "1" || isNight;
export type Game = (typeof games)[number];

const program = (name: string): string => join(work, name);
export const replayOf = (game: Game): string => join(work, `${game}.arena`);
export const pageOf = (game: Game): string => join(work, `${game}.html`);
// goldenOf is the page of a match that stays the same when the bots play better.
export const goldenOf = (game: Game): string => join(work, `golden-${game}.html`);
const jsonPath = join(work, "orkisland.json");
// madeJSON is a match of Ork Island as JSON, for tests to change.
export const madeJSON = (): any => JSON.parse(readFileSync(jsonPath, "utf8"));
export const fileURL = (path: string): string => pathToFileURL(path).href;

export function arena(...args: string[]): string {
  return execFileSync(program("arena"), args, { cwd: work, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

// once makes a file or folder for all tests: whoever comes second waits.
export async function once(path: string, make: (to: string) => void): Promise<void> {
  const making = `${path}.making`;
  try {
    mkdirSync(making);
  } catch {
    while (!existsSync(path)) {
      await setTimeout(200);
    }
    return;
  }
  const whole = join(making, "whole");
  make(whole);
  renameSync(whole, path);
}

// madeUp makes a league of matches that nobody has played.
export function madeUp(folder: string, matches: number, bots: number): void {
  execFileSync(program("league"), [folder, `${matches}`, `${bots}`], { cwd: work, stdio: "inherit" });
}

// prepare builds the programs, and plays and exports a match of each game.
export function prepare(): void {
  mkdirSync(work, { recursive: true });
  // In a clone, Go would put the commit into the bots, and so into what the pages say of them.
  const folders = ["./cmd/arena", "./cmd/arena-league", ...["dummy", "demo", "null"].map((bot) => `./examples/${bot}`)];
  folders.push(...["slow", "notes", "league"].map((one) => `./internal/integration/browsertest/${one}`));
  execFileSync("go", ["build", "-buildvcs=false", "-o", `${work}/`, ...folders], { cwd: root, stdio: "inherit" });
  for (const game of games) {
    arena("play", game, "./dummy", "./demo", "./demo", "./null", "-s", "7", "-q", "-o", replayOf(game));
    arena("export", replayOf(game), "-o", pageOf(game));
    arena("export", join(web, `test/browser/golden/${game}.arena`), "-o", goldenOf(game));
  }
  arena("export", replayOf("orkisland"), "--format", "json", "-o", jsonPath);
}

// Serving is the arena while it serves a page.
export interface Serving {
  readonly url: string;
  readonly seat: string; // the address of the person who plays; "" if none does
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

// serve starts the arena and waits until it says where it serves.
export async function serve(...args: string[]): Promise<Serving> {
  const child = spawn(program("arena"), args, { cwd: work, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const plays = args[0] === "play" && args.includes("me");
  const [url, seat] = await new Promise<readonly [string, string]>((resolve, reject) => {
    let said = "";
    const listen = (chunk: Buffer): void => {
      said += chunk.toString();
      const found = /(http:\/\/[\w.:[\]]+\/\w*\/?)\s/.exec(said);
      const seat = /^play it at (\S+)$/m.exec(said)?.[1] ?? "";
      if (found !== null && (seat !== "" || !plays)) {
        resolve([found[1] as string, seat]);
      }
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("exit", () => reject(new Error(`arena ${args.join(" ")} ended: ${said}`)));
  });
  return {
    url,
    seat,
    process: child,
    stop: async () => {
      child.kill("SIGINT");
      await ended;
    },
  };
}
