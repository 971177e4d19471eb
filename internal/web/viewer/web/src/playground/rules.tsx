// The rules of the game, as it tells them itself: its guide, a file of the site.

import { signal } from "@preact/signals-core";
import type { JSX } from "preact";
import { t } from "../ui/tongues";
import { text } from "./files";
import { blocks, type Block, type Run } from "./markdown";
import * as state from "./state";

const shown = signal<{ readonly address: string; readonly blocks: readonly Block[] }>({ address: "", blocks: [] });

// learn fetches the guide of a game, when somebody wants to read it.
async function learn(address: string): Promise<void> {
  try {
    shown.value = { address, blocks: blocks(await text(address)) };
  } catch (error) {
    shown.value = { address, blocks: [] };
    state.problem.value = error instanceof Error ? error.message : String(error);
  }
}

export function Rules(): JSX.Element | null {
  const address = state.info.value?.rules;
  if (address === undefined) {
    return null;
  }
  if (shown.value.address !== address) {
    queueMicrotask(() => void learn(address));
    return null;
  }
  return (
    <div class="rules">
      <div lang="en">{shown.value.blocks.map(told)}</div>
      <p class="hint">{t("What each sign on the board means, its legend says: press L there.")}</p>
    </div>
  );
}

function told(block: Block): JSX.Element {
  switch (block.kind) {
    case "heading":
      return <h2>{block.text.map(run)}</h2>;
    case "text":
      return <p>{block.text.map(run)}</p>;
    case "list": {
      const List = block.isOrdered ? "ol" : "ul";
      return (
        <List>
          {block.items.map((item) => (
            <li>{item.map(run)}</li>
          ))}
        </List>
      );
    }
    case "table":
      return (
        <table>
          <thead>
            <tr>
              {block.head.map((cell) => (
                <th scope="col">{cell.map(run)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row) => (
              <tr>
                {row.map((cell) => (
                  <td>{cell.map(run)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
  }
}

export const run = ({ mark: Mark, text }: Run): JSX.Element | string => (Mark === "" ? text : <Mark>{text}</Mark>);
