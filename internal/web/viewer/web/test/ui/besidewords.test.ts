import { expect, test } from "vitest";
import { startWords } from "../../src/beside/words";
import { makeMatch } from "../fixture";

const data = makeMatch({ rows: 5, cols: 8, rounds: 0 });
const setting = (value: number) => [{ name: "nb_rounds", value, doc: "" }];
const short = { ...data, seed: "30", settings: setting(200) };
const long = { ...data, seed: "42", settings: setting(1000) };

test("that matches begin differently is put down to their seeds, and only then to their settings", () => {
  expect(startWords(short, long, "units")).toBe("They begin with other units: the seeds are 30 and 42.");
  expect(startWords(short, { ...long, seed: "30" }, "units")).toBe(
    "They begin with other units: these settings differ: nb_rounds.",
  );
  expect(startWords(short, short, "units")).toBe("They begin with other units.");
});
