import { expect, test } from "vitest";
import { Trace } from "../../src/model/trace";
import { linePath, range, roundAt, ticks, xOf, yOf } from "../../src/ui/chart";

const box = { width: 100, height: 50, from: 0, to: 10, last: 20 };

test("the first round is left, the last right; low is down", () => {
  expect([xOf(0, box), xOf(20, box), yOf(0, box), yOf(10, box)]).toEqual([0, 100, 50, 0]);
});

test("a place on the chart is the nearest round there is", () => {
  expect([-5, 0, 2, 3, 50, 99, 400].map((x) => roundAt(x, box))).toEqual([0, 0, 0, 1, 10, 20, 20]);
});

test("a line goes through all values", () => {
  expect(linePath(Trace.of([0, 10, 5]), box)).toBe("M0 50L5 0L10 25");
});

test("a line has gaps where nothing is known", () => {
  expect(linePath(Trace.of([1, -1, -1, 2, 3]), box, 0)).toBe("M0 45M15 40L20 35");
});

test("a line of nothing is nothing", () => {
  expect(linePath(Trace.of([]), box)).toBe("");
});

test("a long line keeps its peaks", () => {
  const values = Array.from({ length: 5000 }, (_, i) => (i === 3210 ? 10 : 1));
  const path = linePath(Trace.of(values), { ...box, last: 4999 });
  expect(path.length).toBeLessThan(3000);
  expect(path).toContain(" 0L");
});

test.each<[number, number, number[]]>([
  [0, 10, [0, 5, 10]],
  [0, 300, [0, 100, 200, 300]],
  [-4, 4, [-4, -2, 0, 2, 4]],
  [0, 0, [0]],
  [0, 1, [0, 1]],
])("from %d to %d there are round ticks", (from, to, want) => {
  expect(ticks(from, to)).toEqual(want);
});

test("ticks may be parts of whole numbers", () => {
  expect(ticks(0, 1, 4, 0).map((tick) => tick.toFixed(2))).toEqual(["0.00", "0.50", "1.00"]);
});

test("a range has 0 in it and is never empty", () => {
  expect(range([Trace.of([3, 5]), Trace.of([4])])).toEqual([0, 5]);
  expect(range([Trace.of([-3]), Trace.of([-1])])).toEqual([-3, 0]);
  expect(range([])).toEqual([0, 1]);
});
