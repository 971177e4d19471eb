import { beforeEach, describe, expect, test } from "vitest";
import { Playback } from "../../src/model/playback";
import { account, tellChanges } from "../../src/ui/account";
import { jump } from "../../src/ui/clock";
import { listener } from "../../src/ui/listener";
import { makeMatch } from "../fixture";

const data = makeMatch({ rows: 20, cols: 20, rounds: 160, units: 40 });
const match = new Playback(data);

// counted returns how many events of a kind a player has between two frames.
function counted(kind: number, seat: number, from: number, to: number): number {
  let n = 0;
  for (let round = from; round < to; round++) {
    n += match.events(round).filter((event) => event.kind === kind && event.seat === seat).length;
  }
  return n;
}

describe("what changed", () => {
  beforeEach(() => listener.start(data));

  test("is told since the round before, and then since the reader asked", async () => {
    jump(10);
    await tellChanges();
    expect(account.value).toMatch(/^round 10 of 160, since round 9\. /);
    jump(60);
    await tellChanges();
    expect(account.value).toMatch(/^round 60 of 160, since round 10\. /);
    const label = data.players[0]?.label ?? "";
    const score = match.numbers(0, 0);
    expect(account.value).toContain(`${label} ${score[60]}, up ${(score[60] ?? 0) - (score[10] ?? 0)}`);
    expect(/killed: ([^.]*)/.exec(account.value)?.[1]).toContain(`${label} ${counted(1, 0, 10, 60)}`);
    expect(/captured: ([^.]*)/.exec(account.value)?.[1]).toContain(`${label} ${counted(5, 0, 10, 60)}`);
    expect(account.value).toContain("order that failed: ");
  });

  test("has few items, and says how many more there are", async () => {
    jump(100);
    await tellChanges();
    jump(155);
    await tellChanges();
    const items = account.value.split(". ");
    expect(items).toHaveLength(11); // the round, nine changes and how many more
    expect(items.at(-1)).toMatch(/^and \d+ more$/);
    expect(account.value).toContain("verdict: ");
  });

  test("is told again when asked again, also after a jump back", async () => {
    jump(50);
    await tellChanges();
    const first = account.value;
    jump(20);
    await tellChanges();
    expect(account.value).toMatch(/^round 20 of 160, since round 19\. /);
    await tellChanges();
    expect(account.value).toMatch(/^round 20 of 160, since round 19\. .*\s$/);
    expect(first).not.toBe(account.value);
  });

  test("is not told of a match that is gone", async () => {
    jump(60);
    account.value = "";
    const telling = tellChanges();
    await listener.start(makeMatch({ rows: 20, cols: 20, rounds: 20, units: 4 }));
    await telling;
    expect(account.value).toBe("");
  });

  test("at the start is that nothing did", async () => {
    jump(0);
    await tellChanges();
    expect(account.value).not.toMatch(/up|down|killed/);
  });
});
