// What the reader can give to others: a link, a picture, and a frame for a page.

import { signal } from "@preact/signals-core";
import type { JSX } from "preact";
import { context } from "../board/look";
import { Film } from "./film";
import { formatLink, type Link } from "./link";
import { boardPicture, part } from "./stage";
import * as state from "./state";
import type { View } from "./state";
import { t } from "./tongues";

// linkOf returns what of the state is in a link.
export function linkOf(): Link {
  const { clock, round, speed, selection, chart, orders, notes, directed, remarks } = state;
  const { value: selected } = selection;
  const seats = notes.value.flatMap((shown, seat) => (shown ? [seat] : []));
  return {
    ...(clock.value.kind === "following" ? {} : { round: round.value }),
    speed: speed.value,
    ...(selected.kind === "unit" ? { unit: selected.unit } : {}),
    ...(selected.kind === "cell" ? { cell: selected.cell } : {}),
    ...(chart.value > 0 ? { chart: chart.value } : {}),
    ...(orders.value === "all" ? {} : { orders: orders.value }),
    ...(directed.value ? { directed: true } : {}),
    ...(seats.length > 0 ? { notes: seats } : {}),
    remarks: remarks.value,
  };
}

const toExport = "arena export FILE -o match.html";

export const said = signal(""); // what became of the last thing to copy

async function copy(what: string, data: () => string | Promise<Blob>): Promise<void> {
  try {
    const made = data();
    await (typeof made === "string"
      ? navigator.clipboard.writeText(made)
      : navigator.clipboard.write([new ClipboardItem({ "image/png": made })]));
    said.value = t("The {0} is copied.", what);
  } catch {
    said.value = t("The browser does not let this page copy the {0}.", what);
  }
}

export function Share({ view }: { view: View }): JSX.Element {
  const seen = part();
  const hash = formatLink({ ...linkOf(), ...(seen && { part: seen }) });
  const link = location.href.replace(/#.*/, "") + hash;
  const code = `<iframe src="${link.replaceAll("&", "&amp;")}&amp;embed" width="800" height="450" title="${view.data.title}"></iframe>`;
  return (
    <div class="share-with">
      <Text name={t("link")} text={link} />
      <p>
        <Act label="Copy picture" act={() => copy(t("picture"), () => picture(view))} />
        <Act label="Save picture" act={() => save(view)} />
      </p>
      <Film view={view} />
      <Text name={t("code of a frame")} text={code} />
      <p class="hint">
        {t("Others can open the link if the page is on a web server. To make a page of a match, type: {0}", toExport)}
      </p>
      <p role="status">{said.value}</p>
    </div>
  );
}

export const Act = ({ label, act }: { label: string; act: () => unknown }): JSX.Element => (
  <button type="button" class="again" onClick={act}>
    {t(label)}
  </button>
);

function Text({ name, text }: { name: string; text: string }): JSX.Element {
  return (
    <p>
      <input readOnly value={text} aria-label={name} onFocus={(event) => event.currentTarget.select()} />
      <Act label={t("Copy {0}", name)} act={() => copy(name, () => text)} />
    </p>
  );
}

const head = 34; // above the board, in pixels of CSS

// paint draws the board as it is seen, with the round and the scores above it, and over it what the
// reader has written.
export function paint({ data, frame }: View, ctx: CanvasRenderingContext2D): void {
  const ratio = devicePixelRatio || 1;
  if (!boardPicture(ctx, Math.round(head * ratio))) {
    throw new Error("there is no board");
  }
  ctx.scale(ratio, ratio);
  ctx.font = "600 14px system-ui, sans-serif";
  ctx.textBaseline = "middle";
  const theme = state.dark.value ? 1 : 0;
  const ink = getComputedStyle(document.body).color;
  let x = 10;
  const write = (text: string, room: number): void => {
    ctx.fillStyle = ink;
    ctx.fillText(text, x, head / 2, room);
    x += Math.min(room, ctx.measureText(text).width) + 16;
  };
  write(`${data.title}, ${t("round")} ${frame.number}`, 240);
  data.players.forEach((player, seat) => {
    ctx.save();
    ctx.translate(x, head / 2 - 7);
    ctx.scale(14 / 24, 14 / 24);
    ctx.fillStyle = player.colour[theme];
    ctx.fill(new Path2D(player.plate));
    ctx.restore();
    x += 19;
    write(`${player.label} ${frame.numbers[0]?.[seat] ?? ""}`, 160);
  });
  writeBelow(ctx, state.remarks.value.texts[frame.number] ?? "", ink, ratio);
}

// writeBelow writes a text at the foot of the picture, in as many lines as it takes.
function writeBelow(ctx: CanvasRenderingContext2D, text: string, ink: string, ratio: number): void {
  const width = ctx.canvas.width / ratio;
  // The last line comes first.
  const lines: string[] = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines[0]}${word} `;
    if (ctx.measureText(longer).width < width - 24) {
      lines[0] = longer;
    } else {
      lines.unshift(`${word} `);
    }
  }
  if (text !== "") {
    const foot = ctx.canvas.height / ratio;
    const high = 20 * lines.length + 8;
    ctx.fillStyle = getComputedStyle(document.body).backgroundColor;
    ctx.fillRect(0, foot - high, width, high);
    ctx.fillStyle = ink;
    lines.forEach((line, i) => ctx.fillText(line, 12, foot - 14 - 20 * i, width - 24));
  }
}

function picture(view: View): Promise<Blob> {
  const ctx = context(document.createElement("canvas"));
  paint(view, ctx);
  return new Promise((resolve, reject) =>
    ctx.canvas.toBlob((blob) => (blob === null ? reject(new Error("no picture")) : resolve(blob))),
  );
}

async function save(view: View): Promise<void> {
  download(await picture(view), `${view.data.game}-${view.frame.number}.png`);
}

export function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
  said.value = t("Saved as {0}.", name);
}
