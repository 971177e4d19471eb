// Runs in a page that has the files of the playground around it: starts a bot as a match does, in a worker of the
// frame, and sends it what a match would send. conform.ts builds it into one script.

import { end } from "../../src/playground/frames";
import type { FromBot } from "../../src/playground/messages";
import type { Language, Site } from "../../src/playground/site";
import { type File, site } from "../../src/playground/state";
import { startBot } from "../../src/playground/workers";

export type Answer = Extract<FromBot, { kind: "answer" }>;

// A Talk is what a bot has said: first of itself, then to each question.
export interface Talk {
  readonly hello: string;
  readonly answers: readonly Answer[];
}

async function talk(language: Language, files: readonly File[], questions: readonly string[]): Promise<Talk> {
  site.value ??= (await (await fetch("play.json")).json()) as Site;
  const { inmate, hello } = await startBot({ id: "", language }, files);
  const answers: Answer[] = [];
  for (const question of questions) {
    answers.push(
      await new Promise((resolve) => {
        inmate.port.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
        inmate.port.postMessage(question);
      }),
    );
  }
  await end(inmate);
  return { hello, answers };
}

export type Talks = typeof talk;

Object.assign(globalThis, { talk });
