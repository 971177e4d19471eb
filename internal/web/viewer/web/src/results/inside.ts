// The matches that a page has in itself, as a file that is mailed has a few, and what shows them: both are asleep in it
// until the address names one, as #match=7.

const named = (): string | undefined => /[#&]match=(\d{1,9})\b/.exec(location.hash)?.[1];

const inside = (): HTMLElement | null => document.getElementById(`match-${named()}`);

// showInside shows the match that the address names, instead of the page. It returns whether there is one.
export function showInside(): boolean {
  const [match, name] = [inside(), named()];
  // The page begins anew with another one: what the one before listens to ends with it.
  addEventListener("hashchange", () => {
    if (named() !== name && (match !== null || inside() !== null)) {
      location.reload();
    }
  });
  const viewer = document.getElementById("viewer");
  if (match === null || !(viewer instanceof HTMLTemplateElement)) {
    document.getElementById("watch")?.removeAttribute("hidden");
    return false;
  }
  match.id = "match";
  match.dataset["name"] = name;
  document.head.querySelector("style")?.remove();
  document.body.replaceChildren(match, viewer.content);
  return true;
}
