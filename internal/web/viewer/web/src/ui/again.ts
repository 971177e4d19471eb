// When the page, and parts of it, are made again.

import { computed, effect } from "@preact/signals-core";
import { tongue } from "./tongues";

// keep makes the page again when the state that it shows changes, once for all changes
// that are made together.
export function keep(make: () => void): void {
  let made = false;
  effect(() => {
    if (made) {
      queueMicrotask(() => keep(make)); // this effect reads nothing, so it never runs again
      return;
    }
    made = true;
    make();
  });
}

// steady makes a part of the page that stays as it is while rounds pass: it is made again only when
// the state changes that make reads, or the language. The parts in it must read no other state.
export function steady<T>(make: () => T): () => T {
  const made = computed(() => {
    void tongue.value;
    return make();
  });
  return () => made.value;
}
