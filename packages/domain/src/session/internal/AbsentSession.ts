/** Says why two tokens are no active session, to developers: callers only get "not signed in". */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import type { TokenHash } from "../../core/Token.ts"
import { defaultId, type Instance } from "../../instance/Instance.ts"
import { InstanceRepository } from "../../instance/InstanceRepository.ts"
import { SessionRepository } from "../SessionRepository.ts"

/** The hashes of the two tokens. */
export interface Hashes {
  readonly tokenHash: TokenHash
  readonly clientHash: TokenHash
}

const unknown =
  "The session was revoked or replaced by a later sign-in, its user is disabled, or the cookies are of different clients"
const expired = "The session has expired, or the deletion of its user is due"
const named = ({ hosts: [host], id }: Instance) => `${id}${host === undefined ? "" : ` (${host})`}`
const ofAnother = (instance: Instance, other: Instance) =>
  `The session is of the instance ${named(instance)}, and the host of the request belongs to ${named(other)}${other.id === defaultId ? ", as every host that no instance has" : ""}`

/** Nothing has expired at that time. Expired sessions are stored until the cleanup job deletes them. */
const beforeExpiry = { now: DateTime.unsafeMake(0), idleLifetime: Duration.days(36_500) }

const isDebugging = FiberRef.getWith(FiberRef.currentMinimumLogLevel, (level) =>
  Effect.succeed(LogLevel.lessThanEqual(level, LogLevel.Debug))
)

/**
 * Makes two functions.
 *
 * - `explain`: returns the reason in one sentence without its full stop. Costs a query for each instance.
 * - `log`: logs the reason. It makes queries only at the level Debug, and never fails.
 */
export const make = Effect.gen(function* () {
  const instances = yield* InstanceRepository
  const sessions = yield* SessionRepository

  const isSessionOf = (hashes: Hashes) => (instance: Instance) =>
    Effect.map(sessions.findActive({ ...hashes, ...beforeExpiry, instanceId: instance.id }), Option.isSome)

  const explain = (instance: Instance, hashes: Hashes) =>
    Effect.gen(function* () {
      if (yield* isSessionOf(hashes)(instance)) return expired
      const others = (yield* instances.list).filter(({ id }) => id !== instance.id)
      const other = yield* Effect.findFirst(others, isSessionOf(hashes))
      return Option.match(other, { onNone: () => unknown, onSome: (found) => ofAnother(found, instance) })
    })

  const log = (instance: Instance, hashes: Hashes): Effect.Effect<void> =>
    explain(instance, hashes).pipe(
      Effect.flatMap((reason) => Effect.logDebug("No active session", reason)),
      Effect.ignore
    )

  return {
    explain,
    log: (instance: Instance, hashes: Hashes): Effect.Effect<void> =>
      Effect.whenEffect(log(instance, hashes), isDebugging)
  }
})
