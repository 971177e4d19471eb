// The code of a bot: which bot and which of its files, and the editor.

import { effect } from "@preact/signals-core";
import type { JSX } from "preact";
import { t } from "../ui/tongues";
import * as bots from "./bots";
import { editor } from "./chunk";
import { choose, dropped, over } from "./drop";
import type { Finding } from "./check";
import type { Editor } from "./editor";
import { text } from "./files";
import { run } from "./run";
import { Out } from "./out";
import { when } from "./seats";
import type { Kind, Word } from "./site";
import * as state from "./state";
import { keepUndo, undoOf } from "./store";
import { inLanguage, TaskAbove } from "./tutorial";

function Bots(): JSX.Element {
  const own = state.bots.value.filter(({ game }) => game === state.game.value);
  const { current, bot } = state;
  return (
    <div class="bots">
      <select aria-label={t("Bot")} value={current.value} onChange={(event) => bots.select(event.currentTarget.value)}>
        {own.map(({ id, name, language }) => (
          <option key={id} value={id}>
            {`${name} (${bots.languageNames[language]})`}
          </option>
        ))}
      </select>
      <Languages />
      <details class="menu">
        <summary>{t("More")}</summary>
        <div onClick={closeMenu}>
          <button type="button" onClick={() => void bots.begin(bot.value?.language === "py" ? "py" : "js")}>
            {t("New bot")}
          </button>
          <button type="button" onClick={choose}>
            {t("Add a compiled bot…")}
          </button>
          <button type="button" onClick={bots.askName}>
            {t("Name of the bot…")}
          </button>
          {!isCompiledShown() && (
            <button type="button" onClick={askFile}>
              {t("New file…")}
            </button>
          )}
          <button type="button" disabled={own.length < 2} onClick={askRemove}>
            {t("Remove the bot…")}
          </button>
          <Out />
          {bot.value?.versions.map(({ at }) => (
            <button type="button" key={at} onClick={() => bots.goBack(current.value, at)}>
              {t("Back to {0}", when(at))}
            </button>
          ))}
        </div>
      </details>
    </div>
  );
}

// Languages are those in which bots are written here.
function Languages(): JSX.Element | null {
  return state.site.value?.pyodide ? (
    <div class="files" role="group" aria-label={t("Language of the bot")}>
      {(["js", "py"] as const).map((language) => (
        <button
          type="button"
          key={language}
          aria-pressed={state.bot.value?.language === language}
          onClick={() => inLanguage(language)}
        >
          {bots.languageNames[language]}
        </button>
      ))}
    </div>
  ) : null;
}

function closeMenu({ currentTarget }: { currentTarget: HTMLElement }): void {
  currentTarget.closest("details")?.removeAttribute("open");
}

function askFile(): void {
  const name = prompt(
    t("Name of the file"),
    `plan.${bots.extensions[state.bot.value?.language === "py" ? "py" : "js"]}`,
  );
  if (name !== null) {
    state.problem.value = bots.addFile(state.current.value, name);
  }
}

function askRemove(): void {
  if (confirm(t("Remove {0} with all its versions?", state.bot.value?.name ?? ""))) {
    bots.remove(state.current.value);
  }
}

function Files(): JSX.Element | null {
  const files = state.bot.value?.files ?? [];
  if (files.length < 2) {
    return null;
  }
  const shown = state.file.value?.name;
  return (
    <div class="files" role="group" aria-label={t("Files")}>
      {files.map(({ name }, i) => (
        <span key={name}>
          <button type="button" aria-pressed={name === shown} onClick={() => (state.fileName.value = name)}>
            {name}
          </button>
          {i > 0 && name === shown && (
            <button
              type="button"
              aria-label={t("Remove {0}", name)}
              onClick={() => bots.removeFile(state.current.value, name)}
            >
              ×
            </button>
          )}
        </span>
      ))}
    </div>
  );
}

// Fault is what is wrong with the bot that is written, and leads to the line.
function Fault(): JSX.Element {
  const { mark, bot } = state;
  const { value } = mark;
  const isHere = value !== undefined && value.bot === bot.value?.id;
  const { file, line, column = 1 } = value ?? {};
  return (
    <div class="fault" role="alert">
      {value !== undefined && isHere && (
        <>
          {file !== undefined && line !== undefined && (
            <button type="button" class="link" onClick={() => void lead(file, line, column)}>
              {t("{0}, line {1}", file, line)}
            </button>
          )}
          <pre tabIndex={0}>{value.text}</pre>
        </>
      )}
    </div>
  );
}

async function lead(file: string, line: number, column: number): Promise<void> {
  state.pane.value = "code";
  state.fileName.value = file;
  await Promise.resolve(); // the editor shows the file first
  made?.goTo({ line, column });
}

export function Code(): JSX.Element {
  return (
    <section class="code" aria-label={t("Code")} onDragOverCapture={over} onDropCapture={dropped}>
      <Bots />
      <Files />
      {isCompiledShown() && (
        <p class="compiled">
          {t("{0} is compiled: it plays, and there is no code to show.", state.file.value?.name ?? "")}{" "}
          {t("Drop a newer file of that name here, and it takes its place.")}
        </p>
      )}
      <TaskAbove />
      <div class="editor" id="editor" hidden={isCompiledShown()} ref={make} />
      <Fault />
      <p class="hint">
        {t("Ctrl+Enter runs. F8 leads to what is underlined. Tab indents; Escape, then Tab, leaves the editor.")}
      </p>
    </section>
  );
}

const isCompiledShown = (): boolean => state.bot.value?.language === "wasm";

let made: Editor | undefined;
let isMaking = false;

// make makes the editor in its place, once.
function make(place: HTMLElement | null): void {
  if (place !== null && !isMaking) {
    isMaking = true;
    editor().then(
      ({ Editor }) => {
        made = new Editor(place, { changed, run: () => void run(), say });
        keepShown(made);
      },
      () => (state.problem.value = t("{0} cannot be loaded", "editor.js")),
    );
  }
}

let shown: { readonly bot: string; readonly file: string; text: string } | undefined;

function changed(text: string): void {
  if (shown !== undefined) {
    shown.text = text;
    bots.write(shown.bot, shown.file, text);
  }
}

// say tells what is wrong at a place.
function say({ is, name, of, hint }: Finding): string {
  const meant = hint === "" ? "" : ` ${t("Did you mean {0}?", hint)}`;
  switch (is) {
    case "name":
      return t("There is no {0} here.", name) + meant;
    case "member":
      return t("{0} has no {1}.", of, name) + meant;
    case "word":
      return t("“{0}” is no {1}.", name, of) + meant;
    case "property":
      return t("{0} is no method: leave out the brackets.", name);
    case "count":
      return t("{0} given, {1} needed.", name, of);
  }
}

// keepUndone keeps what can be undone in the file that is shown.
function keepUndone(from: Editor): void {
  if (shown !== undefined) {
    keepUndo(shown.bot, shown.file, from.undo);
  }
}

function keepShown(to: Editor): void {
  effect(() => {
    const { bot, file } = { bot: state.bot.value, file: state.file.value };
    if (bot?.language === "wasm") {
      keepUndone(to);
      shown = undefined;
      return;
    }
    const isShown = shown?.bot === bot?.id && shown?.file === file?.name && shown?.text === file?.text;
    if (bot !== undefined && file !== undefined && !isShown) {
      keepUndone(to);
      shown = { bot: bot.id, file: file.name, text: file.text };
      const label = t("{0}, code of {1}", file.name, bot.name);
      to.show({ language: bot.language, text: file.text, undo: undoOf(bot.id, file.name), label });
    }
  });
  effect(() => {
    const { value } = state.mark;
    const isHere = value?.bot === state.bot.value?.id && value?.file === state.file.value?.name;
    const { line, column = 1, text = "" } = value ?? {};
    to.mark(text, isHere && line !== undefined ? { line, column } : undefined);
  });
  effect(() => void learnWords(to, state.game.value, state.bot.value?.language));
  addEventListener("pagehide", () => keepUndone(to));
}

async function learnWords(to: Editor, game: string, language: Kind | undefined): Promise<void> {
  const address = language && language !== "wasm" ? state.site.value?.words[game]?.[language] : undefined;
  if (address !== undefined) {
    try {
      to.learn(JSON.parse(await text(address)) as Word[], game);
    } catch {
      // Without a list, the editor completes words of the text.
    }
  }
}
