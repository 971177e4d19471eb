// The geometry of charts.

import type { Trace } from "../model/trace";

export interface Box {
  readonly width: number;
  readonly height: number;
  readonly from: number; // the value at the bottom
  readonly to: number; // and at the top
  readonly last: number; // the round at the right side
}

export const xOf = (round: number, box: Box): number => (box.last === 0 ? 0 : (round / box.last) * box.width);

export const yOf = (value: number, box: Box): number =>
  box.height - ((value - box.from) / (box.to - box.from || 1)) * box.height;

// roundAt returns the round nearest to a place on the chart.
export function roundAt(x: number, box: Box): number {
  const round = Math.round((x / box.width) * box.last);
  return Math.max(0, Math.min(box.last, round));
}

const short = (n: number): string => String(Math.round(n * 10) / 10);

// eachOf is how many of some values fall on a pixel: a power of two, of which a trace knows the extremes at once.
export const eachOf = (length: number, width: number): number =>
  2 ** Math.max(0, Math.floor(Math.log2(length / Math.max(1, width))));

// linePath returns a line through values, with gaps for values below floor. If several
// values fall on a pixel, the lowest and the highest of them are drawn.
// Only the first values are drawn, if there is a length.
export function linePath(trace: Trace, box: Box, floor = -Infinity, length = trace.values.length): string {
  const { values } = trace;
  const each = eachOf(length, box.width);
  let path = "";
  let pen = "M";
  for (let start = 0; start < length; start += each) {
    const end = Math.min(start + each, length);
    const [low, high] = [trace.least(start, end), trace.most(start, end)];
    if ((values[low] ?? 0) < floor) {
      pen = "M";
      continue;
    }
    for (const i of low === high ? [low] : [Math.min(low, high), Math.max(low, high)]) {
      path += `${pen}${short(xOf(i, box))} ${short(yOf(values[i] ?? 0, box))}`;
      pen = "L";
    }
  }
  return path;
}

// ticks returns a few round values between from and to, whole ones unless the least step says otherwise.
export function ticks(from: number, to: number, most = 4, least = 1): number[] {
  const rough = (to - from) / most;
  if (!(rough > 0)) {
    return [from];
  }
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(least, power * ([1, 2, 5].find((n) => n * power >= rough) ?? 10));
  const found: number[] = [];
  for (let n = Math.ceil(from / step); n * step <= to; n++) {
    found.push(n * step);
  }
  return found;
}

// range returns the lowest and the highest value of the beginnings of lines. It includes 0 and is never empty.
export function range(
  lines: readonly Trace[],
  length = Infinity,
  [from, to]: readonly [number, number] = [0, 0],
): readonly [number, number] {
  for (const trace of lines) {
    const end = Math.min(length, trace.values.length);
    from = Math.min(from, trace.values[trace.least(0, end)] ?? 0);
    to = Math.max(to, trace.values[trace.most(0, end)] ?? 0);
  }
  return [from, to === from ? from + 1 : to];
}
