import { describe, expect, test } from "vitest";
import { Camera, modulo, nearest } from "../../src/board/camera";
import { makeMatch } from "../fixture";

const { legend } = makeMatch({ rows: 20, cols: 30, rounds: 0 });
const wrapped = { ...legend, wrapRows: true, wrapCols: true };

function cameraOf(l = legend, width = 640, height = 480, ratio = 1): Camera {
  const camera = new Camera(l);
  camera.resize(width, height, ratio);
  camera.setWindow(0, 0, l.rows, l.cols);
  camera.update();
  return camera;
}

describe("a camera that fits", () => {
  test("shows all of the board, in the middle, and wastes few pixels", () => {
    const camera = cameraOf();
    expect(camera.size).toBe(21.125);
    expect([camera.left, camera.top, camera.right, camera.bottom]).toEqual([3, 29, 637, 452]);
    expect(camera.isPart).toBe(false);
  });

  test("uses the pixels of the device", () => {
    expect(cameraOf(legend, 1280, 960, 2).size).toBe(42.25);
  });

  test.each([
    [500, 740],
    [70, 559],
    [33, 700],
    [20, 700],
  ])("of %s cells uses nearly all of %s pixels", (cells, pixels) => {
    const camera = cameraOf({ ...legend, rows: cells, cols: cells }, pixels, pixels);
    expect(camera.right - camera.left).toBeGreaterThan(0.95 * pixels - 6);
    expect(camera.right - camera.left).toBeLessThanOrEqual(pixels);
    const widths = Array.from({ length: cells }, (_, c) => camera.edgeX(c + 1) - camera.edgeX(c));
    expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(1);
    for (let x = camera.left; x < camera.right; x++) {
      const col = camera.colAt(x);
      expect(camera.edgeX(col)).toBeLessThanOrEqual(x);
      expect(camera.edgeX(col + 1)).toBeGreaterThan(x);
      expect(camera.edgeX(camera.endColAt(x))).toBeGreaterThanOrEqual(x);
      expect(camera.edgeX(camera.endColAt(x) - 1)).toBeLessThan(x);
    }
  });

  test("never makes cells nothing, however small the canvas", () => {
    expect(cameraOf(legend, 3, 3).size).toBe(1);
  });

  test("shows the window of a board that scrolls", () => {
    const camera = cameraOf();
    camera.setWindow(0, 12.5, 20, 10);
    camera.update();
    expect(camera.size).toBe(23.6875);
    expect(camera.isPart).toBe(true);
    expect(camera.cellAt(camera.left + 1, camera.top + 1)).toBe(12);
    expect(camera.cellAt(camera.right - 1, camera.bottom - 1)).toBe(19 * 30 + 22);
    expect(camera.cellAt(camera.left - 1, 200)).toBe(-1);
  });

  test("goes on beyond the sides of a board that wraps around and scrolls", () => {
    const camera = cameraOf(wrapped);
    camera.setWindow(0, 25, 20, 10);
    camera.update();
    expect(camera.cellAt(camera.left + 1, camera.top + 1)).toBe(25);
    expect(camera.cellAt(camera.right - 1, camera.top + 1)).toBe(4);
  });
});

describe("a ring is a band below its window", () => {
  const bandOf = (width: number, height: number, of = wrapped): Camera => {
    const camera = cameraOf(of, width, height);
    camera.setWindow(0, 5, 20, 15);
    camera.update();
    return camera;
  };

  test("where the window leaves room, and takes nothing from it", () => {
    const [flat, high] = [bandOf(300, 410), bandOf(300, 700)];
    expect([flat.band, high.band]).toEqual([0, Math.floor((300 - 2 * 5) * (20 / 30))]);
    expect(high.size).toBe(flat.size);
    expect(high.top, "as much room above as below").toBe(high.height - high.bottom - high.band - high.gap);
    expect(high.cellAt(high.left + 1, high.top + 1)).toBe(5);
  });

  test("lower than it would be if there is less room", () => {
    const camera = bandOf(300, 470);
    expect(camera.band).toBeLessThan(100);
    expect(camera.bottom + camera.gap + camera.band).toBeLessThanOrEqual(camera.height);
  });

  test("but not where the reader has zoomed, nor where the board does not wrap around", () => {
    const camera = bandOf(300, 700);
    camera.zoom(2, 100, 100);
    expect(camera.band).toBe(0);
    expect(bandOf(300, 700, legend).band).toBe(0);
  });
});

describe("a cell is found", () => {
  test("by division, and is where its edges are", () => {
    const camera = cameraOf();
    for (const [row, col] of [
      [0, 0],
      [7, 13],
      [19, 29],
    ] as const) {
      expect(camera.cellAt(camera.edgeX(col), camera.edgeY(row))).toBe(row * 30 + col);
      expect(camera.cellAt(camera.edgeX(col + 1) - 1, camera.edgeY(row + 1) - 1)).toBe(row * 30 + col);
    }
    expect(camera.cellAt(0, 0)).toBe(-1);
    expect(camera.cellAt(637, 100)).toBe(-1);
  });
});

describe("zoom", () => {
  test("leaves the point under the pointer where it is", () => {
    const camera = cameraOf();
    const at = [333, 222] as const;
    const cell = camera.cellAt(...at);
    for (let i = 0; i < 5; i++) {
      camera.zoom(1.4, ...at);
      expect(camera.cellAt(...at)).toBe(cell);
    }
    expect(camera.isPart).toBe(true);
  });

  test("ends at large cells, and at all of the board", () => {
    const camera = cameraOf();
    camera.zoom(1e6, 300, 200);
    expect(camera.size).toBeLessThanOrEqual(160);
    expect(camera.size).toBeGreaterThan(150);
    camera.zoom(1e-6, 0, 0);
    expect(camera.isFitted).toBe(true);
    expect([camera.left, camera.top]).toEqual([3, 29]);
  });

  test("and pan never lose the board", () => {
    const camera = cameraOf();
    camera.zoom(3, 320, 240);
    camera.pan(1e6, 1e6);
    expect(camera.cellAt(20, 20)).toBe(0);
    camera.pan(-1e6, -1e6);
    expect(camera.cellAt(620, 460)).toBe(599);
    camera.fit();
    camera.update();
    expect(camera.isFitted).toBe(true);
  });
});

test("a camera that follows comes nearer until it is there", () => {
  const camera = cameraOf();
  expect(camera.approach(15, 10, 0.2)).toBe(false); // all is seen anyway
  camera.zoom(4, 0, 0);
  let steps = 0;
  while (camera.approach(15.5, 10.5, 0.2)) {
    expect(++steps).toBeLessThan(100);
  }
  expect(camera.cellAt(320, 240)).toBe(10 * 30 + 15);
});

test("the rest is positive, and the way is the short one", () => {
  expect([modulo(-1, 5), modulo(5, 5), modulo(7, 5)]).toEqual([4, 0, 2]);
  expect([nearest(29, 30), nearest(-29, 30), nearest(3, 30), nearest(29, 0)]).toEqual([-1, 1, 3, 29]);
});
