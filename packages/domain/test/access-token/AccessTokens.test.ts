import { assert, describe, it } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import * as UserData from "@latchkey/domain/account/UserData"
import { User } from "@latchkey/domain/account/UserRepository"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { ClaimName } from "@latchkey/domain/instance/TokenConfig"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/TestClock"
import { ann, baseUrl, outage, outcome, rightPassword, signedUp, storedUser } from "../support.ts"
import { beforeNext, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import { tokensOf } from "../personal-token/support.ts"
import { audience, issue, process, shared, test, withAudience } from "./support.ts"

const user = Effect.flatten(storedUser(ann))

describe("AccessTokens", () => {
  test(
    "says of a session who the user is, and how and when they have authenticated",
    Effect.gen(function* () {
      yield* TestClock.adjust("1500 millis")
      const client = yield* signedUp
      const { id: sid } = yield* client.authenticate
      yield* TestClock.adjust("1 minute")
      const { claims, isRight, lifetime } = yield* issue(client)
      const { jti, ...others } = claims
      assert.isTrue(isRight)
      assert.match(String(jti), /^at_/)
      assert.deepStrictEqual(others, {
        iss: baseUrl,
        sub: (yield* user).id,
        aud: audience,
        iat: 61,
        exp: 361,
        client_id: "default",
        sid,
        auth_time: 1,
        amr: ["pwd"],
        acr: "aal1",
        email_verified: false
      })
      assert.strictEqual(Duration.toSeconds(lifetime), 300)
      assert.notStrictEqual((yield* issue(client)).claims["jti"], jti)
    })
  )

  test(
    "says of a personal access token its scopes, and nothing of a session",
    Effect.gen(function* () {
      const client = yield* signedUp
      const at = withAudience({ personalTokens: true, scopes: ["read", "write"] })
      const { secret, token } = yield* tokensOf(client, at).create({ scopes: ["read", "write"] })
      const { claims } = yield* issue(yield* TestClient.make, { at, presented: secret })
      const { exp, iat, jti, ...others } = claims
      assert.deepStrictEqual(others, {
        iss: baseUrl,
        sub: token.userId,
        aud: audience,
        client_id: token.id,
        email_verified: false,
        scope: "read write"
      })
      assert.deepStrictEqual([iat, exp], [0, 300])
      assert.isString(jti)
    })
  )

  test(
    "has the claims that the instance takes from metadata, and no others",
    Effect.gen(function* () {
      const client = yield* signedUp
      const users = yield* UserRepository
      const stored = yield* user
      const metadata = UserData.UserData.make('{"plan":"gold","roles":["a"],"secret":1,"sub":"user_other"}')
      yield* users.update(new User({ ...stored, metadata }), stored.credentialVersion)
      const { claims } = yield* issue(client, { at: withAudience({ claims: ["plan", "roles", "missing"] }) })
      assert.deepInclude(claims, { plan: "gold", roles: ["a"], sub: stored.id })
      assert.notProperty(claims, "secret")
      assert.notProperty(claims, "missing")
    })
  )

  test(
    "has no claim that metadata could replace",
    Effect.gen(function* () {
      const client = yield* signedUp
      const at = withAudience({ personalTokens: true, scopes: ["read"] })
      const { secret } = yield* tokensOf(client, at).create({ scopes: ["read"] })
      const ofSession = Object.keys((yield* issue(client)).claims)
      const ofToken = Object.keys((yield* issue(yield* TestClient.make, { at, presented: secret })).claims)
      assert.includeMembers([...ofSession, ...ofToken], ["iss", "sub", "aud", "exp", "sid", "scope"])
      assert.deepStrictEqual([...ofSession, ...ofToken, "plan"].filter(Schema.is(ClaimName)), ["plan"])
    })
  )

  test(
    "works no longer than the session",
    Effect.gen(function* () {
      const absoluteLifetimeSeconds = 120
      const at = withAudience({}, { sessionConfig: { ...defaultInstance.sessionConfig, absoluteLifetimeSeconds } })
      const client = (yield* TestClient.make).at(at)
      yield* client.signUp(ann, rightPassword)
      yield* TestClock.adjust("50 seconds")
      const { claims, lifetime } = yield* issue(client, { at })
      assert.deepStrictEqual([claims["exp"], Duration.toSeconds(lifetime)], [120, 70])
      yield* TestClock.adjust("69 seconds")
      assert.strictEqual((yield* issue(client, { at })).claims["exp"], 120)
      yield* TestClock.adjust("1001 millis")
      assert.strictEqual(yield* outcome(issue(client, { at })), "Unauthenticated")
    })
  )

  test(
    "works no longer than the personal access token, and is none in its last second",
    Effect.gen(function* () {
      const client = yield* signedUp
      const at = withAudience({ personalTokens: true })
      const expiresAt = Option.some(DateTime.unsafeMake(120_500))
      const { secret } = yield* tokensOf(client, at).create({ scopes: [], expiresAt })
      const program = issue(yield* TestClient.make, { at, presented: secret })
      assert.strictEqual((yield* program).claims["exp"], 120)
      yield* TestClock.adjust("119999 millis")
      assert.strictEqual((yield* program).claims["exp"], 120)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* outcome(program), "Unauthenticated")
    })
  )

  test(
    "refuses another audience, no session, and an unverified address where one must be verified",
    Effect.gen(function* () {
      const client = yield* signedUp
      const stranger = yield* TestClient.make
      const sessionConfig = { ...defaultInstance.sessionConfig, requireVerifiedEmail: true }
      const verifying = withAudience({}, { sessionConfig })
      assert.strictEqual(yield* outcome(issue(client, { audience: `${audience}/` })), "AudienceNotAllowed")
      assert.strictEqual(yield* outcome(issue(client, { at: defaultInstance })), "AudienceNotAllowed")
      assert.strictEqual(yield* outcome(issue(stranger)), "Unauthenticated")
      assert.strictEqual(yield* outcome(issue(stranger, { audience: "other" })), "Unauthenticated")
      assert.strictEqual(yield* outcome(issue(client, { at: verifying })), "EmailNotVerified")
      yield* client.signOut
      assert.strictEqual(yield* outcome(issue(client)), "Unauthenticated")
      assert.strictEqual(yield* countOf("SigningKeyRepository.insert"), 0)
    })
  )

  test(
    "is an outage while the store is down, and goes on afterwards",
    Effect.gen(function* () {
      const client = yield* signedUp
      for (const method of ["SigningKeyRepository.list", "SigningKeyRepository.insert"] as const) {
        yield* beforeNext(method, outage)
        assert.strictEqual(yield* outcome(issue(client)), "PersistenceError")
        yield* TestClock.adjust("1 millis")
      }
      assert.strictEqual(yield* outcome(issue(client)), "ok")
    })
  )

  it.scoped("has none without a server key", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* outcome(issue(yield* signedUp)), "AccessTokensDisabled")
      assert.strictEqual(yield* countOf("SigningKeyRepository.insert"), 0)
    }).pipe(Effect.provide(Layer.provideMerge(process(), shared)))
  )
})
