/** `node --import …/traceImports.js`: prints every import of every module as "<importer> <imported>", both as URLs. */
import { writeSync } from "node:fs"
import { register } from "node:module"
import { isMainThread } from "node:worker_threads"

// Hooks have a thread of their own, which loads this file once more.
if (isMainThread) register(import.meta.url)

/** @type {import("node:module").ResolveHook} */
export const resolve = async (specifier, context, next) => {
  const resolved = await next(specifier, context)
  writeSync(1, `${context.parentURL} ${resolved.url}\n`)
  return resolved
}
