// The bots of the site: the reader plays against them, and has none of them among their own.

import { t } from "../ui/tongues";
import { lendModule, mustSuspend } from "./compiled";
import { file } from "./files";
import type { Opponent } from "./site";
import * as state from "./state";
import type { Bot, File } from "./state";

const find = (name: string): Opponent | undefined => state.site.value?.opponents.find((one) => one.name === name);

export const isOfSite = (name: string): boolean => find(name) !== undefined;

// opponent fetches a bot of the site, as one that can be started.
export async function opponent(name: string): Promise<{ bot: Pick<Bot, "id" | "language">; files: readonly File[] }> {
  const found = find(name);
  if (found === undefined) {
    throw new Error(t("this site has no bot {0}", name));
  }
  const bot = { id: `site ${name}`, language: found.language };
  const blobs = await Promise.all(found.files.map(file));
  const names = found.files.map((address) => address.split("/").at(-1) ?? "");
  if (found.language === "wasm") {
    mustSuspend();
    lendModule(bot.id, new Uint8Array(await (blobs[0] as Blob).arrayBuffer()));
    return { bot, files: names.map((one) => ({ name: one, text: "" })) };
  }
  const texts = await Promise.all(blobs.map(async (blob) => blob.text()));
  return { bot, files: names.map((one, i) => ({ name: one, text: texts[i] ?? "" })) };
}
