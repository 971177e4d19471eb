// Compiled bots: modules for WASI, whose files the reader has dropped on the page. They are too large for the place in
// which the code of other bots is kept, so the browser keeps them in a database.

import { t } from "../ui/tongues";

export const mostModule = 32 << 20; // bytes
const database = "arena-play";
const table = "modules";

const modules = new Map<string, Uint8Array<ArrayBuffer>>(); // by bot

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error(database));
  });

async function inTable<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(database, 1);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(table);
  const opened = await settled(opening);
  try {
    return await settled(work(opened.transaction(table, mode).objectStore(table)));
  } finally {
    opened.close();
  }
}

// canSuspend reports whether the browser can let a module wait for its input.
const canSuspend = (): boolean => "Suspending" in WebAssembly;

// mustSuspend throws where no compiled bot can play.
export function mustSuspend(): void {
  if (!canSuspend()) {
    throw new Error(
      t("this browser cannot play compiled bots, as it has no WebAssembly.Suspending; Chromium 137 and Firefox 153 do"),
    );
  }
}

// lendModule has a module until the page is closed.
export const lendModule = (bot: string, file: Uint8Array<ArrayBuffer>): void => void modules.set(bot, file);

// keepModule reports whether the module will be there after a reload, too.
export async function keepModule(bot: string, file: Uint8Array<ArrayBuffer>): Promise<boolean> {
  lendModule(bot, file);
  try {
    await inTable("readwrite", (store) => store.put(file, bot));
    return true;
  } catch {
    return false;
  }
}

export async function moduleOf(bot: string, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = modules.get(bot) ?? (await inTable("readonly", (store) => store.get(bot)).catch(() => undefined));
  if (!(file instanceof Uint8Array)) {
    throw new Error(t("the browser has not kept {0}: drop it on the page again", name));
  }
  modules.set(bot, file as Uint8Array<ArrayBuffer>);
  return file as Uint8Array<ArrayBuffer>;
}

export async function forgetModule(bot: string): Promise<void> {
  modules.delete(bot);
  await inTable("readwrite", (store) => store.delete(bot)).catch(() => undefined); // it takes room, and does no harm
}
