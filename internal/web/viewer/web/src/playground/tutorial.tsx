// The tutorial: what to do in a step, the bot with which it begins, and whether it is done.

import { batch, computed, effect, signal } from "@preact/signals-core";
import type { JSX } from "preact";
import { t } from "../ui/tongues";
import * as bots from "./bots";
import { text } from "./files";
import { isDone, keep, kept, lacking, lessons, tutorialGame } from "./lessons";
import type { Language } from "./site";
import { chooseGame } from "./start";
import * as state from "./state";
import { prepare } from "./workers";

const shown = signal(0); // the step
const done = signal<readonly number[]>(kept());
const language = computed((): Language => (state.bot.value?.language === "py" ? "py" : "js"));

effect(() => {
  const { value } = state.result;
  const new_ = lessons.flatMap((lesson, i) => (value !== undefined && isDone(lesson, value) ? [i] : []));
  if (new_.some((i) => !done.peek().includes(i))) {
    done.value = [...new Set([...done.peek(), ...new_])];
    keep(done.value);
  }
});

// take begins a bot with the program of a step, 0 for none yet, and sets the match of the step that is shown.
async function take(program: number, name: string): Promise<void> {
  try {
    const programs = JSON.parse(await text("tutorial.json")) as Record<Language, readonly string[]>;
    const chosen = language.value;
    if (state.game.value !== tutorialGame) {
      await chooseGame(tutorialGame);
    }
    if (chosen === "py") {
      void prepare("py");
    }
    const { bots: others = [], seed = "1" } = lessons[shown.value] ?? {};
    const file = { name: `bot.${bots.extensions[chosen]}`, text: programs[chosen][program] ?? "" };
    batch(() => {
      const { id } = bots.add(name, chosen, [file]);
      state.seed.value = seed;
      state.seats.value = [{ kind: "own", bot: id }, ...others.map((name) => ({ kind: "arena", name }) as const)];
      state.pane.value = "code";
    });
  } catch (error) {
    state.problem.value = error instanceof Error ? error.message : String(error);
  }
}

function Points(): JSX.Element {
  const lesson = lessons[shown.value]!;
  const { value } = state.result;
  const lacks = value === undefined ? "" : lacking(lesson, value);
  return <p role="note">{done.value.includes(shown.value) ? t("Done.") : lacks}</p>;
}

export function Tutorial(): JSX.Element {
  const { value: step } = shown;
  const lesson = lessons[step]!;
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
      <p>{lesson.task(language.value)}</p>
      <p>
        {t(
          "Then press Run. It is done when your bot in seat 0 has {0} points against {1}, with seed {2}.",
          lesson.points,
          lesson.bots.join(", "),
          lesson.seed,
        )}
      </p>
      <Points />
      <p>
        <button type="button" class="plain" onClick={() => void take(step, `step${step + 1}`)}>
          {t("Begin this step")}
        </button>{" "}
        <button type="button" class="plain" onClick={() => void take(step + 1, `answer${step + 1}`)}>
          {t("Show one way to do it")}
        </button>
      </p>
    </div>
  );
}
