// Starts the bots of the reader.

import { t } from "../ui/tongues";
import { editor } from "./chunk";
import { moduleOf } from "./compiled";
import { pythonFiles, sdkOf } from "./files";
import * as frames from "./frames";
import type { Inmate } from "./frames";
import type { Fault, FromBot, Source, ToBot } from "./messages";
import { Broken, link } from "./modules";
import { forStart, late } from "./patience";
import type { Kind, Language } from "./site";
import { forNode, standIn } from "./standin";
import { type Bot, type File, python, site } from "./state";

// A Running bot is ready to be asked.
export interface Running {
  readonly inmate: Inmate;
  readonly hello: string;
  readonly prints: readonly string[];
}

const say = ({ port }: Inmate, message: ToBot): void => port.postMessage(message);

// heard resolves with what a worker says next, and ends the worker if that is nothing for too long.
async function heard(inmate: Inmate, allowed: number): Promise<FromBot> {
  const waiting = late(allowed);
  const said = new Promise<FromBot>((resolve) => {
    inmate.port.onmessage = ({ data }: MessageEvent<FromBot>) => resolve(data);
  });
  const first = await Promise.race([said, waiting.told]);
  waiting.stop();
  inmate.port.onmessage = null;
  if (typeof first === "number") {
    await frames.end(inmate);
    const text = t(
      "The bot was not ready after {0} seconds: does its code end, outside of play?",
      Math.round(allowed / 1000),
    );
    return { kind: "fault", fault: { text }, prints: [] };
  }
  return first;
}

const forPython = 120_000; // milliseconds: on a slow machine it takes long

const spare = new Map<Language, Promise<Inmate>>();

// prepare starts a worker for the next bot in a language.
export function prepare(language: Language): Promise<Inmate> {
  const there = spare.get(language) ?? (language === "py" ? startPython() : frames.start("botjs.js"));
  spare.set(language, there);
  there.catch(() => spare.delete(language)); // who needs it is told
  return there;
}

// prepared resolves when no worker is being started.
export const prepared = (): Promise<unknown> => Promise.allSettled(spare.values());

async function startPython(): Promise<Inmate> {
  const { pyodide } = site.value ?? {};
  if (!pyodide) {
    throw new Error(t("this site has no Python"));
  }
  python.value = python.value === "ready" ? "ready" : "loading";
  const [inmate, files] = await Promise.all([frames.start("botpy.js"), pythonFiles(pyodide)]);
  say(inmate, { kind: "python", files, version: pyodide.version });
  const said = await heard(inmate, forPython);
  if (said.kind !== "loaded") {
    python.value = "none";
    throw new Error(said.kind === "fault" ? said.fault.text : t("Python cannot be loaded"));
  }
  python.value = "ready";
  return inmate;
}

// prepareOthers starts workers for those that bots have taken. It is for when nothing plays, as both take time.
export function prepareOthers(): void {
  void prepare("js");
  if (python.value === "ready") {
    void prepare("py");
  }
}

// take returns a worker that nobody else has.
function take(language: Kind): Promise<Inmate> {
  if (language === "wasm") {
    return frames.start("botwasm.js");
  }
  const mine = prepare(language);
  spare.delete(language);
  return mine;
}

async function sourcesOf(language: Language, files: readonly File[]): Promise<Record<string, Source>> {
  const sdk = await sdkOf(language);
  const texts = { ...Object.fromEntries(files.map(({ name, text }) => [name, text])), ...sdk };
  if (language === "js") {
    const { importsOf } = await editor();
    return link(files[0]?.name ?? "", { ...texts, [forNode]: standIn }, importsOf);
  }
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { text }]));
}

// startBot starts a bot for one match. It throws Broken if the bot does not get ready.
export async function startBot(
  { id, language }: Pick<Bot, "id" | "language">,
  files: readonly File[],
): Promise<Running> {
  const name = files[0]?.name ?? "";
  const told: ToBot =
    language === "wasm"
      ? { kind: "module", name, file: await moduleOf(id, name) }
      : { kind: "bot", main: name, files: await sourcesOf(language, files) };
  const inmate = await take(language);
  say(inmate, told);
  const said = await heard(inmate, forStart);
  if (said.kind === "ready") {
    return { inmate, hello: String(said.hello), prints: said.prints };
  }
  await frames.end(inmate);
  throw new Broken(
    said.kind === "fault" ? await placed(said.fault, language, files) : { text: t("The bot does not start") },
  );
}

// placed finds the line of a syntax error, where the browser does not tell it: Chromium doesn't.
async function placed(fault: Fault, language: Kind, files: readonly File[]): Promise<Fault> {
  if (fault.line !== undefined || language !== "js" || !fault.text.startsWith("SyntaxError")) {
    return fault;
  }
  const { wrongAt } = await editor();
  for (const { name, text } of files.filter(({ name }) => /\.m?js$/.test(name))) {
    const place = wrongAt(text);
    if (place !== undefined) {
      return { ...fault, file: name, ...place };
    }
  }
  return fault;
}
