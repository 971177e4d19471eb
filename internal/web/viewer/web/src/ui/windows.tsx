// What the second script shows: the orders of the person who plays, and the window that is open.

import type { JSX } from "preact";
import { Dialogs } from "./dialogs";
import { Hand } from "./handbar";
import type { View } from "./state";

export function Windows({ view }: { view: View | undefined }): JSX.Element {
  return (
    <>
      {view && <Hand view={view} />}
      <Dialogs view={view} />
    </>
  );
}
