// Compiled bots on the page on which bots are written and played.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { arena, work } from "./arena";
import * as on from "./page";
import {
  choose,
  compileBot,
  fault,
  inJS,
  native,
  openLink,
  roundsOf,
  run,
  saveReplay,
  slowTest,
  slowly,
  told,
  useSite,
} from "./playsite";

test.describe.configure(slowTest);

const site = useSite();

const begin = (page: Page) => openLink(page, site.url, inJS(""));
const chosen = (page: Page) => page.getByRole("combobox", { name: "Bot" }).locator("option:checked");

// drop drops a file on the code.
async function drop(page: Page, path: string, name: string): Promise<void> {
  const base64 = readFileSync(path).toString("base64");
  const data = await page.evaluateHandle(
    async ([base64, name]) => {
      const all = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      all.items.add(new File([bytes], name));
      return all;
    },
    [base64, name] as const,
  );
  await page.locator("section.code").dispatchEvent("drop", { dataTransfer: data });
}

test("a compiled bot plays as it does in the arena, also after a reload and out of a package", async ({ page }) => {
  const errors = on.watchErrors(page);
  const module = compileBot("demo");
  await begin(page);
  await choose(page, module);
  await expect(chosen(page)).toHaveText("demo (WebAssembly)", slowly);
  await expect(page.getByText("demo.wasm is compiled")).toBeVisible();
  await run(page);
  await expect(page.getByText("The match is over after 200 rounds.")).toBeAttached();
  const file = await saveReplay(page, "compiled.arena");
  const wanted = native(module);
  expect(roundsOf(file)).toEqual(wanted);
  expect(arena("verify", file)).toContain("200 rounds, as recorded");
  expect(await on.violations(page, "body")).toEqual([]);
  await page.locator("summary").click();
  await page.getByRole("button", { name: "Copy a link with the code" }).click();
  await expect(page.getByRole("status")).toContainText("A compiled bot is too large for a link");

  await page.reload();
  await expect(chosen(page)).toHaveText("demo (WebAssembly)", slowly);
  await run(page);
  expect(roundsOf(await saveReplay(page, "reloaded.arena"))).toEqual(wanted);

  arena("bot", "pack", module, "--unsigned", "-o", "packed.bot");
  await drop(page, join(work, "packed.bot"), "packed.bot");
  await expect(chosen(page)).toHaveText("packed (WebAssembly)", slowly);
  await run(page);
  await expect(page.getByText("The match is over after 200 rounds.")).toBeAttached();
  expect(hashesOf(await saveReplay(page, "packed.arena"))).toEqual(hashesOf(file));
  expect(errors).toEqual([]);
});

const hashesOf = (file: string): string[] =>
  (JSON.parse(arena("replay", file, "--json")) as { history: { hash: string }[] }).history.map(({ hash }) => hash);

const text = (words: string): number[] => [words.length, ...new TextEncoder().encode(words)];
const section = (id: number, content: readonly number[]): number[] => [id, content.length, ...content];

// byHand is a module that says what a bot says first, waits for a question, and does what its body says; it may want
// another function.
function byHand(name: string, body: readonly number[], other: readonly string[] = []) {
  const wasi = text("wasi_snapshot_preview1");
  const more = other.flatMap((part) => text(part));
  const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const own = more.length === 0 ? 2 : 3; // the number of _start
  const call = (pieces: number, file: number, of: number) => [
    0x41,
    file,
    0x41,
    pieces,
    0x41,
    1,
    0x41,
    32,
    0x10,
    of,
    0x1a,
  ];
  const code = [0, ...call(0, 1, 0), ...call(8, 0, 1), ...body, 0x0b];
  const pieces = [16, 0, 0, 0, 8, 0, 0, 0, 64, 0, 0, 0, 0, 16, 0, 0];
  const data = [...pieces, ...new TextEncoder().encode("arena 1\n")];
  const bytes = [
    ...head,
    ...section(1, [2, 0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 1, 0x7f, 0x60, 0, 0]),
    ...section(2, [
      own,
      ...wasi,
      ...text("fd_write"),
      0,
      0,
      ...wasi,
      ...text("fd_read"),
      0,
      0,
      ...more,
      ...(own > 2 ? [0, 1] : []),
    ]),
    ...section(3, [1, 1]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, ...text("_start"), 0, own, ...text("memory"), 2, 0]),
    ...section(10, [1, code.length, ...code]),
    ...section(11, [1, 0, 0x41, 0, 0x0b, data.length, ...data]),
  ];
  return { name, mimeType: "application/wasm", buffer: Buffer.from(bytes) };
}

test("what is wrong with a compiled bot is told, and the match goes on", async ({ page }) => {
  await begin(page);
  for (const [name, body, said] of [
    ["loops.wasm", [0x03, 0x40, 0x0c, 0, 0x0b], "Round 0: loops gave no answer for 6s"],
    ["traps.wasm", [0x00], "Round 0: traps ended with an error: fatal error: unreachable"],
    ["ends.wasm", [], "Round 0: ends ended with an error: the bot ended, with exit code 0"],
  ] as const) {
    await choose(page, byHand(name, body));
    await expect(page.getByText(`${name} is compiled`)).toBeVisible();
    await run(page);
    await expect(told(page)).toContainText(said);
    await expect(page.getByText("The match is over after 200 rounds.")).toBeAttached();
    expect(arena("verify", await saveReplay(page, `${name}.arena`))).toContain("200 rounds, as recorded");
  }
  await choose(page, byHand("reaches.wasm", [], ["env", "fetch"]));
  await expect(page.getByText("reaches.wasm is compiled")).toBeVisible();
  await run(page);
  await expect(fault(page)).toContainText(
    'reaches.wasm needs the function "env.fetch", which is not of WASI preview 1',
  );
  await choose(page, { name: "text.wasm", mimeType: "text/plain", buffer: Buffer.from("text") });
  await expect(page.getByRole("alert").first()).toContainText("text.wasm is not a WebAssembly module");
});
