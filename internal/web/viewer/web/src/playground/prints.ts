// What a bot prints, as much as anybody would read.

const mostLines = 200; // in a round
const mostLetters = 2000; // in a line

export class Prints {
  #lines: string[] = [];
  #more = 0;

  add(text: string): void {
    for (const line of text.replace(/\n$/, "").split("\n", mostLines + 1)) {
      if (this.#lines.length < mostLines) {
        this.#lines.push(line.length > mostLetters ? `${line.slice(0, mostLetters)}…` : line);
      } else {
        this.#more++;
      }
    }
  }

  take(): string[] {
    const lines = this.#lines;
    if (this.#more > 0) {
      lines.push(`… (${this.#more} more)`);
    }
    this.#lines = [];
    this.#more = 0;
    return lines;
  }
}
