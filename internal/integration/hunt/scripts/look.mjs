import fs from "fs"; import readline from "readline";
console.log("arena 1");
function look(path, depth) {
  if (depth > 4) return;
  let names;
  try { names = fs.readdirSync(path); } catch {
    try {
      const t = fs.readFileSync(path, {flag: "r"}).toString();
      if (t.includes("HUNT-" + "SEC")) console.error(path, t.slice(0, 80));
    } catch {}
    return;
  }
  for (const n of names.slice(0, 200)) {
    const at = path + "/" + n;
    try { if (fs.lstatSync(at).isFIFO() || fs.statSync(at).isCharacterDevice()) continue; } catch {}
    look(at, depth + 1);
  }
}
for await (const line of readline.createInterface({input: process.stdin})) {
  const w = line.split(" ");
  if (w[0] == "go") { if (w[1] == "0") look("/bot", 0); console.log("done " + w[1]); }
}
