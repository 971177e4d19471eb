// What came of several matches.

import type { JSX } from "preact";
import { said, t } from "../ui/tongues";
import { count } from "../ui/words";
import { showReplay } from "./start";
import * as state from "./state";
import type { Series } from "./state";

// each returns what a player had in the matches, in each seat that it had, of a list by seats.
const each = ({ plan, matches }: Series, player: number, list: "scores" | "places"): number[] =>
  matches.flatMap(({ number, asked }) =>
    (plan[number]?.seats ?? []).flatMap((who, seat) => (who === player ? [asked[list]?.[seat] ?? 0] : [])),
  );

function Row({ of, player }: { of: Series; player: number }): JSX.Element {
  const scores = each(of, player, "scores");
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return (
    <tr>
      <td>
        <bdi>{of.names[player]}</bdi>
      </td>
      <td>{mean.toFixed(1)}</td>
      <td>{t("{0} of {1}", each(of, player, "places").filter((place) => place === 1).length, of.matches.length)}</td>
    </tr>
  );
}

export function Told(): JSX.Element {
  const { value } = state.series;
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
        {value.found === undefined
          ? t("{0} of {1} are played.", value.matches.length, count(value.plan.length, "match", "matches"))
          : said(value.found.sentence)}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("Player")}</th>
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
      <ul class="matches">
        {value.matches.map(({ number, replay }) => (
          <li key={number}>
            <button type="button" class="link" onClick={() => void showReplay(replay)}>
              {t("seed {0}, match {1}", value.plan[number]?.seed ?? "", number + 1)}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
