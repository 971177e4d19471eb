// How a bot goes to the league that serves the page: what is asked, and what is answered, says contract.ts.

import { t } from "../ui/tongues";
import type { Fate, League, Submitted } from "./contract";

const most = 1 << 20; // bytes of a package

// takeInvitation signs in by the token of an invitation's link, and takes it out of the address.
export async function takeInvitation(): Promise<void> {
  const token = /^#submit=([\w.~+/=-]{1,400})$/.exec(location.hash)?.[1];
  if (token !== undefined) {
    history.replaceState(null, "", location.pathname + location.search);
    await fetch("../session", { method: "POST", headers: { "X-Arena": "session" }, body: token }).catch(
      () => undefined,
    );
  }
}

export async function leagueAt(address: string): Promise<League | undefined> {
  try {
    const answer = await fetch(address, { cache: "no-store" });
    return answer.ok ? ((await answer.json()) as League) : undefined;
  } catch {
    return undefined; // without a network, the page is one without a league
  }
}

// ask returns what the league answers. Its refusal is a line for the author, with what to do about it.
async function ask<T>(address: string, how: RequestInit = {}): Promise<T> {
  const answer = await fetch(address, { ...how, cache: "no-store" });
  if (!answer.ok) {
    const why = (await answer.text()).trim().slice(0, 400);
    throw new Error(t("the league refuses it: {0}", why === "" ? answer.status : why));
  }
  return (await answer.json()) as T;
}

// send submits a package, and returns its receipt.
export async function send(file: Uint8Array<ArrayBuffer>): Promise<string> {
  if (file.length > most) {
    throw new Error(t("the package has {0} bytes; a league takes at most {1}", file.length, most));
  }
  const headers = { "Content-Type": "application/zip", "X-Arena": "submit" };
  const { id } = await ask<Submitted>("../submissions", { method: "POST", headers, body: file });
  return id;
}

// versionAt is the version of a bot that is submitted at a time: a league takes newer ones only.
export function versionAt(now: Date): string {
  const day = (now.getUTCMonth() + 1) * 100 + now.getUTCDate();
  const second = (now.getUTCHours() * 60 + now.getUTCMinutes()) * 60 + now.getUTCSeconds();
  return `${now.getUTCFullYear()}.${day}.${second}`;
}

const pause = 2000; // milliseconds between two questions
const longest = 900; // questions: half an hour

// settled asks until the league has settled what becomes of a package, and tells what it hears on the way.
export async function settled(id: string, tell: (fate: Fate) => void): Promise<void> {
  for (let asked = 0; asked < longest; asked++) {
    const fate = await ask<Fate>(`../submissions/${encodeURIComponent(id)}`);
    tell(fate);
    if (fate.settled) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
