// The geometry of charts.

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

// linePath returns a line through values, with gaps for values below floor. If several
// values fall on a pixel, the lowest and the highest of them are drawn.
export function linePath(values: ArrayLike<number>, box: Box, floor = -Infinity): string {
  const each = Math.max(1, Math.floor(values.length / Math.max(1, box.width)));
  let path = "";
  let pen = "M";
  for (let start = 0; start < values.length; start += each) {
    let [low, high] = [start, start];
    for (let i = start; i < Math.min(start + each, values.length); i++) {
      const value = values[i] ?? 0;
      low = value < (values[low] ?? 0) ? i : low;
      high = value > (values[high] ?? 0) ? i : high;
    }
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

// ticks returns a few round values between from and to. All of them are whole.
export function ticks(from: number, to: number, most = 4): number[] {
  const rough = (to - from) / most;
  if (!(rough > 0)) {
    return [from];
  }
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, power * ([1, 2, 5].find((n) => n * power >= rough) ?? 10));
  const found: number[] = [];
  for (let n = Math.ceil(from / step); n * step <= to; n++) {
    found.push(n * step);
  }
  return found;
}

// range returns the lowest and the highest value of lines. It includes 0 and is never
// empty.
export function range(lines: readonly ArrayLike<number>[]): readonly [number, number] {
  let [from, to] = [0, 0];
  for (const values of lines) {
    for (let i = 0; i < values.length; i++) {
      const value = values[i] ?? 0;
      from = Math.min(from, value);
      to = Math.max(to, value);
    }
  }
  return [from, to === from ? from + 1 : to];
}
