import { assert, describe } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import * as PersonalTokenText from "@latchkey/domain/personal-token/PersonalTokenText"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import {
  ann,
  justBefore,
  linkTokenFor,
  newPassword,
  oneMilli,
  otherInstance,
  outage,
  outcome,
  rightPassword,
  sentResetToken,
  signedUp,
  storedUser,
  test
} from "../support.ts"
import { verified } from "../email-change/support.ts"
import { beforeNext, callNames, countOf } from "../support/Interception.ts"
import { Instance } from "@latchkey/domain/instance/Instance"
import { check, tokensOf, withTokens } from "./support.ts"

/** A token in the right form, which no one has. */
const unknown = Effect.flatMap(TokenGenerator, ({ generate }) => Effect.map(generate, PersonalTokenText.format))

const user = Effect.flatten(storedUser(ann))

describe("CheckPersonalToken", () => {
  test(
    "returns the token with its scopes and its user",
    Effect.gen(function* () {
      const { secret, token } = yield* tokensOf(yield* signedUp).create({ scopes: ["write", "read"] })
      const found = yield* check(secret)
      assert.deepStrictEqual(found.scopes, ["write", "read"])
      assert.deepInclude(found.token, { id: token.id, userId: (yield* user).id, email: ann, emailVerified: false })
      assert.notProperty(found, "data")
    })
  )

  test(
    "leaves out the scopes that the instance no longer has, and adds what it includes of the user",
    Effect.gen(function* () {
      const { secret } = yield* tokensOf(yield* signedUp).create({ scopes: ["write", "read"] })
      const { sessionConfig } = defaultInstance
      const instance = withTokens({ scopes: ["read"] }, { sessionConfig: { ...sessionConfig, include: ["name"] } })
      const found = yield* check(secret, instance)
      assert.deepStrictEqual([found.scopes, found.data], [["read"], { name: Option.none() }])
    })
  )

  test(
    "finds no token that is malformed, unknown, expired, of another instance, or where they are turned off",
    Effect.gen(function* () {
      const expiresAt = Option.some(DateTime.add(yield* DateTime.now, { minutes: 5 }))
      const { secret } = yield* tokensOf(yield* signedUp).create({ expiresAt })
      const other = new Instance({ ...otherInstance, tokenConfig: withTokens().tokenConfig })
      for (const presented of ["", "lk_", `${Redacted.value(secret)}0`, Redacted.value(yield* unknown)]) {
        assert.strictEqual(yield* outcome(check(Redacted.make(presented))), "Unauthenticated")
      }
      assert.strictEqual(yield* outcome(check(secret, other)), "Unauthenticated")
      assert.strictEqual(yield* outcome(check(secret, defaultInstance)), "Unauthenticated")
      yield* justBefore("5 minutes")
      assert.strictEqual(yield* outcome(check(secret)), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(check(secret)), "Unauthenticated")
    })
  )

  test(
    "fails with EmailNotVerified where an address must be verified",
    Effect.gen(function* () {
      const { secret } = yield* tokensOf(yield* signedUp).create()
      const sessionConfig = { ...defaultInstance.sessionConfig, requireVerifiedEmail: true }
      assert.strictEqual(yield* outcome(check(secret, withTokens({}, { sessionConfig }))), "EmailNotVerified")
    })
  )

  test(
    "records the use at most once in five minutes",
    Effect.gen(function* () {
      const tokens = tokensOf(yield* signedUp)
      const { secret } = yield* tokens.create()
      const touched = countOf("PersonalTokenRepository.touch")
      yield* check(secret)
      yield* justBefore("5 minutes")
      yield* check(secret)
      assert.strictEqual(yield* touched, 1)
      yield* oneMilli
      yield* check(secret)
      assert.strictEqual(yield* touched, 2)
      const [listed] = yield* tokens.list
      assert.strictEqual(Option.getOrThrow(listed?.lastUsedAt ?? Option.none()).epochMillis, 5 * 60_000)
    })
  )

  test(
    "counts wrong tokens per IP address before it looks them up, and malformed ones cost no call at all",
    Effect.gen(function* () {
      const { secret } = yield* tokensOf(yield* signedUp).create()
      const before = (yield* callNames).length
      yield* outcome(check(Redacted.make("lk_wrong")))
      assert.lengthOf(yield* callNames, before)
      const { limit } = defaultInstance.rateLimits.signInPerIp
      for (let count = 0; count < 4 * limit; count++) {
        assert.strictEqual(yield* outcome(check(yield* unknown)), "Unauthenticated")
      }
      const lookedUp = yield* countOf("PersonalTokenRepository.findActive")
      assert.strictEqual(yield* outcome(check(yield* unknown)), "RateLimited")
      assert.strictEqual(yield* outcome(check(secret)), "RateLimited")
      assert.strictEqual(yield* countOf("PersonalTokenRepository.findActive"), lookedUp)
      assert.strictEqual(yield* outcome(check(secret, withTokens(), "192.0.2.2")), "ok")
    })
  )

  test(
    "counts no token that works",
    Effect.gen(function* () {
      const tokens = tokensOf(yield* signedUp)
      const [first, second] = [yield* tokens.create(), yield* tokens.create()]
      const { limit } = defaultInstance.rateLimits.signInPerIp
      for (let count = 0; count < 4 * limit - 1; count++) yield* outcome(check(yield* unknown))
      for (const { secret } of [first, second]) assert.strictEqual(yield* outcome(check(secret)), "ok")
      assert.strictEqual(yield* outcome(check(yield* unknown)), "Unauthenticated")
      assert.strictEqual(yield* outcome(check(yield* unknown)), "RateLimited")
    })
  )

  test(
    "counts a token that it has found active once it is revoked",
    Effect.gen(function* () {
      const client = yield* signedUp
      const { secret } = yield* tokensOf(client).create()
      yield* check(secret)
      yield* client.signOutAll
      const { limit } = defaultInstance.rateLimits.signInPerIp
      for (let count = 0; count < 4 * limit + 1; count++) {
        assert.strictEqual(yield* outcome(check(secret)), "Unauthenticated")
      }
      assert.strictEqual(yield* outcome(check(secret)), "RateLimited")
    })
  )

  test(
    "goes on with a token that it has found active, whatever others present from that IP address",
    Effect.gen(function* () {
      const { secret } = yield* tokensOf(yield* signedUp).create()
      yield* check(secret)
      const { limit } = defaultInstance.rateLimits.signInPerIp
      for (let count = 0; count < 4 * limit + 1; count++) yield* outcome(check(yield* unknown))
      const consumed = countOf("RateLimitStore.consume")
      const counted = yield* consumed
      assert.strictEqual(yield* outcome(check(secret)), "ok")
      assert.strictEqual(yield* consumed, counted)
      yield* TestClock.adjust("10 minutes")
      yield* check(secret)
      assert.strictEqual(yield* consumed, counted + 1)
    })
  )

  test(
    "is an outage while the store is down, and never a wrong token",
    Effect.gen(function* () {
      const { secret } = yield* tokensOf(yield* signedUp).create()
      for (const method of ["RateLimitStore.consume", "PersonalTokenRepository.findActive"] as const) {
        yield* beforeNext(method, outage)
        assert.strictEqual(yield* outcome(check(secret)), "PersistenceError")
      }
      assert.strictEqual(yield* outcome(check(secret)), "ok")
    })
  )
})

describe("A token ends with the credentials of its user", () => {
  test(
    "signing out everywhere",
    Effect.gen(function* () {
      const client = yield* signedUp
      const { secret } = yield* tokensOf(client).create()
      yield* check(secret)
      yield* client.signOutAll
      assert.strictEqual(yield* outcome(check(secret)), "Unauthenticated")
    })
  )

  test(
    "signing out on all other devices",
    Effect.gen(function* () {
      const client = yield* signedUp
      const { secret } = yield* tokensOf(client).create()
      yield* client.revokeOtherSessions
      assert.strictEqual(yield* outcome(check(secret)), "Unauthenticated")
    })
  )

  test(
    "a new password",
    Effect.gen(function* () {
      const client = yield* signedUp
      const { secret } = yield* tokensOf(client).create()
      yield* check(secret)
      yield* client.changePassword(newPassword, rightPassword)
      assert.strictEqual(yield* outcome(check(secret)), "Unauthenticated")
    })
  )

  test(
    "a claim by the first link",
    Effect.gen(function* () {
      const client = yield* signedUp
      const { secret } = yield* tokensOf(client).create()
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      assert.strictEqual(yield* outcome(check(secret)), "Unauthenticated")
    })
  )

  test(
    "a password that was reset",
    Effect.gen(function* () {
      const client = yield* verified()
      const { secret } = yield* tokensOf(client).create()
      yield* client.forgotPassword(ann)
      yield* client.resetPassword(yield* sentResetToken(ann), newPassword)
      assert.strictEqual(yield* outcome(check(secret)), "Unauthenticated")
    })
  )

  test(
    "disabling, also after the user is enabled again, and deletion",
    Effect.gen(function* () {
      const { secret } = yield* tokensOf(yield* signedUp).create()
      const { id: userId } = yield* user
      const target = { instance: defaultInstance, userId, by: { actor: "admin_api" } as const }
      const { disable, enable } = yield* UserAdministration
      yield* disable(target)
      assert.strictEqual(yield* outcome(check(secret)), "Unauthenticated")
      yield* enable(target)
      assert.strictEqual(yield* outcome(check(secret)), "Unauthenticated")
      yield* (yield* UserRepository).delete(defaultId, userId)
      assert.strictEqual(yield* outcome(check(secret)), "Unauthenticated")
    })
  )

  test(
    "but not with the session on which it was created",
    Effect.gen(function* () {
      const client = yield* signedUp
      const { secret } = yield* tokensOf(client).create()
      yield* client.signOut
      assert.strictEqual(yield* outcome(check(secret)), "ok")
    })
  )
})
