// What can be done with the reader's bots.

import { batch } from "@preact/signals-core";
import { t } from "../ui/tongues";
import { text } from "./files";
import { human } from "./human";
import type { Kind, Language } from "./site";
import * as state from "./state";
import type { Bot, File, Sitter } from "./state";
import { forgetModule } from "./compiled";
import { forget, versioned } from "./store";

export const extensions: Readonly<Record<Language, string>> = { js: "mjs", py: "py" };
export const languageNames: Readonly<Record<Kind, string>> = { js: "JavaScript", py: "Python", wasm: "WebAssembly" };

const change = (id: string, how: (bot: Bot) => Bot): void => {
  state.bots.value = state.bots.value.map((bot) => (bot.id === id ? how(bot) : bot));
};

// freeName returns a name that no bot of the game has.
function freeName(wanted: string): string {
  const taken = new Set(state.bots.value.filter(({ game }) => game === state.game.value).map(({ name }) => name));
  let name = wanted;
  for (let n = 2; taken.has(name); n++) {
    name = `${wanted}-${n}`; // step1-2 is no step12
  }
  return name;
}

export function add(wanted: string, language: Kind, files: readonly File[], linked = false): Bot {
  const bot: Bot = {
    id: crypto.getRandomValues(new Uint32Array(2)).join("-"),
    name: freeName(wanted),
    game: state.game.value,
    language,
    files,
    versions: [],
    linked,
  };
  batch(() => {
    state.bots.value = [...state.bots.value, bot];
    select(bot.id);
  });
  return bot;
}

// starter returns the files with which a bot of the game begins.
async function starter(language: Language): Promise<readonly File[]> {
  const address = state.site.value?.starters[state.game.value]?.[language];
  return [{ name: `bot.${extensions[language]}`, text: address === undefined ? "" : await text(address) }];
}

// begin makes a new bot of the starter of the game.
export const begin = async (language: Language): Promise<Bot> => add("me", language, await starter(language));

// turn makes another one of a bot on which nobody has written yet, in its place, and reports whether it was one.
export async function turn({ id, language: from, files, versions }: Bot, language: Language): Promise<boolean> {
  const begun = from === "wasm" ? "" : JSON.stringify(await starter(from));
  const isBegun = [files, ...versions.map((one) => one.files)].every((one) => JSON.stringify(one) === begun);
  if (isBegun) {
    const other = await starter(language);
    change(id, (bot) => ({ ...bot, language, files: other, versions: [] }));
  }
  return isBegun;
}

export function select(id: string): void {
  batch(() => {
    state.current.value = id;
    state.fileName.value = "";
    state.mark.value = undefined;
    sit(seatOfOwn(), { kind: "own", bot: id });
  });
}

export function remove(id: string): void {
  forget(id);
  void forgetModule(id);
  batch(() => {
    state.bots.value = state.bots.value.filter((bot) => bot.id !== id);
    state.seats.value = state.seats.value.map((one) =>
      one.kind === "own" && one.bot === id ? ({ kind: "arena", name: "null" } as const) : one,
    );
    const next = state.bots.value.find(({ game }) => game === state.game.value);
    if (next !== undefined) {
      select(next.id);
    }
  });
}

export function rename(id: string, wanted: string): void {
  const name = wanted.trim().slice(0, 30);
  if (name !== "" && name !== state.bot.value?.name) {
    change(id, (bot) => ({ ...bot, name: freeName(name) }));
  }
}

// askName asks for another name of the bot that is shown, and reports whether the reader has said one.
export function askName(): boolean {
  const name = prompt(t("Name of the bot"), state.bot.value?.name);
  if (name !== null) {
    rename(state.current.value, name);
  }
  return name !== null;
}

// isUnnamed reports whether a bot is called as all are that begin here.
export const isUnnamed = ({ name }: Bot): boolean => /^me(-\d+)?$/.test(name);

export function write(id: string, fileName: string, text: string): void {
  change(id, (bot) => ({
    ...bot,
    linked: false,
    files: bot.files.map((file) => (file.name === fileName ? { name: fileName, text } : file)),
  }));
}

// addFile adds an empty file. The problem is why there is none.
export function addFile(id: string, wanted: string): string {
  const { language, files } = state.bots.value.find((bot) => bot.id === id) ?? { language: "js", files: [] };
  const ending = extensions[language === "py" ? "py" : "js"];
  const name = wanted.includes(".") ? wanted : `${wanted}.${ending}`;
  if (!/^\w[\w-]{0,30}\.(?:mjs|js|py)$/.test(name)) {
    return t("{0} is no name of a file, such as {1}", name, `plan.${ending}`);
  }
  if (files.some((file) => file.name === name)) {
    return t("there is a file {0}", name);
  }
  batch(() => {
    change(id, (bot) => ({ ...bot, files: [...bot.files, { name, text: "" }] }));
    state.fileName.value = name;
  });
  return "";
}

export function removeFile(id: string, name: string): void {
  batch(() => {
    change(id, (bot) => ({ ...bot, files: bot.files.filter((file, i) => i === 0 || file.name !== name) }));
    state.fileName.value = "";
  });
}

export const keepVersions = (ids: readonly string[], now: number): void => {
  for (const id of ids) {
    change(id, (bot) => versioned(bot, now));
  }
};

// retake is called when a compiled bot has become another.
export const retake = (id: string, now: number): void => change(id, (bot) => ({ ...bot, taken: now }));

// goBack makes a bot what it was. What it is now becomes a version, so that nothing is lost.
export function goBack(id: string, at: number): void {
  change(id, (bot) => {
    const files = bot.versions.find((version) => version.at === at)?.files;
    return files === undefined ? bot : { ...versioned(bot, Date.now()), files };
  });
}

// sit gives somebody a seat. A person has one only: who sits there takes the other one.
export const sit = (seat: number, who: Sitter): void => {
  const { value } = state.seats;
  const left = who.kind === "person" ? value.findIndex(({ kind }) => kind === "person") : -1;
  const before = value[seat] ?? who;
  state.seats.value = value.map((one, i) => (i === seat ? who : i === left ? before : one));
};

// seatOfOwn is where a bot of the reader's sits, or else may: not in the seat of the reader.
function seatOfOwn(): number {
  const kinds = state.seats.value.map(({ kind }) => kind);
  const own = kinds.indexOf("own");
  return Math.max(0, own < 0 ? kinds.indexOf("arena") : own);
}

// swap lets everybody move to the next seat.
export const swap = (): void => {
  const { value } = state.seats;
  state.seats.value = [...value.slice(-1), ...value.slice(0, -1)];
};

// filesOf returns the files of a bot that sits in a seat.
export function filesOf({
  bot: id,
  version,
}: Extract<Sitter, { kind: "own" }>): { bot: Bot; files: readonly File[] } | undefined {
  const bot = state.bots.value.find((one) => one.id === id);
  return bot && { bot, files: bot.versions.find(({ at }) => at === version)?.files ?? bot.files };
}

export function nameOf(one: Sitter): string {
  switch (one.kind) {
    case "arena":
    case "site":
      return one.name;
    case "person":
      return human;
    case "own":
      return state.bots.value.find(({ id }) => id === one.bot)?.name ?? "";
  }
}
