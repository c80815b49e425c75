import { assert, describe } from "@effect/vitest"
import type { Email } from "@latchkey/domain/core/Email"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import {
  ann,
  ben,
  email,
  justBefore,
  limited,
  linkTokenFor,
  noAccount,
  oneMilli,
  otherInstance,
  outcome,
  rightPassword,
  signedIn,
  signedUp,
  signInOnNewClient,
  test,
  wrongPassword
} from "../support.ts"
import { countOf, pauseNext } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const ipAddress = "198.51.100.7"

const times = <A, E, R>(count: number, attempt: Effect.Effect<A, E, R>) =>
  Effect.all(Array.from({ length: count }, () => attempt))

const all = (count: number, result: string) => Array.from({ length: count }, () => result)

describe("SignInWithPassword.signIn: limit per email address", () => {
  for (const [who, address] of [
    ["an address with an account", ann],
    ["an address without an account", noAccount]
  ] as const) {
    test(
      `allows ten wrong passwords in 15 minutes for ${who}, to the millisecond`,
      Effect.gen(function* () {
        yield* signedUp
        const failures = yield* times(10, signInOnNewClient(address, wrongPassword))
        assert.deepStrictEqual(failures, all(10, "InvalidCredentials"))
        assert.strictEqual(yield* signInOnNewClient(address, wrongPassword), "RateLimited")
        yield* justBefore("15 minutes")
        assert.strictEqual(yield* signInOnNewClient(address, wrongPassword), "RateLimited")
        yield* oneMilli
        assert.strictEqual(yield* signInOnNewClient(address, wrongPassword), "InvalidCredentials")
      })
    )

    test(
      `refuses ${who} before any verification, even with the right password`,
      Effect.gen(function* () {
        yield* signedUp
        yield* times(10, signInOnNewClient(address, wrongPassword))
        const verified = yield* countOf("PasswordHasher.verify")
        const client = yield* TestClient.make
        const refusal = yield* Effect.flip(client.signIn(address, rightPassword))
        assert.deepInclude(refusal, { _tag: "RateLimited", action: "sign_in", retryAfterSeconds: 900 })
        assert.strictEqual(yield* countOf("PasswordHasher.verify"), verified)
      })
    )
  }

  test(
    "is refunded by a success",
    Effect.gen(function* () {
      yield* signedUp
      assert.deepStrictEqual(yield* times(9, signInOnNewClient(ann, wrongPassword)), all(9, "InvalidCredentials"))
      assert.deepStrictEqual(yield* times(5, signInOnNewClient(ann, rightPassword)), all(5, "ok"))
      assert.strictEqual(yield* signInOnNewClient(ann, wrongPassword), "InvalidCredentials")
      assert.strictEqual(yield* signInOnNewClient(ann, rightPassword), "RateLimited")
    })
  )

  test(
    "lets exactly ten of fifty concurrent attempts reach the hasher",
    Effect.gen(function* () {
      const crowd = Array.from({ length: 50 }, () => signInOnNewClient(ann, wrongPassword))
      const outcomes = yield* Effect.all(crowd, { concurrency: "unbounded" })
      assert.deepStrictEqual(outcomes.sort(), [...all(10, "InvalidCredentials"), ...all(40, "RateLimited")])
      assert.strictEqual(yield* countOf("PasswordHasher.verify"), 10)
    })
  )

  test(
    "is separate for each address and each instance",
    Effect.gen(function* () {
      const one = { signInPerEmail: { limit: 1, windowSeconds: 900 } }
      assert.strictEqual(yield* signInOnNewClient(ann, wrongPassword, limited(one)), "InvalidCredentials")
      assert.strictEqual(yield* signInOnNewClient(ann, wrongPassword, limited(one)), "RateLimited")
      assert.strictEqual(yield* signInOnNewClient(noAccount, wrongPassword, limited(one)), "InvalidCredentials")
      assert.strictEqual(yield* signInOnNewClient(ann, wrongPassword, otherInstance), "InvalidCredentials")
    })
  )

  test(
    "counts an attempt whose client disconnects during hashing",
    Effect.gen(function* () {
      const one = limited({ signInPerEmail: { limit: 1, windowSeconds: 900 } })
      const client = (yield* TestClient.make).at(one)
      const { reached } = yield* pauseNext("PasswordHasher.verify")
      const attempt = yield* Effect.fork(client.signIn(ann, wrongPassword))
      yield* reached
      yield* Fiber.interrupt(attempt)
      assert.strictEqual(yield* signInOnNewClient(ann, wrongPassword, one), "RateLimited")
    })
  )
})

describe("SignInWithPassword.signIn: limit per IP address", () => {
  test(
    "is consumed before the account is looked up",
    Effect.gen(function* () {
      const one = limited({ signInPerIp: { limit: 1, windowSeconds: 60 } })
      const client = (yield* TestClient.make).at(one, ipAddress)
      yield* outcome(client.signIn(ann, wrongPassword))
      const lookups = yield* countOf("UserRepository.findForSignIn")
      assert.strictEqual(yield* outcome(client.signIn(ann, wrongPassword)), "RateLimited")
      assert.strictEqual(yield* countOf("UserRepository.findForSignIn"), lookups)
    })
  )

  test(
    "counts attempts that the limit of the account refuses",
    Effect.gen(function* () {
      const narrow = limited({
        signInPerIp: { limit: 3, windowSeconds: 60 },
        signInPerEmail: { limit: 1, windowSeconds: 900 }
      })
      const client = (yield* TestClient.make).at(narrow, ipAddress)
      const outcomes = yield* times(3, outcome(client.signIn(ann, wrongPassword)))
      assert.deepStrictEqual(outcomes, ["InvalidCredentials", "RateLimited", "RateLimited"])
      assert.strictEqual(yield* outcome(client.signIn(ben, wrongPassword)), "RateLimited")
    })
  )

  const signInFrom = (from: string, index: number, password = wrongPassword) =>
    Effect.flatMap(TestClient.make, (client) =>
      outcome(client.at(defaultInstance, from).signIn(email(`person${index}@example.com`), password))
    )

  test(
    "allows thirty attempts a minute over all accounts, to the millisecond",
    Effect.gen(function* () {
      for (let index = 1; index <= 30; index++)
        assert.strictEqual(yield* signInFrom(ipAddress, index), "InvalidCredentials")
      const verified = yield* countOf("PasswordHasher.verify")
      assert.strictEqual(yield* signInFrom(ipAddress, 31), "RateLimited")
      assert.strictEqual(yield* countOf("PasswordHasher.verify"), verified)
      assert.strictEqual(yield* signInFrom("198.51.100.8", 31), "InvalidCredentials")
      yield* justBefore("1 minute")
      assert.strictEqual(yield* signInFrom(ipAddress, 32), "RateLimited")
      yield* oneMilli
      assert.strictEqual(yield* signInFrom(ipAddress, 33), "InvalidCredentials")
    })
  )

  test(
    "is not refunded by a success",
    Effect.gen(function* () {
      yield* signedUp
      const client = (yield* TestClient.make).at(defaultInstance, ipAddress)
      assert.deepStrictEqual(yield* times(30, outcome(client.signIn(ann, rightPassword))), all(30, "ok"))
      const refusal = yield* Effect.flip(client.signIn(ann, rightPassword))
      assert.deepInclude(refusal, { _tag: "RateLimited", action: "sign_in", retryAfterSeconds: 60 })
    })
  )

  test(
    "is separate from the limit of sign-ups",
    Effect.gen(function* () {
      const one = limited({
        signInPerIp: { limit: 1, windowSeconds: 60 },
        signUpPerIp: { limit: 1, windowSeconds: 600 }
      })
      const client = (yield* TestClient.make).at(one, ipAddress)
      assert.strictEqual(yield* outcome(client.signUp(ann, rightPassword)), "ok")
      assert.strictEqual(yield* outcome(client.signIn(ann, rightPassword)), "ok")
    })
  )
})

/** Tries wrong passwords until the client is refused, each time from another IP address. */
const reachLimit = (client: TestClient.TestClient, address: Email) =>
  Effect.gen(function* () {
    for (let guess = 1; guess <= 10; guess++) {
      const attempt = client.at(defaultInstance).signIn(address, wrongPassword)
      assert.strictEqual(yield* outcome(attempt), "InvalidCredentials")
    }
    assert.strictEqual(yield* outcome(client.signIn(address, wrongPassword)), "RateLimited")
  })

/** Reaches the limit of the address on unknown clients. */
const attack = (address: Email) => Effect.flatMap(TestClient.make, (client) => reachLimit(client, address))

describe("A known client", () => {
  test(
    "signs in while unknown clients are refused",
    Effect.gen(function* () {
      const known = yield* signedUp
      yield* attack(ann)
      assert.strictEqual(yield* outcome((yield* TestClient.make).signIn(ann, rightPassword)), "RateLimited")
      assert.strictEqual(yield* outcome(known.signIn(ann, rightPassword)), "ok")
    })
  )

  test(
    "signs in after signing out, and with each new token",
    Effect.gen(function* () {
      const known = yield* signedUp
      yield* attack(ann)
      for (let count = 1; count <= 3; count++) {
        yield* known.signOut
        assert.strictEqual(yield* outcome(known.signIn(ann, rightPassword)), "ok")
      }
    })
  )

  test(
    "can have signed in with a magic link",
    Effect.gen(function* () {
      yield* signedUp
      const reader = yield* TestClient.make
      yield* reader.verifyLink(yield* linkTokenFor(reader, ann))
      yield* attack(ann)
      assert.strictEqual(yield* outcome(reader.signIn(ann, wrongPassword)), "InvalidCredentials")
    })
  )

  test(
    "has its own limit, which refuses the right password, too",
    Effect.gen(function* () {
      const known = yield* signedUp
      yield* reachLimit(known, ann)
      const verified = yield* countOf("PasswordHasher.verify")
      assert.strictEqual(yield* outcome(known.signIn(ann, rightPassword)), "RateLimited")
      assert.strictEqual(yield* countOf("PasswordHasher.verify"), verified)
      yield* justBefore("15 minutes")
      assert.strictEqual(yield* outcome(known.signIn(ann, rightPassword)), "RateLimited")
      yield* oneMilli
      assert.strictEqual(yield* outcome(known.signIn(ann, rightPassword)), "ok")
    })
  )

  test(
    "consumes no limit of unknown clients, nor of another known client",
    Effect.gen(function* () {
      const first = yield* signedUp
      const second = yield* signedIn
      yield* reachLimit(first, ann)
      assert.strictEqual(yield* outcome(second.signIn(ann, rightPassword)), "ok")
      assert.strictEqual(yield* outcome((yield* TestClient.make).signIn(ann, rightPassword)), "ok")
    })
  )

  test(
    "gets a refund for a success",
    Effect.gen(function* () {
      const known = yield* signedUp
      for (let count = 1; count <= 15; count++) {
        assert.strictEqual(yield* outcome(known.at(defaultInstance).signIn(ann, rightPassword)), "ok")
      }
      yield* reachLimit(known, ann)
    })
  )

  test(
    "stays known after a failed sign-in",
    Effect.gen(function* () {
      const known = yield* signedUp
      yield* attack(ann)
      yield* outcome(known.signIn(ann, wrongPassword))
      assert.strictEqual(yield* outcome(known.signIn(ann, rightPassword)), "ok")
    })
  )
})

describe("All known clients of an account", () => {
  test(
    "share five times the limit of one, which a success refunds",
    Effect.gen(function* () {
      const two = limited({ signInPerKnownClient: { limit: 2, windowSeconds: 900 } })
      const first = yield* signedUp
      const clients = [first, ...(yield* times(6, signedIn))].map((client) => client.at(two))
      const [last, ...others] = clients.reverse()
      const guesses = Effect.forEach(others.slice(0, 5), (client) =>
        times(2, outcome(client.signIn(ann, wrongPassword)))
      )
      assert.strictEqual(yield* outcome(others[5]?.signIn(ann, rightPassword) ?? Effect.void), "ok")
      assert.deepStrictEqual((yield* guesses).flat(), all(10, "InvalidCredentials"))
      assert.strictEqual(yield* outcome(last?.signIn(ann, rightPassword) ?? Effect.void), "RateLimited")
      yield* justBefore("15 minutes")
      assert.strictEqual(yield* outcome(last?.signIn(ann, rightPassword) ?? Effect.void), "RateLimited")
      yield* oneMilli
      assert.strictEqual(yield* outcome(last?.signIn(ann, rightPassword) ?? Effect.void), "ok")
    })
  )

  test(
    "are limited apart from unknown clients, and from known clients of another spelling of the mailbox",
    Effect.gen(function* () {
      const one = limited({ signInPerKnownClient: { limit: 1, windowSeconds: 900 } })
      const owner = yield* signedUp
      const spelling = email("ann+other@example.com")
      yield* (yield* TestClient.make).signUp(spelling, rightPassword)
      const signedInElsewhere = Effect.tap(TestClient.make, (client) => client.signIn(spelling, rightPassword))
      const attackers = yield* times(5, signedInElsewhere)
      for (const attacker of attackers) yield* outcome(attacker.at(one).signIn(spelling, wrongPassword))
      assert.strictEqual(yield* outcome(owner.at(one).signIn(ann, rightPassword)), "ok")
    })
  )
})

describe("A client is unknown", () => {
  test(
    "to an account that it has not signed in to",
    Effect.gen(function* () {
      yield* signedUp
      const bensClient = yield* TestClient.make
      yield* bensClient.signUp(ben, rightPassword)
      yield* attack(ann)
      assert.strictEqual(yield* outcome(bensClient.signIn(ann, rightPassword)), "RateLimited")
    })
  )

  test(
    "to an account that it only tried to sign in to",
    Effect.gen(function* () {
      yield* signedUp
      const unknownClient = yield* TestClient.make
      yield* unknownClient.requestLink(ann)
      yield* reachLimit(unknownClient, ann)
      assert.strictEqual(yield* outcome((yield* TestClient.make).signIn(ann, rightPassword)), "RateLimited")
    })
  )

  test(
    "by a token that was replaced",
    Effect.gen(function* () {
      const known = yield* signedUp
      const copy = yield* TestClient.copyOf(known)
      yield* known.signIn(ann, rightPassword)
      yield* attack(ann)
      assert.strictEqual(yield* outcome(copy.signIn(ann, rightPassword)), "RateLimited")
    })
  )

  test(
    "without its client token",
    Effect.gen(function* () {
      const known = yield* signedUp
      yield* attack(ann)
      yield* Ref.update(known.cookies, (cookies) => ({ ...cookies, clientToken: Option.none() }))
      assert.strictEqual(yield* outcome(known.signIn(ann, rightPassword)), "RateLimited")
    })
  )

  test(
    "from the millisecond on at which its 400 days have passed",
    Effect.gen(function* () {
      const known = yield* signedUp
      yield* justBefore("400 days")
      yield* attack(ann)
      assert.strictEqual(yield* outcome(known.signIn(ann, wrongPassword)), "InvalidCredentials")
      yield* oneMilli
      assert.strictEqual(yield* outcome(known.signIn(ann, rightPassword)), "RateLimited")
    })
  )
})
