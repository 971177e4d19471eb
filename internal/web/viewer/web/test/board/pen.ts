// A canvas that remembers what was drawn on it.

export interface Drawn {
  readonly what: "fill" | "stroke" | "text" | "picture";
  readonly colour: string;
  readonly alpha: number;
  readonly width: number; // of a line; of a text, the room that it has
  readonly text: string;
  readonly points: readonly (readonly number[])[]; // of a path: numbers of each step
}

// Path stands for a Path2D.
export class Path {
  constructor(readonly d: string) {}
}

export class Pen {
  readonly drawn: Drawn[] = [];
  readonly canvas = { width: 0, height: 0 };
  globalAlpha = 1;
  fillStyle = "";
  strokeStyle = "";
  lineWidth = 1;
  font = "";
  #points: number[][] = [];

  constructor(width = 0, height = 0) {
    Object.assign(this.canvas, { width, height });
  }

  get context(): CanvasRenderingContext2D {
    return this as unknown as CanvasRenderingContext2D;
  }

  texts(): readonly Drawn[] {
    return this.drawn.filter(({ what }) => what === "text");
  }

  beginPath(): void {
    this.#points = [];
  }

  rect(...numbers: number[]): void {
    this.#points.push(numbers);
  }

  moveTo(...numbers: number[]): void {
    this.#points.push(numbers);
  }

  lineTo(...numbers: number[]): void {
    this.#points.push(numbers);
  }

  arc(...numbers: number[]): void {
    this.#points.push(numbers);
  }

  fill(path?: Path): void {
    this.#draw("fill", this.fillStyle, { text: path?.d ?? "" });
  }

  stroke(path?: Path): void {
    this.#draw("stroke", this.strokeStyle, { text: path?.d ?? "", width: this.lineWidth });
  }

  fillRect(...numbers: number[]): void {
    this.#draw("fill", this.fillStyle, { points: [numbers] });
  }

  fillText(text: string, x: number, y: number, width = Infinity): void {
    this.#draw("text", this.fillStyle, { text, points: [[x, y]], width });
  }

  // All letters are equally wide.
  measureText(text: string): { width: number } {
    return { width: 8 * text.length };
  }

  strokeText(): void {}
  drawImage(): void {
    this.#draw("picture", "", {});
  }
  save(): void {}
  restore(): void {}
  closePath(): void {}
  translate(): void {}
  scale(): void {}

  #draw(what: Drawn["what"], colour: string, more: Partial<Drawn>): void {
    const { globalAlpha: alpha } = this;
    this.drawn.push({ what, colour, alpha, width: 0, text: "", points: [...this.#points], ...more });
  }
}
