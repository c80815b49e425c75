import { assert, describe } from "@effect/vitest"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  email,
  justBefore,
  limited,
  oneMilli,
  otherInstance,
  outage,
  outcome,
  password,
  rightPassword,
  test
} from "../support.ts"
import { before, countOf, pauseNext } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const two = limited({ signUpPerIp: { limit: 2, windowSeconds: 600 } })
const weak = password("short")
const ipAddress = "198.51.100.7"

describe("SignUp.signUp: limit per IP address", () => {
  test(
    "allows twenty attempts in ten minutes, to the millisecond",
    Effect.gen(function* () {
      const signUp = (index: number) =>
        Effect.flatMap(TestClient.make, (client) =>
          outcome(client.at(defaultInstance, ipAddress).signUp(email(`person${index}@example.com`), rightPassword))
        )
      for (let index = 1; index <= 20; index++) assert.strictEqual(yield* signUp(index), "ok")
      assert.strictEqual(yield* signUp(21), "RateLimited")
      yield* justBefore("10 minutes")
      assert.strictEqual(yield* signUp(21), "RateLimited")
      yield* oneMilli
      assert.strictEqual(yield* signUp(21), "ok")
    })
  )

  test(
    "fails with the restricted action and the whole seconds to wait",
    Effect.gen(function* () {
      const client = (yield* TestClient.make).at(two)
      yield* outcome(client.signUp(ann, weak))
      yield* TestClock.adjust("99500 millis")
      yield* outcome(client.signUp(ann, weak))
      const refusal = yield* Effect.flip(client.signUp(ann, weak))
      assert.deepInclude(refusal, { _tag: "RateLimited", action: "sign_up", retryAfterSeconds: 501 })
    })
  )

  test(
    "counts failed attempts, and is checked before policy and address",
    Effect.gen(function* () {
      yield* (yield* TestClient.make).signUp(ann, rightPassword)
      const hashed = yield* countOf("PasswordHasher.hash")
      const client = (yield* TestClient.make).at(two)
      assert.strictEqual(yield* outcome(client.signUp(ann, rightPassword)), "EmailTaken")
      assert.strictEqual(yield* outcome(client.signUp(ben, weak)), "PasswordRejected")
      assert.strictEqual(yield* outcome(client.signUp(ben, weak)), "RateLimited")
      assert.strictEqual(yield* outcome(client.signUp(ann, rightPassword)), "RateLimited")
      assert.strictEqual(yield* outcome(client.signUp(ben, rightPassword)), "RateLimited")
      assert.strictEqual((yield* countOf("PasswordHasher.hash")) - hashed, 1)
    })
  )

  test(
    "is separate for each IP address and each instance",
    Effect.gen(function* () {
      const one = limited({ signUpPerIp: { limit: 1, windowSeconds: 600 } })
      const client = yield* TestClient.make
      assert.strictEqual(yield* outcome(client.at(one, ipAddress).signUp(ann, rightPassword)), "ok")
      assert.strictEqual(yield* outcome(client.at(one, ipAddress).signUp(ben, rightPassword)), "RateLimited")
      assert.strictEqual(yield* outcome(client.at(one, "198.51.100.8").signUp(ben, rightPassword)), "ok")
      assert.strictEqual(yield* outcome(client.at(otherInstance, ipAddress).signUp(ann, rightPassword)), "ok")
    })
  )

  test(
    "counts an attempt whose client disconnects during hashing",
    Effect.gen(function* () {
      const client = (yield* TestClient.make).at(limited({ signUpPerIp: { limit: 1, windowSeconds: 600 } }))
      const { reached } = yield* pauseNext("PasswordHasher.hash")
      const attempt = yield* Effect.fork(client.signUp(ann, rightPassword))
      yield* reached
      yield* Fiber.interrupt(attempt)
      assert.strictEqual(yield* outcome(client.signUp(ann, rightPassword)), "RateLimited")
    })
  )

  test(
    "fails with PersistenceError, and allows nothing, while its store is down",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const hashed = yield* countOf("PasswordHasher.hash")
      yield* before("RateLimitStore.consume", outage)
      assert.strictEqual(yield* outcome(client.signUp(ann, rightPassword)), "PersistenceError")
      assert.strictEqual(yield* outcome(client.signUp(ann, weak)), "PersistenceError")
      assert.strictEqual(yield* countOf("PasswordHasher.hash"), hashed)
    })
  )
})

describe("SignUp.signUp: limit of the instance", () => {
  test(
    "allows so many from all IP addresses together, of one instance, to the millisecond; what an IP address is refused does not count",
    Effect.gen(function* () {
      const three = {
        signUpPerInstance: { limit: 3, windowSeconds: 60 },
        signUpPerIp: { limit: 1, windowSeconds: 600 }
      }
      const signUp = (index: number, address?: string, of = limited(three)) =>
        Effect.flatMap(TestClient.make, (client) =>
          outcome(client.at(of, address).signUp(email(`person${index}@example.com`), rightPassword))
        )
      assert.strictEqual(yield* signUp(1, ipAddress), "ok")
      for (let index = 2; index <= 9; index++) assert.strictEqual(yield* signUp(index, ipAddress), "RateLimited")
      assert.strictEqual(yield* signUp(2), "ok")
      assert.strictEqual(yield* signUp(3), "ok")
      assert.strictEqual(yield* signUp(4), "RateLimited")
      assert.strictEqual(yield* signUp(4, undefined, otherInstance), "ok")
      yield* justBefore("1 minute")
      assert.strictEqual(yield* signUp(4), "RateLimited")
      yield* oneMilli
      assert.strictEqual(yield* signUp(4), "ok")
    })
  )
})
