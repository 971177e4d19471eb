// The list of matches, with results and small boards.

import type { JSX } from "preact";
import { drawSmall } from "../board/small";
import type { Ending } from "../model/ending";
import { chosen, entries, type Entry, learn, served } from "./matches";
import { Label, Plate } from "./parts";
import * as state from "./state";
import { t } from "./tongues";
import { count, order, places } from "./words";
import { choose } from "./showing";

// A match is read when somebody sees its row: there may be a thousand.
const seen = new IntersectionObserver((rows) => {
  for (const { isIntersecting, target } of rows) {
    const entry = entries.value.find((each) => each.key === (target as HTMLElement).dataset["key"]);
    if (isIntersecting && entry !== undefined) {
      learn(entry);
    }
  }
});

const observe = (row: HTMLElement | null): void => {
  if (row !== null) {
    seen.observe(row);
  }
};

// walk goes up and down in the list by keys.
function walk(event: KeyboardEvent): void {
  const row = (event.target as Element).closest("li");
  const next = { ArrowUp: row?.previousElementSibling, ArrowDown: row?.nextElementSibling }[event.key];
  if (next !== undefined) {
    event.preventDefault();
    next?.querySelector("button")?.focus();
  }
}

export function Matches(): JSX.Element {
  return (
    <>
      <p class="hint" role="status">
        {count(entries.value.length, "match", "matches")}
      </p>
      <ol class="matches" onKeyDown={walk}>
        {entries.value.map((entry) => (
          <li key={entry.key} data-key={entry.key} ref={observe}>
            <Row entry={entry} />
            {served(chosen.value) && served(entry.key) && entry.key !== chosen.value && (
              <a class="link" href={`beside?left=${chosen.value}&right=${entry.key}`}>
                {t("{0} beside the match shown", entry.name)}
              </a>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function Row({ entry }: { entry: Entry }): JSX.Element {
  const ending = entry.ending.value;
  const now = entry.key === chosen.value;
  return (
    <button type="button" aria-current={now} autofocus={now} onClick={() => choose(entry)}>
      {typeof ending === "object" ? <Board ending={ending} /> : <canvas aria-hidden="true" />}
      <span class="what">
        <b>
          <bdi>{entry.name}</bdi>
        </b>
        {typeof ending === "object" ? <Result ending={ending} /> : <small>{ending || t("reading…")}</small>}
      </span>
    </button>
  );
}

function Result({ ending: { title, seed, damage, players, frame } }: { ending: Ending }): JSX.Element {
  const scores = frame.numbers[0] ?? [];
  const place = places(scores);
  return (
    <>
      <small>
        {title}, {t("seed")} {seed}
        {damage !== "" && `, ${t("breaks off: {0}", damage)}`}
      </small>
      {order(scores).map((seat) => (
        <span class="result" key={seat}>
          <span class="place">{place[seat]}</span>
          <Plate player={players[seat]} />
          <Label text={players[seat]?.label ?? ""} />
          <b>{scores[seat]}</b>
        </span>
      ))}
    </>
  );
}

// Board draws again only when it has to: the page is made anew in every frame of time.
function Board({ ending }: { ending: Ending }): JSX.Element {
  const theme = state.dark.value ? "dark" : "light";
  const draw = (canvas: HTMLCanvasElement | null): void => {
    if (canvas !== null && canvas.dataset["theme"] !== theme) {
      canvas.dataset["theme"] = theme;
      drawSmall(canvas, ending, theme);
    }
  };
  return <canvas aria-hidden="true" ref={draw} />;
}
