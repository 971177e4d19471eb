// How the page begins.

import { batch } from "@preact/signals-core";
import { t } from "../ui/tongues";
import * as bots from "./bots";
import { editor } from "./chunk";
import { recall } from "./compare";
import { sdkOf } from "./files";
import { human } from "./human";
import { isOfSite } from "./opponents";
import { tutorialGame } from "./lessons";
import { practiseLater } from "./practice";
import { main, Referee } from "./referees";
import { firstUnseen, parseLink, type Shared } from "./share";
import type { Language, Site } from "./site";
import * as state from "./state";
import type { Sitter } from "./state";
import { keepSaved, restore, wasCut } from "./store";
import { leagueAt, takeInvitation } from "./submit";
import * as view from "./view";
import { prepare, prepared } from "./workers";

// begin loads what the page needs, all at the same time, and shows what the reader had.
export async function begin(): Promise<void> {
  void editor().catch(() => undefined);
  restore();
  const answer = await fetch("play.json");
  if (!answer.ok) {
    throw new Error(t("{0}: the server answers {1}", "play.json", answer.status));
  }
  const site = (await answer.json()) as Site;
  state.site.value = site;
  main();
  void prepare("js");
  sdkOf("js").catch(() => undefined);
  await takeInvitation();
  state.league.value = site.league === undefined ? undefined : await leagueAt(site.league);
  const wanted = [state.game.value, state.league.value?.game, tutorialGame];
  await chooseGame(wanted.find((game) => site.games.some(({ name }) => name === game)) ?? site.games[0]?.name ?? "");
  await takeLink();
  if (wasCut()) {
    state.notice.value = t("The last run did not end: perhaps a bot took all memory. Your code is as it was before.");
  }
  keepSaved();
  recall();
  void practice();
  addEventListener("hashchange", () => void takeLink());
}

const others = ["demo", "dummy", "null"];

// chooseGame shows the bots of a game; if there are none, one begins.
export async function chooseGame(name: string): Promise<void> {
  batch(() => {
    state.game.value = name;
    state.seats.value = seatsOf(name);
  });
  const own = state.bots.value.filter(({ game }) => game === name);
  const before = own.find(({ id }) => id === state.current.value) ?? own.find(({ linked }) => linked !== true);
  const first = before ?? (await bots.begin("js"));
  if (state.seats.value.every((one) => one.kind === "arena")) {
    bots.sit(0, { kind: "own", bot: first.id });
  }
  batch(() => {
    state.current.value = first.id;
    state.fileName.value = "";
  });
  if (first.language === "py") {
    void prepare("py");
  }
}

// seatsOf returns who sat in a game before, as far as all of them are still there; otherwise who does at first.
function seatsOf(name: string): readonly Sitter[] {
  const { seats = 4, bots: known = [] } = state.site.value?.games.find((game) => game.name === name) ?? {};
  const isThere = (one: Sitter): boolean =>
    one.kind === "site"
      ? isOfSite(one.name)
      : one.kind !== "own"
        ? one.kind === "person" || known.includes(one.name)
        : state.bots.value.some(({ id, game }) => id === one.bot && game === name);
  const { value } = state.seats;
  if (value.length === seats && value.every(isThere)) {
    return value;
  }
  return Array.from({ length: seats }, (_, seat) => ({
    kind: "arena",
    name: (seat === 0 ? undefined : others[seat - 1]) ?? "null",
  }));
}

// practice is for when all is loaded and nothing else is wanted.
const practice = (): Promise<void> =>
  practiseLater(
    () => Promise.allSettled([editor(), prepared()]),
    () => (state.busy.value ? undefined : state.info.value),
  );

// chooseLanguage goes to the newest bot of the reader's in a language; if there is none, a new one begins.
export async function chooseLanguage(language: Language): Promise<void> {
  if (language === "py") {
    void prepare("py");
    void practice();
  }
  const { bot, game } = state;
  const before = state.bots.value.findLast(
    (one) => one.game === game.value && one.language === language && one.linked !== true,
  );
  if (bot.value?.language === language) {
    return;
  }
  if (before !== undefined) {
    bots.select(before.id);
  } else if (bot.value === undefined || !(await bots.turn(bot.value, language))) {
    await bots.begin(language);
  }
}

// takeLink shows the bot in a link. It does not run by itself: somebody else wrote it.
async function takeLink(): Promise<void> {
  try {
    const shared = await parseLink(location.hash);
    if (shared !== undefined) {
      history.replaceState(null, "", location.pathname + location.search); // a reload shows what became of it
      await open(shared);
    }
  } catch (error) {
    state.problem.value = t("The link cannot be read: {0}", error instanceof Error ? error.message : String(error));
  }
}

async function open({ game, seed, seats, language, code }: Shared): Promise<void> {
  const info = state.site.value?.games.find(({ name }) => name === game);
  if (info === undefined) {
    throw new Error(t("this page does not have the game {0}", game));
  }
  if (language === "py" && !state.site.value?.pyodide) {
    throw new Error(t("this site has no Python"));
  }
  await chooseGame(game);
  const same = state.bots.value.find(
    (bot) => bot.game === game && bot.files.length === 1 && bot.files[0]?.text === code,
  );
  const bot = same ?? bots.add("linked", language, [{ name: `bot.${bots.extensions[language]}`, text: code }], true);
  batch(() => {
    bots.select(bot.id);
    state.pane.value = "code";
    state.seed.value = seed;
    state.seats.value = state.seats.value.map((_, seat): Sitter => {
      const name = seats[seat] ?? "null";
      if (name === human) {
        return { kind: "person" };
      }
      if (isOfSite(name)) {
        return { kind: "site", name };
      }
      return name === "me" || !info.bots.includes(name) ? ownOr(name, bot.id) : { kind: "arena", name };
    });
    const line = firstUnseen(code);
    const lacks = seats.find((name) => ![...info.bots, human, "me"].includes(name) && !isOfSite(name));
    const came =
      line === undefined
        ? t("This bot came with a link. Look at it, and press Run to let it play.")
        : t("This bot came with a link. In line {0} is what nobody sees, and may hide code: it is marked.", line);
    state.notice.value =
      lacks === undefined ? came : `${came} ${t("This site has no bot {0}: null plays in its place.", lacks)}`;
  });
  if (language === "py") {
    void prepare("py");
  }
}

const ownOr = (name: string, bot: string): Sitter =>
  name === "me" ? { kind: "own", bot } : { kind: "arena", name: "null" };

// showReplay shows a match of a series. Another worker reads it, so that the last match stays where it is.
export async function showReplay(replay: Uint8Array<ArrayBuffer>): Promise<void> {
  const referee = new Referee();
  try {
    await view.show(new TextDecoder().decode(await referee.read(replay)));
    batch(() => {
      state.board.value = "shown";
      state.pane.value = "match";
    });
  } finally {
    referee.stop();
  }
}
