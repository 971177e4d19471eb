import { afterEach, beforeEach, expect, test, vi } from "vitest";

const game = { name: "orkisland", title: "Ork Island", summary: "", seats: 4, bots: ["demo", "dummy", "null"] };

// A Played is a match that a referee of the test has begun.
interface Begun {
  readonly order: unknown;
  readonly port: MessagePort;
  end(): void;
  isStopped: boolean;
}

let begun: Begun[] = [];

vi.mock("../../src/playground/referees", () => ({
  Referee: class {
    #match: Begun | undefined;
    play(order: unknown, [outside]: readonly { port: MessagePort }[]): Promise<void> {
      return new Promise((end) => {
        this.#match = { order, port: outside?.port as MessagePort, end, isStopped: false };
        begun.push(this.#match);
      });
    }
    stop(): void {
      (this.#match as Begun).isStopped = true;
    }
  },
}));

beforeEach(() => {
  begun = [];
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a match is practised once, by a bot that does nothing and those of the arena", async () => {
  const { practise } = await import("../../src/playground/practice");
  const first = practise(game);
  await practise(game);
  expect(begun).toHaveLength(1);
  const [match] = begun as [Begun];
  expect(match.order).toEqual({
    game: "orkisland",
    seed: "1",
    seats: [{ name: "practice", hello: "arena 1" }, { bot: "demo" }, { bot: "dummy" }, { bot: "null" }],
    shown: true,
  });
  const answered = new Promise((resolve) => (match.port.onmessage = ({ data }) => resolve(data)));
  match.port.postMessage("match 1\nseat 0\ngo 17\n");
  expect(await answered).toEqual({ kind: "answer", text: "done 17\n", prints: [], milliseconds: 0 });

  match.end();
  await first;
  expect(match.isStopped).toBe(true);
  await practise(game);
  expect(begun).toHaveLength(1);
});

test("practice ends when a match is wanted, and may begin again after that", async () => {
  const { practise, stopPractice } = await import("../../src/playground/practice");
  void practise({ ...game, seats: 2, bots: [] });
  stopPractice();
  expect(begun[0]?.isStopped).toBe(true);
  expect(begun[0]?.order).toMatchObject({ seats: [{ name: "practice" }, { bot: "null" }] });
  void practise(game);
  expect(begun).toHaveLength(2);
  stopPractice();
});

test("practice waits until the reader is quiet and all is loaded, and who asks again begins the wait anew", async () => {
  vi.useFakeTimers();
  const { practiseLater, stopPractice } = await import("../../src/playground/practice");
  const loaded = () => Promise.resolve();
  void practiseLater(loaded, () => ({ ...game, name: "earlier" }));
  await vi.advanceTimersByTimeAsync(1500);
  let load = (): void => undefined;
  const loading = new Promise<void>((resolve) => (load = resolve));
  void practiseLater(
    () => loading,
    () => ({ ...game, name: "later" }),
  );
  await vi.advanceTimersByTimeAsync(10_000);
  expect(begun).toEqual([]); // Python is loaded, say
  load();
  await vi.advanceTimersByTimeAsync(0);
  expect(begun.map(({ order }) => order)).toMatchObject([{ game: "later" }]);
  void practiseLater(loaded, () => undefined); // a match is played
  expect(begun[0]?.isStopped).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  void practiseLater(loaded, () => game);
  stopPractice(); // for a match of the reader's, which may be over before the wait is
  await vi.advanceTimersByTimeAsync(10_000);
  expect(begun).toHaveLength(1);
});
