import * as Argon2PasswordHasher from "@latchkey/crypto/Argon2PasswordHasher"
import { type PasswordHash, PasswordHash as PasswordHashSchema } from "@latchkey/domain/account/UserRepository"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { password } from "./password.ts"

const stored = (phc: string): PasswordHash => Schema.decodeSync(PasswordHashSchema)(phc)

const salt = "c2FsdHNhbHRzYWx0c2FsdA"
const tag = "dGFndGFndGFndGFndGFndGFndGFndGFndGFndGFndGE"

/** Runs an effect, and gives its result with each line that it logged. */
const logged = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const lines: Array<string> = []
    const capture = Logger.map(Logger.logfmtLogger, (line) => void lines.push(line))
    return self.pipe(
      Effect.map((result) => ({ result, lines })),
      Effect.provide(Logger.add(capture))
    )
  })

describe("A stored hash that cannot be verified", () => {
  it.layer(Argon2PasswordHasher.layerWith({ concurrency: 1 }))((it) => {
    it.effect.each([
      { what: "empty", phc: "" },
      { what: "of another function", phc: "$2b$12$dGFndGFndGFndGFndGFndGFndGFndGFndGFndGFndGE" },
      { what: "cut off", phc: `$argon2id$v=19$m=19456,t=2,p=1$${salt}$` },
      { what: "not base64, however well it looks", phc: `$argon2id$v=19$m=19456,t=2,p=1$${salt.slice(1)}$${tag}` },
      { what: "of too much memory", phc: `$argon2id$v=19$m=262145,t=2,p=1$${salt}$${tag}` },
      { what: "of all the memory there is", phc: `$argon2id$v=19$m=4294967295,t=1,p=1$${salt}$${tag}` },
      { what: "of too many passes", phc: `$argon2id$v=19$m=19456,t=17,p=1$${salt}$${tag}` },
      { what: "of too many lanes", phc: `$argon2id$v=19$m=19456,t=2,p=17$${salt}$${tag}` }
    ])("is not the password's, and is an error in the log that does not show it: $what", ({ phc }) =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const { lines, result } = yield* logged(hasher.verify(password("correct horse battery staple"), stored(phc)))
        assert.isFalse(result)
        assert.lengthOf(lines, 1)
        assert.include(lines[0], "level=ERROR")
        assert.include(lines[0], "A stored password hash cannot be verified")
        for (const part of [salt, tag, "argon2id", "$", "correct horse"]) assert.notInclude(lines[0], part)
      })
    )

    it.effect("is worth renewing", () =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        assert.isTrue(hasher.needsRehash(stored("")))
        assert.isTrue(hasher.needsRehash(stored(`$argon2i$v=19$m=19456,t=2,p=1$${salt}$${tag}`)))
      })
    )

    it.effect("has nothing to do with a wrong password, which is not logged", () =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const hash = yield* hasher.hash(password("correct horse battery staple"))
        const { lines, result } = yield* logged(hasher.verify(password("wrong"), hash))
        assert.isFalse(result)
        assert.deepStrictEqual(lines, [])
      })
    )

    it.effect("prints nothing of a hash or a password", () =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const hash = yield* hasher.hash(password("correct horse battery staple"))
        assert.strictEqual(String(hash), "<redacted>")
        assert.notInclude(JSON.stringify({ hash }), Redacted.value(hash))
      })
    )
  })
})
