/** One check of `latchkey doctor` and its result. */
import * as Effect from "effect/Effect"

/** A `warning` does not prevent the service from working. */
export type Result = "ok" | "warning" | "failed"

/** What a check found, in words for the operator. */
export interface Finding {
  readonly result: Result
  readonly detail: string
}

/** The finding of one check. `ok` is false only if it failed: a warning is still ok. */
export interface Check extends Finding {
  readonly name:
    | "settings"
    | "database"
    | "migrations"
    | "clock"
    | "connections"
    | "passkeys"
    | "keys"
    | "providers"
    | "webhooks"
    | "proxies"
    | "email"
    | "sender"
    | "bounces"
    | "hashing"
    | "instance"
    | "origin"
    | "cookies"
    | "app"
    | "app clock"
    | "paths"
  readonly ok: boolean
}

const finding =
  (result: Result) =>
  (detail: string): Finding => ({ result, detail })

/** Returns a finding that needs no attention. */
export const ok = finding("ok")
/** Returns a finding that the operator should look at. */
export const warning = finding("warning")
/** Returns a finding that prevents the service from working. */
export const failed = finding("failed")

const severity: ReadonlyArray<Result> = ["ok", "warning", "failed"]

/** Combines several findings into one, with the result of the worst. */
export const combine = (findings: ReadonlyArray<Finding>): Finding => ({
  result: severity[Math.max(0, ...findings.map(({ result }) => severity.indexOf(result)))] ?? "failed",
  detail: findings.map(({ detail }) => detail).join("; ")
})

/** Runs a check. An error counts as a failed check, with its message as the detail. */
export const run = <R>(
  name: Check["name"],
  examine: Effect.Effect<Finding, { readonly message: string }, R>
): Effect.Effect<Check, never, R> =>
  examine.pipe(
    Effect.catchAll(({ message }) => Effect.succeed(failed(message))),
    Effect.map((found) => ({ name, ok: found.result !== "failed", ...found }))
  )
