// The key of this page, which signs what it packs. It is made once, and kept in the browser.

import { t } from "../ui/tongues";
import type { Key, KeyWanted } from "./contract";
import { main } from "./referees";
import * as state from "./state";
import { read, write } from "./store";

const keptAs = "arena-play-key";

let own: Key | undefined; // of this visit: the browser may keep nothing

export async function key(): Promise<Key> {
  if (own === undefined) {
    const seed = read(keptAs) ?? "";
    const wanted: KeyWanted = { whose: "playground", ...(seed !== "" && { seed }) };
    own = JSON.parse(new TextDecoder().decode(await main().call("key", wanted))) as Key;
  }
  if (!write(keptAs, own.seed)) {
    state.problem.value = t(
      "The browser keeps nothing of this page: save the key of the page, or the next visit signs with another one.",
    );
  }
  return own;
}
