// Keeps the match of a dropped file while the page is loaded again. It is kept for the tab
// and this address, and forgotten when the reader comes to the page in another way.

import { pack } from "../model/decode";
import type { MatchData } from "../model/data";
import { name } from "./inpage";

const keptAs = (): string => `arena-viewer ${location.origin}${location.pathname}${name() ?? ""}`;

const isReload = (): boolean => {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type === "reload";
};

// kept returns the packed match that was kept.
export function kept(): string | undefined {
  try {
    if (isReload()) {
      return sessionStorage.getItem(keptAs()) ?? undefined;
    }
    sessionStorage.removeItem(keptAs());
    return undefined;
  } catch {
    return undefined; // the browser denies a page from disk all storage
  }
}

export async function keep(match: MatchData): Promise<void> {
  const packed = await pack(match);
  try {
    sessionStorage.setItem(keptAs(), packed);
  } catch {
    forget(); // it is too large: better none than the one before
  }
}

export function forget(): void {
  try {
    sessionStorage.removeItem(keptAs());
  } catch {
    // Nothing was kept.
  }
}
