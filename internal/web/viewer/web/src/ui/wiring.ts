// Ties the state of the page to the browser: keys, the address, what is saved, dropped
// files, and what the reader's system prefers.

import { computed, effect, type Signal } from "@preact/signals-core";
import { act, goTo } from "./actions";
import { actionOf, type Focus } from "./keys";
import { formatLink, isBig, isEmbedded, parseLink } from "./link";
import { name } from "./inpage";
import { linkOf } from "./linkof";
import { listener } from "./listener";
import { chosen, first, look as lookForMatches, lookAgain, named } from "./matches";
import { choose, goOn, take, tell } from "./showing";
import { load } from "./source";
import { camera, look } from "./stage";
import * as state from "./state";
import { asked, inAddress, speak, t } from "./tongues";
import { openWhatIf } from "./whatif";

const savedAs = "arena-viewer";
const linkDelay = 300; // milliseconds; browsers refuse to change the address more often

export function listenToKeys(): void {
  document.addEventListener("keydown", (event) => {
    if (state.dialog.value !== "none" || event.defaultPrevented) {
      return;
    }
    const action = actionOf(event, focusOf(event.target));
    if (action === undefined) {
      return;
    }
    event.preventDefault();
    if (action === "release" && event.target instanceof HTMLInputElement) {
      event.target.blur();
    }
    if (action === "whatIf") {
      openWhatIf();
    }
    if (action === "nextMatch" || action === "previousMatch") {
      goOn(action === "nextMatch" ? 1 : -1);
    }
    act(action, camera);
  });
}

function focusOf(target: EventTarget | null): Focus {
  if (target instanceof HTMLInputElement) {
    return target.type === "range" ? "range" : "text";
  }
  if (!(target instanceof Element)) {
    return "page";
  }
  if (target.closest("[role=tab]") !== null) {
    return "tabs";
  }
  if (target.closest(".scroll") !== null && target.closest("button") === null) {
    return "scroll";
  }
  return target.closest("button, a") === null ? "page" : "button";
}

// prefer keeps a signal up to date with a media query.
function prefer<T>(query: string, to: Signal<T>, of: (matches: boolean) => T): void {
  const list = matchMedia(query);
  const take = (): void => {
    to.value = of(list.matches);
  };
  list.addEventListener("change", take);
  take();
}

export function listenToSystem(): void {
  effect(() => {
    const data = state.playback.value?.data;
    if (data !== undefined) {
      document.title = `${data.title}: ${data.players.map((player) => player.label).join(", ")}`;
    }
  });
  effect(() => {
    document.documentElement.classList.toggle("embed", state.embedded.value);
  });
  prefer("(prefers-color-scheme: dark)", state.systemDark, Boolean);
  prefer("(prefers-reduced-motion: reduce)", state.still, Boolean);
  const wide = matchMedia("(min-width: 1240px) and (min-height: 640px)");
  const medium = matchMedia("(min-width: 860px) and (min-height: 560.1px)");
  const take = (): void => {
    state.layout.value = wide.matches ? "wide" : medium.matches ? "medium" : "narrow";
  };
  wide.addEventListener("change", take);
  medium.addEventListener("change", take);
  take();
  effect(() => {
    document.documentElement.style.colorScheme = state.dark.value ? "dark" : "light";
    document.documentElement.dataset["theme"] = state.dark.value ? "dark" : "light";
  });
}

// The browser may deny a page from disk all storage.
function restore(): void {
  try {
    const saved = JSON.parse(localStorage.getItem(savedAs) ?? "{}") as Record<string, unknown>;
    const { theme, speed, orders } = saved;
    if (theme === "light" || theme === "dark") {
      state.theme.value = theme;
    }
    state.speed.value = state.speeds.find((s) => s === speed) ?? state.speed.value;
    state.orders.value = (["all", "failed", "none"] as const).find((o) => o === orders) ?? state.orders.value;
  } catch {
    // What was saved can't be read: the defaults stay.
  }
}

function save(): void {
  const { theme, speed, orders } = state;
  const saved = JSON.stringify({ theme: theme.value, speed: speed.value, orders: orders.value });
  try {
    localStorage.setItem(savedAs, saved);
  } catch {
    // The next page then has the defaults.
  }
}

// keepState takes the state from the address and from what was saved, and keeps both up
// to date.
async function keepState(): Promise<void> {
  restore();
  if (first() !== undefined) {
    await lookForMatches().catch(() => undefined); // a link may ask for another match of the list
  }
  const follow = async (): Promise<void> => {
    state.embedded.value = isEmbedded(location.hash);
    const link = parseLink(location.hash);
    const other = named(link.match);
    if (other !== undefined) {
      await choose(other);
    }
    goTo(link);
    if (link.part !== undefined) {
      look(link.part);
    }
    state.big.value ||= isBig(location.hash);
  };
  await follow();
  effect(save);
  window.addEventListener("hashchange", () => {
    void follow();
    void speak(asked());
  });
  const link = computed(() => {
    const link = formatLink(linkOf());
    return link + inAddress() + (state.embedded.value ? "&embed" : "") + (state.big.value ? "&big" : "");
  });
  written = parseLink(link.value).match;
  const opened = link.value; // a page that was only opened keeps its address as it is
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    if (link.value === opened && timer === undefined && !location.hash) {
      return;
    }
    timer ??= setTimeout(() => {
      timer = undefined;
      write(link.value);
    }, linkDelay);
  });
}

let written: string | undefined; // the match of the last address

// write changes the address. Another match is a step to which one can go back.
function write(link: string): void {
  const { match } = parseLink(link);
  if (name() !== undefined && parseLink(location.hash).match !== name()) {
    return; // the reader has gone back to the page that this match is in
  }
  const isNew = written !== match && written !== undefined && parseLink(location.hash).match !== match;
  written = match;
  try {
    history[isNew ? "pushState" : "replaceState"](null, "", link);
  } catch {
    // It was too often, or is not allowed from disk: the next change tries again.
  }
}

export async function start(): Promise<void> {
  try {
    if (await load(listener)) {
      chosen.value = first() ?? "";
    } else {
      chosen.value = "kept";
    }
    state.loading.value = false; // a site without an arena has no match at first
  } catch (error) {
    tell(t("The match cannot be shown"), error);
  }
  await keepState();
  void lookAgain();
}

export function takeFiles(): void {
  const { dataset } = document.body;
  const isFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") === true;
  addEventListener("dragover", (event) => {
    if (isFile(event)) {
      event.preventDefault();
      dataset["drop"] = t("Drop to open");
    }
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) {
      delete dataset["drop"];
    }
  });
  addEventListener("drop", (event) => {
    delete dataset["drop"];
    const files = event.dataTransfer?.files;
    if (files?.[0] !== undefined) {
      event.preventDefault();
      take(files);
    }
  });
}
