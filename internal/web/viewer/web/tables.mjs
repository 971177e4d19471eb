// Makes the tables of the languages from src/tongues.json.

// The languages, in the order of the columns.
export const languages = ["ca", "es"];

const gap = /\{(\d)(~?)\}/g;

// tableOf returns what the page, the one with two matches (beside), or the one in which bots are written (play) reads
// of a language. A text about matches
// that has gaps becomes a regular expression and a text with the same gaps: those with ~ have words in
// them, which are looked up, too.
export function tableOf({ page, beside, play, games }, language, of = "page") {
  const column = languages.indexOf(language);
  const pick = (texts) => Object.fromEntries(texts.map(([english, others]) => [english, others[column]]));
  const all = Object.entries(games);
  const hasGaps = ([english]) => english.includes("{");
  return {
    texts: pick([
      ...Object.entries(of === "play" ? play : page),
      ...(of === "beside" ? Object.entries(beside) : []),
      ...all.filter((text) => !hasGaps(text)),
    ]),
    forms: all.filter(hasGaps).map(([english, others]) => {
      const parts = english.split(/\{\d~?\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
      const deep = [...english.matchAll(gap)].map(([, , mark]) => mark);
      return [`^${parts.join("(.+?)")}$`, others[column].replace(gap, (_, n) => `{${n}${deep[n]}}`)];
    }),
  };
}
