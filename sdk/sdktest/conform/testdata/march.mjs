// A bot that marches the same way in every language: see march_test.go.
import * as arena from "./arena.mjs";

function march(game) {
  const words = game.actions ?? game.directions;
  return class {
    play(s) {
      for (let k = 0; k < 10; k++) {
        const unit = (7 * k + s.me + s.round) % 40;
        s.do(unit, words[(3 * s.round + unit + s.me) % words.length]);
      }
    }
  };
}

const games = Object.values(arena).filter((one) => typeof one === "object");
arena.serve(...games.flatMap((game) => [game, march(game)]));
