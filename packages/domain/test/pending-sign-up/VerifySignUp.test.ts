import { assert, describe, it } from "@effect/vitest"
import { PasswordHash } from "@latchkey/domain/account/UserRepository"
import { defaultAuthConfig, defaultId, defaultSignUpConfig, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { Invitations } from "@latchkey/domain/invitation/Invitations"
import type { OneTimeToken } from "@latchkey/domain/one-time-token/OneTimeTokenRepository"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import {
  ann,
  ben,
  justBefore,
  layer,
  limited,
  linkTokenFor,
  newPassword,
  oneMilli,
  otherInstance,
  outage,
  outcome,
  resetTokenFor,
  rightPassword,
  sentInvitationToken,
  sentSignUpToken,
  signInOnNewClient,
  storedUser,
  test,
  wrongPassword
} from "../support.ts"
import * as AppHooks from "../support/AppHooks.ts"
import { argsOf, beforeNext, callNames } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"
import { by, newClient, pendingCount, set, signedUp } from "../support/VerifiedSignUp.ts"

describe("VerifySignUp.verify", () => {
  test(
    "creates a verified account with the password of the sign-up, and signs in, on the client that signed up",
    Effect.gen(function* () {
      const { client, token } = yield* signedUp(ann)
      const issued = yield* client.verifySignUp(token)
      assert.deepInclude(issued, { hasCredential: true, passwordRemoved: false })
      assert.deepInclude(yield* client.authenticate, { email: ann, emailVerified: true, method: "magic_link" })
      assert.strictEqual(yield* signInOnNewClient(ann, rightPassword), "ok")
      assert.strictEqual(yield* pendingCount(ann), 0)
    })
  )

  test(
    "never gives the account the password that was chosen on another client: an attacker's, on the owner's click",
    Effect.gen(function* () {
      const { client: attacker, token } = yield* signedUp(ann, wrongPassword)
      const owner = yield* newClient
      const issued = yield* owner.verifySignUp(token)
      assert.deepInclude(issued, { hasCredential: false, passwordRemoved: false })
      assert.deepInclude(yield* owner.authenticate, { email: ann, emailVerified: true })
      assert.isTrue(Option.isNone(Option.getOrThrow(yield* storedUser(ann)).passwordHash))
      assert.strictEqual(yield* signInOnNewClient(ann, wrongPassword), "InvalidCredentials")
      assert.strictEqual(yield* outcome(attacker.authenticate), "Unauthenticated")
      // The owner sets one, without a current password.
      yield* owner.changePassword(newPassword)
      assert.strictEqual(yield* signInOnNewClient(ann, newPassword), "ok")
      assert.strictEqual(yield* outcome(attacker.signIn(ann, wrongPassword)), "InvalidCredentials")
    })
  )

  test(
    "gives the account the password of the client that uses the link, whichever sign-up the link is from",
    Effect.gen(function* () {
      const { client: owner } = yield* signedUp(ann, newPassword)
      // The link of the attacker's sign-up arrives last, and the owner uses that one.
      const { token } = yield* signedUp(ann, wrongPassword)
      assert.isTrue((yield* owner.verifySignUp(token)).hasCredential)
      assert.strictEqual(yield* signInOnNewClient(ann, newPassword), "ok")
      assert.strictEqual(yield* signInOnNewClient(ann, wrongPassword), "InvalidCredentials")
    })
  )

  test(
    "has no password for a client without its cookie, or with one of another instance or address",
    Effect.gen(function* () {
      const { client, token } = yield* signedUp(ann)
      yield* client.requestSignUp(ben, newPassword)
      yield* sentSignUpToken(ben)
      const stranger = yield* TestClient.make
      assert.isFalse((yield* stranger.at(yield* set({})).verifySignUp(token)).hasCredential)
      const here = yield* newClient
      yield* here.requestSignUp(ben, rightPassword)
      const bens = yield* sentSignUpToken(ben)
      assert.isTrue((yield* client.verifySignUp(bens)).hasCredential)
      assert.strictEqual(yield* signInOnNewClient(ben, newPassword), "ok")
    })
  )

  test(
    "works once, until the millisecond before 60 minutes have passed since the email was sent",
    Effect.gen(function* () {
      const first = yield* signedUp(ann)
      yield* justBefore("60 minutes")
      assert.strictEqual(yield* outcome(first.client.verifySignUp(first.token)), "ok")
      assert.strictEqual(yield* outcome(first.client.verifySignUp(first.token)), "InvalidToken")
      const second = yield* signedUp(ben)
      yield* justBefore("60 minutes")
      yield* oneMilli
      assert.strictEqual(yield* outcome(second.client.verifySignUp(second.token)), "InvalidToken")
      assert.isTrue(Option.isNone(yield* storedUser(ben)))
    })
  )

  test(
    "keeps the password until the last link to it expires, also if the email was sent late",
    Effect.gen(function* () {
      const client = yield* newClient
      yield* client.requestSignUp(ann, rightPassword)
      yield* justBefore("15 minutes")
      const token = yield* sentSignUpToken(ann)
      yield* justBefore("60 minutes")
      assert.isTrue((yield* client.verifySignUp(token)).hasCredential)
    })
  )

  test(
    "reads the passwords of versions without identity providers, which read those of this one",
    Effect.gen(function* () {
      const { client, token } = yield* signedUp(ann)
      const [[stored] = []] = yield* argsOf("OneTimeTokenRepository.put")
      const { data } = stored as OneTimeToken
      yield* Schema.decode(Schema.parseJson(PasswordHash))(Redacted.value(data))
      assert.isTrue((yield* client.verifySignUp(token)).hasCredential)
    })
  )

  test(
    "lets exactly one of twenty concurrent calls for one link sign in",
    Effect.gen(function* () {
      const { token } = yield* signedUp(ann)
      const attempt = Effect.flatMap(newClient, (client) => outcome(client.verifySignUp(token)))
      const outcomes = yield* Effect.all(
        Array.from({ length: 20 }, () => attempt),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(outcomes.sort(), [...Array.from({ length: 19 }, () => "InvalidToken"), "ok"])
    })
  )

  test(
    "creates one account of two sign-ups with one address: the first link that is used wins, and the others end",
    Effect.gen(function* () {
      const first = yield* signedUp(ann)
      const second = yield* signedUp(ann, newPassword)
      const outcomes = yield* Effect.all(
        [outcome(first.client.verifySignUp(first.token)), outcome(second.client.verifySignUp(second.token))],
        { concurrency: "unbounded" }
      )
      assert.sameMembers(outcomes, ["ok", "InvalidToken"])
      const [right, wrong] = outcomes[0] === "ok" ? [rightPassword, newPassword] : [newPassword, rightPassword]
      assert.strictEqual(yield* signInOnNewClient(ann, right), "ok")
      assert.strictEqual(yield* signInOnNewClient(ann, wrong), "InvalidCredentials")
      assert.strictEqual(yield* pendingCount(ann), 0)
    })
  )

  test(
    "consumes nothing if the store fails meanwhile",
    Effect.gen(function* () {
      const { client, token } = yield* signedUp(ann)
      yield* beforeNext("SessionRepository.issue", outage)
      assert.strictEqual(yield* outcome(client.verifySignUp(token)), "PersistenceError")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      assert.isTrue((yield* client.verifySignUp(token)).hasCredential)
    })
  )

  test(
    "works with magic links turned off, and after the setting was changed to after",
    Effect.gen(function* () {
      const { client, token } = yield* signedUp(ann)
      const of = yield* Effect.flatMap(InstanceDirectory, ({ update }) =>
        update(defaultId, { authConfig: { magic_link: false }, signUp: { verification: "after" } })
      )
      assert.isFalse(of.authConfig.magic_link)
      assert.strictEqual(yield* outcome(client.verifySignUp(token)), "ok")
    })
  )

  test(
    "fails with SignUpClosed or PasswordDisabled for every token once either is turned off, before any lookup",
    Effect.gen(function* () {
      const { token } = yield* signedUp(ann)
      const client = yield* TestClient.make
      const open = yield* set({})
      const cases = [
        [
          "SignUpClosed",
          new Instance({ ...open, signUp: { ...defaultSignUpConfig, mode: "invitation", verification: "before" } })
        ],
        [
          "PasswordDisabled",
          new Instance({ ...open, authConfig: { ...defaultAuthConfig, password: false, magic_link: true } })
        ]
      ] as const
      const previous = (yield* callNames).length
      for (const [expected, instance] of cases) {
        for (const presented of [token, "A".repeat(43), "malformed"]) {
          assert.strictEqual(yield* outcome(client.at(instance).verifySignUp(presented)), expected)
          assert.strictEqual(yield* outcome(client.at(instance).openSignUp(presented)), expected)
        }
      }
      assert.deepStrictEqual([...new Set((yield* callNames).slice(previous))], ["RateLimitStore.consume"])
    })
  )

  test(
    "is limited per IP address before any lookup",
    Effect.gen(function* () {
      const client = (yield* TestClient.make).at(limited({ magicLinkVerifyPerIp: { limit: 1, windowSeconds: 60 } }))
      assert.strictEqual(yield* outcome(client.verifySignUp("A".repeat(43))), "InvalidToken")
      const previous = (yield* callNames).length
      assert.strictEqual(yield* outcome(client.verifySignUp("A".repeat(43))), "RateLimited")
      assert.strictEqual(yield* outcome(client.openSignUp("A".repeat(43))), "RateLimited")
      assert.notInclude((yield* callNames).slice(previous).join(), "MagicLinkRepository")
    })
  )
})

describe("VerifySignUp.open", () => {
  test(
    "returns the address, and whether this client keeps the password, and uses nothing up",
    Effect.gen(function* () {
      const { client, token } = yield* signedUp(ann)
      const other = yield* newClient
      for (let times = 0; times < 3; times++) {
        assert.deepStrictEqual(yield* client.openSignUp(token), { email: ann, keepsCredential: true })
        assert.deepStrictEqual(yield* other.openSignUp(token), { email: ann, keepsCredential: false })
      }
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      assert.isTrue((yield* client.verifySignUp(token)).hasCredential)
    })
  )
})

describe("The token of a sign-up", () => {
  test(
    "works neither as a magic link nor for a new password or an invitation, and theirs complete no sign-up",
    Effect.gen(function* () {
      yield* (yield* TestClient.make).signUp(ann, rightPassword)
      const { client, token } = yield* signedUp(ann)
      assert.strictEqual(yield* outcome(client.verifyLink(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.resetPassword(token, newPassword)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.acceptInvitation(token)), "InvalidToken")
      const plain = yield* TestClient.make
      for (const other of [yield* linkTokenFor(plain, ann), yield* resetTokenFor(plain, ann)]) {
        assert.strictEqual(yield* outcome(client.verifySignUp(other)), "InvalidToken")
      }
    })
  )

  test(
    "accepts no invitation of the same address, whose token completes no sign-up",
    Effect.gen(function* () {
      const { client, token } = yield* signedUp(ben)
      const instance = yield* set({})
      yield* (yield* Invitations).create({ instance, by, email: ben })
      const invitation = yield* sentInvitationToken(ben)
      assert.strictEqual(yield* outcome(client.verifySignUp(invitation)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.acceptInvitation(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.verifySignUp(token)), "ok")
    })
  )

  test(
    "is worthless in another instance",
    Effect.gen(function* () {
      const { client, token } = yield* signedUp(ann)
      const there = (yield* TestClient.make).at(otherInstance)
      assert.strictEqual(yield* outcome(there.verifySignUp(token)), "InvalidToken")
      assert.strictEqual(yield* outcome(client.verifySignUp(token)), "ok")
    })
  )

  test(
    "ends when another link verifies the address",
    Effect.gen(function* () {
      const { client, token } = yield* signedUp(ann)
      const owner = yield* TestClient.make
      yield* owner.verifyLink(yield* linkTokenFor(owner, ann))
      assert.strictEqual(yield* outcome(client.verifySignUp(token)), "InvalidToken")
    })
  )
})

describe("The hooks of an app", () => {
  it.scoped("run when the account is created, in its transaction, and not at the sign-up", () =>
    Effect.gen(function* () {
      const { reply } = yield* AppHooks.App
      const { client, token } = yield* signedUp(ann)
      assert.deepStrictEqual(yield* AppHooks.names, [])
      yield* reply("onCreated", outage)
      assert.strictEqual(yield* outcome(client.verifySignUp(token)), "PersistenceError")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
      yield* reply("onCreated", Effect.void)
      assert.strictEqual(yield* outcome(client.verifySignUp(token)), "ok")
      assert.deepStrictEqual(yield* AppHooks.names, ["onCreated", "onCreated", "onVerified"])
    }).pipe(Effect.provide(AppHooks.within(layer)))
  )
})
