// How something is handed to the reader, and what became of it.

import { signal } from "@preact/signals-core";
import type { JSX } from "preact";
import { t } from "./tongues";

export const said = signal(""); // what became of the last thing to copy

export const Act = ({ label, act }: { label: string; act: () => unknown }): JSX.Element => (
  <button type="button" class="again" onClick={act}>
    {t(label)}
  </button>
);

export function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
  said.value = t("Saved as {0}.", name);
}
