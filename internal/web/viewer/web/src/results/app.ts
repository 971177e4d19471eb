// The page of results, whose tables Go has made.

import { followLink, given, listenToReader, live, rate, take } from "./list";
import type { Rated } from "./data";
import { at } from "./element";
import { showInside } from "./inside";
import { stay } from "./live";
import { unpack } from "./matches";
import { arrange } from "./standings";

if (!showInside()) {
  listenToReader();
  addEventListener("hashchange", followLink);
  arrange();
  if (live) {
    void stay();
  } else {
    rate(JSON.parse(at("rated").textContent ?? "") as Rated);
    take(unpack(given), given.numbers.length);
  }
}
