// What the page has in itself.

// inline returns the match in an exported page; nothing in any other page.
export const inline = (page: Document): string | undefined => page.getElementById("match")?.textContent ?? undefined;

// name returns what the match is called in a page that has others, and more: a number.
export const name = (): string | undefined => document.getElementById("match")?.dataset["name"];

// script returns the address of the reader; nothing if the page has none.
export const script = (): string | undefined => document.getElementById("app")?.dataset["reader"];
