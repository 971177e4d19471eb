// What play.json says of the site.

export interface Site {
  readonly version: string;
  readonly wasm: string;
  readonly games: readonly GameInfo[];
  readonly sdk: Readonly<Record<Language, readonly string[]>>; // the files of the SDKs
  readonly starters: ByGame;
  readonly words: ByGame;
  readonly pyodide: Pyodide | null;
  readonly opponents: readonly Opponent[]; // bots of the site
  readonly league?: string; // the address of what the league says that serves the page
}

export type Language = "js" | "py"; // in which bots are written here
export type Kind = Language | "wasm"; // a bot may be compiled as well

type ByGame = Readonly<Record<string, Readonly<Partial<Record<Language, string>>>>>; // addresses

export interface GameInfo {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly seats: number;
  readonly bots: readonly string[]; // that come with the arena and play it
  readonly rules?: string; // the address of its guide, if it has one
}

export interface Opponent {
  readonly name: string;
  readonly language: Kind;
  readonly files: readonly string[]; // the addresses of its files; the first is the bot
}

export interface Pyodide {
  readonly folder: string;
  readonly version: string;
  readonly files: Readonly<Record<string, string>>; // and the SHA-256 of each
}

// A Word is one that the editor completes.
export interface Word {
  readonly label: string;
  readonly of?: string; // the class or module that it is a member of
  readonly detail?: string;
  readonly info?: string;
}
