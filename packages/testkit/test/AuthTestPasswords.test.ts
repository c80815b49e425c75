import { assert, describe } from "@effect/vitest"
import * as AuthTest from "@latchkey/testkit/AuthTest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { accepts, isSignedIn, messageOf, test } from "./support/authTests.ts"

const ada = "ada@example.com"
const ben = "ben@example.com"

describe("signIn", () => {
  test("signs in with the password on a new client, and leaves others signed in", (auth) =>
    Effect.gen(function* () {
      const first = yield* auth.signUp({ email: ada })
      const second = yield* auth.signIn({ email: "Ada@Example.com" })
      assert.deepStrictEqual([second.userId, second.sessionId === first.sessionId], [first.userId, false])
      assert.deepStrictEqual([yield* isSignedIn(first.cookie), yield* isSignedIn(second.cookie)], [true, true])
    }))

  test("fails with the errors of the use case, and with AuthTestError for invalid input", (auth) =>
    Effect.gen(function* () {
      yield* auth.signUp({ email: ada, password: "hunter2 hunter2" })
      const tagOf = (email: string, password?: string) =>
        Effect.map(
          Effect.flip(auth.signIn({ email, ...(password === undefined ? {} : { password }) })),
          ({ _tag }) => _tag
        )
      assert.deepStrictEqual(
        [yield* tagOf(ada), yield* tagOf(ben, "hunter2 hunter2"), yield* tagOf("ada"), yield* tagOf(ada, "")],
        ["InvalidCredentials", "InvalidCredentials", "AuthTestError", "AuthTestError"]
      )
      yield* Effect.forEach(Array.from({ length: 9 }), () => tagOf(ada))
      assert.strictEqual(yield* tagOf(ada, "hunter2 hunter2"), "RateLimited")
      yield* TestClock.adjust("15 minutes")
      yield* auth.signIn({ email: ada, password: "hunter2 hunter2" })
    }))

  test("signs in on the client of a cookie, whose own limit others cannot use up", (auth) =>
    Effect.gen(function* () {
      const { cookie } = yield* auth.signUp({ email: ada })
      yield* Effect.forEach(Array.from({ length: 10 }), () =>
        Effect.flip(auth.signIn({ email: ada, password: "wrong" }))
      )
      assert.include(yield* messageOf(auth.signIn({ email: ada })), "RateLimited")
      yield* auth.signIn({ email: ada }, cookie)
      assert.isFalse(yield* isSignedIn(cookie))
    }))
})

describe("signOut", () => {
  test("revokes the session of the cookie and no other, and does nothing without one", (auth) =>
    Effect.gen(function* () {
      const [first, second] = [yield* auth.signedInAs(ada), yield* auth.signedInAs(ada)]
      yield* auth.signOut(first)
      yield* auth.signOut(first)
      yield* auth.signOut("")
      assert.deepStrictEqual([yield* isSignedIn(first), yield* isSignedIn(second)], [false, true])
    }))
})

describe("resetPassword", () => {
  test("sets the password with the link in the newest email, once, and revokes every session", (auth) =>
    Effect.gen(function* () {
      const { cookie, userId } = yield* auth.signUp({ email: ada })
      yield* auth.requestPasswordReset(ada)
      const link = yield* auth.lastPasswordResetLink(ada)
      assert.match(link, /^http:\/\/localhost:3000\/reset-password\?token=[\w-]{43}$/)
      assert.include(yield* messageOf(auth.resetPassword(link, "short")), "PasswordRejected")
      const signedIn = yield* auth.resetPassword(link, "hunter2 hunter2")
      assert.strictEqual(signedIn.userId, userId)
      assert.deepStrictEqual([yield* isSignedIn(signedIn.cookie), yield* isSignedIn(cookie)], [true, false])
      assert.deepStrictEqual(
        [yield* accepts(ada, "hunter2 hunter2"), yield* accepts(ada, AuthTest.defaultPassword)],
        [true, false]
      )
      assert.include(yield* messageOf(auth.resetPassword(link, "hunter2 hunter2")), "InvalidToken")
    }))

  test("fails with a message that says what to do first", (auth) =>
    Effect.gen(function* () {
      yield* auth.requestPasswordReset(ada)
      const none = `AuthTestError: No email was sent to ${ada}. No emails were sent. Call requestPasswordReset first, `
      assert.include(yield* messageOf(auth.lastPasswordResetLink(ada)), `${none}for an address with an account`)
      yield* auth.requestMagicLink(ada)
      const other = `AuthTestError: No email to ${ada} contains a link to set a new password`
      assert.strictEqual(yield* messageOf(auth.lastPasswordResetLink(ada)), other)
      const expected = 'AuthTestError: "x" contains no token. Pass a link from lastPasswordResetLink'
      assert.strictEqual(yield* messageOf(auth.resetPassword("x", "hunter2 hunter2")), expected)
    }))
})
