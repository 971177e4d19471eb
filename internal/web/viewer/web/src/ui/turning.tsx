// The list of the turning points, and the way to them.

import type { JSX } from "preact";
import { openAll } from "./actions";
import { jump } from "./clock";
import { story } from "./later";
import { Plate, Section } from "./parts";
import * as state from "./state";
import type { View } from "./state";
import { leaderSince, ticked, turningPoints, type TurningPoint } from "./story";
import { t } from "./tongues";

export function Story({ view, aside }: { view: View; aside?: JSX.Element | undefined }): JSX.Element {
  const points = turningPoints.value;
  return (
    <Section id="story" title="Story" aside={aside}>
      <div class="scroll" tabIndex={0} role="group" aria-labelledby="title-story">
        {story.value?.Curve({ view })}
        {points.length === 0 ? <Unturned view={view} /> : <Turns view={view} points={points} />}
        <p class="hint">
          {t(
            "A round is a turning point if much of the chance of the first place changes hands there, judged by the scores and by what each player gained lately. N and P lead there.",
          )}
        </p>
        <button type="button" class="link" onClick={openAll}>
          {t("Everything that happened")}
        </button>
      </div>
    </Section>
  );
}

// Unturned says who leads, and for how long, where the scores have not turned.
function Unturned({ view }: { view: View }): JSX.Element {
  const { live } = view.playback;
  const led = live ? undefined : leaderSince(view.playback);
  return (
    <p class="hint">
      {t(live ? "The scores have not turned so far." : "The scores of this match never turned.")}
      {led !== undefined && (
        <> {t("{0} leads from round {1} to the end.", view.data.players[led.seat]?.label ?? "", led.round)}</>
      )}
    </p>
  );
}

export function Turns({ view, points }: { view: View; points: readonly TurningPoint[] }): JSX.Element {
  const here = state.round.value;
  return (
    <ol class="turns">
      {points.map((point) => (
        <li key={point.round}>
          <button type="button" aria-current={point.round === here} onClick={() => jump(point.round)}>
            <b>{point.round}</b>
            <Plate player={view.data.players[point.seat]} />
            <span>
              <bdi>{point.words}</bdi>
              {point.chance !== "" && (
                <small>
                  <bdi>{view.data.players[point.seat]?.label}</bdi>: {t("chance")} {point.chance}
                </small>
              )}
            </span>
          </button>
          {point.round === here && story.value?.Copy({ view, point })}
        </li>
      ))}
    </ol>
  );
}

// Ticker has the last turning points before now, for all in a room who came late.
export function Ticker({ view }: { view: View }): JSX.Element {
  return <Turns view={view} points={ticked(turningPoints.value, state.round.value)} />;
}

// Which chooses between the round and the story where both have one place.
export function Which({ panel }: { panel: "round" | "story" }): JSX.Element {
  return (
    <div class="choice" role="group" aria-label={t("What the panel shows")}>
      {(["round", "story"] as const).map((name) => (
        <button type="button" key={name} aria-pressed={name === panel} onClick={() => (state.panel.value = name)}>
          {t(name === "round" ? "round" : "story")}
        </button>
      ))}
    </div>
  );
}
