import { assert, describe, it } from "@effect/vitest"
import * as Argon2PasswordHasher from "@latchkey/crypto/Argon2PasswordHasher"
import { PasswordScheme } from "@latchkey/domain/account/PasswordScheme"
import { PasswordHash } from "@latchkey/domain/account/UserRepository"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import * as Brand from "effect/Brand"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { anyCaller, password } from "./support/password.ts"

const otherParameters = { memorySize: 12_288, passes: 3, parallelism: 1 }
const right = password("correct horse battery staple")
const withNul = (text: string) => Redacted.make(Brand.nominal<string & Brand.Brand<"Password">>()(text))

const base64 = (bytes: number) => Buffer.alloc(bytes, 1).toString("base64").replaceAll("=", "")
const phc = (parameters: string, saltLength: number, tagLength: number) =>
  `$argon2id$v=19$${parameters}$${base64(saltLength)}$${base64(tagLength)}`
const stored = (phc: string): PasswordHash => Schema.decodeSync(PasswordHash)(phc)

/** Runs an effect. Returns its result, with each line that it logged. */
const logged = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const lines: Array<string> = []
    const capture = Logger.map(Logger.logfmtLogger, (line) => void lines.push(line))
    return self.pipe(
      Effect.map((result) => ({ result, lines })),
      Effect.provide(Logger.add(capture))
    )
  })

describe("Argon2PasswordHasher", () => {
  it.layer(Argon2PasswordHasher.layer)((it) => {
    it.effect("hashes with OWASP's parameters, a salt of 16 bytes and a tag of 32", () =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const hash = yield* hasher.hash(right, anyCaller)
        assert.match(Redacted.value(hash), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
      })
    )

    it.effect("never hashes a password to the same hash twice", () =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const one = yield* hasher.hash(right, anyCaller)
        const other = yield* hasher.hash(right, anyCaller)
        assert.notStrictEqual(Redacted.value(one), Redacted.value(other))
      })
    )

    it.effect("verifies the password that was hashed and no other", () =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const hash = yield* hasher.hash(right, anyCaller)
        const verify = (text: string) => hasher.verify(password(text), hash, anyCaller)
        assert.isTrue(yield* verify("correct horse battery staple"))
        assert.isFalse(yield* verify("correct horse battery stapl"))
        assert.isFalse(yield* verify("Correct horse battery staple"))
        assert.isFalse(yield* verify("correct horse battery staple "))
      })
    )

    it.effect("does not truncate a password at NUL", () =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const hash = yield* hasher.hash(withNul("correct\0horse"), anyCaller)
        const verify = (text: string) => hasher.verify(withNul(text), hash, anyCaller)
        assert.isTrue(yield* verify("correct\0horse"))
        assert.isFalse(yield* verify("correct\0cart"))
        assert.isFalse(yield* verify("correct"))
      })
    )

    it.effect("includes every one of 256 code points, of four bytes each", () =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const hash = yield* hasher.hash(password("🔑".repeat(256)), anyCaller)
        assert.isTrue(yield* hasher.verify(password("🔑".repeat(256)), hash, anyCaller))
        assert.isFalse(yield* hasher.verify(password(`${"🔑".repeat(255)}🔒`), hash, anyCaller))
      })
    )

    it.effect("does not need to rehash a hash with the current parameters", () =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        assert.isFalse(hasher.needsRehash(yield* hasher.hash(right, anyCaller)))
      })
    )

    it.effect.each([
      { what: "other memory", phc: phc("m=12288,t=2,p=1", 16, 32) },
      { what: "other passes", phc: phc("m=19456,t=3,p=1", 16, 32) },
      { what: "other lanes", phc: phc("m=19456,t=2,p=2", 16, 32) },
      { what: "another length of the salt", phc: phc("m=19456,t=2,p=1", 8, 32) },
      { what: "another length of the tag", phc: phc("m=19456,t=2,p=1", 16, 16) }
    ])("needs to rehash a hash with $what", ({ phc }) =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        assert.isTrue(hasher.needsRehash(stored(phc)))
      })
    )

    it.effect("verifies a hash with other parameters, and needs to rehash it", () =>
      Effect.gen(function* () {
        const old = yield* Effect.flatMap(PasswordHasher, (hasher) => hasher.hash(right, anyCaller)).pipe(
          Effect.provide(Argon2PasswordHasher.layerWith({ parameters: otherParameters }))
        )
        assert.include(Redacted.value(old), "$m=12288,t=3,p=1$")

        const hasher = yield* PasswordHasher
        assert.isTrue(yield* hasher.verify(right, old, anyCaller))
        assert.isFalse(yield* hasher.verify(password("wrong"), old, anyCaller))
        assert.isTrue(hasher.needsRehash(old))
      })
    )
  })

  it.effect.each([
    { options: { parameters: { memorySize: 19_455, passes: 2, parallelism: 1 } }, names: "memorySize" },
    { options: { parameters: { memorySize: 19_456, passes: 2, parallelism: 0 } }, names: "parallelism" },
    { options: { concurrency: 0 }, names: "concurrency" },
    { options: { concurrency: 1.5 }, names: "concurrency" },
    { options: { queueCapacity: -1 }, names: "queueCapacity" }
  ])("does not start with $options", ({ options, names }) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.scoped(Argon2PasswordHasher.make(options)))
      assert.strictEqual(error._tag, "HasherOptionsRejected")
      assert.include(
        error.message,
        `Passwords cannot be hashed with these options: ${names} must be a whole number from`
      )
    })
  )
})

const salt = "c2FsdHNhbHRzYWx0c2FsdA"
const tag = "dGFndGFndGFndGFndGFndGFndGFndGFndGFndGFndGE"

describe("A stored hash that cannot be verified", () => {
  it.layer(Argon2PasswordHasher.layerWith({ concurrency: 1 }))((it) => {
    it.effect.each([
      { what: "empty", phc: "" },
      { what: "of another function", phc: "$2b$12$dGFndGFndGFndGFndGFndGFndGFndGFndGFndGFndGE" },
      { what: "cut off", phc: `$argon2id$v=19$m=19456,t=2,p=1$${salt}$` },
      { what: "not base64, though it looks like it", phc: `$argon2id$v=19$m=19456,t=2,p=1$${salt.slice(1)}$${tag}` },
      { what: "with too much memory", phc: `$argon2id$v=19$m=262145,t=2,p=1$${salt}$${tag}` },
      { what: "with all the memory of a machine", phc: `$argon2id$v=19$m=4294967295,t=1,p=1$${salt}$${tag}` },
      { what: "with too many passes", phc: `$argon2id$v=19$m=19456,t=17,p=1$${salt}$${tag}` },
      { what: "with too many lanes", phc: `$argon2id$v=19$m=19456,t=2,p=17$${salt}$${tag}` }
    ])("matches no password, and logs an error without the hash: $what", ({ phc }) =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const { lines, result } = yield* logged(hasher.verify(right, stored(phc), anyCaller))
        assert.isFalse(result)
        assert.lengthOf(lines, 1)
        assert.include(lines[0], "level=ERROR")
        assert.include(lines[0], "A stored password hash cannot be verified")
        for (const part of [salt, tag, "argon2id", "$", "correct horse"]) assert.notInclude(lines[0], part)
      })
    )

    it.effect("needs to be rehashed", () =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        assert.isTrue(hasher.needsRehash(stored("")))
        assert.isTrue(hasher.needsRehash(stored(`$argon2i$v=19$m=19456,t=2,p=1$${salt}$${tag}`)))
      })
    )

    it.effect("is not a wrong password, which is not logged", () =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const hash = yield* hasher.hash(right, anyCaller)
        const { lines, result } = yield* logged(hasher.verify(password("wrong"), hash, anyCaller))
        assert.isFalse(result)
        assert.deepStrictEqual(lines, [])
      })
    )

    it.effect("prints neither the hash nor the password", () =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const hash = yield* hasher.hash(right, anyCaller)
        assert.strictEqual(String(hash), "<redacted>")
        assert.notInclude(JSON.stringify({ hash }), Redacted.value(hash))
      })
    )
  })
})

describe("The speed of a scheme", () => {
  const scheme = (text: string) => PasswordScheme.make(text)

  it.layer(Argon2PasswordHasher.layerWith({ concurrency: 1 }))((it) => {
    it.effect("is measured with a hash of that scheme: bcrypt of cost 13 takes much longer than that of cost 4", () =>
      Effect.gen(function* () {
        const { speed } = yield* PasswordHasher
        assert.isAbove((yield* speed(scheme("$2b$04"))) / (yield* speed(scheme("$2b$13"))), 8)
      })
    )

    it.effect("is measured once", () =>
      Effect.gen(function* () {
        const { speed } = yield* PasswordHasher
        const first = yield* speed(scheme("$2b$08"))
        assert.strictEqual(yield* speed(scheme("$2b$08")), first)
      })
    )

    it.effect("is that of new hashes for a scheme that cannot be verified", () =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        assert.strictEqual<string>(hasher.scheme, "$argon2id$v=19$m=19456,t=2,p=1")
        assert.strictEqual(yield* hasher.speed(scheme("$2b$31")), yield* hasher.speed(hasher.scheme))
      })
    )
  })

  it.effect("is not known in an overload, and costs nothing then", () =>
    Effect.gen(function* () {
      const { speed, withPlace } = yield* PasswordHasher
      const error = yield* withPlace(anyCaller, () => Effect.flip(speed(scheme("$2b$08"))))
      assert.strictEqual(error._tag, "HasherOverloaded")
    }).pipe(Effect.provide(Argon2PasswordHasher.layerWith({ concurrency: 1, queueCapacity: 0 })))
  )
})
