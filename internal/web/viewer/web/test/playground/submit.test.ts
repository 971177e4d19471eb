import { afterEach, expect, test, vi } from "vitest";
import { send, settled, takeInvitation, versionAt } from "../../src/playground/submit";

const asked: Request[] = [];

// visit is a visit of the page at an address. The league answers what it is told to.
function visit(hash: string, answer = new Response('{"id":"7"}')): void {
  asked.length = 0;
  vi.stubGlobal("location", { hash, pathname: "/play/play.html", search: "" });
  vi.stubGlobal("history", { replaceState: vi.fn() });
  vi.stubGlobal("fetch", (address: string, how: RequestInit) => {
    asked.push(new Request(new URL(address, "http://league/play/play.html"), how));
    return Promise.resolve(answer);
  });
}

afterEach(() => vi.unstubAllGlobals());

test("a package is sent to the league beside the page, by the cookie alone", async () => {
  visit("");
  expect(await send(new Uint8Array(3))).toBe("7");
  expect(asked.map(({ url, method, credentials }) => [url, method, credentials])).toEqual([
    ["http://league/submissions", "POST", "same-origin"],
  ]);
  expect(asked[0]?.headers.get("Authorization")).toBeNull();
  expect(asked[0]?.headers.get("X-Arena")).toBe("submit");
  await expect(send(new Uint8Array((1 << 20) + 1))).rejects.toThrow("a league takes at most 1048576");
});

test("a refusal of the league is its own line", async () => {
  visit("", new Response("too many bots\n", { status: 429 }));
  await expect(send(new Uint8Array(1))).rejects.toThrow("the league refuses it: too many bots");
});

test("a version grows with the time, in numbers without zeros before them", () => {
  expect(versionAt(new Date("2026-01-05T00:00:07Z"))).toBe("2026.105.7");
  expect(versionAt(new Date("2026-11-29T23:59:59Z"))).toBe("2026.1129.86399");
});

test("it is asked until it has settled what becomes of a bot", async () => {
  const fate = { settled: true, admitted: true, text: "plays" };
  visit("", new Response(JSON.stringify(fate)));
  const heard: unknown[] = [];
  await settled("a/b", (one) => heard.push(one));
  expect(heard).toEqual([fate]);
  expect(asked.map(({ url }) => url)).toEqual(["http://league/submissions/a%2Fb"]);
});

test("an invitation signs in, and is taken out of the address", async () => {
  visit("#submit=tok.en", new Response("{}"));
  await takeInvitation();
  expect(history.replaceState).toHaveBeenCalledWith(null, "", "/play/play.html");
  expect(asked.map(({ url, method }) => [url, method])).toEqual([["http://league/session", "POST"]]);
  expect(await asked[0]?.text()).toBe("tok.en");
  visit("");
  await takeInvitation();
  expect(asked).toEqual([]);
});
