import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { Email } from "@latchkey/domain/core/Email"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import * as Password from "@latchkey/domain/password/Password"
import { SignIn } from "@latchkey/domain/password/SignInWithPassword"
import * as AuthTest from "@latchkey/testkit/AuthTest"

const ada = "ada@example.com"
const ben = "ben@example.com"

const test = <A, E>(name: string, body: (auth: AuthTest.AuthTest["Type"]) => Effect.Effect<A, E, AuthTest.World>) =>
  it.effect(name, () => Effect.provide(Effect.flatMap(AuthTest.AuthTest, body), AuthTest.layer))

const messageOf = <A, R>(effect: Effect.Effect<A, { readonly _tag: string; readonly message: string }, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag, message }) => [_tag, message])

const isSignedIn = (cookie: string) =>
  Effect.flatMap(AuthTest.AuthTest, ({ sessionOf }) => Effect.map(sessionOf(cookie), Option.isSome))

/** Whether the password signs in, as the sign-in form would find out. */
const accepts = (email: string, text: string) =>
  Effect.flatMap(SignIn, (signIn) =>
    signIn.withPassword({
      instance: defaultInstance,
      email: Email.make(email),
      password: Either.getOrThrow(Password.parse(text)),
      caller: { ipAddress: "192.0.2.1", clientToken: Option.none(), sessionToken: Option.none() }
    })
  ).pipe(Effect.isSuccess)

describe("signUp", () => {
  test("makes an account and signs it in", (auth) =>
    Effect.gen(function* () {
      const { cookie, sessionId, userId } = yield* auth.signUp({ email: " Ada@Example.com " })
      const session = Option.getOrThrow(yield* auth.sessionOf(cookie))
      assert.deepStrictEqual([session.userId, session.sessionId], [userId, sessionId])
      assert.deepStrictEqual([session.email, session.emailVerified], [ada, false])
      assert.isTrue(yield* accepts(ada, AuthTest.defaultPassword))
    }))

  test("gives the account the password that it is told", (auth) =>
    Effect.gen(function* () {
      yield* auth.signUp({ email: ada, password: "hunter2 hunter2" })
      assert.isTrue(yield* accepts(ada, "hunter2 hunter2"))
      assert.isFalse(yield* accepts(ada, AuthTest.defaultPassword))
    }))

  test("says what is wrong with what it is told", (auth) =>
    Effect.gen(function* () {
      yield* auth.signUp({ email: ada })
      const failures = yield* Effect.forEach(
        [{ email: "ada" }, { email: ben, password: "short" }, { email: ben, password: "" }, { email: ada }],
        (account) => messageOf(auth.signUp(account))
      )
      assert.deepStrictEqual(failures, [
        ["AuthTestError", '"ada" is not an email address'],
        ["AuthTestError", `The password for ${ben} breaks the policy: too_short (at least 8)`],
        ["AuthTestError", 'A password that is empty is none: ""'],
        ["AuthTestError", `${ada} has an account. signedInAs signs in to it`]
      ])
    }))

  test("makes more people than may sign up from one address", (auth) =>
    Effect.gen(function* () {
      const { limit } = defaultInstance.rateLimits.signUpPerIp
      yield* Effect.forEach(Array.from({ length: limit + 1 }), (_, n) => auth.signUp({ email: `p${n}@example.com` }))
    }))
})

describe("signedInAs", () => {
  test("makes the account when there is none", (auth) =>
    Effect.gen(function* () {
      const session = Option.getOrThrow(yield* auth.sessionOf(yield* auth.signedInAs(ada)))
      assert.strictEqual(session.email, ada)
    }))

  test("signs in to an account whatever its password, and leaves its other browsers signed in", (auth) =>
    Effect.gen(function* () {
      const first = yield* auth.signUp({ email: ada, password: "hunter2 hunter2" })
      const cookie = yield* auth.signedInAs(ada)
      const session = Option.getOrThrow(yield* auth.sessionOf(cookie))
      assert.strictEqual(session.userId, first.userId)
      assert.notStrictEqual(session.sessionId, first.sessionId)
      assert.isTrue(yield* isSignedIn(first.cookie))
    }))

  test("makes one account when two ask at once", (auth) =>
    Effect.gen(function* () {
      const both = Effect.all([auth.signedInAs(ada), auth.signedInAs(ada)], { concurrency: "unbounded" })
      const cookies = yield* Effect.withMaxOpsBeforeYield(both, 64) // so that they take turns
      const sessions = yield* Effect.forEach(cookies, auth.sessionOf)
      assert.strictEqual(new Set(sessions.map((session) => Option.getOrThrow(session).userId)).size, 1)
    }))
})

describe("sessionOf", () => {
  test("is none without the cookies of a session", (auth) =>
    Effect.gen(function* () {
      const [ofAda, ofBen] = [yield* auth.signedInAs(ada), yield* auth.signedInAs(ben)]
      const [client = ""] = ofAda.split("; ")
      const [, session = ""] = ofBen.split("; ")
      for (const cookie of ["", "a=b", client, session, `${client}; ${session}`]) {
        assert.isFalse(yield* isSignedIn(cookie), cookie)
      }
    }))

  test("goes by the test's clock: 7 days without a context, 30 days with visits", (auth) =>
    Effect.gen(function* () {
      const idle = yield* auth.signedInAs(ada)
      const visiting = yield* auth.signedInAs(ben)
      for (const day of Array.from({ length: 30 }, (_, index) => index + 1)) {
        yield* TestClock.adjust("1 days")
        assert.strictEqual(yield* isSignedIn(visiting), day < 30, `visits, day ${day}`)
        if (day === 7) assert.isFalse(yield* isSignedIn(idle))
      }
    }))
})

describe("endSessions", () => {
  test("ends every session of that address and no other, and counts them", (auth) =>
    Effect.gen(function* () {
      const cookies = [yield* auth.signedInAs(ada), yield* auth.signedInAs(ada)]
      const other = yield* auth.signedInAs(ben)
      assert.strictEqual(yield* auth.endSessions(ada), 2)
      assert.deepStrictEqual(yield* Effect.forEach(cookies, isSignedIn), [false, false])
      assert.isTrue(yield* isSignedIn(other))
      assert.strictEqual(yield* auth.endSessions(ada), 0)
    }))

  test("says so when nobody has that address", (auth) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* messageOf(auth.endSessions(ada)), ["AuthTestError", `${ada} has no account`])
    }))
})

describe("layer", () => {
  it.effect("is a world of its own each time that it is built", () =>
    Effect.gen(function* () {
      const inWorld = <A, E>(body: (auth: AuthTest.AuthTest["Type"]) => Effect.Effect<A, E>) =>
        Effect.provide(Effect.flatMap(AuthTest.AuthTest, body), AuthTest.layer)
      const cookie = yield* inWorld((auth) =>
        Effect.zipRight(auth.askForLink(ada), Effect.zipLeft(auth.signedInAs(ada), auth.mails))
      )
      yield* inWorld((auth) =>
        Effect.gen(function* () {
          assert.isTrue(Option.isNone(yield* auth.sessionOf(cookie)))
          assert.deepStrictEqual(yield* auth.mails, [])
          yield* auth.signUp({ email: ada })
        })
      )
    })
  )

  it.effect("takes the instance's settings", () =>
    Effect.gen(function* () {
      const auth = yield* AuthTest.AuthTest
      assert.deepStrictEqual(yield* messageOf(auth.signUp({ email: ada, password: "eleven char" })), [
        "AuthTestError",
        `The password for ${ada} breaks the policy: too_short (at least 12), number_required`
      ])
      const cookie = yield* auth.signedInAs(ada)
      yield* TestClock.adjust("59 minutes")
      assert.isTrue(yield* isSignedIn(cookie))
      yield* TestClock.adjust("1 minutes")
      assert.isFalse(yield* isSignedIn(cookie))
    }).pipe(
      Effect.provide(
        AuthTest.layerWith({
          instance: {
            sessionConfig: { passwordPolicy: { minLength: 12, requireNumber: true }, absoluteLifetimeSeconds: 3600 }
          }
        })
      )
    )
  )
})
