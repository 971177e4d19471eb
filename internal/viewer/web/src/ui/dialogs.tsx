// What is shown in a window of its own.

import { computed } from "@preact/signals-core";
import type { ComponentChildren, JSX } from "preact";
import { cellWords, unitWords } from "./here";
import { help } from "./keys";
import { Button, Name } from "./parts";
import * as state from "./state";
import type { View } from "./state";
import { cellName } from "./words";

export function Dialogs({ view }: { view: View | undefined }): JSX.Element | null {
  switch (state.dialog.value) {
    case "help":
      return (
        <Window title="Keys">
          <Keys />
        </Window>
      );
    case "about":
      return <Window title="About the match">{view && <About view={view} />}</Window>;
    case "table":
      return <Window title="The board as a table">{table.value}</Window>;
    case "none":
      return null;
  }
}

const close = (): void => {
  state.dialog.value = "none";
};

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
      onClose={close}
      onClick={(event) => {
        if (event.target === event.currentTarget) {
          close(); // a click beside the window
        }
      }}
    >
      <div class="window">
        <header>
          <h2 id="title-dialog">{title}</h2>
          <Button icon="close" label="Close" keys="Esc" onClick={close} />
        </header>
        <div class="scroll" tabIndex={0} role="group" aria-labelledby="title-dialog">
          {children}
        </div>
      </div>
    </dialog>
  );
}

function Keys(): JSX.Element {
  return (
    <div class="keys">
      {help.map(([name, keys]) => (
        <section key={name}>
          <h3>{name}</h3>
          <dl>
            {keys.map(([key, does]) => (
              <div key={key}>
                <dt>
                  {key.split(" ").map((one) => (
                    <kbd key={one}>{one}</kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
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
        <dt>game</dt>
        <dd>{data.title}</dd>
        <dt>seed</dt>
        <dd>{data.seed}</dd>
        <dt>board</dt>
        <dd>
          {data.legend.rows} × {data.legend.cols} cells
        </dd>
        <dt>rounds</dt>
        <dd>{playback.last === data.rounds ? data.rounds : `${playback.last} of ${data.rounds}`}</dd>
        <dt>players</dt>
        <dd>
          {data.players.map((player, seat) => (
            <p key={seat}>
              <Name player={player} /> <small>{player.version}</small>
            </p>
          ))}
        </dd>
      </dl>
      <h3>Settings</h3>
      {data.settings.length === 0 && <p class="hint">All settings have their default values.</p>}
      <dl class="facts">
        {data.settings.map((setting) => (
          <div key={setting.name}>
            <dt>{setting.name}</dt>
            <dd>
              <b>{setting.value}</b> <small>{setting.doc}</small>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

// table is made only when it is shown and the frame changes, because it may be large.
const table = computed(() => state.view.value && <Table view={state.view.value} />);

// Table is the part of the board that is in play, in words.
function Table({ view }: { view: View }): JSX.Element {
  const { frame, data } = view;
  const { rows, cols } = data.legend;
  const part = frame.window ?? { row: 0, col: 0, rows, cols };
  const units = new Map<number, string[]>();
  for (let i = 0; i < frame.units.count; i++) {
    const cell = frame.units.cell[i] ?? -1;
    units.set(cell, [...(units.get(cell) ?? []), unitWords(view, frame.units.id[i] ?? -1)]);
  }
  const across = Array.from({ length: part.cols }, (_, i) => (part.col + i) % cols);
  const down = Array.from({ length: part.rows }, (_, i) => (part.row + i) % rows);
  return (
    <table class="board">
      <caption>
        {data.title}, round {frame.number}. {frame.caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">row</th>
          {across.map((col) => (
            <th key={col} scope="col">
              {col}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {down.map((row) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            {across.map((col) => {
              const cell = row * cols + col;
              const there = units.get(cell);
              return (
                <td key={col} title={cellName(data.legend, cell)}>
                  {cellWords(view, cell)}
                  {there && <b>{there.join("; ")}</b>}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
