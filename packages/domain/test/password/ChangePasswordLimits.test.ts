import { assert, describe } from "@effect/vitest"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import * as Effect from "effect/Effect"
import {
  ann,
  ben,
  justBefore,
  limited,
  newPassword,
  oneMilli,
  outcome,
  password,
  rightPassword,
  signedIn,
  signedUp,
  test,
  wrongPassword
} from "../support.ts"
import { countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const ipAddress = "198.51.100.7"

/** Tries ten times with a wrong current password, each time from another IP address. */
const guess = (client: TestClient.TestClient) =>
  Effect.gen(function* () {
    for (let count = 1; count <= 10; count++) {
      const attempt = client.at(defaultInstance).changePassword(newPassword, wrongPassword)
      assert.strictEqual(yield* outcome(attempt), "InvalidCredentials")
    }
  })

const hashings = Effect.zipWith(countOf("PasswordHasher.verify"), countOf("PasswordHasher.hash"), (a, b) => a + b)

describe("ChangePassword.change: limit of a known client", () => {
  test(
    "allows ten wrong passwords in 15 minutes, to the millisecond, and refuses before any hashing",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* guess(client)
      const previous = yield* hashings
      const refusal = yield* Effect.flip(client.changePassword(newPassword, rightPassword))
      assert.deepInclude(refusal, { _tag: "RateLimited", action: "sign_in", retryAfterSeconds: 900 })
      assert.strictEqual(yield* outcome(client.changePassword(password("short"))), "RateLimited")
      yield* justBefore("15 minutes")
      assert.strictEqual(yield* outcome(client.changePassword(newPassword, rightPassword)), "RateLimited")
      assert.strictEqual(yield* hashings, previous)
      yield* oneMilli
      assert.strictEqual(yield* outcome(client.changePassword(newPassword, rightPassword)), "ok")
    })
  )

  test(
    "is shared with the client's sign-ins, and with no other client",
    Effect.gen(function* () {
      const client = yield* signedUp
      const phone = yield* signedIn
      yield* guess(client)
      assert.strictEqual(yield* outcome(client.signIn(ann, rightPassword)), "RateLimited")
      assert.strictEqual(yield* outcome((yield* TestClient.make).signIn(ann, rightPassword)), "ok")
      assert.strictEqual(yield* outcome(phone.changePassword(newPassword, rightPassword)), "ok")
    })
  )

  test(
    "is not consumed by wrong sign-ins on other clients",
    Effect.gen(function* () {
      const client = yield* signedUp
      const newClient = yield* TestClient.make
      for (let count = 1; count <= 10; count++) yield* outcome(newClient.signIn(ann, wrongPassword))
      assert.strictEqual(yield* outcome(newClient.signIn(ann, wrongPassword)), "RateLimited")
      assert.strictEqual(yield* outcome(client.changePassword(newPassword, rightPassword)), "ok")
    })
  )

  test(
    "is refunded by a success",
    Effect.gen(function* () {
      const client = yield* signedUp
      for (let count = 1; count <= 8; count++) {
        yield* client.at(defaultInstance).changePassword(newPassword, rightPassword)
        yield* client.at(defaultInstance).changePassword(rightPassword, newPassword)
      }
      yield* guess(client)
    })
  )

  test(
    "is consumed by every other refusal",
    Effect.gen(function* () {
      const two = limited({ signInPerKnownClient: { limit: 2, windowSeconds: 900 } })
      const client = (yield* signedUp).at(two)
      assert.strictEqual(yield* outcome(client.changePassword(newPassword)), "ReauthenticationRequired")
      assert.strictEqual(yield* outcome(client.changePassword(password("short"), rightPassword)), "PasswordRejected")
      assert.strictEqual(yield* outcome(client.changePassword(newPassword, rightPassword)), "RateLimited")
    })
  )
})

describe("ChangePassword.change: limit per IP address", () => {
  const three = limited({ signInPerIp: { limit: 3, windowSeconds: 60 } })

  test(
    "is shared with sign-ins to all accounts, and not refunded by a success",
    Effect.gen(function* () {
      const annsClient = (yield* signedUp).at(three, ipAddress)
      const bensClient = yield* TestClient.make
      yield* bensClient.signUp(ben, rightPassword)
      assert.strictEqual(yield* outcome(annsClient.changePassword(newPassword, rightPassword)), "ok")
      assert.strictEqual(
        yield* outcome(bensClient.at(three, ipAddress).changePassword(newPassword)),
        "ReauthenticationRequired"
      )
      assert.strictEqual(yield* outcome((yield* TestClient.make).at(three, ipAddress).signIn(ann, newPassword)), "ok")
      const previous = yield* hashings
      const refusal = yield* Effect.flip(annsClient.changePassword(rightPassword, newPassword))
      assert.deepInclude(refusal, { _tag: "RateLimited", action: "sign_in", retryAfterSeconds: 60 })
      assert.strictEqual(yield* hashings, previous)
      assert.strictEqual(yield* outcome(bensClient.at(three).changePassword(newPassword, rightPassword)), "ok")
    })
  )

  test(
    "is not consumed without a session",
    Effect.gen(function* () {
      yield* signedUp
      const newClient = (yield* TestClient.make).at(three, ipAddress)
      for (let count = 1; count <= 5; count++) {
        assert.strictEqual(yield* outcome(newClient.changePassword(newPassword)), "Unauthenticated")
      }
      assert.strictEqual(yield* outcome(newClient.signIn(ann, rightPassword)), "ok")
    })
  )
})
