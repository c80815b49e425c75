import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { MailerError } from "@latchkey/domain/core/Errors"
import { Sent } from "@latchkey/memory/MemoryMailer"
import * as AuthTest from "@latchkey/testkit/AuthTest"

const ada = "ada@example.com"
const ben = "ben@example.com"
const hint = "A link is sent to whoever has asked for one within the last 5 minutes"

type Body = (auth: AuthTest.AuthTest["Type"]) => Effect.Effect<unknown, unknown, AuthTest.World>

const test = (name: string, body: Body, layer = AuthTest.layer) =>
  it.effect(name, () => Effect.provide(Effect.flatMap(AuthTest.AuthTest, body), layer))

const linkFor = (email: string) =>
  Effect.flatMap(AuthTest.AuthTest, (auth) => Effect.zipRight(auth.askForLink(email), auth.lastLink(email)))

const isSignedIn = (cookie: string) =>
  Effect.flatMap(AuthTest.AuthTest, ({ sessionOf }) => Effect.map(sessionOf(cookie), Option.isSome))

const failureOf = <A, R>(effect: Effect.Effect<A, { readonly _tag: string; readonly message: string }, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag, message }) => `${_tag}: ${message}`)

describe("lastLink", () => {
  test("answers the link of the newest mail to that address", (auth) =>
    Effect.gen(function* () {
      const [first, second] = [yield* linkFor(ada), yield* linkFor("Ada@Example.com")]
      yield* linkFor(ben)
      assert.match(second, /^http:\/\/localhost:3000\/v1\/auth\/magic-link\/verify\?token=[\w-]{43}$/)
      assert.notStrictEqual(first, second)
      assert.strictEqual(yield* auth.lastLink(ada), second)
    }))

  test("sends more than one batch of what waits", (auth) =>
    Effect.gen(function* () {
      const crowd = Array.from({ length: 25 }, (_, n) => `p${n}@example.com`)
      yield* Effect.forEach(crowd, auth.askForLink)
      assert.deepStrictEqual((yield* auth.mails).map(({ to }) => to).sort(), [...crowd].sort())
      yield* auth.lastLink("p24@example.com")
    }))

  test("says so when no mail was sent, and to whom some was", (auth) =>
    Effect.gen(function* () {
      const none = `AuthTestError: No mail was sent to ${ada}. No mail was sent at all. ${hint}`
      assert.strictEqual(yield* failureOf(auth.lastLink(ada)), none)
      yield* linkFor(ben)
      const others = `AuthTestError: No mail was sent to ${ada}. Mail was sent to ${ben}. ${hint}`
      assert.strictEqual(yield* failureOf(auth.lastLink(ada)), others)
      assert.strictEqual(yield* failureOf(auth.lastLink("ada")), 'AuthTestError: "ada" is not an email address')
    }))

  test("says so when the mail was refused, or when the request for it has become too old", (auth) =>
    Effect.gen(function* () {
      const cause = new Error("no such mailbox")
      yield* (yield* Sent).failNext(1, new MailerError({ reason: "permanent", cause }))
      yield* auth.askForLink(ada)
      assert.include(yield* failureOf(auth.lastLink(ada)), "No mail was sent at all")
      yield* auth.askForLink(ada)
      yield* TestClock.adjust("5 minutes")
      assert.include(yield* failureOf(auth.lastLink(ada)), "No mail was sent at all")
    }))

  test(
    "begins with the base URL and the prefix of the app",
    () =>
      Effect.gen(function* () {
        const start = "https://app.example.com/auth/v1/auth/magic-link/verify?token="
        assert.strictEqual((yield* linkFor(ada)).slice(0, start.length), start)
      }),
    AuthTest.layerWith({ baseUrl: "https://app.example.com", prefix: "/auth" })
  )
})

describe("useLink", () => {
  test("signs in, and proves the address", (auth) =>
    Effect.gen(function* () {
      const { cookie, userId } = yield* auth.useLink(yield* linkFor(ada))
      const session = Option.getOrThrow(yield* auth.sessionOf(cookie))
      assert.deepStrictEqual([session.userId, session.email, session.emailVerified], [userId, ada, true])
    }))

  test("works once, and until 15 minutes after the mail", (auth) =>
    Effect.gen(function* () {
      const used = yield* linkFor(ada)
      yield* auth.useLink(used)
      assert.include(yield* failureOf(auth.useLink(used)), "InvalidToken")
      const links = [yield* linkFor(ada), yield* linkFor(ben)] as const
      yield* TestClock.adjust("15 minutes")
      assert.include(yield* failureOf(auth.useLink(links[0])), "InvalidToken")
      const inTime = yield* linkFor(ben)
      yield* TestClock.adjust("899999 millis")
      yield* auth.useLink(inTime)
    }))

  test("keeps the account of the browser that proves it, and ends what a stranger set up", (auth) =>
    Effect.gen(function* () {
      const own = yield* auth.signUp({ email: ada })
      const elsewhere = yield* auth.signedInAs(ada)
      const kept = yield* auth.useLink(yield* linkFor(ada), own.cookie)
      assert.strictEqual(kept.userId, own.userId)
      assert.isTrue(yield* isSignedIn(elsewhere))
      const stranger = yield* auth.signUp({ email: ben })
      yield* auth.useLink(yield* linkFor(ben))
      assert.isFalse(yield* isSignedIn(stranger.cookie))
    }))

  test("says so when it is given no link", (auth) =>
    Effect.gen(function* () {
      const expected = 'AuthTestError: There is no token in "http://localhost/". lastLink answers links'
      assert.strictEqual(yield* failureOf(auth.useLink("http://localhost/")), expected)
    }))
})

describe("askForLink", () => {
  test("meets the limit per address, as people do, and none per network address", (auth) =>
    Effect.gen(function* () {
      yield* Effect.forEach([1, 2, 3, 4, 5], () => auth.askForLink(ada))
      assert.include(yield* failureOf(auth.askForLink(ada)), "RateLimited")
      yield* TestClock.adjust("15 minutes")
      yield* auth.askForLink(ada)
      yield* Effect.forEach(Array.from({ length: 21 }), (_, n) => auth.askForLink(`p${n}@example.com`))
    }))
})
