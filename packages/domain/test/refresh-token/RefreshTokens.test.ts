import { assert, describe } from "@effect/vitest"
import { Events } from "@latchkey/domain/event/Events"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { IntrospectToken } from "@latchkey/domain/introspection/IntrospectToken"
import { RevokeToken } from "@latchkey/domain/introspection/RevokeToken"
import { SignInWithPassword } from "@latchkey/domain/password/SignInWithPassword"
import { RefreshTokens } from "@latchkey/domain/refresh-token/RefreshTokens"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { audience, read, test, withAudience } from "../access-token/support.ts"
import { verified } from "../email-change/support.ts"
import { ann, justBefore, limited, otherInstance, outage, outcome, rightPassword, signedUp } from "../support.ts"
import { auditLines } from "../support/AuditTrail.ts"
import { argsOf, beforeNext, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

type NativeTokens = Effect.Effect.Success<ReturnType<(typeof RefreshTokens.Service)["refresh"]>>

const refreshTokenOf = ({ refreshToken }: NativeTokens) => Option.getOrThrow(refreshToken)

const claimsOf = ({ accessToken }: NativeTokens) =>
  Option.getOrThrow(read(Redacted.value(Option.getOrThrow(accessToken).accessToken))).claims

/** Signs Ann in on a native client. */
const signIn = (at = withAudience()) =>
  Effect.gen(function* () {
    const { caller } = yield* TestClient.make
    const { tokensOf } = yield* RefreshTokens
    const { signIn } = yield* SignInWithPassword
    const own = { ...(yield* caller), isNative: true }
    const result = yield* signIn({ instance: at, caller: own, email: ann, password: rightPassword })
    if (result._tag !== "SignedIn") return yield* Effect.dieMessage(result._tag)
    return { ...result, ...(yield* tokensOf(at, result)) }
  })

const refresh = (presented: Redacted.Redacted, at = withAudience(), of: string | undefined = undefined) =>
  Effect.gen(function* () {
    const { refresh } = yield* RefreshTokens
    const caller = yield* (yield* TestClient.make).caller
    return yield* refresh({ instance: at, caller, presented, audience: Option.fromNullable(of) })
  })

describe("RefreshTokens", () => {
  test(
    "replaces the token at each use, and stores no token",
    Effect.gen(function* () {
      yield* signedUp
      const first = yield* signIn()
      const second = yield* refresh(refreshTokenOf(first))
      const third = yield* refresh(refreshTokenOf(second), withAudience(), audience)
      const { sessionId, userId } = first
      for (const tokens of [first, second, third]) {
        assert.deepInclude(claimsOf(tokens), { sub: userId, sid: sessionId, aud: audience })
      }
      assert.lengthOf(new Set([first, second, third].map((tokens) => Redacted.value(refreshTokenOf(tokens)))), 3)
      const stored = JSON.stringify([
        yield* argsOf("SessionRepository.issue"),
        yield* argsOf("SessionRepository.rotate")
      ])
      const secrets = [first.sessionToken, first.clientToken].map(Redacted.value)
      for (const secret of secrets) assert.notInclude(stored, secret)
      assert.notInclude(stored, Redacted.value(refreshTokenOf(second)).slice(47, 90))
    })
  )

  test(
    "gives an access token to the former token for thirty seconds, and no refresh token",
    Effect.gen(function* () {
      yield* signedUp
      const first = yield* signIn()
      const second = yield* refresh(refreshTokenOf(first))
      yield* TestClock.adjust("30 seconds")
      const repeated = yield* refresh(refreshTokenOf(first))
      assert.isTrue(Option.isNone(repeated.refreshToken))
      assert.deepInclude(claimsOf(repeated), { sid: first.sessionId })
      assert.strictEqual(yield* outcome(refresh(refreshTokenOf(second))), "ok")
    })
  )

  test(
    "ends the session when a former token is presented later, records it, and tells the user",
    Effect.gen(function* () {
      yield* verified()
      const first = yield* signIn()
      const second = yield* refresh(refreshTokenOf(first))
      yield* TestClock.adjust("30001 millis")
      assert.strictEqual(yield* outcome(refresh(refreshTokenOf(first))), "Unauthenticated")
      assert.strictEqual(yield* outcome(refresh(refreshTokenOf(second))), "Unauthenticated")
      assert.strictEqual(yield* outcome(refresh(refreshTokenOf(first))), "Unauthenticated")
      const lines = (yield* auditLines).filter((line) => line.includes("refresh_token"))
      assert.deepStrictEqual(lines, [`user refresh_token_replayed ${first.sessionId}`])
      const kinds = (yield* argsOf("EmailOutbox.enqueue")).map(([email]) => (email as { readonly kind: string }).kind)
      assert.lengthOf(
        kinds.filter((kind) => kind === "refresh_token_replayed"),
        1
      )
      const { events } = yield* (yield* Events).page({ instance: withAudience(), after: Option.none(), limit: 100 })
      assert.deepInclude(events.at(-1)?.data, { session: { id: first.sessionId } })
      assert.strictEqual(events.at(-1)?.type, "session.revoked")
    })
  )

  test(
    "leaves other sessions of the user alone when it ends one",
    Effect.gen(function* () {
      const client = yield* verified()
      const stolen = yield* signIn()
      const other = yield* signIn()
      yield* refresh(refreshTokenOf(stolen))
      yield* TestClock.adjust("31 seconds")
      assert.strictEqual(yield* outcome(refresh(refreshTokenOf(stolen))), "Unauthenticated")
      assert.strictEqual(yield* outcome(refresh(refreshTokenOf(other))), "ok")
      assert.isTrue(Option.isSome(yield* client.findSession))
    })
  )

  test(
    "changes nothing while the store is unavailable, so that the client can try again",
    Effect.gen(function* () {
      yield* signedUp
      const tokens = yield* signIn()
      yield* beforeNext("SessionRepository.rotate", outage)
      assert.strictEqual(yield* outcome(refresh(refreshTokenOf(tokens))), "PersistenceError")
      assert.isTrue(Option.isSome((yield* refresh(refreshTokenOf(tokens))).refreshToken))
    })
  )

  test(
    "refuses an unknown audience before it replaces the token or counts a try",
    Effect.gen(function* () {
      yield* signedUp
      const tokens = yield* signIn()
      const elsewhere = refresh(refreshTokenOf(tokens), withAudience(), "https://other.example")
      const counted = yield* countOf("RateLimitStore.consume")
      assert.strictEqual(yield* outcome(elsewhere), "AudienceNotAllowed")
      assert.strictEqual(yield* countOf("RateLimitStore.consume"), counted)
      assert.isTrue(Option.isSome((yield* refresh(refreshTokenOf(tokens))).refreshToken))
    })
  )

  test(
    "gives no access token to a user without a verified address where one is required",
    Effect.gen(function* () {
      yield* signedUp
      const strict = withAudience(
        {},
        { sessionConfig: { ...defaultInstance.sessionConfig, requireVerifiedEmail: true } }
      )
      const tokens = yield* signIn(strict)
      assert.isTrue(Option.isNone(tokens.accessToken))
      const next = yield* refresh(refreshTokenOf(tokens), strict)
      assert.deepStrictEqual([Option.isNone(next.accessToken), Option.isSome(next.refreshToken)], [true, true])
    })
  )

  test(
    "ends with its session: idle, absolute, and when all sessions of the user end",
    Effect.gen(function* () {
      const client = yield* signedUp
      const idle = yield* signIn()
      yield* justBefore("7 days")
      const used = yield* refresh(refreshTokenOf(idle))
      yield* TestClock.adjust("7 days")
      assert.strictEqual(yield* outcome(refresh(refreshTokenOf(used))), "Unauthenticated")
      yield* client.signIn(ann, rightPassword)
      const revoked = yield* signIn()
      yield* client.signOutAll
      assert.strictEqual(yield* outcome(refresh(refreshTokenOf(revoked))), "Unauthenticated")
    })
  )

  test(
    "works in no other instance",
    Effect.gen(function* () {
      yield* signedUp
      const tokens = yield* signIn()
      const elsewhere = withAudience({}, { id: otherInstance.id })
      assert.strictEqual(yield* outcome(refresh(refreshTokenOf(tokens), elsewhere)), "Unauthenticated")
      assert.strictEqual(yield* outcome(refresh(refreshTokenOf(tokens))), "ok")
    })
  )

  test(
    "limits wrong tokens per IP address before they are looked up, and does not count those that work",
    Effect.gen(function* () {
      yield* signedUp
      const at = withAudience({}, { rateLimits: limited({ signInPerIp: { limit: 1, windowSeconds: 60 } }).rateLimits })
      const { refresh } = yield* RefreshTokens
      const caller = yield* (yield* TestClient.make).caller
      const use = (presented: Redacted.Redacted) =>
        refresh({ instance: at, caller, presented, audience: Option.none() })
      let current = refreshTokenOf(yield* signIn(at))
      for (let count = 0; count < 10; count++) current = refreshTokenOf(yield* use(current))
      const stale = refreshTokenOf(yield* signIn(withAudience()))
      yield* refresh({
        instance: at,
        caller: { ...caller, ipAddress: "192.0.2.99" },
        presented: stale,
        audience: Option.none()
      })
      yield* TestClock.adjust("31 seconds")
      const outcomes: Array<string> = []
      for (let count = 0; count < 6; count++) outcomes.push(yield* outcome(use(stale)))
      assert.deepStrictEqual(outcomes, [...Array(4).fill("Unauthenticated"), "RateLimited", "RateLimited"])
      const lookups = yield* countOf("SessionRepository.rotate")
      assert.strictEqual(yield* outcome(use(current)), "RateLimited")
      assert.strictEqual(yield* outcome(use(Redacted.make("lkr_wrong"))), "Unauthenticated")
      assert.strictEqual(yield* countOf("SessionRepository.rotate"), lookups)
    })
  )

  test(
    "ends its session when it is presented to be revoked, records it, and says nothing to APIs that ask about it",
    Effect.gen(function* () {
      yield* signedUp
      const at = withAudience()
      const { revoke } = yield* RevokeToken
      const { introspect } = yield* IntrospectToken
      const caller = yield* (yield* TestClient.make).caller
      const end = (presented: Redacted.Redacted) => revoke({ instance: at, caller, presented })
      const isActive = (presented: Redacted.Redacted) =>
        Effect.map(introspect({ instance: at, presented }), Option.isSome)
      const first = yield* signIn()
      const second = yield* refresh(refreshTokenOf(first))
      const other = yield* signIn()
      const access = Option.getOrThrow(second.accessToken).accessToken
      assert.deepStrictEqual([yield* isActive(access), yield* isActive(refreshTokenOf(second))], [true, false])
      for (const token of [refreshTokenOf(first), Redacted.make("lkr_wrong")]) yield* end(token)
      assert.isTrue(yield* isActive(access))
      yield* end(refreshTokenOf(second))
      assert.isFalse(yield* isActive(access))
      assert.strictEqual(yield* outcome(refresh(refreshTokenOf(second))), "Unauthenticated")
      yield* end(refreshTokenOf(second))
      assert.strictEqual(yield* outcome(refresh(refreshTokenOf(other))), "ok")
      const { events } = yield* (yield* Events).page({ instance: defaultInstance, after: Option.none(), limit: 100 })
      const ended = events.filter(({ type }) => type === "session.revoked")
      assert.deepStrictEqual(
        ended.map(({ data }) => ("session" in data ? data.session : undefined)),
        [{ id: first.sessionId }]
      )
    })
  )

  test(
    "counts when it is presented to be revoked, before it is looked up, unless it works",
    Effect.gen(function* () {
      yield* signedUp
      const at = withAudience({}, { rateLimits: limited({ signInPerIp: { limit: 1, windowSeconds: 60 } }).rateLimits })
      const { revokePresented } = yield* RefreshTokens
      const caller = yield* (yield* TestClient.make).caller
      const end = (presented: Redacted.Redacted) => revokePresented({ instance: at, caller, presented })
      for (let count = 0; count < 5; count++) yield* end(refreshTokenOf(yield* signIn()))
      const ended = refreshTokenOf(yield* signIn())
      yield* end(ended)
      for (let count = 0; count < 4; count++) yield* end(ended)
      const lookups = yield* countOf("SessionRepository.findActive")
      assert.strictEqual(yield* outcome(end(ended)), "RateLimited")
      assert.strictEqual(yield* outcome(end(Redacted.make("lkr_wrong"))), "ok")
      assert.strictEqual(yield* countOf("SessionRepository.findActive"), lookups)
    })
  )
})
