// What looks at all rounds of a match does so by parts, and is made again after each of them: meanwhile the page answers.

import { signal } from "@preact/signals-core";
import { turn } from "../model/decode";

const most = 250; // rounds of a part

const parts = signal(0); // how many there were
let waits = false;

// upTo returns where the next part ends for who knows so many rounds, and wants to know them up to another. Unless that
// is the last part, who asks is made again.
export function upTo(known: number, last: number): number {
  if (last - known <= most) {
    return last;
  }
  void parts.value;
  if (!waits) {
    waits = true;
    void turn().then(() => {
      waits = false;
      parts.value++;
    });
  }
  return known + most;
}
