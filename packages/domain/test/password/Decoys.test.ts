import { assert, describe, it } from "@effect/vitest"
import * as PasswordScheme from "@latchkey/domain/account/PasswordScheme"
import { PasswordHash, User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { defaultId } from "@latchkey/domain/instance/Instance"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import * as MemoryTokenGenerator from "@latchkey/memory/MemoryTokenGenerator"
import * as Samples from "@latchkey/testkit/Samples"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/TestClock"
import { draw, refreshInterval } from "../../src/password/internal/Decoys.ts"
import {
  ann,
  email,
  noAccount,
  otherInstance,
  outage,
  outcome,
  rightPassword,
  signedUp,
  storedUser,
  test,
  wrongPassword
} from "../support.ts"
import { argsOf, before, countOf, release } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const scheme = (text: string) => PasswordScheme.PasswordScheme.make(text)
const share = (text: string, share: number): PasswordScheme.SchemeShare => ({ scheme: scheme(text), share })
const addresses = Arr.makeBy(5000, (index) => email(`user-${index}@example.com`))
const key = Redacted.make("a key")

describe("The scheme that is drawn for an address", () => {
  it.layer(MemoryTokenGenerator.layer)((it) => {
    const drawAll = (...shares: Arr.NonEmptyArray<PasswordScheme.SchemeShare>) =>
      Effect.map(TokenGenerator, ({ mac }) => addresses.map((address) => draw(mac, key, address, shares)))
    const countsOf = (drawn: ReadonlyArray<string>) =>
      Object.fromEntries(Object.entries(Arr.groupBy(drawn, (name) => name)).map(([name, all]) => [name, all.length]))

    it.effect("has the shares of the accounts", () =>
      Effect.gen(function* () {
        const counts = countsOf(
          yield* drawAll(share("$a", 0.5), share("$b", 0.3), share("$c", 0.19), share("$d", 0.01))
        )
        // Four standard deviations at most.
        assert.closeTo(counts["$a"] ?? 0, 2500, 141)
        assert.closeTo(counts["$b"] ?? 0, 1500, 130)
        assert.closeTo(counts["$c"] ?? 0, 950, 111)
        assert.closeTo(counts["$d"] ?? 0, 50, 28)
      })
    )

    it.effect("is the same again, in any order of the shares, and another under another key", () =>
      Effect.gen(function* () {
        const { mac } = yield* TokenGenerator
        const first = yield* drawAll(share("$a", 0.5), share("$b", 0.5))
        assert.deepStrictEqual(yield* drawAll(share("$b", 0.5), share("$a", 0.5)), first)
        const others = addresses.map((address) =>
          draw(mac, Redacted.make("another key"), address, [share("$a", 0.5), share("$b", 0.5)])
        )
        const same = others.filter((name, index) => name === first[index]).length
        assert.closeTo(same, 2500, 141)
      })
    )

    it.effect("never goes back to a scheme whose share shrinks, and few addresses change", () =>
      Effect.gen(function* () {
        const before = yield* drawAll(share("$old", 0.6), share("$new", 0.4))
        const after = yield* drawAll(share("$old", 0.55), share("$new", 0.45))
        const changes = addresses.flatMap((_, index) => (before[index] === after[index] ? [] : [after[index]]))
        assert.deepStrictEqual([...new Set(changes)], ["$new"])
        assert.closeTo(changes.length, 250, 62)
      })
    )
  })
})

const insecure = (version: number) => `$insecure$v=${version}`
const hashOf = (version: number) =>
  Schema.decodeSync(PasswordHash)(`${insecure(version)}$${"0".repeat(32)}$${"f".repeat(64)}`)

/** Stores accounts with hashes of that version: the current one is 1. */
const accounts = (version: number, count: number, instanceId = defaultId) =>
  Effect.flatMap(UserRepository, (users) =>
    Effect.forEach(
      Arr.makeBy(count, () => Samples.user(instanceId, { passwordHash: Option.some(hashOf(version)) })),
      users.insert
    )
  )

const verifiedHash = Effect.map(argsOf("PasswordHasher.verify"), (calls) => calls.at(-1)?.[1] as PasswordHash)

const guess = (address = noAccount, at = undefined as typeof otherInstance | undefined) =>
  Effect.gen(function* () {
    const client = yield* TestClient.make
    yield* Effect.flip((at === undefined ? client : client.at(at)).signIn(address, wrongPassword))
    return PasswordScheme.ofHash(yield* verifiedHash)
  })

const guessAll = (count: number) =>
  Effect.forEach(
    Arr.makeBy(count, (index) => email(`unknown-${index}@example.com`)),
    (address) => guess(address)
  )

const countOfReads = countOf("UserRepository.passwordSchemes")

describe("A sign-in without an account", () => {
  test(
    "verifies the dummy hash while all hashes have the current parameters",
    Effect.gen(function* () {
      yield* signedUp
      yield* accounts(1, 3)
      const { needsRehash } = yield* PasswordHasher
      yield* guess()
      const dummy = yield* verifiedHash
      assert.isFalse(needsRehash(dummy))
      yield* guess(email("other@example.com"))
      assert.strictEqual(yield* verifiedHash, dummy)
    })
  )

  test(
    "verifies hashes with the schemes of the accounts, in about the same proportions",
    Effect.gen(function* () {
      yield* accounts(0, 30)
      yield* accounts(1, 10)
      const drawn = yield* guessAll(120)
      const old = drawn.filter((name) => name === insecure(0)).length
      assert.closeTo(old, 90, 19)
      assert.strictEqual(drawn.filter((name) => name === insecure(1)).length, 120 - old)
    })
  )

  test(
    "verifies a hash of the same scheme every time, and so does one without a password",
    Effect.gen(function* () {
      yield* accounts(0, 10)
      yield* accounts(1, 10)
      const first = yield* guessAll(40)
      assert.strictEqual(new Set(first).size, 2)
      const users = yield* UserRepository
      for (const index of [0, 1, 2, 3, 4, 5]) {
        const address = email(`unknown-${index}@example.com`)
        yield* users.insert(new User({ ...Samples.user(defaultId), email: address, passwordHash: Option.none() }))
      }
      assert.deepStrictEqual(yield* guessAll(40), first)
    })
  )

  test(
    "does not use the schemes of another instance",
    Effect.gen(function* () {
      yield* accounts(0, 10, otherInstance.id)
      yield* accounts(1, 10)
      assert.deepStrictEqual([...new Set(yield* guessAll(10))], [insecure(1)])
      assert.strictEqual(yield* guess(noAccount, otherInstance), insecure(0))
    })
  )

  test(
    "reads the schemes at the first attempt, and then in the background, every two minutes",
    Effect.gen(function* () {
      yield* accounts(1, 10)
      yield* guessAll(5)
      assert.strictEqual(yield* countOfReads, 1)
      yield* accounts(0, 1000)
      assert.deepStrictEqual([...new Set(yield* guessAll(20))], [insecure(1)])
      assert.strictEqual(yield* countOfReads, 1)

      yield* TestClock.adjust(refreshInterval)
      // This attempt starts the reading, and does not wait for it.
      yield* guess()
      yield* Effect.yieldNow()
      assert.include(yield* guessAll(20), insecure(0))
      assert.strictEqual(yield* countOfReads, 2)
    })
  )

  test(
    "fails for every address while the schemes cannot be read at the first attempt, before the account is looked up",
    Effect.gen(function* () {
      yield* signedUp
      yield* before("UserRepository.passwordSchemes", outage)
      for (const [address, password] of [
        [ann, rightPassword],
        [ann, wrongPassword],
        [noAccount, rightPassword]
      ] as const) {
        assert.strictEqual(yield* outcome((yield* TestClient.make).signIn(address, password)), "PersistenceError")
      }
      assert.strictEqual(yield* countOf("UserRepository.findForSignIn"), 0)
      yield* release("UserRepository.passwordSchemes")
      assert.strictEqual(yield* outcome((yield* TestClient.make).signIn(ann, rightPassword)), "ok")
    })
  )

  test(
    "keeps the schemes that it has read while they cannot be read again",
    Effect.gen(function* () {
      yield* accounts(0, 10)
      yield* guess()
      yield* before("UserRepository.passwordSchemes", outage)
      for (let read = 1; read <= 3; read++) {
        yield* TestClock.adjust(refreshInterval)
        assert.strictEqual(yield* guess(), insecure(0))
        yield* Effect.yieldNow()
      }
      assert.isAbove(yield* countOfReads, 2)
    })
  )
})

describe("A sign-in with a hash of another version", () => {
  test(
    "replaces the hash at the first success",
    Effect.gen(function* () {
      yield* signedUp
      const users = yield* UserRepository
      const user = Option.getOrThrow(yield* storedUser(ann))
      const current = Option.getOrThrow(user.passwordHash)
      const old = Schema.decodeSync(PasswordHash)(Redacted.value(current).replace("v=1$", "v=0$"))
      yield* users.replacePasswordHash({ instanceId: defaultId, userId: user.id, current, next: old })
      assert.strictEqual(yield* outcome((yield* TestClient.make).signIn(ann, rightPassword)), "ok")
      const next = Option.getOrThrow(Option.getOrThrow(yield* storedUser(ann)).passwordHash)
      assert.strictEqual(PasswordScheme.ofHash(next), insecure(1))
      assert.strictEqual(yield* outcome((yield* TestClient.make).signIn(ann, rightPassword)), "ok")
    })
  )
})
