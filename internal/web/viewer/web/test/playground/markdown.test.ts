import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { blocks, runs, type Block } from "../../src/playground/markdown";

test("a text is taken apart where its look changes", () => {
  expect(runs("**Move.** Zero, *one*\nor `two` x")).toEqual([
    { mark: "strong", text: "Move." },
    { mark: "", text: " Zero, " },
    { mark: "em", text: "one" },
    { mark: "", text: " or " },
    { mark: "code", text: "two" },
    { mark: "", text: " x" },
  ]);
  expect(runs("3 * 4 <b>")).toEqual([{ mark: "", text: "3 * 4 <b>" }]);
});

test("a document has headings, texts, lists and tables", () => {
  const text = "a\nb\n\n## C\n\n1. d\n   e\n2. f\n\n- g\n\n| h | i |\n|---|---|\n| j | |\n";
  const plain = (text: string) => [{ mark: "", text }];
  expect(blocks(text)).toEqual([
    { kind: "text", text: plain("a b") },
    { kind: "heading", text: plain("C") },
    { kind: "list", isOrdered: true, items: [plain("d e"), plain("f")] },
    { kind: "list", isOrdered: false, items: [plain("g")] },
    { kind: "table", head: [plain("h"), plain("i")], rows: [[plain("j"), []]] },
  ]);
});

const games = join(import.meta.dirname, "../../../../../../engine/games");
const guides = readdirSync(games, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith("guide.md"));

const textOf = (block: Block): string => {
  const texts =
    block.kind === "list" ? block.items : block.kind === "table" ? [...block.head, ...block.rows.flat()] : [block.text];
  return texts.map((runs) => runs.map(({ text }) => text).join("")).join(" ");
};
const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");

test.each(guides)("nothing of %s is lost, and no sign of Markdown is left", (name) => {
  const document = readFileSync(join(games, name), "utf8");
  const found = blocks(document);
  const all = found.map(textOf).join(" ");
  expect(all).not.toMatch(/[*`|#]/);
  const plain = document.replaceAll(/^(?:## |- |\d+\. |\|[-|]+\|$)|[*`|]/gm, " ");
  expect(words(all).join("")).toBe(words(plain).join(""));
  expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(["text", "heading", "list", "table"]));
});

test("there are guides to try", () => expect(guides.length).toBeGreaterThan(3));
