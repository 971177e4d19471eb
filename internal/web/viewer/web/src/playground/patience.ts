// How long the page waits for a bot.

export const forStart = 10_000; // milliseconds until a bot is ready for a match

// A tab that sleeps, or is hidden, is told late that time has passed: what lies between two ticks counts as no more
// than two of them, so that no bot loses a match because its tab slept.
const tick = 50;
const most = 2 * tick;

// Waiting counts the time of one wait.
export class Waiting {
  #before: number;
  spent = 0;

  constructor(now: number) {
    this.#before = now;
  }

  pass(now: number): number {
    this.spent += Math.max(0, Math.min(now - this.#before, most));
    this.#before = now;
    return this.spent;
  }
}

// late waits, and resolves with the time when it is longer than allowed. Whoever has an answer before that, stops it.
export function late(allowed: number): { readonly told: Promise<number>; stop(): number } {
  const waiting = new Waiting(performance.now());
  let timer: ReturnType<typeof setInterval>;
  const told = new Promise<number>((resolve) => {
    timer = setInterval(() => {
      if (waiting.pass(performance.now()) > allowed) {
        clearInterval(timer);
        resolve(waiting.spent);
      }
    }, tick);
  });
  const stop = (): number => {
    clearInterval(timer);
    return waiting.pass(performance.now());
  };
  return { told, stop };
}
