import { expect, test } from "vitest";
import { formatLink, parseLink } from "../../src/ui/link";
import * as remarks from "../../src/ui/remarks";
import { mostMarks, mostText, noRemarks, type Remarks } from "../../src/ui/remarks";

const arrow = { round: 3, from: 5, to: 7 };
const ring = { round: 3, from: 5, to: 5 };
const later = { round: 4, from: 5, to: 7 };
const three: Remarks = { marks: [arrow, ring, later], texts: { 3: "here", 4: "there" } };

test("the same mark again takes it away, and no other", () => {
  const drawn = [arrow, ring, later].reduce(remarks.toggled, noRemarks);
  expect(drawn.marks).toEqual([arrow, ring, later]);
  expect(remarks.toggled(drawn, { ...arrow }).marks).toEqual([ring, later]);
  expect(remarks.toggled(drawn, { round: 3, from: 7, to: 5 }).marks).toHaveLength(4);
});

test("what is taken back is that of the round", () => {
  expect(remarks.undone(three, 3)).toEqual({ ...three, marks: [arrow, later] });
  expect(remarks.undone(three, 9)).toEqual(three);
  expect(new Set(remarks.remarked(three))).toEqual(new Set([3, 4]));
  expect(remarks.remarked({ marks: [later], texts: { 7: "x" } })).toEqual([4, 7]);
});

test("a text takes the place of the one before; an empty one takes it away", () => {
  expect(remarks.written(three, 3, "now").texts).toEqual({ 3: "now", 4: "there" });
  expect(remarks.written(three, 3, "").texts).toEqual({ 4: "there" });
});

test("there are limits, for what is drawn and written and for what a link brings", () => {
  let all = noRemarks;
  for (let cell = 0; cell < mostMarks + 5; cell++) {
    all = remarks.toggled(all, { round: 0, from: cell, to: cell });
  }
  all = remarks.written(all, 1, "x".repeat(mostText - 3));
  all = remarks.written(all, 2, "12345");
  expect(all.marks).toHaveLength(mostMarks);
  expect(all.texts[2]).toBe("123");
  expect(remarks.written(all, 2, "54321").texts[2]).toBe("543");
  expect(parseLink(formatLink({ remarks: all })).remarks).toEqual(all);

  const hash = `#a=${Array.from({ length: 999 }, (_, cell) => `1.${cell}`).join()}&t=1.${"y".repeat(1999)}&t=2.zz&t=3.z`;
  const { marks, texts } = parseLink(hash).remarks ?? noRemarks;
  expect(marks).toHaveLength(mostMarks);
  expect(Object.values(texts).map((text) => text.length)).toEqual([1999, 1]);
});

test("half a character at the limit does not break the link", () => {
  const cut = remarks.written(noRemarks, 0, `${"x".repeat(mostText - 1)}🙂`);
  expect(parseLink(formatLink({ remarks: cut })).remarks?.texts[0]).toHaveLength(mostText);
});
