/**
 * Checks the admin key: of the admin API, and of whoever opens the dashboard with it.
 *
 * @since 0.1.0
 */
import type { PersistenceError, RateLimited } from "@latchkey/domain/core/Errors"
import { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { RequestContext } from "../core/Endpoint.ts"
import { HttpSettings } from "../core/HttpSettings.ts"
import { type Problem, problem } from "../core/Problem.ts"

/** A check for the key that the settings have. @since 0.1.0 */
export interface AdminKey {
  /** Whether there is a key at all. */
  readonly isConfigured: boolean
  /**
   * Fails with 401 `unauthenticated` for a wrong key. Wrong ones are counted like wrong passwords, by address, and
   * refused before they are looked at.
   */
  readonly check: (
    context: RequestContext,
    presented: Redacted.Redacted
  ) => Effect.Effect<void, Problem | RateLimited | PersistenceError>
}

const digest = (text: Redacted.Redacted) =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(Redacted.value(text)))),
    (buffer) => new Uint8Array(buffer)
  )

/** Compares digests, each byte of them: how long it takes says nothing about the key. */
const isEqual = (left: Uint8Array, right: Uint8Array): boolean =>
  left.reduce((difference, byte, index) => difference | (byte ^ (right[index] ?? 0)), left.length ^ right.length) === 0

/** Makes the check. @since 0.1.0 */
export const make: Effect.Effect<AdminKey, never, HttpSettings | RateLimiter> = Effect.gen(function* () {
  const { adminApiKey } = yield* HttpSettings
  const limiter = yield* RateLimiter
  const expected = yield* Effect.transposeMapOption(adminApiKey, digest)

  const check = Effect.fnUntraced(function* ({ instance, caller }: RequestContext, presented: Redacted.Redacted) {
    const spending = { budget: "signInPerIp", subject: `admin:${caller.ipAddress}` } as const
    const admission = yield* limiter.consume(instance, "sign_in", [spending])
    const given = yield* digest(presented)
    if (Option.isNone(expected) || !isEqual(given, expected.value)) {
      if (Redacted.value(presented) !== "") {
        yield* Effect.annotateLogs(Effect.logWarning("A wrong admin key"), { address: caller.ipAddress })
      }
      return yield* problem("unauthenticated")
    }
    yield* limiter.refund(instance, admission, spending)
  })

  return { isConfigured: Option.isSome(expected), check }
})
