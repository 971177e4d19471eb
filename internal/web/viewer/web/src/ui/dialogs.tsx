// What is shown in a window of its own.

import type { ComponentChildren, JSX } from "preact";
import { help } from "./help";
import { All } from "./all";
import { Legend } from "./legend";
import { Matches } from "./list";
import { More } from "./more";
import { Button, Name } from "./parts";
import { WhatIf } from "./question";
import { Share } from "./share";
import * as state from "./state";
import type { View } from "./state";
import { table } from "./table";
import { choose, names, offered, said, t, tongue } from "./tongues";

export function Dialogs({ view }: { view: View | undefined }): JSX.Element | null {
  switch (state.dialog.value) {
    case "help":
      return (
        <Window title="Keys">
          <Language />
          <Keys />
        </Window>
      );
    case "more":
      return (
        <Window title="More">
          <More />
        </Window>
      );
    case "legend":
      return <Window title="Legend">{view && <Legend view={view} />}</Window>;
    case "about":
      return <Window title="About the match">{view && <About view={view} />}</Window>;
    case "table":
      return <Window title="The board as a table">{table.value}</Window>;
    case "all":
      return <Window title="Everything that happened">{view && <All view={view} />}</Window>;
    case "matches":
      return (
        <Window title="Matches">
          <Matches />
        </Window>
      );
    case "share":
      return <Window title="Share">{view && <Share view={view} />}</Window>;
    case "whatIf":
      return <Window title="What if?">{view && <WhatIf view={view} />}</Window>;
    case "none":
      return null;
  }
}

// close closes the window of an event at once: the browser tells of a window that it has closed
// itself only later, and until then keys are taken for those of the window. What had the focus
// before gets it back.
function close({ currentTarget }: { currentTarget: Element }): void {
  if (!currentTarget.isConnected) {
    return; // it is told late, of a window that is gone
  }
  currentTarget.closest("dialog")?.close();
  state.dialog.value = "none";
}

function show(dialog: HTMLDialogElement | null): void {
  if (dialog?.open === false) {
    dialog.showModal();
  }
}

function Window({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  return (
    <dialog
      ref={show}
      aria-labelledby="title-dialog"
      onCancel={close}
      onClose={close}
      onClick={(event) => {
        if (event.target === event.currentTarget) {
          close(event); // a click beside the window
        }
      }}
    >
      <div class="window">
        <header>
          <h2 id="title-dialog">{t(title)}</h2>
          <Button icon="close" label="Close" keys="Esc" onClick={close} />
        </header>
        <div class="scroll" tabIndex={0} role="group" aria-labelledby="title-dialog">
          {children}
        </div>
      </div>
    </dialog>
  );
}

// Language is the choice of a language, if this page has several.
function Language(): JSX.Element | null {
  const all = offered();
  if (all.length === 1) {
    return null;
  }
  return (
    <label class="language">
      {t("Language")}{" "}
      <select value={tongue.value} onChange={(event) => choose(event.currentTarget.value)}>
        {all.map((name) => (
          <option key={name} value={name} lang={name}>
            {names[name]}
          </option>
        ))}
      </select>
    </label>
  );
}

function Keys(): JSX.Element {
  return (
    <div class="keys">
      {help.map(([name, keys]) => (
        <section key={name}>
          <h3>{t(name)}</h3>
          <dl>
            {keys.map(([key, does]) => (
              <div key={key}>
                <dt>
                  {key.split(" ").map((one) => (
                    <kbd key={one}>{one}</kbd>
                  ))}
                </dt>
                <dd>{t(does)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function About({ view }: { view: View }): JSX.Element {
  const { data, playback } = view;
  return (
    <>
      <dl class="facts">
        <dt>{t("game")}</dt>
        <dd>{data.title}</dd>
        <dt>{t("seed")}</dt>
        <dd>{data.seed}</dd>
        <dt>{t("board")}</dt>
        <dd>{t("{0} × {1} cells", data.legend.rows, data.legend.cols)}</dd>
        <dt>{t("rounds")}</dt>
        <dd>{playback.last === data.rounds ? data.rounds : t("{0} of {1}", playback.last, data.rounds)}</dd>
        <dt>{t("players")}</dt>
        <dd>
          {data.players.map((player, seat) => (
            <p key={seat}>
              <Name player={player} /> <small>{player.version}</small>
            </p>
          ))}
        </dd>
      </dl>
      <h3>{t("Settings")}</h3>
      {data.settings.length === 0 && <p class="hint">{t("All settings have their default values.")}</p>}
      <dl class="facts">
        {data.settings.map((setting) => (
          <div key={setting.name}>
            <dt>{setting.name}</dt>
            <dd>
              <b>{setting.value}</b> <small>{said(setting.doc)}</small>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
