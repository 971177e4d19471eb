// What leaves the page, if the reader wants it: a link, files.

import type { JSX } from "preact";
import { t } from "../ui/tongues";
import { formatLink } from "./share";
import * as state from "./state";

export function download(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function copyLink(): Promise<void> {
  const { bot, seats, seed } = state;
  if (bot.value === undefined) {
    return;
  }
  const link = await formatLink(bot.value, seats.value, seed.value);
  const address = `${location.origin}${location.pathname}${link}`;
  const more = bot.value.files.length > 1 ? ` ${t("It has {0} only.", bot.value.files[0]?.name ?? "")}` : "";
  try {
    await navigator.clipboard.writeText(address);
    state.notice.value = t("The link is copied: {0} characters.", address.length) + more;
  } catch {
    history.replaceState(null, "", link); // the browser lets nobody copy: it is in the address
    state.notice.value = t("The link is in the address of this page.") + more;
  }
}

function saveReplay(): void {
  const { value } = state.result;
  if (value !== undefined) {
    download(`${state.game.value}-${value.seed}.arena`, value.match.replay);
  }
}

export function Out(): JSX.Element {
  return (
    <>
      <button type="button" onClick={() => void copyLink()}>
        {t("Copy a link with the code")}
      </button>
      <button type="button" disabled={state.result.value === undefined} onClick={saveReplay}>
        {t("Download the replay")}
      </button>
    </>
  );
}
