import { assert, type Vitest } from "@effect/vitest"
import * as PasswordScheme from "@latchkey/domain/account/PasswordScheme"
import { PasswordHash } from "@latchkey/domain/account/UserRepository"
import type { InstanceId } from "@latchkey/domain/core/Ids"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Samples from "../../Samples.ts"
import { type Ports, setUp } from "./UserFixture.ts"

const hash = Schema.decodeSync(PasswordHash)
const end = "$c2FsdHNhbHRzYWx0c2FsdA$ZGlnZXN0ZGlnZXN0"
const bcryptEnd = `$${"./AZaz09".repeat(7).slice(0, 53)}`.padEnd(54, "x")

/** Hashes in every form, and their schemes. */
const forms = [
  [`$argon2id$v=19$m=19456,t=2,p=1${end}`, "$argon2id$v=19$m=19456,t=2,p=1"],
  [`$2b$12${bcryptEnd}`, "$2b$12"],
  [`$latchkey$sha256$2b$10${bcryptEnd}`, "$latchkey$sha256$2b$10"],
  [`$scrypt$ln=14,r=8,p=1${end}`, "$scrypt$ln=14,r=8,p=1"],
  [`$pbkdf2-sha256$i=600000,l=32${end}`, "$pbkdf2-sha256$i=600000,l=32"],
  [
    "$latchkey$md5-salt-first$argon2id$v=19$m=19456,t=2,p=1$c2FsdA.c2FsdA$ZGlnZXN0",
    "$latchkey$md5-salt-first$argon2id$v=19$m=19456,t=2,p=1"
  ],
  ["$2b$12$short", "$2b"],
  ["unknown", "unknown"],
  ["$a\n$b\n$c", "$a\n"],
  ["", ""]
] as const

const bySchemes = Order.mapInput(Order.string, ({ scheme }: PasswordScheme.SchemeShare) => scheme)

const add = (instanceId: InstanceId, texts: ReadonlyArray<string>) =>
  Effect.forEach(texts, (text) => Samples.storedUser(instanceId, { passwordHash: Option.some(hash(text)) }))

export const findingSchemes = (it: Vitest.MethodsNonLive<Ports>) => {
  it.effect("returns the share of each scheme, in its instance only", () =>
    Effect.gen(function* () {
      const { instanceId, otherInstanceId, users } = yield* setUp
      const [[argon2], [bcrypt], , [scrypt]] = forms
      yield* add(instanceId, [argon2, bcrypt, bcrypt, bcrypt])
      yield* Samples.storedUser(instanceId, { passwordHash: Option.none() })
      yield* add(otherInstanceId, [scrypt, scrypt])
      const { shares } = yield* users.passwordSchemes(instanceId)
      assert.deepStrictEqual(Arr.sort(shares, bySchemes), [
        { scheme: PasswordScheme.PasswordScheme.make("$2b$12"), share: 0.75 },
        { scheme: PasswordScheme.PasswordScheme.make("$argon2id$v=19$m=19456,t=2,p=1"), share: 0.25 }
      ])
      const other = yield* users.passwordSchemes(otherInstanceId)
      assert.deepStrictEqual(other.shares, [
        { scheme: PasswordScheme.PasswordScheme.make("$scrypt$ln=14,r=8,p=1"), share: 1 }
      ])
    })
  )

  it.effect("finds the same scheme as PasswordScheme.ofHash, for every form", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      yield* add(
        instanceId,
        forms.map(([text]) => text)
      )
      const { shares } = yield* users.passwordSchemes(instanceId)
      const expected = forms.map(([text, scheme]) => {
        assert.strictEqual<string>(PasswordScheme.ofHash(hash(text)), scheme)
        return { scheme: PasswordScheme.PasswordScheme.make(scheme), share: 1 / forms.length }
      })
      assert.deepStrictEqual(Arr.sort(shares, bySchemes), Arr.sort(expected, bySchemes))
    })
  )

  it.effect("returns none without a password, and follows every change", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const schemes = Effect.map(users.passwordSchemes(instanceId), ({ shares }) => shares.map(({ scheme }) => scheme))
      assert.deepStrictEqual(yield* schemes, [])
      const user = yield* Samples.storedUser(instanceId, { passwordHash: Option.none() })
      assert.deepStrictEqual<ReadonlyArray<string>>(yield* schemes, [])
      const [first, second] = [hash(forms[3][0]), hash(forms[0][0])]
      const change = { instanceId, userId: user.id, credentialVersion: 0 }
      yield* users.setPasswordHash({ ...change, next: first })
      assert.deepStrictEqual<ReadonlyArray<string>>(yield* schemes, [forms[3][1]])
      yield* users.replacePasswordHash({ ...change, current: first, next: second })
      assert.deepStrictEqual<ReadonlyArray<string>>(yield* schemes, [forms[0][1]])
      yield* users.verifyEmail({ ...change, now: Samples.now, password: "drop_password" })
      assert.deepStrictEqual(yield* schemes, [])
    })
  )

  it.effect("has a key of at least 32 random bytes for each instance, which stays the same", () =>
    Effect.gen(function* () {
      const { instanceId, users } = yield* setUp
      const key = Effect.map(users.passwordSchemes(instanceId), ({ key }) => Redacted.value(key))
      const first = yield* key
      assert.match(first, /^[0-9a-f]{64,}$/)
      yield* add(instanceId, [forms[0][0], forms[1][0]])
      assert.strictEqual(yield* key, first)
    })
  )
}
