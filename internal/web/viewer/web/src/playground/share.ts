// Links with code: what comes after # never reaches a server.

import { t } from "../ui/tongues";
import { human } from "./human";
import type { Language } from "./site";
import type { Bot, Sitter } from "./state";
import { unseen } from "./unseen";

export interface Shared {
  readonly game: string;
  readonly seed: string;
  readonly seats: readonly string[]; // "me", which is the bot in the link, "human", or a bot of the arena or the site
  readonly language: Language;
  readonly code: string;
}

const mostLetters = 200_000; // of code that a link may become

// in a link, - and _ stand for + and /.
const base64url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

async function squeeze(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return base64url(new Uint8Array(await new Response(packed).arrayBuffer()));
}

class Refused extends Error {}

// unsqueeze reads no more of what a stranger packed than a bot could have.
async function unsqueeze(code: string): Promise<string> {
  const reader = new Blob([bytesOf(code)]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return text + decoder.decode();
    }
    text += decoder.decode(value, { stream: true });
    if (text.length > mostLetters) {
      await reader.cancel();
      throw new Refused(t("its code is too long"));
    }
  }
}

const lineOf = (code: string, at: number): number => code.slice(0, at).split("\n").length;

// shownAsItIs returns code. It throws if there are control characters in it, by which a terminal shows other code than
// runs: the arena, too, takes no such bot.
function shownAsItIs(code: string): string {
  const at = code.search(/(?![\t\n]|\r\n)\p{Cc}/u);
  if (at >= 0) {
    throw new Refused(t("line {0} has a control character, which can hide code", lineOf(code, at)));
  }
  return code;
}

// firstUnseen returns the line of the first character that nobody sees, or that shows others in another order. One that
// says how the file is encoded may begin it.
export function firstUnseen(code: string): number | undefined {
  const text = code.replace(/^\ufeff/, "");
  const at = text.search(unseen);
  return at < 0 ? undefined : lineOf(text, at);
}

export async function formatLink(bot: Bot, seats: readonly Sitter[], seed: string): Promise<string> {
  const names = seats.map((one) => ("name" in one ? one.name : one.kind === "person" ? human : "me"));
  const code = await squeeze(bot.files[0]?.text ?? "");
  return `#game=${bot.game}&seed=${seed}&bots=${names.join(",")}&lang=${bot.language}&code=${code}`;
}

// parseLink reads a link. It returns nothing if there is no code in it, and throws if it is damaged.
export async function parseLink(hash: string): Promise<Shared | undefined> {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const code = fields.get("code");
  if (code === null) {
    return undefined;
  }
  const language = fields.get("lang");
  const game = fields.get("game") ?? "";
  const seed = fields.get("seed") ?? "30";
  const seats = (fields.get("bots") ?? "me").split(",");
  const isRight = /^\w{1,40}$/.test(game) && isSeed(seed) && seats.every((name) => /^\w[\w-]{0,19}$/.test(name));
  if (!isRight || (language !== "js" && language !== "py")) {
    throw new Error(t("it says nothing that this page knows"));
  }
  try {
    return { game, seed, seats, language, code: shownAsItIs(await unsqueeze(code)) };
  } catch (error) {
    throw error instanceof Refused ? error : new Error(t("a part of it is missing"));
  }
}

const mostSeed = (1n << 64n) - 1n;

export const isSeed = (text: string): boolean => /^\d{1,20}$/.test(text) && BigInt(text) <= mostSeed;
