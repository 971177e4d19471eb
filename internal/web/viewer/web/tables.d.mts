import type { Table } from "./src/ui/tongues";

type Texts = Readonly<Record<string, readonly string[]>>;

export interface Tongues {
  readonly page: Texts;
  readonly beside: Texts;
  readonly play: Texts;
  readonly games: Texts;
}
export const languages: readonly string[];
export function tableOf(tongues: Tongues, language: string, of?: "page" | "beside" | "play"): Table;
