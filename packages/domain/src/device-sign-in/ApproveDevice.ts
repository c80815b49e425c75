/** Approving or refusing the sign-in of a device: what its user does in a browser (RFC 8628, 3.3). */
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Attempt from "../audit/Attempt.ts"
import { byUser } from "../audit/AuditLog.ts"
import * as AuditWriter from "../audit/AuditWriter.ts"
import { InvalidToken, type PersistenceError } from "../core/Errors.ts"
import { violated } from "../core/Invariant.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import { AccountNotices } from "../mail/AccountNotices.ts"
import * as OneTimeTokens from "../one-time-token/OneTimeTokens.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import * as ConfirmedOwner from "../session/ConfirmedOwner.ts"
import type { ReauthenticationRequired, Unauthenticated } from "../session/SessionErrors.ts"
import type { ActiveSession } from "../session/SessionRepository.ts"
import { type SessionRequest, Sessions } from "../session/Sessions.ts"
import * as DeviceCodes from "./DeviceCodes.ts"
import { DeviceSignInDisabled } from "./DeviceSignInErrors.ts"
import { perUserCode } from "./DeviceSignInLimits.ts"
import { accountChanges, attempts, auditActions } from "./DeviceSignInRecords.ts"
import * as UserCode from "./UserCode.ts"

/** A user code that the signed-in user has typed. */
export interface TypedUserCode extends SessionRequest {
  readonly userCode: UserCode.UserCode
}

/**
 * A device that asks, and the session of the user who looks at it. `isConfirmed`: whether `approve` would accept the
 * session now.
 */
export interface AskingDevice {
  readonly device: DeviceCodes.DeviceRequest
  readonly session: ActiveSession
  readonly isConfirmed: boolean
}

/** Why nothing is decided. `InvalidToken`: the code is unknown, used or expired. */
type NotDecided = DeviceSignInDisabled | InvalidToken | PersistenceError | RateLimited<"sign_in"> | Unauthenticated

/**
 * The use case of approving devices. Every method counts a try for the IP address and for the user before the code is
 * looked up, and takes it back if there is such a code: 10 wrong ones a minute are allowed at an IP address, and 5 of a
 * user. Without a session no code is looked up.
 */
export class ApproveDevice extends Context.Tag("@latchkey/domain/ApproveDevice")<
  ApproveDevice,
  {
    /** Returns what is known of the device with the code. Decides nothing. */
    readonly find: (typed: TypedUserCode) => Effect.Effect<AskingDevice, NotDecided>

    /**
     * Lets the device sign in, sends a notice, and records it in the audit log. The user must have authenticated in the
     * last ten minutes, and no weaker than they can: see `StepUp`. Of any number of concurrent decisions one counts.
     */
    readonly approve: (typed: TypedUserCode) => Effect.Effect<void, NotDecided | ReauthenticationRequired>

    /** Refuses the device. The code cannot be approved any more. */
    readonly deny: (typed: TypedUserCode) => Effect.Effect<void, NotDecided>
  }
>() {}

const invalid = () => new InvalidToken({ of: "code" })

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const { authenticate } = yield* Sessions
  const deviceCodes = yield* OneTimeTokens.make(DeviceCodes.deviceCode)
  const limiter = yield* RateLimiter
  const notices = yield* AccountNotices
  const owners = yield* ConfirmedOwner.make
  const record = yield* Attempt.makeRecorder(attempts)
  const tokens = yield* TokenGenerator
  const transaction = yield* Transaction
  const userCodes = yield* OneTimeTokens.make(DeviceCodes.userCode)
  const write = yield* AuditWriter.make(auditActions)

  const subjectOf = ({ instance, userCode }: TypedUserCode) => ({
    instanceId: instance.id,
    subject: UserCode.hash(tokens, userCode)
  })

  /** Runs what looks the code up, for a signed-in user and within the limits. */
  const tried = Effect.fnUntraced(function* <A, E>(
    typed: TypedUserCode,
    look: (session: ActiveSession) => Effect.Effect<A, E>
  ) {
    const { caller, instance } = typed
    const session = yield* authenticate(typed)
    if (!instance.tokenConfig.deviceSignIn) return yield* new DeviceSignInDisabled()
    const consumed = yield* limiter.consume(instance, perUserCode(caller, session.userId))
    const result = yield* look(session)
    yield* limiter.refund(consumed)
    return result
  })

  /** Uses the code up, and writes down the decision for its device. */
  const decide = Effect.fnUntraced(function* (
    typed: TypedUserCode,
    decisionAbout: (device: DeviceCodes.DeviceRequest) => DeviceCodes.Decision,
    owner: Parameters<typeof deviceCodes.put>[0]["owner"] = Option.none()
  ) {
    const consumed = Arr.head(yield* userCodes.consumeAll(subjectOf(typed)))
    const { data: device, expiresAt, tokenHash } = yield* Effect.mapError(consumed, invalid)
    const key = { instanceId: typed.instance.id, subject: tokenHash, tokenHash }
    return yield* deviceCodes.put({ ...key, owner, data: decisionAbout(device), expiresAt })
  })

  const find: (typeof ApproveDevice.Service)["find"] = (typed) =>
    tried(typed, (session) =>
      Effect.gen(function* () {
        const found = Arr.head(yield* userCodes.list(subjectOf(typed)))
        const { data: device } = yield* Effect.mapError(found, invalid)
        return { device, session, isConfirmed: yield* owners.isConfirmed(typed, session) }
      })
    ).pipe(traced("ApproveDevice.find"))

  const approve: (typeof ApproveDevice.Service)["approve"] = (typed) =>
    tried(typed, (session) =>
      Effect.gen(function* () {
        const { caller, instance } = typed
        const user = yield* owners.lock(typed, session)
        const { authenticatedAt, methods } = yield* authenticate(typed)
        const { credentialVersion, id: userId } = user
        const approved = ({ name }: DeviceCodes.DeviceRequest) =>
          ({ _tag: "Approved", methods, authenticatedAt, deviceName: Option.getOrElse(name, () => "") }) as const
        const isStored = yield* decide(typed, approved, Option.some({ userId, credentialVersion }))
        if (!isStored) return yield* violated("A locked user can own a token")()
        yield* notices.enqueue({ change: accountChanges.device_approved, instance, user, caller })
        yield* write(byUser, "device_approved", { instanceId: instance.id, userId })
      }).pipe(transaction.run)
    ).pipe(record("device_approve", typed), traced("ApproveDevice.approve"))

  const deny: (typeof ApproveDevice.Service)["deny"] = (typed) =>
    tried(typed, () => transaction.run(decide(typed, () => ({ _tag: "Denied" })))).pipe(
      Effect.asVoid,
      record("device_deny", typed),
      traced("ApproveDevice.deny")
    )

  return ApproveDevice.of({ find, approve, deny })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(ApproveDevice, make)
