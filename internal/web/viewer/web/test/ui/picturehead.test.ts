import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Playback } from "../../src/model/playback";
import { writeHead } from "../../src/ui/picturehead";
import type { View } from "../../src/ui/state";
import { Path, Pen } from "../board/pen";
import { makeMatch } from "../fixture";

beforeEach(() => vi.stubGlobal("Path2D", Path));
afterEach(() => vi.unstubAllGlobals());

const data = makeMatch({ rows: 5, cols: 8, rounds: 0 });
const playback = new Playback(data);
const players = data.players.map((player) => ({ ...player, label: `${player.name} (a long name)` }));
const frame = { ...playback.frame(0), numbers: [[70, 1000, 5, 12_345]] };
const view: View = { playback, data: { ...data, players }, frame, round: undefined };

test.each([390, 796, 1400])("a picture of %s pixels has all players, the leader first", (width) => {
  const pen = new Pen();
  writeHead(pen.context, view, "black", width);
  const [title, ...texts] = pen.texts();
  expect(title?.text).toMatch(/^Made( up|…), round 0$/);
  expect(texts.map(({ text }) => text.replace(/ .* /, " "))).toEqual(["1. 12345", "2. 1000", "3. 70", "4. 5"]);
  ["dora", "ben", "anna", "cleo"].forEach((name, i) => {
    const of = / (.*)(?:…| \(a long name\)) /.exec(texts[i]!.text)?.[1];
    expect(`${name} (a long name)`.startsWith(of ?? "?"), texts[i]!.text).toBe(true);
  });
  for (const { text, points, width: room } of pen.texts()) {
    if (width > 700) {
      expect(pen.measureText(text).width, "letters are not squeezed").toBeLessThanOrEqual(room);
    }
    const end = points[0]![0]! + Math.min(room, pen.measureText(text).width);
    expect(end, text).toBeLessThanOrEqual(width - 10);
  }
  const colours = [3, 1, 0, 2].map((seat) => players[seat]!.colour[0]);
  expect(pen.drawn.filter(({ what }) => what === "fill").map(({ colour }) => colour)).toEqual(colours);
});
