import { expect, test } from "vitest";
import { Trace } from "../../src/model/trace";
import { random } from "../fixture";

// scan looks at all values, as nobody else does.
function scan(values: readonly number[], from: number, to: number): [least: number, most: number] {
  const part = values.slice(from, to);
  return [from + part.indexOf(Math.min(...part)), from + part.indexOf(Math.max(...part))];
}

test("the extremes of any stretch are where they are first, also after some values were taken away", () => {
  const draw = random(4);
  const values: number[] = [];
  const trace = new Trace();
  for (let i = 0; i < 300; i++) {
    if (draw(20) === 0) {
      const length = draw(values.length + 1);
      values.length = length;
      trace.cut(length);
    }
    const value = draw(40) - 20;
    values.push(value);
    trace.push(value);
    for (let k = 0; k < 10; k++) {
      const from = draw(values.length);
      const to = from + 1 + draw(values.length - from);
      expect([trace.least(from, to), trace.most(from, to)]).toEqual(scan(values, from, to));
    }
  }
  expect(trace.values).toEqual(values);
});
