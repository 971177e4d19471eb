// What the second script shows: the orders of the person who plays, and the window that is open.

import type { JSX } from "preact";
import { Dialogs } from "./dialogs";
import { byHand } from "./later";
import type { View } from "./state";

export function Windows({ view }: { view: View | undefined }): JSX.Element {
  const Hand = byHand.value?.Hand;
  return (
    <>
      {Hand && <Hand view={view} />}
      <Dialogs view={view} />
    </>
  );
}
