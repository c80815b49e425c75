/** Encrypts secrets again after the server got another key. */
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { type SecondFactor, SecondFactorRepository } from "../SecondFactorRepository.ts"
import * as TotpSecrets from "./TotpSecrets.ts"

const batchSize = 100

/**
 * Makes the run, which encrypts every secret under the current key, and returns how many it has. Those whose key is not
 * configured are left as they are, with one warning in the log: their codes are of no use.
 */
export const make = Effect.gen(function* () {
  const factors = yield* SecondFactorRepository
  const secrets = yield* TotpSecrets.make

  const renew = Effect.fnUntraced(function* (factor: SecondFactor) {
    const opened = yield* Effect.either(secrets.open(factor, factor.secret))
    if (Either.isLeft(opened)) return "unreadable" as const
    const { instanceId, secret: current, userId } = factor
    const next = yield* secrets.seal(factor, opened.right)
    const isReplaced = yield* factors.replaceSecret({ instanceId, userId, current, next })
    return isReplaced ? ("renewed" as const) : ("changed" as const)
  })

  const renewAll = Effect.fnUntraced(function* (keyId: string) {
    let renewed = 0
    let unreadable = 0
    let after = Option.none<SecondFactor>()
    do {
      const found: ReadonlyArray<SecondFactor> = yield* factors.listOfOtherKeys({ keyId, after, limit: batchSize })
      const results = yield* Effect.forEach(found, renew)
      renewed += results.filter((result) => result === "renewed").length
      unreadable += results.filter((result) => result === "unreadable").length
      after = Arr.last(found)
    } while (Option.isSome(after))
    if (unreadable > 0) {
      yield* Effect.logWarning(
        "Authenticator apps of users do not work, because their key is not configured: set SECRET_KEY_PREVIOUS",
        `${unreadable} users`
      )
    }
    return renewed
  })

  return Option.match(secrets.currentKeyId, { onNone: () => Effect.succeed(0), onSome: renewAll })
})
