// Shows another match instead of the one that is shown.

import { jump } from "./clock";
import { listener } from "./listener";
import { chosen, type Entry, entryOf, neighbour, offer, openList } from "./matches";
import { noRemarks, type Remarks } from "./remarks";
import { open, read } from "./source";
import * as state from "./state";
import { t } from "./tongues";

// tell shows the reader what went wrong.
export function tell(what: string, error: unknown): void {
  state.loading.value = false;
  state.problem.value = `${what}: ${error instanceof Error ? error.message : String(error)}`;
}

// What was drawn on other matches, by their keys.
const drawn = new Map<string, Remarks>();

// choose shows a match, and says so while that takes time. If it is of the list, and began as the one
// before, the round stays, so that both can be compared.
export async function choose({ key, name, read }: Entry): Promise<void> {
  if (state.reading.value === "") {
    drawn.set(chosen.value, state.remarks.value);
  }
  state.dialog.value = "none";
  state.reading.value = name;
  state.problem.value = "";
  state.outcome.value = "";
  chosen.value = key;
  const { data } = state.playback.value ?? {};
  const round = state.round.value;
  try {
    if (!(await open(read, listener))) {
      return; // another match has taken its place
    }
    const now = state.playback.value?.data;
    if (key !== "given" && now?.title === data?.title && now?.seed === data?.seed) {
      jump(round);
    }
    state.remarks.value = (key === "given" ? undefined : drawn.get(key)) ?? noRemarks;
  } catch (error) {
    tell(t("{0} cannot be shown", name), error);
  }
  state.reading.value = "";
}

// goOn shows the next match, or the previous one.
export function goOn(by: 1 | -1): void {
  const entry = neighbour(by);
  if (entry !== undefined) {
    void choose(entry);
  }
}

// take shows the file that somebody gave to the page, or lists them if there are several.
export function take(files: FileList): void {
  const [file, ...others] = files;
  if (file !== undefined && others.length === 0) {
    void choose(entryOf("given", file.name, (signal) => read(file, signal)));
  } else if (file !== undefined) {
    offer([...files]);
    openList();
  }
}
