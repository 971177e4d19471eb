// Reads lists of numbers that are given as columns; see data.ts.

import { Damage } from "./form";

// increasing returns the numbers for which the gaps in the first column stand.
export function increasing(values: readonly number[] = [], { length: width }: ArrayLike<unknown>): Int32Array {
  const numbers = new Int32Array(values.length / width);
  let number = 0;
  for (let i = 0; i < numbers.length; i++) {
    const gap = values[i] ?? 0;
    number += gap;
    if ((i > 0 && gap === 0) || number > 2 ** 31 - 1) {
      throw new Damage("numbers that should increase do not");
    }
    numbers[i] = number;
  }
  return numbers;
}

// rowsOf calls visit with each row of columns. The row is the same array each time.
export function rowsOf<Row extends readonly number[]>(
  values: readonly number[] = [],
  { length: width }: ArrayLike<unknown>,
  visit: (row: Row) => void,
): void {
  const count = values.length / width;
  const row = Array<number>(width).fill(0);
  for (let i = 0; i < count; i++) {
    for (let column = 0; column < width; column++) {
      row[column] = values[column * count + i] ?? 0;
    }
    visit(row as readonly number[] as Row);
  }
}
