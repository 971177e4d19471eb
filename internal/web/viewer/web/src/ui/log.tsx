// What happened in a round, and what the bots said about it.

import type { JSX } from "preact";
import type { Look } from "../model/data";
import type { MatchEvent } from "../model/frame";
import { Name, Plate, Section } from "./parts";
import { follow, pin } from "./selection";
import * as state from "./state";
import type { View } from "./state";
import { said, t } from "./tongues";
import { count, verdictName } from "./words";

// Nobody reads more than this in a round, and a bot may write very much.
const mostHits = 3; // that are told one by one
const most = 200;

// Signs are for readers who can't tell the colours apart.
export const signs: Readonly<Record<Look, string>> = {
  birth: "✦",
  death: "✕",
  hit: "◆",
  heal: "+",
  shot: "→",
  capture: "⚑",
  gain: "●",
  break: "▞",
  note: "·",
};

export function RoundLog({ view, aside }: { view: View; aside?: JSX.Element }): JSX.Element {
  const { round, frame } = view;
  const title =
    round === undefined && !view.playback.live ? t("The end") : `${t("Round")} ${round?.number ?? frame.number}`;
  return (
    <Section
      id="round"
      title={title}
      aside={
        <>
          <span class="aside">{round && count(round.orders.length, "order")}</span>
          {aside}
        </>
      }
    >
      <div class="scroll" tabIndex={0} role="group" aria-labelledby="title-round">
        {state.orders.value === "failed" && <Failures view={view} />}
        {round === undefined ? <Outcome view={view} /> : <Events view={view} />}
        <Logs view={view} />
        <Lines view={view} />
      </div>
    </Section>
  );
}

function Outcome({ view }: { view: View }): JSX.Element {
  const { playback, data, frame } = view;
  if (playback.live) {
    return <p class="hint">{t("This round is being played.")}</p>;
  }
  const scores = frame.numbers[0] ?? [];
  const best = Math.max(...scores);
  const winners = data.players.filter((_, seat) => scores[seat] === best);
  return (
    <>
      <p class="hint">{t(playback.ended ? "The match is over." : "The match breaks off here.")}</p>
      {playback.ended && (
        <p class="event">
          {winners.map((player, i) => (
            <Name key={i} player={player} />
          ))}
          {t(winners.length === 1 ? "wins with {0}" : "share the first place with {0}", best)}
        </p>
      )}
      {playback.kept.map(({ seat, dir, files }) => (
        <p key={seat} class="event">
          <Name player={data.players[seat]} />
          <bdi>{t("wrote {0}, in {1}", files, dir)}</bdi>
        </p>
      ))}
    </>
  );
}

function Events({ view }: { view: View }): JSX.Element {
  const { events = [], verdicts = [] } = view.round ?? {};
  const { players, legend } = view.data;
  const major = (event: MatchEvent): number => (legend.events[event.kind]?.major === true ? 0 : 1);
  const sorted = [...events].sort((a, b) => major(a) - major(b));
  const hits = sorted.filter((event) => legend.events[event.kind]?.look === "hit");
  const folded = hits.length > mostHits ? hits : []; // they would drown what matters
  const told = sorted.filter((event) => !folded.includes(event));
  return (
    <ul>
      {verdicts.map((verdict, i) => (
        <li key={i} class="event verdict">
          <Name player={players[verdict.seat]} />
          <span>
            {t("is frozen: {0}", verdictName(verdict))}
            {verdict.detail !== "" && ": "}
            <bdi>{verdict.detail}</bdi>
          </span>
        </li>
      ))}
      <Cells view={view} />
      {told.slice(0, most).map((event, i) => (
        <Happened key={i} view={view} event={event} />
      ))}
      {told.length > most && <li class="hint">{t("… and {0} more", told.length - most)}</li>}
      {folded.length > 0 && (
        <li>
          <details>
            <summary>{count(folded.length, "hit")}</summary>
            <ul>
              {folded.slice(0, most).map((event, i) => (
                <Happened key={i} view={view} event={event} />
              ))}
            </ul>
          </details>
        </li>
      )}
      {events.length + verdicts.length === 0 && <li class="hint">{t("No events in this round.")}</li>}
    </ul>
  );
}

// Cells says who took how many cells, if the game tells nothing of them.
function Cells({ view }: { view: View }): JSX.Element | null {
  const { players, legend, start } = view.data;
  const after = view.playback.last > view.frame.number ? view.playback.frame(view.frame.number + 1) : undefined;
  if (start.owners.length === 0 || after === undefined || legend.events.some(({ look }) => look === "capture")) {
    return null;
  }
  const [taken, robbed] = [players.map(() => 0), players.map(() => 0)];
  after.owners.forEach((owner, cell) => {
    const before = view.frame.owners[cell] ?? -1;
    if (owner >= 0 && owner !== before) {
      taken[owner] = (taken[owner] ?? 0) + 1;
      robbed[owner] = (robbed[owner] ?? 0) + (before >= 0 ? 1 : 0);
    }
  });
  return (
    <>
      {players.map(
        (player, seat) =>
          (taken[seat] ?? 0) > 0 && (
            <li key={`cells ${seat}`} class="event">
              <span class="sign capture" aria-hidden="true">
                {signs.capture}
              </span>
              <Plate player={player} />
              <span>{t("takes {0} cells, {1} of them from others", taken[seat] ?? 0, robbed[seat] ?? 0)}</span>
            </li>
          ),
      )}
    </>
  );
}

function Happened({ view, event }: { view: View; event: MatchEvent }): JSX.Element {
  const kind = view.data.legend.events[event.kind];
  const text = said(event.text === "" ? (kind?.name ?? "") : event.text);
  return (
    <li class={`event ${kind?.major === true ? "major" : ""}`}>
      <span class={`sign ${kind?.look ?? ""}`} aria-hidden="true">
        {kind && signs[kind.look]}
      </span>
      <Plate player={view.data.players[event.seat]} />
      {event.cell < 0 ? (
        <span>{text}</span>
      ) : (
        <button type="button" class="link" title={t("Pin the cell")} onClick={() => pin(event.cell)}>
          {text}
        </button>
      )}
    </li>
  );
}

// Failures are the orders of which nothing came, and why.
function Failures({ view }: { view: View }): JSX.Element {
  const failed = (view.round?.orders ?? []).filter((order) => order.failed);
  return (
    <>
      <h3>{t("{0} failed", count(failed.length, "order"))}</h3>
      <ul>
        {failed.slice(0, most).map((order, i) => (
          <li key={i} class="event">
            <Plate player={view.data.players[order.seat]} />
            <span>
              <button type="button" class="link" onClick={() => follow(order.unit)}>
                {t("unit")} {order.unit}
              </button>
              , {said(order.text)}: {said(order.outcome)}
            </span>
          </li>
        ))}
        {failed.length > most && <li class="hint">{t("… and {0} more", failed.length - most)}</li>}
      </ul>
    </>
  );
}

// Logs are the lines that bots noted about the round as a whole or about units.
function Logs({ view }: { view: View }): JSX.Element | null {
  const logs = (view.round?.notes ?? []).filter((note) => note.kind === "log");
  if (logs.length === 0) {
    return null;
  }
  return (
    <>
      <h3>{t("Notes of the bots")}</h3>
      <ul>
        {logs.slice(0, most).map((note, i) => (
          <li key={i} class="said">
            <Plate player={view.data.players[note.seat]} />
            {note.unit >= 0 && (
              <button type="button" class="link" onClick={() => follow(note.unit)}>
                {t("unit")} {note.unit}
              </button>
            )}
            <bdi>{note.text}</bdi>
          </li>
        ))}
        {logs.length > most && <li class="hint">{t("… and {0} more", logs.length - most)}</li>}
      </ul>
    </>
  );
}

// Lines are what the bots wrote to standard error.
function Lines({ view }: { view: View }): JSX.Element | null {
  const lines = view.round?.lines ?? [];
  const seats = [...new Set(lines.map((line) => line.seat))].sort((a, b) => a - b);
  if (lines.length === 0) {
    return null;
  }
  return (
    <>
      <h3>{t("Output of the bots")}</h3>
      {seats.map((seat) => {
        const own = lines.filter((line) => line.seat === seat);
        return (
          <figure key={seat} class="output">
            <figcaption>
              <Name player={view.data.players[seat]} />
              <small>{count(own.length, "line")}</small>
            </figcaption>
            <pre dir="auto">{own.slice(0, most).map((line) => `${line.text}\n`)}</pre>
          </figure>
        );
      })}
    </>
  );
}
