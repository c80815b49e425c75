/**
 * `node --import …/traceImports.js?to=<file>`: appends every import of every module to the file, one per line, as
 * "<importer> <imported>", both as URLs.
 */
import { appendFileSync } from "node:fs"
import { register } from "node:module"
import { isMainThread } from "node:worker_threads"

// Hooks run in another thread, which loads this file again.
if (isMainThread) register(import.meta.url)

const file = new URL(import.meta.url).searchParams.get("to") ?? ""

/** @type {import("node:module").ResolveHook} */
export const resolve = async (specifier, context, next) => {
  const resolved = await next(specifier, context)
  appendFileSync(file, `${context.parentURL} ${resolved.url}\n`)
  return resolved
}
