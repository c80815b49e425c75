import { SqlClient } from "@effect/sql/SqlClient"
import { assert, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { AttemptCounts } from "@latchkey/domain/audit/AttemptCounts"
import { Instance } from "@latchkey/domain/instance/Instance"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Samples from "@latchkey/testkit/Samples"
import { onServer, servers } from "../../../test/support/postgres/databases.ts"

const atOnce = { concurrency: "unbounded", discard: true } as const
const rounds = Arr.range(1, 40)

for (const server of servers()) {
  const layer = Layer.provideMerge(Postgres.layer, onServer(server, 20).migrated)

  it.layer(layer, { timeout: "60 seconds" })(`Nobody waits in a circle on ${server.name}`, (it) => {
    it.effect("when two instances swap their hosts", () =>
      Effect.gen(function* () {
        const instances = yield* InstanceRepository
        for (const _ of rounds) {
          const [one, other] = [yield* Samples.storedInstance, yield* Samples.storedInstance]
          const take = (taker: Instance, { hosts }: Instance) =>
            instances
              .modify(taker.id, (current) => Either.right(new Instance({ ...current, hosts })))
              .pipe(
                // Who comes first finds the hosts still taken.
                Effect.catchTag("HostTaken", () => Effect.void)
              )
          yield* Effect.all([take(one, other), take(other, one)], atOnce)
        }
      })
    )

    it.effect("when one browser proves an address and signs in to another account", () =>
      Effect.gen(function* () {
        const sessions = yield* SessionRepository
        const users = yield* UserRepository
        const { run } = yield* Transaction
        const instanceId = Samples.instanceId()
        for (const _ of rounds) {
          const [owner, other] = [yield* Samples.storedUser(instanceId), yield* Samples.storedUser(instanceId)]
          const before = Samples.grant(owner)
          yield* sessions.issue(before)
          const presentedClient = Option.some(before.clientHash)
          const proof = Effect.gen(function* () {
            yield* users.findByEmailForUpdate(instanceId, owner.email)
            yield* sessions.revokeAll(instanceId, owner.id)
            yield* sessions.issue(Samples.grant(owner, { presentedClient }))
          })
          yield* Effect.all([run(proof), sessions.issue(Samples.grant(other, { presentedClient }))], atOnce)
        }
      })
    )

    it.effect("when a password is set, sessions end one by one and the user is kept out", () =>
      Effect.gen(function* () {
        const sessions = yield* SessionRepository
        const users = yield* UserRepository
        const { run } = yield* Transaction
        const instanceId = Samples.instanceId()
        for (const _ of rounds) {
          const user = yield* Samples.storedUser(instanceId)
          const { credentialVersion, id: userId } = user
          const grants = [Samples.grant(user), Samples.grant(user), Samples.grant(user)]
          yield* Effect.forEach(grants, sessions.issue)
          const [first, second] = Arr.map(grants, ({ session }) => session.id)
          const setPassword = Effect.zipRight(
            users.setPasswordHash({ instanceId, userId, credentialVersion, next: Samples.passwordHash() }),
            sessions.revokeOthers(instanceId, userId, first ?? Samples.sessionId())
          )
          const keepOut = Effect.zipRight(
            users.setDisabled({ instanceId, userId, disabledAt: Option.some(Samples.now) }),
            sessions.revokeAll(instanceId, userId)
          )
          const presentedClient = Option.some(grants[2]?.clientHash ?? Samples.tokenHash())
          const signIn = Effect.ignore(sessions.issue(Samples.grant(user, { presentedClient })))
          const endOne = sessions.revokeById(instanceId, userId, second ?? Samples.sessionId())
          yield* Effect.all([run(setPassword), endOne, run(keepOut), signIn, run(endOne)], atOnce)
          assert.strictEqual(yield* sessions.revokeAll(instanceId, userId), 0)
        }
      })
    )

    it.effect("when numbers of attempts are added, each time in another order", () =>
      Effect.gen(function* () {
        const counts = yield* AttemptCounts
        const instanceId = Samples.instanceId()
        const numbers = Arr.makeBy(20, (index) => ({
          instanceId,
          hour: Samples.now,
          attempt: "sign_in",
          outcome: `outcome ${index}`,
          count: 1
        }))
        yield* Effect.forEach(rounds, (round) => counts.add(Arr.rotate(numbers, round)), atOnce)
        const found = yield* counts.since(instanceId, Samples.now)
        assert.deepStrictEqual(
          found.map(({ count }) => count),
          numbers.map(() => rounds.length)
        )
      })
    )

    it.effect("because numbers of attempts are locked in one order, however the database groups them", () =>
      Effect.gen(function* () {
        const counts = yield* AttemptCounts
        const sql = yield* SqlClient
        const { run } = yield* Transaction
        const instanceId = Samples.instanceId()
        const outcomes = Arr.makeBy(30, (index) => `outcome ${String(index).padStart(2, "0")}`)
        const numbers = outcomes.map((outcome) => ({
          instanceId,
          hour: Samples.now,
          attempt: "sign_in",
          outcome,
          count: 1
        }))
        yield* run(Effect.zipRight(sql`SET LOCAL enable_sort = off`, counts.add(Arr.reverse(numbers))))
        const stored = yield* sql<{ outcome: string }>`
          SELECT outcome FROM latchkey.attempt_counts WHERE instance_id = ${instanceId} ORDER BY ctid`
        assert.deepStrictEqual(
          stored.map(({ outcome }) => outcome),
          outcomes
        )
      })
    )

    it.effect("when everything of one user ends, begins and is swept at once", () =>
      Effect.gen(function* () {
        const sessions = yield* SessionRepository
        const instanceId = Samples.instanceId()
        const user = yield* Samples.storedUser(instanceId)
        const sweep = sessions.deleteExpired({ now: Samples.plus(Samples.day), idleSince: Samples.now, limit: 50 })
        const signIn = Effect.gen(function* () {
          const first = Samples.grant(user)
          yield* sessions.issue(first)
          const presentedClient = Option.some(first.clientHash)
          yield* Effect.all(
            Arr.makeBy(3, () => sessions.issue(Samples.grant(user, { presentedClient }))),
            atOnce
          )
        })
        const endAll = sessions.revokeAll(instanceId, user.id)
        yield* Effect.forEach(rounds, (round) => (round % 4 === 0 ? endAll : round % 4 === 1 ? sweep : signIn), atOnce)
        yield* endAll
        assert.strictEqual(yield* endAll, 0)
      })
    )
  })
}
