import { assert, describe } from "@effect/vitest"
import { defaultInstance } from "@latchkey/domain/instance/Instance"
import { SupportLinks } from "@latchkey/domain/operator/SupportLinks"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import { UserProvisioning } from "@latchkey/domain/operator/UserProvisioning"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import {
  ann,
  instance,
  isKnown,
  linkTokenFor,
  linkTokenIn,
  newPassword,
  otherInstance,
  outcome,
  sentEmailChangeToken,
  sentEmailRestoreToken,
  sentLinkToken,
  signedUp,
  storedPasskeyOf,
  storedUser,
  test
} from "../support.ts"
import { annsNew, verified } from "../email-change/support.ts"
import { authenticatorAt, withPasskeys } from "../passkey/support.ts"
import { auditLines, auditLog } from "../support/AuditTrail.ts"
import { argsOf, callNames } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const by = { actor: "admin_api", ipAddress: "192.0.2.9" } as const

const annsId = Effect.map(storedUser(ann), (user) => Option.getOrThrow(user).id)

const create = (of = defaultInstance) =>
  Effect.gen(function* () {
    return yield* (yield* SupportLinks).create({ instance: of, userId: yield* annsId, by })
  })

const send = (of = defaultInstance) =>
  Effect.gen(function* () {
    return yield* (yield* SupportLinks).send({ instance: of, userId: yield* annsId, by })
  })

const createdToken = Effect.map(create(), ({ url }) => linkTokenIn(Redacted.value(url)))

const verifyOnNewClient = (token: string) =>
  Effect.flatMap(TestClient.make, (client) => outcome(client.verifyLink(token)))

/** The kinds of the emails that were queued, oldest first. */
const queuedKinds = Effect.map(argsOf("EmailOutbox.enqueue"), (calls) =>
  calls.map(([email]) => (email as { readonly kind: string }).kind)
)

const withoutLinks = instance({ authConfig: { ...defaultInstance.authConfig, magic_link: false } })

describe("SupportLinks.create", () => {
  test(
    "returns a link that signs in once, for 15 minutes, and records it in the audit log",
    Effect.gen(function* () {
      yield* signedUp
      const { expiresAt, url } = yield* create()
      assert.strictEqual(expiresAt.epochMillis, 15 * 60_000)
      assert.match(Redacted.value(url), /^https:\/\/auth\.example\.com\/v1\/auth\/magic-link\/verify\?token=/)
      const client = yield* TestClient.make
      const { userId } = yield* client.verifyLink(linkTokenIn(Redacted.value(url)))
      assert.strictEqual(userId, yield* annsId)
      assert.strictEqual(yield* verifyOnNewClient(linkTokenIn(Redacted.value(url))), "InvalidToken")
      assert.deepStrictEqual(yield* auditLines, ["admin_api sign_in_link_created"])
      const late = yield* createdToken
      yield* TestClock.adjust("15 minutes")
      assert.strictEqual(yield* verifyOnNewClient(late), "InvalidToken")
    })
  )

  test(
    "does not verify the address, nor end what unverified accounts lose with it",
    Effect.gen(function* () {
      const owner = yield* signedUp
      yield* (yield* TestClient.make).verifyLink(yield* createdToken)
      const user = Option.getOrThrow(yield* storedUser(ann))
      assert.isTrue(Option.isNone(user.emailVerifiedAt))
      assert.isTrue(Option.isSome(user.passwordHash))
      assert.strictEqual(yield* outcome(owner.authenticate), "ok")
      assert.isTrue(yield* isKnown(owner, ann))
    })
  )

  test(
    "lets its holder set another password for ten minutes, and the owner learns of it: the audit log has the link only",
    Effect.gen(function* () {
      yield* verified()
      const [client, late] = [yield* TestClient.make, yield* TestClient.make]
      yield* late.verifyLink(yield* createdToken)
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(yield* outcome(late.changePassword(newPassword)), "ReauthenticationRequired")
      yield* client.verifyLink(yield* createdToken)
      assert.deepStrictEqual((yield* client.authenticate).methods, ["magic_link"])
      assert.strictEqual(yield* outcome(client.changePassword(newPassword)), "ok")
      assert.include(yield* queuedKinds, "password_changed")
      assert.deepStrictEqual(yield* auditLines, ["admin_api sign_in_link_created", "admin_api sign_in_link_created"])
    })
  )

  test(
    "lets its holder change the address, and add a passkey, which the audit log records as the user's",
    Effect.gen(function* () {
      yield* verified()
      const client = yield* TestClient.make
      yield* client.verifyLink(yield* createdToken)
      const user = yield* annsId
      yield* client.requestEmailChange(annsNew)
      yield* client.confirmEmailChange(yield* sentEmailChangeToken(annsNew))
      const { id } = yield* withPasskeys(client).add(authenticatorAt())
      assert.strictEqual(yield* outcome(sentEmailRestoreToken(ann)), "ok")
      assert.deepStrictEqual(yield* auditLines, [
        "admin_api sign_in_link_created",
        "user email_changed",
        `user passkey_added ${id}`
      ])
      for (const { userId } of yield* auditLog) assert.deepStrictEqual(userId, Option.some(user))
    })
  )

  test(
    "changes nothing of a user with a passkey, before an operator removes it",
    Effect.gen(function* () {
      yield* verified()
      yield* storedPasskeyOf(ann)
      const client = yield* TestClient.make
      yield* client.verifyLink(yield* createdToken)
      for (const change of [outcome(client.changePassword(newPassword)), outcome(client.requestEmailChange(annsNew))]) {
        assert.strictEqual(yield* change, "ReauthenticationRequired")
      }
      assert.strictEqual(yield* outcome(withPasskeys(client).add(authenticatorAt())), "ReauthenticationRequired")
      const { removePasskeys } = yield* UserAdministration
      yield* removePasskeys({ instance: defaultInstance, userId: yield* annsId, by })
      assert.strictEqual(yield* outcome(client.authenticate), "Unauthenticated")
      yield* client.verifyLink(yield* createdToken)
      assert.strictEqual(yield* outcome(client.changePassword(newPassword)), "ok")
      for (const kind of ["passkeys_reset", "password_changed"]) assert.include(yield* queuedKinds, kind)
      assert.deepStrictEqual(yield* auditLines, [
        "admin_api sign_in_link_created",
        "admin_api passkeys_reset passkeys=1",
        "admin_api sign_in_link_created"
      ])
    })
  )

  test(
    "asks for a confirmation in every browser, because no browser requested it",
    Effect.gen(function* () {
      const client = yield* signedUp
      const { _tag } = yield* client.openLink(yield* createdToken)
      assert.strictEqual(_tag, "ConfirmationNeeded")
    })
  )

  test(
    "makes a link that creates no account, if the user was deleted meanwhile",
    Effect.gen(function* () {
      yield* signedUp
      const token = yield* createdToken
      yield* (yield* UserProvisioning).delete({ instance: defaultInstance, by, userId: yield* annsId })
      assert.strictEqual(yield* verifyOnNewClient(token), "InvalidToken")
      assert.isTrue(Option.isNone(yield* storedUser(ann)))
    })
  )

  test(
    "is void after the user signs in with another link",
    Effect.gen(function* () {
      yield* signedUp
      const token = yield* createdToken
      const client = yield* TestClient.make
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      assert.strictEqual(yield* verifyOnNewClient(token), "InvalidToken")
    })
  )
})

describe("SupportLinks.send", () => {
  test(
    "sends the email that the user would have requested, which verifies the address",
    Effect.gen(function* () {
      yield* signedUp
      yield* send()
      assert.deepStrictEqual(yield* auditLines, ["admin_api sign_in_link_sent"])
      assert.strictEqual(yield* verifyOnNewClient(yield* sentLinkToken(ann)), "ok")
      assert.isTrue(Option.isSome(Option.getOrThrow(yield* storedUser(ann)).emailVerifiedAt))
    })
  )
})

describe("SupportLinks", () => {
  test(
    "fails for a user of another instance, without links, and for a disabled user, and writes nothing",
    Effect.gen(function* () {
      yield* signedUp
      const target = { instance: defaultInstance, userId: yield* annsId, by }
      yield* (yield* UserAdministration).disable(target)
      const writes = Effect.map(callNames, (names) =>
        names.filter((name) => /MagicLinkRepository\.insert|EmailOutbox\.enqueue|AuditLog\.append/.test(name))
      )
      const before = yield* writes
      for (const attempt of [create, send]) {
        assert.strictEqual(yield* outcome(attempt(otherInstance)), "UserNotFound")
        assert.strictEqual(yield* outcome(attempt(withoutLinks)), "MagicLinkDisabled")
        const error = yield* Effect.flip(attempt())
        assert.deepInclude(error, { _tag: "NoSignInMethod", reason: "user_disabled" })
      }
      assert.deepStrictEqual(yield* writes, before)
    })
  )
})
