// A match that nobody sees, played when the page is there: a browser translates what is done often, so that the first
// match of the reader's is played by an arena that is quick already.

import type { Order } from "./contract";
import type { FromBot } from "./messages";
import { Referee } from "./referees";
import type { GameInfo } from "./site";

const most = 60_000; // milliseconds: on a machine where it takes longer it is not worth its heat

let practising: Referee | undefined;
let isEnough = false;

// practise plays the match, unless there was one.
export async function practise(game: GameInfo): Promise<void> {
  if (isEnough || practising !== undefined) {
    return;
  }
  const referee = new Referee();
  practising = referee;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<string>) => port1.postMessage(answerTo(data));
  const end = setTimeout(() => referee === practising && stopPractice(), most);
  const watcher = { round: () => undefined, end: () => undefined };
  await referee.play(orderOf(game), [{ seat: 0, port: port2 }], watcher).then(
    () => (isEnough = true),
    () => undefined, // the match that is wanted says what is wrong
  );
  clearTimeout(end);
  port1.close();
  if (referee === practising) {
    practising = undefined;
  }
  referee.stop();
}

const quiet = 2000; // milliseconds in which the reader may want something else first
let asked = 0;

// practiseLater practises the game that is wanted when all is loaded, unless it is asked again until then.
export async function practiseLater(loaded: () => Promise<unknown>, wanted: () => GameInfo | undefined): Promise<void> {
  stopPractice();
  const mine = asked;
  await new Promise((resolve) => setTimeout(resolve, quiet));
  await loaded();
  const game = wanted();
  if (mine === asked && game !== undefined) {
    await practise(game);
  }
}

// stopPractice leaves the processor to what the reader waits for; practice that waits does not begin either.
export function stopPractice(): void {
  asked++;
  practising?.stop();
  practising = undefined;
}

// orderOf has a bot of the page's own in the first seat, as a reader's match does.
function orderOf({ name, seats, bots }: GameInfo): Order {
  const others = ["demo", "dummy"].filter((bot) => bots.includes(bot));
  const sitters = Array.from({ length: seats }, (_, seat) => ({ bot: others[seat - 1] ?? "null" }));
  return { game: name, seed: "1", shown: true, seats: [{ name: "practice", hello: "arena 1" }, ...sitters.slice(1)] };
}

// answerTo is what a bot says that does nothing.
export function answerTo(question: string): FromBot {
  const round = /^go (\d+)$/m.exec(question)?.[1];
  return { kind: "answer", text: round === undefined ? "" : `done ${round}\n`, prints: [], milliseconds: 0 };
}
