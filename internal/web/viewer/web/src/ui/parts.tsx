// Small parts of which the panels are made.

import type { ComponentChildren, JSX } from "preact";
import type { Colour, PlayerInfo } from "../model/data";
import { t } from "./tongues";

const icons = {
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8.5 5.5v13M15.5 5.5v13",
  back: "M14.5 6l-6 6 6 6",
  forward: "M9.5 6l6 6-6 6",
  back10: "M12 6l-6 6 6 6M18.5 6l-6 6 6 6",
  forward10: "M12 6l6 6-6 6M5.5 6l6 6-6 6",
  start: "M6.5 6v12M17.5 6l-7 6 7 6",
  end: "M17.5 6v12M6.5 6l7 6-7 6",
  previousEvent: "M19 12H9M12.5 8l-4 4 4 4M4.5 8v8",
  nextEvent: "M5 12h10M11.5 8l4 4-4 4M19.5 8v8",
  reverse: "M9 14L4.5 9.5 9 5M4.5 9.500H14a5 5 0 0 1 0 10h-4",
  plus: "M12 6v12M6 12h12",
  minus: "M6 12h12",
  fit: "M5 9V5h4M15 5h4v4M19 15v4h-4M9 19H5v-4",
  orders: "M5 18L17 7M10 6.500h7.500V14",
  failed: "M5 18l5-5M14 9l4-4M8 7l9 10M17 7l-9 10",
  director: "M4 8h10v8H4zM14 11.5l5.500-3v7l-5.500-3",
  notes: "M5 5.500h14v10h-8l-4 3.500v-3.500H5z",
  pen: "M5 19l1-4L16.5 4.500l3 3L9 18z",
  help: "M9.3 9.200a2.8 2.8 0 1 1 4 2.600c-.9.5-1.3 1-1.3 2M12 17.300v.2",
  about: "M12 11v6M12 7.300v.2",
  table: "M4.5 5.500h15v13h-15zM4.5 10h15M4.5 14.300h15M10 5.500v13",
  all: "M9 6.500h10.500M9 12h10.500M9 17.500h10.500M5 6.500v.2M5 12v.2M5 17.500v.2",
  branch: "M4 12h6c5 0 4-6 10-6M10 12c5 0 4 6 10 6M17 3l3 3-3 3M17 15l3 3-3 3",
  share: "M12 15V4M8 7.500L12 3.500l4 4M6 11v8.500h12V11",
  light:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 3v1.500M12 19.500V21M3 12h1.500M19.5 12H21M5.6 5.600l1.1 1.100M17.3 17.300l1.1 1.100M5.6 18.400l1.1-1.100M17.3 6.700l1.1-1.1",
  dark: "M19 14.500A7.5 7.5 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.500z",
  system: "M4.5 5.500h15v10.500h-15zM9 19.500h6M12 16v3.5",
  dots: "M5.500 12v.2M12 12v.2M18.500 12v.2",
  close: "M7 7l10 10M17 7L7 17",
  crown: "M4 17.5V8l4.500 4L12 5.500l3.500 6.500L20 8v9.500z",
  warning: "M12 4.500l8.5 15h-17zM12 10v4.500M12 16.900v.2",
} as const;

export type IconName = keyof typeof icons;

export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class={`icon ${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={icons[name]} />
    </svg>
  );
}

// Labels and titles are English: the parts say them in the language of the reader.
interface ButtonProps {
  icon: IconName;
  label: string;
  keys?: string;
  pressed?: boolean;
  disabled?: boolean;
  class?: string;
  onClick: (event: { currentTarget: Element }) => void;
}

export function Button({ icon, label, keys, pressed, disabled, onClick, ...rest }: ButtonProps): JSX.Element {
  const name = t(label);
  return (
    <button
      type="button"
      class={`button ${rest.class ?? ""}`}
      title={keys === undefined ? name : `${name} (${keys})`}
      aria-label={name}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

const both = ([light, dark]: Colour): string => `light-dark(${light}, ${dark})`;

// Plate is the sign of a player: its form in its colour.
export function Plate({ player }: { player: PlayerInfo | undefined }): JSX.Element {
  if (player === undefined) {
    return <span class="plate" />;
  }
  return (
    <svg class="plate" viewBox="0 0 24 24" aria-hidden="true" style={{ color: both(player.colour) }}>
      <path d={player.plate} fill="currentColor" />
    </svg>
  );
}

// Name is the label of a player with its sign. Hostile bots choose their names, so a name
// is kept from changing the direction of the text around it.
export function Name({ player }: { player: PlayerInfo | undefined }): JSX.Element {
  return (
    <span class="name">
      <Plate player={player} />
      <bdi>{player?.label ?? t("nobody")}</bdi>
    </span>
  );
}

export const colourOf = (player: PlayerInfo): string => both(player.colour);
export const inkOf = (player: PlayerInfo): string => both(player.ink);

const tailLength = 4; // letters

// Label is a name that is shortened in the middle if there is no room for it: what tells
// bots apart, such as a version or the seat, comes last.
export function Label({ text }: { text: string }): JSX.Element {
  const letters = Array.from(text);
  const cut = Math.max(0, letters.length - tailLength);
  return (
    <bdi class="label">
      <span>{letters.slice(0, cut).join("")}</span>
      <span>{letters.slice(cut).join("")}</span>
    </bdi>
  );
}

interface SectionProps {
  id: string;
  title: string;
  aside?: ComponentChildren;
  children: ComponentChildren;
}

export function Section({ id, title, aside, children }: SectionProps): JSX.Element {
  return (
    <section class={`panel ${id}`} id={`panel-${id}`} aria-labelledby={`title-${id}`}>
      <header>
        <h2 id={`title-${id}`}>{t(title)}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

// Meter is a bar, with a label for readers who can't see it.
export function Meter({ part, label, class: kind = "" }: { part: number; label: string; class?: string }): JSX.Element {
  const shown = Math.max(0, Math.min(1, part));
  return (
    <span class={`meter ${kind} ${part >= 0.8 ? "high" : ""}`} role="img" aria-label={label}>
      <span style={{ transform: `scaleX(${shown})` }} />
    </span>
  );
}
