import * as Argon2PasswordHasher from "@latchkey/crypto/Argon2PasswordHasher"
import { PasswordHash } from "@latchkey/domain/account/UserRepository"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { password } from "./password.ts"
import { withThreads } from "./threads.ts"

const hash = Effect.flatMap(PasswordHasher, (hasher) => hasher.hash(password("correct horse battery staple")))

/** Starts an effect, and gives it time to stand in line. */
const started = <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.fork(self).pipe(Effect.tap(Effect.yieldNow()))

const oneAtATime = (maxQueue: number) => Effect.provide(Argon2PasswordHasher.layerWith({ concurrency: 1, maxQueue }))

describe("Argon2PasswordHasher under load", () => {
  it.effect("refuses at once what does not fit into the queue, and does the rest", () =>
    Effect.gen(function* () {
      const order: Array<string> = []
      yield* Effect.all(
        Array.from({ length: 8 }, () =>
          Effect.map(Effect.either(hash), (either) => order.push(Either.isRight(either) ? "hashed" : either.left._tag))
        ),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(order, [
        ...Array.from({ length: 5 }, () => "HasherOverloaded"),
        ...Array.from({ length: 3 }, () => "hashed")
      ])
    }).pipe(oneAtATime(2))
  )

  it.effect("counts verifying like hashing", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      const stored = yield* hash
      const running = yield* started(hash)
      const error = yield* Effect.flip(hasher.verify(password("correct horse battery staple"), stored))
      assert.strictEqual(error._tag, "HasherOverloaded")
      yield* Fiber.join(running)
      assert.isTrue(yield* hasher.verify(password("correct horse battery staple"), stored))
    }).pipe(oneAtATime(0))
  )

  it.effect("takes as long for a stored hash that cannot be verified, so that the time does not give it away", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      const order: Array<string> = []
      const verify = (stored: PasswordHash) => hasher.verify(password("correct horse battery staple"), stored)
      const one = yield* started(Effect.map(Effect.flatMap(hash, verify), () => order.push("one that can")))
      yield* Effect.repeatN(verify(Schema.decodeSync(PasswordHash)("malformed")), 15)
      order.push("sixteen that cannot")
      yield* Fiber.join(one)
      assert.deepStrictEqual(order, ["one that can", "sixteen that cannot"])
    }).pipe(Effect.provide(Argon2PasswordHasher.layerWith({ concurrency: 2 })))
  )

  it.effect("has room again after it was overloaded", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 3; round++) {
        const results = yield* Effect.all([hash, hash, hash], { concurrency: "unbounded", mode: "either" })
        assert.lengthOf(results.filter(Either.isRight), 2)
      }
    }).pipe(oneAtATime(1))
  )

  it.effect("keeps no place for somebody who went away while waiting", () =>
    Effect.gen(function* () {
      const running = yield* started(hash)
      const first = yield* started(hash)
      const second = yield* started(hash)
      assert.strictEqual((yield* Effect.flip(hash))._tag, "HasherOverloaded")

      yield* Fiber.interrupt(second)
      const third = yield* started(hash)
      assert.strictEqual((yield* Effect.flip(hash))._tag, "HasherOverloaded")
      yield* Fiber.joinAll([running, first, third])
    }).pipe(oneAtATime(2))
  )

  it.effect("finishes what has begun when somebody goes away, and keeps the thread", () =>
    Effect.gen(function* () {
      let turns = 0
      const { threads } = yield* withThreads(
        Effect.gen(function* () {
          const running = yield* started(hash)
          setImmediate(() => turns++)
          yield* Fiber.interrupt(running)
          assert.strictEqual(turns, 1)
          yield* hash
        }).pipe(oneAtATime(0))
      )
      assert.lengthOf(threads, 1)
    })
  )

  it.effect("lets a bounded number wait if nothing is said", () =>
    Effect.gen(function* () {
      // No thread goes through 19 MiB twice a thousand times in a second.
      const fibers = yield* Effect.forEach(Array.from({ length: 3000 }), () => Effect.fork(hash))
      yield* Effect.yieldNow()
      const exits = yield* Effect.forEach(fibers, Fiber.poll)
      const admitted = exits.filter(Option.isNone).length
      yield* Fiber.interruptAll(fibers)
      assert.isAbove(admitted, 1)
      assert.isBelow(admitted, 1000)
    }).pipe(Effect.provide(Argon2PasswordHasher.layerWith({ concurrency: 1 })))
  )

  it.effect("leaves the event loop free", () =>
    Effect.gen(function* () {
      const order: Array<string> = []
      const turn = () => {
        order.push("turn of the event loop")
        if (order.length < 3) setImmediate(turn)
      }
      setImmediate(turn)
      yield* Effect.all([hash, hash], { concurrency: "unbounded" })
      order.push("hashed")
      assert.deepStrictEqual(order, [...Array.from({ length: 3 }, () => "turn of the event loop"), "hashed"])
    }).pipe(oneAtATime(1))
  )
})
