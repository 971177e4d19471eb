// The page of results, whose tables Go has made.

import { given, listenToReader, live, readTables, take } from "./list";
import { stay } from "./live";
import { unpack } from "./matches";

readTables();
listenToReader();
if (live) {
  void stay();
} else {
  take(unpack(given));
}
