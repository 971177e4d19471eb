// Files of the site: fetched once, those of Python compared with what they must be.

import { t } from "../ui/tongues";
import type { Language, Pyodide } from "./site";
import { site } from "./state";

const fetched = new Map<string, Promise<Blob>>();

// file returns a file of the site. One that could not be had is asked for again.
export function file(address: string): Promise<Blob> {
  let blob = fetched.get(address);
  if (blob === undefined) {
    blob = fetchFile(address);
    fetched.set(address, blob);
    blob.catch(() => fetched.delete(address));
  }
  return blob;
}

async function fetchFile(address: string): Promise<Blob> {
  const answer = await fetch(address);
  if (!answer.ok) {
    throw new Error(t("{0}: the server answers {1}", address, answer.status));
  }
  return answer.blob();
}

export const text = async (address: string): Promise<string> => (await file(address)).text();

// sdkOf returns the files of an SDK, by their names beside a bot.
export async function sdkOf(language: Language): Promise<Record<string, string>> {
  const names = site.value?.sdk[language] ?? [];
  const all = await Promise.all(names.map(text));
  return Object.fromEntries(names.map((name, i) => [name.replace(`sdk/${language}/`, ""), all[i] ?? ""]));
}

export async function pythonFiles({ folder, files }: Pyodide): Promise<Record<string, Blob>> {
  const all = Object.entries(files).map(async ([name, sum]) => [name, await compared(folder + name, sum)] as const);
  return Object.fromEntries(await Promise.all(all));
}

// compared returns a file that is as it must be. Where the page came unprotected, the browser computes no sums; what
// could change the file on its way could change the page as well.
async function compared(address: string, sum: string): Promise<Blob> {
  const blob = await file(address);
  if (globalThis.crypto.subtle === undefined) {
    return blob;
  }
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await blob.arrayBuffer()));
  const found = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (found !== sum) {
    fetched.delete(address);
    throw new Error(t("{0} is not the file that it must be", address));
  }
  return blob;
}
