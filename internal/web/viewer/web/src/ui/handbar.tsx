// What a person who plays sees below the board: whose orders are given, which, and how they are sent.

import type { ComponentChildren, JSX } from "preact";
import { jump, toEnd } from "./clock";
import {
  away,
  before,
  boxing,
  draft,
  give,
  hasUnits,
  leave,
  left,
  next,
  refused,
  repeat,
  seat,
  type Seat,
  send,
  setClock,
  takeBack,
  toggleBox,
  told,
  turn,
} from "./hand";
import { kindName } from "./here";
import { Button, Icon, type IconName, Name } from "./parts";
import type { Clock as Limit } from "../model/data";
import { indexOf } from "../model/units";
import * as state from "./state";
import type { View } from "./state";
import { said, t } from "./tongues";
import { count } from "./words";

// The first style sheet has no room for what few see.
const style = `
.hand { display: flex; flex: none; flex-wrap: wrap; gap: 6px 10px; align-items: center; max-height: 40vh; overflow: auto;
  padding: 8px 16px; border-top: 1px solid var(--line); background: var(--panel); }
.hand > p { min-width: 0; }
.hand .rest { flex: auto; }
.hand [role="timer"] { font-variant-numeric: tabular-nums; }
.hand .hurry { color: var(--bad); font-weight: 600; }
.hand .acts { display: flex; flex-wrap: wrap; gap: 4px; }
.hand .acts button { display: flex; align-items: center; gap: 2px; padding: 3px 8px 3px 4px; border-radius: 8px; }
.hand .acts button:hover, .hand .acts [aria-pressed="true"] { background: var(--raised); }
.hand .acts [aria-pressed="true"] { box-shadow: inset 0 0 0 1px var(--strong); }
.hand select { padding: 3px 4px; border: 1px solid var(--strong); border-radius: 8px; background: var(--panel); }
.hand button:disabled { opacity: 0.5; cursor: default; }
.hand code { overflow-wrap: anywhere; }
.hand .words { display: flex; flex-wrap: wrap; gap: 4px; }
.hand .words button { padding: 3px 10px; border: 1px solid var(--strong); border-radius: 99px; }
.hand .words button[aria-pressed="true"] { background: var(--text); color: var(--panel); }
.hand .send { padding: 6px 20px; border-radius: 99px; background: var(--text); color: var(--panel); font-weight: 600; }
.hand .refused { flex-basis: 100%; color: var(--bad); white-space: pre-wrap; overflow-wrap: anywhere; }
.lasso { position: fixed; z-index: 2; border: 2px dashed var(--text); pointer-events: none; }
@media (pointer: coarse) { .hand :is(button, select) { min-height: 44px; min-width: 44px; text-align: center; } }
@media (max-width: 859.9px) and (min-height: 560.1px), (max-width: 559.9px) {
  .hand { gap: 4px; padding: 6px 10px; }
  .hand .rest { flex-basis: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .hand > [role="status"] { flex: auto; order: -2; }
  .hand :is([role="timer"], .send) { order: -1; }
  html:not(.embed) #app:has(> .hand) .body { grid-template-rows: minmax(0, 1fr) auto minmax(0, 22%); }
}
`;
const sheet = new CSSStyleSheet();
sheet.replaceSync(style);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

export function Hand({ view }: { view: View | undefined }): JSX.Element | null {
  const { value: now } = seat;
  if (view === undefined || now === undefined || state.big.value || state.printing.value) {
    return null;
  }
  const you = <Name player={view.data.players[now.seat]} />;
  if (state.complete.value && now.bot === undefined) {
    return now.give !== undefined ? null : (
      <Bar>
        <p>
          {you} {t("To let a bot try the same, type:")} <code>{now.again}</code>
        </p>
        <Back now={now} />
      </Bar>
    );
  }
  return (
    <Bar>
      <p role="status">
        {you} {statusOf(now)}
      </p>
      {left.value !== undefined && (turn.value || away.value) && <Clock seconds={left.value} />}
      {turn.value ? <Orders view={view} now={now} /> : away.value && <Away now={now} />}
      {refused.value !== "" && (
        <p class="refused" role="alert">
          {refused.value}
        </p>
      )}
    </Bar>
  );
}

// stay keeps the focus where it is when a button is pressed by a pointer: then Enter sends, whatever was pressed before.
function stay(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest("button") !== null) {
    event.preventDefault();
  }
}

function Bar({ children }: { children: ComponentChildren }): JSX.Element {
  return (
    <section class="hand" aria-label={t("Your orders")} onMouseDown={stay}>
      {children}
    </section>
  );
}

// Clock is no part of the status, which would be said each second.
const Clock = ({ seconds }: { seconds: number }): JSX.Element => (
  <p role="timer" class={seconds < hurry ? "hurry" : ""}>
    {t("{0} s left", seconds)}
  </p>
);

const hurry = 4; // seconds

// Clocks lets the person choose the time for a round.
const Clocks = ({ clocks, chosen }: { clocks: readonly Limit[]; chosen: number }): JSX.Element => (
  <select
    aria-label={t("Time for your orders, from the next round on")}
    title={t("Time for your orders, from the next round on")}
    onChange={({ currentTarget }) => void setClock(currentTarget.value)}
  >
    {clocks.map(({ round, bank }, i) => (
      <option key={i} value={i} selected={i === chosen}>
        {round === 0 ? t("no limit") : bank > 0 ? t("as a bot") : `${round / 1000} s`}
      </option>
    ))}
  </select>
);

const statusOf = ({ round }: Seat): string =>
  turn.value || away.value
    ? `${t("Round {0}", round)}: ${count(draft.value.length, "order")}`
    : t("The bots are thinking…");

function Away({ now }: { now: Seat }): JSX.Element {
  return (
    <>
      <button type="button" class="again" onClick={now.bot === undefined ? toEnd : () => jump(now.round)}>
        {t("Go to round {0}", now.round)}
      </button>
      <Back now={now} />
    </>
  );
}

// Back lets the person play on from the round that is shown, or says how.
function Back({ now }: { now: Seat }): JSX.Element | null {
  const { round } = state;
  const { retake } = now;
  if (retake !== undefined && !state.complete.value) {
    return (
      <button type="button" class="again" onClick={() => retake(round.value)}>
        {t("Play on from round {0}", round.value)}
      </button>
    );
  }
  return now.back === "" || round.value >= now.round ? null : (
    <p>
      {t("To play on from round {0}, end this match (Ctrl-C) and type:", round.value)}{" "}
      <code>{now.back.replace("ROUND", `${round.value}`)}</code>
    </p>
  );
}

function Orders({ view, now }: { view: View; now: Seat }): JSX.Element {
  const all = told.value;
  return (
    <>
      <p class="rest">
        {all.length > 0
          ? unitsWords(view, all)
          : t(
              boxing.value
                ? "Draw a box around your units, or use the arrow keys."
                : hasUnits.value
                  ? "Click on one of your units, then on a cell."
                  : "You have no unit on the board.",
            )}
      </p>
      <Words now={now} units={all} />
      <div class="acts">
        <Act icon="forward" word={t("Next unit")} title={`${t("Next unit without an order")} (J)`} act={next} />
        <Act
          icon="reverse"
          word={t("Take back")}
          title={`${t("Take back")} (Backspace)`}
          act={draft.value.length > 0 && takeBack}
        />
        {now.retake && now.round > 0 && <Retake from={now.round - 1} retake={now.retake} />}
        <Act
          icon="fit"
          word={t("Box")}
          title={t("Choose several units (Shift)")}
          pressed={boxing.value}
          act={toggleBox}
        />
        <Act
          icon="all"
          word={t("As before")}
          title={t("As in the round before")}
          act={before.value.length > 0 && repeat}
        />
        {now.clocks && <Clocks clocks={now.clocks} chosen={now.clock ?? 0} />}
      </div>
      <button type="button" class="send" title="Enter" disabled={draft.value.length > now.most} onClick={send}>
        {t(now.bot === undefined ? "Send" : "Play on")}
      </button>
      {now.bot !== undefined && <Button icon="close" label="Close" onClick={leave} />}
    </>
  );
}

interface ActProps {
  readonly icon: IconName;
  readonly word: string;
  readonly title: string;
  readonly pressed?: boolean;
  readonly act: false | (() => void); // false: there is nothing to do
}

function Act({ icon, word, title, pressed, act }: ActProps): JSX.Element {
  return (
    <button type="button" title={title} aria-pressed={pressed} disabled={act === false} onClick={() => act && act()}>
      <Icon name={icon} />
      {word}
    </button>
  );
}

// Retake takes the round before back: it is played again, in another match.
const Retake = ({ from, retake }: { from: number; retake: (round: number) => void }): JSX.Element => (
  <Act
    icon="start"
    word={t("Round {0} again", from)}
    title={`${t("Play on from round {0}", from)} (Shift+Backspace)`}
    act={() => retake(from)}
  />
);

function unitsWords(view: View, units: readonly number[]): string {
  const [one, more] = units;
  const name = `${kindName(view, indexOf(view.frame.units, one ?? -1))} ${one}`;
  return more === undefined ? name : count(units.length, "unit");
}

// Words are all that a unit can be told: arrow keys and clicks say the same faster. They are there without a unit, too,
// so that the board stays where it is when one is chosen.
function Words({ now, units }: { now: Seat; units: readonly number[] }): JSX.Element {
  const words = new Map(draft.value);
  return (
    <div class="words" role="group" aria-label={t("order")}>
      {now.words.map(({ word }) => (
        <button
          type="button"
          key={word}
          disabled={units.length === 0}
          aria-pressed={units.length > 0 && units.every((unit) => words.get(unit) === word)}
          onClick={() => give(word)}
        >
          {said(word.replace(/^(north|south)_/, "$1").replaceAll("_", " "))}
        </button>
      ))}
    </div>
  );
}
