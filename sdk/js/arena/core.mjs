// The core of the SDK for JavaScript: it knows neither where lines come from nor where answers
// go, so that it runs in node and in a browser's worker alike. node.mjs is for bots in node.
import { encoder, number, words } from "./core-lines.mjs";
import { Match, answer, game } from "./core-state.mjs";

export { Rand } from "./core-lines.mjs";
export { Ways } from "./core-ways.mjs";
export { game };

/**
 * @typedef {import("./core-state.mjs").Game} Game
 * @typedef {import("./core-state.mjs").Lines} Lines
 * @typedef {{start?: (s: any) => unknown, play: (s: any) => unknown}} Bot
 * @typedef {Bot | (new () => Bot)} BotOrClass
 * @typedef {[game: Game, bot: BotOrClass][]} Pairs
 */

/** Reads what the arena writes, and answers. */
export class Talk {
  #pairs;
  #write;
  #cpuTime;
  #rest = "";
  #text = new TextDecoder(); // keeps the bytes of half a character
  /** @type {Pairs[number] | undefined} */
  #playing;
  /** @type {Bot | undefined} */
  #bot;
  /** @type {Match | undefined} */
  #match;
  /** @type {Lines} */
  #lines = new Map();
  #spent = 0;

  /**
   * @param {Pairs} pairs
   * @param {(text: string) => void} write
   * @param {() => number} [cpuTime]  in nanoseconds, of this program so far
   */
  constructor(pairs, write, cpuTime = () => 0) {
    this.#pairs = pairs;
    this.#write = write;
    this.#cpuTime = cpuTime;
  }

  /**
   * Takes a piece of what the arena has written.
   * @param {string | Uint8Array} piece
   */
  feed(piece) {
    const text = this.#rest + (typeof piece === "string" ? piece : this.#text.decode(piece, { stream: true }));
    let at = 0;
    for (;;) {
      const end = text.indexOf("\n", at);
      if (end < 0) break;
      this.#line(text.slice(at, text[end - 1] === "\r" && end > at ? end - 1 : end));
      at = end + 1;
    }
    this.#rest = text.slice(at);
  }

  /** @param {string} text */
  #line(text) {
    const space = text.indexOf(" ");
    const name = space < 0 ? text : text.slice(0, space);
    const value = space < 0 ? "" : text.slice(space + 1);
    switch (name) {
      case "go":
        return this.#go(number(words(value)[0] ?? ""));
      case "match":
        return this.#begin(words(value)[0]);
      case "end":
        this.#playing = this.#bot = this.#match = undefined;
        return undefined;
    }
    const known = this.#lines.get(name);
    if (Array.isArray(known)) known.push(value);
    else this.#lines.set(name, value);
    return undefined;
  }

  /** @param {string} name */
  #begin(name) {
    const found = this.#pairs.find(([game]) => game.name === name);
    if (found === undefined) throw new Error(`this bot plays ${this.#pairs.map(([g]) => g.name).join(", ")}, not ${name}`);
    this.#playing = found;
    this.#bot = this.#match = undefined;
    this.#fresh(found[0]);
    this.#lines.set("name", []);
  }

  /**
   * Begins to collect lines anew, and returns those that there are.
   * @param {Game} game
   */
  #fresh(game) {
    const lines = this.#lines;
    this.#lines = new Map(game.lists.map((name) => [name, []]));
    return lines;
  }

  /** @param {number} round */
  #go(round) {
    if (this.#playing === undefined) throw new Error("the arena asked for an answer before a match began");
    const [game, bot] = this.#playing;
    const lines = this.#fresh(game);
    const begins = this.#match === undefined;
    const match = (this.#match ??= new Match(lines, this.#cpuTime, this.#spent));
    const player = (this.#bot ??= typeof bot === "function" ? new bot() : bot);
    const s = new game.State(lines, match);
    if (begins && player.start !== undefined) player.start(s);
    if (player.play(s) instanceof Promise) throw new TypeError("play must not be async: the arena waits for its return");
    this.#write(answer(s, round));
    match.answered();
    this.#spent = this.#cpuTime();
  }
}

const HOW = "serve takes a game and a bot: serve(orkisland, {play(s) {…}})";

/**
 * Pairs of a game and its bot.
 * @param {any[]} list
 * @returns {Pairs}
 */
export function pairs(list) {
  /** @type {Pairs} */
  const all = [];
  for (let i = 0; i < list.length; i += 2) {
    const [game, bot] = [list[i], list[i + 1]];
    if (typeof game?.State !== "function") throw new TypeError(HOW);
    const play = typeof bot === "function" ? bot.prototype?.play : bot?.play;
    if (typeof play !== "function") throw new TypeError("a bot needs a method play(s)");
    all.push([game, bot]);
  }
  if (all.length === 0) throw new TypeError(HOW);
  return all;
}

/**
 * What a bot says first, without the end of the line.
 * @param {Pairs} list
 */
export function hello(list) {
  let text = `arena 1 sdk=js/1 games=${list.map(([g]) => `${g.name}:${g.version}`).join(",")}`;
  /** @type {any} */
  const bot = list[0][1];
  for (const key of ["name", "version"]) {
    // Every class has a name, so that of a bot's must be its own property to count.
    const counts = typeof bot !== "function" || Object.getOwnPropertyDescriptor(bot, key)?.enumerable;
    const value = String((counts ? bot[key] : undefined) ?? "").replace(/\s/g, "");
    if (value !== "") text += ` ${key}=${value}`;
  }
  return bot.once === true ? `${text} once` : text;
}

/**
 * Plays what the arena wrote in a match, and returns what the bot answers. It is for tests.
 * @param {Game} game
 * @param {BotOrClass} bot
 * @param {string | Uint8Array} lines
 * @returns {string}
 */
export function playLines(game, bot, lines) {
  let answers = "";
  const talk = new Talk(pairs([game, bot]), (text) => (answers += text));
  talk.feed(typeof lines === "string" ? encoder.encode(lines) : lines);
  talk.feed("\n");
  return answers;
}
