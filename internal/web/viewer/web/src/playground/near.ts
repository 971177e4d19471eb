// near finds the word that is most like a name; "" if none is like it.
export function near(name: string, words: readonly string[]): string {
  const most = name.length < 4 ? 1 : 2;
  let best = "";
  let least = most + 1;
  for (const word of words) {
    const far =
      plain(word) === plain(name) ? 0 : Math.abs(word.length - name.length) > most ? least : steps(name, word);
    if (far < least && word !== name) {
      [best, least] = [word, far];
    }
  }
  return best;
}

const plain = (name: string): string => name.toLowerCase().replaceAll("_", "");

// steps counts how many letters must change, come, go, or change places.
function steps(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isTurned = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (isSame ? 0 : 1),
          isTurned ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(a.length, b.length);
}
