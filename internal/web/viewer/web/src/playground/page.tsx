// The play page: what is played at the top, the code on the left, the match on the right.

import { signal } from "@preact/signals-core";
import type { JSX } from "preact";
import { t } from "../ui/tongues";
import { count } from "../ui/words";
import { Code } from "./code";
import { runSeries } from "./compare";
import { Match } from "./match";
import { run, stop } from "./run";
import { Seats } from "./seats";
import { isSeed } from "./share";
import { chooseGame } from "./start";
import * as state from "./state";

const isOpen = signal(false); // whether a telephone shows how the match is set up

function Top(): JSX.Element {
  const { site, game } = state;
  return (
    <header class={`top${isOpen.value ? " open" : ""}`}>
      <h1>{t("Playground")}</h1>
      <a class="link" href="index.html">
        {t("Matches")}
      </a>
      <select
        aria-label={t("Game")}
        value={game.value}
        onChange={(event) => void chooseGame(event.currentTarget.value)}
      >
        {site.value?.games.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="plain opens"
        aria-expanded={isOpen.value}
        aria-controls="setup"
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        {t("Seats and seed")}
      </button>
      <Run />
      <div class="setup" id="setup">
        <Seed />
        <Seats />
        <Explained />
      </div>
    </header>
  );
}

const explained: Readonly<Record<"seed" | "ten" | "swap", () => string>> = {
  seed: () => t("The number from which all chance is drawn: the same seed and the same bots play the same match."),
  ten: () =>
    t(
      "Plays 20 matches, two with each of ten seeds, and says whether your bot is better than the one in the next seat.",
    ),
  swap: () => t("Everybody moves to the next seat."),
};

function Seed(): JSX.Element {
  const take = ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
    if (isSeed(currentTarget.value)) {
      state.seed.value = currentTarget.value;
    }
    currentTarget.setAttribute("aria-invalid", String(!isSeed(currentTarget.value)));
  };
  const other = (): void => {
    state.seed.value = `${(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 10000}`;
  };
  const unready = state.busy.value || state.info.value === undefined;
  return (
    <span class="field">
      <label for="seed" title={explained.seed()}>
        {t("Seed")}
      </label>
      <input
        id="seed"
        inputMode="numeric"
        size={6}
        maxLength={20}
        title={explained.seed()}
        value={state.seed.value}
        onInput={take}
      />
      <button type="button" class="plain" onClick={other}>
        {t("Other seed")}
      </button>
      <button type="button" class="plain" title={explained.ten()} disabled={unready} onClick={() => void runSeries()}>
        {t("Ten seeds")}
      </button>
    </span>
  );
}

// Explained says what is a title elsewhere, where there is no pointer that could rest.
function Explained(): JSX.Element {
  return (
    <dl class="explained hint">
      <dt>{t("Seed")}</dt>
      <dd>{explained.seed()}</dd>
      <dt>{t("Ten seeds")}</dt>
      <dd>{explained.ten()}</dd>
      <dt>{t("Swap seats")}</dt>
      <dd>{explained.swap()}</dd>
    </dl>
  );
}

// Run begins a match and ends it: one button, so that the keyboard's focus stays.
function Run(): JSX.Element {
  const { busy } = state;
  const press = (): void => {
    isOpen.value = false;
    void (busy.value ? stop() : run());
  };
  return (
    <button
      type="button"
      class="run"
      disabled={state.info.value === undefined}
      title={busy.value ? undefined : "Ctrl+Enter"}
      onClick={press}
    >
      {busy.value ? t("Stop") : t("Run")}
    </button>
  );
}

// Said is what the page says: what it does, and what the reader must know.
function Said(): JSX.Element {
  const { problem, notice, work, python } = state;
  const { value } = work;
  const doing =
    value.kind === "starting"
      ? python.value === "loading"
        ? t("Loading Python, once…")
        : value.what
      : value.kind === "playing"
        ? value.of > 1
          ? t("Match {0} of {1}…", value.match, value.of)
          : t("Playing, round {0}…", value.round)
        : python.value === "loading"
          ? t("Loading Python, once…")
          : "";
  return (
    <div class="said">
      <p role="alert">{problem.value}</p>
      <p role="status">{notice.value || doing}</p>
    </div>
  );
}

// Panes chooses what is seen where there is no room for both.
function Panes(): JSX.Element {
  const { pane } = state;
  return (
    <nav class="choose" aria-label={t("Parts of the page")}>
      <button type="button" aria-pressed={pane.value === "code"} onClick={() => (pane.value = "code")}>
        {t("Code")}
      </button>
      <button type="button" aria-pressed={pane.value === "match"} onClick={() => (pane.value = "match")}>
        {t("Match")}
        {state.result.value === undefined ? "" : ` (${count(state.result.value.match.asked.round, "round")})`}
      </button>
    </nav>
  );
}

export function Page(): JSX.Element {
  return (
    <>
      <Top />
      <Said />
      <Panes />
      <main class={`panes ${state.pane.value}`} aria-label={t("Code and match")}>
        <Code />
        <Match />
      </main>
    </>
  );
}
