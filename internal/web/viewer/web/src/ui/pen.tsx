// How the reader draws and writes on the board, and what was written there.

import type { JSX } from "preact";
import { jump, pause } from "./clock";
import { Button } from "./parts";
import { mostText, toggled, undone, written } from "./remarks";
import * as state from "./state";
import { t } from "./tongues";

// openPen pauses, because a remark belongs to a round.
export function openPen(): void {
  pause();
  state.pen.value = !state.pen.value;
}

export function undo(): void {
  state.remarks.value = undone(state.remarks.value, state.round.value);
}

// begin starts a mark at a cell. Time stops, so that it belongs to what the reader sees.
export function begin(cell: number): void {
  if (cell >= 0) {
    const round = state.round.value;
    jump(round);
    state.sketch.value = { round, from: cell, to: cell };
  }
}

// drag leads the mark to another cell, and reports whether there is a mark.
export function drag(to: number): boolean {
  const { value } = state.sketch;
  if (value !== undefined) {
    state.sketch.value = { ...value, to };
  }
  return value !== undefined;
}

// finish keeps the mark, unless it leads beyond the board, and reports whether there was one.
export function finish(): boolean {
  const { value } = state.sketch;
  if (value !== undefined && value.to >= 0) {
    state.remarks.value = toggled(state.remarks.value, value);
  }
  state.sketch.value = undefined;
  return value !== undefined;
}

// On a phone the keyboard would cover what is to be drawn on.
const focus = (input: HTMLInputElement | null): void => {
  if (state.layout.peek() !== "narrow") {
    input?.focus();
  }
};

// Remark is the text of the round, and while the reader draws, where to write it.
export function Remark(): JSX.Element | null {
  const round = state.round.value;
  const text = state.remarks.value.texts[round] ?? "";
  if (!state.pen.value) {
    return text === "" ? null : (
      <p class="remark" role="note" dir="auto" tabIndex={0}>
        {text}
      </p>
    );
  }
  return (
    <form
      class="remark"
      aria-label={t("Draw and write")}
      onSubmit={(event) => {
        event.preventDefault();
        state.pen.value = false;
      }}
    >
      <input
        ref={focus}
        aria-label={t("Text of round {0}", round)}
        placeholder={t("Text; drag: arrow, tap: ring")}
        dir="auto"
        autocomplete="off"
        maxLength={mostText}
        value={text}
        onInput={({ currentTarget }) => {
          state.remarks.value = written(state.remarks.value, round, currentTarget.value);
          currentTarget.value = state.remarks.value.texts[round] ?? "";
        }}
      />
      <Button icon="reverse" label="Take back" keys="Backspace" onClick={undo} />
    </form>
  );
}
