/**
 * `node --import …/traceImports.js?to=<file>`: appends every import of every module to the file, one in a line, as
 * "<importer> <imported>", both as URLs.
 */
import { appendFileSync } from "node:fs"
import { register } from "node:module"
import { isMainThread } from "node:worker_threads"

// Hooks have a thread of their own, which loads this file once more.
if (isMainThread) register(import.meta.url)

const file = new URL(import.meta.url).searchParams.get("to") ?? ""

/** @type {import("node:module").ResolveHook} */
export const resolve = async (specifier, context, next) => {
  const resolved = await next(specifier, context)
  appendFileSync(file, `${context.parentURL} ${resolved.url}\n`)
  return resolved
}
