import { defineConfig } from "vitest/config";

// The tests in test/browser are Playwright's. A machine with other work takes ten times as long.
export default defineConfig({
  test: { include: ["test/{model,board,results,ui,playground,wasm}/*.test.ts"], testTimeout: 60_000 },
});
