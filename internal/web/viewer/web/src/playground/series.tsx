// What came of several matches.

import type { JSX } from "preact";
import { t } from "../ui/tongues";
import { count } from "../ui/words";
import * as state from "./state";
import type { Series, SeriesMatch } from "./state";
import { showReplay } from "./start";

// of returns what a player has in a match, of a list by seats.
const of = (
  list: readonly number[] | null | undefined,
  { from }: SeriesMatch,
  player: number,
  players: number,
): number => list?.[(player - from + players) % players] ?? 0;

interface Row {
  readonly name: string;
  readonly mean: number;
  readonly wins: number;
}

function rowsOf({ names, matches }: Series): Row[] {
  return names.map((name, player) => ({
    name,
    mean: matches.reduce((sum, one) => sum + of(one.asked.scores, one, player, names.length), 0) / matches.length,
    wins: matches.filter((one) => of(one.asked.places, one, player, names.length) === 1).length,
  }));
}

export function Told(): JSX.Element {
  const { value } = state.series;
  if (value === undefined || value.matches.length === 0) {
    return (
      <p class="hint">
        {t("Ten seeds plays ten matches, in which everybody moves from seat to seat: one match says little.")}
      </p>
    );
  }
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("Player")}</th>
            <th scope="col">{t("Mean score")}</th>
            <th scope="col">{t("Won")}</th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(value).map(({ name, mean, wins }, player) => (
            <tr key={player}>
              <td>
                <bdi>{name}</bdi>
              </td>
              <td>{mean.toFixed(1)}</td>
              <td>{t("{0} of {1}", wins, value.matches.length)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p aria-live="polite">{t("{0} of {1} are played.", value.matches.length, count(value.of, "match", "matches"))}</p>
      <ul class="matches">
        {value.matches.map((one) => (
          <li key={one.seed}>
            <button type="button" class="link" onClick={() => void showReplay(one.replay)}>
              {t("seed {0}", one.seed)}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
