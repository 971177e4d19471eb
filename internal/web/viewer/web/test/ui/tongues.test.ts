import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { verdicts } from "../../src/model/data";
import { failedKind, lineKind, noteKind, verdictKind } from "../../src/model/entries";
import { parts } from "../../src/model/parting";
import { steady } from "../../src/ui/again";
import { help } from "../../src/ui/help";
import { around, said, t, type Tongue, use } from "../../src/ui/tongues";
import { count, roundText } from "../../src/ui/words";
import { languages, tableOf, type Tongues } from "../../tables.mjs";

const src = join(import.meta.dirname, "../../src");
const tongues = JSON.parse(readFileSync(join(src, "tongues.json"), "utf8")) as Tongues;
const sourcesOf = (folder: string) =>
  readdirSync(join(src, folder))
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => [name, readFileSync(join(src, folder, name), "utf8")] as const);
const [ui, beside, play] = [sourcesOf("ui"), sourcesOf("beside"), sourcesOf("playground")];
// Workers of bots speak as the SDKs do, and the editor has no words of its own.
const apart = /^(?:botjs|botpy|botwasm|bounded|standin|editor)\.ts$/;
const sources = [...ui, ...beside, ...play.filter(([name]) => !apart.test(name))];

const literal = '"(?:[^"\\\\]|\\\\.)*"';
const literals = (text: string): string[] =>
  [...text.matchAll(new RegExp(literal, "g"))].map(([one]) => JSON.parse(one));

// callsOf returns what is between the parentheses of the calls of a function.
function callsOf(name: RegExp, text: string): string[] {
  return [...text.matchAll(new RegExp(`(?<![\\w.$])${name.source}\\(`, "g"))].map((call) => {
    const from = call.index + call[0].length;
    let open = 1;
    let end = from;
    let quote = "";
    for (; open > 0; end++) {
      const letter = text[end] ?? ")";
      if (quote !== "") {
        quote = letter === quote ? "" : quote;
      } else if (letter === '"' || letter === "`") {
        quote = letter;
      } else {
        open += letter === "(" ? 1 : letter === ")" ? -1 : 0;
      }
    }
    return text.slice(from, end - 1);
  });
}

// first returns the first argument of a call.
function first(call: string): string {
  const found = new RegExp(`^(?:${literal}|[^",])*`).exec(call);
  return found?.[0] ?? "";
}

// keysIn returns the English texts that a source says by t or around, or gives to parts that do, and
// the words of what it counts.
function keysIn(text: string): string[] {
  const saidThere = callsOf(/(?:t|around(?:<\w+>)?)/, text).flatMap((call) => literals(first(call)));
  const parts = [...text.matchAll(/<(?:Button|Section|Window|Act)\b(?:=>|[^>])*>/g)].flatMap(([part]) =>
    [...part.matchAll(/\b(?:label|title)="([^"]*)"/g)].map(([, key = ""]) => key),
  );
  const counted = callsOf(/count/, text).flatMap((call) => {
    const [one, more] = literals(call);
    return one === undefined ? [] : [one, more ?? `${one}s`];
  });
  return [...saidThere, ...parts, ...counted];
}

const wanted = new Set([
  ...ui.flatMap(([, text]) => keysIn(text)),
  ...help.flatMap(([group, keys]) => [group, ...keys.map(([, does]) => does)]),
  ...Object.values(verdicts),
]);
const wantedBeside = new Set(
  [...beside.flatMap(([, text]) => keysIn(text)), ...parts].filter((key) => !wanted.has(key)),
);
const wantedPlay = new Set(play.flatMap(([, text]) => keysIn(text)));

test.each([
  ["page", wanted, 200],
  ["beside", wantedBeside, 30],
  ["play", wantedPlay, 70],
] as const)("the table %s has each text of its page, and no other", (name, wanted, least) => {
  const inTable = Object.keys(tongues[name]);
  expect([...wanted].filter((key) => !inTable.includes(key))).toEqual([]);
  expect(inTable.filter((key) => !wanted.has(key))).toEqual([]);
  expect(inTable.length).toBeGreaterThan(least); // the scanner finds them
});

const gaps = (text: string): string[] => [...text.matchAll(/\{\d~?\}/g)].map(([gap]) => gap.replace("~", "")).sort();

test("each text is there in all languages, with the same gaps", () => {
  for (const [english, others] of [tongues.page, tongues.beside, tongues.play, tongues.games].flatMap((texts) =>
    Object.entries(texts),
  )) {
    expect(others, english).toHaveLength(languages.length);
    for (const other of others) {
      expect(other.trim(), english).toBe(other);
      expect(other, english).not.toBe("");
      expect(gaps(other), english).toEqual(gaps(english));
    }
    expect(gaps(english), english).toEqual(gaps(english).map((_, i) => `{${i}}`));
  }
});

test("a text means the same on all pages and in a match", () => {
  const tables = [tongues.page, tongues.beside, tongues.play, tongues.games];
  const others = tables.flatMap((one) =>
    tables.flatMap((other) =>
      Object.keys(one).filter((english) => `${other[english] ?? one[english]}` !== `${one[english]}`),
    ),
  );
  expect(others).toEqual([]);
});

test("the lists of kinds are in the table", () => {
  for (const kind of [verdictKind, failedKind, noteKind, lineKind]) {
    expect(tongues.games).toHaveProperty([kind]);
  }
});

test("the games are told in a sentence in all languages", () => {
  const games = join(src, "../../../../../engine/games");
  const told = readdirSync(games, { withFileTypes: true }).flatMap((entry) => {
    const text = entry.isDirectory() ? readFileSync(join(games, entry.name, "game.go"), "utf8") : "";
    return [...text.matchAll(/^\t*Summary: "(.*)",$/gm)].map(([, summary = ""]) => summary);
  });
  expect(told).toHaveLength(4);
  expect(told.filter((summary) => tongues.games[summary] === undefined)).toEqual([]);
});

// What looks like a text, and is none.
const others = /^(?:return|try|else|multiple|\$\{.*|[\W\d_]*|CPU)\b|^\W*$/;

test("no text between tags or in a label is left out", () => {
  const left = sources
    .filter(([name]) => name.endsWith(".tsx"))
    .flatMap(([name, text]) => {
      const code = text.replace(/^ *\/\/.*$/gm, "");
      const nodes = [
        ...code.matchAll(/[^=]>([^<>{}=();|&?:]+)<\//g),
        ...code.matchAll(/^ +([A-Z]?[a-z]+(?: [\w{}.,']+)*[.…]?)$/gm), // a line of its own
      ].map(([, node = ""]) => node);
      const labels = [...code.matchAll(/<(\w+)\b((?:=>|[^>])*)>/g)].flatMap(([, tag = "", inside = ""]) =>
        /^(?:Button|Section|Window|Act)$/.test(tag)
          ? []
          : [...inside.matchAll(/(?:aria-label|title|label|placeholder)=(?:"([^"]*)"|\{`([^`]*[a-z]{3} [^`]*)`\})/g)]
              .map(([, plain, made]) => plain ?? made ?? "")
              .filter((one) => !one.includes("${t(")),
      );
      return [...nodes, ...labels].filter((one) => !others.test(one.trim())).map((one) => `${name}: ${one.trim()}`);
    });
  expect(left).toEqual([]);
});

// Texts of several words that are for programs, or in errors that nobody sees.
const notSaid =
  /^(?:arena |\(\w+, \w+\)(?::| ->) |#stage |600 14px |there is no board$|no picture$|light dark$|input, select$)/;

test("no other text of several words is left out", () => {
  const left = sources.flatMap(([name, text]) =>
    [...text.replace(/^ *\/\/.*$/gm, "").matchAll(/(class=\{?)?"([^"\n]*)"/g)]
      .filter(([, style, one = ""]) => style === undefined && /[A-Za-z]{2},? [a-z]{2}/.test(one))
      .filter(
        ([, , one = ""]) => !wanted.has(one) && !wantedBeside.has(one) && !wantedPlay.has(one) && !notSaid.test(one),
      )
      .map(([, , one]) => `${name}: ${one}`),
  );
  expect(left).toEqual([]);
});

const speak = (name: Tongue): void => use(name, name === "en" ? { texts: {}, forms: [] } : tableOf(tongues, name));

beforeEach(() => speak("en"));

test("English needs no table", () => {
  expect(t("Round {0} of {1}, seed {2}", 1, 2, 3)).toBe("Round 1 of 2, seed 3");
  expect(said("ork 5 of dummy is killed by ork 7 of demo")).toBe("ork 5 of dummy is killed by ork 7 of demo");
});

test("texts are said in the language of the reader", () => {
  speak("ca");
  expect(t("Next match")).toBe("Partida següent");
  expect(roundText(137, 200, 200)).toBe("ronda 137 de 200");
  expect([count(1, "line"), count(2, "line")]).toEqual(["1 línia", "2 línies"]);
  speak("es");
  expect(t("Next match")).toBe("Partida siguiente");
  expect(t("what nobody has translated")).toBe("what nobody has translated");
  expect(t("constructor")).toBe("constructor");
});

test("a steady part of the page is made again in another language only", () => {
  let made = 0;
  const part = steady(() => ++made);
  expect([part(), part()]).toEqual([1, 1]);
  speak("ca");
  expect([part(), part()]).toEqual([2, 2]);
});

test("values stand where the language wants them, and stay as they are", () => {
  speak("ca");
  expect(t("{0} is frozen ({1})", "{1}", "x")).toBe("{1} queda congelat (x)");
  expect(around<unknown>("From round {0} on, {1} plays for {2}", 5, null, true)).toEqual([
    "A partir de la ronda ",
    5,
    ", ",
    "",
    " juga per ",
    true,
    "",
  ]);
});

test("what happened is said in the language of the reader", () => {
  speak("ca");
  expect(said("ork 5 of dummy is killed by ork 7 of demo")).toBe("orc 7 de demo mata orc 5 de dummy");
  expect(said("16 treasures left, 1 orc")).toBe("16 tresors per trobar, 1 orc");
  expect(said("moved, 10 points, 5 missiles")).toBe("s'ha mogut, 10 punts, 5 míssils");
  expect(said("unit 4, north: died: too little health to enter the cell")).toBe(
    "unitat 4, nord: mort: massa poca vida per entrar a la casella",
  );
  speak("es");
  expect(said("a missile of starship 1 of b destroys starship 3 of a: 30 points")).toBe(
    "un misil de nave 1 de b destruye nave 3 de a: 30 puntos",
  );
});

test("the names of bots stay", () => {
  speak("ca");
  expect(said("score takes city 3 from ork")).toBe("score pren la ciutat 3 a ork");
  expect(said("ork 5 of ork is killed by ork 7 of {0} killed")).toBe("orc 7 de {0} killed mata orc 5 de ork");
  expect(said("hello")).toBe("hello");
});
