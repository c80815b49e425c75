import { assert, type Vitest } from "@effect/vitest"
import { User, type UserRepository } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Samples from "../../Samples.ts"
import { concurrently, repeatedly } from "../Concurrency.ts"
import { type Ports, setUp } from "./UserFixture.ts"

/** A user who has signed in on two clients, on one of them after another user. */
const setUpKnown = Effect.gen(function* () {
  const { instanceId, otherInstanceId, users } = yield* setUp
  const sessions = yield* SessionRepository
  const [user, other] = [yield* Samples.storedUser(instanceId), yield* Samples.storedUser(instanceId)]
  const theirs = Samples.grant(other)
  const grants = [Samples.grant(user, { presentedClient: Option.some(theirs.clientHash) }), Samples.grant(user)]
  yield* Effect.forEach([theirs, ...grants], sessions.issue)
  const isKnown = ({ email }: User, clientHash = grants[0]?.clientHash) =>
    Effect.map(
      users.findForSignIn({ instanceId, email, clientHash: Option.fromNullable(clientHash), now: Samples.now }),
      ({ knownClient }) => Option.isSome(knownClient)
    )
  /** Returns how many of its two clients the user knows. */
  const known = Effect.map(
    Effect.filter(grants, ({ clientHash }) => isKnown(user, clientHash)),
    ({ length }) => length
  )
  const change = { instanceId, userId: user.id, credentialVersion: 0 }
  return { change, isKnown, known, other, otherInstanceId, sessions, user, users }
})

type Change = Parameters<UserRepository["Type"]["setPasswordHash"]>[0]
type Call = (users: UserRepository["Type"], change: Omit<Change, "next">) => Effect.Effect<unknown, unknown>

const changes: Record<string, Call> = {
  setPasswordHash: (users, change) => users.setPasswordHash({ ...change, next: Samples.passwordHash() }),
  "setDisabled with a time": (users, change) => users.setDisabled({ ...change, disabledAt: Option.some(Samples.now) }),
  "verifyEmail, which keeps the password": (users, change) =>
    users.verifyEmail({ ...change, now: Samples.now, password: "keep_password" }),
  "verifyEmail, which drops the password": (users, change) =>
    users.verifyEmail({ ...change, now: Samples.now, password: "drop_password" })
}

export const forgetting = (it: Vitest.MethodsNonLive<Ports>) => {
  for (const [what, call] of Object.entries(changes)) {
    it.effect(`are forgotten by ${what}, for that user only`, () =>
      Effect.gen(function* () {
        const { change, isKnown, known, other, otherInstanceId, users } = yield* setUpKnown
        yield* call(users, { ...change, instanceId: otherInstanceId })
        yield* call(users, { ...change, userId: Samples.userId() })
        assert.strictEqual(yield* known, 2)
        yield* call(users, change)
        assert.strictEqual(yield* known, 0)
        assert.isTrue(yield* isKnown(other))
      })
    )
  }

  it.effect("are restored when the surrounding transaction fails", () =>
    Effect.gen(function* () {
      const { change, known, users } = yield* setUpKnown
      const { run } = yield* Transaction
      const set = users.setPasswordHash({ ...change, next: Samples.passwordHash() })
      yield* Effect.either(run(Effect.zipRight(set, Effect.fail("refused"))))
      assert.strictEqual(yield* known, 2)
    })
  )

  it.effect("stay with every other change", () =>
    Effect.gen(function* () {
      const { change, known, sessions, user, users } = yield* setUpKnown
      const { instanceId } = user
      yield* users.setPasswordHash({ ...change, credentialVersion: 5, next: Samples.passwordHash() })
      yield* users.setDisabled({ ...change, disabledAt: Option.none() })
      const current = Option.getOrElse(user.passwordHash, Samples.passwordHash)
      yield* users.replacePasswordHash({ ...change, current, next: Samples.passwordHash() })
      yield* sessions.revokeOthers(instanceId, user.id, Samples.sessionId())
      yield* sessions.revokeAll(instanceId, user.id)
      assert.strictEqual(yield* known, 2)
    })
  )

  it.effect("include none of a concurrent sign-in, if the transaction has locked the user", () =>
    repeatedly(6, (round) =>
      Effect.gen(function* () {
        const { change, isKnown, known, sessions, user, users } = yield* setUpKnown
        const { run } = yield* Transaction
        const next = Samples.passwordHash()
        const setPassword = users
          .findByEmailForUpdate(user.instanceId, user.email)
          .pipe(Effect.zipRight(users.setPasswordHash({ ...change, next })), run)
        const grants = Array.from({ length: 10 }, () => Samples.grant(user))
        const all: Array<Effect.Effect<unknown, unknown>> = grants.map((grant) => Effect.ignore(sessions.issue(grant)))
        all.splice(round, 0, setPassword)
        yield* concurrently(all.length, (index) => all[index] ?? Effect.void)
        assert.lengthOf(yield* Effect.filter(grants, ({ clientHash }) => isKnown(user, clientHash)), 0)
        assert.strictEqual(yield* known, 0)
        const after = Samples.grant(new User({ ...user, credentialVersion: 1 }))
        yield* sessions.issue(after)
        assert.isTrue(yield* isKnown(user, after.clientHash))
      })
    )
  )
}
