// What there is on a cell: the pinned one, the one of the followed unit, or the one under
// the pointer.

import type { JSX } from "preact";
import { groupsOf, placeAt } from "../model/areas";
import type { Order } from "../model/frame";
import type { Playback } from "../model/playback";
import { indexOf } from "../model/units";
import { steady } from "./again";
import { seek } from "./clock";
import { idle, life } from "./later";
import { Button, Meter, Name, Plate, Section } from "./parts";
import * as selection from "./selection";
import * as state from "./state";
import type { View } from "./state";
import { said, t } from "./tongues";
import { cellName, count, sentence } from "./words";

// findBox is the id of the box for what to find.
export const findBox = "find";

export function Here({ view }: { view: View }): JSX.Element {
  const { value: selected } = state.selection;
  const titles = { none: t("Here"), cell: t("Pinned"), unit: t("Followed") };
  const fate = state.fate.value;
  const kept = selected.kind !== "none";
  const cell = kept ? selection.here() : state.hover.value;
  return (
    <Section id="here" title={titles[selected.kind]} aside={<Find />}>
      <div class="scroll" tabIndex={0} role="group" aria-labelledby="title-here">
        {kept && <Release />}
        {selected.kind === "unit" && fate === undefined && cell < 0 && <Absent view={view} unit={selected.unit} />}
        {selected.kind === "unit" && fate !== undefined && <Fate view={view} unit={selected.unit} round={fate} />}
        {cell >= 0 && <Cell view={view} cell={cell} />}
        {selected.kind === "unit" && life.value?.({ view, unit: selected.unit })}
        {!kept && cell < 0 && (
          <>
            <p class="hint">
              {t("Point at a cell to see what is there. Click to pin it, or find a unit and follow it.")}
            </p>
            {idle.value?.({ view })}
          </>
        )}
      </div>
      {kept && <Pointer view={view} />}
    </Section>
  );
}

const Find = steady(() => {
  const { complaint } = selection;
  return (
    <form
      class="find"
      onSubmit={(event) => {
        event.preventDefault();
        const box = event.currentTarget.elements.namedItem(findBox);
        if (box instanceof HTMLInputElement) {
          selection.find(box.value);
        }
      }}
    >
      <input
        id={findBox}
        type="search"
        autocomplete="off"
        placeholder={t("unit or row,column")}
        aria-label={t("Find a unit by its number, or a cell")}
        aria-describedby="complaint"
        aria-invalid={complaint.value !== ""}
        onInput={() => (complaint.value = "")}
      />
      <span id="complaint" class="complaint" role="status">
        {complaint.value}
      </span>
    </form>
  );
});

function Release(): JSX.Element {
  return <Button icon="close" class="small release" label="Let go" keys="Esc" onClick={selection.release} />;
}

// Fate is what became of the followed unit: in some games another unit gets its number.
function Fate({ view, unit, round }: { view: View; unit: number; round: number }): JSX.Element {
  const events = view.playback.round(round)?.events ?? [];
  const texts = events.filter((event) => event.unit === unit && event.text !== "").map((event) => said(event.text));
  const heir = indexOf(view.frame.units, unit) >= 0;
  return (
    <div class="fate" role="status">
      <p>
        <button type="button" class="link" onClick={() => seek(round)}>
          {t("In round {0}", round)}
        </button>
        : {texts.length > 0 ? texts.join("; ") : t("unit {0} changed sides", unit)}
      </p>
      {heir && (
        <p>
          {t("Now it is {0}.", unitWords(view, unit))}{" "}
          <button type="button" class="link" onClick={() => selection.follow(unit)}>
            {t("follow it")}
          </button>
        </p>
      )}
    </div>
  );
}

function Absent({ view, unit }: { view: View; unit: number }): JSX.Element {
  const place = view.playback.where(unit, view.frame.number);
  if (place === undefined) {
    return <p>{sentence(selection.noUnit(unit))}</p>;
  }
  return (
    <p>
      {t("Unit {0} is not on the board in this round.", unit)}{" "}
      <button type="button" class="link" onClick={() => seek(place.frame)}>
        {t("Go to round {0}", place.frame)}
      </button>
    </p>
  );
}

function indicesAt(view: View, cell: number): number[] {
  const { units } = view.frame;
  const found: number[] = [];
  for (let i = 0; i < units.count; i++) {
    if (units.cell[i] === cell) {
      found.push(i);
    }
  }
  return found;
}

function Cell({ view, cell }: { view: View; cell: number }): JSX.Element {
  const { frame, data } = view;
  const kind = data.legend.cells[frame.cells[cell] ?? -1];
  const owner = data.players[frame.owners[cell] ?? -1];
  const labels = (view.round?.notes ?? []).filter((n) => n.cell === cell && n.text !== "" && n.unit < 0);
  return (
    <>
      <p class="cell">
        <b>{said(kind?.name ?? "?")}</b>
        {owner !== undefined && <Name player={owner} />}
        <span class="where">{cellName(data.legend, cell)}</span>
      </p>
      {kind?.doc !== undefined && <p class="hint">{sentence(said(kind.doc))}</p>}
      <Place view={view} cell={cell} />
      {indicesAt(view, cell).map((i) => (
        <Unit key={frame.units.id[i]} view={view} index={i} />
      ))}
      {labels.map((note, i) => (
        <p key={i} class="said">
          <Plate player={data.players[note.seat]} />
          <bdi>{note.text}</bdi>
        </p>
      ))}
    </>
  );
}

// Place is what there is to know of a place or a road: its size, who took it, who stands there, what it pays.
function Place({ view, cell }: { view: View; cell: number }): JSX.Element | null {
  const { frame, data, playback } = view;
  const all = placeAt(data.legend, frame, cell);
  if (all === undefined) {
    return null;
  }
  const kind = data.legend.cells[frame.cells[cell] ?? -1];
  const [group] = groupsOf(data.legend, frame, cell);
  const there = data.players.map(() => 0);
  frame.units.cell.forEach((at, i) => {
    const owner = frame.units.owner[i] ?? -1;
    if (i < frame.units.count && owner >= 0 && all.includes(at)) {
      there[owner] = (there[owner] ?? 0) + 1;
    }
  });
  const taken = lastTaken(playback, all, frame.number);
  return (
    <div class="place-of">
      <p>
        {count(all.length, "cell")}
        {kind?.pays !== undefined && `, ${t("{0} a round", all.length * kind.pays)}`}
      </p>
      {group !== undefined && group.places > 1 && (
        <p>{t("{0} are joined: they and their roads pay {1} a round", group.places, group.pays)}</p>
      )}
      {taken !== undefined && (
        <p>
          <button type="button" class="link" onClick={() => seek(taken.round)}>
            {t("In round {0}", taken.round)}
          </button>
          : {said(taken.text)}
        </p>
      )}
      {there.some((n) => n > 0) && (
        <p class="there">
          {t("Standing there:")}
          {there.map(
            (n, seat) =>
              n > 0 && (
                <span key={seat}>
                  <Plate player={data.players[seat]} /> {n}
                </span>
              ),
          )}
        </p>
      )}
    </div>
  );
}

// lastTaken returns the last time before a frame when an area was taken, in words.
function lastTaken(playback: Playback, all: readonly number[], before: number): Taken | undefined {
  const { legend } = playback.data;
  for (let round = before - 1; round >= 0; round--) {
    for (const event of playback.events(round)) {
      if (legend.events[event.kind]?.look === "capture" && event.text !== "" && all.includes(event.cell)) {
        return { round, text: event.text };
      }
    }
  }
  return undefined;
}

interface Taken {
  readonly round: number;
  readonly text: string;
}

function Unit({ view, index }: { view: View; index: number }): JSX.Element {
  const { frame, data, round, playback } = view;
  const { units } = frame;
  const id = units.id[index] ?? -1;
  const owner = data.players[units.owner[index] ?? -1];
  const note = playback.text(units.note[index] ?? 0);
  const { doc } = data.legend.units[units.kind[index] ?? -1] ?? {};
  const orders = (round?.orders ?? []).filter((order) => order.unit === id);
  const spoken = (round?.notes ?? []).filter((n) => n.unit === id && n.text !== "");
  return (
    <article class="unit">
      <p>
        <Plate player={owner} />
        <b>
          {kindName(view, index)} {id}
        </b>
        {owner !== undefined && <bdi class="of">{owner.label}</bdi>}
        {state.board.value.followed !== id && (
          <button type="button" class="link" onClick={() => selection.follow(id)}>
            {t("follow")}
          </button>
        )}
      </p>
      {amountsOf(view, index).map(({ name, value, most, words }) => (
        <p key={name} class="sign">
          <span>{name}</span>
          {most > 0 && <Meter part={value / most} label={words} class="life" />}
          <span class="amount">{most > 0 ? `${value}/${most}` : value}</span>
        </p>
      ))}
      {doc !== undefined && owner === undefined && <p class="note">{sentence(said(doc))}</p>}
      {note !== "" && <p class="note">{said(note)}</p>}
      {orders.map((order, i) => (
        <Told key={i} view={view} order={order} own={order.seat === units.owner[index]} />
      ))}
      {orders.length === 0 && owner !== undefined && round !== undefined && (
        <p class="note">{t("no order in this round")}</p>
      )}
      {spoken.map((n, i) => (
        <p key={i} class="said">
          <bdi>{n.text}</bdi>
        </p>
      ))}
    </article>
  );
}

function Told({ view, order, own }: { view: View; order: Order; own: boolean }): JSX.Element {
  return (
    <p class="order">
      {!own && <Name player={view.data.players[order.seat]} />}
      <span>
        {t("told")} <b>{said(order.text)}</b>
      </span>
      {order.outcome !== "" && <span class={`outcome ${order.failed ? "failed" : ""}`}>{said(order.outcome)}</span>}
    </p>
  );
}

// Pointer is a line about the cell under the pointer, while another cell is selected.
function Pointer({ view }: { view: View }): JSX.Element {
  const cell = state.hover.value;
  const { frame, data } = view;
  if (cell < 0) {
    return <p class="pointer">{t("Point at another cell to compare.")}</p>;
  }
  const here = indicesAt(view, cell).map((i) => unitWords(view, frame.units.id[i] ?? -1));
  return <p class="pointer">{[cellWords(view, cell), cellName(data.legend, cell), ...here].join(" · ")}</p>;
}

// cellWords returns what there is on a cell, for the table.
export function cellWords(view: View, cell: number): string {
  const { frame, data } = view;
  const words = [said(data.legend.cells[frame.cells[cell] ?? -1]?.name ?? "")];
  const owner = data.players[frame.owners[cell] ?? -1];
  if (owner !== undefined) {
    words.push(t("of {0}", owner.label));
  }
  return words.join(" ");
}

// kindName returns what kind of unit one is, by its index.
export const kindName = ({ data, frame }: View, index: number): string =>
  said(data.legend.units[frame.units.kind[index] ?? -1]?.name ?? "") || t("unit");

// unitWords returns what a unit is, for the table.
export function unitWords(view: View, id: number): string {
  const { frame, data } = view;
  const i = indexOf(frame.units, id);
  const name = `${kindName(view, i)} ${id}`;
  const owner = data.players[frame.units.owner[i] ?? -1];
  const signs = amountsOf(view, i).map(({ words }) => `, ${words}`);
  return `${name}${owner === undefined ? "" : ` ${t("of {0}", owner.label)}`}${signs.join("")}`;
}

interface Amount {
  readonly name: string;
  readonly value: number;
  readonly most: number;
  readonly words: string;
}

// amountsOf returns what a unit has of the legend's signs, by its index.
function amountsOf({ data, frame: { units } }: View, index: number): readonly Amount[] {
  return data.legend.signs.flatMap((sign, i) => {
    const at = index * units.signs + i;
    const [name, value, most] = [said(sign.name), units.value[at] ?? 0, units.most[at] ?? 0];
    const words = `${name} ${most > 0 ? t("{0} of {1}", value, most) : value}`;
    return value > 0 || most > 0 ? [{ name, value, most, words }] : [];
  });
}
