// The tutorial: what to do in a step, the bot with which it begins, and whether it is done.

import { batch, computed, effect, signal } from "@preact/signals-core";
import type { JSX } from "preact";
import { t } from "../ui/tongues";
import * as bots from "./bots";
import { text } from "./files";
import { gap, isDone, keep, kept, lacking, lessons, tutorialGame } from "./lessons";
import { runs } from "./markdown";
import { run } from "./rules";
import type { Language } from "./site";
import { chooseGame, chooseLanguage } from "./start";
import * as state from "./state";
import type { Bot } from "./state";
import { prepare } from "./workers";

const shown = signal(0); // the step
const done = signal<readonly number[]>(kept());
const earlier = signal(state.result.peek()); // the last match before the step was begun: it says nothing of the step
const cheered = signal(-1); // the step that the last match did for the first time
const language = computed((): Language => (state.bot.value?.language === "py" ? "py" : "js"));

effect(() => {
  const { value } = state.result;
  const new_ = lessons.flatMap((lesson, i) => (value !== undefined && isDone(lesson, value) ? [i] : []));
  const first = new_.find((i) => !done.peek().includes(i));
  cheered.value = first ?? -1;
  if (first !== undefined) {
    done.value = [...new Set([...done.peek(), ...new_])];
    keep(done.value);
  }
});

// take sets the match of the step that is shown, for a bot that is there already, or for one that begins with the program
// of a step, 0 for none yet. Who was written before is kept, and the page says where.
async function take(program: number, name: string, chosen: Language, there?: string): Promise<void> {
  try {
    const programs = JSON.parse(await text("tutorial.json")) as Record<Language, readonly string[]>;
    if (state.game.value !== tutorialGame) {
      await chooseGame(tutorialGame);
    }
    if (chosen === "py") {
      void prepare("py");
    }
    const { bots: others = [], seed = "1" } = lessons[shown.value] ?? {};
    const file = { name: `bot.${bots.extensions[chosen]}`, text: programs[chosen][program] ?? "" };
    const before = state.bot.value;
    batch(() => {
      const id = there ?? bots.add(name, chosen, [file]).id;
      bots.select(id);
      earlier.value = state.result.value;
      state.seed.value = seed;
      state.seats.value = [{ kind: "own", bot: id }, ...others.map((name) => ({ kind: "arena", name }) as const)];
      state.tab.value = "tutorial";
      state.pane.value = "code";
      if (before !== undefined && before.id !== id) {
        const now = state.bot.value?.name ?? "";
        state.notice.value = t(
          "{0} is in the editor and in seat 0. {1} is kept: choose it above the code.",
          now,
          before.name,
        );
      }
    });
  } catch (error) {
    state.problem.value = error instanceof Error ? error.message : String(error);
  }
}

const nameOf = (step: number): string => `step${step + 1}`;

// stepOf is the bot of a step that the reader has begun in a language.
const stepOf = (step: number, chosen: Language): Bot | undefined =>
  state.bots.value.find(
    ({ game, language: its, name }) =>
      game === tutorialGame && its === chosen && name.replace(/-\d+$/, "") === nameOf(step),
  );

// begin begins a step, or goes on with it.
const begin = (step: number, chosen: Language): void => void take(step, nameOf(step), chosen, stepOf(step, chosen)?.id);

function next(): void {
  shown.value++;
  begin(shown.value, language.value);
}

// beginTutorial begins the first step that is not done.
export function beginTutorial(): void {
  shown.value = Math.max(
    0,
    lessons.findIndex((_, i) => !done.value.includes(i)),
  );
  begin(shown.value, language.value);
}

// inLanguage goes on in a language: with the step, if that is what is written.
export function inLanguage(chosen: Language): void {
  if (state.tab.value === "tutorial" && isWritten()) {
    begin(shown.value, chosen);
  } else {
    void chooseLanguage(chosen);
  }
}

function Points(): JSX.Element {
  const lesson = lessons[shown.value]!;
  const { value } = state.result;
  const lacks = value === undefined || value === earlier.value || !isWritten() ? "" : lacking(lesson, value);
  const did = done.value.includes(shown.value);
  return (
    <>
      <p class={did ? "won" : ""}>
        <span role="note">{did ? t("Done.") : lacks}</span>
        {cheered.value === shown.value && <Cheer key={shown.value} />}
      </p>
      {did && done.value.length === lessons.length && (
        <p>{t("All six steps are done. Ten seeds tell by how much your bot beats the one in the next seat.")}</p>
      )}
    </>
  );
}

const scraps = 16;

// Cheer throws paper for a moment, unless the reader prefers no motion.
const Cheer = (): JSX.Element => (
  <span class="cheer" aria-hidden="true">
    {Array.from({ length: scraps }, (_, i) => (
      <i key={i} style={{ "--turn": `${i / scraps}turn` }} />
    ))}
  </span>
);

// Task is what to do in the step that is shown.
function Task(): JSX.Element {
  const { task, code, points, bots: others, seed } = lessons[shown.value]!;
  const [before, after] = code[language.value].split(gap);
  return (
    <>
      <p>{runs(task(language.value)).map(run)}</p>
      <pre class="lines">
        {before}
        <mark>{gap}</mark>
        {after}
      </pre>
      <p>
        {t("Find what {0} must be.", gap)}{" "}
        {t(
          "Then press Run. It is done when your bot in seat 0 has {0} points against {1}, with seed {2}.",
          points,
          others.join(", "),
          seed,
        )}
      </p>
    </>
  );
}

// isWritten reports whether the bot that is written is that of the step that is shown.
const isWritten = (): boolean => stepOf(shown.value, language.value)?.id === state.current.value;

// TaskAbove is the task above the code, where a telephone has no room for both sides.
export function TaskAbove(): JSX.Element | null {
  return state.tab.value === "tutorial" && isWritten() ? (
    <div class="task" tabIndex={0}>
      <Task />
    </div>
  ) : null;
}

export function Tutorial(): JSX.Element {
  const { value: step } = shown;
  return (
    <div class="tutorial">
      <div class="files" role="group" aria-label={t("Steps of the tutorial")}>
        {lessons.map((_, i) => (
          <button type="button" key={i} aria-pressed={i === step} onClick={() => (shown.value = i)}>
            {t("Step {0}", i + 1)}
            {done.value.includes(i) ? " ✓" : ""}
          </button>
        ))}
      </div>
      <Task />
      <Points />
      <p>
        {!isWritten() && (
          <button type="button" class="plain" onClick={() => begin(step, language.value)}>
            {stepOf(step, language.value) === undefined ? t("Begin this step") : t("Go on with this step")}
          </button>
        )}{" "}
        <button type="button" class="plain" onClick={() => void take(step + 1, `answer${step + 1}`, language.value)}>
          {t("Show one way to do it")}
        </button>{" "}
        {done.value.includes(step) && step + 1 < lessons.length && (
          <button type="button" class="plain" onClick={next}>
            {t("Next step")}
          </button>
        )}
      </p>
    </div>
  );
}
