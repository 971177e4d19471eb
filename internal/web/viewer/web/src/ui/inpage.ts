// What the page has in itself.

// inline returns the match in an exported page; nothing in any other page.
export const inline = (page: Document): string | undefined => page.getElementById("match")?.textContent ?? undefined;

// script returns the address of the reader; nothing if the page has none.
export const script = (): string | undefined => document.getElementById("app")?.dataset["reader"];
