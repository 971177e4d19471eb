// The bot that answers the same in every language: see main.go.
import { readdirSync } from "node:fs";
import * as arena from "./arena/node.mjs";

const files = readdirSync(new URL("./arena/", import.meta.url)).filter((name) => /^[a-z0-9]+\.mjs$/.test(name));
const modules = await Promise.all(files.map((name) => import(`./arena/${name}`)));
const games = modules.flatMap((one) => Object.values(one)).filter((one) => typeof one === "object");

const MODULUS = 1000003;
const encoder = new TextEncoder();

function conform(game) {
  const words = game.actions ?? game.directions;
  return class {
    static name = "conform";

    play(s) {
      console.log("this must not disturb the answer");
      let total = 17;
      const add = (n) => (total = (total * 31 + (((n % MODULUS) + MODULUS) % MODULUS)) % MODULUS);
      const addText = (text) => encoder.encode(text).forEach(add);
      for (const name of game.fields) {
        const value = s[name];
        if (name === "names") {
          for (const text of value) addText(text), add(7);
        } else if (game.lists.includes(name)) {
          for (const one of value) {
            for (const [key, field] of Object.entries(one)) if (key !== "owner") [field].flat().forEach(add);
            add(7);
          }
        } else {
          if (typeof value === "number") add(value);
          else if (typeof value === "bigint" || typeof value === "string") addText(String(value));
          else if (typeof value[0] === "string") addText(value.join(" "));
          else value.forEach(add);
          add(7);
        }
      }
      const drawn = s.rand.below(1000);
      for (let k = 0; k < 10; k++) {
        const unit = (total + 7 * k) % 40;
        s.do(unit, words[(3 * s.round + unit + s.me + total) % words.length]);
      }
      s.log("sum", total, `drawn ${drawn}`);
      s.mark([total % 10, drawn % 10]);
      s.arrow([1, 2], [total % 50, -3]);
      s.label([drawn % 5, 0], "ä✓ two\nwords\n");
      s.logUnit(total % 40, "of\t", 40, "units");
      s.chart("drawn", drawn / 2);
      s.chart(" sum\n", -total);
      s.chart("none", NaN);
      if (s.round === 2) s.log("äb✓".repeat(200));
    }
  };
}

arena.serve(...games.flatMap((game) => [game, conform(game)]));
