/** Says at the level Debug why two tokens are no active session: callers only get "not signed in". */
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

interface Hashes {
  readonly tokenHash: TokenHash
  readonly clientHash: TokenHash
}

const unknown =
  "The session was revoked or replaced by a later sign-in, its user is disabled, or the cookies are of different clients"
const expired = "The session has expired, or the deletion of its user is due"
const ofAnother = (instance: Instance, { id }: Instance) =>
  `The session is of the instance ${instance.id}, and the host of the request belongs to ${id}${id === defaultId ? ", as every host that no instance has" : ""}`

/** Nothing has expired at that time. Expired sessions are stored until the cleanup job deletes them. */
const beforeExpiry = { now: DateTime.unsafeMake(0), idleLifetime: Duration.days(36_500) }

const isDebugging = FiberRef.getWith(FiberRef.currentMinimumLogLevel, (level) =>
  Effect.succeed(LogLevel.lessThanEqual(level, LogLevel.Debug))
)

/** Makes the function that logs the reason. It makes queries only at the level Debug, and never fails. */
export const make = Effect.gen(function* () {
  const instances = yield* InstanceRepository
  const sessions = yield* SessionRepository

  const isSessionOf = (hashes: Hashes) => (instance: Instance) =>
    Effect.map(sessions.findActive({ ...hashes, ...beforeExpiry, instanceId: instance.id }), Option.isSome)

  const reasonOf = (instance: Instance, hashes: Hashes) =>
    Effect.gen(function* () {
      if (yield* isSessionOf(hashes)(instance)) return expired
      const others = (yield* instances.list).filter(({ id }) => id !== instance.id)
      const other = yield* Effect.findFirst(others, isSessionOf(hashes))
      return Option.match(other, { onNone: () => unknown, onSome: (found) => ofAnother(found, instance) })
    })

  const log = (instance: Instance, hashes: Hashes): Effect.Effect<void> =>
    reasonOf(instance, hashes).pipe(
      Effect.flatMap((reason) => Effect.logDebug("No active session", reason)),
      Effect.ignore
    )

  return (instance: Instance, hashes: Hashes): Effect.Effect<void> =>
    Effect.whenEffect(log(instance, hashes), isDebugging)
})
