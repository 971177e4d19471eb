import { expect, test } from "vitest";
import { help } from "../../src/ui/help";
import { actionOf, type Focus } from "../../src/ui/keys";

const press = (key: string, held: Partial<Record<"shiftKey" | "ctrlKey" | "altKey" | "metaKey", boolean>> = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...held,
});

test("a key does what the help says", () => {
  const shift = { shiftKey: true };
  const said = ["Space", "←", "Shift", "Home", "N", "↑", "1", "R", "+", "0", "W", "F", "O", "M", "Esc", "C", "T", "?"];
  const pressed = [
    press(" "),
    press("ArrowLeft"),
    press("ArrowRight", shift),
    press("Home"),
    press("n"),
    press("ArrowUp"),
    press("1"),
    press("r"),
    press("+", shift),
    press("0"),
    press("w"),
    press("f"),
    press("o"),
    press("m"),
    press("Escape"),
    press("c"),
    press("t"),
    press("?", shift),
  ];
  expect(pressed.map((key) => actionOf(key, "page"))).toEqual([
    "play",
    "back",
    "forward10",
    "start",
    "nextEvent",
    "faster",
    "speed1",
    "reverse",
    "zoomIn",
    "fit",
    "panUp",
    "find",
    "orders",
    "notes",
    "release",
    "charts",
    "theme",
    "help",
  ]);
  const words = help.flatMap(([, keys]) => keys.flatMap(([key]) => key.split(" ")));
  expect(words).toEqual(expect.arrayContaining(said));
});

test("capital letters do as small ones", () => {
  expect(actionOf({ ...press("L"), shiftKey: true }, "page")).toBe("legend");
  expect(actionOf({ ...press("N"), shiftKey: true }, "page")).toBe("nextAny");
});

test.each(["ctrlKey", "altKey", "metaKey"])("keys with %s are the browser's", (held) => {
  expect(actionOf(press("r", { [held]: true }), "page")).toBeUndefined();
});

test.each<[Focus, string, string | undefined]>([
  ["text", "k", undefined],
  ["text", " ", undefined],
  ["text", "ArrowLeft", undefined],
  ["text", "Escape", "release"],
  ["range", "ArrowLeft", undefined],
  ["range", "Home", undefined],
  ["range", " ", "play"],
  ["range", "n", "nextEvent"],
  ["button", " ", undefined],
  ["button", "Enter", undefined],
  ["button", "ArrowRight", "forward"],
  ["tabs", "ArrowRight", undefined],
  ["tabs", "k", "play"],
  ["scroll", "ArrowDown", undefined],
  ["scroll", "ArrowRight", "forward"],
  ["page", "x", "failed"],
  ["page", "z", undefined],
])("with the focus on %s, %j does %s", (focus, key, action) => {
  expect(actionOf(press(key), focus)).toBe(action);
});

test("M shows the notes of bots, and with Shift the reader's own are made", () => {
  expect(actionOf(press("m"), "page")).toBe("notes");
  expect(actionOf(press("M", { shiftKey: true }), "button")).toBe("pen");
  expect(actionOf(press("M", { shiftKey: true }), "text")).toBeUndefined();
  expect(actionOf(press("Backspace"), "page")).toBe("undo");
  expect(actionOf(press("Backspace"), "text")).toBeUndefined();
});

test("ten rounds are gone on the slider too, where a browser would go one", () => {
  expect(actionOf(press("ArrowRight", { shiftKey: true }), "range")).toBe("forward10");
});
