import { effect } from "@preact/signals-core";

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
