import { assert, describe, it } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { maxUserAgent } from "@latchkey/domain/core/Caller"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import * as Domain from "@latchkey/domain/Domain"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import type { QueuedEmail } from "@latchkey/domain/mail/EmailOutbox"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import { Sent } from "@latchkey/memory/MemoryMailer"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import {
  ann,
  instance,
  linkTokenFor,
  newPassword,
  outage,
  outcome,
  portsWithoutMailer,
  rightPassword,
  signedUp,
  signInOnNewClient,
  storedUser,
  test,
  wrongPassword
} from "../support.ts"
import * as Interception from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

const { argsOf, before } = Interception

/** Ann's client, which has verified her address with a link and has a password. */
const verified = Effect.tap(signedUp, (client) => Effect.flatMap(linkTokenFor(client, ann), client.verifyLink))

/** Returns the kind of every queued email except the links. */
const queuedNotices = Effect.map(argsOf("EmailOutbox.enqueue"), (calls) =>
  calls.map(([email]) => email as QueuedEmail).filter(({ kind }) => kind !== "magic_link")
)

const kinds = Effect.map(queuedNotices, (notices) => notices.map(({ kind }) => kind))

const revokeAll = Effect.gen(function* () {
  const { id: userId } = Option.getOrThrow(yield* storedUser(ann))
  const { revokeAllSessions } = yield* UserAdministration
  yield* revokeAllSessions({ instance: defaultInstance, userId, by: { actor: "dashboard" } })
})

const sendAll = Effect.flatMap(EmailDispatcher, ({ dispatch }) => dispatch)
const lastToAnn = Effect.flatMap(Sent, ({ lastTo }) => Effect.map(lastTo(ann), Option.getOrThrow))

describe("An account notice", () => {
  test(
    "tells the owner that the password was changed, when, and on which device, without a token",
    Effect.gen(function* () {
      const client = yield* verified
      yield* TestClock.adjust("1 hours")
      yield* client.at(defaultInstance, undefined, "Firefox").changePassword(newPassword, rightPassword)
      const [notice] = yield* queuedNotices
      assert.strictEqual(notice?.kind, "password_changed")
      assert.deepInclude(notice, { email: ann, parameters: { userAgent: "Firefox" } })
      assert.strictEqual(notice?.expiresAt.epochMillis, 25 * 3_600_000)
      yield* sendAll
      const { subject, text } = yield* lastToAnn
      assert.strictEqual(subject, "Your account at Latchkey: password changed")
      assert.include(text, "(1970-01-01T01:00:00.000Z)")
      assert.include(text, "https://auth.example.com/sign-in\n")
      assert.notMatch(text, /token|[\w-]{43}/)
    })
  )

  test(
    "contains as much of the user agent as a session does",
    Effect.gen(function* () {
      const client = yield* verified
      const device = client.at(defaultInstance, undefined, "F".repeat(maxUserAgent + 1))
      yield* device.changePassword(newPassword, rightPassword)
      assert.deepStrictEqual((yield* queuedNotices)[0]?.parameters, { userAgent: "F".repeat(maxUserAgent) })
    })
  )

  test(
    "tells the owner that a first password was set",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* Effect.flatMap(linkTokenFor(client, ann), client.verifyLink)
      yield* client.changePassword(newPassword)
      assert.deepStrictEqual(yield* kinds, ["password_set"])
    })
  )

  test(
    "tells the owner that the first verification removed a password that someone else had set",
    Effect.gen(function* () {
      yield* signedUp
      const owner = yield* TestClient.make
      yield* Effect.flatMap(linkTokenFor(owner, ann), owner.verifyLink)
      assert.deepStrictEqual(yield* kinds, ["account_claimed"])
    })
  )

  test(
    "tells the owner that an operator revoked every session",
    Effect.gen(function* () {
      yield* verified
      yield* revokeAll
      yield* revokeAll
      assert.deepStrictEqual(yield* kinds, ["sessions_revoked"])
      assert.deepStrictEqual((yield* queuedNotices)[0]?.parameters, {})
    })
  )

  test(
    "does not go to an address that is not verified, nor is there one without a change",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* client.changePassword(newPassword, rightPassword)
      yield* revokeAll
      yield* client.signIn(ann, newPassword)
      yield* Effect.flatMap(linkTokenFor(client, ann), client.verifyLink)
      yield* outcome(client.changePassword(rightPassword, wrongPassword))
      assert.deepStrictEqual(yield* kinds, [])
    })
  )

  test(
    "is queued if and only if the change is made",
    Effect.gen(function* () {
      const client = yield* verified
      yield* before("EmailOutbox.enqueue", outage)
      assert.strictEqual(yield* outcome(client.changePassword(newPassword, rightPassword)), "PersistenceError")
      assert.strictEqual(yield* signInOnNewClient(ann, rightPassword), "ok")
      assert.strictEqual(yield* outcome(revokeAll), "PersistenceError")
    })
  )

  test(
    "is neither queued nor sent if the instance has turned notices off",
    Effect.gen(function* () {
      const client = yield* verified
      const off = instance({ emailConfig: { accountNotices: false, magicLinkCodes: false } })
      yield* client.at(off).changePassword(newPassword, rightPassword)
      assert.deepStrictEqual(yield* kinds, [])
      yield* client.changePassword(rightPassword, newPassword)
      yield* (yield* InstanceDirectory).update(defaultId, { emailConfig: { accountNotices: false } })
      yield* sendAll
      const [[, , result] = []] = (yield* argsOf("EmailOutbox.complete")).slice(-1)
      assert.deepInclude(result, { state: "discarded", reason: Option.some("disabled") })
    })
  )
})

describe("Without an email provider", () => {
  const layer = Domain.layer.pipe(
    Layer.provideMerge(Interception.around(Layer.merge(portsWithoutMailer, MemoryMailer.layerUnconfigured)))
  )

  it.effect("no account notice is queued", () =>
    Effect.gen(function* () {
      const client = yield* signedUp
      const { id: userId, instanceId } = Option.getOrThrow(yield* storedUser(ann))
      const now = yield* DateTime.now
      yield* (yield* UserRepository).verifyEmail({ instanceId, userId, now, password: "keep_password" })
      yield* client.signIn(ann, rightPassword)
      yield* client.changePassword(newPassword, rightPassword)
      assert.deepStrictEqual(yield* kinds, [])
    }).pipe(Effect.provide(layer))
  )
})
