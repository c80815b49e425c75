import { readdirSync, readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { availableParallelism, getPriority } from "node:os"
import { assert, describe, it } from "@effect/vitest"
import * as Argon2PasswordHasher from "@latchkey/crypto/Argon2PasswordHasher"
import { PasswordHash } from "@latchkey/domain/account/UserRepository"
import * as ForeignHash from "@latchkey/domain/password/ForeignHash"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { anyCaller, password } from "./support/password.ts"
import { withThreads } from "./support/threads.ts"

const right = password("correct horse battery staple")

let callers = 0
/** Hashes a password, each time for another caller: one caller alone could take only a quarter of the queue. */
const hash = Effect.flatMap(PasswordHasher, (hasher) => hasher.hash(right, { fairnessKey: String(callers++) }))

/** Forks an effect, and lets it enter the queue. */
const started = <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.fork(self).pipe(Effect.tap(Effect.yieldNow()))

const oneThread = (queueCapacity: number) =>
  Effect.provide(Argon2PasswordHasher.layerWith({ concurrency: 1, queueCapacity }))

describe("Argon2PasswordHasher under load", () => {
  it.effect("refuses immediately what does not fit into the queue, and hashes the rest", () =>
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
    }).pipe(oneThread(2))
  )

  it.effect("gives one caller at most a quarter of the queue, for hashing and verifying together", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      const stored = yield* hash
      const running = yield* started(hash)
      const first = yield* started(hasher.hash(right, anyCaller))
      const second = yield* started(hasher.verify(right, stored, anyCaller))
      assert.strictEqual((yield* Effect.flip(hasher.hash(right, anyCaller)))._tag, "HasherOverloaded")
      assert.strictEqual((yield* Effect.flip(hasher.verify(right, stored, anyCaller)))._tag, "HasherOverloaded")
      yield* hash
      yield* Fiber.joinAll([running, first])
      assert.isTrue(yield* Fiber.join(second))
    }).pipe(oneThread(8))
  )

  it.effect("counts verifying like hashing", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      const stored = yield* hash
      const running = yield* started(hash)
      const error = yield* Effect.flip(hasher.verify(right, stored, anyCaller))
      assert.strictEqual(error._tag, "HasherOverloaded")
      yield* Fiber.join(running)
      assert.isTrue(yield* hasher.verify(right, stored, anyCaller))
    }).pipe(oneThread(0))
  )

  it.effect("takes as long for a stored hash that cannot be verified, so that the time does not expose it", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      const order: Array<string> = []
      const verify = (stored: PasswordHash) => hasher.verify(right, stored, anyCaller)
      const one = yield* started(Effect.map(Effect.flatMap(hash, verify), () => order.push("one that can")))
      yield* Effect.repeatN(verify(Schema.decodeSync(PasswordHash)("malformed")), 15)
      order.push("sixteen that cannot")
      yield* Fiber.join(one)
      assert.deepStrictEqual(order, ["one that can", "sixteen that cannot"])
    }).pipe(Effect.provide(Argon2PasswordHasher.layerWith({ concurrency: 2 })))
  )

  it.effect("accepts passwords again after an overload", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 3; round++) {
        const results = yield* Effect.all([hash, hash, hash], { concurrency: "unbounded", mode: "either" })
        assert.lengthOf(results.filter(Either.isRight), 2)
      }
    }).pipe(oneThread(1))
  )

  it.effect("frees the place of a caller that was interrupted while queued", () =>
    Effect.gen(function* () {
      const running = yield* started(hash)
      const first = yield* started(hash)
      const second = yield* started(hash)
      assert.strictEqual((yield* Effect.flip(hash))._tag, "HasherOverloaded")

      yield* Fiber.interrupt(second)
      const third = yield* started(hash)
      assert.strictEqual((yield* Effect.flip(hash))._tag, "HasherOverloaded")
      yield* Fiber.joinAll([running, first, third])
    }).pipe(oneThread(2))
  )

  it.effect("gives a thread nothing behind a hash of another system, which may take long", () =>
    Effect.gen(function* () {
      const { adopt, verify } = yield* PasswordHasher
      const digest = "JXR2/WF3Aq3h3lqnK4Fj5/10dGNAhWwdfFVtRKSYo54="
      const foreign = yield* adopt(ForeignHash.make(`pbkdf2_sha256$1000000$seasalt1$${digest}`), anyCaller)
      const order: Array<string> = []
      const slow = yield* started(Effect.map(verify(right, foreign, anyCaller), () => order.push("verified")))
      const queued = yield* started(hash)
      yield* Fiber.interrupt(queued)
      order.push("interrupted")
      yield* Fiber.join(slow)
      assert.deepStrictEqual(order, ["interrupted", "verified"])
    }).pipe(oneThread(2))
  )

  it.effect("finishes a hash that is being computed when its caller is interrupted, and keeps the thread", () =>
    Effect.gen(function* () {
      let turns = 0
      const { threads } = yield* withThreads(
        Effect.gen(function* () {
          const running = yield* started(hash)
          setImmediate(() => turns++)
          yield* Fiber.interrupt(running)
          assert.strictEqual(turns, 1)
          yield* hash
        }).pipe(oneThread(0))
      )
      assert.lengthOf(threads, 1)
    })
  )

  it.effect("bounds the queue by default", () =>
    Effect.gen(function* () {
      const fibers = yield* Effect.forEach(Array.from({ length: 120 }), () => Effect.fork(hash))
      yield* Effect.yieldNow()
      const exits = yield* Effect.forEach(fibers, Fiber.poll)
      const queued = exits.filter(Option.isNone).length
      yield* Fiber.interruptAll(fibers)
      assert.isAbove(queued, 1)
      assert.isBelow(queued, 40)
    }).pipe(Effect.provide(Argon2PasswordHasher.layerWith({ concurrency: 1 })))
  )

  it.effect("does not block the event loop", () =>
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
    }).pipe(oneThread(1))
  )
})

/** Returns the niceness of each thread of this process (proc(5): field 19 of stat). */
const niceness = (): ReadonlyArray<number> =>
  readdirSync("/proc/self/task").map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, "utf8")
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[16])
  })

describe("The threads of Argon2PasswordHasher", () => {
  it.effect("are one for each core, or as many as configured", () =>
    Effect.gen(function* () {
      const byDefault = yield* withThreads(hash.pipe(Effect.provide(Argon2PasswordHasher.layer)))
      assert.lengthOf(byDefault.threads, availableParallelism())
      const three = yield* withThreads(hash.pipe(Effect.provide(Argon2PasswordHasher.layerWith({ concurrency: 3 }))))
      assert.lengthOf(three.threads, 3)
    })
  )

  it.effect("are not those of libuv: a file is read while more hashes run than libuv has threads", () =>
    Effect.gen(function* () {
      const order: Array<string> = []
      const hashing = yield* Effect.fork(
        Effect.all(
          Array.from({ length: 8 }, () => Effect.map(hash, () => order.push("hashed"))),
          { concurrency: "unbounded" }
        )
      )
      yield* Effect.yieldNow()
      yield* Effect.promise(() => readFile(import.meta.filename))
      order.push("read")
      yield* Fiber.join(hashing)
      // Behind eight hashes on libuv's four threads, it would be read after five of them.
      assert.isBelow(order.indexOf("read"), 4)
    }).pipe(Effect.provide(Argon2PasswordHasher.layerWith({ concurrency: 8 })))
  )

  it.effect("end when the scope closes", () =>
    Effect.gen(function* () {
      const { threads } = yield* withThreads(
        hash.pipe(Effect.provide(Argon2PasswordHasher.layerWith({ concurrency: 2 })))
      )
      assert.deepStrictEqual(
        threads.map((thread) => thread.threadId),
        [-1, -1]
      )
    })
  )

  it.effect("are replaced when they die", () =>
    Effect.gen(function* () {
      const { result, threads } = yield* withThreads(Argon2PasswordHasher.make({ concurrency: 1 }))
      yield* Effect.promise(() => Promise.all(threads.map((thread) => thread.terminate())))
      yield* result.hash(right, anyCaller)
    }).pipe(Effect.scoped)
  )

  // Only Linux keeps a niceness for each thread, and only root can lower it again.
  it.effect.skipIf(process.platform !== "linux" || getPriority() >= 10)("give way to the event loop", () =>
    Effect.gen(function* () {
      yield* hash
      assert.lengthOf(
        niceness().filter((nice) => nice === 7),
        2
      )
    }).pipe(Effect.provide(Argon2PasswordHasher.layerWith({ concurrency: 2 })))
  )
})
