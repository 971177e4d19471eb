import { defineConfig } from "vitest/config";

// The tests in test/browser are Playwright's.
export default defineConfig({ test: { include: ["test/{model,board,results,ui,playground}/*.test.ts"] } });
