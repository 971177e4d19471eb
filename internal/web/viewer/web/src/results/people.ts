// Who asks, and what they hand in. A league tells who it is; see playground/contract.ts.

import type { Challenging, Fate, HandedIn, Submitted, Visitor } from "../playground/contract";
import { at, element, wait } from "./element";
import { chosen, dropped, type Handed, packed } from "./handed";

function say(text: string): void {
  at("handed").textContent = text;
}

// Away is a league that is busy, or is started anew.
class Away extends Error {
  readonly pause: number; // in seconds

  constructor(why: string, pause: string | null) {
    super(why);
    this.pause = Number(pause ?? 2);
  }
}

// askOnce returns what the league answers. Its refusal is a line for who asks.
async function askOnce<T>(address: string, how: RequestInit = {}, says = ""): Promise<T> {
  const headers: HeadersInit = { ...how.headers, ...(says === "" ? {} : { "X-Arena": says }) };
  const answer = await fetch(address, { ...how, headers, cache: "no-store" }).catch(() => {
    throw new Away("The league can't be reached", null);
  });
  if (answer.status === 429) {
    throw new Away("The league is busy", answer.headers.get("Retry-After"));
  }
  if (answer.status >= 502 && answer.status <= 504) {
    throw new Away("The league is down", null); // as a web server in front of it says
  }
  if (!answer.ok) {
    throw new Error((await answer.text()).trim().slice(0, 400));
  }
  return (await answer.json()) as T;
}

// ask asks until the league is there.
async function ask<T>(...asked: Parameters<typeof askOnce>): Promise<T> {
  for (;;) {
    try {
      return await askOnce<T>(...asked);
    } catch (error) {
      if (!(error instanceof Away)) {
        throw error;
      }
      say(`${error.message}; this waits.`);
      await wait(1000 * error.pause);
    }
  }
}

// comesByLink signs in by the token of a link, and takes it out of the address.
async function comesByLink(): Promise<Visitor | undefined> {
  const token = /^#submit=([\w.~+/=-]{1,400})$/.exec(location.hash)?.[1];
  if (token === undefined) {
    return undefined;
  }
  history.replaceState(null, "", location.pathname + location.search);
  return ask<Visitor>("session", { method: "POST", body: token }, "session");
}

function show(visitor: Visitor): void {
  const { role, name, group, team, sources, builds } = visitor;
  const isThere = role !== "visitor";
  at("visitor").hidden = isThere;
  at("who").hidden = !isThere;
  at("hand-in").hidden = !isThere;
  at("all-handed").hidden = role !== "organiser";
  at("takes-sources").hidden = sources !== true;
  at("takes-packages").hidden = sources === true;
  at("takes-compiled").hidden = builds !== true;
  for (const of of document.querySelectorAll<HTMLElement>(".of-sources")) {
    of.hidden = sources !== true;
  }
  const more = [group && `group ${group}`, team && `team ${team}`].filter(Boolean).join(", ");
  void offerChallenge(isThere);
  at("name").textContent = `${name ?? ""}${more === "" ? "" : ` (${more})`}`;
  if (isThere) {
    void offerBack();
  }
  if (role === "organiser") {
    void watchAll();
  }
}

// What was handed in last is there again when the page is loaded again.
const keptAs = "arena-handed-in";

function keep(id: string): void {
  try {
    sessionStorage.setItem(keptAs, id);
  } catch {
    // The browser keeps nothing.
  }
}

function kept(): string {
  try {
    return sessionStorage.getItem(keptAs) ?? "";
  } catch {
    return "";
  }
}

// follow tells what becomes of what was handed in, until that is settled.
async function follow(id: string): Promise<Fate> {
  for (;;) {
    const fate = await ask<Fate>(`submissions/${encodeURIComponent(id)}`);
    tell(fate);
    if (fate.settled) {
      keep("");
      return fate;
    }
    await wait(1000);
  }
}

function tell({ settled, admitted, unknown, text, steps, lines, bot }: Fate): void {
  const isRefused = settled && !admitted && unknown !== true;
  say(isRefused ? `Refused: ${text}` : text);
  at("handed").classList.toggle("bad", isRefused);
  at("steps").replaceChildren(
    ...(steps ?? []).map(({ name, ok, text }) => {
      const sign = element("span", "sign", ok ? "✓" : "✗");
      return element("li", ok ? "" : "bad", sign, " ", element("strong", "", name), " ", text);
    }),
  );
  at("lines").hidden = (lines ?? []).length === 0;
  at("lines").textContent = (lines ?? []).join("\n");
  at("plays").replaceChildren();
  if (bot !== undefined) {
    const link = element("a", "", "Its matches");
    link.href = `#bot=${bot}`;
    at("plays").append(link, ", the first once they are played");
    void offerBack();
  }
}

// offerBack links to the sources of the reader's bots, where the league keeps them.
async function offerBack(): Promise<void> {
  const names = await askOnce<string[]>("sources").catch(() => []);
  at("sources").hidden = names.length === 0;
  at("of-bots").replaceChildren(
    ...names.flatMap((name, i) => {
      const link = element("a", "", element("bdi", "", name));
      link.href = `sources/${encodeURIComponent(name)}`;
      link.download = "";
      return i === 0 ? [link] : [", ", link];
    }),
  );
}

async function handIn(given: Handed[] | Promise<Handed[]>): Promise<void> {
  tell({ settled: false, admitted: false, text: "It is being sent." });
  try {
    const sent = await packed(await given, at<HTMLInputElement>("called").value);
    const send = async (): Promise<Fate> => {
      const { id } = await ask<Submitted>("submissions", { method: "POST", ...sent }, "submit");
      keep(id);
      return follow(id);
    };
    if ((await send()).unknown === true) {
      await send(); // the league was started anew, and twice does no harm
    }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    tell({ settled: true, admitted: false, text });
  }
}

function listen(): void {
  for (const id of ["file", "folder"]) {
    const input = at<HTMLInputElement>(id);
    input.addEventListener("change", () => {
      const files = chosen(input.files);
      input.value = ""; // the same can be chosen again
      if (files.length > 0) {
        void handIn(files);
      }
    });
  }
  at("handing").addEventListener("submit", (event) => event.preventDefault());
  const over = (event: DragEvent, is: boolean): void => {
    if (!at("hand-in").hidden) {
      event.preventDefault(); // else the browser would open the file
      at("hand-in").classList.toggle("over", is);
    }
  };
  document.body.addEventListener("dragover", (event) => over(event, true));
  document.body.addEventListener("dragleave", (event) => over(event, false));
  document.body.addEventListener("drop", (event) => {
    over(event, false);
    if (!at("hand-in").hidden) {
      void handIn(dropped(event.dataTransfer));
    }
  });
  at("challenge").addEventListener("submit", (event) => {
    event.preventDefault();
    void challenge();
  });
  at("sign-out").addEventListener("click", () => {
    void ask<Visitor>("session", { method: "DELETE" }, "session").then(show);
  });
}

// offerChallenge lets who is signed in choose bots to play ten matches.
async function offerChallenge(isThere: boolean): Promise<void> {
  at("challenging").hidden = !isThere;
  if (!isThere) {
    return;
  }
  try {
    const { seats, bots, why } = await askOnce<Challenging>("challenges");
    at("challenge").hidden = why !== undefined;
    at("challenged").textContent = why ?? "";
    at("chosen").replaceChildren(...[...Array(seats).keys()].map((seat) => choice(seat, bots)));
  } catch (error) {
    at("challenged").textContent = error instanceof Error ? error.message : String(error);
  }
}

function choice(seat: number, bots: readonly string[]): HTMLElement {
  const select = document.createElement("select");
  select.append(...bots.map((name) => new Option(name, name, false, name === bots[seat])));
  return element("label", "", `Bot ${seat + 1} `, select);
}

async function challenge(): Promise<void> {
  const bots = [...at("chosen").querySelectorAll("select")].map(({ value }) => value);
  try {
    const how = { method: "POST", body: JSON.stringify({ bots }) };
    const { id } = await askOnce<Submitted>("challenges", how, "challenge");
    const link = element("a", "", "its page");
    link.href = `challenge/${encodeURIComponent(id)}`;
    at("challenged").replaceChildren("It waits, and ", link, " will have the result.");
  } catch (error) {
    at("challenged").textContent = error instanceof Error ? error.message : String(error);
  }
}

let watching = false;

// watchAll shows the organiser what all hand in, as long as the page is open.
async function watchAll(): Promise<void> {
  if (watching) {
    return;
  }
  watching = true;
  while (!at("all-handed").hidden) {
    try {
      showAll(await askOnce<HandedIn[]>("submissions"));
    } catch {
      // It is asked again.
    }
    await wait(3000);
  }
  watching = false;
}

const stateOf = ({ settled, admitted, text }: Fate): string => (settled && !admitted ? `refused: ${text}` : text);

let shown = "";

function showAll(all: HandedIn[]): void {
  if (shown === JSON.stringify(all)) {
    return;
  }
  shown = JSON.stringify(all);
  at("all-rows").replaceChildren(
    ...all.map(({ who, file, at: when, fate }) => {
      const time = element("time", "", when);
      time.dateTime = when;
      const row = document.createElement("tr");
      row.append(
        element("td", "", time),
        element("td", "", element("bdi", "", who)),
        element("td", "", element("bdi", "", file)),
        element("td", fate.settled && !fate.admitted ? "bad" : "", stateOf(fate)),
      );
      return row;
    }),
  );
}

// meet finds out who asks, and lets them hand in.
export async function meet(): Promise<void> {
  if (document.getElementById("hand-in") === null) {
    return; // a page on which nobody hands in
  }
  listen();
  try {
    const visitor = (await comesByLink()) ?? (await ask<Visitor>("session"));
    show(visitor);
    if (visitor.role !== "visitor" && kept() !== "") {
      await follow(kept());
    }
  } catch (error) {
    at("who").hidden = false;
    at("who").textContent = error instanceof Error ? error.message : String(error);
  }
}
