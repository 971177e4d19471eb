// The chances of all players over the whole match, as one picture that leads to any round; and the words of a turning
// point, to be taken elsewhere.

import { signal } from "@preact/signals-core";
import type { JSX } from "preact";
import { eachOf } from "./chart";
import { jump } from "./clock";
import { formatLink } from "./link";
import { linkOf, shareable } from "./linkof";
import { colourOf, Plate } from "./parts";
import { tell } from "./showing";
import * as state from "./state";
import type { View } from "./state";
import { chancesOf, turningPoints, type TurningPoint } from "./story";
import { t } from "./tongues";
import { isServed, openWhatIf } from "./whatif";
import { percent, roundText } from "./words";

const places = 360; // that are drawn, about: more than most panels have pixels for
const snap = 8; // pixels: a click so near to a turning point means it

const pointed = signal<number | undefined>(undefined); // the round under the pointer

type Chances = readonly (readonly number[])[];
type OnPlace = PointerEvent & { readonly currentTarget: HTMLElement };

export function Curve({ view }: { view: View }): JSX.Element | null {
  const all = chancesOf(view.playback);
  const seen = Math.min(all.length - 1, state.horizon.value);
  if (seen < 1) {
    return null;
  }
  const room = Math.max(1, state.reach.value);
  const points = turningPoints.value;
  const at = ({ clientX, currentTarget }: OnPlace): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const place = ((clientX - left) / width) * room;
    const turn = points.find(({ round }) => (Math.abs(round - place) / room) * width <= snap);
    return turn?.round ?? Math.max(0, Math.min(seen, Math.round(place)));
  };
  const seek = (event: OnPlace): void => {
    pointed.value = at(event);
    if (event.buttons === 1) {
      jump(pointed.value);
    }
  };
  const here = view.frame.number;
  const told = view.data.players.map((player, seat) => `${player.label} ${percent(all[here]?.[seat] ?? 0)}`);
  return (
    <div class="curve">
      <Values view={view} chances={all[pointed.value ?? here] ?? []} />
      <div
        role="slider"
        tabIndex={0}
        aria-label={t("Chances of the first place")}
        aria-valuemin={0}
        aria-valuemax={room}
        aria-valuenow={here}
        aria-valuetext={`${roundText(here, state.last.value, state.rounds.value)}: ${told.join(", ")}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          seek(event);
        }}
        onPointerMove={seek}
        onPointerLeave={() => (pointed.value = undefined)}
      >
        <svg viewBox={`0 0 ${room} 1`} preserveAspectRatio="none" aria-hidden="true">
          {areasOf(all, seen).map((d, seat) => {
            const player = view.data.players[seat];
            return player && <path key={seat} d={d} style={{ fill: colourOf(player) }} />;
          })}
          <path class="turn" d={points.map(({ round }) => `M${round} 0V1`).join("")} />
          <path class="head" d={`M${here} 0V1`} />
        </svg>
        {points.map(({ round, seat, words }) => (
          <span key={round} title={`${round}: ${words}`} style={{ left: `${(100 * round) / room}%` }}>
            <Plate player={view.data.players[seat]} />
          </span>
        ))}
      </div>
    </div>
  );
}

// Values are the chances at the playhead or under the pointer.
function Values({ view, chances }: { view: View; chances: readonly number[] }): JSX.Element {
  return (
    <p class="values">
      <span>
        <b>{t("chance")}</b>, {t("round")} {pointed.value ?? view.frame.number}
      </span>
      {view.data.players.map((player, seat) => (
        <span key={seat} title={player.label}>
          <Plate player={player} />
          {percent(chances[seat] ?? 0)}
        </span>
      ))}
    </p>
  );
}

// areasOf returns a path for each player, around its part of all chances: one above the other, they fill the picture.
export function areasOf(chances: Chances, last: number): string[] {
  const each = eachOf(last + 1, places);
  const rounds = Array.from({ length: Math.ceil(last / each) + 1 }, (_, i) => Math.min(last, i * each));
  // edges has where the parts of a round begin, and 1.
  const edges = rounds.map((round) => {
    const of = chances[round] ?? [];
    const sum = of.reduce((all, chance) => all + chance, 0) || 1;
    let edge = 0;
    return [0, ...of.map((chance) => (edge += chance / sum))];
  });
  const line = (seat: number): string[] => rounds.map((n, i) => `${n} ${(edges[i]?.[seat] ?? 0).toFixed(3)}`);
  return (chances[0] ?? []).map((_, seat) => `M${[...line(seat), ...line(seat + 1).toReversed()].join("L")}Z`);
}

const copied = signal(""); // the text that was copied last

// textOf says of a turning point what somebody needs who has not seen the match.
export function textOf({ data }: View, { round, seat, words, chance }: TurningPoint): string {
  const game = t("{0}, seed {1}", data.title, data.seed);
  const player = data.players[seat]?.label ?? "";
  const { match } = linkOf();
  const link = shareable() && location.href.replace(/#.*/, "") + formatLink({ ...(match && { match }), round });
  return [
    `${game}, ${t("round")} ${round}: ${words}.`,
    ...(chance === "" ? [] : [`${player}: ${t("chance")} ${chance}.`]),
    ...(link === undefined ? [] : [link]),
  ].join(" ");
}

// bring brings a button that is new into sight, unless the match moves on.
function bring(button: HTMLElement | null): void {
  if (state.clock.value.kind === "stopped") {
    button?.scrollIntoView({ block: "nearest" });
  }
}

// Copy has the buttons beside the turning point that is shown.
export function Copy({ view, point }: { view: View; point: TurningPoint }): JSX.Element {
  const text = textOf(view, point);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      copied.value = text;
    } catch (error) {
      tell(t("The browser does not let this page copy the {0}.", t("sentence")), error);
    }
  };
  return (
    <>
      <button type="button" class="again" aria-live="polite" ref={bring} onClick={copy}>
        {t(copied.value === text ? "Copied" : "Copy")}
      </button>
      {isServed() && (
        <button type="button" class="again" ref={bring} onClick={() => riddle(point.round)}>
          {t("What would you do?")}
        </button>
      )}
    </>
  );
}

const before = 3; // rounds from which one may still turn a match

// riddle goes to the rounds before a turning point, and asks what to do otherwise.
function riddle(round: number): void {
  jump(round - before);
  openWhatIf();
}
