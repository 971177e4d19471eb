// Compiled bots on the page on which bots are written and played.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { arena, isLong, work } from "./arena";
import * as on from "./page";
import {
  choose,
  compileBot,
  fault,
  inJS,
  native,
  openLink,
  rounds,
  roundsOf,
  run,
  saveReplay,
  shortly,
  told,
  useSite,
} from "./playsite";

const site = useSite(shortly);

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

test("a compiled bot plays as it does in the arena, also after a reload and out of a package @long", async ({
  page,
}) => {
  const errors = on.watchErrors(page);
  const module = compileBot("./examples/demo");
  await begin(page);
  await choose(page, module);
  await expect(chosen(page)).toHaveText("demo (WebAssembly)");
  await expect(page.getByText("demo.wasm is compiled")).toBeVisible();
  await run(page);
  await expect(page.getByText(`The match is over after ${rounds} rounds.`)).toBeAttached();
  const file = await saveReplay(page, "compiled.arena");
  const wanted = native(module);
  expect(roundsOf(file)).toEqual(wanted);
  expect(arena("verify", file)).toContain(`${rounds} rounds, as recorded`);
  expect(await on.violations(page, "body")).toEqual([]);
  await page.locator("summary").click();
  await page.getByRole("button", { name: "Copy a link with the code" }).click();
  await expect(page.getByRole("status")).toContainText("A compiled bot is too large for a link");

  await page.reload();
  await expect(chosen(page)).toHaveText("demo (WebAssembly)");
  if (isLong) {
    await run(page);
    expect(roundsOf(await saveReplay(page, "reloaded.arena"))).toEqual(wanted);
  }

  arena("bot", "pack", module, "--unsigned", "-o", "packed.bot");
  await drop(page, join(work, "packed.bot"), "packed.bot");
  await expect(chosen(page)).toHaveText("packed (WebAssembly)");
  await run(page);
  await expect(page.getByText(`The match is over after ${rounds} rounds.`)).toBeAttached();
  expect(hashesOf(await saveReplay(page, "packed.arena"))).toEqual(hashesOf(file));
  expect(errors).toEqual([]);
});

const hashesOf = (file: string): string[] =>
  (JSON.parse(arena("replay", file, "--json")) as { history: { hash: string }[] }).history.map(({ hash }) => hash);

const text = (words: string): number[] => [words.length, ...new TextEncoder().encode(words)];
const section = (id: number, content: readonly number[]): number[] => [id, content.length, ...content];

// wants is a module that does nothing, but wants a function.
function wants(from: string, name: string): Buffer {
  const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const bytes = [
    ...head,
    ...section(1, [1, 0x60, 0, 0]),
    ...section(2, [1, ...text(from), ...text(name), 0, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, ...text("_start"), 0, 1, ...text("memory"), 2, 0]),
    ...section(10, [1, 2, 0, 0x0b]),
  ];
  return Buffer.from(bytes);
}

const fileOf = (name: string, buffer: Buffer) => ({ name, mimeType: "application/wasm", buffer });

test("what a compiled bot does wrong is told, and the match goes on", async ({ page }) => {
  // This bot does in round 3 what its name says; the arena's tests play it as well.
  const hostile = readFileSync(compileBot("./internal/process/wasm/testdata/hostile"));
  await begin(page);
  const wrongs = [
    ["panic", "ended with an error: panic: on purpose"],
    ["exit", "ended with an error: the bot ended, with exit code 7"],
    ["spin", "gave no answer for 6s"],
    ["outflood", "gave no answer for 6s"],
  ] as const;
  for (const [name, said] of wrongs.slice(0, isLong ? 4 : 2)) {
    await choose(page, fileOf(`${name}.wasm`, hostile));
    await expect(page.getByText(`${name}.wasm is compiled`)).toBeVisible();
    await run(page);
    await expect(told(page)).toContainText(`Round 3: ${name} ${said}`);
    await expect(page.getByText(`The match is over after ${rounds} rounds.`)).toBeAttached();
    expect(arena("verify", await saveReplay(page, `${name}.arena`))).toContain(`${rounds} rounds, as recorded`);
  }
});

test("what is no compiled bot is told why", async ({ page }) => {
  await begin(page);
  await choose(page, fileOf("reaches.wasm", wants("env", "fetch")));
  await expect(page.getByText("reaches.wasm is compiled")).toBeVisible();
  await run(page);
  await expect(fault(page)).toContainText(
    'reaches.wasm needs the function "env.fetch", which is not of WASI preview 1',
  );
  await choose(page, fileOf("text.wasm", Buffer.from("text")));
  await expect(page.getByRole("alert").first()).toContainText("text.wasm is not a WebAssembly module");
});
