/**
 * Downloading what is stored about oneself (GDPR, articles 15 and 20).
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type FormerEmail, FormerEmails } from "../account/FormerEmails.ts"
import * as PasswordScheme from "../account/PasswordScheme.ts"
import { type User, UserRepository } from "../account/UserRepository.ts"
import { type PersistenceError, Unauthenticated } from "../core/Errors.ts"
import { traced } from "../core/Tracing.ts"
import { type Passkey, PasskeyRepository } from "../passkey/PasskeyRepository.ts"
import * as LimitKey from "../rate-limit/LimitKey.ts"
import { type FactorRecovery, FactorRecoveryRepository } from "../session/FactorRecoveryRepository.ts"
import { type SessionRequest, Sessions } from "../session/Sessions.ts"
import { PersonalData, type StoredData } from "./PersonalData.ts"

/**
 * An account as its owner may see it. `passwordScheme`: function and cost of the hash, such as
 * `$argon2id$v=19$m=19456,t=2,p=1`; never the hash. `formerEmails`: addresses that the user had before. `passkeys`: all
 * of them, oldest first. `factorRecovery`: the one that is open.
 *
 * @since 0.1.0
 */
export interface AccountData extends StoredData {
  readonly exportedAt: DateTime.Utc
  readonly formerEmails: ReadonlyArray<FormerEmail>
  readonly passkeys: ReadonlyArray<Passkey>
  readonly factorRecovery: Option.Option<FactorRecovery>
  readonly user: Omit<User, "passwordHash">
  readonly passwordScheme: Option.Option<PasswordScheme.PasswordScheme>
}

/** The use case of downloading one's own data. @since 0.1.0 */
export class ExportAccount extends Context.Tag("@latchkey/domain/ExportAccount")<
  ExportAccount,
  {
    /**
     * Returns what is stored about the signed-in user: of each kind the newest 1,000 records. Holds no hash, no token
     * and no IP address of an operator.
     */
    readonly read: (request: SessionRequest) => Effect.Effect<AccountData, Unauthenticated | PersistenceError>
  }
>() {}

/** 1,000: the most records of each kind, so that a download is bounded. @since 0.1.0 */
export const maxRecords = 1000

/** Makes the use case. @since 0.1.0 */
export const make = Effect.gen(function* () {
  const data = yield* PersonalData
  const formers = yield* FormerEmails
  const passkeys = yield* PasskeyRepository
  const recoveries = yield* FactorRecoveryRepository
  const { authenticate } = yield* Sessions
  const users = yield* UserRepository

  const read: (typeof ExportAccount.Service)["read"] = Effect.fnUntraced(function* (request) {
    const { userId } = yield* authenticate(request)
    const found = yield* users.findById(request.instance.id, userId)
    const user = yield* Effect.mapError(found, () => new Unauthenticated())
    const stored = yield* data.read({ user, windows: LimitKey.ofUser(user), limit: maxRecords })
    const { passwordHash, ...record } = user
    const exportedAt = yield* DateTime.now
    return {
      ...stored,
      exportedAt,
      formerEmails: yield* formers.list(user.instanceId, user.id),
      passkeys: yield* passkeys.list(user.instanceId, user.id),
      factorRecovery: yield* recoveries.find(user.instanceId, user.id, exportedAt),
      user: record,
      passwordScheme: Option.map(passwordHash, PasswordScheme.ofHash)
    }
  }, traced("ExportAccount.read"))

  return ExportAccount.of({ read })
})

/** The use case as a layer. `Domain.layer` includes it. @since 0.1.0 */
export const layer: Layer.Layer<
  ExportAccount,
  never,
  FactorRecoveryRepository | FormerEmails | PasskeyRepository | PersonalData | Sessions | UserRepository
> = Layer.effect(ExportAccount, make)
