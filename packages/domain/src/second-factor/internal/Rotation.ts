/** Encrypts secrets again after the server got another key. */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { CleanupTask } from "../../core/Cleanup.ts"
import { Transaction } from "../../core/Transaction.ts"
import { type SecondFactor, SecondFactorRepository } from "../SecondFactorRepository.ts"
import * as TotpSecrets from "./TotpSecrets.ts"

const batchSize = 100

/**
 * Makes the task, which encrypts every secret under the current key. Those whose key is not configured are left as they
 * are, with one warning in the log: their codes are of no use.
 */
export const make = Effect.gen(function* () {
  const factors = yield* SecondFactorRepository
  const secrets = yield* TotpSecrets.make
  const { runExclusive } = yield* Transaction

  /** Returns `false` if the key of the secret is not configured. */
  const renew = Effect.fnUntraced(function* (factor: SecondFactor) {
    const opened = yield* Effect.either(secrets.open(factor, factor.secret))
    if (Either.isLeft(opened)) return false
    const { instanceId, secret: current, userId } = factor
    const next = yield* secrets.seal(factor, opened.right)
    yield* factors.replaceSecret({ instanceId, userId, current, next })
    return true
  })

  const renewAll = Effect.fnUntraced(function* (keyId: string) {
    let unreadable = 0
    let after = Option.none<SecondFactor>()
    do {
      const found: ReadonlyArray<SecondFactor> = yield* factors.listOfOtherKeys({ keyId, after, limit: batchSize })
      const results = yield* Effect.forEach(found, renew)
      unreadable += results.filter((isReadable) => !isReadable).length
      after = Arr.last(found)
    } while (Option.isSome(after))
    if (unreadable > 0) {
      yield* Effect.logWarning(
        "Authenticator apps of users do not work, because their key is not configured: set SECRET_KEY_PREVIOUS",
        `${unreadable} users`
      )
    }
  })

  const task: CleanupTask = () =>
    Option.match(secrets.currentKeyId, {
      onNone: () => Effect.succeed(0),
      onSome: (keyId) => Effect.as(runExclusive("second_factor_secrets", renewAll(keyId)), 0)
    })
  return task
})
