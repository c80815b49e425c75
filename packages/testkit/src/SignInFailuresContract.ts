/**
 * Contract tests of `SignInFailures`. Notices and deletion concern all instances, so the tests of them use times of the
 * year 2001: no other test may use that year in the same store.
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { maxFailures, noticeInterval, SignInFailures, unknownLifetime } from "@latchkey/domain/account/SignInFailures"
import { type User, UserRepository } from "@latchkey/domain/account/UserRepository"
import type { Email } from "@latchkey/domain/core/Email"
import { Transaction } from "@latchkey/domain/core/Transaction"
import type { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { succeeds } from "./internal/Assertions.ts"
import { concurrently, untilNoneLeft } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = InstanceRepository | SignInFailures | Transaction | UserRepository

const { longAgo, plus } = Samples
const later = (duration: Duration.Duration, since = longAgo) => DateTime.addDuration(since, duration)
const takeLimit = 1000

/** A user, and calls about the address of that user at the beginning of 2001. */
const setUp = Effect.gen(function* () {
  const port = yield* SignInFailures
  const users = yield* UserRepository
  const { id: instanceId } = yield* Samples.storedInstance
  const user = yield* Samples.storedUser(instanceId)
  const fail = (count = 1, { at = longAgo, email = user.email }: { at?: DateTime.Utc; email?: Email } = {}) =>
    Effect.repeatN(port.record({ instanceId, email, now: at }), count - 1)
  const count = Effect.gen(function* () {
    const counted = yield* port.count(user)
    const account = yield* users.findForSignIn({ ...user, clientHash: Option.none(), now: longAgo })
    assert.strictEqual(account.failedSignIns, counted)
    return counted
  })
  const take = (at = longAgo) =>
    Effect.map(port.takeNotices(at, takeLimit), (notices) => notices.filter(({ userId }) => userId === user.id))
  return { count, fail, instanceId, port, take, user, users }
})

const counting = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("counts failures in a row, which a reset sets to zero", () =>
    Effect.gen(function* () {
      const { count, fail, instanceId, port, user } = yield* setUp
      assert.strictEqual(yield* count, 0)
      yield* port.reset(instanceId, user.email)
      assert.strictEqual(yield* count, 0)
      yield* fail(3)
      assert.strictEqual(yield* count, 3)
      yield* port.reset(instanceId, user.email)
      assert.strictEqual(yield* count, 0)
      yield* fail(2)
      assert.strictEqual(yield* count, 2)
    })
  )

  it.effect("loses none of a hundred concurrent failures", () =>
    Effect.gen(function* () {
      const { count, fail } = yield* setUp
      const failed = yield* concurrently(100, () => fail())
      failed.forEach(succeeds)
      assert.strictEqual(yield* count, 100)
    })
  )

  it.effect("deletes a count with its notice, and no other", () =>
    Effect.gen(function* () {
      const { count, fail, instanceId, port, take, user } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      yield* fail(maxFailures)
      yield* port.delete(otherId, user.email)
      yield* port.delete(instanceId, Samples.email())
      assert.strictEqual(yield* count, maxFailures)
      yield* port.delete(instanceId, user.email)
      assert.strictEqual(yield* count, 0)
      assert.deepStrictEqual(yield* take(), [])
      yield* fail()
      assert.strictEqual(yield* count, 1)
    })
  )

  it.effect("keeps addresses and instances apart", () =>
    Effect.gen(function* () {
      const { count, fail, port, user } = yield* setUp
      const { id: otherId } = yield* Samples.storedInstance
      const namesake = yield* Samples.storedUser(otherId, { email: user.email })
      yield* fail(3)
      yield* fail(1, { email: Samples.email() })
      yield* port.record({ instanceId: otherId, email: user.email, now: longAgo })
      yield* port.reset(otherId, user.email)
      assert.strictEqual(yield* count, 3)
      assert.strictEqual(yield* port.count(namesake), 0)
    })
  )

  it.effect("starts at zero for a new account, whatever its address has counted before", () =>
    Effect.gen(function* () {
      const { fail, instanceId, port, users } = yield* setUp
      const email = Samples.email()
      yield* fail(150, { email })
      const missing = yield* users.findForSignIn({ instanceId, email, clientHash: Option.none(), now: longAgo })
      assert.strictEqual(missing.failedSignIns, 0)
      const user = yield* Samples.storedUser(instanceId, { email })
      assert.strictEqual(yield* port.count(user), 0)
      yield* fail(1, { email })
      assert.strictEqual(yield* port.count(user), 1)
    })
  )

  it.effect("counts nothing when the surrounding transaction fails", () =>
    Effect.gen(function* () {
      const { count, fail } = yield* setUp
      const { run } = yield* Transaction
      yield* fail(2)
      yield* Effect.either(run(Effect.zipRight(fail(), Effect.fail("refused"))))
      assert.strictEqual(yield* count, 2)
    })
  )
}

const notifying = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("makes a notice due with the hundredth failure, once", () =>
    Effect.gen(function* () {
      const { fail, instanceId, take, user } = yield* setUp
      yield* fail(maxFailures - 1)
      assert.deepStrictEqual(yield* take(), [])
      yield* fail(1, { at: plus(1, longAgo) })
      assert.deepStrictEqual(yield* take(), [])
      assert.deepStrictEqual(yield* take(plus(1, longAgo)), [{ instanceId, userId: user.id }])
      assert.deepStrictEqual(yield* take(later(noticeInterval)), [])
    })
  )

  it.effect("makes the next one due a day later, only after a further failure, and despite a reset", () =>
    Effect.gen(function* () {
      const { fail, instanceId, port, take, user } = yield* setUp
      yield* fail(maxFailures)
      assert.lengthOf(yield* take(), 1)
      yield* fail(2, { at: plus(5, longAgo) })
      yield* port.reset(instanceId, user.email)
      yield* fail(maxFailures, { at: plus(9, longAgo) })
      assert.deepStrictEqual(yield* take(plus(-1, later(noticeInterval))), [])
      assert.lengthOf(yield* take(later(noticeInterval)), 1)
      yield* fail(1, { at: plus(9, later(noticeInterval)) })
      yield* port.reset(instanceId, user.email)
      assert.deepStrictEqual(yield* take(later(Duration.times(noticeInterval, 3))), [])
    })
  )

  it.effect("gives each of forty concurrent workers other notices, and each notice to one", () =>
    Effect.gen(function* () {
      const { fail, take, user } = yield* setUp
      yield* fail(maxFailures)
      const taken = yield* concurrently(40, () => take())
      assert.deepStrictEqual(
        Either.getOrThrow(Either.all(taken)).flatMap((notices) => notices.map(({ userId }) => userId)),
        [user.id]
      )
    })
  )

  it.effect("returns a notice when the surrounding transaction fails", () =>
    Effect.gen(function* () {
      const { fail, take } = yield* setUp
      const { run } = yield* Transaction
      yield* fail(maxFailures)
      yield* Effect.either(run(Effect.zipRight(take(), Effect.fail("refused"))))
      assert.lengthOf(yield* take(), 1)
    })
  )

  it.effect("makes none due for an address without an account", () =>
    Effect.gen(function* () {
      const { fail, instanceId, port } = yield* setUp
      yield* fail(maxFailures, { email: Samples.email() })
      const notices = yield* port.takeNotices(longAgo, takeLimit)
      assert.isFalse(notices.some((notice) => notice.instanceId === instanceId))
    })
  )
}

const deletingExpired = (it: Vitest.MethodsNonLive<Ports>) => {
  const setUpExpired = Effect.gen(function* () {
    const fixture = yield* setUp
    yield* untilNoneLeft(fixture.port.deleteExpired(later(Duration.days(30)), 1000))
    return fixture
  })

  it.effect("deletes counts of addresses without an account a day after their first failure, at most `limit`", () =>
    Effect.gen(function* () {
      const { count, fail, port } = yield* setUpExpired
      const email = Samples.email()
      yield* fail(1)
      yield* fail(1, { email })
      yield* fail(1, { email, at: plus(1, longAgo) })
      for (let other = 1; other <= 2; other++) yield* fail(1, { email: Samples.email() })
      const end = later(unknownLifetime)
      assert.strictEqual(yield* port.deleteExpired(plus(-1, end), 9), 0)
      const batch = port.deleteExpired(end, 2)
      assert.deepStrictEqual([yield* batch, yield* batch, yield* batch], [2, 1, 0])
      assert.strictEqual(yield* port.deleteExpired(later(Duration.days(30)), 9), 0)
      assert.strictEqual(yield* count, 1)
    })
  )

  it.effect("deletes counts that were reset, a day after the last notice", () =>
    Effect.gen(function* () {
      const { fail, instanceId, port, take, user } = yield* setUpExpired
      yield* fail(maxFailures)
      yield* take()
      yield* port.reset(instanceId, user.email)
      assert.strictEqual(yield* port.deleteExpired(plus(-1, later(noticeInterval)), 9), 0)
      assert.strictEqual(yield* port.deleteExpired(later(noticeInterval), 9), 1)
      yield* fail(1)
      yield* port.reset(instanceId, user.email)
      assert.strictEqual(yield* port.deleteExpired(longAgo, 9), 1)
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("record and reset", () => counting(it))
  describe("takeNotices", () => notifying(it))
  describe("deleteExpired", () => deletingExpired(it))
}

/** Stores a row of every kind that the port has. The user must be stored. */
export const writeRows = ({ email, instanceId }: User): Effect.Effect<unknown, unknown, Ports> =>
  Effect.flatMap(SignInFailures, ({ record }) => record({ instanceId, email, now: Samples.now }))

/**
 * Runs the contract of `SignInFailures` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`SignInFailures: ${name}`, tests)
