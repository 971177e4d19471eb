import { expect, test } from "vitest";
import { formatLink, type Link, parseLink } from "../../src/ui/link";

test.each<[string, Link]>([
  ["#r=137&s=4&f=unit:12", { round: 137, speed: 4, unit: 12 }],
  ["#r=0&s=16&f=cell:57", { round: 0, speed: 16, cell: 57 }],
  ["#r=3", { round: 3 }],
  [
    "#r=9&s=4&c=2&o=failed&m=02&v=2.50,-3.5,20.0",
    { round: 9, speed: 4, chart: 2, orders: "failed", notes: [0, 2], part: { zoom: 2.5, x: -3.5, y: 20 } },
  ],
  [
    "#r=12&a=12.5-7,12.9,0.0&t=0.a+%26+b&t=12.%3Ci%3E+%D7%A9%23",
    {
      round: 12,
      remarks: {
        marks: [
          { round: 12, from: 5, to: 7 },
          { round: 12, from: 9, to: 9 },
          { round: 0, from: 0, to: 0 },
        ],
        texts: { 0: "a & b", 12: "<i> ש#" },
      },
    },
  ],
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
  "#c=-1&o=some&m=x&v=1,2,3",
  "#v=1.00,2.0",
  "#v=Infinity,2.0,3.0",
  "#m=123456789",
  "#a=",
  "#a=1,2.,.3,1.2-,1.2-x,-1.2,1.2.3,1e3.4,9999999.1,1.99999999",
  "#t=",
  "#t=12",
  "#t=12.",
  "#t=x.words&t=-1.words&t=__proto__.words",
])("of %j nothing is taken", (hash) => {
  expect(parseLink(hash)).toEqual({});
});
