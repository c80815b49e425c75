import { assert, describe } from "@effect/vitest"
import { AuthenticationMethods } from "@latchkey/domain/instance/AuthenticationMethods"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { annsNew, changeTokenFor } from "../email-change/support.ts"
import { ann, linkTokenFor, newPassword, password, rightPassword, test } from "../support.ts"
import { optional, setUpApp, shown, userWithApp } from "../support/SecondFactor.ts"
import * as TestClient from "../support/TestClient.ts"
import { annWithPasskey, withPasskeys } from "../passkey/support.ts"

/** Level and age of a session in seconds: what an app that requires a recent level 2 looks at. */
const strengthOf = (client: TestClient.Actions) =>
  Effect.gen(function* () {
    const { authenticatedAt, methods } = yield* client.authenticate
    const { levelOf } = yield* AuthenticationMethods
    const now = yield* DateTime.now
    return { aal: levelOf(methods), age: (now.epochMillis - authenticatedAt.epochMillis) / 1000 }
  })

/** A client whose session has had level 2 for six days, of a user who has removed the last passkey on another client. */
const staleLevel2 = Effect.gen(function* () {
  const { authenticator, client, keys, passkey } = yield* annWithPasskey
  const other = yield* TestClient.make
  yield* keys.signIn(authenticator)
  yield* TestClock.adjust("6 days")
  yield* withPasskeys(other).signIn(authenticator)
  yield* withPasskeys(other).remove(passkey.id)
  return client
})

describe("A session that takes the place of another one", () => {
  test(
    "after a changed password makes no old passkey recent: it has level 1",
    Effect.gen(function* () {
      const client = yield* staleLevel2
      assert.deepStrictEqual(yield* strengthOf(client), { aal: 2, age: 6 * 86_400 })
      yield* client.changePassword(newPassword, rightPassword)
      assert.deepStrictEqual(yield* strengthOf(client), { aal: 1, age: 0 })
    })
  )

  test(
    "after a changed password is as old as the passkey that allowed it, however often it is changed",
    Effect.gen(function* () {
      const { authenticator, client, keys } = yield* annWithPasskey
      yield* keys.signIn(authenticator)
      let current = rightPassword
      for (const next of ["first new phrase", "second new phrase"].map(password)) {
        yield* TestClock.adjust("4 minutes")
        yield* client.changePassword(next, current)
        current = next
      }
      assert.deepStrictEqual(yield* strengthOf(client), { aal: 2, age: 8 * 60 })
    })
  )

  test(
    "after the app was removed is as old as the code that allowed it",
    Effect.gen(function* () {
      const { app, client } = yield* userWithApp()
      yield* client.reauthenticateWithCode(yield* shown(app))
      yield* TestClock.adjust("9 minutes")
      yield* client.removeTotp
      assert.deepStrictEqual(yield* strengthOf(client), { aal: 2, age: 9 * 60 })
    })
  )

  test(
    "after a changed address is as old as the one that confirms it, which need not be the one that requested it",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.signUp(ann, rightPassword)
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      const { app } = yield* setUpApp(client.at(optional))
      const other = yield* TestClient.make
      yield* other.at(optional).beginSignIn(ann, rightPassword)
      yield* other.at(optional).completeSignIn(yield* shown(app))
      yield* TestClock.adjust("5 days")
      yield* other.at(optional).reauthenticateWithCode(yield* shown(app))
      const token = yield* changeTokenFor(other, annsNew)
      yield* client.at(optional).confirmEmailChange(token)
      const { aal, age } = yield* strengthOf(client)
      assert.strictEqual(aal, 2)
      assert.isAbove(age, 5 * 86_400 - 1)
      // It was seen at this moment: its age does not bring the end of the idle lifetime nearer.
      yield* TestClock.adjust("6 days")
      assert.deepInclude(yield* client.authenticate, { email: annsNew })
    })
  )
})
