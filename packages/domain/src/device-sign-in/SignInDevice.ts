/** Signing in a device that has no browser, such as a command line or a television (RFC 8628): its own side. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { UserRepository } from "../account/UserRepository.ts"
import * as Attempt from "../audit/Attempt.ts"
import { type Caller, maxUserAgent } from "../core/Caller.ts"
import { InvalidToken, type PersistenceError } from "../core/Errors.ts"
import { parse as parseToken, type Token } from "../core/Token.ts"
import { TokenGenerator } from "../core/TokenGenerator.ts"
import { traced } from "../core/Tracing.ts"
import { Transaction } from "../core/Transaction.ts"
import type { Instance } from "../instance/Instance.ts"
import * as OneTimeTokens from "../one-time-token/OneTimeTokens.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import { type IssuedSession, SessionIssuer } from "../session/SessionIssuer.ts"
import { recentLifetime } from "../session/StepUp.ts"
import * as DeviceCodes from "./DeviceCodes.ts"
import { AuthorizationPending, DeviceDenied, DeviceSignInDisabled, SlowDown } from "./DeviceSignInErrors.ts"
import { deviceCodePerIp, devicePollPerCode, devicePollPerIp } from "./DeviceSignInLimits.ts"
import { attempts } from "./DeviceSignInRecords.ts"
import * as UserCode from "./UserCode.ts"

/** A device that asks for codes. `name`: what it calls itself. */
export interface NewDevice {
  readonly instance: Instance
  readonly caller: Caller
  readonly name: Option.Option<string>
}

/** The codes of a device, which are the only copies. `interval`: how long it waits between two questions. */
export interface StartedDevice {
  readonly deviceCode: Token
  readonly userCode: UserCode.UserCode
  readonly lifetime: Duration.Duration
  readonly interval: Duration.Duration
}

/** A device that asks whether its user has decided. `deviceCode` is unchecked. */
export interface PresentedDevice {
  readonly instance: Instance
  readonly caller: Caller
  readonly deviceCode: string
}

/** Why a device gets no session now. `AuthorizationPending` and `SlowDown`: it may ask again. */
type NotSignedIn =
  | AuthorizationPending
  | DeviceDenied
  | DeviceSignInDisabled
  | InvalidToken
  | PersistenceError
  | RateLimited<"sign_in">
  | SlowDown

/** The use case of signing in on a device that has no browser. */
export class SignInDevice extends Context.Tag("@latchkey/domain/SignInDevice")<
  SignInDevice,
  {
    /** Makes the codes of a device, which work for ten minutes. */
    readonly start: (
      device: NewDevice
    ) => Effect.Effect<StartedDevice, DeviceSignInDisabled | RateLimited<"sign_in"> | PersistenceError>

    /**
     * Signs in the user who has approved the device: once, with the methods of the session that did. Fails with
     * `AuthorizationPending` until the user has decided, with `SlowDown` less than four seconds after the last
     * question, and with `DeviceDenied` if the user has refused. Fails with `InvalidToken` for a code that is
     * malformed, unknown, used or expired, and if the user was disabled or deleted since, or has other credentials.
     *
     * The session is not a recent sign-in, so that a user who was tricked into approving a device does not lose the
     * account to it: whatever changes how users sign in asks them to authenticate there first (RFC 8628, 5.4).
     */
    readonly complete: (device: PresentedDevice) => Effect.Effect<IssuedSession, NotSignedIn>
  }
>() {}

const invalid = () => new InvalidToken({ of: "code" })

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const deviceCodes = yield* OneTimeTokens.make(DeviceCodes.deviceCode)
  const issuer = yield* SessionIssuer
  const limiter = yield* RateLimiter
  const record = yield* Attempt.makeRecorder(attempts)
  const recordRefusal = yield* Attempt.makeRefusalRecorder
  const tokens = yield* TokenGenerator
  const transaction = yield* Transaction
  const userCodes = yield* OneTimeTokens.make(DeviceCodes.userCode)
  const users = yield* UserRepository

  const checkAllowed = ({ tokenConfig }: Instance) =>
    Effect.when(new DeviceSignInDisabled(), () => !tokenConfig.deviceSignIn)

  const start: (typeof SignInDevice.Service)["start"] = Effect.fnUntraced(
    function* ({ caller, instance, name }) {
      yield* checkAllowed(instance)
      yield* limiter.consume(instance, deviceCodePerIp.keys(caller))
      const deviceCode = yield* tokens.generate
      const userCode = yield* UserCode.generate(tokens)
      const instanceId = instance.id
      const tokenHash = tokens.hash(deviceCode)
      const data = {
        name,
        userAgent: (caller.userAgent ?? "").slice(0, maxUserAgent),
        ipAddress: caller.ipAddress,
        requestedAt: yield* DateTime.now
      }
      yield* transaction.run(
        Effect.zipRight(
          deviceCodes.put({ instanceId, subject: tokenHash, tokenHash, data: { _tag: "Pending" } }),
          userCodes.put({ instanceId, subject: UserCode.hash(tokens, userCode), tokenHash, data })
        )
      )
      const { interval, lifetime } = DeviceCodes
      return { deviceCode, userCode, lifetime, interval }
    },
    (attempt, device) => record("device_code", device)(attempt),
    traced("SignInDevice.start")
  )

  /** Finds the code of a device, and what its user has decided. */
  const find = Effect.fnUntraced(
    function* ({ caller, deviceCode, instance }: PresentedDevice) {
      yield* checkAllowed(instance)
      const tokenHash = tokens.hash(yield* Effect.mapError(parseToken(deviceCode), invalid))
      const consumed = yield* limiter.consume(instance, devicePollPerIp.keys(caller))
      const key = { instanceId: instance.id, subject: tokenHash, tokenHash }
      const { data, owner } = yield* Effect.mapError(yield* deviceCodes.find(key), invalid)
      yield* limiter.refund(consumed)
      const { isAllowed } = yield* limiter.decide(instance, devicePollPerCode.keys(tokenHash))
      return isAllowed ? { decision: data, key, owner } : yield* new SlowDown()
    },
    (found, { instance }) => recordRefusal("device_sign_in", instance)(found)
  )

  const finish = Effect.fnUntraced(
    function* (
      { caller, instance }: PresentedDevice,
      { decision, key, owner }: Effect.Effect.Success<ReturnType<typeof find>>
    ) {
      if (decision._tag !== "Approved") return yield* new DeviceDenied()
      const { userId } = yield* Effect.mapError(owner, invalid)
      // First the user, as an approval does. Nothing is left to use if their credentials have changed.
      const user = yield* Effect.mapError(yield* users.findByIdForUpdate(instance.id, userId), invalid)
      yield* Effect.mapError(yield* deviceCodes.consume(key), invalid)
      const now = yield* DateTime.now
      const { authenticatedAt, deviceName, methods } = decision
      const notRecent = DateTime.min(authenticatedAt, DateTime.subtractDuration(now, recentLifetime))
      return yield* issuer
        .renew({
          instance,
          user,
          caller,
          deviceName,
          former: { methods, authenticatedAt: notRecent },
          proof: Option.none()
        })
        .pipe(Effect.catchTag("CredentialsChanged", () => invalid()))
    },
    transaction.run,
    // If the device disconnects now, the code must not be used without a session.
    Effect.uninterruptible,
    (attempt, device) => record("device_sign_in", device)(attempt)
  )

  const complete: (typeof SignInDevice.Service)["complete"] = Effect.fnUntraced(function* (device) {
    const found = yield* find(device)
    // No attempt: a device asks a hundred times.
    if (found.decision._tag === "Pending") return yield* new AuthorizationPending()
    return yield* finish(device, found)
  }, traced("SignInDevice.complete"))

  return SignInDevice.of({ start, complete })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(SignInDevice, make)
