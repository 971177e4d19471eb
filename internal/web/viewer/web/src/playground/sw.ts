// The service worker of the play page. Its address names the version of the site; it keeps the files of that version,
// so that they fit together, and forgets those of others. The files of Python, and compiled
// bots, are kept when they are first asked for.

import type { Site } from "./site";

interface Scope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install" | "activate", take: (event: Lasting) => void): void;
  addEventListener(kind: "fetch", take: (event: Fetching) => void): void;
}
interface Lasting {
  waitUntil(until: Promise<unknown>): void;
}
interface Fetching {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const scope = self as unknown as Scope;
const prefix = "arena-play ";
const mine = prefix + new URL(scope.location.href).searchParams.get("version");

const own = [
  "play.html",
  "bot.html",
  "play.js",
  "play.css",
  "editor.js",
  "referee.js",
  "botjs.js",
  "botpy.js",
  "botwasm.js",
  "play.ca.json",
  "play.es.json",
  "tutorial.json",
  "index.html",
  "page.js",
  "second.js",
  "third.js",
  "page.css",
  "ca.json",
  "es.json",
  "reader.js",
];

async function install(): Promise<void> {
  const answer = await fetch("play.json", { cache: "no-store" });
  const site = (await answer.clone().json()) as Site;
  const guides = site.games.flatMap(({ rules }) => rules ?? []);
  const written = site.opponents.flatMap(({ language, files }) => (language === "wasm" ? [] : files));
  const addresses = [site.sdk.js, site.sdk.py, guides, written].flat();
  for (const list of [site.starters, site.words]) {
    addresses.push(...Object.values(list).flatMap((each) => Object.values(each)));
  }
  const cache = await caches.open(mine);
  await cache.put("play.json", answer);
  await cache.addAll([...own, site.wasm, ...addresses].map((address) => new Request(address, { cache: "no-cache" })));
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== mine);
  await Promise.all(others.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

// answer asks the server for play.json first, which says whether there is a newer version; all else is as kept.
async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(mine);
  const { pathname } = new URL(request.url);
  if (pathname.endsWith("/play.json")) {
    return fetch(request, { cache: "no-store" }).catch(
      async () => (await cache.match("play.json")) ?? Response.error(),
    );
  }
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept !== undefined) {
    return kept;
  }
  const fresh = await fetch(request);
  if (fresh.ok && /\/pyodide\/|\/opponents\/.*\.wasm$/.test(pathname)) {
    await cache.put(request, fresh.clone());
  }
  return fresh;
}

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(activate()));
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === scope.location.origin) {
    event.respondWith(answer(request));
  }
});
