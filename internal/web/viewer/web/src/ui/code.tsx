// The code of a link on a big screen, for the phones of all who are in the room.

import type { JSX } from "preact";
import { codeOf } from "./qr";
import { t } from "./tongues";

const quiet = 4; // cells around a code, by its standard

export function Code({ link }: { link: string }): JSX.Element | null {
  const code = codeOf(link);
  if (code === undefined) {
    return null;
  }
  const side = code.length + 2 * quiet;
  const d = code.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg class="code" viewBox={`${-quiet} ${-quiet} ${side} ${side}`} role="img" aria-label={t("Code of the link")}>
      <path d={d} shape-rendering="crispEdges" />
    </svg>
  );
}
