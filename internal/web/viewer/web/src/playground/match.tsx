// The match: the viewer in a frame, and below it what came of the match.

import type { JSX } from "preact";
import { said, t } from "../ui/tongues";
import { count } from "../ui/words";
import { runSeries } from "./compare";
import { tutorialGame } from "./lessons";
import { Print } from "./printed";
import { download } from "./out";
import { beat, isPerson, run, seatOfMine } from "./run";
import { Told } from "./series";
import { Rules } from "./rules";
import { Who } from "./seats";
import { beginTutorial, Tutorial } from "./tutorial";
import { Heard } from "./heard";
import * as state from "./state";
import type { GameInfo } from "./site";
import { showReplay } from "./start";
import type { Result, Tab } from "./state";
import * as view from "./view";

const labels: Readonly<Record<Tab, () => string>> = {
  result: () => t("Result"),
  prints: () => t("Prints"),
  state: () => t("State"),
  series: () => t("Series"),
  tutorial: () => t("Tutorial"),
  rules: () => t("Rules"),
};

// tabsOf are those of the game: not each game tells its rules, nor has each site the game of the tutorial.
const tabsOf = (game: GameInfo | undefined): readonly Tab[] =>
  (Object.keys(labels) as Tab[]).filter(
    (tab) => (tab !== "rules" || game?.rules !== undefined) && (tab !== "tutorial" || hasTutorial()),
  );

const hasTutorial = (): boolean => state.site.value?.games.some(({ name }) => name === tutorialGame) === true;

const ofRun: readonly Tab[] = ["result", "prints", "state"];

// chosen is the tab that is shown.
const chosen = (): Tab => (tabsOf(state.info.value).includes(state.tab.value) ? state.tab.value : "result");

// byHand reports whether the reader plays, who needs the room for the board.
const byHand = (): boolean => state.busy.value && state.board.value === "playing" && state.seats.value.some(isPerson);

export function Match(): JSX.Element {
  const { value: board } = state.board;
  const isThere = board !== "none";
  const isOld = state.result.value !== undefined && state.isOld.value;
  const shown = chosen();
  return (
    <section class={`match${byHand() ? " by-hand" : ""}`} aria-label={t("Match")}>
      <div class={`viewer${board === "old" ? " old" : ""}`}>
        <iframe
          src="index.html#embed"
          title={t("The match on the board")}
          class={isThere ? "" : "empty"}
          tabIndex={isThere ? 0 : -1}
          onLoad={({ currentTarget }) => view.attach(currentTarget)}
        />
        {!isThere && <Intro />}
        {board === "old" && <p class="hint">{t("Of the run before")}</p>}
      </div>
      <div class="tabs" role="tablist" aria-label={t("About the match")} onKeyDown={move}>
        {tabsOf(state.info.value).map((tab) => (
          <button
            type="button"
            role="tab"
            key={tab}
            id={`tab-${tab}`}
            aria-selected={shown === tab}
            aria-controls="told"
            tabIndex={shown === tab ? 0 : -1}
            onClick={() => (state.tab.value = tab)}
          >
            {labels[tab]()}
          </button>
        ))}
      </div>
      <div class="told" id="told" role="tabpanel" aria-labelledby={`tab-${shown}`} tabIndex={0}>
        {isOld && ofRun.includes(shown) && <p class="hint">{t("Of the run before")}</p>}
        <About />
      </div>
      <Announced />
    </section>
  );
}

// move goes from tab to tab, as the arrow keys do everywhere.
function move(event: KeyboardEvent): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step !== undefined) {
    const tabs = tabsOf(state.info.value);
    const next = tabs[(tabs.indexOf(chosen()) + step + tabs.length) % tabs.length] as Tab;
    state.tab.value = next;
    document.getElementById(`tab-${next}`)?.focus();
  }
}

function Intro(): JSX.Element {
  return (
    <div class="intro">
      <p>
        {t(
          "Write a bot in JavaScript or Python, press Run, and see it play: the arena is in this page, and nothing that you write leaves your computer.",
        )}
      </p>
      <p>{said(state.info.value?.summary ?? "")}</p>
      <Who />
      <p>
        {hasTutorial() && (
          <button type="button" class="plain" onClick={beginTutorial}>
            {t("Begin the tutorial: six steps to a bot that beats demo")}
          </button>
        )}
        {state.info.value?.rules !== undefined && (
          <button type="button" class="plain" onClick={() => (state.tab.value = "rules")}>
            {t("Read the rules")}
          </button>
        )}
      </p>
    </div>
  );
}

function About(): JSX.Element | null {
  switch (chosen()) {
    case "prints":
      return <Print />;
    case "state":
      return <Heard />;
    case "series":
      return <Told />;
    case "tutorial":
      return <Tutorial />;
    case "rules":
      return <Rules />;
    case "result":
      return <Outcome />;
  }
}

const named = ({ names }: Result, seat: number): string => names[seat] ?? "";

// summary says in words how a match ended, for who can't see the table.
function summary(result: Result): string {
  const { scores, places, round } = result.match.asked;
  const order = names(places ?? scores.map(() => 0));
  const list = order.map((seat) => `${placed(places, seat)}${named(result, seat)} ${scores?.[seat] ?? 0}`);
  const ended = t(
    result.match.asked.over ? "The match is over after {0}." : "Stopped after {0}.",
    count(round, "round"),
  );
  return `${ended} ${list.join(", ")}.`;
}

// A match that was stopped has no places.
const placed = (places: readonly number[] | undefined, seat: number): string =>
  places === undefined ? "" : `${places[seat]}. `;

const names = (places: readonly number[]): number[] =>
  places.map((_, seat) => seat).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));

function Outcome(): JSX.Element {
  const { value } = state.result;
  if (value === undefined) {
    return <p class="hint">{t("After a run, here is who won.")}</p>;
  }
  const { places, scores, verdicts } = value.match.asked;
  const isOld = state.isOld.value;
  return (
    <>
      <table class={isOld ? "hint" : ""}>
        <thead>
          <tr>
            <th scope="col">{t("Place")}</th>
            <th scope="col">{t("Player")}</th>
            <th scope="col">{t("Score")}</th>
            <th scope="col">{t("Longest round")}</th>
          </tr>
        </thead>
        <tbody>
          {names(places ?? scores.map(() => 0)).map((seat) => (
            <tr key={seat} class={/arena|site/.test(value.seats[seat]?.kind ?? "") ? "" : "own"}>
              <td>{places?.[seat]}</td>
              <td>
                <bdi>{named(value, seat)}</bdi>
              </td>
              <td>{scores?.[seat]}</td>
              <td>{longest(value, seat)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {verdicts?.map(({ seat, round, detail }) => (
        <p key={seat} class={isOld ? "hint" : "verdict"}>
          <button type="button" class="link" onClick={() => void view.goTo(round)}>
            {t("Round {0}", round)}
          </button>
          {`: ${named(value, seat)} ${said(detail)}, ${t("and is frozen from then on.")}`}
        </p>
      ))}
      {!isOld && <Beaten result={value} />}
      {!isOld && <Luck result={value} />}
      {!isOld && <Slow result={value} />}
      {!isOld && <WhatIf />}
      {!isOld && <Beat result={value} />}
      {state.taken.value.map(({ from, replay }, i) => (
        <p key={i}>
          {t("You took round {0} back.", from)}{" "}
          <button type="button" class="link" disabled={state.busy.value} onClick={() => void showReplay(replay)}>
            {t("Show the match before that")}
          </button>{" "}
          <button type="button" class="link" onClick={() => download(nameOfTaken(value, i), replay)}>
            {t("Download it")}
          </button>
        </p>
      ))}
    </>
  );
}

const nameOfTaken = ({ game, seed }: Result, i: number): string => `${game}-${seed}-${i + 1}.arena`;

// Beat offers to let a bot do better than the reader did.
function Beat({ result: { match, seats } }: { result: Result }): JSX.Element | null {
  const { bot, busy } = state;
  return !match.asked.over || !seats.some(isPerson) || bot.value === undefined ? null : (
    <p>
      <button type="button" class="plain" disabled={busy.value} onClick={() => void beat()}>
        {t("Beat what I did: the bot {0} plays in my seat", bot.value.name)}
      </button>
    </p>
  );
}

// Beaten says whether a bot did better than the reader.
function Beaten({ result }: { result: Result }): JSX.Element | null {
  const { value: was } = state.mine;
  const seat = seatOfMine(result);
  if (was === undefined || seat < 0) {
    return null;
  }
  const { scores } = result.match.asked;
  const [name, score] = [named(result, seat), scores[seat] ?? 0];
  const words =
    score > was.score
      ? t("{0} has beaten what you did: {1} points, and you had {2}.", name, score, was.score)
      : t("{0} has not beaten what you did: {1} points, and you had {2}.", name, score, was.score);
  return <p class={score > was.score ? "" : "hint"}>{words}</p>;
}

// Luck warns of a win that may be one.
function Luck({ result: { match, seats } }: { result: Result }): JSX.Element | null {
  const places = match.asked.places ?? [];
  const first = seats.filter((_, seat) => places[seat] === 1);
  return first.length !== 1 || first[0]?.kind !== "own" ? null : (
    <p class="hint">
      {t("One match proves nothing.")}{" "}
      <button type="button" class="link" disabled={state.busy.value} onClick={() => void runSeries()}>
        {t("Play ten seeds")}
      </button>
    </p>
  );
}

const roundsOf = ({ match }: Result, seat: number): readonly number[] =>
  (match.turns[seat] ?? []).slice(1).map(({ milliseconds }) => milliseconds);

function longest(result: Result, seat: number): string {
  const all = roundsOf(result, seat);
  return all.length === 0 ? "" : `${Math.max(...all).toFixed(1)} ms`;
}

const allowed = 50; // milliseconds of CPU time that the arena gives a bot in a round

// Slow warns of what the page allows, and the arena does not.
function Slow({ result }: { result: Result }): JSX.Element | null {
  const slow = result.seats
    .map(({ kind }, seat) => (kind === "own" ? roundsOf(result, seat).filter((time) => time > allowed).length : 0))
    .reduce((sum, many) => sum + many, 0);
  return slow === 0 ? null : (
    <p class="hint">
      {t("In {0} a bot of yours took more than the {1} ms that the arena allows.", count(slow, "round"), allowed)}
    </p>
  );
}

function WhatIf(): JSX.Element | null {
  const { round, result, busy } = state;
  const { round: last } = result.value?.match.asked ?? { round: 0 };
  return round.value === 0 || round.value >= last ? null : (
    <p>
      <button type="button" class="plain" disabled={busy.value} onClick={() => void run(round.value)}>
        {t("What if, from round {0} on, the bots above play?", round.value)}
      </button>
    </p>
  );
}

// Announced tells a reader of the page how the match ended.
function Announced(): JSX.Element {
  const { result, isOld } = state;
  const { value } = result;
  return (
    <p class="unseen" aria-live="polite">
      {value === undefined || isOld.value ? "" : summary(value)}
    </p>
  );
}
