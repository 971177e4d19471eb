// What a site that shows matches says to somebody who has none yet.

import type { JSX } from "preact";
import { embedded } from "./state";
import { said, t } from "./tongues";

// Forms and colours are those of the first four players.
const players = [
  ["M9 31a5 5 0 1 0 10 0a5 5 0 1 0-10 0z", "#e69f00", "M14 31H38V19"],
  ["M77 8h10v10H77z", "#56b4e9", "M82 13H62V25"],
  ["M62 46l6 11H56z", "#009e73", "M62 52V37H50"],
  ["M104 38l6 6-6 6-6-6z", "#8b2f6d", "M104 44V25H86"],
] as const;

function Scene(): JSX.Element {
  return (
    <svg class="scene" viewBox="0 0 120 64" aria-hidden="true">
      <path d="M0 0h120v64H0z" fill="light-dark(#e4ecc9, #2c3a2b)" />
      <path d="M0 52q20-8 40 2t34 10H0zM92 0q4 12 28 12V0z" fill="light-dark(#a9d2ea, #1f3d5a)" />
      <path d="M22 12l5 10H17zM30 10l6 12H24zM90 58l4-8 4 8z" fill="light-dark(#5b8f58, #3f7049)" />
      {players.map(([form, colour, way]) => (
        <g key={colour}>
          <path d={way} fill="none" stroke={colour} stroke-width="2" stroke-dasharray="3 2" />
          <path d={form} fill={colour} stroke="#fff" stroke-width="1.5" />
        </g>
      ))}
    </svg>
  );
}

// Styles that nothing else needs are here: the page's own have no room.
const large = { display: "block", width: "100%", height: "auto" };
const second = { color: "var(--text)" };
const first = {
  padding: "9px 20px",
  borderRadius: "99px",
  background: "var(--text)",
  color: "var(--panel)",
  textDecoration: "none",
};
const ways = { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "12px 20px" };

export function Welcome(): JSX.Element {
  const { example, card, shows = "", play } = document.getElementById("app")?.dataset ?? {};
  const isSeen = example !== undefined && !embedded.value; // a page around this one asks for no match
  const watch = `?match=${example}${location.hash}`;
  return (
    <>
      {isSeen ? (
        <a href={watch} tabIndex={-1} aria-hidden="true">
          <img class="scene" src={card} alt="" width="1200" height="630" style={large} />
        </a>
      ) : (
        <Scene />
      )}
      <h2>{t("Matches of bots, to watch")}</h2>
      <p>
        {t(
          "A bot is a program that plays a game by itself. Here you see a match round by round: who did what, where it turned, and why.",
        )}
      </p>
      {isSeen && (
        <p style={ways}>
          <a href={watch} style={first}>
            {t("Watch an example: {0}", said(shows))}
          </a>
          {play && (
            <a href={play} style={second}>
              {t("Write a bot, and see it play")}
            </a>
          )}
        </p>
      )}
    </>
  );
}
