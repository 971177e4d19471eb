// The page as a whole: two frames, how they differ, and how to play them.

import type { ComponentChildren, JSX } from "preact";
import type { PlayerInfo } from "../model/data";
import type { Order } from "../model/frame";
import type { Parting, Part } from "../model/parting";
import * as clock from "../ui/clock";
import { Button, Label, Plate } from "../ui/parts";
import * as state from "../ui/state";
import { Position, Speed, Timeline } from "../ui/transport";
import { around, inAddress, said, t } from "../ui/tongues";
import { count } from "../ui/words";
import { Chart } from "./chart";
import { startWords } from "./words";
import { attach, comparison, left, right, type Side } from "./sides";

export function Beside(): JSX.Element {
  return (
    <>
      <header class="top">
        <h1>{t("Two matches side by side")}</h1>
        <p class="caption">
          <a class="link" href=".">
            {t("all matches")}
          </a>
        </p>
      </header>
      <div class="sides">
        <Half side={left} />
        <Half side={right} />
      </div>
      <Difference />
      <Transport />
    </>
  );
}

function Half({ side }: { side: Side }): JSX.Element {
  const { key, file } = side;
  const name = sideName(side);
  const match = side.playback.value;
  return (
    <section class="half" aria-label={`${name}: ${file}`}>
      <header>
        <h2 title={file}>
          <bdi>{nameOf(side)}</bdi>
        </h2>
        <small>
          {match && t("{0}, seed {1}", match.data.title, match.data.seed)}
          {match && state.round.value > match.last && `, ${t("ended after {0}", count(match.last, "round"))}`}
        </small>
        <ul>
          {match?.data.players.map((player, seat) => (
            <li key={seat}>
              <Bot player={player} other={seat} of={side} />
            </li>
          ))}
        </ul>
      </header>
      {file === "" ? (
        <p class="hint">{t("there is no such match, or its file has changed since")}</p>
      ) : (
        <iframe
          title={`${name}: ${file}`}
          src={`beside/${encodeURIComponent(key)}/#embed${inAddress()}`}
          onLoad={(event) => attach(side, event.currentTarget)}
        />
      )}
    </section>
  );
}

const sideName = (side: Side): string => t(side === left ? "left" : "right");

// nameOf is the name of a file, without its folder if the name alone tells both files apart.
function nameOf({ file, isDropped }: Side): string {
  if (isDropped.value) {
    return t("dropped file");
  }
  const [one, other] = [left, right].map((side) => side.file.replace(/^.*[/\\]/, ""));
  return file === "" ? "–" : one === other ? file : file === left.file ? (one ?? "") : (other ?? "");
}

// Bot marks a bot if another one sits in its seat on the other side.
function Bot({ player, other: seat, of }: { player: PlayerInfo; other: number; of: Side }): JSX.Element {
  const other = (of === left ? right : left).playback.value?.data.players[seat];
  const differs = other !== undefined && (other.name !== player.name || other.version !== player.version);
  const text = `${player.label} ${player.version}`.trim();
  return differs ? (
    <mark title={t("{0}; on the other side: {1}", text, `${other.label} ${other.version}`.trim())}>
      <Plate player={player} />
      <Label text={text} />
    </mark>
  ) : (
    <span title={text}>
      <Plate player={player} />
      <Label text={player.label} />
    </span>
  );
}

function Difference(): JSX.Element {
  const found = comparison.value;
  const [one, other] = [left.playback.value, right.playback.value];
  const broken = [left, right].find(({ broken, playback }) => broken.value && playback.value === undefined);
  const say = (words: string): JSX.Element => <p role="status">{words}</p>;
  return (
    <section class="difference" aria-label={t("Difference")}>
      {broken !== undefined
        ? say(
            t(
              broken === left
                ? "The left match cannot be shown, so there is no difference to show."
                : "The right match cannot be shown, so there is no difference to show.",
            ),
          )
        : found === undefined
          ? say(t("Reading…"))
          : typeof found === "string"
            ? say(said(found))
            : one &&
              other && (
                <>
                  <div role="status">
                    <Parted parting={found} />
                  </div>
                  <Chart left={one} right={other} parted={"round" in found ? found.round : undefined} />
                </>
              )}
    </section>
  );
}

function Parted({ parting }: { parting: Parting }): JSX.Element {
  if (parting.kind === "never") {
    return <p>{t("The matches are alike in {0}, from the start to the end.", count(state.last.value, "round"))}</p>;
  }
  const { round } = parting;
  const go = (
    <button type="button" class="again" onClick={() => clock.jump(round)}>
      {t("Go to round {0}", round)}
    </button>
  );
  if (parting.kind === "length") {
    const isLeft = (left.playback.value?.last ?? 0) < (right.playback.value?.last ?? 0);
    const title = t(
      isLeft
        ? "They are alike until the left one ends, after {0}"
        : "They are alike until the right one ends, after {0}",
      count(round, "round"),
    );
    return (
      <Told go={go} title={title}>
        {t("No command and no board differs before that.")}
      </Told>
    );
  }
  return (
    <Told go={go} title={t("They part in round {0}", round)}>
      <How parting={parting} />
    </Told>
  );
}

function Told({ title, go, children }: { title: string; go: JSX.Element; children: ComponentChildren }): JSX.Element {
  return (
    <>
      <header>
        <h2>{title}</h2>
        {go}
      </header>
      <p>{children}</p>
    </>
  );
}

function How({ parting }: { parting: Exclude<Parting, { kind: "never" | "length" }> }): JSX.Element {
  if (parting.kind === "board") {
    return <>{boardWords(parting)}</>;
  }
  const who = parting.seats.map((seat, i) => (
    <span key={seat}>
      {i > 0 && ", "}
      <Who seat={seat} />
    </span>
  ));
  if (parting.kind === "frozen") {
    return <>{around<ComponentChildren>("{0} is frozen on one side only.", who)}</>;
  }
  const [one, other] = parting.first;
  const [first = -1] = parting.seats;
  const commands = [<Command key="left" order={one} />, <Command key="right" order={other} />];
  return (
    <>
      {around<ComponentChildren>("Other commands of {0}.", who)}{" "}
      {parting.seats.length > 1
        ? around<ComponentChildren>("The first one of {0}: left {1}, right {2}", <Who seat={first} />, ...commands)
        : around<ComponentChildren>("The first one: left {0}, right {1}", ...commands)}
      {one?.unit === other?.unit && one?.text === other?.text && ` ${t("to another cell")}`}.
    </>
  );
}

function Command({ order }: { order: Order | undefined }): JSX.Element {
  if (order === undefined) {
    return <>{t("none")}</>;
  }
  return (
    <bdi>
      {order.unit >= 0 && `${t("unit")} ${order.unit} `}
      <q>{said(order.text)}</q>
    </bdi>
  );
}

function boardWords({ round, part, known }: { round: number; part: Part; known: boolean }): string {
  const [one, other] = [left.playback.value?.data, right.playback.value?.data];
  const what = t(part);
  if (round > 0) {
    return known
      ? t("The commands were the same up to here, but the {0} differ: another random source, or other rules.", what)
      : t("The {0} differ. No commands are recorded.", what);
  }
  return one && other ? startWords(one, other, part) : t("They begin with other {0}.", what);
}

// Who is the player in a seat, on both sides.
function Who({ seat }: { seat: number }): JSX.Element {
  const [one, other] = [left, right].map(({ playback }) => playback.value?.data.players[seat]);
  return (
    <b class="who">
      <Plate player={one} /> <bdi>{one?.label}</bdi>
      {one?.label !== other?.label && (
        <>
          {" / "}
          <bdi>{other?.label}</bdi>
        </>
      )}
    </b>
  );
}

function Transport(): JSX.Element {
  const goes = state.clock.value.kind === "playing";
  return (
    <section class="transport" aria-label={t("Playing both")}>
      <div class="group steps" role="group" aria-label={t("Play and step")}>
        <Button icon="start" label="To the start" keys="Home" class="spare" onClick={() => clock.jump(0)} />
        <Button icon="back10" label="Ten rounds back" keys="Shift+←" onClick={() => clock.step(-10)} />
        <Button icon="back" label="One round back" keys="←" onClick={() => clock.step(-1)} />
        <Button
          icon={goes ? "pause" : "play"}
          label={t(goes ? "Pause" : "Play")}
          keys="Space"
          class={`main ${state.direction.value < 0 && !goes ? "backwards" : ""}`}
          onClick={clock.play}
        />
        <Button icon="forward" label="One round on" keys="→" onClick={() => clock.step(1)} />
        <Button icon="forward10" label="Ten rounds on" keys="Shift+→" onClick={() => clock.step(10)} />
        <Button icon="end" label="To the end" keys="End" class="spare" onClick={clock.toEnd} />
        <Button
          icon="reverse"
          label="Play backwards"
          keys="R"
          pressed={state.direction.value < 0}
          class="spare"
          onClick={clock.reverse}
        />
      </div>
      <Timeline />
      <Position />
      <Speed />
    </section>
  );
}
