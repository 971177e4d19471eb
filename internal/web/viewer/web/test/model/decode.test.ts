import { gzipSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { decode, parse, parseLong, textOf } from "../../src/model/decode";
import { makeMatch } from "../fixture";

const match = makeMatch({ rows: 10, cols: 12, rounds: 3, units: 12 });
const pack = (value: unknown): string => gzipSync(JSON.stringify(value)).toString("base64");

// changed returns the match with the value at a path, such as "legend.rows", replaced.
function changed(path: string, value: unknown): unknown {
  const copy: unknown = structuredClone(match);
  const names = path.split(".");
  const last = names.pop() ?? "";
  let at = copy as Record<string, unknown>;
  for (const name of names) {
    at = at[name] as Record<string, unknown>;
  }
  at[last] = value;
  return copy;
}

describe("decode", () => {
  test("gives back the match that was packed", async () => {
    expect(await decode(pack(match))).toEqual(match);
  });

  test("says what is wrong with a text that is not a packed match", async () => {
    await expect(decode("%%%")).rejects.toThrow("the match is damaged: it is not base64");
    await expect(decode(btoa("hello"))).rejects.toThrow("the match is damaged: it cannot be unpacked");
    await expect(decode(pack(match).slice(0, 400))).rejects.toThrow("the match is damaged: it cannot be unpacked");
    await expect(decode(gzipSync("{").toString("base64"))).rejects.toThrow("the match is damaged: it is not JSON");
    await expect(decode(pack(7))).rejects.toThrow("the match is damaged: it is missing");
  });

  test("stops at a file that would fill the memory", { timeout: 60_000 }, async () => {
    const bomb = gzipSync(Buffer.alloc(200 << 20, 32)).toString("base64");
    await expect(decode(bomb)).rejects.toThrow("the match is damaged: it is larger than 128 MB");
  });
});

describe("parse refuses", () => {
  test.each<[string, unknown, string]>([
    ["format", 1, "its format is 1; this page reads format 4"],
    ["title", 7, "title is no text"],
    ["legend", null, "legend is missing"],
    ["legend.rows", 0, "the number of rows is 0"],
    ["legend.rows", 1e9, "the number of rows is 1000000000"],
    ["legend.cols", 262144, "the number of cells is 2621440"],
    ["legend.wrapRows", 1, "legend.wrapRows is no true or false"],
    ["legend.cells.0.fill", ["red", "red"], "legend.cells.0.fill is no colour"],
    ["legend.units.0.shape.0.d", 5, "legend.units.0.shape.0.d is no text"],
    ["legend.signs.0.form", "boom", "legend.signs.0.form is no form of a sign"],
    ["players", {}, "players is no list"],
    ["players.1.colour", ["#fff", "#fff"], "players.1.colour is no colour"],
    ["start.cells", [0, 119], "the number of the cells is 119, not 120"],
    ["start.cells", [0, 1e9], "the length of a run of the cells is 1000000000"],
    ["start.cells", [9, 120], "the cells is 9, not from 0 to 3"],
    ["start.owners", [4, 120], "the owners is 4, not from -1 to 3"],
    ["legend.events.0.look", "boom", "legend.events.0.look is no look"],
    ["players.0.label", undefined, "players.0.label is no text"],
    ["start.units.0", [0, 9, 0, 0], "start.units.0 has 4 entries, not 5"],
    ["start.units.0", [0, 9, 0, 0, 0], "the kind of unit 0 is 9"],
    ["start.units.0", [0, 0, 0, 120, 0], "the cell of unit 0 is 120"],
    ["start.numbers", [], "the number of numbers is 0, not 2"],
    ["played", "none", "played is no list"],
  ])("%s being %j", (path, value, why) => {
    expect(() => parse(JSON.stringify(changed(path, value)))).toThrow(`the match is damaged: ${why}`);
  });
});

describe("a long match is read in parts", () => {
  const long = makeMatch({ rows: 20, cols: 20, rounds: 600, units: 60 });
  const json = JSON.stringify(long);

  test("as if it were read at once", async () => {
    expect(json.length).toBeGreaterThan(3 << 19);
    const read = vi.spyOn(JSON, "parse");
    const parted = await parseLong(json);
    const texts = read.mock.calls.map(([text]) => text.length);
    read.mockRestore();
    expect(parted).toEqual(JSON.parse(json));
    expect(Math.max(...texts)).toBeLessThan(2 << 19);
  });

  test("also if it is written otherwise, and not if it is damaged", async () => {
    const spaced = JSON.stringify(long, null, 1);
    expect(await parseLong(spaced)).toEqual(long);
    const at = json.indexOf('{"r":300');
    await expect(parseLong(json.slice(0, at - 1) + json.slice(at))).rejects.toThrow("it is not JSON");
    const many = {
      ...long,
      played: Array.from({ length: 20_001 }, (_, r) => ({ r, t: ["a text of some length, as long as"] })),
    };
    await expect(parseLong(JSON.stringify(many))).rejects.toThrow("the number of rounds is 20001");
    const nested = { ...long, played: long.played.map((one) => ({ ...one, v: [{ r: 1 }] })) };
    expect(await parseLong(JSON.stringify(nested))).toEqual(nested);
  });

  test("and so is its text", async () => {
    const bytes = new TextEncoder().encode(json.repeat(3));
    const stream = (): ReadableStream<Uint8Array> =>
      new ReadableStream({
        start(to) {
          for (let at = 0; at < bytes.length; at += 1 << 16) {
            to.enqueue(bytes.subarray(at, at + (1 << 16)));
          }
          to.close();
        },
      });
    const posted = vi.spyOn(MessagePort.prototype, "postMessage");
    expect((await textOf(stream())) === json.repeat(3)).toBe(true);
    expect(posted.mock.calls.length).toBe(bytes.length >> 20);
    posted.mockRestore();
    await expect(textOf(stream(), 1 << 20)).rejects.toThrow("it is larger than 1 MB");
  });
});
