// A bot that marches the same way in every language: see march_test.go.
import { readdirSync } from "node:fs";
import * as arena from "./arena/node.mjs";

const files = readdirSync(new URL("./arena/", import.meta.url)).filter((name) => /^[a-z0-9]+\.mjs$/.test(name));
const modules = await Promise.all(files.map((name) => import(`./arena/${name}`)));
const games = modules.flatMap((one) => Object.values(one)).filter((one) => typeof one === "object");

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

arena.serve(...games.flatMap((game) => [game, march(game)]));
