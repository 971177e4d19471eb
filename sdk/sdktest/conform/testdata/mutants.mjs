// Plays damaged transcripts, from a file with the length before each: see mutants_test.go.
import { readFileSync, readdirSync } from "node:fs";
import * as arena from "./arena/node.mjs";

const files = readdirSync(new URL("./arena/", import.meta.url)).filter((name) => /^[a-z0-9]+\.mjs$/.test(name));
const modules = await Promise.all(files.map((name) => import(`./arena/${name}`)));
const games = modules.flatMap((one) => Object.values(one)).filter((one) => typeof one === "object");

const make = (game) => class {
  play(s) {
    for (const name of game.fields) s[name];
    s.rand.next();
    for (const u of s.unitsOf(s.me).slice(0, 1)) {
      if (game.name === "starships") {
        s.do(u, "shoot");
        continue;
      }
      const ways = s.waysTo([0, 7, u.cell, -3, 1e12]);
      const step = ways.step(u.cell);
      ways.path(u.cell);
      s.do(u, step);
      s.logUnit(u, ways.distance(u.cell), s.neighbours(u.cell));
    }
    s.mark(5);
  }
};

const file = readFileSync(process.argv[2]);
let answered = 0;
let refused = 0;
for (let at = 0; at < file.length; ) {
  const end = file.indexOf(10, at);
  const length = Number(file.toString("latin1", at, end));
  const text = file.subarray(end + 1, end + 1 + length);
  at = end + 1 + length;
  const name = text.toString("latin1", 6, 30).split(" ")[0];
  const game = games.find((g) => g.name === name) ?? games[0];
  try {
    const answers = arena.playLines(game, make(game), text);
    if (answers !== "" && !/done -?\d+\n$/.test(answers)) throw new SyntaxError(answers.slice(-100));
    answered++;
  } catch (e) {
    if (e instanceof SyntaxError && !e.message.startsWith("Cannot convert")) throw e;
    refused++;
  }
}
console.log("answered", answered, "refused", refused);
