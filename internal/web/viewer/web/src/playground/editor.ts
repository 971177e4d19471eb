// The editor, in a file of its own. What it knows of code the rest of the page asks, too: where the imports of a
// module are, and where its syntax is wrong.

import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completeAnyWord,
  completionKeymap,
} from "@codemirror/autocomplete";
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyField, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascript, javascriptLanguage } from "@codemirror/lang-javascript";
import { python, pythonLanguage } from "@codemirror/lang-python";
import {
  bracketMatching,
  ensureSyntaxTree,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { type Diagnostic, forEachDiagnostic, nextDiagnostic, setDiagnostics } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { check, type Finding } from "./check";
import { hover } from "./hover";
import { infoOf, offered } from "./members";
import { type Named, placeAt } from "./modules";
import type { Language, Word } from "./site";
import { unseen } from "./unseen";

export interface Shown {
  readonly language: Language;
  readonly text: string;
  readonly undo?: string | undefined; // what state returned once
  readonly label: string;
}

export interface Place {
  readonly line: number; // from 1
  readonly column: number; // from 1
}

export interface Listener {
  changed(text: string): void;
  run(): void;
  say(finding: Finding): string;
}

const leastPause = 600; // milliseconds without a change, after which the code is looked at
const mostShare = 0.1; // of the time, for that
const mostRead = 100; // milliseconds at a time, to read the code

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "light-dark(#8a1f7a, #e58ad6)" },
  { tag: [tags.string, tags.special(tags.string)], color: "light-dark(#1b6b3a, #7fd6a0)" },
  { tag: [tags.number, tags.bool, tags.null], color: "light-dark(#9a4a00, #f0b27a)" },
  { tag: [tags.comment, tags.docComment], color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.className], color: "light-dark(#1f4fb8, #8fb5ff)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--panel)", color: "var(--text)" },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace", fontSize: "13px" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--soft)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "light-dark(#1f57d80d, #86aefc14)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "light-dark(#1f57d833, #86aefc44)",
  },
  ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--text)", border: "1px solid var(--strong)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--focus)", color: "var(--panel)" },
  ".cm-completionDetail": { color: "inherit", opacity: "0.8" },
  ".cm-completionInfo": { maxWidth: "28em" },
  ".known": { maxWidth: "36em", margin: "4px 8px" },
  ".known dt": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" },
  ".known dd": { margin: "0 0 4px" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--bad)", whiteSpace: "pre-wrap" },
});

const languages: Readonly<Record<Language, () => Extension>> = {
  js: () => [javascript(), indentUnit.of("  ")],
  py: () => [python(), indentUnit.of("    ")],
};

// complete offers what may follow a point, and in quotes the words of commands.
const complete =
  (language: Language, words: () => readonly Word[]) =>
  (context: CompletionContext): CompletionResult | null => {
    const found = context.matchBefore(/(?:\.|["'])\w*$/);
    if (found === null) {
      return null;
    }
    const inQuotes = !found.text.startsWith(".");
    const offering = inQuotes
      ? words().filter(({ label }) => label.startsWith('"'))
      : offered(language, context.state.doc.toString(), found.from, words()).words;
    return { from: found.from + 1, options: offering.map(optionOf), validFor: /^\w*$/ };
  };

function optionOf(word: Word): Completion {
  const { detail, label } = word;
  const info = infoOf(word);
  const type = label.startsWith('"') ? "constant" : detail?.startsWith("(") ? "method" : "property";
  return { label: label.replaceAll('"', ""), type, ...(detail && { detail }), ...(info && { info }) };
}

// completeText offers the words of the text, but none after a point if what may follow is known.
const completeText =
  (language: Language, words: () => readonly Word[]) =>
  (context: CompletionContext): ReturnType<typeof completeAnyWord> => {
    const point = context.matchBefore(/\.\w*$/);
    const isSure = point !== null && offered(language, context.state.doc.toString(), point.from, words()).isSure;
    return isSure ? null : completeAnyWord(context);
  };

export class Editor {
  readonly #view: EditorView;
  #words: readonly Word[] = [];
  #game = "";
  #language: Language = "js";
  #quiet = false; // while the page itself changes the text
  readonly #found = new Set<Diagnostic>(); // what was found before the bot runs
  #later: ReturnType<typeof setTimeout> | undefined;
  #pause = leastPause;

  constructor(
    parent: HTMLElement,
    readonly listener: Listener,
  ) {
    this.#view = new EditorView({ parent });
  }

  // show shows a file, with what can be undone in it.
  show(shown: Shown): void {
    this.#quiet = true;
    this.#language = shown.language;
    this.#found.clear();
    this.#view.setState(this.#stateOf(shown));
    this.#quiet = false;
    this.#checkLater();
  }

  get undo(): string {
    return JSON.stringify(this.#view.state.toJSON({ history: historyField }));
  }

  // learn gives the editor the words of a game in the language of the bot.
  learn(words: readonly Word[], game: string): void {
    this.#words = words;
    this.#game = game;
    this.#checkLater();
  }

  #checkLater(): void {
    clearTimeout(this.#later);
    this.#later = setTimeout(() => this.#check(), this.#pause);
  }

  // check underlines what is surely wrong, but not the word that is being written.
  #check(): void {
    const { state, hasFocus } = this.#view;
    const began = performance.now();
    const tree = ensureSyntaxTree(state, state.doc.length, mostRead);
    if (tree === null) {
      this.#pause = mostRead / mostShare;
      this.#checkLater(); // and goes on there
      return;
    }
    const all = check(this.#language, state.doc.toString(), this.#words, this.#game, tree);
    this.#pause = Math.max(leastPause, (performance.now() - began) / mostShare);
    const { head } = state.selection.main;
    const shown = all.filter(({ from, to }) => !hasFocus || head < from || head > to);
    this.#show(
      (one) => this.#found.has(one),
      shown.map((one): Diagnostic => {
        const { from, to } = one;
        return { from, to, severity: "error", message: this.listener.say(one) };
      }),
    ).forEach((one) => this.#found.add(one));
  }

  // show puts diagnostics in the place of some.
  #show(isOld: (one: Diagnostic) => boolean, shown: readonly Diagnostic[]): readonly Diagnostic[] {
    const kept: Diagnostic[] = [];
    forEachDiagnostic(this.#view.state, (one, from, to) => {
      const isStale = isOld(one);
      const wasFound = this.#found.delete(one);
      if (!isStale) {
        const moved = { ...one, from, to };
        kept.push(moved);
        if (wasFound) {
          this.#found.add(moved);
        }
      }
    });
    if (kept.length + shown.length > 0 || isAnyShown(this.#view.state)) {
      this.#view.dispatch(setDiagnostics(this.#view.state, [...kept, ...shown]));
    }
    return shown;
  }

  // mark marks a line as wrong; without a place, no line.
  mark(text: string, place?: Place): void {
    const { state } = this.#view;
    const isOld = (one: Diagnostic): boolean => !this.#found.has(one);
    if (place === undefined || place.line > state.doc.lines) {
      this.#show(isOld, []);
      return;
    }
    const line = state.doc.line(place.line);
    const from = Math.min(line.from + Math.max(0, place.column - 1), line.to);
    const least = Math.min(from, Math.max(line.from, line.to - 1));
    this.#show(isOld, [{ from: least, to: line.to, severity: "error", message: text }]);
    this.#view.dispatch({ effects: EditorView.scrollIntoView(from, { y: "center" }) });
  }

  goTo({ line, column }: Place): void {
    const { doc } = this.#view.state;
    const to = doc.line(Math.min(line, doc.lines));
    this.#view.dispatch({ selection: { anchor: Math.min(to.from + column - 1, to.to) }, scrollIntoView: true });
    this.#view.focus();
  }

  #stateOf({ language, text, undo, label }: Shown): EditorState {
    const words = (): readonly Word[] => this.#words;
    const extensions = [
      keymap.of([
        { key: "Mod-Enter", run: () => (this.listener.run(), true) },
        { key: "F8", run: nextDiagnostic },
      ]),
      lineNumbers(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSpecialChars({ addSpecialChars: unseen }), // as somebody else may have written it
      drawSelection(),
      history(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      autocompletion({ override: [complete(language, words), completeText(language, words)] }),
      hover(language, words),
      syntaxHighlighting(colours),
      look,
      languages[language](),
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged && !this.#quiet) {
          this.listener.changed(state.doc.toString());
          this.#checkLater();
        }
      }),
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
    ];
    return restored(text, undo, extensions) ?? EditorState.create({ doc: text, extensions });
  }
}

function isAnyShown(state: EditorState): boolean {
  let isAny = false;
  forEachDiagnostic(state, () => (isAny = true));
  return isAny;
}

// restored returns the state as it was kept, if it was that of this text.
function restored(text: string, undo: string | undefined, extensions: Extension): EditorState | undefined {
  try {
    const kept = EditorState.fromJSON(JSON.parse(undo ?? ""), { extensions }, { history: historyField });
    return kept.doc.toString() === text ? kept : undefined;
  } catch {
    return undefined;
  }
}

// importsOf returns where a module names others.
export function importsOf(text: string): Named[] {
  const found: Named[] = [];
  javascriptLanguage.parser.parse(text).iterate({
    enter({ name, node }) {
      if (name === "ImportDeclaration" || name === "ExportDeclaration") {
        const named = node.getChild("String");
        if (named !== null) {
          found.push({ from: named.from + 1, to: named.to - 1 });
        }
      }
      return name === "Script"; // both are at the top of a module only
    },
  });
  return found;
}

// wrongAt returns where the syntax of a text is first wrong.
export function wrongAt(text: string, language: Language = "js"): Place | undefined {
  let place: Place | undefined;
  (language === "js" ? javascriptLanguage : pythonLanguage).parser.parse(text).iterate({
    enter({ type, from }) {
      if (type.isError) {
        place ??= placeAt(text, from);
      }
      return place === undefined;
    },
  });
  return place;
}
