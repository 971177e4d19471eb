// What came of several matches.

import type { JSX } from "preact";
import { said, t } from "../ui/tongues";
import { count, percent } from "../ui/words";
import { goOn, isAsItWas, shown } from "./compare";
import { each, ended, further, mean, median, seatsThat } from "./scores";
import { showReplay } from "./start";
import * as state from "./state";
import type { Series, SeriesMatch } from "./state";

function Row({ of, player }: { of: Series; player: number }): JSX.Element {
  const scores = each(of, player, "scores");
  return (
    <tr>
      <td>
        <bdi>{of.names[player]}</bdi>
      </td>
      <td>{median(scores).toFixed(1)}</td>
      <td>{mean(scores).toFixed(1)}</td>
      <td>{t("{0} of {1}", each(of, player, "places").filter((place) => place === 1).length, of.matches.length)}</td>
    </tr>
  );
}

function Match({ of, match }: { of: Series; match: SeriesMatch }): JSX.Element {
  const { number, replay } = match;
  const name = t("seed {0}, match {1}", of.plan[number]?.seed ?? "", number + 1);
  return (
    <li>
      {replay === undefined ? (
        <span>{name}</span>
      ) : (
        <button
          type="button"
          class="link"
          disabled={state.board.value === "playing"}
          onClick={() => void showReplay(replay)}
        >
          {name}
        </button>
      )}
      {ended(of, match).map(({ player, seat, score }) => (
        <span key={seat} class={player === 0 ? "mine" : ""}>
          <bdi>{of.names[player]}</bdi> ({seat}) {score}
        </span>
      ))}
    </li>
  );
}

const seatsInWords = (seats: readonly number[]): string =>
  seats.length === 1
    ? t("in seat {0}", seats[0] ?? 0)
    : t("in seats {0} and {1}", seats.slice(0, -1).join(", "), seats.at(-1) ?? 0);

// BySeat is how the first bot did against the second in each seat, and in words what of that is no luck.
function BySeat({ of }: { of: Series }): JSX.Element | null {
  const [mine = "", other = ""] = of.names;
  const [lost, won] = [seatsThat(of, "worse"), seatsThat(of, "better")];
  const seats = of.found?.seats ?? []; // a series that was kept by an older page has none
  return seats.length === 0 ? null : (
    <>
      {lost.length > 0 && <p>{t("{0} loses to {1} {2}.", mine, other, seatsInWords(lost))}</p>}
      {won.length > 0 && <p>{t("{0} beats {1} {2}.", mine, other, seatsInWords(won))}</p>}
      <table>
        <caption>{t("{0} by seat", mine)}</caption>
        <thead>
          <tr>
            <th scope="col">{t("Seat")}</th>
            <th scope="col">{t("Matches")}</th>
            <th scope="col">{t("Ahead of {0}", other)}</th>
          </tr>
        </thead>
        <tbody>
          {seats.map(({ matches, mean }, seat) => (
            <tr key={seat}>
              <td>{seat}</td>
              <td>{matches}</td>
              <td>{matches > 0 ? percent(mean) : "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

// GoOn has what plays on: what is missing of the plan, or what an answer would take.
function GoOn({ of }: { of: Series }): JSX.Element | null {
  const more = further(of);
  if (more === 0 || state.busy.value) {
    return null; // while more is played, it is not offered
  }
  if (!isAsItWas(of)) {
    return (
      <p class="hint">{t("It cannot go on: a bot or the page is another since then. Ten seeds begins a new one.")}</p>
    );
  }
  return (
    <p>
      <button type="button" class="plain" onClick={() => void goOn(of)}>
        {t("Play {0} more", more)}
      </button>
    </p>
  );
}

export function Told(): JSX.Element {
  const { value } = shown;
  if (value === undefined || value.matches.length === 0) {
    return (
      <p class="hint">
        {t(
          "Ten seeds compares your bot with the one in the next seat: with each seed they play twice, and exchange their seats.",
        )}
      </p>
    );
  }
  return (
    <>
      <p aria-live="polite">
        {value.matches.length < value.plan.length &&
          `${t("{0} of {1} are played.", value.matches.length, count(value.plan.length, "match", "matches"))} `}
        {said(value.found?.sentence ?? "")}
      </p>
      <GoOn of={value} />
      <table>
        <thead>
          <tr>
            <th scope="col">{t("Player")}</th>
            <th scope="col">{t("Median score")}</th>
            <th scope="col">{t("Mean score")}</th>
            <th scope="col">{t("Won")}</th>
          </tr>
        </thead>
        <tbody>
          {value.names.map((_, player) => (
            <Row key={player} of={value} player={player} />
          ))}
        </tbody>
      </table>
      <BySeat of={value} />
      <ul class="matches">
        {value.matches.map((match) => (
          <Match key={match.number} of={value} match={match} />
        ))}
      </ul>
    </>
  );
}
