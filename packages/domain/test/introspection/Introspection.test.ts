import { assert, describe } from "@effect/vitest"
import { User, UserRepository } from "@latchkey/domain/account/UserRepository"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { Events } from "@latchkey/domain/event/Events"
import { defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import { IntrospectToken } from "@latchkey/domain/introspection/IntrospectToken"
import { RevokeToken } from "@latchkey/domain/introspection/RevokeToken"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import * as PersonalTokenText from "@latchkey/domain/personal-token/PersonalTokenText"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import { audience, issue, read, test, withAudience, write } from "../access-token/support.ts"
import { tokensOf } from "../personal-token/support.ts"
import {
  ann,
  baseUrl,
  justBefore,
  newPassword,
  oneMilli,
  otherInstance,
  outage,
  outcome,
  rightPassword,
  signedUp,
  storedUser
} from "../support.ts"
import { auditLines } from "../support/AuditTrail.ts"
import { beforeNext, callNames, callsOf, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

/** A personal access token in the right form, which no one has. */
const unknown = Effect.flatMap(TokenGenerator, ({ generate }) => Effect.map(generate, PersonalTokenText.format))

const at = withAudience({ personalTokens: true, scopes: ["read", "write"] })

const introspect = (presented: Redacted.Redacted, instance = at) =>
  Effect.flatMap(IntrospectToken, ({ introspect }) => introspect({ instance, presented }))

const isActive = (presented: Redacted.Redacted, instance = at) =>
  Effect.map(introspect(presented, instance), Option.isSome)

const revoke = (presented: Redacted.Redacted, ipAddress = "192.0.2.1", instance = at) =>
  Effect.gen(function* () {
    const caller = { ...(yield* (yield* TestClient.make).caller), ipAddress }
    yield* (yield* RevokeToken).revoke({ instance, caller, presented })
  })

/** A user with a session, a personal access token, and an access token of each. */
const withAll = Effect.gen(function* () {
  const client = yield* signedUp
  const { secret, token } = yield* tokensOf(client, at).create({ scopes: ["read"] })
  const ofSession = yield* issue(client, { at })
  const ofToken = yield* issue(yield* TestClient.make, { at, presented: secret })
  return {
    client,
    secret,
    token,
    ofSession: ofSession.accessToken,
    ofToken: ofToken.accessToken,
    claims: ofSession.claims
  }
})

const user = Effect.flatten(storedUser(ann))

describe("IntrospectToken", () => {
  test(
    "says of the access token of a session whose it is, and until when",
    Effect.gen(function* () {
      yield* TestClock.adjust("1500 millis")
      const { claims, client, ofSession } = yield* withAll
      const { id } = yield* client.authenticate
      assert.deepStrictEqual(Option.getOrThrow(yield* introspect(ofSession)), {
        tokenId: String(claims["jti"]),
        userId: (yield* user).id,
        clientId: "default",
        issuer: baseUrl,
        audience: Option.some(audience),
        scopes: Option.none(),
        session: Option.some({ id, amr: ["pwd"], acr: "aal1" }),
        emailVerified: false,
        issuedAt: DateTime.unsafeMake(1000),
        expiresAt: Option.some(DateTime.unsafeMake(301_000))
      })
    })
  )

  test(
    "says of a personal access token, and of its access token, what they are limited to",
    Effect.gen(function* () {
      const { ofToken, secret, token } = yield* withAll
      const found = Option.getOrThrow(yield* introspect(secret))
      assert.deepInclude(found, { tokenId: token.id, clientId: token.id, userId: token.userId, issuer: baseUrl })
      assert.deepStrictEqual(
        [found.audience, found.expiresAt, found.session],
        [Option.none(), Option.none(), Option.none()]
      )
      assert.deepStrictEqual(found.scopes, Option.some(["read"]))
      const issued = Option.getOrThrow(yield* introspect(ofToken))
      assert.deepInclude(issued, { clientId: token.id, userId: token.userId })
      assert.deepStrictEqual([issued.audience, issued.scopes], [Option.some(audience), Option.some(["read"])])
    })
  )

  test(
    "knows that an access token of a session has ended with it, before it expires",
    Effect.gen(function* () {
      const { client, ofSession, ofToken } = yield* withAll
      yield* client.signOut
      assert.deepStrictEqual([yield* isActive(ofSession), yield* isActive(ofToken)], [false, true])
    })
  )

  test(
    "knows that an access token of a personal access token has ended with it",
    Effect.gen(function* () {
      const { client, ofSession, ofToken, secret, token } = yield* withAll
      yield* tokensOf(client, at).revoke(token.id)
      assert.deepStrictEqual(
        [yield* isActive(secret), yield* isActive(ofToken), yield* isActive(ofSession)],
        [false, false, true]
      )
    })
  )

  const each = ({ ofSession, ofToken, secret }: Effect.Effect.Success<typeof withAll>, instance = at) =>
    Effect.forEach([secret, ofSession, ofToken], (one) => isActive(one, instance))
  const all = [true, true, true]
  const none = [false, false, false]

  test(
    "knows no token of a user who is disabled",
    Effect.gen(function* () {
      const tokens = yield* withAll
      const { disable, enable } = yield* UserAdministration
      const target = { instance: at, userId: tokens.token.userId, by: { actor: "command_line" } as const }
      yield* disable(target)
      assert.deepStrictEqual(yield* each(tokens), none)
      yield* enable(target)
      assert.include(yield* each(tokens), false)
    })
  )

  test(
    "knows no token of former credentials, of a deleted user, or of an account that is to be deleted",
    Effect.gen(function* () {
      const tokens = yield* withAll
      const users = yield* UserRepository
      const stored = yield* user
      assert.deepStrictEqual(yield* each(tokens), all)
      const deletionAt = Option.some(DateTime.add(yield* DateTime.now, { minutes: 1 }))
      yield* users.update(new User({ ...stored, deletionAt }), stored.credentialVersion)
      assert.deepStrictEqual(yield* each(tokens), all)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* each(tokens), none)
      yield* users.update(stored, stored.credentialVersion)
      assert.deepStrictEqual(yield* each(tokens), all)
      yield* tokens.client.changePassword(newPassword, rightPassword)
      assert.deepStrictEqual(yield* each(tokens), none)
    })
  )

  test(
    "knows none where its instance has no tokens, another audience, or requires a verified address",
    Effect.gen(function* () {
      const tokens = yield* withAll
      const { sessionConfig } = defaultInstance
      const verified = { sessionConfig: { ...sessionConfig, requireVerifiedEmail: true } }
      for (const instance of [
        withAudience({ personalTokens: false, audiences: ["https://other.example"] }),
        withAudience({ personalTokens: false, audiences: [] }),
        withAudience(at.tokenConfig, verified),
        new Instance({ ...otherInstance, tokenConfig: at.tokenConfig })
      ]) {
        assert.deepStrictEqual(yield* each(tokens, instance), none)
      }
      assert.deepStrictEqual(yield* each(tokens, withAudience({ personalTokens: false })), [false, true, false])
    })
  )

  test(
    "knows an access token until the second in which it expires",
    Effect.gen(function* () {
      const { ofSession } = yield* withAll
      yield* justBefore("5 minutes")
      assert.isTrue(yield* isActive(ofSession))
      yield* oneMilli
      assert.isFalse(yield* isActive(ofSession))
    })
  )

  test(
    "knows nothing that another key has signed, that says other things, or that is of no kind",
    Effect.gen(function* () {
      const { claims, ofSession, ofToken } = yield* withAll
      const signed = Option.getOrThrow(read(Redacted.value(ofSession)))
      const ofProgram = Option.getOrThrow(read(Redacted.value(ofToken)))
      const said = (others: object) => write({ ...signed, claims: { ...claims, ...others } })
      assert.isTrue(yield* isActive(Redacted.make(said({}))))
      assert.isTrue(yield* isActive(Redacted.make(write(ofProgram))))
      const someone = "user_0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708"
      const wrong = [
        write({ ...signed, isRight: false }),
        write({ ...signed, kid: "key-unknown" }),
        said({ iss: "https://other.example" }),
        said({ aud: "https://other.example" }),
        said({ sub: "user_x" }),
        said({ sid: "sess_0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708" }),
        said({ sid: undefined }),
        said({ exp: "never" }),
        write({ ...ofProgram, claims: { ...ofProgram.claims, sub: someone } }),
        write({ ...ofProgram, claims: { ...ofProgram.claims, client_id: "pat_0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708" } }),
        "",
        "lk_x",
        "a.b",
        "latchkey_x"
      ]
      for (const text of wrong) assert.deepStrictEqual([text, yield* isActive(Redacted.make(text))], [text, false])
    })
  )

  test(
    "costs one query for each token, and none for a wrong text",
    Effect.gen(function* () {
      const { ofSession, ofToken, secret } = yield* withAll
      yield* Effect.forEach([secret, ofSession, ofToken], (one) => isActive(one))
      assert.deepStrictEqual(yield* callsOf(introspect(secret)), ["PersonalTokenRepository.findActive"])
      assert.deepStrictEqual(yield* callsOf(introspect(ofSession)), ["SessionRepository.list"])
      assert.deepStrictEqual(yield* callsOf(introspect(ofToken)), ["PersonalTokenRepository.findActive"])
      for (const text of ["lk_x", "x", "a.b.c"]) {
        assert.deepStrictEqual(yield* callsOf(introspect(Redacted.make(text))), [])
      }
    })
  )

  test(
    "is an outage while the store is down, and never a token that does not work",
    Effect.gen(function* () {
      const { ofSession, ofToken, secret } = yield* withAll
      const cases = [
        ["PersonalTokenRepository.findActive", secret],
        ["SessionRepository.list", ofSession],
        ["PersonalTokenRepository.findActive", ofToken]
      ] as const
      for (const [method, token] of cases) {
        yield* beforeNext(method, outage)
        assert.strictEqual(yield* outcome(introspect(token)), "PersistenceError")
        assert.isTrue(yield* isActive(token))
      }
    })
  )
})

describe("RevokeToken", () => {
  test(
    "ends a personal access token and its access tokens, as its user does, and no other one",
    Effect.gen(function* () {
      const { client, ofToken, secret, token } = yield* withAll
      const other = yield* tokensOf(client, at).create()
      yield* revoke(secret)
      assert.deepStrictEqual(
        [yield* isActive(secret), yield* isActive(ofToken), yield* isActive(other.secret)],
        [false, false, true]
      )
      assert.include(yield* auditLines, `user personal_token_revoked ${token.id}`)
      const { events } = yield* (yield* Events).page({ instance: defaultInstance, after: Option.none(), limit: 100 })
      assert.strictEqual(events.filter(({ type }) => type === "personal_token.revoked").length, 1)
    })
  )

  test(
    "does nothing to a token that does not work, also if it is presented twice or to another instance",
    Effect.gen(function* () {
      const { secret } = yield* withAll
      const other = new Instance({ ...otherInstance, tokenConfig: at.tokenConfig })
      assert.strictEqual(yield* outcome(revoke(secret, "192.0.2.1", other)), "ok")
      assert.isTrue(yield* isActive(secret))
      for (const presented of [secret, secret, yield* unknown]) {
        assert.strictEqual(yield* outcome(revoke(presented)), "ok")
      }
      assert.lengthOf(
        (yield* auditLines).filter((line) => line.includes("personal_token_revoked")),
        1
      )
    })
  )

  test(
    "works while tokens are turned off",
    Effect.gen(function* () {
      const { secret } = yield* withAll
      yield* revoke(secret, "192.0.2.1", withAudience({ personalTokens: false }))
      assert.isFalse(yield* isActive(secret))
    })
  )

  test(
    "refuses access tokens, and looks none up",
    Effect.gen(function* () {
      const { ofSession } = yield* withAll
      const before = (yield* callNames).length
      assert.strictEqual(yield* outcome(revoke(ofSession)), "UnsupportedTokenType")
      assert.lengthOf(yield* callNames, before)
      assert.isTrue(yield* isActive(ofSession))
    })
  )

  test(
    "counts unknown tokens per IP address before it looks them up, and neither malformed ones nor those that it ends",
    Effect.gen(function* () {
      const { client, secret } = yield* withAll
      const { secret: other } = yield* tokensOf(client, at).create()
      const before = (yield* callNames).length
      for (const text of ["", "lk_wrong", "x"]) yield* revoke(Redacted.make(text))
      assert.lengthOf(yield* callNames, before)
      const { limit } = defaultInstance.rateLimits.signInPerIp
      for (let count = 0; count < 4 * limit - 1; count++) yield* revoke(yield* unknown)
      assert.strictEqual(yield* outcome(revoke(secret)), "ok")
      assert.strictEqual(yield* outcome(revoke(yield* unknown)), "ok")
      const lookedUp = yield* countOf("PersonalTokenRepository.findActive")
      assert.strictEqual(yield* outcome(revoke(other)), "RateLimited")
      assert.strictEqual(yield* countOf("PersonalTokenRepository.findActive"), lookedUp)
      assert.strictEqual(yield* outcome(revoke(other, "192.0.2.2")), "ok")
    })
  )

  test(
    "is an outage while the store is down",
    Effect.gen(function* () {
      const { secret } = yield* withAll
      yield* beforeNext("PersonalTokenRepository.findActive", outage)
      assert.strictEqual(yield* outcome(revoke(secret)), "PersistenceError")
      assert.isTrue(yield* isActive(secret))
    })
  )
})
