// A film of some rounds, taken while the page plays them behind its window.

import { signal } from "@preact/signals-core";
import type { JSX } from "preact";
import { context } from "../board/look";
import { jump } from "./clock";
import { Act, download, said } from "./handed";
import { paint } from "./picture";
import { draw } from "./stage";
import * as state from "./state";
import type { View } from "./state";
import { t } from "./tongues";

const format = "video/webm";
const rate = 8e6; // bits a second: lines and numbers stay sharp
const slice = 100; // milliseconds
const rest = 1500; // milliseconds without anything new at the end: then the browser has caught up
const pace = 66; // milliseconds between two pictures: a slow computer must keep up, or loses the end

const filming = signal(false);

// record takes the film. It is dropped if the reader stops it or closes the window.
function record(name: string, from: number, to: number): void {
  const before = state.time.value;
  const ctx = context(document.createElement("canvas"));
  const take = (): void => {
    draw();
    if (state.view.value !== undefined) {
      paint(state.view.value, ctx);
    }
  };
  jump(from);
  take();
  const recorder = new MediaRecorder(ctx.canvas.captureStream(), { mimeType: format, videoBitsPerSecond: rate });
  const parts: Blob[] = [];
  let end = Infinity;
  let next = 0;
  const step = (now: number): void => {
    if (state.time.value >= to && end === Infinity) {
      jump(to);
      end = now + rest;
      take();
      next = Infinity;
    }
    if (now >= next) {
      next = now + pace;
      take();
    }
    if (filming.value && state.dialog.value === "share" && now < end) {
      said.value = t("Filming: round {0} of {1}", state.round.value, to);
      requestAnimationFrame(step);
    } else {
      recorder.stop();
    }
  };
  recorder.ondataavailable = ({ data }) => {
    parts.push(data);
    if (end < Infinity && data.size > 0) {
      end = performance.now() + rest;
    }
  };
  recorder.onstop = () => {
    said.value = "";
    if (end < Infinity && filming.value) {
      download(new Blob(parts, { type: format }), name);
    }
    filming.value = false;
    jump(before);
  };
  recorder.onstart = () => {
    state.direction.value = 1;
    state.clock.value = state.playing; // not sooner: on a slow computer the first rounds would be lost
  };
  filming.value = true;
  recorder.start(slice);
  requestAnimationFrame(step);
}

export function Film({ view: { data, frame } }: { view: View }): JSX.Element {
  if (!globalThis.MediaRecorder?.isTypeSupported(format)) {
    return <p class="hint">{t("This browser can't make films.")}</p>;
  }
  if (filming.value) {
    return (
      <p>
        <Act label="Stop filming" act={() => (filming.value = false)} />
      </p>
    );
  }
  const last = state.last.value;
  const from = frame.number < last ? frame.number : Math.max(0, last - 50);
  const start = (event: SubmitEvent): void => {
    event.preventDefault();
    const rounds = [...new FormData(event.currentTarget as HTMLFormElement).values()].map(Number);
    const [a = 0, b = 0] = rounds.toSorted((x, y) => x - y);
    record(`${data.game}-${a}-${b}.webm`, a, b);
  };
  const box = (name: string, label: string, value: number): JSX.Element => (
    <label>
      {label} <input type="number" name={name} required min={0} max={last} defaultValue={`${value}`} />
    </label>
  );
  return (
    <form onSubmit={start}>
      <p>
        <button class="again">{t("Film")}</button>
        {box("from", t("from round"), from)}
        {box("to", t("to round"), last)}
      </p>
      <p class="hint">
        {t(
          "A film of these rounds takes as long as it lasts, at {0} rounds a second. Keep the page in view.",
          state.speed.value,
        )}
      </p>
    </form>
  );
}
