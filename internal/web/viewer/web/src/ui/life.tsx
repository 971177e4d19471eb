// The life of the followed unit: a strip over the whole match, and all that happened to it.

import type { JSX } from "preact";
import { type Chapter, type Episode, Life } from "../model/life";
import type { Playback } from "../model/playback";
import { upTo } from "./byparts";
import { seek } from "./clock";
import { signs } from "./log";
import { colourOf } from "./parts";
import * as state from "./state";
import type { View } from "./state";
import { said, t } from "./tongues";

const most = 60; // episodes in the list
const snap = 0.015; // of the strip: a click so near to an episode means it

let read: { readonly of: Playback; readonly unit: number; readonly life: Life } | undefined;

export function lifeOf(match: Playback, unit: number): Life {
  if (read?.of !== match || read.unit !== unit) {
    read = { of: match, unit, life: new Life(match, unit) };
  }
  return read.life.readTo(upTo(read.life.read, match.last));
}

// Each kind of episode has a row of the strip.
const rowNames = (): string[] => [t("births, deaths"), t("hits"), t("deeds"), t("failed orders")];

function rowOf({ what }: Episode): number {
  switch (what) {
    case "birth":
    case "death":
    case "owner":
      return 0;
    case "hit":
    case "break":
      return 1;
    case "failed":
      return 3;
    default:
      return 2;
  }
}

export function LifeOf({ view, unit }: { view: View; unit: number }): JSX.Element | null {
  const horizon = state.horizon.value;
  const life = lifeOf(view.playback, unit);
  const chapters = life.chapters.filter((chapter) => chapter.from <= horizon);
  const episodes = life.episodes.filter((episode) => episode.round <= horizon);
  if (chapters.length === 0) {
    return null;
  }
  return (
    <section class="life-of" aria-labelledby="title-life" aria-busy={life.read < view.playback.last}>
      <h3 id="title-life">{t("The life of unit {0}", unit)}</h3>
      <Strip view={view} chapters={chapters} episodes={episodes} />
      <Episodes episodes={episodes} />
    </section>
  );
}

interface StripProps {
  view: View;
  chapters: readonly Chapter[];
  episodes: readonly Episode[];
}

function Strip({ view, chapters, episodes }: StripProps): JSX.Element {
  const rows = rowNames();
  const rounds = Math.max(1, state.rounds.value);
  const last = state.horizon.value;
  const byRow = rows.map((_, row) => episodes.filter((episode) => rowOf(episode) === row));
  const go = (event: MouseEvent): void => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    seek(nearest(episodes, ((event.clientX - box.left) / box.width) * rounds, snap * rounds));
  };
  return (
    <div class="strip">
      <div>
        {rows.map((name) => (
          <small key={name}>{name}</small>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${rounds} ${rows.length}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={rows.map((name, row) => `${name}: ${byRow[row]?.length}`).join("; ")}
        onClick={go}
      >
        {chapters.map(({ from, to, owner }) => {
          const player = view.data.players[owner];
          const width = Math.min(to + 1, Math.max(last, from + 1)) - from;
          return <rect key={from} x={from} width={width} height={1} style={player && { fill: colourOf(player) }} />;
        })}
        {byRow.map((all, row) => (
          <path key={row} d={marks(all, row)} />
        ))}
        <path class="now" d={`M${view.frame.number} 0V${rows.length}`} />
      </svg>
    </div>
  );
}

// marks returns a box for each episode, as long as it lasted.
const marks = (episodes: readonly Episode[], row: number): string =>
  episodes.map(({ round, last }) => `M${round} ${row + 0.2}H${last + 1}V${row + 0.8}H${round}Z`).join("");

// nearest returns the round of the episode that is near to a place on the strip, or the round
// at the place if there is none.
export function nearest(episodes: readonly Episode[], place: number, within: number): number {
  const far = ({ round, last }: Episode): number => Math.max(round - place, place - last - 1, 0);
  const [found] = episodes.filter((one) => far(one) <= within).toSorted((a, b) => far(a) - far(b));
  return found === undefined || far(found) === 0 ? Math.floor(place) : found.round;
}

// Episodes lists what happened, around the round that is shown if it is much.
function Episodes({ episodes }: { episodes: readonly Episode[] }): JSX.Element {
  const now = state.round.value;
  const at = episodes.findLastIndex((episode) => episode.round <= now);
  const first = Math.max(0, Math.min(at - most / 2, episodes.length - most));
  const left = episodes.length - first - most;
  return (
    <ol class="episodes">
      {first > 0 && <li class="hint">{t("{0} earlier", first)}</li>}
      {episodes.slice(first, first + most).map(({ round, last, what, text }, i) => (
        <li key={first + i}>
          <button type="button" aria-current={round <= now && now <= last} onClick={() => seek(round)}>
            <b>{round === last ? round : `${round}–${last}`}</b>
            <span class={`sign ${what}`} aria-hidden="true">
              {what === "failed" ? "⊘" : what === "did" ? "·" : what === "owner" ? "⚑" : signs[what]}
            </span>
            <bdi>{said(text)}</bdi>
          </button>
        </li>
      ))}
      {left > 0 && <li class="hint">{t("{0} later", left)}</li>}
    </ol>
  );
}
