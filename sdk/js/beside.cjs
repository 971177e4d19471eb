// Lends a bot the SDK that is beside this file, as if it were beside the bot. The arena starts node with it, by
// --require, if a bot imports ./arena/ and there is no such folder: node looks nowhere else for that.
"use strict";

/** @type {any} what there is of it depends on the version */
const modules = require("node:module");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");
const { realpathSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");

/**
 * Resolves what a module imports, as node does, but for the SDK.
 * @param {string} name
 * @param {{ parentURL?: string }} context
 * @param {(name: string, context: object) => any} next
 */
function resolve(name, context, next) {
  const meant = name.startsWith(".") ? new URL(name, context.parentURL).href : "";
  return next(meant.startsWith(from) ? to + meant.slice(from.length) : name, context);
}

const from = isMainThread ? new URL("arena/", pathToFileURL(realpathSync(process.argv[1]))).href : "";
const to = pathToFileURL(join(__dirname, "arena/")).href;

if (!isMainThread) {
  // Before node 22.15, modules are resolved in a thread of their own, which begins with this file, too.
} else if (modules.registerHooks !== undefined) {
  modules.registerHooks({ resolve });
} else if (modules.register !== undefined) {
  const text = `const from = ${JSON.stringify(from)}, to = ${JSON.stringify(to)}; export ${resolve}`;
  modules.register(`data:text/javascript,${encodeURIComponent(text)}`);
} else {
  throw new Error(`the folder arena of the SDK must be beside the bot, as node ${process.version} is older than 18.19`);
}
