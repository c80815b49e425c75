import { assert, describe, it } from "@effect/vitest"
import * as AccountHooks from "@latchkey/domain/account/AccountHooks"
import { MailerError } from "@latchkey/domain/mail/MailErrors"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import * as PasswordRules from "@latchkey/domain/password/PasswordRules"
import { Sent } from "@latchkey/memory/MemoryMailer"
import * as AuthTest from "@latchkey/testkit/AuthTest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { accepts, isSignedIn, messageOf, test } from "./support/authTests.ts"

const ada = "ada@example.com"
const ben = "ben@example.com"

const hint = "Call requestMagicLink first; a request expires after 5 minutes"

describe("signUp", () => {
  test("creates an account and signs it in", (auth) =>
    Effect.gen(function* () {
      const { cookie, sessionId, userId } = yield* auth.signUp({ email: " Ada@Example.com " })
      const session = Option.getOrThrow(yield* auth.sessionOf(cookie))
      assert.deepStrictEqual([session.userId, session.sessionId], [userId, sessionId])
      assert.deepStrictEqual([session.email, session.emailVerified], [ada, false])
      assert.isTrue(yield* accepts(ada, AuthTest.defaultPassword))
    }))

  test("sets the given password", (auth) =>
    Effect.gen(function* () {
      yield* auth.signUp({ email: ada, password: "hunter2 hunter2" })
      assert.isTrue(yield* accepts(ada, "hunter2 hunter2"))
      assert.isFalse(yield* accepts(ada, AuthTest.defaultPassword))
    }))

  test("fails with a message that explains invalid input", (auth) =>
    Effect.gen(function* () {
      yield* auth.signUp({ email: ada })
      const failures = yield* Effect.forEach(
        [{ email: "ada" }, { email: ben, password: "short" }, { email: ben, password: "" }, { email: ada }],
        (account) => messageOf(auth.signUp(account))
      )
      assert.deepStrictEqual(failures, [
        'AuthTestError: "ada" is not an email address',
        `AuthTestError: The password for ${ben} breaks the policy: too_short (at least 8)`,
        'AuthTestError: The password "" is empty',
        `AuthTestError: ${ada} already has an account. Sign in with signedInAs`
      ])
    }))

  test("creates more accounts than one IP address may", (auth) =>
    Effect.gen(function* () {
      const { limit } = defaultInstance.rateLimits.signUpPerIp
      yield* Effect.forEach(Array.from({ length: limit + 1 }), (_, n) => auth.signUp({ email: `p${n}@example.com` }))
    }))
})

describe("signedInAs", () => {
  test("creates the account if there is none", (auth) =>
    Effect.gen(function* () {
      const session = Option.getOrThrow(yield* auth.sessionOf(yield* auth.signedInAs(ada)))
      assert.strictEqual(session.email, ada)
    }))

  test("signs in without the password, and leaves other clients signed in", (auth) =>
    Effect.gen(function* () {
      const first = yield* auth.signUp({ email: ada, password: "hunter2 hunter2" })
      const cookie = yield* auth.signedInAs(ada)
      const session = Option.getOrThrow(yield* auth.sessionOf(cookie))
      assert.strictEqual(session.userId, first.userId)
      assert.notStrictEqual(session.sessionId, first.sessionId)
      assert.isTrue(yield* isSignedIn(first.cookie))
    }))

  test("creates one account for two concurrent calls", (auth) =>
    Effect.gen(function* () {
      const both = Effect.all([auth.signedInAs(ada), auth.signedInAs(ada)], { concurrency: "unbounded" })
      const cookies = yield* Effect.withMaxOpsBeforeYield(both, 64) // so that they take turns
      const sessions = yield* Effect.forEach(cookies, auth.sessionOf)
      assert.strictEqual(new Set(sessions.map((session) => Option.getOrThrow(session).userId)).size, 1)
    }))
})

describe("signedInAs, where a second factor is required", () => {
  it.effect("signs in at level 2, with or without an account", () =>
    Effect.gen(function* () {
      const auth = yield* AuthTest.AuthTest
      for (const _ of ["a new account", "the same one"]) {
        const session = Option.getOrThrow(yield* auth.sessionOf(yield* auth.signedInAs(ada)))
        assert.deepStrictEqual([session.email, session.aal], [ada, 2])
      }
    }).pipe(Effect.provide(AuthTest.layerWith({ instance: { authConfig: { secondFactor: "required" } } })))
  )
})

describe("verifiedAs", () => {
  test("signs in with a verified address, with or without an account, and sends no email", (auth) =>
    Effect.gen(function* () {
      for (const email of [ada, ada, ben]) {
        const session = Option.getOrThrow(yield* auth.sessionOf(yield* auth.verifiedAs(email)))
        assert.deepStrictEqual([session.email, session.emailVerified], [email, true])
      }
      assert.deepStrictEqual(yield* auth.emails, [])
    }))

  test("keeps the user and the password of an account, without a claim", (auth) =>
    Effect.gen(function* () {
      const { userId } = yield* auth.signUp({ email: ada, password: "hunter2 hunter2" })
      const session = Option.getOrThrow(yield* auth.sessionOf(yield* auth.verifiedAs(ada)))
      assert.strictEqual(session.userId, userId)
      assert.isTrue(Option.isNone(session.claimedAt))
      assert.isTrue(yield* accepts(ada, "hunter2 hunter2"))
    }))
})

describe("On an instance without sign-up and passwords", () => {
  it.effect("signedInAs and verifiedAs create accounts, and signUp fails as the endpoint does", () =>
    Effect.gen(function* () {
      const auth = yield* AuthTest.AuthTest
      assert.isTrue(yield* isSignedIn(yield* auth.signedInAs(ada)))
      assert.isTrue(yield* isSignedIn(yield* auth.verifiedAs(ben)))
      const error = yield* Effect.flip(auth.signUp({ email: "cleo@example.com" }))
      assert.strictEqual(error.message, "cleo@example.com cannot sign up: Passwords are turned off")
    }).pipe(
      Effect.provide(AuthTest.layerWith({ instance: { authConfig: { password: false }, signUp: { mode: "closed" } } }))
    )
  )
})

describe("sessionOf", () => {
  it.effect("returns None without a verified email address, if the instance requires one", () =>
    Effect.gen(function* () {
      const auth = yield* AuthTest.AuthTest
      const cookie = yield* auth.signedInAs(ada)
      assert.isTrue(Option.isNone(yield* auth.sessionOf(cookie)))
      yield* auth.requestMagicLink(ada)
      const signedIn = yield* auth.signInWithMagicLink(yield* auth.lastMagicLink(ada), cookie)
      assert.isTrue(Option.isSome(yield* auth.sessionOf(signedIn.cookie)))
    }).pipe(Effect.provide(AuthTest.layerWith({ instance: { sessionConfig: { requireVerifiedEmail: true } } })))
  )

  test("returns `None` without both cookies of one session", (auth) =>
    Effect.gen(function* () {
      const [ofAda, ofBen] = [yield* auth.signedInAs(ada), yield* auth.signedInAs(ben)]
      const [client = ""] = ofAda.split("; ")
      const [, session = ""] = ofBen.split("; ")
      for (const cookie of ["", "a=b", client, session, `${client}; ${session}`]) {
        assert.isFalse(yield* isSignedIn(cookie), cookie)
      }
    }))

  test("expires after 7 days without use and after 30 days with daily use, by the test clock", (auth) =>
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

describe("deleteAccount", () => {
  test("deletes the account, so that its session ends and the address is free", (auth) =>
    Effect.gen(function* () {
      const cookie = yield* auth.verifiedAs(ada)
      yield* auth.deleteAccount(ada)
      assert.isFalse(yield* isSignedIn(cookie))
      yield* auth.signUp({ email: ada })
      assert.strictEqual(yield* messageOf(auth.deleteAccount(ben)), `AuthTestError: ${ben} has no account`)
    }))
})

describe("revokeSessions", () => {
  test("revokes every session of the address and no other, and returns how many", (auth) =>
    Effect.gen(function* () {
      const cookies = [yield* auth.signedInAs(ada), yield* auth.signedInAs(ada)]
      const other = yield* auth.signedInAs(ben)
      assert.strictEqual(yield* auth.revokeSessions(ada), 2)
      assert.deepStrictEqual(yield* Effect.forEach(cookies, isSignedIn), [false, false])
      assert.isTrue(yield* isSignedIn(other))
      assert.strictEqual(yield* auth.revokeSessions(ada), 0)
    }))

  test("fails for an address without an account", (auth) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* messageOf(auth.revokeSessions(ada)), `AuthTestError: ${ada} has no account`)
    }))
})

const linkFor = (email: string) =>
  Effect.flatMap(AuthTest.AuthTest, (auth) => Effect.zipRight(auth.requestMagicLink(email), auth.lastMagicLink(email)))

describe("lastMagicLink", () => {
  test("returns the link in the newest email to the address", (auth) =>
    Effect.gen(function* () {
      const [first, second] = [yield* linkFor(ada), yield* linkFor("Ada@Example.com")]
      yield* linkFor(ben)
      assert.match(second, /^http:\/\/localhost:3000\/v1\/auth\/magic-link\/verify\?token=[\w-]{43}$/)
      assert.notStrictEqual(first, second)
      assert.strictEqual(yield* auth.lastMagicLink(ada), second)
    }))

  test("sends more than one batch of queued emails", (auth) =>
    Effect.gen(function* () {
      const crowd = Array.from({ length: 25 }, (_, n) => `p${n}@example.com`)
      yield* Effect.forEach(crowd, auth.requestMagicLink)
      assert.deepStrictEqual((yield* auth.emails).map(({ to }) => to).sort(), [...crowd].sort())
      yield* auth.lastMagicLink("p24@example.com")
    }))

  test("fails if no email was sent, and names the addresses that got one", (auth) =>
    Effect.gen(function* () {
      const none = `AuthTestError: No email was sent to ${ada}. No emails were sent. ${hint}`
      assert.strictEqual(yield* messageOf(auth.lastMagicLink(ada)), none)
      yield* linkFor(ben)
      const others = `AuthTestError: No email was sent to ${ada}. Emails were sent to ${ben}. ${hint}`
      assert.strictEqual(yield* messageOf(auth.lastMagicLink(ada)), others)
      assert.strictEqual(yield* messageOf(auth.lastMagicLink("ada")), 'AuthTestError: "ada" is not an email address')
    }))

  test("fails if the provider rejected the email, and if the request expired", (auth) =>
    Effect.gen(function* () {
      const cause = new Error("no such mailbox")
      yield* (yield* Sent).failNext(1, new MailerError({ reason: "permanent", cause }))
      yield* auth.requestMagicLink(ada)
      assert.include(yield* messageOf(auth.lastMagicLink(ada)), "No emails were sent")
      yield* auth.requestMagicLink(ada)
      yield* TestClock.adjust("5 minutes")
      assert.include(yield* messageOf(auth.lastMagicLink(ada)), "No emails were sent")
    }))

  test(
    "returns a link with the base URL and the prefix of the app",
    () =>
      Effect.gen(function* () {
        const start = "https://app.example.com/auth/v1/auth/magic-link/verify?token="
        assert.strictEqual((yield* linkFor(ada)).slice(0, start.length), start)
      }),
    AuthTest.layerWith({ baseUrl: "https://app.example.com", prefix: "/auth" })
  )
})

describe("signInWithMagicLink", () => {
  test("signs in and verifies the address", (auth) =>
    Effect.gen(function* () {
      const { cookie, userId } = yield* auth.signInWithMagicLink(yield* linkFor(ada))
      const session = Option.getOrThrow(yield* auth.sessionOf(cookie))
      assert.deepStrictEqual([session.userId, session.email, session.emailVerified], [userId, ada, true])
    }))

  test("accepts a link once, until 15 minutes after the email was sent", (auth) =>
    Effect.gen(function* () {
      const used = yield* linkFor(ada)
      yield* auth.signInWithMagicLink(used)
      assert.include(yield* messageOf(auth.signInWithMagicLink(used)), "InvalidToken")
      const links = [yield* linkFor(ada), yield* linkFor(ben)] as const
      yield* TestClock.adjust("15 minutes")
      assert.include(yield* messageOf(auth.signInWithMagicLink(links[0])), "InvalidToken")
      const inTime = yield* linkFor(ben)
      yield* TestClock.adjust("899999 millis")
      yield* auth.signInWithMagicLink(inTime)
    }))

  test("keeps the account on its own client, and revokes every other session", (auth) =>
    Effect.gen(function* () {
      const own = yield* auth.signUp({ email: ada })
      const elsewhere = yield* auth.signedInAs(ada)
      const kept = yield* auth.signInWithMagicLink(yield* linkFor(ada), own.cookie)
      assert.strictEqual(kept.userId, own.userId)
      assert.deepStrictEqual([yield* isSignedIn(kept.cookie), yield* isSignedIn(elsewhere)], [true, false])
      const stranger = yield* auth.signUp({ email: ben })
      yield* auth.signInWithMagicLink(yield* linkFor(ben))
      assert.isFalse(yield* isSignedIn(stranger.cookie))
    }))

  test("fails for a URL without a token", (auth) =>
    Effect.gen(function* () {
      const expected = 'AuthTestError: "http://localhost/" contains no token. Pass a link from lastMagicLink'
      assert.strictEqual(yield* messageOf(auth.signInWithMagicLink("http://localhost/")), expected)
    }))
})

describe("signInWithMagicLinkCode", () => {
  const withCodes = AuthTest.layerWith({ instance: { emailConfig: { magicLinkCodes: true } } })

  it.effect("signs in on the client that requested the code, and fails on another one and for a wrong code", () =>
    Effect.gen(function* () {
      const auth = yield* AuthTest.AuthTest
      const cookie = yield* auth.requestMagicLink(ada)
      const code = yield* auth.lastMagicLinkCode(ada)
      const other = yield* auth.requestMagicLink(ben)
      assert.include(yield* messageOf(auth.signInWithMagicLinkCode(code, other)), "InvalidToken")
      assert.include(yield* messageOf(auth.signInWithMagicLinkCode("12345", cookie)), "does not have six digits")
      const signedIn = yield* auth.signInWithMagicLinkCode(code, cookie)
      const session = Option.getOrThrow(yield* auth.sessionOf(signedIn.cookie))
      assert.deepInclude(session, { userId: signedIn.userId, email: ada, emailVerified: true })
    }).pipe(Effect.provide(withCodes))
  )

  test("has no code on an instance without codes", (auth) =>
    Effect.gen(function* () {
      yield* auth.requestMagicLink(ada)
      assert.include(yield* messageOf(auth.lastMagicLinkCode(ada)), `No email to ${ada} contains a code`)
    }))
})

describe("requestMagicLink", () => {
  test("is limited per email address, and not per IP address", (auth) =>
    Effect.gen(function* () {
      yield* Effect.forEach([1, 2, 3, 4, 5], () => auth.requestMagicLink(ada))
      assert.include(yield* messageOf(auth.requestMagicLink(ada)), "RateLimited")
      yield* TestClock.adjust("15 minutes")
      yield* auth.requestMagicLink(ada)
      yield* Effect.forEach(Array.from({ length: 21 }), (_, n) => auth.requestMagicLink(`p${n}@example.com`))
    }))
})

describe("layer", () => {
  it.effect("runs the hooks and the password rules of the app", () =>
    Effect.gen(function* () {
      const created: Array<string> = []
      const Hooks = AccountHooks.layer(
        Effect.succeed({ onCreated: ({ email }) => Effect.sync(() => void created.push(email)) })
      )
      const Rules = PasswordRules.layer(() => Effect.succeed(["Choose another password."]))
      yield* Effect.provide(
        Effect.flatMap(AuthTest.AuthTest, (auth) => Effect.zip(auth.verifiedAs(ada), auth.signUp({ email: ben }))),
        AuthTest.layer.pipe(Layer.provide(Hooks))
      )
      assert.deepStrictEqual(created, [ada, ben])
      const refused = yield* Effect.provide(
        Effect.flatMap(AuthTest.AuthTest, (auth) => messageOf(auth.signUp({ email: ben }))),
        AuthTest.layer.pipe(Layer.provide(Rules))
      )
      const expected = `AuthTestError: The password for ${ben} breaks the policy: Choose another password.`
      assert.strictEqual(refused, expected)
    })
  )

  it.effect("has its own data in each build", () =>
    Effect.gen(function* () {
      const withOwnData = <A, E>(body: (auth: AuthTest.AuthTest["Type"]) => Effect.Effect<A, E>) =>
        Effect.provide(Effect.flatMap(AuthTest.AuthTest, body), AuthTest.layer)
      const cookie = yield* withOwnData((auth) =>
        Effect.zipRight(auth.requestMagicLink(ada), Effect.zipLeft(auth.signedInAs(ada), auth.emails))
      )
      yield* withOwnData((auth) =>
        Effect.gen(function* () {
          assert.isTrue(Option.isNone(yield* auth.sessionOf(cookie)))
          assert.deepStrictEqual(yield* auth.emails, [])
          yield* auth.signUp({ email: ada })
        })
      )
    })
  )

  it.effect("applies the settings of the instance", () =>
    Effect.gen(function* () {
      const auth = yield* AuthTest.AuthTest
      assert.strictEqual(
        yield* messageOf(auth.signUp({ email: ada, password: "eleven char" })),
        `AuthTestError: The password for ${ada} breaks the policy: too_short (at least 12), number_required`
      )
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
