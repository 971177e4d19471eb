import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "../../src/model/decode";
import { Playback } from "../../src/model/playback";

// The tests of internal/web/viewer write the file, and read it, too.
const file = join(import.meta.dirname, "../../../pagedata/testdata/page.json");

test("a match that Go wrote is read to its end", () => {
  const data = parse(readFileSync(file, "utf8"));
  const playback = new Playback(data);
  expect(playback.damage).toBe(data.damage);
  expect(playback.last).toBe(data.played.length);
  expect(playback.last).toBeGreaterThan(0);
  const seats = data.players.length;
  for (let n = 0; n <= playback.last; n++) {
    const frame = playback.frame(n);
    expect(frame.number).toBe(n);
    expect(frame.numbers).toHaveLength(data.legend.numbers.length);
    expect(frame.cells).toHaveLength(data.legend.rows * data.legend.cols);
    const round = playback.round(n);
    expect(round === undefined).toBe(n === playback.last);
    for (const order of round?.orders ?? []) {
      expect(order.seat).toBeLessThan(seats);
      expect(order.text).not.toBe("");
    }
    for (const event of round?.events ?? []) {
      expect(event.text).not.toBe("");
      expect(event.cell).toBeLessThan(frame.cells.length);
    }
  }
});
