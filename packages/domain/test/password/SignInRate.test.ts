import { assert, describe, it } from "@effect/vitest"
import * as PasswordScheme from "@latchkey/domain/account/PasswordScheme"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { OperatorReports } from "@latchkey/domain/operator/OperatorReports"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import * as SignInRate from "@latchkey/domain/password/SignInRate"
import * as InsecurePasswordHasher from "@latchkey/memory/InsecurePasswordHasher"
import { PasswordHash, UserRepository } from "@latchkey/domain/account/UserRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { test } from "../support.ts"

// The hasher of tests verifies 1,000 passwords a second, divided by the version.
const scheme = (version: number) => PasswordScheme.PasswordScheme.make(`$insecure$v=${version}`)
const share = (version: number, share: number) => ({ scheme: scheme(version), share })
const hashOf = (version: number) =>
  Schema.decodeSync(PasswordHash)(`$insecure$v=${version}$${"0".repeat(32)}$${"f".repeat(64)}`)

describe("The rate of sign-ins", () => {
  it.layer(InsecurePasswordHasher.layer)((it) => {
    it.effect("is that of new hashes while there are no others, also without accounts", () =>
      Effect.gen(function* () {
        const expected = { own: 1000, now: 1000, others: [] }
        assert.deepStrictEqual(yield* SignInRate.ofShares([]), expected)
        assert.deepStrictEqual(yield* SignInRate.ofShares([share(1, 1)]), expected)
      })
    )

    it.effect("follows the time of each scheme and its share", () =>
      Effect.gen(function* () {
        const shares = [share(1, 0.5), share(10, 0.2), share(20, 0.3)]
        const rate = yield* SignInRate.ofShares(shares)
        // 0.5 * 1 ms + 0.2 * 10 ms + 0.3 * 20 ms
        assert.closeTo(rate.now, 1000 / 8.5, 1e-9)
        assert.deepStrictEqual(rate.others, [share(20, 0.3), share(10, 0.2)])
      })
    )

    it.effect("measures only the most frequent schemes, and takes their mean for the others", () =>
      Effect.gen(function* () {
        const hasher = yield* PasswordHasher
        const measured: Array<string> = []
        const speed: (typeof PasswordHasher.Service)["speed"] = (one) => {
          measured.push(one)
          return hasher.speed(one)
        }
        const many = Array.from({ length: 100 }, (_, index) => share(2, 0.0002 * (index + 1)))
        const shares = many.map((one, index) => ({ ...one, scheme: scheme(index + 100) }))
        const rate = yield* Effect.provideService(SignInRate.ofShares(shares), PasswordHasher, { ...hasher, speed })
        assert.deepStrictEqual<unknown>(measured.slice(1), [199, 198, 197, 196, 195, 194, 193, 192].map(scheme))
        assert.closeTo(rate.now, 1000 / 195.5, 0.01)
      })
    )
  })

  test(
    "is read for an instance",
    Effect.gen(function* () {
      const users = yield* UserRepository
      for (const version of [1, 9, 9, 9]) {
        yield* users.insert(Samples.user(defaultId, { passwordHash: Option.some(hashOf(version)) }))
      }
      const { signInRate } = yield* OperatorReports
      const found = Option.getOrThrow(yield* signInRate(defaultId))
      assert.deepStrictEqual([found.own, found.others], [1000, [share(9, 0.75)]])
      assert.closeTo(found.now, 1000 / 7, 1e-9)
    })
  )

  it("is low if it is less than half of the rate with new hashes", () => {
    const rate = (now: number) => ({ own: 100, now, others: [] })
    assert.deepStrictEqual([rate(49), rate(50)].map(SignInRate.isLow), [true, false])
  })

  it("is described in one sentence, with the schemes and how it rises", () => {
    const named = (text: string, share: number) => ({ scheme: PasswordScheme.PasswordScheme.make(text), share })
    assert.strictEqual(SignInRate.describe({ own: 66.4, now: 66.4, others: [] }), "about 66 passwords per second")
    assert.strictEqual(
      SignInRate.describe({
        own: 66.4,
        now: 6.123,
        others: [
          named("$2b$12", 0.98),
          named("$scrypt$ln=14,r=16,p=1", 0.015),
          named("$latchkey$md5$argon2id$v=19$m=19456,t=2,p=1", 0.004),
          named("$2b$05", 0.001)
        ]
      }),
      "about 6.1 passwords per second with the hashes that the accounts have now (98 % bcrypt cost 12, " +
        "2 % scrypt ln=14,r=16,p=1, less than 1 % md5 argon2id v=19 m=19456,t=2,p=1, others), and about 66 with " +
        "Latchkey's own. Each is replaced when its user signs in"
    )
  })
})
