// Node's hooks for modules, which run on their own thread.
import type { InitializeHook, ResolveHook } from "node:module"

let part = { path: "", by: "" }

export const initialize: InitializeHook<typeof part> = (replaced) => {
  part = replaced
}

export const resolve: ResolveHook = async (specifier, context, next) => {
  const found = await next(specifier, context)
  return found.url.endsWith(part.path) ? { ...found, url: part.by } : found
}
