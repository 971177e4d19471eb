import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "../../src/model/decode";
import { Playback } from "../../src/model/playback";
import { words } from "../../src/model/data";
import { drawMark, marksOf, shows } from "../../src/board/marks";
import { Look } from "../../src/board/look";
import { Pen } from "../board/pen";

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

test("units have signs of all forms, which are drawn and change", () => {
  const data = parse(readFileSync(file, "utf8"));
  const playback = new Playback(data);
  const marks = marksOf(data.legend.signs);
  expect(marks.map(({ form }) => form)).toEqual(words["form of a sign"]);
  const look = new Look(data, "light");
  for (let n = 0; n <= playback.last; n++) {
    const { units } = playback.frame(n);
    for (let i = 0; i < units.count; i++) {
      for (const mark of marks) {
        const at = i * units.signs + mark.at;
        expect([units.value[at], units.most[at]]).toEqual([1 + ((mark.at + i + n) % 8), 9]);
        expect(shows(mark, units.value[at]!, units.most[at]!)).toBe(true);
        const pen = new Pen();
        drawMark(pen.context, look.inks, mark, 50, 50, 40, units.value[at]!, 9, "", look.of(0, "colour"));
        expect(pen.drawn.length, mark.form).toBeGreaterThan(0);
      }
    }
  }
});
