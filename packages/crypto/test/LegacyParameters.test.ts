import * as Argon2PasswordHasher from "@latchkey/crypto/Argon2PasswordHasher"
import { PasswordHash } from "@latchkey/domain/account/UserRepository"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Schema from "effect/Schema"
import { password } from "./password.ts"

/** Three times what a hash costs today. */
const dear = { memorySize: 19_456, passes: 6, parallelism: 1 }
/** A third of it, and below OWASP's floor. */
const cheap = { memorySize: 4096, passes: 3, parallelism: 1 }

const secret = password("correct horse battery staple")
const wrong = password("wrong")

const base64 = (bytes: number) => Buffer.alloc(bytes, 1).toString("base64").replaceAll("=", "")
const stored = (parameters: string, salt = base64(16)) =>
  Schema.decodeSync(PasswordHash)(`$argon2id$v=19$${parameters}$${salt}$${base64(32)}`)

/**
 * The processor time of each verification: the least of five that take turns. It is the same on a machine that is busy
 * with other things, where the time of day is not.
 */
const least = (hashes: Record<string, PasswordHash>) =>
  Effect.gen(function* () {
    const { verify } = yield* PasswordHasher
    const found: Record<string, number> = {}
    for (let round = 0; round < 5; round++) {
      for (const [name, hash] of Object.entries(hashes)) {
        const start = process.cpuUsage()
        assert.isFalse(yield* verify(wrong, hash))
        const { system, user } = process.cpuUsage(start)
        found[name] = Math.min(found[name] ?? Number.POSITIVE_INFINITY, user + system)
      }
    }
    return found
  }).pipe(Logger.withMinimumLogLevel(LogLevel.None))

const today = stored("m=19456,t=2,p=1")

const expectAlike = (microseconds: Record<string, number>) => {
  const all = Object.values(microseconds)
  assert.isBelow(Math.max(...all) / Math.min(...all), 1.5, JSON.stringify(microseconds))
}

describe("A hasher that is told of earlier parameters", () => {
  it.layer(Argon2PasswordHasher.layerWith({ concurrency: 1, earlierParameters: [dear, cheap] }))((it) => {
    it.effect("verifies hashes of earlier parameters and of today's, and makes those of today", () =>
      Effect.gen(function* () {
        const { hash, needsRehash, verify } = yield* PasswordHasher
        const earlier = yield* Effect.flatMap(PasswordHasher, (hasher) => hasher.hash(secret)).pipe(
          Effect.provide(Argon2PasswordHasher.layerWith({ concurrency: 1, parameters: dear }))
        )
        const current = yield* hash(secret)
        for (const one of [earlier, current]) {
          assert.isTrue(yield* verify(secret, one))
          assert.isFalse(yield* verify(wrong, one))
        }
        assert.deepStrictEqual([needsRehash(earlier), needsRehash(current)], [true, false])
      })
    )

    it.effect("costs as much for each of them, and for a hash that cannot be verified", () =>
      Effect.map(
        least({
          today,
          dear: stored("m=19456,t=6,p=1"),
          cheap: stored("m=4096,t=3,p=1"),
          tooDear: stored("m=262145,t=2,p=1"),
          malformed: stored("m=19456,t=6,p=1", base64(16).slice(1))
        }),
        expectAlike
      )
    )
  })

  it.effect.each([
    { parameters: { ...dear, passes: 0 }, names: "earlier passes" },
    { parameters: { ...dear, passes: 17 }, names: "earlier passes" },
    { parameters: { ...dear, memorySize: 262_145 }, names: "earlier memorySize" },
    { parameters: { ...dear, memorySize: 7 }, names: "earlier memorySize" },
    { parameters: { ...dear, parallelism: 1.5 }, names: "earlier parallelism" }
  ])("does not start with $parameters", ({ names, parameters }) =>
    Effect.gen(function* () {
      const options = { earlierParameters: [parameters] }
      const error = yield* Effect.flip(Effect.scoped(Argon2PasswordHasher.make(options)))
      assert.strictEqual(error._tag, "HasherOptionsRejected")
      assert.include(error.message, `${names} must be a whole number from`)
    })
  )
})

describe("A hasher that is not", () => {
  it.layer(Argon2PasswordHasher.layerWith({ concurrency: 1 }))((it) => {
    it.effect("costs as much for a hash that cannot be verified", () =>
      Effect.map(
        least({
          today,
          foreign: Schema.decodeSync(PasswordHash)("$2b$12$dGFndGFndGFndGFndGFndGFndGFndGFndGFndGFndGE"),
          tooDear: stored("m=262145,t=2,p=1"),
          malformed: stored("m=19456,t=2,p=1", base64(16).slice(1))
        }),
        expectAlike
      )
    )
  })
})
