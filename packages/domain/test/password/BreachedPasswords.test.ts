import { assert, describe, it } from "@effect/vitest"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import type { Password } from "@latchkey/domain/password/Password"
import * as BreachedPasswords from "@latchkey/domain/password/BreachedPasswords"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import {
  ann,
  ben,
  layer,
  limited,
  newPassword,
  outcome,
  password,
  refusedAsCommon,
  resetTokenFor,
  rightPassword,
  signInOnNewClient
} from "../support.ts"
import { before, callNames, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const leaked = password("leaked by another site")
const slow = password("a lookup that never ends")

/** The passwords that were looked up. */
class Asked extends Context.Tag("Asked")<Asked, Array<string>>() {}

const blocklist = BreachedPasswords.layer(
  Effect.map(Asked, (asked) => (candidate: Password) => {
    asked.push(Redacted.value(candidate))
    return candidate === slow ? Effect.never : Effect.succeed(Redacted.value(candidate) === Redacted.value(leaked))
  })
)

const withBlocklist = layer.pipe(Layer.provide(blocklist), Layer.provideMerge(Layer.sync(Asked, () => [])))

const test = <A, E>(name: string, body: Effect.Effect<A, E, Layer.Layer.Success<typeof withBlocklist> | Scope.Scope>) =>
  it.scoped(name, () => Effect.provide(body, withBlocklist))

const by = { actor: "admin_api", ipAddress: "192.0.2.9" } as const

describe("BreachedPasswords", () => {
  test(
    "refuses a password wherever one is set, and reset tokens stay usable",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* refusedAsCommon(client.signUp(ann, leaked))
      yield* client.signUp(ann, rightPassword)
      yield* refusedAsCommon(client.changePassword(leaked, rightPassword))
      const token = yield* resetTokenFor(client, ann)
      yield* refusedAsCommon(client.resetPassword(token, leaked))
      yield* client.resetPassword(token, newPassword)
      const { create, update } = yield* UserProvisioning
      const user = { email: ben, emailVerified: true, externalId: Option.none(), disabled: false }
      yield* refusedAsCommon(
        create({ instance: defaultInstance, by, user: { ...user, password: Option.some(leaked) } })
      )
      const bens = yield* create({
        instance: defaultInstance,
        by,
        user: { ...user, password: Option.some(newPassword) }
      })
      const patch = { password: Option.some(leaked) }
      yield* refusedAsCommon(update({ instance: defaultInstance, by, userId: bens.user.id, patch }))
      assert.strictEqual(yield* signInOnNewClient(ben, newPassword), "ok")
    })
  )

  test(
    "is not asked at a sign-in, beyond the rate limit, or for a password that breaks the policy",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      assert.strictEqual(yield* signInOnNewClient(ann, leaked), "InvalidCredentials")
      const strict = client.at(limited({ signUpPerIp: { limit: 1, windowSeconds: 60 } }))
      assert.strictEqual(yield* outcome(strict.signUp(ann, password("password"))), "PasswordRejected")
      assert.strictEqual(yield* outcome(strict.signUp(ann, leaked)), "RateLimited")
      assert.deepStrictEqual(yield* Asked, [])
    })
  )

  test(
    "is asked alike for addresses with and without an account, before any lookup",
    Effect.gen(function* () {
      yield* (yield* TestClient.make).signUp(ann, rightPassword)
      for (const address of [ann, ben]) {
        const previous = (yield* callNames).length
        yield* refusedAsCommon((yield* TestClient.make).signUp(address, leaked))
        assert.isEmpty((yield* callNames).slice(previous).filter((name) => name.startsWith("UserRepository")))
      }
      assert.deepStrictEqual((yield* Asked).slice(1), [Redacted.value(leaked), Redacted.value(leaked)])
    })
  )

  test(
    "is asked while the password is hashed, and before the transaction begins",
    Effect.gen(function* () {
      const isAsked = Effect.unsafeMakeLatch()
      yield* before("PasswordHasher.hash", isAsked.await)
      const client = yield* TestClient.make
      const fiber = yield* Effect.fork(client.signUp(ann, slow))
      yield* Effect.repeat(Effect.yieldNow(), { times: 100 })
      assert.deepStrictEqual(yield* Asked, [Redacted.value(slow)])
      yield* isAsked.open
      yield* Effect.repeat(Effect.yieldNow(), { times: 100 })
      assert.strictEqual(yield* countOf("Transaction.run"), 0)
      yield* Fiber.interrupt(fiber)
    })
  )
})
