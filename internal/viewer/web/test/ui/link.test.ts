import { expect, test } from "vitest";
import { formatLink, type Link, parseLink } from "../../src/ui/link";

test.each<[string, Link]>([
  ["#r=137&s=4&f=unit:12", { round: 137, speed: 4, unit: 12 }],
  ["#r=0&s=16&f=cell:57", { round: 0, speed: 16, cell: 57 }],
  ["#r=3", { round: 3 }],
  ["#", {}],
])("%s is read and written", (hash, link) => {
  expect(parseLink(hash)).toEqual(link);
  expect(formatLink(link)).toBe(hash);
});

test.each<[string, Link]>([
  ["#s=5", { speed: 4 }],
  ["#s=999999999", { speed: 64 }],
])("of %s the nearest speed is taken that there is", (hash, link) => {
  expect(parseLink(hash)).toEqual(link);
});

test.each([
  "",
  "#s=1e400",
  "#s=0.001",
  "#r=-1",
  "#r=1e3",
  "#r=x&s=0",
  "#s=-2",
  "#s=NaN",
  "#f=unit:",
  "#f=unit:-3",
  "#f=ork:4",
  "#r=99999999999",
  "#%",
])("of %j nothing is taken", (hash) => {
  expect(parseLink(hash)).toEqual({});
});
