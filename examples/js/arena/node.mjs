// Bots in JavaScript for the games of the arena, for node 18 or later. They need this folder, and no more.
//
//   import { serve } from "./arena/node.mjs";
//   import { orkisland } from "./arena/orkisland.mjs";
//
//   serve(orkisland, class {
//     play(s) {
//       for (const ork of s.unitsOf(s.me)) s.do(ork, "north");
//     }
//   });
//
// The arena calls play in every round, with the state of the match. console.log is free
// for debugging: what a bot prints is shown with its name, and kept with the match.
import { readFileSync, readSync, writeSync } from "node:fs";
import { basename } from "node:path";
import { isatty } from "node:tty";
import { Talk, hello, pairs, playLines } from "./core.mjs";

export { Rand, Ways, playLines } from "./core.mjs";

const encoder = new TextEncoder();

function cpuTime() {
  const { user, system } = process.cpuUsage();
  return 1000 * (user + system);
}

/** @param {string} text */
function writeAll(text) {
  let bytes = encoder.encode(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(1, bytes));
    } catch (e) {
      if (codeOf(e) === "EPIPE") process.exit(0); // the arena has gone
      if (codeOf(e) !== "EAGAIN") throw e;
      pause();
    }
  }
}

/** @param {unknown} e */
const codeOf = (e) => /** @type {NodeJS.ErrnoException} */ (e).code;

const nothing = new Int32Array(new SharedArrayBuffer(4));

function pause() {
  Atomics.wait(nothing, 0, 0, 1);
}

/**
 * The value of a parameter of the bot, which arena tune can search for. It is declared with its range in
 * params.json, beside the bot; without arena or file, the second argument holds.
 * @param {string} name
 * @param {number} otherwise
 * @returns {number}
 */
export function param(name, otherwise) {
  const words = (process.env.ARENA_PARAMS ?? "").split(" ");
  const word = words.find((w) => w.startsWith(`${name}=`));
  return word === undefined ? otherwise : Number(word.slice(name.length + 1));
}

/**
 * Plays matches over standard input and output, until the arena ends them. The bot is an object with a method
 * play(s), and start(s) if it is needed; or a class of such objects, of which each match gets a new one. Its
 * properties (those of the class, if it is one) name and version say what it is; once asks for a process of its
 * own for each match. Several games can be given, each with its bot.
 * @param {...any} list
 */
export function serve(...list) {
  const games = pairs(list);
  if (isatty(0) && process.env.ARENA_LINES === undefined) {
    const path = process.argv[1] ?? "bot.mjs";
    console.error(`${basename(path)} is a bot for ${games.map(([g]) => g.title).join(", ")}; the arena starts it`);
    console.error(`hint: arena check ${path}`);
    process.exit(1);
  }
  printToErrors();
  writeAll(`${hello(games)}\n`);
  const talk = new Talk(games, writeAll, cpuTime);
  const room = new Uint8Array(1 << 16);
  for (;;) {
    const n = read(room);
    if (n === 0) return;
    talk.feed(room.subarray(0, n));
  }
}

/**
 * Reads until there is something, or the end.
 * @param {Uint8Array} room
 */
function read(room) {
  for (;;) {
    try {
      return readSync(0, room);
    } catch (e) {
      if (codeOf(e) === "EOF") return 0;
      if (codeOf(e) !== "EAGAIN") throw e;
      pause();
    }
  }
}

/** Sends what is printed to standard error, so that it can't break an answer. */
function printToErrors() {
  process.stdout.write = process.stderr.write.bind(process.stderr);
  console.log = console.info = console.debug = console.error.bind(console);
}

/**
 * Plays what the arena wrote in a match, from a file, and returns what the bot answers. It is for tests.
 * @param {import("./core.mjs").Game} game
 * @param {import("./core.mjs").BotOrClass} bot
 * @param {string | URL} path
 * @returns {string}
 */
export function playTranscript(game, bot, path) {
  return playLines(game, bot, readFileSync(path));
}
