import { assert, it } from "@effect/vitest"
import { SignInFailures } from "@latchkey/domain/account/SignInFailures"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { AuditLog } from "@latchkey/domain/audit/AuditLog"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { ApiKeyRepository } from "@latchkey/domain/operator/ApiKeyRepository"
import { RateLimitStore } from "@latchkey/domain/rate-limit/RateLimitStore"
import { SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Postgres from "@latchkey/postgres/Postgres"
import * as Samples from "@latchkey/testkit/Samples"
import * as Arr from "effect/Array"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestServices from "effect/TestServices"
import { onPglite, onServer, servers } from "@latchkey/test-support/postgres/databases"
import { isFull } from "@latchkey/test-support/suite"

/** Signs up with a magic link: one transaction with every repository that can be part of one. */
const signUpWithLink = Effect.gen(function* () {
  const failures = yield* SignInFailures
  const links = yield* MagicLinkRepository
  const users = yield* UserRepository
  const sessions = yield* SessionRepository
  const instances = yield* InstanceRepository
  const audit = yield* AuditLog
  const apiKeys = yield* ApiKeyRepository
  const { run } = yield* Transaction
  const instance = yield* Samples.storedInstance
  const link = Samples.magicLink(instance.id)
  const user = Samples.user(instance.id, { email: link.email })
  yield* links.insert(link)
  yield* Effect.gen(function* () {
    const consumed = yield* links.consume(instance.id, link.tokenHash, Samples.now)
    assert.isTrue(Option.isSome(consumed))
    yield* users.insert(user)
    yield* instances.modify(instance.id, Either.right)
    yield* users.findByEmailForUpdate(instance.id, user.email)
    yield* run(
      users.verifyEmail({ instanceId: instance.id, userId: user.id, now: Samples.now, password: "keep_password" })
    )
    yield* failures.record({ instanceId: instance.id, email: user.email, now: Samples.now })
    yield* failures.takeNotices(Samples.now, 1)
    yield* failures.reset(instance.id, user.email)
    yield* sessions.revokeAll(instance.id, user.id)
    yield* sessions.issue(Samples.grant(new User({ ...user, credentialVersion: 2 })))
    yield* audit.append(Samples.auditEntry({ instanceId: Option.some(instance.id) }))
    yield* apiKeys.insert(Samples.apiKey())
  }).pipe(run)
  return Option.isSome(yield* users.findByEmail(instance.id, user.email))
})

const inRealTime = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(TestServices.provideLive(Effect.timed(effect)), ([duration]) => Duration.toMillis(duration))

for (const database of [...servers().map((server) => onServer(server, 1)), ...(isFull() ? [onPglite] : [])]) {
  it.layer(Layer.provideMerge(Postgres.layer, database.migrated), { timeout: "60 seconds" })(
    `A pool of one connection to ${database.name}`,
    (it) => {
      it.effect("is enough for a transaction over all repositories, and for twenty concurrent ones", () =>
        Effect.gen(function* () {
          assert.isTrue(yield* signUpWithLink)
          const done = yield* Effect.forEach(Arr.range(1, 20), () => signUpWithLink, { concurrency: "unbounded" })
          assert.isTrue(done.every(Boolean))
        })
      )

      it.effect("gets its connection back when a call is interrupted, at any moment", () =>
        Effect.gen(function* () {
          const limits = yield* RateLimitStore
          const users = yield* UserRepository
          const { run } = yield* Transaction
          const instanceId = Samples.instanceId()
          const consume = limits.consume(instanceId, [{ key: "k", rate: { limit: 3, windowSeconds: 9 } }], Samples.now)
          const call = Effect.all([consume, run(users.insert(Samples.user(instanceId))), signUpWithLink])
          const elapsed = yield* inRealTime(
            Effect.forEach(Arr.range(0, 20), (millis) =>
              Effect.gen(function* () {
                const fiber = yield* Effect.fork(call)
                yield* Effect.sleep(millis)
                yield* Fiber.interrupt(fiber)
                yield* Postgres.ping
              })
            )
          )
          assert.isBelow(elapsed, 4000)
        })
      )

      it.effect("makes other calls wait until a transaction has ended, and they never see a part of it", () =>
        Effect.gen(function* () {
          const users = yield* UserRepository
          const { run } = yield* Transaction
          const user = Samples.user(Samples.instanceId())
          const started = yield* Deferred.make<void>()
          const released = yield* Deferred.make<void>()
          const failing = users
            .insert(user)
            .pipe(
              Effect.zipRight(Deferred.succeed(started, undefined)),
              Effect.zipRight(Deferred.await(released)),
              Effect.zipRight(Effect.fail("refused"))
            )
          const transaction = yield* Effect.fork(run(failing))
          yield* Deferred.await(started)
          const reader = yield* Effect.fork(users.findByEmail(user.instanceId, user.email))
          yield* Effect.yieldNow()
          yield* Deferred.succeed(released, undefined)
          assert.isTrue(Option.isNone(yield* Fiber.join(reader)))
          assert.strictEqual(yield* Effect.flip(Fiber.join(transaction)), "refused")
        })
      )
    }
  )
}
