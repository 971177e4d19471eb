// What the signs on the board are, and what the game is about.

import type { ComponentChild, JSX } from "preact";
import { context, Look } from "../board/look";
import { drawEvent, newHappening } from "../board/marks";
import type { Colour, EventKind, PathData, PlayerInfo, UnitKind } from "../model/data";
import { colourOf, inkOf } from "./parts";
import * as state from "./state";
import type { View } from "./state";
import { said, t } from "./tongues";
import { sentence } from "./words";

const size = 34; // of a sign, in pixels of CSS
const cell = 18; // around which an event is drawn

export function Legend({ view }: { view: View }): JSX.Element {
  const { data } = view;
  const { rules, cells, units, events } = data.legend;
  const player = data.players[0];
  // Of kinds that differ after a comma, such as rock that was hit, the first one stands for all.
  const names = cells.map(({ name }) => name.replace(/,.*/, ""));
  const kinds = cells.filter((_, kind) => names.indexOf(names[kind] ?? "") === kind);
  return (
    <div class="legend">
      {rules !== undefined && <p class="rules">{said(rules)}</p>}
      <Signs name={t("On the board")}>
        {kinds.map(({ name, doc, fill, over }) => (
          <Sign name={name} doc={doc}>
            <svg viewBox="0 0 24 24">
              <path d="M0 0h24v24H0z" fill={both(fill)} />
              <Shape shape={over.find((shape) => shape.length > 0) ?? []} player={player} />
            </svg>
          </Sign>
        ))}
      </Signs>
      <Signs name={t("Units")}>
        {units.filter(isFirst).map(({ name, doc, plate, shape }) => (
          <Sign name={name} doc={doc}>
            <svg viewBox="0 0 24 24">
              {plate && player && <path d={player.plate} fill={colourOf(player)} />}
              <Shape shape={shape} player={player} />
            </svg>
          </Sign>
        ))}
      </Signs>
      <Signs name={t("What happens")}>
        {events
          .filter(({ look }) => look !== "note")
          .map((event) => (
            <Sign name={event.name}>
              <Happening event={event} view={view} />
            </Sign>
          ))}
      </Signs>
      <p class="hint">
        {t(
          "The colour and the form of a sign are those of its player. Arrows are orders, a cross on one means that nothing came of it, and ice covers the units of players that are frozen.",
        )}
      </p>
    </div>
  );
}

// isFirst: each player may have a kind of its own with the same name.
const isFirst = ({ name }: UnitKind, i: number, all: readonly UnitKind[]): boolean =>
  all.findIndex((other) => other.name === name) === i;

function Signs({ name, children }: { name: string; children: ComponentChild }): JSX.Element {
  return (
    <section>
      <h3>{name}</h3>
      <dl>{children}</dl>
    </section>
  );
}

function Sign({
  name,
  doc,
  children,
}: {
  name: string;
  doc?: string | undefined;
  children: ComponentChild;
}): JSX.Element {
  return (
    <div>
      <dt>
        {children} <b>{said(name)}</b>
      </dt>
      <dd>{doc !== undefined && sentence(said(doc))}</dd>
    </div>
  );
}

const both = ([light, dark]: Colour): string => (light === "" ? "none" : `light-dark(${light}, ${dark})`);

function Shape({ shape, player }: { shape: readonly PathData[]; player: PlayerInfo | undefined }): JSX.Element {
  const roles: Readonly<Record<string, string>> =
    player === undefined ? {} : { owner: colourOf(player), shade: both(player.shade), ink: inkOf(player) };
  const paint = (colour: Colour): string => roles[colour[0]] ?? both(colour);
  return (
    <>
      {shape.map(({ d, fill, stroke, width }) => (
        <path d={d} fill={paint(fill)} stroke={paint(stroke)} stroke-width={width} />
      ))}
    </>
  );
}

function Happening({ event: { look, major }, view: { data } }: { event: EventKind; view: View }): JSX.Element {
  const theme = state.dark.value ? "dark" : "light";
  const draw = (canvas: HTMLCanvasElement | null): void => {
    if (canvas === null) {
      return;
    }
    canvas.width = canvas.height = size * devicePixelRatio;
    const ctx = context(canvas);
    ctx.scale(devicePixelRatio, devicePixelRatio);
    const looks = new Look(data, theme);
    const [x, y, toX] = look === "shot" ? [4, size / 2, size - 6] : [size / 2, size / 2, 0];
    const colour = looks.of(0, "colour");
    drawEvent(ctx, looks.inks, { ...newHappening(), look, major, x, y, toX, toY: y, size: cell, colour });
  };
  return <canvas aria-hidden="true" key={theme} ref={draw} />;
}
