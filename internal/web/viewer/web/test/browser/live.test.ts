// A match while it is played, and the answers of the server.

import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { pageOf, replayOf, serve, type Serving, work } from "./arena";
import * as on from "./page";

const slow = ["play", "battleroyale", "./slow", "./slow", "./slow", "./slow", "-s", "3", "-q", "-o", "none", "--view"];
const quiet = [...slow, "--no-open"];

test.describe("live", () => {
  let serving: Serving;

  test.beforeEach(async () => {
    serving = await serve(...quiet);
  });

  test.afterEach(async () => {
    await serving.stop();
  });

  test("is followed, left and joined again, by several", async ({ page, context }) => {
    const errors = on.watchErrors(page);
    await page.goto(serving.url);
    await expect.poll(() => on.round(page)).toBeGreaterThan(3);
    // The chart ends where the reader is, though more rounds are there.
    await page.keyboard.press("Space");
    await expect(on.button(page, "Play")).toBeVisible();
    await expect(async () => {
      const at = await on.round(page); // the page may be a frame behind the key
      expect(await page.getByRole("img", { name: new RegExp(`over ${at} rounds$`) }).count()).toBeGreaterThan(0);
    }).toPass();

    await page.keyboard.press("Home");
    await on.expectRound(page, 0);
    await page.keyboard.press("ArrowRight");
    await on.expectRound(page, 1); // while the match goes on

    const late = await context.newPage();
    await late.goto(serving.url);
    await expect.poll(() => on.round(late)).toBeGreaterThan(3);
    const card = late.locator(".newcomer"); // nobody has touched that page
    await expect(card).toHaveCount(0);

    await page.getByRole("button", { name: "join live" }).click();
    await expect.poll(() => on.round(page)).toBeGreaterThan(5);
    for (const spectator of [page, late]) {
      await expect(on.slider(spectator)).toHaveValue("100");
      await expect(spectator.locator("#panel-round")).toContainText("The match is over");
    }
    await expect(card).toHaveCount(0); // the end has a card of its own
    const latest = await context.newPage(); // without the round in its address, which reloading keeps
    await latest.goto(serving.url);
    await on.expectRound(latest, 0);
    await expect(latest.locator(".newcomer")).toBeVisible();
    expect(errors).toEqual([]);
  });

  test("goes on after the connection was lost", async ({ page }) => {
    const between = await proxy(serving.url);
    try {
      await page.goto(between.url);
      await expect.poll(() => on.round(page)).toBeGreaterThan(3);
      between.cut();
      await expect(page.getByText("connection lost")).toBeVisible();
      between.mend();
      await expect(on.slider(page)).toHaveValue("100");
      await expect(page.getByText("connection lost")).toHaveCount(0);
    } finally {
      between.close();
    }
  });
});

test.describe("served", () => {
  let serving: Serving;

  test.beforeAll(async () => {
    serving = await serve("view", replayOf("orkisland"), "--no-open");
  });

  test.afterAll(async () => {
    await serving.stop();
  });

  test("replays that fall on the page are shown", async ({ page }) => {
    await page.goto(serving.url);
    await on.expectRound(page, 0);
    await on.drop(page, "match.arena", readFileSync(replayOf("starships")));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Starships");
    await on.drop(page, "match.html", readFileSync(pageOf("moria")));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Moria");
    await on.drop(page, "nonsense.arena", Buffer.from("nonsense"));
    await expect(page.getByRole("alert")).toContainText("nonsense.arena");
  });

  test("the address is loaded again, left and come back to, and is good for a second tab", async ({
    page,
    context,
  }) => {
    const errors = on.watchErrors(page);
    await page.goto(`${serving.url}#r=7`);
    await on.expectRound(page, 7);
    await page.reload();
    await on.expectRound(page, 7);
    await page.goto("about:blank");
    await page.goBack();
    await on.expectRound(page, 7);
    const second = await context.newPage();
    await second.goto(page.url());
    await on.expectRound(second, 7);
    expect(new URL(page.url()).pathname).toMatch(/^\/[A-Z2-7]{26}\/$/);
    expect(errors).toEqual([]);
  });

  test("another user of the machine gets nothing, as that address is a secret", async ({ page }) => {
    const answer = await page.goto(new URL("/", serving.url).href);
    expect(answer?.status()).toBe(403);
    await expect(page.getByText("use the whole address that arena printed")).toBeVisible();
    for (const path of ["match.json", "events", "bots"]) {
      expect((await page.request.get(new URL(`/${path}`, serving.url).href)).status()).toBe(403);
    }
    const headers = { "X-Arena": "branch", Origin: new URL(serving.url).origin };
    const branch = await page.request.post(new URL("/branch", serving.url).href, {
      headers,
      data: { round: 1, seat: 0 },
    });
    expect(branch.status()).toBe(403);
  });

  test("a foreign host is refused", async () => {
    const { hostname, port } = new URL(serving.url);
    const answer = await new Promise<number>((resolve, reject) => {
      request({ hostname, port, headers: { Host: "evil.example" } }, (got) => resolve(got.statusCode ?? 0))
        .on("error", reject)
        .end();
    });
    expect(answer).toBe(403);
  });
});

test("a damaged replay is shown as far as it goes", async ({ page }) => {
  const whole = readFileSync(replayOf("orkisland"));
  const cut = join(work, "cut.arena");
  writeFileSync(cut, whole.subarray(0, Math.floor(whole.length / 2)));
  const serving = await serve("view", cut, "--no-open");
  try {
    await page.goto(serving.url);
    await expect(page.getByRole("alert")).toContainText("damaged after round");
    await on.slider(page).fill("10");
    await on.expectRound(page, 10);
  } finally {
    await serving.stop();
  }
});

interface Between {
  readonly url: string;
  cut(): void;
  mend(): void;
  close(): void;
}

// proxy stands between the browser and the arena, and can lose the connection.
async function proxy(to: string): Promise<Between> {
  const { hostname, port, host, pathname } = new URL(to);
  let broken = false;
  const sockets = new Set<Socket>();
  const server: Server = createServer((incoming, outgoing) => {
    const passed = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers: { ...incoming.headers, host } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  server.on("connection", (socket) => {
    if (broken) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  const hangUp = (): void => {
    for (const socket of sockets) {
      socket.destroy();
    }
  };
  return {
    url: `http://127.0.0.1:${address.port}${pathname}`,
    cut: () => {
      broken = true;
      hangUp();
    },
    mend: () => {
      broken = false;
    },
    close: () => {
      hangUp();
      server.close();
    },
  };
}
