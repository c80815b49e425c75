/**
 * Checks the admin key, for the admin API and for signing in to the dashboard.
 *
 * @since 0.1.0
 */
import type { PersistenceError, RateLimited } from "@latchkey/domain/core/Errors"
import * as LimitKey from "@latchkey/domain/rate-limit/LimitKey"
import { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { RequestContext } from "../core/Endpoint.ts"
import { HttpSettings } from "../core/HttpSettings.ts"
import { type Problem, problem } from "../core/Problem.ts"

/** Checks for the key of the settings. @since 0.1.0 */
export interface AdminKey {
  /** Whether the settings have a key. */
  readonly isConfigured: boolean
  /**
   * Fails with 401 `unauthenticated` for a wrong key. Wrong keys are limited per IP address like wrong passwords, and
   * the limit is checked before the key.
   */
  readonly check: (
    context: RequestContext,
    presented: Redacted.Redacted
  ) => Effect.Effect<void, Problem | RateLimited | PersistenceError>
  /** Checks `Authorization: Bearer …` (RFC 6750). Fails with 404 if the settings have no key. */
  readonly checkBearer: (context: RequestContext) => Effect.Effect<void, Problem | RateLimited | PersistenceError>
}

const digest = (text: Redacted.Redacted) =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(Redacted.value(text)))),
    (buffer) => new Uint8Array(buffer)
  )

/** Compares every byte of two digests, so that the time it takes does not depend on the key. */
const isEqual = (left: Uint8Array, right: Uint8Array): boolean =>
  left.reduce((difference, byte, index) => difference | (byte ^ (right[index] ?? 0)), left.length ^ right.length) === 0

const bearer = /^Bearer ([!-~]+)$/i

/** Makes the checks. @since 0.1.0 */
export const make: Effect.Effect<AdminKey, never, HttpSettings | RateLimiter> = Effect.gen(function* () {
  const { adminApiKey } = yield* HttpSettings
  const limiter = yield* RateLimiter
  const expected = yield* Effect.transposeMapOption(adminApiKey, digest)

  const check = Effect.fnUntraced(function* ({ instance, caller }: RequestContext, presented: Redacted.Redacted) {
    const consumed = yield* limiter.consume(instance, LimitKey.perIp("adminKeyPerIp", caller))
    const given = yield* digest(presented)
    if (Option.isNone(expected) || !isEqual(given, expected.value)) {
      if (Redacted.value(presented) !== "") {
        yield* Effect.annotateLogs(Effect.logWarning("Wrong admin key"), { ipAddress: caller.ipAddress })
      }
      return yield* problem("unauthenticated")
    }
    yield* limiter.refund(consumed)
  })

  const checkBearer = Effect.fnUntraced(function* (context: RequestContext) {
    if (Option.isNone(expected)) return yield* problem("not_found")
    const presented = bearer.exec(context.request.headers["authorization"] ?? "")?.[1]
    const detail = presented === undefined ? "Send the admin key as a bearer token." : "Wrong admin key."
    yield* Effect.catchTag(check(context, Redacted.make(presented ?? "")), "Problem", () =>
      problem("unauthenticated", { detail })
    )
  })

  return { isConfigured: Option.isSome(expected), check, checkBearer }
})
