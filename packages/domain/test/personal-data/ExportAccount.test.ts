import { assert, describe } from "@effect/vitest"
import type { Email } from "@latchkey/domain/core/Email"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import { InvitationRepository } from "@latchkey/domain/invitation/InvitationRepository"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import { EmailSuppressions } from "@latchkey/domain/mail/EmailSuppressions"
import type { AccountData } from "@latchkey/domain/personal-data/ExportAccount"
import * as Samples from "@latchkey/testkit/Samples"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  email,
  justBefore,
  oneMilli,
  otherUsers,
  outcome,
  rightPassword,
  sentEmailChangeToken,
  sentLinkToken,
  signedIn,
  signedUp,
  storedUser,
  test,
  wrongPassword
} from "../support.ts"
import { codeOf, userWithApp } from "../support/SecondFactor.ts"
import * as TestClient from "../support/TestClient.ts"

/** Verifies the address of a signed-in client. */
const verified = Effect.fnUntraced(function* (client: TestClient.TestClient, address: Email) {
  yield* client.requestLink(address)
  yield* client.verifyLink(yield* sentLinkToken(address))
  return client
})

/** What there is about an address without an account: failed sign-ins, links, an invitation and a suppression. */
const traces = Effect.fnUntraced(function* (address: Email) {
  const victim = yield* TestClient.make
  yield* outcome(victim.signIn(address, wrongPassword))
  yield* outcome(victim.forgotPassword(address))
  yield* victim.requestLink(address)
  yield* (yield* EmailDispatcher).dispatch
  yield* victim.requestLink(address)
  yield* (yield* InvitationRepository).put(Samples.invitation(defaultId, { email: address, ...times }))
  yield* (yield* EmailSuppressions).put(Samples.emailSuppression(defaultId, { email: address }))
})

const times = { createdAt: DateTime.unsafeMake(0), expiresAt: DateTime.unsafeMake("1970-01-08T00:00:00Z") }

/** The kinds of records of an address that a download has. */
const kindsOf = ({ emails, invitations, links, rateLimits, suppressions }: AccountData) => ({
  emails: emails.length,
  links: links.length,
  invitations: invitations.length,
  suppressions: suppressions.length,
  limits: rateLimits.map(({ limit }) => limit)
})

const nothingOfAddress = { emails: 0, links: 0, invitations: 0, suppressions: 0, limits: ["accountExportPerAccount"] }

describe("What the export has of an address", () => {
  test(
    "is nothing if the user has not verified it: what is there may be of its owner",
    Effect.gen(function* () {
      yield* traces(ann)
      const attacker = yield* TestClient.make
      yield* attacker.signUp(ann, rightPassword)
      assert.deepStrictEqual(kindsOf(yield* attacker.exportAccount), nothingOfAddress)
    })
  )

  for (const [own, other] of [
    ["ann+x@example.com", "ann@example.com"],
    ["ann@example.com", "ann+x@example.com"],
    ["vic.tim+x@gmail.com", "victim@gmail.com"],
    ["vic.tim@gmail.com", "victim@googlemail.com"]
  ] as const) {
    test(
      `is nothing of ${other} for ${own}, verified or not, but the windows of a mailbox that is written like the address`,
      Effect.gen(function* () {
        yield* traces(email(other))
        const client = yield* TestClient.make
        yield* client.signUp(email(own), rightPassword)
        assert.deepStrictEqual(kindsOf(yield* client.exportAccount), nothingOfAddress)
        yield* verified(client, email(own))
        const data = yield* client.exportAccount
        assert.deepStrictEqual([...new Set(data.emails.map((sent) => sent.email))], [email(own)])
        assert.deepStrictEqual([data.links, data.invitations, data.suppressions], [[], [], []])
        const ofMailbox = data.rateLimits.filter(({ limit }) => limit === "magicLinkPerEmail")
        assert.lengthOf(ofMailbox, own === "ann@example.com" ? 1 : 0)
      })
    )
  }

  test(
    "is everything if the user has verified it, and of former ones that the user can restore, too",
    Effect.gen(function* () {
      const client = yield* verified(yield* signedUp, ann)
      yield* client.requestEmailChange(ben, rightPassword)
      yield* client.confirmEmailChange(yield* sentEmailChangeToken(ben))
      yield* (yield* TestClient.make).requestLink(ann)
      yield* traces(ben)
      yield* client.reauthenticate(rightPassword)
      const data = yield* client.exportAccount
      const { emails, links } = data
      for (const address of [ann, ben]) {
        assert.isTrue(emails.some((sent) => sent.email === address))
        assert.isTrue(links.some((link) => link.email === address))
      }
      assert.deepStrictEqual([data.invitations.length, data.suppressions.length], [1, 1])
      assert.includeMembers(
        data.rateLimits.map(({ limit }) => limit),
        ["emailChangePerAccount", "magicLinkPerEmail", "passwordResetPerEmail", "signInPerEmail"]
      )
      yield* TestClock.adjust("7 days")
      yield* client.signIn(ben, rightPassword)
      yield* (yield* TestClient.make).requestLink(ann)
      const later = yield* client.exportAccount
      const requested = later.emails.filter((sent) => sent.email === ann && sent.kind === "magic_link")
      assert.isFalse(requested.some(({ state }) => state === "queued"))
    })
  )

  test(
    "is what the user has asked for at another address: a change that was not confirmed",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* client.requestEmailChange(ben, rightPassword)
      yield* (yield* EmailDispatcher).dispatch
      const { emails, links } = yield* client.exportAccount
      assert.deepStrictEqual(
        emails.map((sent) => [sent.kind, sent.email]),
        [["email_change", ben]]
      )
      assert.deepStrictEqual(
        links.map((link) => link.email),
        [ben]
      )
    })
  )
})

describe("ExportAccount.read", () => {
  test(
    "returns the account with the scheme of its password, its sessions, clients, limits, emails and audit entries",
    Effect.gen(function* () {
      const client = yield* verified(yield* signedUp, ann)
      const other = yield* signedIn
      yield* outcome((yield* TestClient.make).signIn(ann, wrongPassword))
      // The ids of emails of one millisecond are in no order.
      yield* oneMilli
      yield* client.requestLink(ann)
      const { id: userId, passwordHash } = Option.getOrThrow(yield* storedUser(ann))
      const by = { actor: "admin_api", ipAddress: "192.0.2.9" } as const
      yield* (yield* UserAdministration).resetFailedSignIns({ instance: defaultInstance, userId, by })
      yield* outcome((yield* TestClient.make).signIn(ann, wrongPassword))
      const data = yield* other.exportAccount
      assert.strictEqual(data.user.email, ann)
      assert.notProperty(data.user, "passwordHash")
      assert.isTrue(Option.isSome(data.passwordScheme))
      assert.notInclude(JSON.stringify(data), Redacted.value(Option.getOrThrow(passwordHash)))
      assert.lengthOf(data.sessions, 2)
      assert.lengthOf(data.knownClients, 2)
      assert.strictEqual(data.failedSignIns, 1)
      assert.deepStrictEqual(
        data.emails.map(({ kind, state }) => [kind, state]),
        [
          ["magic_link", "queued"],
          ["magic_link", "sent"]
        ]
      )
      assert.includeMembers(
        data.rateLimits.map(({ limit }) => limit),
        ["accountExportPerAccount", "magicLinkPerEmail", "signInPerEmail"]
      )
      assert.deepStrictEqual(
        data.auditLog.map(({ action }) => action),
        ["failed_sign_ins_reset"]
      )
    })
  )

  test(
    "returns nothing of other users",
    Effect.gen(function* () {
      const client = yield* verified(yield* signedUp, ann)
      const { bensClient, namesake } = yield* otherUsers
      yield* bensClient.requestLink(ann)
      for (const other of [bensClient, namesake]) {
        const { emails, knownClients, sessions } = yield* other.exportAccount
        assert.deepStrictEqual([emails.length, knownClients.length, sessions.length], [0, 1, 1])
      }
      assert.lengthOf((yield* client.exportAccount).emails, 2)
    })
  )

  test(
    "fails with Unauthenticated without an active session, and reads nothing",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* TestClock.adjust("8 days")
      assert.strictEqual(yield* outcome(client.exportAccount), "Unauthenticated")
      assert.strictEqual(yield* outcome((yield* TestClient.make).exportAccount), "Unauthenticated")
    })
  )

  test(
    "requires an authentication in the last ten minutes",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* justBefore("10 minutes")
      assert.strictEqual(yield* outcome(client.exportAccount), "ok")
      yield* oneMilli
      assert.strictEqual(yield* outcome(client.exportAccount), "ReauthenticationRequired")
      yield* client.reauthenticate(rightPassword)
      assert.strictEqual(yield* outcome(client.exportAccount), "ok")
    })
  )

  test(
    "requires the second factor of a user who has one: a password alone is not enough",
    Effect.gen(function* () {
      const { app, client } = yield* userWithApp(ann)
      assert.strictEqual(yield* outcome(client.exportAccount), "ok")
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(yield* outcome(client.reauthenticate(rightPassword)), "ReauthenticationRequired")
      assert.strictEqual(yield* outcome(client.exportAccount), "ReauthenticationRequired")
      yield* client.reauthenticateWithCode(codeOf(yield* app()))
      assert.strictEqual(yield* outcome(client.exportAccount), "ok")
    })
  )

  test(
    "is limited to ten an hour per user, on whatever client; what needs authentication first does not count",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* TestClock.adjust("10 minutes")
      for (let index = 0; index < 11; index++) {
        assert.strictEqual(yield* outcome(client.exportAccount), "ReauthenticationRequired")
      }
      const [one, other] = [yield* signedIn, yield* signedIn]
      for (let index = 0; index < 5; index++) {
        assert.strictEqual(yield* outcome(one.exportAccount), "ok")
        assert.strictEqual(yield* outcome(other.exportAccount), "ok")
      }
      const refusal = yield* Effect.flip(other.exportAccount)
      assert.deepInclude(refusal, { _tag: "RateLimited", action: "sign_in", retryAfterSeconds: 3600 })
      const { bensClient } = yield* otherUsers
      assert.strictEqual(yield* outcome(bensClient.exportAccount), "ok")
    })
  )
})
