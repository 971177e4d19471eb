import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { unpack } from "../../src/ui/source";

const pack = (text: string): string => gzipSync(text).toString("base64");

test("data in a page is base64 of gzip of JSON", async () => {
  const data = { title: "Moria — ünïcode", rounds: [1, 2, 3] };
  expect(await unpack(`\n${pack(JSON.stringify(data))}\n`)).toEqual(data);
});

test.each([
  ["cut short", pack("[1, 2, 3]").slice(0, 12)],
  ["no gzip", Buffer.from("[1]").toString("base64")],
  ["no JSON", pack("<html>")],
  ["no base64", "%%%"],
])("data that is %s is an error", async (_, packed) => {
  await expect(unpack(packed)).rejects.toThrow();
});
