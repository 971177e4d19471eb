// What leaves the page, if the reader wants it: a link, files.

import type { JSX } from "preact";
import { t } from "../ui/tongues";
import { askName, isUnnamed } from "./bots";
import type { Bundle } from "./contract";
import { sdkOf } from "./files";
import * as frames from "./frames";
import { key } from "./key";
import { main } from "./referees";
import { formatLink } from "./share";
import type { Language } from "./site";
import * as state from "./state";
import type { Bot } from "./state";
import { send, settled, versionAt } from "./submit";
import { startBot } from "./workers";

export function download(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const fileOf = ({ files }: Bot): string => files[0]?.name ?? "";

async function copyLink(): Promise<void> {
  const { bot, seats, seed } = state;
  if (bot.value === undefined) {
    return;
  }
  if (bot.value.language === "wasm") {
    state.notice.value = t("A compiled bot is too large for a link: give its file, {0}, instead.", fileOf(bot.value));
    return;
  }
  const link = await formatLink(bot.value, seats.value, seed.value);
  const address = `${location.origin}${location.pathname}${link}`;
  const more = bot.value.files.length > 1 ? ` ${t("It has {0} only.", fileOf(bot.value))}` : "";
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

// bundle is the bot that is written, with what it needs of the SDK.
async function bundle(): Promise<Bundle | undefined> {
  const { value } = state.bot;
  if (value === undefined || value.language === "wasm") {
    return undefined;
  }
  const { name, game, language, files } = value;
  const sdk = Object.entries(await sdkOf(language)).map(([name, text]) => ({ name, text }));
  return { name, game, language, hello: "", files, sdk };
}

async function saveFolder(): Promise<void> {
  const made = await bundle();
  if (made !== undefined) {
    download(`${made.name}.zip`, await main().call("folder", made));
  }
}

// packed is a bot as a package. It is started, as the package has what it says first.
async function packed(made: Bundle): Promise<Uint8Array<ArrayBuffer>> {
  const { inmate, hello } = await startBot({ id: "", language: made.language as Language }, made.files);
  await frames.end(inmate);
  return main().call("pack", { ...made, hello, seed: (await key()).seed });
}

async function savePackage(): Promise<void> {
  const made = await bundle();
  if (made !== undefined) {
    download(`${made.name}.bot`, await packed(made));
  }
}

async function submit(): Promise<void> {
  if (state.bot.value !== undefined && isUnnamed(state.bot.value) && !askName()) {
    return; // in a league, a name has one owner
  }
  const made = await bundle();
  if (made === undefined) {
    return;
  }
  const id = await send(await packed({ ...made, version: versionAt(new Date()) }));
  state.notice.value = t("{0} is sent; its receipt is {1}. The league examines it.", made.name, id);
  await settled(id, ({ settled, admitted, text }) => {
    if (settled) {
      state.notice.value = admitted
        ? t("{0} plays in the league: {1}", made.name, text)
        : t("{0} does not play in the league: {1}", made.name, text);
    }
  });
}

async function saveKey(): Promise<void> {
  download("id_ed25519", new TextEncoder().encode((await key()).private));
}

// tried does it, or says why not.
const tried = (save: () => Promise<void>) => (): void => {
  state.problem.value = "";
  save().catch((error: unknown) => (state.problem.value = error instanceof Error ? error.message : String(error)));
};

export function Out(): JSX.Element {
  const { league, game } = state;
  const isWritten = state.bot.value?.language !== "wasm"; // of a compiled one, its author has the file
  return (
    <>
      {isWritten && league.value?.submit && league.value.game === game.value && (
        <button type="button" onClick={tried(submit)}>
          {t("Submit to {0}", league.value.name)}
        </button>
      )}
      <button type="button" onClick={() => void copyLink()}>
        {t("Copy a link with the code")}
      </button>
      <button type="button" disabled={state.result.value === undefined} onClick={saveReplay}>
        {t("Download the replay")}
      </button>
      {isWritten && (
        <>
          <button type="button" onClick={tried(saveFolder)}>
            {t("Download as a folder")}
          </button>
          <button type="button" onClick={tried(savePackage)}>
            {t("Download as a package, signed")}
          </button>
        </>
      )}
      <button type="button" onClick={tried(saveKey)}>
        {t("Download the key of this page")}
      </button>
    </>
  );
}
