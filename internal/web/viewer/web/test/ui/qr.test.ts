import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { type Code, codeOf } from "../../src/ui/qr";

const rowsOf = (code: Code | undefined): readonly string[] =>
  (code ?? []).map((row) => row.map((dark) => (dark ? "#" : ".")).join(""));

const hash = (code: Code | undefined): string =>
  createHash("sha256").update(rowsOf(code).join("\n").replaceAll("#", "1").replaceAll(".", "0")).digest("hex");

test("a code is the one that another encoder makes", () => {
  expect(rowsOf(codeOf("http://arena.example:8080/"))).toEqual([
    "#######...#.#.#.#.#######",
    "#.....#....#...##.#.....#",
    "#.###.#.#.##...##.#.###.#",
    "#.###.#.#..#.##...#.###.#",
    "#.###.#.#.#.##..#.#.###.#",
    "#.....#.###...###.#.....#",
    "#######.#.#.#.#.#.#######",
    "........#.#.#..#.........",
    "#.#####..###.###..#####..",
    ".##....#........#..#...#.",
    "#.#...##..###.##.##.##.##",
    ".#.#...#..#.#.##.##.....#",
    "...##.##.#..##..#####.###",
    "##.##..###..###.#..#.#.#.",
    "#.#...#..##..#.###.#.#.##",
    "#...#..##.##...##....#..#",
    "#..#.###.#.###.######.#..",
    "........#.#######...###..",
    "#######...#.#...#.#.#####",
    "#.....#.###.#...#...##...",
    "#.###.#.#.#..#.########..",
    "#.###.#.##.##.#####.#.###",
    "#.###.#.#...#...#..#..#.#",
    "#.....#.....#..##.####..#",
    "#######.#..#.#.#.########",
  ]);
  // Versions 3, 7 and 10: with several blocks, blocks of two lengths, the version, and a length of two bytes.
  const others = {
    "https://league.example.org/m/#match=final.arena":
      "dafe2e53a67a1febf068dc5d908cfc8bc0f207abd59c3d6729eb914d5b5aa3a9",
    [`https://liga.example.org/à/${"x".repeat(80)}`]:
      "ebf3c1be3b30e7a77cfad2be3653aa35a6c9295e7a3626b14301728481455661",
    ["y".repeat(213)]: "3bb4dc258df63cd72866923bcf69b2a163f017bd6dd5d9d77a92f7f81ad9c892",
  };
  for (const [text, made] of Object.entries(others)) {
    expect(hash(codeOf(text)), text).toBe(made);
  }
});

test("what is too long has no code", () => {
  expect(codeOf("y".repeat(214))).toBeUndefined();
  expect(codeOf("à".repeat(107))).toBeUndefined();
});
