// What the page, its referee, the frame and the workers of bots send each other.

import type { Asked, Order } from "./contract";

// ToReferee is what the page sends to the worker with the arena.
export type ToReferee =
  | { readonly kind: "load"; readonly wasm: string }
  | { readonly kind: "program"; readonly program: WebAssembly.Module }
  | { readonly kind: "play"; readonly order: Order; readonly outside: readonly number[] } // and a port for each seat
  | { readonly kind: "call"; readonly name: string; readonly value?: unknown }
  | { readonly kind: "give"; readonly name: "read" | "unpack"; readonly file: Uint8Array };

export type FromReferee =
  | { readonly kind: "ready"; readonly program: WebAssembly.Module }
  | { readonly kind: "round"; readonly round: number; readonly waitsFor: readonly number[] }
  | { readonly kind: "begun"; readonly match: string } // JSON that the viewer shows, if the match is shown
  | { readonly kind: "rounds"; readonly rounds: string } // JSON: a list of those that were played since the last one
  | { readonly kind: "end"; readonly seat: number } // the worker of this bot must end
  | { readonly kind: "over"; readonly match: Played }
  | { readonly kind: "called"; readonly answer: Uint8Array<ArrayBuffer> }
  | { readonly kind: "failed"; readonly problem: string };

export interface Played {
  readonly asked: Asked;
  readonly replay: Uint8Array<ArrayBuffer>;
  readonly turns: Readonly<Record<number, readonly Turn[]>>; // by seat: of the bots outside only
}

// A Turn is what the page saw of a bot in a round.
export interface Turn {
  readonly round: number;
  readonly prints: readonly string[];
  readonly milliseconds: number;
  readonly fault?: Fault;
}

// A Fault is why a bot ended, and where.
export interface Fault {
  readonly text: string;
  readonly file?: string;
  readonly line?: number; // from 1
  readonly column?: number; // from 1
}

// ToFrame is what the page sends to the frame. With a start comes the port of the bot.
export type ToFrame =
  | { readonly kind: "start"; readonly bot: number; readonly script: string }
  | { readonly kind: "end"; readonly bot: number };

export type FromFrame = { readonly kind: "up" } | { readonly kind: "broken"; readonly bot: number };

// ToBot is what comes through the port of a bot before it is asked in a match. After that come questions, each a text.
export type ToBot =
  | { readonly kind: "python"; readonly files: Readonly<Record<string, Blob>>; readonly version: string }
  | { readonly kind: "bot"; readonly main: string; readonly files: Readonly<Record<string, Source>> }
  | { readonly kind: "module"; readonly name: string; readonly file: Uint8Array<ArrayBuffer> };

// A Source is a file of a bot. A module in JavaScript names others: each by its place, and the name of its file.
export interface Source {
  readonly text: string;
  readonly imports?: readonly Import[];
}

export interface Import {
  readonly from: number; // of what is between the quotes
  readonly to: number;
  readonly file: string;
}

export type FromBot =
  | { readonly kind: "loaded" } // Python is there
  | { readonly kind: "ready"; readonly hello: string; readonly prints: readonly string[] }
  | { readonly kind: "fault"; readonly fault: Fault; readonly prints: readonly string[] }
  | { readonly kind: "left" } // a person plays no more
  | {
      readonly kind: "answer";
      readonly text: string;
      readonly prints: readonly string[];
      readonly milliseconds: number;
      readonly fault?: Fault;
    };
