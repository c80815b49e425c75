import { assert, type Vitest } from "@effect/vitest"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { failsWith, same } from "../Assertions.ts"
import { concurrently, pause } from "../Concurrency.ts"
import { type Ports, setUp } from "./UserFixture.ts"

const setUpLocking = Effect.gen(function* () {
  const { instanceId, users } = yield* setUp
  const { run } = yield* Transaction
  const user = yield* Samples.storedUser(instanceId)
  return { instanceId, isLocked: yield* Effect.makeLatch(), run, user, users }
})

/** Each lock is the same whichever of the two functions takes it, and the other waits for it. */
export const locking = (it: Vitest.MethodsNonLive<Ports>, by: "email" | "id") => {
  const lock = ({ instanceId, user, users }: Effect.Effect.Success<typeof setUpLocking>) =>
    by === "email" ? users.findByEmailForUpdate(instanceId, user.email) : users.findByIdForUpdate(instanceId, user.id)

  /** Locks a user, and drops its password a little later. `meanwhile` starts in between. */
  const whileLocked = <A, E, R>(
    meanwhile: (locked: Effect.Effect.Success<typeof setUpLocking>) => Effect.Effect<A, E, R>
  ) =>
    Effect.gen(function* () {
      const locked = yield* setUpLocking
      const { instanceId, isLocked, run, user, users } = locked
      const verification = { instanceId, userId: user.id, now: Samples.now, password: "drop_password" } as const
      const lockAndChange = lock(locked).pipe(
        Effect.zipRight(isLocked.open),
        Effect.zipRight(pause(30)),
        Effect.zipRight(users.verifyEmail(verification))
      )
      const [, seen] = yield* Effect.all([run(lockAndChange), isLocked.whenOpen(meanwhile(locked))], {
        concurrency: "unbounded"
      })
      return { seen, user }
    })

  it.effect("makes a second transaction wait for the lock, and returns what the first one wrote", () =>
    Effect.gen(function* () {
      const { seen, user } = yield* whileLocked(({ instanceId, run, user, users }) =>
        Effect.all(
          [run(users.findByEmailForUpdate(instanceId, user.email)), run(users.findByIdForUpdate(instanceId, user.id))],
          { concurrency: "unbounded" }
        )
      )
      for (const found of seen) {
        same(
          Option.map(found, ({ credentialVersion }) => credentialVersion),
          Option.some(user.credentialVersion + 1)
        )
      }
    })
  )

  it.effect("makes `issue` wait for the lock, and then fail with CredentialsChanged", () =>
    Effect.gen(function* () {
      const sessions = yield* SessionRepository
      const { seen } = yield* whileLocked(({ user }) => Effect.either(sessions.issue(Samples.grant(user))))
      failsWith(seen, "CredentialsChanged")
    })
  )

  it.effect("lets twenty transactions lock the same user one after the other", () =>
    Effect.gen(function* () {
      const unlocked = yield* setUpLocking
      const { instanceId, run, user, users } = unlocked
      const verification = { instanceId, userId: user.id, now: Samples.now, password: "drop_password" } as const
      const lockAndChange = lock(unlocked).pipe(
        Effect.zipLeft(pause(1)),
        Effect.zipLeft(users.verifyEmail(verification))
      )
      const seen = yield* concurrently(20, () => run(lockAndChange))
      const versions = seen.map(
        (outcome) => Option.getOrUndefined(Option.flatten(Either.getRight(outcome)))?.credentialVersion
      )
      assert.sameMembers(
        versions,
        Array.from({ length: 20 }, (_, version) => version)
      )
    })
  )
}
