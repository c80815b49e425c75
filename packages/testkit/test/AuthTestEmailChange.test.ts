import { assert, describe } from "@effect/vitest"
import * as AuthTest from "@latchkey/testkit/AuthTest"
import * as Effect from "effect/Effect"
import { accepts, isSignedIn, messageOf, test } from "./support/authTests.ts"

const ada = "ada@example.com"
const next = "ada@new.example"

describe("confirmEmailChange", () => {
  test("changes the address with the newest link, once, and revokes the other sessions", (auth) =>
    Effect.gen(function* () {
      const cookie = yield* auth.verifiedAs(ada)
      yield* auth.requestEmailChange(cookie, next)
      const link = yield* auth.lastEmailChangeLink(next)
      assert.match(link, /^http:\/\/localhost:3000\/confirm-email\?token=[\w-]{43}$/)
      const changed = yield* auth.confirmEmailChange(link, cookie)
      assert.deepStrictEqual([yield* isSignedIn(changed.cookie), yield* isSignedIn(cookie)], [true, false])
      assert.isTrue(yield* accepts(next, AuthTest.defaultPassword))
      assert.include(yield* messageOf(auth.confirmEmailChange(link, changed.cookie)), "InvalidToken")
    }))

  test("fails without the session of the user, and a request needs the password or a fresh link", (auth) =>
    Effect.gen(function* () {
      const { cookie } = yield* auth.signUp({ email: ada })
      assert.include(yield* messageOf(auth.requestEmailChange(cookie, next, null)), "ReauthenticationRequired")
      assert.include(yield* messageOf(auth.requestEmailChange(cookie, next, "wrong one")), "InvalidCredentials")
      yield* auth.requestEmailChange(cookie, next, AuthTest.defaultPassword)
      const link = yield* auth.lastEmailChangeLink(next)
      assert.include(yield* messageOf(auth.confirmEmailChange(link, "")), "Unauthenticated")
      assert.include(yield* messageOf(auth.confirmEmailChange("x", cookie)), "Pass a link from lastEmailChangeLink")
    }))
})

describe("restoreEmail", () => {
  test("restores a verified address, deletes the password, and revokes every session", (auth) =>
    Effect.gen(function* () {
      const cookie = yield* auth.verifiedAs(ada)
      yield* auth.requestEmailChange(cookie, next)
      const changed = yield* auth.confirmEmailChange(yield* auth.lastEmailChangeLink(next), cookie)
      const link = yield* auth.lastEmailRestoreLink(ada)
      yield* auth.restoreEmail(link)
      assert.isFalse(yield* isSignedIn(changed.cookie))
      assert.isFalse(yield* accepts(ada, AuthTest.defaultPassword))
      assert.include(yield* messageOf(auth.restoreEmail(link)), "InvalidToken")
    }))

  test("lastEmailRestoreLink fails with a message that says what to do first", (auth) =>
    Effect.gen(function* () {
      yield* auth.signedInAs(ada)
      assert.include(yield* messageOf(auth.lastEmailRestoreLink(ada)), "Change an address that was verified first")
    }))
})
