/**
 * Contract tests of `EmailOutbox`. A lease takes requests of all instances, so the tests need a store whose
 * outbox no other test uses at the same time.
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import type { User } from "@latchkey/domain/account/UserRepository"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { EmailOutbox, QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import { Language } from "@latchkey/domain/language/Language"
import { EmailKind } from "@latchkey/domain/mail/MailDeliveryLog"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { same } from "./internal/Assertions.ts"
import { concurrently, pause, repeatedly } from "./internal/Concurrency.ts"
import { at, sent, setUpOutbox, update } from "./internal/OutboxFixture.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = InstanceRepository | EmailOutbox | Transaction

const counted = (email: QueuedEmail, attempts = 1) => new QueuedEmail({ ...email, attempts })

const leasing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns a new request immediately, with every field, and counts the attempt", () =>
    Effect.gen(function* () {
      const { enqueued, lease } = yield* setUpOutbox
      const plain = yield* enqueued(0)
      same(yield* lease(0), [counted(plain)])
      const bound = yield* enqueued(1, { clientHash: Option.some(Samples.tokenHash()) })
      same(yield* lease(1), [counted(bound)])
      const parameters = { device: "Firefox on Linux", "": 'Ünïcode "\\\n' }
      const other = yield* enqueued(2, { kind: EmailKind.make("password_changed"), parameters })
      same(yield* lease(2), [counted(other)])
      const languages = [Language.make("pt-BR"), Language.make("en")]
      const preferred = yield* enqueued(3, { languages })
      same(yield* lease(3), [counted(preferred)])
      const onBehalf = yield* enqueued(4, { userId: Option.some(Samples.userId()) })
      same(yield* lease(4), [counted(onBehalf)])
    })
  )

  it.effect("returns a new request immediately to a worker whose clock is behind `requestedAt`", () =>
    Effect.gen(function* () {
      const { enqueued, lease } = yield* setUpOutbox
      const request = yield* enqueued(5000)
      same(yield* lease(0, 3000), [counted(request)])
      same(yield* lease(2999), [])
      same(yield* lease(3000), [counted(request, 2)])
    })
  )

  it.effect("returns the oldest requests first, of all instances, and at most `limit`", () =>
    Effect.gen(function* () {
      const { enqueued, lease } = yield* setUpOutbox
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const fifth = yield* enqueued(50)
      const second = yield* enqueued(20, { instanceId: otherInstanceId })
      const fourth = yield* enqueued(40)
      const first = yield* enqueued(10)
      const third = yield* enqueued(30, { instanceId: otherInstanceId })
      same(yield* lease(100, 1000, 3), [counted(first), counted(second), counted(third)])
      same(yield* lease(100, 1000, 3), [counted(fourth), counted(fifth)])
      same(yield* lease(100, 1000, 3), [])
    })
  )

  it.effect("returns a leased request again from the millisecond on at which its lease runs out", () =>
    Effect.gen(function* () {
      const { enqueued, lease } = yield* setUpOutbox
      const request = yield* enqueued(0)
      same(yield* lease(0, 5000), [counted(request)])
      same(yield* lease(0, 5000), [])
      same(yield* lease(4999), [])
      same(yield* lease(5000, 9000), [counted(request, 2)])
      same(yield* lease(8999), [])
      same(yield* lease(9000), [counted(request, 3)])
    })
  )

  it.effect("continues to count from the attempts that the request was enqueued with", () =>
    Effect.gen(function* () {
      const { enqueued, lease } = yield* setUpOutbox
      const request = yield* enqueued(0, { attempts: 4 })
      same(yield* lease(0), [counted(request, 5)])
    })
  )
}

const completing = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("never returns a completed request again, and keeps others", () =>
    Effect.gen(function* () {
      const { complete, enqueued, lease } = yield* setUpOutbox
      const completed = yield* enqueued(0)
      const other = yield* enqueued(1)
      yield* lease(1, 5000)
      yield* complete(completed.id, sent())
      same(yield* lease(5000), [counted(other, 2)])
    })
  )

  it.effect("returns a rescheduled request from the millisecond of its new time on, leased or not", () =>
    Effect.gen(function* () {
      const { enqueued, lease, reschedule } = yield* setUpOutbox
      const request = yield* enqueued(0)
      yield* lease(0, 5000)
      yield* reschedule(request.id, update(2000))
      same(yield* lease(1999), [])
      same(yield* lease(2000, 3000), [counted(request, 2)])
      yield* reschedule(request.id, update(7000))
      same(yield* lease(6999), [])
      same(yield* lease(7000), [counted(request, 3)])
    })
  )

  it.effect("ignore a request that is gone", () =>
    Effect.gen(function* () {
      const { complete, enqueued, lease, reschedule } = yield* setUpOutbox
      const request = yield* enqueued(0)
      yield* complete(request.id, sent())
      yield* complete(request.id, sent())
      yield* reschedule(request.id, update(0))
      same(yield* lease(1000), [])
    })
  )

  it.effect("ignore a request of another instance", () =>
    Effect.gen(function* () {
      const { enqueued, lease, outbox } = yield* setUpOutbox
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const request = yield* enqueued(0)
      yield* lease(0, 5000)
      yield* outbox.complete(otherInstanceId, request.id, sent())
      yield* outbox.reschedule(otherInstanceId, request.id, update(1000))
      same(yield* lease(4999), [])
      same(yield* lease(5000), [counted(request, 2)])
    })
  )
}

const concurrentWorkers = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("lease different requests to ten workers, and miss none", () =>
    repeatedly(3, () =>
      Effect.gen(function* () {
        const { enqueued, lease } = yield* setUpOutbox
        const requests = yield* Effect.forEach(Arr.range(0, 19), (millis) => enqueued(millis))
        const leased = Arr.getRights(yield* concurrently(10, () => lease(100, 5000, 3)))
        assert.lengthOf(leased, 10)
        assert.isTrue(leased.every((batch) => batch.length <= 3))
        const ids = [...leased.flat(), ...(yield* lease(100, 5000))].map(({ id }) => id)
        assert.sameMembers(
          ids,
          requests.map(({ id }) => id)
        )
      })
    )
  )

  it.effect("hide the leases of an open transaction from other workers, and release them when it fails", () =>
    Effect.gen(function* () {
      const { enqueued, lease } = yield* setUpOutbox
      const { run } = yield* Transaction
      const requests = [yield* enqueued(0), yield* enqueued(1), yield* enqueued(2)]
      const isLeased = yield* Effect.makeLatch()
      const leaseTwo = lease(10, 5000, 2).pipe(Effect.zipLeft(isLeased.open), Effect.zipLeft(pause(20)))
      const [first, second] = yield* Effect.all([run(leaseTwo), isLeased.whenOpen(lease(10, 5000))], {
        concurrency: "unbounded"
      })
      assert.sameMembers(
        [...first, ...second].map(({ id }) => id),
        requests.map(({ id }) => id)
      )
      yield* Effect.either(run(Effect.zipRight(lease(5000, 9000), Effect.fail("refused"))))
      same(
        yield* lease(5000),
        requests.map((request) => counted(request, 2))
      )
    })
  )

  it.effect("leave no change behind when the surrounding transaction fails", () =>
    Effect.gen(function* () {
      const { complete, enqueued, lease } = yield* setUpOutbox
      const { run } = yield* Transaction
      const kept = yield* enqueued(0)
      const work = Effect.zipRight(enqueued(1), complete(kept.id, sent()))
      yield* Effect.either(run(Effect.zipRight(work, Effect.fail("refused"))))
      same(yield* lease(10), [counted(kept)])
    })
  )
}

const deletingExpired = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes emails that expired at `until` or before, leased or not, of all instances", () =>
    Effect.gen(function* () {
      const { enqueued, lease, outbox } = yield* setUpOutbox
      const { id: otherInstanceId } = yield* Samples.storedInstance
      yield* enqueued(0, { expiresAt: at(10) })
      yield* lease(10, 5000)
      yield* enqueued(30, { expiresAt: at(20), instanceId: otherInstanceId })
      const younger = yield* enqueued(0, { expiresAt: at(21) })
      assert.strictEqual(yield* outbox.deleteExpired(at(9), 100), 0)
      assert.strictEqual(yield* outbox.deleteExpired(at(20), 100), 2)
      assert.strictEqual(yield* outbox.deleteExpired(at(20), 100), 0)
      same(yield* lease(5000), [counted(younger)])
    })
  )

  it.effect("deletes at most `limit` emails per call", () =>
    Effect.gen(function* () {
      const { enqueued, outbox } = yield* setUpOutbox
      yield* Effect.forEach(Arr.range(1, 5), (millis) => enqueued(0, { expiresAt: at(millis) }))
      const batch = outbox.deleteExpired(at(10), 3)
      assert.deepStrictEqual([yield* batch, yield* batch, yield* batch], [3, 2, 0])
    })
  )
}

const deletingAll = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes every email to the address, also a leased one, and no other", () =>
    Effect.gen(function* () {
      const { complete, enqueued, instanceId, lease, outbox } = yield* setUpOutbox
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const leased = yield* enqueued(0)
      yield* lease(0, 50)
      const { email } = leased
      yield* enqueued(1, { email })
      const other = yield* enqueued(2)
      const there = yield* enqueued(3, { email, instanceId: otherInstanceId })
      yield* outbox.deleteAll(instanceId, email)
      yield* complete(leased.id, sent())
      same(yield* lease(100, 200), [counted(other), counted(there)])
    })
  )
}

const deletingOfUser = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("deletes what is sent on behalf of a user, to whatever address, also while a worker sends it", () =>
    Effect.gen(function* () {
      const { complete, enqueued, instanceId, lease, outbox } = yield* setUpOutbox
      const { id: otherInstanceId } = yield* Samples.storedInstance
      const id = Samples.userId()
      const [userId, email] = [Option.some(id), Samples.email()]
      const leased = yield* enqueued(0, { userId, email })
      yield* lease(0, 100)
      yield* enqueued(1, { userId })
      const toSame = yield* enqueued(2, { email })
      const ofOther = yield* enqueued(3, { email, userId: Option.some(Samples.userId()) })
      const there = yield* enqueued(4, { userId, instanceId: otherInstanceId })
      yield* outbox.deleteAllOf(instanceId, id)
      yield* complete(leased.id, sent())
      same(yield* lease(100, 200), [counted(toSame), counted(ofOther), counted(there)])
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("enqueue and lease", () => leasing(it))
  describe("complete and reschedule", () => completing(it))
  describe("concurrent workers", () => concurrentWorkers(it))
  describe("deleteAll", () => deletingAll(it))
  describe("deleteAllOf", () => deletingOfUser(it))
  describe("deleteExpired", () => deletingExpired(it))
}

/** Stores a row of every kind that the port has. The user must be stored. */
export const writeRows = ({ email, instanceId }: User): Effect.Effect<unknown, unknown, Ports> =>
  Effect.flatMap(EmailOutbox, ({ enqueue }) => enqueue(Samples.queuedEmail(instanceId, { email })))

/**
 * Runs the contract of `EmailOutbox` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`EmailOutbox: ${name}`, tests)
