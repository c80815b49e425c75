import { assert, describe } from "@effect/vitest"
import { HasherOverloaded } from "@latchkey/domain/password/PasswordErrors"
import { PasswordHasher } from "@latchkey/domain/password/PasswordHasher"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import {
  ann,
  areSame,
  ben,
  instance,
  limited,
  otherInstance,
  outage,
  outcome,
  password,
  revokeSessionsOf,
  rightPassword,
  storedUser,
  strictPolicy,
  test,
  withPolicy
} from "../support.ts"
import {
  before,
  beforeNext,
  callNames,
  countOf,
  disconnectDuring,
  pauseNext,
  release
} from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const weak = password("short")

describe("SignUp.signUp", () => {
  test(
    "creates an account and signs the client in",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const issued = yield* client.signUp(ann, rightPassword)
      const session = yield* client.authenticate
      assert.strictEqual(session.id, issued.sessionId)
      assert.strictEqual(session.userId, issued.userId)
      assert.strictEqual(session.email, ann)
      assert.strictEqual(Duration.toDays(issued.lifetime), 30)
    })
  )

  test(
    "leaves the address unverified",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.signUp(ann, rightPassword)
      assert.isFalse((yield* client.authenticate).emailVerified)
      assert.isTrue(Option.isNone(Option.getOrThrow(yield* storedUser(ann)).emailVerifiedAt))
    })
  )

  test(
    "stores a hash of the password",
    Effect.gen(function* () {
      const { verify } = yield* PasswordHasher
      yield* (yield* TestClient.make).signUp(ann, rightPassword)
      const hash = Option.getOrThrow(Option.getOrThrow(yield* storedUser(ann)).passwordHash)
      assert.isTrue(yield* verify(rightPassword, hash, { fairnessKey: "test" }))
    })
  )

  test(
    "fails with EmailTaken for an address with an account, and leaves that account unchanged",
    Effect.gen(function* () {
      yield* (yield* TestClient.make).signUp(ann, rightPassword)
      const former = yield* storedUser(ann)
      const newClient = yield* TestClient.make
      assert.strictEqual(yield* outcome(newClient.signUp(ann, password("another password"))), "EmailTaken")
      assert.isTrue(areSame(yield* storedUser(ann), former))
      assert.strictEqual(yield* revokeSessionsOf(ann), 1)
    })
  )

  test(
    "does not find accounts of another instance",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.signUp(ann, rightPassword)
      assert.strictEqual(yield* outcome(client.at(otherInstance).signUp(ann, rightPassword)), "ok")
    })
  )

  test(
    "revokes the session that the client held, and gives the client new tokens",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.signUp(ann, rightPassword)
      const former = yield* TestClient.copyOf(client)
      yield* client.signUp(ben, rightPassword)
      assert.strictEqual(yield* outcome(former.authenticate), "Unauthenticated")
      assert.strictEqual(yield* revokeSessionsOf(ann), 0)
      assert.strictEqual((yield* client.authenticate).email, ben)
    })
  )

  test(
    "leaves the client's session active when it fails",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.signUp(ann, rightPassword)
      assert.strictEqual(yield* outcome(client.signUp(ann, rightPassword)), "EmailTaken")
      assert.strictEqual(yield* outcome(client.signUp(ben, weak)), "PasswordRejected")
      assert.strictEqual((yield* client.authenticate).email, ann)
    })
  )

  test(
    "creates exactly one account for fifty concurrent calls with the same address",
    Effect.gen(function* () {
      let hashing = 0
      const allHashing = yield* Effect.makeLatch()
      const arrive = Effect.when(allHashing.open, () => ++hashing === 50)
      yield* before("PasswordHasher.hash", Effect.zipRight(arrive, allHashing.await))
      const crowd = yield* Effect.all(Array.from({ length: 50 }, () => TestClient.make))
      const outcomes = yield* Effect.forEach(crowd, (client) => outcome(client.signUp(ann, rightPassword)), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(outcomes.sort(), [...Array.from({ length: 49 }, () => "EmailTaken"), "ok"])
      assert.strictEqual(yield* revokeSessionsOf(ann), 1)
    })
  )
})

describe("SignUp.signUp: password policy", () => {
  test(
    "fails with every rule that is broken, and stores nothing",
    Effect.gen(function* () {
      const strict = (yield* TestClient.make).at(instance(withPolicy("pro", strictPolicy)))
      const refusal = yield* Effect.flip(strict.signUp(ann, weak))
      assert.deepStrictEqual(refusal._tag === "PasswordRejected" && refusal.violations, [
        "too_short",
        "uppercase_required",
        "number_required",
        "special_required"
      ])
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
    })
  )

  test(
    "is the default policy on the free plan, whatever is stored",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const plain = password("only lower case")
      assert.strictEqual(
        yield* outcome(client.at(instance(withPolicy("pro", strictPolicy))).signUp(ann, plain)),
        "PasswordRejected"
      )
      assert.strictEqual(yield* outcome(client.at(instance(withPolicy("free", strictPolicy))).signUp(ann, plain)), "ok")
    })
  )

  test(
    "is checked before the address, so that a weak password does not reveal accounts",
    Effect.gen(function* () {
      yield* (yield* TestClient.make).signUp(ann, rightPassword)
      const newClient = yield* TestClient.make
      const previous = (yield* callNames).length
      assert.strictEqual(yield* outcome(newClient.signUp(ann, weak)), "PasswordRejected")
      assert.strictEqual(yield* outcome(newClient.signUp(ben, weak)), "PasswordRejected")
      const calls = ["PasswordHasher.withPlace", "RateLimitStore.consume"]
      assert.deepStrictEqual((yield* callNames).slice(previous), [...calls, ...calls])
    })
  )
})

describe("SignUp.signUp: failure", () => {
  test(
    "stores no account if the session cannot be stored",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* before("SessionRepository.issue", outage)
      assert.strictEqual(yield* outcome(client.signUp(ann, rightPassword)), "PersistenceError")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      yield* release("SessionRepository.issue")
      assert.strictEqual(yield* outcome(client.signUp(ann, rightPassword)), "ok")
    })
  )

  test(
    "fails with PersistenceError, and not with EmailTaken, if the store is down",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* beforeNext("UserRepository.insert", outage)
      assert.strictEqual(yield* outcome(client.signUp(ann, rightPassword)), "PersistenceError")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
    })
  )

  test(
    "fails with HasherOverloaded before any query, and consumes no limit",
    Effect.gen(function* () {
      const client = (yield* TestClient.make).at(limited({ signUpPerIp: { limit: 1, windowSeconds: 600 } }))
      const previous = (yield* callNames).length
      yield* beforeNext("PasswordHasher.withPlace", new HasherOverloaded())
      assert.strictEqual(yield* outcome(client.signUp(ann, rightPassword)), "HasherOverloaded")
      assert.deepStrictEqual((yield* callNames).slice(previous), ["PasswordHasher.withPlace"])
      assert.strictEqual(yield* outcome(client.signUp(ann, rightPassword)), "ok")
    })
  )

  test(
    "stores nothing if the client disconnects during hashing",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const { reached } = yield* pauseNext("PasswordHasher.hash")
      const attempt = yield* Effect.fork(client.signUp(ann, rightPassword))
      yield* reached
      yield* Fiber.interrupt(attempt)
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
    })
  )

  test(
    "completes if the client disconnects while the account is stored",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* disconnectDuring("SessionRepository.issue", client.signUp(ann, rightPassword))
      assert.strictEqual(yield* revokeSessionsOf(ann), 1)
    })
  )

  test(
    "hashes before the transaction begins",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const previous = (yield* callNames).length
      yield* client.signUp(ann, rightPassword)
      assert.deepStrictEqual((yield* callNames).slice(previous), [
        "PasswordHasher.withPlace",
        "RateLimitStore.consume",
        "PasswordHasher.hash",
        "Transaction.run",
        "UserRepository.insert",
        "FormerEmails.find",
        "SessionRepository.issue"
      ])
      assert.strictEqual(yield* countOf("UserRepository.findByEmail"), 0)
    })
  )
})
