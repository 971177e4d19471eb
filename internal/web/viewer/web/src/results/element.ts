// The elements of a page that Go has made.

// at returns the element with an id.
export function at<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`the page has no ${id}`);
  }
  return found as T;
}

// element makes an element; its children are elements or texts.
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

export const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));
