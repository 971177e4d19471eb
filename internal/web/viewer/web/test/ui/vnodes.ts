// What parts of the page are made of, without a browser.

import type { ComponentChildren, VNode } from "preact";

type Props = Readonly<Record<string, unknown>> & { readonly children?: ComponentChildren };

export interface Element {
  readonly type: string;
  readonly props: Props;
}

// elementsOf returns all elements of a part, in their order, and its text.
export function elementsOf(part: ComponentChildren): { elements: readonly Element[]; text: string } {
  const elements: Element[] = [];
  let text = "";
  const walk = (node: ComponentChildren): void => {
    if (Array.isArray(node)) {
      node.forEach(walk);
    } else if (typeof node === "string" || typeof node === "number") {
      text += node;
    } else if (typeof node === "object" && node !== null && "props" in node) {
      const { type, props } = node as VNode<Props>;
      if (typeof type === "string") {
        elements.push({ type, props });
        walk(props.children);
      } else {
        walk((type as (props: Props) => ComponentChildren)(props));
      }
    }
  };
  walk(part);
  return { elements, text };
}
