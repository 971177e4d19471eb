// Runs a script of this folder, without .ts: node bench/run.mjs NAME ITS ARGUMENTS
import { build } from "esbuild";

const [name] = process.argv.splice(2, 1);
const { outputFiles } = await build({
  entryPoints: [`bench/${name}.ts`],
  bundle: true,
  write: false,
  format: "esm",
  platform: "node",
});
await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
