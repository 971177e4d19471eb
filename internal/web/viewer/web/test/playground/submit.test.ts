import { afterEach, expect, test, vi } from "vitest";
import { send, settled, takeInvitation, versionAt } from "../../src/playground/submit";

const asked: Request[] = [];

// visit is a visit of the page at an address. The league answers what it is told to.
function visit(hash: string, storage: unknown, answer = new Response('{"id":"7"}')): void {
  asked.length = 0;
  vi.stubGlobal("location", { hash, pathname: "/play.html", search: "" });
  vi.stubGlobal("history", { replaceState: vi.fn() });
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("fetch", (address: string, how: RequestInit) => {
    asked.push(new Request(`http://league/${address}`, how));
    return Promise.resolve(answer);
  });
}

const refuse = (): never => {
  throw new DOMException("The operation is insecure.", "SecurityError");
};
const blocked = { getItem: refuse, setItem: refuse };
const keeping = (token: string | null) => ({ getItem: () => token, setItem: vi.fn() });

afterEach(() => vi.unstubAllGlobals());

test("without an invitation, its reader is told what to do, also where the browser keeps nothing", async () => {
  for (const storage of [blocked, keeping(null)]) {
    visit("", storage);
    await expect(send(new Uint8Array(1))).rejects.toThrow("open the link of your invitation first");
    expect(asked).toEqual([]);
  }
});

test("an invitation that was kept is shown to the league, and nowhere else than in the header", async () => {
  visit("", keeping("kept"));
  expect(await send(new Uint8Array(3))).toBe("7");
  expect(asked.map(({ url, method, credentials }) => [url, method, credentials])).toEqual([
    ["http://league/submissions", "POST", "omit"],
  ]);
  expect(asked[0]?.headers.get("Authorization")).toBe("Bearer kept");
  expect(asked[0]?.headers.get("X-Arena")).toBe("submit");
  await expect(send(new Uint8Array((1 << 20) + 1))).rejects.toThrow("a league takes at most 1048576");
});

test("a refusal of the league is its own line", async () => {
  visit("", keeping("kept"), new Response("too many bots\n", { status: 429 }));
  await expect(send(new Uint8Array(1))).rejects.toThrow("the league refuses it: too many bots");
});

test("a version grows with the time, in numbers without zeros before them", () => {
  expect(versionAt(new Date("2026-01-05T00:00:07Z"))).toBe("2026.105.7");
  expect(versionAt(new Date("2026-11-29T23:59:59Z"))).toBe("2026.1129.86399");
});

test("it is asked until it has settled what becomes of a bot", async () => {
  const fate = { settled: true, admitted: true, text: "plays" };
  visit("", keeping("kept"), new Response(JSON.stringify(fate)));
  const heard: unknown[] = [];
  await settled("a/b", (one) => heard.push(one));
  expect(heard).toEqual([fate]);
  expect(asked.map(({ url }) => url)).toEqual(["http://league/submissions/a%2Fb"]);
});

test("an invitation is taken out of the address, and counts where the browser keeps nothing", async () => {
  visit("#submit=tok.en", blocked);
  takeInvitation();
  expect(history.replaceState).toHaveBeenCalledWith(null, "", "/play.html");
  await send(new Uint8Array(1));
  expect(asked[0]?.headers.get("Authorization")).toBe("Bearer tok.en");
});
