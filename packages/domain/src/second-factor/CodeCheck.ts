/** Checks a second factor that a user presents. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { User } from "../account/UserRepository.ts"
import { InvalidToken, type PersistenceError } from "../core/Errors.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import * as FailureReason from "../core/FailureReason.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import type { Instance } from "../instance/Instance.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import { FactorUse } from "../session/FactorUse.ts"
import type { MethodId } from "../instance/AuthenticationMethods.ts"
import * as RecoveryCode from "./RecoveryCode.ts"
import type { SecondFactorCode } from "./SecondFactorCode.ts"
import type { SecondFactorKeyMissing } from "./SecondFactorErrors.ts"
import { perSecondFactor } from "./SecondFactorLimits.ts"
import { type SecondFactor, SecondFactorRepository } from "./SecondFactorRepository.ts"
import * as Totp from "./Totp.ts"
import * as TotpSecrets from "./internal/TotpSecrets.ts"

/** A second factor of a user. */
export interface Presented {
  readonly instance: Instance
  readonly user: User
  readonly code: SecondFactorCode
}

/**
 * A right code, which is not used yet. `accept` uses it, in the transaction of what it is for and with the user locked,
 * and fails if another request has used it meanwhile. It tells `FactorUse`. `settle` comes after
 * that transaction: it takes back what was counted.
 */
export interface Proof {
  readonly method: MethodId
  readonly accept: Effect.Effect<void, InvalidToken | PersistenceError>
  readonly settle: Effect.Effect<void>
}

const cure = "Set SECRET_KEY_PREVIOUS to the key that the server had before"

const wrong = () => new InvalidToken({ of: "code" })

/** Makes the function that checks a code. It counts a try before it compares digits. */
export const make = Effect.gen(function* () {
  const factors = yield* SecondFactorRepository
  const limiter = yield* RateLimiter
  const factorUse = yield* FactorUse
  const secrets = yield* TotpSecrets.make
  const tokens = yield* TokenGenerator

  /** Encrypts a secret under the current key, after the server got another one. */
  const renewSeal = Effect.fnUntraced(
    function* (factor: SecondFactor, secret: Totp.TotpSecret) {
      if (Option.contains(secrets.currentKeyId, factor.secret.keyId)) return
      const { instanceId, secret: current, userId } = factor
      yield* factors.replaceSecret({ instanceId, userId, current, next: yield* secrets.seal(factor, secret) })
    },
    Effect.catchAll((error) =>
      Effect.logWarning("The secret of a second factor could not be encrypted again", FailureReason.ofError(error))
    )
  )

  const recordUse = ({ instance, user }: Presented) => factorUse.record(instance.id, user.id)

  const checkTotp = Effect.fnUntraced(function* (presented: Presented, code: Totp.TotpCode) {
    const { instance, user } = presented
    const consumed = yield* limiter.consume(instance, perSecondFactor(user.id))
    const found = yield* Effect.mapError(yield* factors.find(instance.id, user.id), wrong)
    const { factor } = found
    const opened = secrets.open(factor, factor.secret)
    const secret = yield* Effect.tapError(opened, ({ message }) => Effect.logError(message, cure, factor.secret.keyId))
    const now = yield* DateTime.now
    const step = yield* Effect.mapError(Totp.match(tokens, secret, { code, lastStep: factor.lastStep, now }), wrong)
    const accepted = factors.acceptStep(instance.id, user.id, step)
    const proof: Proof = {
      method: "totp",
      accept: Effect.asVoid(
        Effect.zipRight(
          Effect.filterOrFail(accepted, (isFirst) => isFirst, wrong),
          recordUse(presented)
        )
      ),
      settle: Effect.zipRight(limiter.refund(consumed), renewSeal(factor, secret))
    }
    return proof
  })

  const checkRecoveryCode = (presented: Presented, code: RecoveryCode.RecoveryCode): Proof => {
    const { instance, user } = presented
    const consumed = factors.consumeRecoveryCode(instance.id, user.id, RecoveryCode.hash(tokens, code))
    const isRight = Effect.flatMap(consumed, (left) => Effect.mapError(left, wrong))
    return {
      method: "recovery_code",
      accept: Effect.asVoid(Effect.zipRight(isRight, recordUse(presented))),
      settle: Effect.void
    }
  }

  return (
    presented: Presented
  ): Effect.Effect<Proof, RateLimited<"sign_in"> | InvalidToken | SecondFactorKeyMissing | PersistenceError> =>
    presented.code._tag === "Totp"
      ? checkTotp(presented, presented.code.code)
      : // 128 bits cannot be guessed: no limit of the account protects them, so none keeps the owner from using one.
        Effect.succeed(checkRecoveryCode(presented, presented.code.code))
})
