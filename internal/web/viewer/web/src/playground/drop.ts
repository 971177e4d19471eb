// Takes compiled bots: files that the reader drops on the page, or chooses.

import { t } from "../ui/tongues";
import * as bots from "./bots";
import { keepModule, mostModule, mustSuspend } from "./compiled";
import { main } from "./referees";
import * as state from "./state";

const isPackage = (name: string): boolean => name.endsWith(".bot");

export const isCompiled = (name: string): boolean => name.endsWith(".wasm") || isPackage(name);

// take gives each file a seat, or says why not.
export async function take(files: readonly File[]): Promise<void> {
  state.problem.value = "";
  try {
    for (const file of files) {
      await takeOne(file);
    }
  } catch (error) {
    state.problem.value = error instanceof Error ? error.message : String(error);
  }
}

async function takeOne(file: File): Promise<void> {
  const name = file.name;
  if (!isCompiled(name)) {
    throw new Error(t("{0} is no compiled bot: that is a module for WASI, NAME.wasm, or a package with one", name));
  }
  mustSuspend();
  if (file.size > mostModule) {
    throw new Error(t("{0} has {1} MB; this page takes at most {2}", name, mega(file.size), mega(mostModule)));
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const module = isPackage(name) ? await main().unpack(bytes) : bytes;
  if (module[0] !== 0 || module[1] !== 0x61) {
    throw new Error(t("{0} is not a WebAssembly module, whatever its name says", name));
  }
  const isKept = await keepModule(place(name), module);
  state.notice.value = isKept ? "" : t("The browser does not keep {0}: after a reload, drop it again.", name);
}

const mega = (bytes: number): number => Math.ceil(bytes / 2 ** 20);

// place returns the bot that a file is. One that was there before has a new module, and stays where it sits.
function place(name: string): string {
  const before = state.bots.value.find(
    ({ game, language, files }) => game === state.game.value && language === "wasm" && files[0]?.name === name,
  );
  if (before === undefined) {
    return bots.add(name.replace(/\.\w+$/, "").slice(0, 30), "wasm", [{ name, text: "" }]).id;
  }
  bots.retake(before.id, Date.now());
  bots.select(before.id);
  return before.id;
}

// choose lets the reader choose files.
export function choose(): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".wasm,.bot";
  input.multiple = true;
  input.onchange = () => void take([...(input.files ?? [])]);
  input.click();
}

// over and dropped are for the place on which files are dropped.
export function over(event: DragEvent): void {
  if (event.dataTransfer?.types.includes("Files")) {
    event.preventDefault();
  }
}

// dropped leaves to the editor what is no compiled bot: it takes text.
export function dropped(event: DragEvent): void {
  const files = [...(event.dataTransfer?.files ?? [])];
  if (files.some(({ name }) => isCompiled(name))) {
    event.preventDefault();
    event.stopPropagation();
    void take(files);
  }
}
