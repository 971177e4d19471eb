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
  let remarks = noRemarks;
  for (const one of new Set(fields.get("a")?.split(","))) {
    const [, round, from, to = from] = /^(\d{1,6})\.(\d{1,7})(?:-(\d{1,7}))?$/.exec(one) ?? [];
    if (round !== undefined) {
      remarks = toggled(remarks, { round: Number(round), from: Number(from), to: Number(to) });
    }
  }
  for (const one of fields.getAll("t")) {
    const [, round, text = ""] = /^(\d{1,6})\.(.+)$/s.exec(one) ?? [];
    if (round !== undefined) {
      remarks = written(remarks, Number(round), text);
    }
  }
  return remarks === noRemarks ? undefined : remarks;
}

// formatRemarks returns the fields of an address.
export function formatRemarks({ marks, texts }: Remarks): (readonly [string, string | undefined])[] {
  const drawn = marks.map(({ round, from, to }) => `${round}.${from}${to === from ? "" : `-${to}`}`);
  return [
    ["a", drawn.join() || undefined],
    // It makes characters of all that the reader types, and begins with "=".
    ...Object.entries(texts).map((text) => ["t", `${new URLSearchParams({ "": text.join(".") })}`.slice(1)] as const),
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
  const kept = text.slice(0, mostText - Object.values(others).join("").length);
  return { marks, texts: kept === "" ? others : { ...others, [round]: kept } };
}

// undone takes the last mark of a round away.
export function undone({ marks, texts }: Remarks, now: number): Remarks {
  const last = marks.findLast(({ round }) => round === now);
  return { marks: marks.filter((mark) => mark !== last), texts };
}

// remarked returns the rounds that have any; some more than once.
export const remarked = ({ marks, texts }: Remarks): number[] => [
  ...marks.map(({ round }) => round),
  ...Object.keys(texts).map(Number),
];
