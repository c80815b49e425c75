import { assert, describe, it } from "@effect/vitest"
import { HasherOverloaded } from "@latchkey/domain/password/PasswordErrors"
import * as Domain from "@latchkey/domain/Domain"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import * as ForeignHash from "@latchkey/domain/password/ForeignHash"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { ann, email, outcome, password, ports, storedUser } from "../support.ts"
import * as TestClient from "../support/TestClient.ts"
import { begin, crm, foreign, importAll, imported, record } from "../support/Importing.ts"

/** Adopts hashes that begin with "fast" as a hasher does that hashes them, and counts how many at a time. */
const layerHashing = (adopt: Effect.Effect<void, HasherOverloaded>) => {
  let running = 0
  let most = 0
  let adopted = 0
  const layer = Layer.effect(
    PasswordHasher,
    Effect.map(PasswordHasher, (real) => ({
      ...real,
      rewrite: (hash: ForeignHash.ForeignHash) =>
        Redacted.value(hash).startsWith("fast") ? Either.right(Option.none()) : real.rewrite(hash),
      adopt: () =>
        Effect.gen(function* () {
          adopted += 1
          running += 1
          most = Math.max(most, running)
          yield* Effect.yieldNow()
          yield* Effect.ensuring(
            adopt,
            Effect.sync(() => (running -= 1))
          )
          return Option.getOrThrow(Either.getOrThrow(real.rewrite(foreign("wrapped"))))
        })
    }))
  )
  const use = Layer.provideMerge(Domain.layer, Layer.provideMerge(layer, ports))
  return { layer: use, most: () => most, adopted: () => adopted }
}

const fast = (count: number) =>
  Arr.makeBy(count, (n) =>
    record({
      email: email(`user${n}@example.com`),
      externalId: crm(n),
      passwordHash: Option.some(ForeignHash.make("fast"))
    })
  )

describe("A fast hash", () => {
  it.scoped("is hashed before the transaction, eight at a time, and once: not again for a user who exists", () => {
    const hashing = layerHashing(Effect.void)
    return Effect.gen(function* () {
      yield* begin
      assert.lengthOf(
        (yield* imported(fast(50))).filter((tag) => tag === "Created"),
        50
      )
      assert.deepStrictEqual([hashing.adopted(), hashing.most()], [50, 8])
      assert.lengthOf(
        (yield* imported(fast(50))).filter((tag) => tag === "Skipped"),
        50
      )
      assert.strictEqual(hashing.adopted(), 50)
      const client = yield* TestClient.make
      assert.strictEqual(yield* outcome(client.signIn(email("user7@example.com"), password("wrapped"))), "ok")
    }).pipe(Effect.provide(hashing.layer))
  })

  it.scoped("is not hashed in a dry run", () => {
    const hashing = layerHashing(Effect.void)
    return Effect.gen(function* () {
      yield* begin
      assert.deepStrictEqual(yield* imported(fast(1), defaultInstance, true), ["Created"])
      assert.strictEqual(hashing.adopted(), 0)
    }).pipe(Effect.provide(hashing.layer))
  })

  it.scoped("is tried again every second while the queue has no room for it", () => {
    let refusals = 5
    const hashing = layerHashing(
      Effect.suspend(() => (refusals-- > 0 ? new HasherOverloaded({ retryAfterSeconds: 1 }) : Effect.void))
    )
    return Effect.gen(function* () {
      yield* begin
      const importing = yield* Effect.fork(outcome(importAll(fast(3))))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* Fiber.join(importing), "ok")
    }).pipe(Effect.provide(hashing.layer))
  })

  it.scoped("fails the batch with HasherOverloaded if the queue stays full, and nothing is stored", () => {
    const hashing = layerHashing(Effect.fail(new HasherOverloaded({ retryAfterSeconds: 1 })))
    return Effect.gen(function* () {
      yield* begin
      const importing = yield* Effect.fork(outcome(importAll([record({ externalId: crm(99) }), ...fast(3)])))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* Fiber.join(importing), "HasherOverloaded")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
    }).pipe(Effect.provide(hashing.layer))
  })
})
