// The page as a whole.

import type { JSX } from "preact";
import { account } from "./account";
import { nextTheme, openAll, openShare, openTable, showOrders } from "./actions";
import { steady } from "./again";
import { Charts } from "./charts";
import { toEnd } from "./clock";
import { Empty } from "./empty";
import { Here } from "./here";
import { name } from "./inpage";
import { RoundLog } from "./log";
import { Lead } from "./lead";
import { Button, Icon, Section } from "./parts";
import { code, heatMap, second, story } from "./later";
import { shareable } from "./linkof";
import { chosen, entries } from "./matches";
import { Newcomer } from "./newcomer";
import { openPen, Remark } from "./pen";
import { Players } from "./players";
import { toggleDirector } from "./screen";
import { camera, Stage } from "./stage";
import { Several } from "./several";
import * as state from "./state";
import type { Panel, View } from "./state";
import { Transport } from "./transport";
import { heaviest } from "./story";
import { said, t } from "./tongues";
import { Story, Ticker, Turns, Which } from "./turning";
import { isServed, openWhatIf } from "./whatif";

export function Page(): JSX.Element {
  const view = state.view.value;
  return (
    <>
      <Top view={view} />
      {view && <Lead view={view} />}
      {state.reading.value !== "" && <Reading />}
      {state.problem.value !== "" && <Problem />}
      {state.outcome.value !== "" && <Outcome />}
      {view === undefined ? (
        <div class="empty">
          <Empty />
        </div>
      ) : (
        <div class={`body ${broad(view) ? "broad" : ""}`}>
          <Stage playback={view.playback}>
            <Remark />
            <Newcomer view={view} />
            {heatMap.value?.({ view })}
          </Stage>
          <Side view={view} />
          {story.value?.Podium({ view })}
          <Transport />
        </div>
      )}
      {second.value?.({ view })}
      <p class="account" aria-live="polite">
        {account.value}
      </p>
    </>
  );
}

// broad reports whether a board is wide, which leaves less room beside it.
function broad({ data, frame }: View): boolean {
  const { rows, cols } = frame.window ?? data.legend;
  return cols > 1.2 * rows;
}

function Top({ view }: { view: View | undefined }): JSX.Element {
  return (
    <header class="top">
      {name() !== undefined && (
        <a class="button" href="#" title={t("Back to the table")} aria-label={t("Back to the table")}>
          <Icon name="back" />
        </a>
      )}
      <h1>{view?.data.title ?? t("Match")}</h1>
      <p class="caption">
        <span>{said(view?.frame.caption ?? "")}</span>
        {view && state.printing.value && <Facts view={view} />}
      </p>
      <Live />
      <Several />
      {view && <Tools />}
      <PageTools />
    </header>
  );
}

// Facts tell a paper from others.
function Facts({ view: { data, frame } }: { view: View }): JSX.Element {
  const bots = data.players.map(({ label, version }) => `${label} ${version}`.trim());
  return (
    <span>
      {t("Round {0} of {1}, seed {2}", frame.number, state.rounds.value, data.seed)}: <bdi>{bots.join(", ")}</bdi>{" "}
      <bdi>{state.remarks.value.texts[frame.number]}</bdi>
    </span>
  );
}

const PageTools = steady(() => {
  const { theme } = state;
  const themes = { system: t("as the system"), light: t("light"), dark: t("dark") };
  return (
    <div class="group" role="group" aria-label={t("Page")}>
      <Button
        icon="about"
        label="About the match"
        keys="I"
        class="spare"
        onClick={() => (state.dialog.value = "about")}
      />
      <Button icon="all" label="Everything that happened" keys="E" class="spare" onClick={openAll} />
      {isServed() && <Button icon="branch" label="What if?" keys="Q" class="spare" onClick={openWhatIf} />}
      <Button icon="share" label="Share" keys="U" onClick={openShare} />
      <Button icon="table" label="The board as a table" keys="B" class="spare" onClick={openTable} />
      <Button
        icon={theme.value}
        label={t("Colours: {0}", themes[theme.value])}
        keys="T"
        class="spare"
        onClick={nextTheme}
      />
      <Button icon="help" label="Help: keys" keys="?" class="spare" onClick={() => (state.dialog.value = "help")} />
      <Button icon="dots" label="More" class="dots" onClick={() => (state.dialog.value = "more")} />
    </div>
  );
});

const Tools = steady(() => {
  const { orders } = state;
  return (
    <div class="group tools" role="group" aria-label={t("Board")}>
      <Button
        icon="orders"
        label="Arrows for orders"
        keys="O"
        class="spare"
        pressed={orders.value === "all"}
        onClick={() => showOrders("all")}
      />
      <Button
        icon="failed"
        label="Only orders that failed"
        keys="X"
        class="spare"
        pressed={orders.value === "failed"}
        onClick={() => showOrders("failed")}
      />
      <Button
        icon="director"
        label="Director: go where it is lively"
        keys="V"
        class="spare"
        pressed={state.directed.value}
        onClick={toggleDirector}
      />
      <Button
        icon="pen"
        label="Draw and write"
        keys="Shift+M"
        class="spare"
        pressed={state.pen.value}
        onClick={openPen}
      />
      <Button icon="minus" label="Farther" keys="−" class="spare" onClick={() => camera.zoom(-1)} />
      <Button icon="plus" label="Nearer" keys="+" class="spare" onClick={() => camera.zoom(1)} />
      <Button icon="fit" label="Whole board" keys="0" onClick={() => camera.fit()} />
    </div>
  );
});

function Live(): JSX.Element | null {
  const { connection, clock } = state;
  if (connection.value === "none") {
    return null;
  }
  if (connection.value === "lost") {
    return (
      <p class="live lost" role="status">
        {t("connection lost, trying again")}
      </p>
    );
  }
  const joined = clock.value.kind === "following";
  return (
    <button type="button" class={`live ${joined ? "on" : ""}`} onClick={toEnd} title={t("Join the end (End)")}>
      {t(joined ? "live" : "join live")}
    </button>
  );
}

// Reading is said while a file is read, which takes seconds if the arena must play it again.
function Reading(): JSX.Element {
  return (
    <p class="reading" role="status">
      {t("Reading {0}…", state.reading.value)}
    </p>
  );
}

function Problem(): JSX.Element {
  return (
    <div class="problem" role="alert">
      <Icon name="warning" />
      <p>{state.problem.value}</p>
      <Button icon="close" class="small" label="Close the message" onClick={() => (state.problem.value = "")} />
    </div>
  );
}

function Outcome(): JSX.Element {
  return (
    <div class="problem outcome" role="status">
      <Icon name="branch" />
      <p>{state.outcome.value}</p>
      <Button icon="close" class="small" label="Close the message" onClick={() => (state.outcome.value = "")} />
    </div>
  );
}

// Poster tells a room what it sees, and has a code of the link, if phones can open it.
function Poster({ view: { data } }: { view: View }): JSX.Element {
  const link = shareable();
  const names = entries.value.filter(({ key }) => key === chosen.value).map(({ name }) => name);
  const lines = [...names, t("{0}, seed {1}", data.title, data.seed), ...(link === undefined ? [] : [link])];
  return (
    <footer class="poster">
      <p>
        {lines.map((line) => (
          <bdi key={line}>{line}</bdi>
        ))}
      </p>
      {link !== undefined && code.value?.({ link })}
    </footer>
  );
}

const panels = (): readonly (readonly [Panel, string])[] => [
  ["players", t("Players")],
  ["charts", t("Charts")],
  ["here", t("Here")],
  ["round", t("Round")],
  ["story", t("Story")],
];

// Side has the panels: all of them if there is room, otherwise one, with tabs.
function Side({ view }: { view: View }): JSX.Element {
  const layout = state.layout.value;
  if (state.printing.value) {
    return <PaperSide view={view} />;
  }
  if (state.big.value) {
    return (
      <aside class="side" aria-label={t("Match")}>
        <Players view={view} />
        <Ticker view={view} />
        <Poster view={view} />
      </aside>
    );
  }
  const show = {
    players: <Players view={view} />,
    charts: <Charts view={view} />,
    here: <Here view={view} />,
    round: <RoundLog view={view} />,
    story: <Story view={view} />,
  };
  if (layout === "wide") {
    return (
      <aside class="side" aria-label={t("Match")}>
        <div class="column">
          {show.players}
          {show.charts}
        </div>
        <div class="column">
          {show.here}
          {state.panel.value === "story" ? (
            <Story view={view} aside={<Which panel="story" />} />
          ) : (
            <RoundLog view={view} aside={<Which panel="round" />} />
          )}
        </div>
      </aside>
    );
  }
  const tabs = panels().slice(layout === "medium" ? 1 : 0);
  const open = tabs.find(([name]) => name === state.panel.value)?.[0] ?? tabs[0]?.[0] ?? "charts";
  return (
    <aside class="side" aria-label={t("Match")}>
      {layout === "medium" && show.players}
      <Tabs tabs={tabs} open={open} />
      <div role="tabpanel" id="tabpanel" aria-labelledby={`tab-${open}`}>
        {show[open]}
      </div>
    </aside>
  );
}

function PaperSide({ view }: { view: View }): JSX.Element {
  const points = heaviest(3); // for more, a page that lies has no room
  return (
    <aside class="side" aria-label={t("Match")}>
      <Players view={view} />
      <Charts view={view} />
      {points.length > 0 && (
        <Section id="story" title="Story">
          <Turns view={view} points={points} />
        </Section>
      )}
    </aside>
  );
}

function Tabs({ tabs, open }: { tabs: ReturnType<typeof panels>; open: Panel }): JSX.Element {
  const select = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const now = tabs.findIndex(([name]) => name === open);
    const next = by === undefined ? undefined : tabs[(now + by + tabs.length) % tabs.length];
    if (next !== undefined) {
      state.panel.value = next[0];
      document.getElementById(`tab-${next[0]}`)?.focus();
    }
  };
  return (
    <div class="tabs" role="tablist" aria-label={t("Panels")} onKeyDown={select}>
      {tabs.map(([name, title]) => (
        <button
          type="button"
          role="tab"
          key={name}
          id={`tab-${name}`}
          aria-selected={name === open}
          aria-controls="tabpanel"
          tabIndex={name === open ? 0 : -1}
          onClick={() => (state.panel.value = name)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
