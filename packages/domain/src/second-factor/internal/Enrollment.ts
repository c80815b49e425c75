/** Sets up an authenticator app, in a session or in a pending sign-in. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { byUser } from "../../audit/AuditLog.ts"
import { User } from "../../account/UserRepository.ts"
import * as AuditWriter from "../../audit/AuditWriter.ts"
import type { Caller } from "../../core/Caller.ts"
import { InvalidToken } from "../../core/Errors.ts"
import { EnrollmentExpired, SecondFactorDisabled, SecondFactorExists } from "../SecondFactorErrors.ts"
import { TokenGenerator } from "../../core/TokenGenerator.ts"
import { EventRecorder } from "../../event/EventRecorder.ts"
import type { Instance } from "../../instance/Instance.ts"
import { AccountNotices } from "../../mail/AccountNotices.ts"
import * as RecoveryCode from "../RecoveryCode.ts"
import { accountChanges, auditActions } from "../SecondFactorRecords.ts"
import { SecondFactor, SecondFactorRepository } from "../SecondFactorRepository.ts"
import * as Totp from "../Totp.ts"
import * as TotpSecrets from "./TotpSecrets.ts"

/**
 * What an authenticator app needs.
 *
 * - `secret`: to type into the app, in Base32.
 * - `uri`: the same for a QR code.
 * - `enrollment`: what comes back with the first code. It works for 30 minutes, for the same user and credentials.
 */
export interface TotpEnrollment {
  readonly secret: Redacted.Redacted
  readonly uri: Redacted.Redacted
  readonly enrollment: Redacted.Redacted
}

/** The first code of an app, and the enrollment that it belongs to. Both are unchecked. */
export interface FirstCode {
  readonly enrollment: string
  readonly code: Totp.TotpCode
}

/** A first code that is right. */
interface Confirmed {
  readonly secret: Totp.TotpSecret
  readonly step: number
}

const entryOf = AuditWriter.entryOf(auditActions)

/** Makes the steps. */
export const make = Effect.gen(function* () {
  const factors = yield* SecondFactorRepository
  const events = yield* EventRecorder
  const notices = yield* AccountNotices
  const secrets = yield* TotpSecrets.make
  const tokens = yield* TokenGenerator

  const isAvailable = ({ authConfig }: Instance) => authConfig.secondFactor !== "off" && secrets.isConfigured

  /** Fails unless the user may set up an app. */
  const check = Effect.fnUntraced(function* (instance: Instance, user: User) {
    if (!isAvailable(instance)) return yield* new SecondFactorDisabled()
    if (Option.isSome(user.secondFactorAt)) return yield* new SecondFactorExists()
  })

  const shown = (instance: Instance, user: User, secret: Totp.TotpSecret, enrollment: Redacted.Redacted) => ({
    secret: Totp.toText(secret),
    uri: Totp.toUri(secret, instance, user.email),
    enrollment
  })

  /** Makes a new secret. Stores nothing. */
  const begin = Effect.fnUntraced(function* (instance: Instance, user: User) {
    const secret = yield* Totp.generate(tokens)
    return shown(instance, user, secret, yield* secrets.sealEnrollment(user, secret))
  })

  /** Returns an enrollment that was begun before, while it works for the user. */
  const resume = Effect.fnUntraced(function* (instance: Instance, user: User, enrollment: string) {
    const secret = yield* secrets.openEnrollment(user, enrollment)
    return Option.map(secret, (secret) => shown(instance, user, secret, Redacted.make(enrollment)))
  })

  /** Checks the first code. */
  const confirm = Effect.fnUntraced(function* (user: User, { code, enrollment }: FirstCode) {
    const opened = yield* secrets.openEnrollment(user, enrollment)
    const secret = yield* Effect.mapError(opened, () => new EnrollmentExpired())
    const step = Totp.match(tokens, secret, { code, lastStep: -1, now: yield* DateTime.now })
    return { secret, step: yield* Effect.mapError(step, () => new InvalidToken({ of: "code" })) }
  })

  const makeRecoveryCodes = Effect.replicateEffect(RecoveryCode.generate(tokens), RecoveryCode.count)

  /** Stores the app, in a transaction that has locked the user. Returns the changed user and the recovery codes. */
  const add = Effect.fnUntraced(function* (instance: Instance, user: User, caller: Caller, confirmed: Confirmed) {
    const { credentialVersion, id: userId, instanceId } = user
    const confirmedAt = yield* DateTime.now
    const codes = yield* makeRecoveryCodes
    const secret = yield* secrets.seal({ instanceId, userId }, confirmed.secret)
    const factor = new SecondFactor({ instanceId, userId, secret, lastStep: confirmed.step, confirmedAt })
    const recoveryCodes = codes.map((code) => RecoveryCode.hash(tokens, code))
    const isAdded = yield* factors.add({ factor, recoveryCodes, credentialVersion })
    if (!isAdded) return yield* new SecondFactorExists()
    const secondFactorAt = Option.some(confirmedAt)
    const changed = new User({ ...user, secondFactorAt, credentialVersion: credentialVersion + 1 })
    yield* notices.enqueue({ change: accountChanges.second_factor_added, instance, user: changed, caller })
    const added = { by: byUser, details: { sessions: "all" }, audit: entryOf("second_factor_added") } as const
    yield* events.record({ type: "second_factor.added", user: changed, ...added })
    return { user: changed, recoveryCodes: codes.map(RecoveryCode.format) }
  })

  return { add, begin, check, confirm, isAvailable, makeRecoveryCodes, resume }
})
