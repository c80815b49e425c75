import { assert, describe, it } from "@effect/vitest"
import * as AuthTest from "@latchkey/testkit/AuthTest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { isSignedIn, messageOf } from "./support/authTests.ts"

const ada = "ada@example.com"
const ben = "ben@example.com"
const password = "hunter2 hunter2"

const test = <A, E>(name: string, body: (auth: AuthTest.AuthTest["Type"]) => Effect.Effect<A, E, AuthTest.Services>) =>
  it.effect(name, () =>
    Effect.flatMap(AuthTest.AuthTest, body).pipe(
      Effect.provide(AuthTest.layerWith({ instance: { signUp: { verification: "before" } } }))
    )
  )

describe("requestSignUp and verifySignUp", () => {
  test("create the account with the password on the client that signed up", (auth) =>
    Effect.gen(function* () {
      const cookie = yield* auth.requestSignUp({ email: " Ada@Example.com ", password })
      assert.match(cookie, /^__client=[\w-]{43}$/)
      assert.isFalse(yield* isSignedIn(cookie))
      const signedUp = yield* auth.verifySignUp(yield* auth.lastSignUpLink(ada), cookie)
      const session = Option.getOrThrow(yield* auth.sessionOf(signedUp.cookie))
      assert.deepStrictEqual([session.userId, session.email, session.emailVerified], [signedUp.userId, ada, true])
      yield* auth.signIn({ email: ada, password })
    }))

  test("create it without the password on another client", (auth) =>
    Effect.gen(function* () {
      yield* auth.requestSignUp({ email: ada, password })
      const link = yield* auth.lastSignUpLink(ada)
      yield* auth.verifySignUp(link)
      assert.include(yield* messageOf(auth.signIn({ email: ada, password })), "InvalidCredentials")
      assert.include(yield* messageOf(auth.verifySignUp(link)), "InvalidToken")
    }))

  test("succeed for an address with an account, whose owner gets no link", (auth) =>
    Effect.gen(function* () {
      yield* auth.verifiedAs(ada)
      yield* auth.requestSignUp({ email: ada })
      assert.strictEqual(
        yield* messageOf(auth.lastSignUpLink(ada)),
        `AuthTestError: No email to ${ada} contains a link to complete a sign-up`
      )
      assert.strictEqual((yield* auth.emails).at(-1)?.subject, "You already have an account for Latchkey")
    }))

  test("name the other function if the setting does not fit", (auth) =>
    Effect.gen(function* () {
      assert.include(yield* messageOf(auth.signUp({ email: ben })), "Sign up with requestSignUp")
      const other = Effect.flatMap(AuthTest.AuthTest, ({ requestSignUp }) => messageOf(requestSignUp({ email: ben })))
      assert.include(yield* Effect.provide(other, AuthTest.layer), "Sign up with signUp")
      assert.include(yield* messageOf(auth.verifySignUp("http://localhost/")), "Pass a link from lastSignUpLink")
      assert.include(yield* messageOf(auth.lastSignUpLink(ben)), "Call requestSignUp first")
    }))

  test("are not needed for signedInAs and verifiedAs", (auth) =>
    Effect.gen(function* () {
      assert.isTrue(yield* isSignedIn(yield* auth.signedInAs(ada)))
      assert.isTrue(yield* isSignedIn(yield* auth.verifiedAs(ben)))
    }))
})
