import { assert, describe, it } from "@effect/vitest"
import * as AccountHooks from "@latchkey/domain/account/AccountHooks"
import { PersistenceError } from "@latchkey/domain/core/Errors"
import * as SecretKeys from "@latchkey/domain/core/SecretKeys"
import * as WebAuthn from "@latchkey/domain/passkey/WebAuthn"
import * as PasswordRules from "@latchkey/domain/password/PasswordRules"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { ann, layer, outcome, rightPassword } from "../support.ts"
import * as CapturedLogs from "../support/CapturedLogs.ts"
import * as TestClient from "../support/TestClient.ts"

const hooks = AccountHooks.layer(Effect.succeed({ onCreated: () => Effect.void }))
const rules = PasswordRules.layer(() => Effect.succeed([]))
const verifier = WebAuthn.layer(Effect.sync(() => ({ ...WebAuthn.none })))
const keys = SecretKeys.layer(Effect.sync(() => ({ ...SecretKeys.none })))

const warningsOf = <A, E>(app: Layer.Layer<A, E>, wait: Duration.DurationInput) =>
  CapturedLogs.capture(Effect.zipRight(Layer.build(app), TestClock.adjust(wait))).pipe(
    Effect.map(({ entries }) => [...CapturedLogs.problems(entries)])
  )

describe("A part of an app", () => {
  const beside = [
    ["after the use cases", Layer.mergeAll(layer, hooks, rules, keys, verifier)],
    ["before the use cases", Layer.mergeAll(hooks, rules, keys, verifier, layer)]
  ] as const

  it.scoped.each(beside)("that is provided beside the use cases, %s, is a warning immediately", ([, app]) =>
    Effect.gen(function* () {
      assert.sameMembers(yield* warningsOf(app, 0), [
        "WARN AccountHooks.layer has no effect where it is provided Provide it to Domain.layer",
        "WARN PasswordRules.layer has no effect where it is provided Provide it to Domain.layer",
        "WARN SecretKeys.layer has no effect where it is provided Provide it to Domain.layer",
        "WARN WebAuthn.layer has no effect where it is provided Provide it to Domain.layer"
      ])
    })
  )

  it.scoped("that is provided to the use cases is no warning, also where another app of the process has none", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* warningsOf(Layer.provide(layer, [hooks, rules]), "10 seconds"), [])
      const both = Effect.zip(warningsOf(Layer.provide(layer, hooks), "10 seconds"), warningsOf(layer, "10 seconds"), {
        concurrent: true
      })
      assert.deepStrictEqual(yield* both, [[], []])
    })
  )

  it.scoped("that is provided without use cases is a warning after ten seconds", () =>
    Effect.gen(function* () {
      const warning = "WARN AccountHooks.layer has no effect where it is provided Provide it to Domain.layer"
      assert.deepStrictEqual(yield* warningsOf(hooks, "9 seconds"), [])
      assert.deepStrictEqual(yield* warningsOf(hooks, "10 seconds"), [warning])
    })
  )

  it.scoped("that is provided around the routes, after the use cases, is a warning immediately", () =>
    Effect.gen(function* () {
      const around = Layer.mergeAll(hooks, rules).pipe(Layer.provideMerge(layer))
      const { entries } = yield* CapturedLogs.capture(Effect.zipRight(Layer.build(around), TestClock.adjust(0)))
      assert.sameMembers(
        [...CapturedLogs.problems(entries)],
        [
          "WARN AccountHooks.layer has no effect where it is provided Provide it to Domain.layer",
          "WARN PasswordRules.layer has no effect where it is provided Provide it to Domain.layer"
        ]
      )
    })
  )

  const signUpWith = <A>(part: Layer.Layer<A>) =>
    Effect.flatMap(TestClient.make, (client) => outcome(client.signUp(ann, rightPassword))).pipe(
      Effect.provide(Layer.provide(layer, part)),
      CapturedLogs.capture,
      Effect.map(({ entries, value }) => ({ value, errors: entries.filter(({ level }) => level === "ERROR") }))
    )

  const failure = Effect.fail(new PersistenceError({ cause: new Error("no table profiles") }))
  const broken = [
    ["The hook onCreated failed", AccountHooks.layer(Effect.succeed({ onCreated: () => failure }))],
    ["PasswordRules failed", PasswordRules.layer(() => failure)]
  ] as const

  for (const [message, part] of broken) {
    it.scoped(`that fails is an error with its cause: ${message}`, () =>
      Effect.gen(function* () {
        const { errors } = yield* signUpWith(part as Layer.Layer<unknown>)
        assert.deepStrictEqual(
          errors.map(({ message }) => message),
          [[message]]
        )
        assert.include(errors[0]?.cause, "no table profiles")
      })
    )
  }
})
