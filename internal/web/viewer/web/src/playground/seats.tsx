// Who plays: a seat for each.

import type { JSX } from "preact";
import { t } from "../ui/tongues";
import { nameOf, sit, swap } from "./bots";
import { opponent } from "./opponents";
import * as state from "./state";
import type { Clock, Sitter } from "./state";

// A sitter as the value of an option, and back.
const format = (one: Sitter): string =>
  one.kind === "person"
    ? one.kind
    : one.kind !== "own"
      ? `${one.kind} ${one.name}`
      : `own ${one.bot}${one.version === undefined ? "" : ` ${one.version}`}`;

function parse(text: string): Sitter {
  const [kind, name = "", version] = text.split(" ");
  if (kind === "person") {
    return { kind };
  }
  if (kind === "arena" || kind === "site") {
    return { kind, name };
  }
  return { kind: "own", bot: name, ...(version !== undefined && { version: Number(version) }) };
}

// when names a version by its time, and by its day if that was another one.
export function when(at: number): string {
  const date = new Date(at);
  const time = date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
  return date.toDateString() === new Date().toDateString() ? time : `${date.toLocaleDateString()} ${time}`;
}

function Options(): JSX.Element {
  const own = state.bots.value.filter(({ game }) => game === state.game.value);
  const { opponents = [] } = state.site.value ?? {};
  return (
    <>
      <optgroup label={t("Your bots")}>
        {own.map(({ id, name }) => (
          <option key={id} value={format({ kind: "own", bot: id })}>
            {name}
          </option>
        ))}
      </optgroup>
      <optgroup label={t("A person")}>
        <option value="person">{t("me, by hand")}</option>
      </optgroup>
      <optgroup label={t("Bots of the arena")}>
        {state.info.value?.bots.map((name) => (
          <option key={name} value={format({ kind: "arena", name })}>
            {name}
          </option>
        ))}
      </optgroup>
      {opponents.length > 0 && (
        <optgroup label={t("Bots of this site")}>
          {opponents.map(({ name }) => (
            <option key={name} value={format({ kind: "site", name })}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
      {own
        .filter(({ versions }) => versions.length > 0)
        .map(({ id, name, versions }) => (
          <optgroup key={id} label={t("{0}, as it was", name)}>
            {versions.map(({ at }) => (
              <option key={at} value={format({ kind: "own", bot: id, version: at })}>
                {`${name} ${when(at)}`}
              </option>
            ))}
          </optgroup>
        ))}
    </>
  );
}

const known: Readonly<Record<string, () => string>> = {
  demo: () => t("comes with the arena, and is simple"),
  dummy: () => t("comes with the arena, and is the strongest of its bots"),
  null: () => t("does nothing"),
  search: () => t("comes with the arena, and tries what would come of its moves"),
};

// isWho says in a line who somebody is.
function isWho(one: Sitter): string {
  switch (one.kind) {
    case "own":
      return t("your bot, whose code you write");
    case "person":
      return t("you, who give the orders on the board");
    case "site":
      return t("comes with this site");
    case "arena":
      return known[one.name]?.() ?? "";
  }
}

// Who says it of all that have a seat.
export function Who(): JSX.Element {
  const all = new Map(state.seats.value.map((one) => [nameOf(one), isWho(one)]));
  return (
    <dl class="who">
      {[...all].map(([name, who]) => (
        <>
          <dt>
            <bdi>{name}</bdi>
          </dt>
          <dd>{who}</dd>
        </>
      ))}
    </dl>
  );
}

const clocks: Readonly<Record<Clock, () => string>> = {
  none: () => t("as long as I like"),
  "10": () => t("{0} s a round", 10),
  "30": () => t("{0} s a round", 30),
  bot: () => t("what a bot has"),
};

// Time chooses how long the reader has, who plays.
function Time(): JSX.Element {
  const { clock, busy } = state;
  return (
    <span class="field">
      <label for="clock">{t("My time")}</label>
      <select
        id="clock"
        value={clock.value}
        disabled={busy.value}
        onChange={(event) => (clock.value = event.currentTarget.value as Clock)}
      >
        {Object.entries(clocks).map(([name, said]) => (
          <option key={name} value={name}>
            {said()}
          </option>
        ))}
      </select>
    </span>
  );
}

// choose gives somebody a seat. A bot of the site is fetched now, so that it can play without a network.
function choose(seat: number, who: Sitter): void {
  sit(seat, who);
  if (who.kind === "site") {
    state.problem.value = "";
    opponent(who.name).catch((error: unknown) => (state.problem.value = said(error)));
  }
}

const said = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function Seats(): JSX.Element {
  return (
    <section class="seats" aria-label={t("Who plays")}>
      {state.seats.value.map((one, seat) => (
        <span key={seat} class="field">
          <label for={`seat${seat}`}>{t("Seat {0}", seat)}</label>
          <select
            id={`seat${seat}`}
            title={isWho(one)}
            value={format(one)}
            disabled={state.busy.value}
            onChange={(event) => choose(seat, parse(event.currentTarget.value))}
          >
            <Options />
          </select>
        </span>
      ))}
      {state.seats.value.some(({ kind }) => kind === "person") && <Time />}
      <button
        type="button"
        class="plain"
        title={t("Everybody moves to the next seat.")}
        disabled={state.busy.value}
        onClick={swap}
      >
        {t("Swap seats")}
      </button>
    </section>
  );
}
