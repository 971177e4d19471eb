// What the page shows before there is a match.

import type { JSX } from "preact";
import { script } from "./reader";
import * as state from "./state";
import { show } from "./wiring";

export function Empty(): JSX.Element {
  if (state.loading.value) {
    return <p>Loading the match…</p>;
  }
  if (script() === undefined) {
    return <p>Drop an exported match (.html or .json) on this page.</p>;
  }
  return (
    <p>
      <label>
        Drop a match on this page, or choose one: a replay (.arena), a record of an original program, or an exported
        match. It stays on this machine.
        <br />
        <input
          type="file"
          onChange={({ currentTarget: { files } }) => {
            if (files?.[0] !== undefined) {
              void show(files[0]);
            }
          }}
        />
      </label>
    </p>
  );
}
