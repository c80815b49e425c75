import { assert, describe, it } from "@effect/vitest"
import * as PasswordRules from "@latchkey/domain/password/PasswordRules"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import {
  ann,
  ben,
  instance,
  layer,
  newPassword,
  outage,
  outcome,
  password,
  resetTokenFor,
  rightPassword,
  signInOnNewClient,
  strictPolicy,
  withPolicy
} from "../support.ts"
import { callNames } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const reason = "Your password must not contain your email address."

/** Refuses a password that contains the address before the "@", and fails for `broken`. */
const check: PasswordRules.CheckPassword = ({ email, password }) => {
  const text = Redacted.value(password).toLowerCase()
  if (text.startsWith("broken")) return outage
  return Effect.succeed(text.includes(email.replace(/@.*/, "")) ? [reason] : [])
}

const withRules = Layer.provide(layer, PasswordRules.layer(check))

const test = <A, E>(name: string, body: Effect.Effect<A, E, Layer.Layer.Success<typeof withRules> | Scope.Scope>) =>
  it.scoped(name, () => Effect.provide(body, withRules))

const withName = password("my name is ann")

/** Returns what a refused password breaks. */
const broken = <A, E extends { readonly _tag: string }, R>(attempt: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(attempt), (error) =>
    "violations" in error && "reasons" in error ? [error.violations, error.reasons] : error._tag
  )

describe("PasswordRules", () => {
  test(
    "refuse a password wherever one is set, and reset tokens stay usable",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      const refusal = [["custom"], [reason]]
      assert.deepStrictEqual(yield* broken(client.signUp(ann, withName)), refusal)
      yield* client.signUp(ann, rightPassword)
      assert.deepStrictEqual(yield* broken(client.changePassword(withName, rightPassword)), refusal)
      const token = yield* resetTokenFor(client, ann)
      assert.deepStrictEqual(yield* broken(client.resetPassword(token, withName)), refusal)
      yield* client.resetPassword(token, newPassword)
      assert.strictEqual(yield* outcome(client.changePassword(rightPassword, newPassword)), "ok")
    })
  )

  test(
    "know the address: another user may have the same password",
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome((yield* TestClient.make).signUp(ben, withName)), "ok")
    })
  )

  test(
    "add to the policy: the error names every broken rule of both",
    Effect.gen(function* () {
      const strict = (yield* TestClient.make).at(instance(withPolicy("pro", strictPolicy)))
      const expected = [["too_short", "uppercase_required", "number_required", "custom"], [reason]]
      assert.deepStrictEqual(yield* broken(strict.signUp(ann, password("i am ann"))), expected)
    })
  )

  test(
    "hide whether an address has an account, and cost no hash",
    Effect.gen(function* () {
      yield* (yield* TestClient.make).signUp(ann, rightPassword)
      const previous = (yield* callNames).length
      assert.deepStrictEqual(yield* broken((yield* TestClient.make).signUp(ann, withName)), [["custom"], [reason]])
      const made = (yield* callNames).slice(previous)
      assert.notInclude(made, "PasswordHasher.hash")
      assert.isEmpty(made.filter((name) => name.startsWith("UserRepository")))
    })
  )

  test(
    "fail the attempt with their own failure, and never apply to signing in",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      assert.strictEqual(yield* outcome(client.signUp(ann, password("broken and long"))), "PersistenceError")
      assert.strictEqual(yield* signInOnNewClient(ann, withName), "InvalidCredentials")
      assert.strictEqual(yield* signInOnNewClient(ann, password("broken and long")), "InvalidCredentials")
    })
  )
})
