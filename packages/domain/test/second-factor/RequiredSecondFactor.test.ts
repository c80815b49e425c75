import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  instance,
  outcome,
  password,
  rightPassword,
  signedUp,
  storedPasskeyOf,
  test,
  withoutUsablePasskeys
} from "../support.ts"
import { appOf, codeOf, pendingClient, required, shown } from "../support/SecondFactor.ts"
import * as TestClient from "../support/TestClient.ts"

describe("An instance that requires a second factor", () => {
  test(
    "lets a user without one set it up while signing in, and then asks for it",
    Effect.gen(function* () {
      yield* signedUp
      const { client, result } = yield* pendingClient(required)
      assert.deepStrictEqual(result.options, ["totp_enrollment"])
      const enrollment = yield* client.beginPendingTotp
      const app = appOf(enrollment)
      const { issued, recoveryCodes } = yield* client.confirmPendingTotp(
        Redacted.value(enrollment.enrollment),
        yield* app()
      )
      assert.lengthOf(recoveryCodes, 10)
      assert.deepInclude(yield* client.authenticate, { id: issued.sessionId, methods: ["password", "totp"] })
      yield* TestClock.adjust("1 minute")
      const next = yield* pendingClient(required)
      assert.deepStrictEqual(next.result.options, ["totp", "recovery_code"])
      assert.strictEqual(yield* outcome(next.client.beginPendingTotp), "SecondFactorExists")
      assert.strictEqual(yield* outcome(next.client.completeSignIn(yield* shown(app))), "ok")
    })
  )

  test(
    "lets a user with a passkey set none up with a password alone, and says that the passkey signs in",
    Effect.gen(function* () {
      yield* signedUp
      yield* storedPasskeyOf(ann)
      const { client, result } = yield* pendingClient(required)
      assert.deepStrictEqual([result.options, yield* client.pendingOptions], [["passkey"], ["passkey"]])
      assert.strictEqual(yield* outcome(client.beginPendingTotp), "SecondFactorDisabled")
    })
  )

  test(
    "lets a user whose passkeys it does not accept set one up",
    Effect.gen(function* () {
      yield* signedUp
      yield* storedPasskeyOf(ann)
      for (const [title, { authConfig, ...other }] of Object.entries(withoutUsablePasskeys)) {
        const at = instance({ ...other, authConfig: { ...authConfig, secondFactor: "required" } })
        const { client, result } = yield* pendingClient(at)
        assert.deepStrictEqual(result.options, ["totp_enrollment"], title)
        assert.strictEqual(yield* outcome(client.beginPendingTotp), "ok", title)
      }
    })
  )

  test(
    "accepts no code of a user without one",
    Effect.gen(function* () {
      yield* signedUp
      const { client } = yield* pendingClient(required)
      assert.strictEqual(yield* outcome(client.completeSignIn(codeOf("000000"))), "InvalidToken")
      assert.strictEqual(
        yield* outcome(client.completeSignIn(codeOf("aaaaa-aaaaa-aaaaa-aaaaa-aaaaaa"))),
        "InvalidToken"
      )
    })
  )

  test(
    "of two clients that set one up at sign-in signs one in",
    Effect.gen(function* () {
      yield* signedUp
      const clients = [yield* pendingClient(required), yield* pendingClient(required)]
      const attempts = yield* Effect.forEach(clients, ({ client }) =>
        Effect.gen(function* () {
          const enrollment = yield* client.beginPendingTotp
          return client.confirmPendingTotp(Redacted.value(enrollment.enrollment), yield* appOf(enrollment)())
        })
      )
      const outcomes = yield* Effect.forEach(attempts, outcome, { concurrency: "unbounded" })
      assert.deepStrictEqual([...outcomes].sort(), ["Unauthenticated", "ok"])
    })
  )

  test(
    "keeps sessions from before, and asks at their next sign-in",
    Effect.gen(function* () {
      const cookies = yield* signedUp
      assert.strictEqual(yield* outcome(cookies.at(required).authenticate), "ok")
      yield* cookies.at(required).beginSignIn(ann, rightPassword)
      assert.strictEqual(yield* outcome(cookies.at(required).authenticate), "ok")
    })
  )

  test(
    "asks for one at sign-up, too",
    Effect.gen(function* () {
      const client = (yield* TestClient.make).at(required)
      const signUp = Effect.exit(client.signUp(ben, password("a password of someone new")))
      assert.include(String(yield* signUp), "second factor")
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
    })
  )
})
