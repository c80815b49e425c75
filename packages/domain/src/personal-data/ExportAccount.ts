/** Downloading what is stored about oneself (GDPR, articles 15 and 20). */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type FormerEmail, FormerEmails } from "../account/FormerEmails.ts"
import { type Identity, IdentityRepository } from "../account/IdentityRepository.ts"
import * as PasswordScheme from "../account/PasswordScheme.ts"
import { type User, UserRepository } from "../account/UserRepository.ts"
import type { Email } from "../core/Email.ts"
import type { PersistenceError } from "../core/Errors.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { ReauthenticationRequired, Unauthenticated } from "../session/SessionErrors.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { type Passkey, PasskeyRepository } from "../passkey/PasskeyRepository.ts"
import * as LimitKey from "../rate-limit/LimitKey.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import { type FactorRecovery, FactorRecoveryRepository } from "../factor-recovery/FactorRecoveryRepository.ts"
import { type SessionRequest, Sessions } from "../session/Sessions.ts"
import { StepUp } from "../session/StepUp.ts"
import { type PersonalToken, PersonalTokenRepository } from "../personal-token/PersonalTokenRepository.ts"
import { PersonalData, type StoredData } from "./PersonalData.ts"
import { accountExportPerAccount } from "./PersonalDataLimits.ts"

/** A rate limit of the user, and the times of the attempts that it has counted. */
export interface CountedAttempts {
  readonly limit: string
  readonly countedAt: ReadonlyArray<DateTime.Utc>
}

/**
 * An account as its owner may see it. `passwordScheme`: function and cost of the hash, such as
 * `$argon2id$v=19$m=19456,t=2,p=1`; never the hash. `formerEmails`: addresses that the user had before. `passkeys`: all
 * of them, oldest first, as are `identities` and `personalTokens`. `factorRecovery`: the one that is open.
 */
export interface AccountData extends StoredData {
  readonly exportedAt: DateTime.Utc
  readonly formerEmails: ReadonlyArray<FormerEmail>
  readonly identities: ReadonlyArray<Identity>
  readonly passkeys: ReadonlyArray<Passkey>
  readonly personalTokens: ReadonlyArray<PersonalToken>
  readonly factorRecovery: Option.Option<FactorRecovery>
  readonly rateLimits: ReadonlyArray<CountedAttempts>
  readonly user: Omit<User, "passwordHash">
  readonly passwordScheme: Option.Option<PasswordScheme.PasswordScheme>
}

/** The use case of downloading one's own data. */
export class ExportAccount extends Context.Tag("@latchkey/domain/ExportAccount")<
  ExportAccount,
  {
    /**
     * Returns what is stored about the signed-in user: of each kind the newest 1,000 records. Holds no hash, no token
     * and no IP address of an operator.
     *
     * What is stored about an address is in it if the user has verified it: the current one, and former ones that the
     * user can restore. Anyone can sign up with the address of someone else. Of others it has what the user has asked
     * for, such as a change to a new address.
     *
     * Fails with `ReauthenticationRequired` unless the user has authenticated in the last ten minutes, and no weaker
     * than they can: see `StepUp`. Limited per user.
     */
    readonly read: (
      request: SessionRequest
    ) => Effect.Effect<
      AccountData,
      Unauthenticated | RateLimited<"sign_in"> | ReauthenticationRequired | PersistenceError
    >
  }
>() {}

/** 1,000: the most records of each kind, so that a download is bounded. */
export const maxRecords = 1000

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const data = yield* PersonalData
  const encode = LimitKey.makeEncode(yield* TokenGenerator)
  const formers = yield* FormerEmails
  const identities = yield* IdentityRepository
  const limiter = yield* RateLimiter
  const limits = yield* LimitKey.Limits
  const passkeys = yield* PasskeyRepository
  const personalTokens = yield* PersonalTokenRepository
  const recoveries = yield* FactorRecoveryRepository
  const { authenticate } = yield* Sessions
  const stepUp = yield* StepUp
  const users = yield* UserRepository

  const readLimits = Effect.fnUntraced(function* (
    { id, instanceId }: User,
    owned: ReadonlyArray<Email>,
    clients: StoredData["knownClients"]
  ) {
    const clientIds = clients.map((client) => client.id)
    const keys = [
      ...LimitKey.ofUser(limits, id),
      ...owned.flatMap((email) => LimitKey.ofEmail(limits, email, clientIds))
    ]
    const names = new Map(keys.map((key) => [encode(key), key.limit.name]))
    const found = yield* data.readLimits({ instanceId, keys: [...names.keys()] })
    return found.flatMap(({ countedAt, key }) => {
      const limit = names.get(key)
      return limit === undefined ? [] : [{ limit, countedAt }]
    })
  })

  const gather = Effect.fnUntraced(function* (user: User) {
    const { passwordHash, ...record } = user
    const { email, emailVerifiedAt, id, instanceId } = user
    const exportedAt = yield* DateTime.now
    const formerEmails = yield* formers.list(instanceId, id)
    const current = Option.isSome(emailVerifiedAt) ? [email] : []
    const restorable = formerEmails.filter(({ expiresAt }) => DateTime.lessThan(exportedAt, expiresAt))
    const addresses = [...current, ...restorable.map((former) => former.email)]
    const stored = yield* data.read({ user, addresses, limit: maxRecords })
    return {
      ...stored,
      exportedAt,
      formerEmails,
      identities: yield* identities.list(instanceId, id),
      passkeys: yield* passkeys.list(instanceId, id),
      personalTokens: yield* personalTokens.list(instanceId, id),
      factorRecovery: yield* recoveries.find(instanceId, id, exportedAt),
      rateLimits: yield* readLimits(user, addresses, stored.knownClients),
      user: record,
      passwordScheme: Option.map(passwordHash, PasswordScheme.ofHash)
    }
  })

  const read: (typeof ExportAccount.Service)["read"] = Effect.fnUntraced(function* (request) {
    const { instance } = request
    const session = yield* authenticate(request)
    const found = yield* users.findById(instance.id, session.userId)
    const user = yield* Effect.mapError(found, () => new Unauthenticated())
    if (!(yield* stepUp.isConfirmed(instance, user, session))) return yield* new ReauthenticationRequired()
    yield* limiter.consume(instance, accountExportPerAccount.keys(user.id))
    return yield* gather(user)
  }, traced("ExportAccount.read"))

  return ExportAccount.of({ read })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(ExportAccount, make)
