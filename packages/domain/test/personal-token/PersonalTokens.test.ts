import { assert, describe } from "@effect/vitest"
import { Events } from "@latchkey/domain/event/Events"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { PersonalTokenAdministration } from "@latchkey/domain/personal-token/PersonalTokenAdministration"
import { maxPersonalTokens, PersonalTokenId } from "@latchkey/domain/personal-token/PersonalTokenRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { verified } from "../email-change/support.ts"
import {
  ann,
  areSame,
  ben,
  justBefore,
  oneMilli,
  outcome,
  rightPassword,
  signedUp,
  storedUser,
  test
} from "../support.ts"
import { auditLines } from "../support/AuditTrail.ts"
import { argsOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import { check, tokensOf, withTokens } from "./support.ts"

const inDays = (days: number) => Effect.map(DateTime.now, (now) => Option.some(DateTime.add(now, { days })))

describe("PersonalTokens", () => {
  test(
    "creates a token with what the user says of it, and stores its hash only",
    Effect.gen(function* () {
      const tokens = tokensOf(yield* signedUp)
      const expiresAt = yield* inDays(30)
      const { secret, token } = yield* tokens.create({ name: "Café ☕", scopes: ["write", "read", "write"], expiresAt })
      assert.deepInclude(token, { name: "Café ☕", scopes: ["write", "read"], lastUsedAt: Option.none() })
      assert.isTrue(areSame(token.expiresAt, expiresAt))
      assert.deepStrictEqual(yield* tokens.list, [token])
      assert.strictEqual((yield* check(secret)).token.id, token.id)
      assert.notInclude(JSON.stringify(yield* argsOf("PersonalTokenRepository.insert")), "lk_")
    })
  )

  test(
    "records it in the audit log and as an event, and tells the user whose address is verified",
    Effect.gen(function* () {
      const tokens = tokensOf(yield* verified())
      const { token } = yield* tokens.create()
      yield* tokens.revoke(token.id)
      const lines = (yield* auditLines).filter((line) => line.includes("personal_token"))
      assert.deepStrictEqual(lines, [
        `user personal_token_created ${token.id}`,
        `user personal_token_revoked ${token.id}`
      ])
      const kinds = (yield* argsOf("EmailOutbox.enqueue")).map(([email]) => (email as { readonly kind: string }).kind)
      assert.strictEqual(kinds.filter((kind) => kind === "personal_token_created").length, 1)
      const { events } = yield* (yield* Events).page({ instance: defaultInstance, after: Option.none(), limit: 100 })
      const recorded = events.filter(({ type }) => type.startsWith("personal_token"))
      assert.deepStrictEqual(
        recorded.map(({ data, type }) => [type, "personalToken" in data ? data.personalToken : undefined]),
        [
          ["personal_token.created", { id: token.id }],
          ["personal_token.revoked", { id: token.id }]
        ]
      )
    })
  )

  test(
    "requires that the user has authenticated in the last ten minutes",
    Effect.gen(function* () {
      const tokens = tokensOf(yield* signedUp)
      yield* justBefore("10 minutes")
      assert.strictEqual(yield* outcome(tokens.create()), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(tokens.create()), "ReauthenticationRequired")
      assert.lengthOf(yield* tokens.list, 1)
    })
  )

  test(
    "refuses a token without a session, with tokens turned off, of another scope, or that would have expired",
    Effect.gen(function* () {
      const client = yield* signedUp
      const tokens = tokensOf(client)
      const now = Option.some(yield* DateTime.now)
      assert.strictEqual(yield* outcome(tokensOf(yield* TestClient.make).create()), "Unauthenticated")
      assert.strictEqual(yield* outcome(tokensOf(client, defaultInstance).create()), "PersonalTokensDisabled")
      assert.strictEqual(yield* outcome(tokens.create({ scopes: ["read", "admin"] })), "ScopeNotAllowed")
      assert.strictEqual(yield* outcome(tokens.create({ expiresAt: now })), "ExpiryNotInFuture")
      assert.deepStrictEqual(yield* tokens.list, [])
      assert.strictEqual(yield* outcome(tokens.create({ scopes: [] })), "ok")
    })
  )

  test(
    "gives a user fifty tokens at most, also to concurrent requests, with those that have expired in the last thirty days",
    Effect.gen(function* () {
      const tokens = tokensOf(yield* signedUp)
      const expiresAt = Option.some(DateTime.add(yield* DateTime.now, { minutes: 1 }))
      const created = yield* Effect.all(
        Array.from({ length: maxPersonalTokens + 5 }, () => Effect.either(tokens.create({ expiresAt }))),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(created.filter(Either.isRight), maxPersonalTokens)
      for (const failed of created.filter(Either.isLeft)) assert.strictEqual(failed.left._tag, "TooManyPersonalTokens")
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(yield* outcome(tokens.create()), "TooManyPersonalTokens")
      const [expired] = yield* tokens.list
      yield* tokens.revoke(Option.getOrThrow(Option.fromNullable(expired)).id)
      assert.strictEqual(yield* outcome(tokens.create()), "ok")
    })
  )

  test(
    "revokes the user's own token once, and no one else's",
    Effect.gen(function* () {
      const tokens = tokensOf(yield* signedUp)
      const bens = yield* TestClient.make
      yield* bens.signUp(ben, rightPassword)
      const [{ secret, token }, other] = [yield* tokens.create(), yield* tokens.create()]
      assert.strictEqual(yield* outcome(tokensOf(bens).revoke(token.id)), "PersonalTokenNotFound")
      assert.strictEqual(yield* outcome(check(secret)), "ok")
      yield* tokens.revoke(token.id)
      assert.strictEqual(yield* outcome(check(secret)), "Unauthenticated")
      assert.strictEqual(yield* outcome(check(other.secret)), "ok")
      assert.strictEqual(yield* outcome(tokens.revoke(token.id)), "PersonalTokenNotFound")
      assert.strictEqual(yield* outcome(tokens.revoke(Samples.id(PersonalTokenId))), "PersonalTokenNotFound")
    })
  )

  test(
    "lets an operator list and revoke them, and the audit log names the operator",
    Effect.gen(function* () {
      const { secret, token } = yield* tokensOf(yield* signedUp).create()
      const { id: userId } = yield* Effect.flatten(storedUser(ann))
      const { list, revoke } = yield* PersonalTokenAdministration
      const instance = withTokens()
      assert.deepStrictEqual(yield* list(instance, userId), [token])
      yield* revoke({ instance, userId, id: token.id, by: { actor: "command_line" } })
      assert.strictEqual(yield* outcome(check(secret)), "Unauthenticated")
      assert.include(yield* auditLines, `command_line personal_token_revoked ${token.id}`)
      const again = revoke({ instance, userId, id: token.id, by: { actor: "command_line" } })
      assert.strictEqual(yield* outcome(again), "PersonalTokenNotFound")
    })
  )
})
