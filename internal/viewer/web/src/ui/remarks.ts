// What the reader draws and writes for others: arrows, rings and a text, each in one round.

// A Mark is an arrow between two cells, or a ring around a cell if it leads nowhere else.
export interface Mark {
  readonly round: number;
  readonly from: number;
  readonly to: number;
}

export interface Remarks {
  readonly marks: readonly Mark[];
  readonly texts: Readonly<Record<number, string>>; // by round
}

// An address that is much longer can't be sent everywhere.
export const mostMarks = 200;
export const mostText = 2000; // characters of all rounds together

export const noRemarks: Remarks = { marks: [], texts: {} };

// parseRemarks takes as much as is right and within the limits; nothing if there is none.
export function parseRemarks(fields: URLSearchParams): Remarks | undefined {
  const marks = [...new Set(fields.get("a")?.split(","))].flatMap((one) => {
    const [, round, from, to = from] = /^(\d{1,6})\.(\d{1,7})(?:-(\d{1,7}))?$/.exec(one) ?? [];
    return from === undefined ? [] : [{ round: Number(round), from: Number(from), to: Number(to) }];
  });
  let left = mostText;
  const texts: Record<number, string> = {};
  for (const one of fields.getAll("t")) {
    const [, round, text = ""] = /^(\d{1,6})\.(.+)$/s.exec(one) ?? [];
    const kept = text.slice(0, left);
    if (kept !== "") {
      texts[Number(round)] = kept;
      left -= kept.length;
    }
  }
  return marks.length > 0 || left < mostText ? { marks: marks.slice(0, mostMarks), texts } : undefined;
}

// formatRemarks returns the fields of an address.
export function formatRemarks({ marks, texts }: Remarks): [string, string][] {
  const drawn = marks.map(({ round, from, to }) => `${round}.${from}${to === from ? "" : `-${to}`}`);
  const written = Object.entries(texts).map(
    ([round, text]) => new URLSearchParams({ t: `${round}.${text}` }).toString().slice(2), // without "t="
  );
  return [
    ...(drawn.length > 0 ? [["a", drawn.join()] as [string, string]] : []),
    ...written.map((text): [string, string] => ["t", text]),
  ];
}

// toggled adds a mark, or takes it away if it is there.
export function toggled({ marks, texts }: Remarks, mark: Mark): Remarks {
  const others = marks.filter(({ round, from, to }) => round !== mark.round || from !== mark.from || to !== mark.to);
  return { marks: others.length < marks.length ? others : [...marks, mark].slice(0, mostMarks), texts };
}

// written sets the text of a round, as far as there is room; "" takes it away.
export function written({ marks, texts }: Remarks, round: number, text: string): Remarks {
  const { [round]: _, ...others } = texts;
  const left = mostText - Object.values(others).join("").length;
  const kept = text.slice(0, left);
  return { marks, texts: kept === "" ? others : { ...others, [round]: kept } };
}

// undone takes the last mark of a round away.
export function undone({ marks, texts }: Remarks, round: number): Remarks {
  const last = marks.findLast((mark) => mark.round === round);
  return { marks: marks.filter((mark) => mark !== last), texts };
}

// cleared takes away all of a round.
export const cleared = ({ marks, texts }: Remarks, round: number): Remarks =>
  written({ marks: marks.filter((mark) => mark.round !== round), texts }, round, "");

// remarked returns the rounds that have any.
export const remarked = ({ marks, texts }: Remarks): number[] => [
  ...new Set([...marks.map(({ round }) => round), ...Object.keys(texts).map(Number)]),
];
