// What the page shows before there is a match.

import type { JSX } from "preact";
import { script } from "./inpage";
import { welcome } from "./later";
import * as state from "./state";
import { t } from "./tongues";
import { take } from "./showing";

export function Empty(): JSX.Element {
  if (state.loading.value) {
    return <p>{t("Loading the match…")}</p>;
  }
  if (script() === undefined) {
    return <p>{t("Drop an exported match (.html or .json) on this page.")}</p>;
  }
  return (
    <div class="welcome">
      {welcome.value?.()}
      <label>
        {t(
          "Drop matches on this page, or choose some: a replay (.arena), a record of an original program, or an exported match. They stay on this machine.",
        )}
        <input
          type="file"
          multiple
          onChange={({ currentTarget: { files } }) => {
            if (files !== null) {
              take(files);
            }
          }}
        />
      </label>
    </div>
  );
}
