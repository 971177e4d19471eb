// Runs chances.ts.
import { build } from "esbuild";

const { outputFiles } = await build({
  entryPoints: ["bench/chances.ts"],
  bundle: true,
  write: false,
  format: "esm",
  platform: "node",
});
await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
