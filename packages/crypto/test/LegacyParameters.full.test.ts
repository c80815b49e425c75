import { assert, describe, it } from "@effect/vitest"
import * as Argon2PasswordHasher from "@latchkey/crypto/Argon2PasswordHasher"
import { PasswordHash } from "@latchkey/domain/account/UserRepository"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { anyCaller, password } from "./support/password.ts"
import { assertSimilar, patient, processorTimes } from "./support/processorTimes.ts"

/** Three times the cost of the current parameters. */
const expensive = { memorySize: 19_456, passes: 6, parallelism: 1 }
/** A third of the cost of the current parameters, and below OWASP's minimum. */
const cheap = { memorySize: 4096, passes: 3, parallelism: 1 }

const right = password("correct horse battery staple")
const wrong = password("wrong")

const base64 = (bytes: number) => Buffer.alloc(bytes, 1).toString("base64").replaceAll("=", "")
const stored = (parameters: string, salt = base64(16)) =>
  Schema.decodeSync(PasswordHash)(`$argon2id$v=19$${parameters}$${salt}$${base64(32)}`)

const current = stored("m=19456,t=2,p=1")

describe("A hasher with legacy parameters", () => {
  it.layer(Argon2PasswordHasher.layerWith({ concurrency: 1, legacyParameters: [expensive, cheap] }))((it) => {
    it.effect("verifies hashes with legacy and current parameters, and hashes with the current ones", () =>
      Effect.gen(function* () {
        const { hash, needsRehash, verify } = yield* PasswordHasher
        const legacy = yield* Effect.flatMap(PasswordHasher, (hasher) => hasher.hash(right, anyCaller)).pipe(
          Effect.provide(Argon2PasswordHasher.layerWith({ concurrency: 1, parameters: expensive }))
        )
        const fresh = yield* hash(right, anyCaller)
        for (const one of [legacy, fresh]) {
          assert.isTrue(yield* verify(right, one, anyCaller))
          assert.isFalse(yield* verify(wrong, one, anyCaller))
        }
        assert.deepStrictEqual([needsRehash(legacy), needsRehash(fresh)], [true, false])
      })
    )

    it.effect(
      "takes as long for each set of parameters, and for a hash that cannot be verified",
      () =>
        Effect.map(
          processorTimes({
            current,
            expensive: stored("m=19456,t=6,p=1"),
            cheap: stored("m=4096,t=3,p=1"),
            tooExpensive: stored("m=262145,t=2,p=1"),
            malformed: stored("m=19456,t=6,p=1", base64(16).slice(1))
          }),
          assertSimilar
        ),
      patient
    )
  })

  it.effect.each([
    { parameters: { ...expensive, passes: 0 }, names: "legacy passes" },
    { parameters: { ...expensive, passes: 17 }, names: "legacy passes" },
    { parameters: { ...expensive, memorySize: 262_145 }, names: "legacy memorySize" },
    { parameters: { ...expensive, memorySize: 7 }, names: "legacy memorySize" },
    { parameters: { ...expensive, parallelism: 1.5 }, names: "legacy parallelism" }
  ])("does not start with $parameters", ({ names, parameters }) =>
    Effect.gen(function* () {
      const options = { legacyParameters: [parameters] }
      const error = yield* Effect.flip(Effect.scoped(Argon2PasswordHasher.make(options)))
      assert.strictEqual(error._tag, "HasherOptionsRejected")
      assert.include(error.message, `${names} must be a whole number from`)
    })
  )
})

describe("A hasher without legacy parameters", () => {
  it.layer(Argon2PasswordHasher.layerWith({ concurrency: 1 }))((it) => {
    it.effect(
      "takes as long for a hash that cannot be verified",
      () =>
        Effect.map(
          processorTimes({
            current,
            otherFunction: Schema.decodeSync(PasswordHash)("$2b$12$dGFndGFndGFndGFndGFndGFndGFndGFndGFndGFndGE"),
            tooExpensive: stored("m=262145,t=2,p=1"),
            malformed: stored("m=19456,t=2,p=1", base64(16).slice(1))
          }),
          assertSimilar
        ),
      patient
    )
  })
})
