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
  otherInstance,
  outcome,
  sentLinkToken,
  signedUp,
  storedUser,
  test
} from "../support.ts"
import { auditLines } from "../support/AuditTrail.ts"
import { callNames } from "../support/Interception.ts"
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
