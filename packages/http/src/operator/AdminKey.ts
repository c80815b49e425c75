/** Checks the admin key of the settings, for the admin API and for signing in to the dashboard. */
import type { PersistenceError } from "@latchkey/domain/core/Errors"
import type { RateLimited } from "@latchkey/domain/rate-limit/RateLimited"
import type { previousAdminKeyName } from "@latchkey/domain/operator/ApiKeys"
import { adminKeyPerIp } from "@latchkey/domain/operator/OperatorLimits"
import { RateLimiter } from "@latchkey/domain/rate-limit/RateLimiter"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { RequestContext } from "../core/Endpoint.ts"
import { HttpSettings } from "../core/HttpSettings.ts"
import { type Problem, problem } from "../core/Problem.ts"

/** The setting that a presented key is the value of. */
export type AdminKeyName = "ADMIN_API_KEY" | typeof previousAdminKeyName

/** Checks for the keys of the settings. */
export interface AdminKey {
  /** Whether the settings have a key. */
  readonly isConfigured: boolean
  /**
   * Returns which key it is. Fails with 401 `unauthenticated` for a wrong one. Wrong keys are limited per IP address
   * like wrong passwords, and the limit is checked before the key.
   */
  readonly check: (
    context: RequestContext,
    presented: Redacted.Redacted
  ) => Effect.Effect<AdminKeyName, Problem | RateLimited | PersistenceError>
}

const digest = (text: Redacted.Redacted) =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(Redacted.value(text)))),
    (buffer) => new Uint8Array(buffer)
  )

/** Compares every byte of two digests, so that the time it takes does not depend on the key. */
const isEqual = (left: Uint8Array, right: Uint8Array): boolean =>
  left.reduce((difference, byte, index) => difference | (byte ^ (right[index] ?? 0)), left.length ^ right.length) === 0

/** Makes the checks. */
export const make: Effect.Effect<AdminKey, never, HttpSettings | RateLimiter> = Effect.gen(function* () {
  const { adminApiKey, adminApiKeyPrevious } = yield* HttpSettings
  const limiter = yield* RateLimiter
  const expected = yield* Effect.all({
    ADMIN_API_KEY: Effect.transposeMapOption(adminApiKey, digest),
    ADMIN_API_KEY_PREVIOUS: Effect.transposeMapOption(adminApiKeyPrevious, digest)
  })

  /** Compares with both, so that the time it takes does not depend on which one it is. */
  const nameOf = (given: Uint8Array): Option.Option<AdminKeyName> => {
    const isKey = (name: AdminKeyName) => Option.exists(expected[name], (key) => isEqual(given, key))
    const [isCurrent, isPrevious] = [isKey("ADMIN_API_KEY"), isKey("ADMIN_API_KEY_PREVIOUS")]
    if (isCurrent) return Option.some("ADMIN_API_KEY")
    return isPrevious ? Option.some("ADMIN_API_KEY_PREVIOUS") : Option.none()
  }

  const check = Effect.fnUntraced(function* ({ instance, caller }: RequestContext, presented: Redacted.Redacted) {
    const consumed = yield* limiter.consume(instance, adminKeyPerIp.keys(caller))
    const name = nameOf(yield* digest(presented))
    if (Option.isNone(name)) {
      if (Redacted.value(presented) !== "") {
        yield* Effect.annotateLogs(Effect.logWarning("Wrong admin key"), { ipAddress: caller.ipAddress })
      }
      return yield* problem("unauthenticated")
    }
    yield* limiter.refund(consumed)
    return name.value
  })

  return { isConfigured: Option.isSome(adminApiKey), check }
})
