/** Encrypts the secrets of authenticator apps, for stores and for the time until they are confirmed. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { User } from "../../account/UserRepository.ts"
import type { InstanceId, UserId } from "../../core/Ids.ts"
import * as AppPart from "../../core/AppPart.ts"
import { violated } from "../../core/Invariant.ts"
import { SealedText, SecretKeys, type StoredSecrets } from "../../core/SecretKeys.ts"
import { SecondFactorKeyMissing } from "../SecondFactorErrors.ts"
import { SecondFactorRepository } from "../SecondFactorRepository.ts"
import type { TotpSecret } from "../Totp.ts"

const use = "second-factor"

/** 30 minutes: enough to install an app. */
const enrollmentLifetime = Duration.minutes(30)

interface Owner {
  readonly instanceId: InstanceId
  readonly userId: UserId
}

const ofStore = ({ instanceId, userId }: Owner) => ({ use, context: `totp ${instanceId} ${userId}` })

const ofEnrollment = ({ credentialVersion, id, instanceId }: User) => ({
  use,
  context: `enrollment ${instanceId} ${id} ${credentialVersion}`
})

const enrollmentPattern = /^([0-9a-f]{1,32})\.([A-Za-z0-9_-]{1,500})$/

/** What is stored encrypted. */
export const stored = Effect.map(
  SecondFactorRepository,
  ({ countOfKey }): StoredSecrets => ({ use, name: "authenticator app", count: countOfKey })
)

/** Makes the functions. */
export const make = Effect.gen(function* () {
  const keys = yield* AppPart.read(SecretKeys)
  const withKey = <A>(sealed: Option.Option<A>) =>
    Effect.catchAll(sealed, violated("A second factor is set up only if there is a server key"))

  /** Encrypts a secret for the store. */
  const seal = (owner: Owner, secret: TotpSecret) => withKey(keys.seal(ofStore(owner), secret))

  /** Decrypts a stored secret. Fails if its key is not configured: that is an outage, and no wrong code. */
  const open = (owner: Owner, sealed: SealedText) =>
    Effect.mapError(keys.open(ofStore(owner), sealed), () => new SecondFactorKeyMissing({ cause: sealed.keyId }))

  /** Encrypts a secret and the time until which it can be confirmed, for the user with these credentials. */
  const sealEnrollment = Effect.fnUntraced(function* (user: User, secret: TotpSecret) {
    const until = DateTime.addDuration(yield* DateTime.now, enrollmentLifetime).epochMillis
    const text = Redacted.make(`${until} ${Redacted.value(secret)}`)
    const { box, keyId } = yield* withKey(keys.seal(ofEnrollment(user), text))
    return Redacted.make(`${keyId}.${box}`)
  })

  /** Decrypts such a secret. `None` if it is malformed, has expired, or is of another user or other credentials. */
  const openEnrollment = Effect.fnUntraced(function* (user: User, enrollment: string) {
    const [, keyId, box] = enrollmentPattern.exec(enrollment) ?? []
    if (keyId === undefined || box === undefined) return Option.none<TotpSecret>()
    const { epochMillis: now } = yield* DateTime.now
    return keys.open(ofEnrollment(user), new SealedText({ keyId, box })).pipe(
      Option.map((text) => Redacted.value(text).split(" ")),
      Option.filter(([until]) => Number(until) > now),
      Option.map(([, secret = ""]) => Redacted.make(secret))
    )
  })

  return {
    isConfigured: keys.isConfigured,
    currentKeyId: keys.currentKeyId(use),
    seal,
    open,
    sealEnrollment,
    openEnrollment
  }
})
