/**
 * One thing that `latchkey doctor` looks at, and what it finds.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"

/** How it looks. A `warning` is worth knowing, and no reason not to serve. @since 0.1.0 */
export type Result = "ok" | "warning" | "failed"

/** What was found, in words for the person who runs the check. @since 0.1.0 */
export interface Finding {
  readonly result: Result
  readonly detail: string
}

/** What one check found. `ok` is false only when it failed: a warning is still ok. @since 0.1.0 */
export interface Check extends Finding {
  readonly name: "settings" | "database" | "migrations" | "clock" | "connections" | "proxies" | "mail" | "hashing"
  readonly ok: boolean
}

const finding =
  (result: Result) =>
  (detail: string): Finding => ({ result, detail })

/** A finding that is as it should be. @since 0.1.0 */
export const ok = finding("ok")
/** A finding that is worth knowing. @since 0.1.0 */
export const warning = finding("warning")
/** A finding that keeps the service from working. @since 0.1.0 */
export const failed = finding("failed")

const severity: ReadonlyArray<Result> = ["ok", "warning", "failed"]

/** Several findings as one, as bad as the worst of them. @since 0.1.0 */
export const together = (findings: ReadonlyArray<Finding>): Finding => ({
  result: severity[Math.max(0, ...findings.map(({ result }) => severity.indexOf(result)))] ?? "failed",
  detail: findings.map(({ detail }) => detail).join("; ")
})

/** Looks, and takes an error for a failed check: its message is what was found. @since 0.1.0 */
export const run = <R>(
  name: Check["name"],
  look: Effect.Effect<Finding, { readonly message: string }, R>
): Effect.Effect<Check, never, R> =>
  look.pipe(
    Effect.catchAll(({ message }) => Effect.succeed(failed(message))),
    Effect.map((found) => ({ name, ok: found.result !== "failed", ...found }))
  )
