// As much Markdown as the guide of a game may have; see Guided in engine/game.go.

// A Run is a part of a text that is shown in one way.
export interface Run {
  readonly mark: "" | "strong" | "em" | "code";
  readonly text: string;
}

type Text = readonly Run[];

export type Block =
  | { readonly kind: "heading" | "text"; readonly text: Text }
  | { readonly kind: "list"; readonly isOrdered: boolean; readonly items: readonly Text[] }
  | { readonly kind: "table"; readonly head: readonly Text[]; readonly rows: readonly (readonly Text[])[] };

const marked = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`/g;

// runs takes a text apart. Where its lines are broken means nothing.
export function runs(text: string): Text {
  const flat = text.replaceAll(/\s+/g, " ").trim();
  const found: Run[] = [];
  let at = 0;
  for (const { index, 0: whole, 1: strong, 2: em, 3: code } of flat.matchAll(marked)) {
    found.push({ mark: "", text: flat.slice(at, index) });
    const mark = strong === undefined ? (em === undefined ? "code" : "em") : "strong";
    found.push({ mark, text: strong ?? em ?? code ?? "" });
    at = index + whole.length;
  }
  found.push({ mark: "", text: flat.slice(at) });
  return found.filter((run) => run.text !== "");
}

const item = /^(?:-|\d+\.) /m;

// blocks takes a whole document apart: between its blocks are empty lines.
export const blocks = (document: string): readonly Block[] =>
  document
    .split(/\n{2,}/)
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .map(blockOf);

function blockOf(text: string): Block {
  if (text.startsWith("## ")) {
    return { kind: "heading", text: runs(text.slice(3)) };
  }
  if (text.startsWith("|")) {
    const [head = [], , ...rows] = text.split("\n").map(cells); // the second line only says that the first is a head
    return { kind: "table", head, rows };
  }
  if (text.search(item) === 0) {
    const items = text.split(new RegExp(item, "gm")).slice(1).map(runs);
    return { kind: "list", isOrdered: !text.startsWith("-"), items };
  }
  return { kind: "text", text: runs(text) };
}

const cells = (line: string): readonly Text[] => line.split("|").slice(1, -1).map(runs);
