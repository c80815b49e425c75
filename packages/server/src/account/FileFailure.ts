/** Explains why a file cannot be used. */
import * as Predicate from "effect/Predicate"

const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EISDIR: "it is a folder",
  ENOENT: "no such file or folder",
  ENOSPC: "the disk is full",
  EPIPE: "the reader has closed it"
}

/** Returns why a file could not be used. */
export const reasonOf = (error: unknown): string => {
  const code = Predicate.hasProperty(error, "code") ? String(error.code) : "unknown error"
  return reasons[code] ?? code
}
