// What a bot was told in the round that the viewer shows, and what it answered: the transcript beside the code.

import { signal } from "@preact/signals-core";
import type { JSX } from "preact";
import { t } from "../ui/tongues";
import type { Heard as Text } from "./contract";
import { printedIn } from "./printed";
import { main } from "./referees";
import * as state from "./state";

const heard = signal<{ readonly asked: string; readonly text: Text | undefined }>({ asked: "", text: undefined });
let isAsking = false; // while rounds pass, what is asked next is whatever is shown then

// learn asks the arena, which has the match that was played last.
async function learn(seat: number, round: number, asked: string): Promise<void> {
  if (isAsking) {
    return;
  }
  isAsking = true;
  let text: Text | undefined;
  try {
    text = JSON.parse(new TextDecoder().decode(await main().call("hear", { seat, round }))) as Text;
  } catch {
    text = undefined; // it was frozen, or the match is over
  }
  isAsking = false;
  heard.value = { asked, text };
}

export function Heard(): JSX.Element {
  const { result, round, watched, busy } = state;
  const { value } = result;
  if (value === undefined) {
    return <p class="hint">{t("After a run, here is the State that a bot was sent in the round on the board.")}</p>;
  }
  const asked = `${value.number} ${watched.value} ${round.value}`;
  if (heard.value.asked !== asked && !busy.value) {
    queueMicrotask(() => void learn(watched.value, round.value, asked));
  }
  const { text } = heard.value;
  const printed = printedIn(watched.value, round.value);
  return (
    <div class="heard">
      <p>
        <label>
          {t("Round {0}, as sent to", round.value)}{" "}
          <select value={watched.value} onChange={(event) => (watched.value = Number(event.currentTarget.value))}>
            {value.names.map((name, seat) => (
              <option key={seat} value={seat}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </p>
      {printed.length > 0 && (
        <>
          <h3>{t("It printed")}</h3>
          <pre>{printed.join("\n")}</pre>
          <h3>{t("State")}</h3>
        </>
      )}
      <pre>{text?.state ?? t("In this round it was asked nothing.")}</pre>
      {text !== undefined && text.answer !== "" && (
        <>
          <h3>{t("Its answer")}</h3>
          <pre>{text.answer}</pre>
        </>
      )}
    </div>
  );
}
