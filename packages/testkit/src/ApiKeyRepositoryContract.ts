/**
 * Contract tests of `ApiKeyRepository`. Deletion uses the year 2001: no other test may use that year in the same store.
 */
import { assert, describe, it, type Vitest } from "@effect/vitest"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { ApiKey, ApiKeyRepository, type StoredApiKey } from "@latchkey/domain/operator/ApiKeyRepository"
import { Role } from "@latchkey/domain/operator/Role"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { same } from "./internal/Assertions.ts"
import { concurrently, repeatedly, untilNoneLeft } from "./internal/Concurrency.ts"
import * as Samples from "./Samples.ts"

/** The port under test, and the ports that the tests store their data with. */
export type Ports = ApiKeyRepository | Transaction

const setUp = Effect.gen(function* () {
  const keys = yield* ApiKeyRepository
  const created = (fields: Parameters<typeof Samples.apiKey>[0] = {}) =>
    Effect.suspend(() => {
      const key = Samples.apiKey(fields)
      return Effect.as(keys.insert(key), key)
    })
  const find = ({ tokenHash }: StoredApiKey, now = Samples.now) => keys.findActive(tokenHash, now)
  const isActive = (key: StoredApiKey, now = Samples.now) => Effect.map(find(key, now), Option.isSome)
  return { created, find, isActive, keys }
})

const finding = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns a key with every field and every role, by its hash", () =>
    Effect.gen(function* () {
      const { created, find } = yield* setUp
      const full = yield* created({
        name: "Café ☕ <b>",
        createdAt: Samples.plus(123),
        expiresAt: Option.some(Samples.plus(5000)),
        lastUsedAt: Option.some(Samples.plus(7))
      })
      const others = yield* Effect.forEach(Role.literals, (role) => created({ role }))
      for (const key of [full, ...others]) same(yield* find(key), Option.some(key.apiKey))
      assert.isTrue(Option.isNone(yield* find(Samples.apiKey())))
    })
  )

  it.effect("returns a key until the millisecond before it expires, and one without expiry always", () =>
    Effect.gen(function* () {
      const { created, isActive } = yield* setUp
      const key = yield* created({ expiresAt: Option.some(Samples.plus(5000)) })
      assert.isTrue(yield* isActive(key, Samples.plus(4999)))
      assert.isFalse(yield* isActive(key, Samples.plus(5000)))
      assert.isTrue(yield* isActive(yield* created(), Samples.plus(10_000 * Samples.day)))
    })
  )

  it.effect("lists up to `limit` keys, expired ones too, greatest id first", () =>
    Effect.gen(function* () {
      const { created, keys } = yield* setUp
      const own = [yield* created({ expiresAt: Option.some(Samples.plus(-1)) }), yield* created()]
      const all = yield* keys.list(1000)
      const ids = all.map(({ id }) => id)
      for (const { apiKey } of own)
        same(
          all.find(({ id }) => id === apiKey.id),
          apiKey
        )
      assert.deepStrictEqual(ids, [...ids].sort().reverse())
      same(yield* keys.list(1), all.slice(0, 1))
    })
  )

  it.effect("moves the time of the last use forward only, and touches no other key", () =>
    Effect.gen(function* () {
      const { created, find, keys } = yield* setUp
      const [used, other] = [yield* created(), yield* created()]
      const { id } = used.apiKey
      for (const millis of [1000, 500]) yield* keys.touch(id, Samples.plus(millis))
      yield* keys.touch(Samples.apiKeyId(), Samples.now)
      same(yield* find(used), Option.some(new ApiKey({ ...used.apiKey, lastUsedAt: Option.some(Samples.plus(1000)) })))
      same(yield* find(other), Option.some(other.apiKey))
    })
  )
}

const revoking = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns the revoked key once, and leaves others", () =>
    Effect.gen(function* () {
      const { created, isActive, keys } = yield* setUp
      const [revoked, kept] = [yield* created(), yield* created()]
      same(yield* keys.revoke(revoked.apiKey.id), Option.some(revoked.apiKey))
      assert.isTrue(Option.isNone(yield* keys.revoke(revoked.apiKey.id)))
      assert.deepStrictEqual([yield* isActive(revoked), yield* isActive(kept)], [false, true])
    })
  )

  it.effect("returns the key to exactly one of ten concurrent calls", () =>
    repeatedly(3, () =>
      Effect.gen(function* () {
        const { created, keys } = yield* setUp
        const { apiKey } = yield* created()
        const outcomes = Arr.getRights(yield* concurrently(10, () => keys.revoke(apiKey.id)))
        assert.lengthOf(outcomes, 10)
        assert.lengthOf(outcomes.filter(Option.isSome), 1)
      })
    )
  )

  it.effect("neither stores nor revokes when the surrounding transaction fails", () =>
    Effect.gen(function* () {
      const { created, isActive, keys } = yield* setUp
      const { run } = yield* Transaction
      const [kept, never] = [yield* created(), Samples.apiKey()]
      const work = Effect.zipRight(keys.insert(never), keys.revoke(kept.apiKey.id))
      yield* Effect.either(run(Effect.zipRight(work, Effect.fail("refused"))))
      assert.deepStrictEqual([yield* isActive(kept), yield* isActive(never)], [true, false])
    })
  )

  it.effect("revokes every key", () =>
    Effect.gen(function* () {
      const { created, isActive, keys } = yield* setUp
      const all = [yield* created(), yield* created()]
      assert.isAtLeast(yield* keys.revokeAll, 2)
      for (const key of all) assert.isFalse(yield* isActive(key))
      assert.deepStrictEqual(yield* keys.list(10), [])
      assert.strictEqual(yield* keys.revokeAll, 0)
    })
  )
}

const deletingExpired = (it: Vitest.MethodsNonLive<Ports>) => {
  const old = (millis: number) => Samples.plus(millis, Samples.longAgo)
  const expiring = (millis: number) => ({ expiresAt: Option.some(old(millis)) })

  it.effect("deletes keys from the millisecond of their `expiresAt` on, and keeps others", () =>
    Effect.gen(function* () {
      const { created, isActive, keys } = yield* setUp
      yield* untilNoneLeft(keys.deleteExpired(old(Samples.day), 1000))
      yield* created(expiring(10))
      const [later, lasting] = [yield* created(expiring(11)), yield* created()]
      assert.strictEqual(yield* keys.deleteExpired(old(9), 100), 0)
      assert.strictEqual(yield* keys.deleteExpired(old(10), 100), 1)
      assert.strictEqual(yield* keys.deleteExpired(old(10), 100), 0)
      assert.deepStrictEqual([yield* isActive(later, old(10)), yield* isActive(lasting)], [true, true])
    })
  )

  it.effect("deletes at most `limit` keys per call", () =>
    Effect.gen(function* () {
      const { created, keys } = yield* setUp
      yield* untilNoneLeft(keys.deleteExpired(old(Samples.day), 1000))
      yield* Effect.forEach(Arr.range(1, 5), (millis) => created(expiring(millis)))
      const batch = keys.deleteExpired(old(5), 3)
      assert.deepStrictEqual([yield* batch, yield* batch, yield* batch], [3, 2, 0])
    })
  )
}

/** Registers the tests in a suite that `it.layer` has opened. */
export const tests = (it: Vitest.MethodsNonLive<Ports>): void => {
  describe("findActive, list, touch", () => finding(it))
  describe("revoke, revokeAll", () => revoking(it))
  describe("deleteExpired", () => deletingExpired(it))
}

/**
 * Runs the contract of `ApiKeyRepository` against a layer, which must build within a minute. Call it in a test file of
 * Vitest.
 */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void =>
  it.layer(layer, { timeout: "60 seconds" })(`ApiKeyRepository: ${name}`, tests)
