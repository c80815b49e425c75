import { assert, describe } from "@effect/vitest"
import { parse as parseToken } from "@latchkey/domain/core/Token"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import * as Domain from "@latchkey/domain/Domain"
import { RequestFactorRecovery } from "@latchkey/domain/factor-recovery/RequestFactorRecovery"
import { UserAdministration } from "@latchkey/domain/operator/UserAdministration"
import type { FactorRecoveryLink } from "@latchkey/domain/factor-recovery/FactorRecoveryRepository"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/TestClock"
import {
  ann,
  instance,
  justBefore,
  oneMilli,
  otherInstance,
  outage,
  outcome,
  portsWithoutMailer,
  rightPassword,
  sentFactorRecoveryToken,
  signedUp,
  storedPasskeyOf,
  storedUser,
  test,
  withoutUsablePasskeys
} from "../support.ts"
import { results } from "../email-change/support.ts"
import { auditLines } from "../support/AuditTrail.ts"
import { argsOf, before, beforeNext, countOf, release } from "../support/Interception.ts"
import { pendingClient, setUpApp, shown } from "../support/SecondFactor.ts"
import * as TestClient from "../support/TestClient.ts"
import {
  lostApp,
  openOf,
  queuedKinds,
  recoverable,
  requested,
  store,
  subjects,
  verified,
  withRecovery
} from "./support.ts"

const requests = "FactorRecoveryRepository.insert"

describe("RequestFactorRecovery.requestAtSignIn", () => {
  test(
    "opens a recovery that waits for the hours of the instance, and then for seven days",
    Effect.gen(function* () {
      const { client } = yield* lostApp
      const now = yield* DateTime.now
      const { availableAt, expiresAt, requestedAt } = yield* client.requestFactorRecoveryAtSignIn
      assert.deepStrictEqual(
        [requestedAt, availableAt, expiresAt].map((at) => DateTime.distance(now, at)),
        [0, 72 * 3_600_000, (72 + 7 * 24) * 3_600_000]
      )
      const status = yield* client.factorRecoveryStatusAtSignIn
      assert.isTrue(status.isAvailable)
      assert.deepStrictEqual(
        Option.map(status.open, ({ availableAt }) => availableAt),
        Option.some(availableAt)
      )
      assert.include(yield* auditLines, "user factor_recovery_requested")
    })
  )

  test(
    "waits as long as the instance says at that moment, whatever it says later",
    Effect.gen(function* () {
      const { cookies } = yield* lostApp
      const { availableAt, requestedAt } = yield* cookies.at(withRecovery({ factorRecoveryHours: 24 }))
        .requestFactorRecoveryAtSignIn
      assert.strictEqual(DateTime.distance(requestedAt, availableAt), 24 * 3_600_000)
      const later = yield* cookies.at(withRecovery({ factorRecoveryHours: 720 })).requestFactorRecoveryAtSignIn
      assert.deepStrictEqual(later.availableAt, availableAt)
    })
  )

  test(
    "keeps the sign-in pending, and every factor in place",
    Effect.gen(function* () {
      const { app, client } = yield* requested
      assert.deepStrictEqual(yield* client.pendingOptions, ["totp", "recovery_code"])
      assert.strictEqual(yield* outcome(client.completeSignIn(yield* shown(app))), "ok")
    })
  )

  test(
    "sends one email immediately and one at the end of the waiting time, and puts no token into the outbox",
    Effect.gen(function* () {
      yield* requested
      assert.deepStrictEqual(
        (yield* subjects).filter((subject) => subject.includes("recovery")),
        ["A recovery was requested at Latchkey"]
      )
      yield* justBefore("72 hours")
      assert.notInclude(yield* subjects, "A recovery is ready at Latchkey")
      yield* oneMilli
      assert.include(yield* subjects, "A recovery is ready at Latchkey")
      assert.isAbove(yield* countOf("FactorRecoveryRepository.addLink"), 1)
    })
  )

  test(
    "returns the open one when it is requested again: no other time, no other email",
    Effect.gen(function* () {
      const { client, recovery } = yield* requested
      const queued = (yield* queuedKinds).length
      for (let times = 0; times < 5; times++) {
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual((yield* client.requestFactorRecoveryAtSignIn).availableAt, recovery.availableAt)
      }
      const other = yield* pendingClient(recoverable)
      assert.deepStrictEqual((yield* other.client.requestFactorRecoveryAtSignIn).availableAt, recovery.availableAt)
      assert.strictEqual((yield* queuedKinds).length, queued)
    })
  )

  test(
    "opens none if the credentials change meanwhile",
    Effect.gen(function* () {
      const { client, owner } = yield* lostApp
      yield* beforeNext("UserRepository.findByIdForUpdate", owner.signOutAll)
      assert.strictEqual(yield* outcome(client.requestFactorRecoveryAtSignIn), "Unauthenticated")
      assert.strictEqual(yield* countOf(requests), 0)
    })
  )

  test(
    "opens one for twenty concurrent requests",
    Effect.gen(function* () {
      const { client } = yield* lostApp
      const all = yield* Effect.all(
        Array.from({ length: 20 }, () => client.requestFactorRecoveryAtSignIn),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(new Set(all.map(({ availableAt }) => DateTime.formatIso(availableAt))).size, 1)
      assert.lengthOf(
        (yield* queuedKinds).filter((kind) => kind === "factor_recovery"),
        1
      )
    })
  )

  test(
    "lets a user begin three a day, whatever the IP address",
    Effect.gen(function* () {
      const { client } = yield* requested
      const again = Effect.gen(function* () {
        yield* (yield* TestClient.make).cancelFactorRecoveryWithLink(yield* sentFactorRecoveryToken(ann))
        return yield* outcome(client.requestFactorRecoveryAtSignIn)
      })
      assert.deepStrictEqual([yield* again, yield* again, yield* again], ["ok", "ok", "RateLimited"])
      yield* justBefore("1 day")
      const { client: next } = yield* pendingClient(recoverable)
      assert.strictEqual(yield* outcome(next.requestFactorRecoveryAtSignIn), "RateLimited")
      yield* oneMilli
      assert.strictEqual(yield* outcome(next.requestFactorRecoveryAtSignIn), "ok")
    })
  )

  test(
    "is limited per IP address together with requests for links, before any lookup",
    Effect.gen(function* () {
      const { cookies } = yield* lostApp
      const rateLimits = { ...recoverable.rateLimits, magicLinkPerIp: { limit: 1, windowSeconds: 600 } }
      const client = cookies.at(instance({ ...recoverable, rateLimits }))
      assert.strictEqual(yield* outcome(client.requestFactorRecoveryAtSignIn), "ok")
      const lookups = yield* countOf("OneTimeTokenRepository.find")
      assert.strictEqual(yield* outcome(client.requestFactorRecoveryAtSignIn), "RateLimited")
      assert.strictEqual(yield* countOf("OneTimeTokenRepository.find"), lookups)
    })
  )

  test(
    "fails with FactorRecoveryDisabled where it is off, and where a second factor is required, and shows no open one",
    Effect.gen(function* () {
      const { cookies } = yield* requested
      for (const settings of [withRecovery({ factorRecovery: "off" }), withRecovery({ secondFactor: "required" })]) {
        const client = cookies.at(settings)
        assert.strictEqual(yield* outcome(client.requestFactorRecoveryAtSignIn), "FactorRecoveryDisabled")
        assert.deepStrictEqual(yield* client.factorRecoveryStatusAtSignIn, { isAvailable: false, open: Option.none() })
      }
    })
  )

  test(
    "fails with EmailNotVerified for an address that was never verified",
    Effect.gen(function* () {
      const cookies = yield* signedUp
      yield* setUpApp(cookies.at(recoverable))
      const { client } = yield* pendingClient(recoverable)
      assert.strictEqual(yield* outcome(client.requestFactorRecoveryAtSignIn), "EmailNotVerified")
      assert.isFalse((yield* client.factorRecoveryStatusAtSignIn).isAvailable)
      assert.strictEqual(yield* countOf(requests), 0)
    })
  )

  test(
    "fails with Unauthenticated without a pending sign-in, ten minutes later, and in another instance",
    Effect.gen(function* () {
      const { client, cookies } = yield* lostApp
      const stranger = (yield* TestClient.make).at(recoverable)
      assert.strictEqual(yield* outcome(stranger.requestFactorRecoveryAtSignIn), "Unauthenticated")
      assert.strictEqual(yield* outcome(stranger.factorRecoveryStatusAtSignIn), "Unauthenticated")
      const elsewhere = cookies.at(instance({ ...recoverable, id: otherInstance.id }))
      assert.strictEqual(yield* outcome(elsewhere.requestFactorRecoveryAtSignIn), "Unauthenticated")
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(yield* outcome(client.requestFactorRecoveryAtSignIn), "Unauthenticated")
      assert.strictEqual(yield* countOf(requests), 0)
    })
  )

  test(
    "stores nothing, and queues nothing, if a part of it fails",
    Effect.gen(function* () {
      const { client } = yield* lostApp
      yield* before("AuditLog.append", outage)
      assert.strictEqual(yield* outcome(client.requestFactorRecoveryAtSignIn), "PersistenceError")
      yield* release("AuditLog.append")
      assert.isTrue(Option.isNone(yield* openOf(client)))
      assert.notInclude((yield* subjects).join(), "recovery")
    })
  )
})

describe("RequestFactorRecovery.request", () => {
  const withPasskey = Effect.gen(function* () {
    const client = (yield* verified).at(recoverable)
    yield* storedPasskeyOf(ann)
    return client
  })

  test(
    "opens a recovery for a signed-in user who would need a lost passkey to change anything",
    Effect.gen(function* () {
      const client = yield* withPasskey
      assert.isTrue((yield* client.factorRecoveryStatus).isAvailable)
      assert.strictEqual(yield* outcome(client.requestFactorRecovery), "ok")
      assert.isTrue(Option.isSome((yield* client.factorRecoveryStatus).open))
    })
  )

  test(
    "fails with FactorRecoveryNotNeeded without a factor, and while the session proves one",
    Effect.gen(function* () {
      const client = (yield* verified).at(recoverable)
      assert.strictEqual(yield* outcome(client.requestFactorRecovery), "FactorRecoveryNotNeeded")
      yield* setUpApp(client)
      assert.strictEqual(yield* outcome(client.requestFactorRecovery), "FactorRecoveryNotNeeded")
      assert.isFalse((yield* client.factorRecoveryStatus).isAvailable)
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(yield* outcome(client.requestFactorRecovery), "ok")
    })
  )

  for (const [name, settings] of Object.entries(withoutUsablePasskeys)) {
    test(
      `fails with FactorRecoveryNotNeeded ${name}: the passkey is not asked for`,
      Effect.gen(function* () {
        const cookies = yield* verified
        yield* storedPasskeyOf(ann)
        const authConfig = { ...settings.authConfig, factorRecovery: "email" as const }
        const client = cookies.at(instance({ ...settings, authConfig }))
        assert.strictEqual(yield* outcome(client.requestFactorRecovery), "FactorRecoveryNotNeeded")
      })
    )
  }

  test(
    "fails with Unauthenticated without a session, and EmailNotVerified for an unverified address",
    Effect.gen(function* () {
      const cookies = yield* signedUp
      yield* storedPasskeyOf(ann)
      assert.strictEqual(yield* outcome(cookies.at(recoverable).requestFactorRecovery), "EmailNotVerified")
      const stranger = (yield* TestClient.make).at(recoverable)
      assert.strictEqual(yield* outcome(stranger.requestFactorRecovery), "Unauthenticated")
      assert.strictEqual(yield* outcome(stranger.factorRecoveryStatus), "Unauthenticated")
    })
  )

  test(
    "is shown to operators and in the download of the user's data, without a hash",
    Effect.gen(function* () {
      const user = yield* verified
      yield* storedPasskeyOf(ann)
      const client = user.at(recoverable)
      const { availableAt } = yield* client.requestFactorRecovery
      const { id: userId } = Option.getOrThrow(yield* storedUser(ann))
      const { find } = yield* UserAdministration
      const view = yield* find({ instance: recoverable, userId, by: { actor: "program" } })
      assert.deepStrictEqual(
        Option.map(view.factorRecovery, ({ availableAt }) => availableAt),
        Option.some(availableAt)
      )
      assert.strictEqual(yield* outcome(client.exportAccount), "ReauthenticationRequired")
      // In an instance without passkeys, the user can still download what is stored.
      const withoutPasskeys = user.at(instance({ authConfig: { ...recoverable.authConfig, passkey: false } }))
      const { factorRecovery } = yield* withoutPasskeys.exportAccount
      assert.deepStrictEqual(
        Option.map(factorRecovery, ({ availableAt }) => availableAt),
        Option.some(availableAt)
      )
    })
  )
})

describe("RequestFactorRecovery.isAvailable", () => {
  test(
    "is false without an email provider",
    Effect.gen(function* () {
      const { isAvailable } = yield* RequestFactorRecovery
      assert.isTrue(isAvailable(recoverable))
      const without = Layer.provide(Domain.layer, Layer.merge(portsWithoutMailer, MemoryMailer.layerUnconfigured))
      const { isAvailable: isAvailableWithout } = yield* Effect.provide(RequestFactorRecovery, without)
      assert.isFalse(isAvailableWithout(recoverable))
    })
  )
})

describe("The emails about a recovery", () => {
  test(
    "are not sent once it is cancelled, and the second one belongs to no later recovery",
    Effect.gen(function* () {
      const { client, token } = yield* requested
      yield* client.cancelFactorRecoveryWithLink(token)
      yield* TestClock.adjust("1 hour")
      const { client: next } = yield* pendingClient(recoverable)
      yield* next.requestFactorRecoveryAtSignIn
      yield* justBefore("72 hours")
      assert.notInclude(yield* subjects, "A recovery is ready at Latchkey")
      yield* oneMilli
      assert.lengthOf(
        (yield* subjects).filter((subject) => subject === "A recovery is ready at Latchkey"),
        1
      )
      const withdrawn = (yield* results).filter(([, reason]) => reason === "withdrawn")
      assert.lengthOf(withdrawn, 1)
    })
  )

  test(
    "leave a hash in the store that a link of another kind with the same token would not have",
    Effect.gen(function* () {
      const { token } = yield* requested
      const calls = yield* argsOf("FactorRecoveryRepository.addLink")
      const stored = calls.map(([, link]) => (link as FactorRecoveryLink).tokenHash)
      const { hash, keyedHash } = yield* TokenGenerator
      const parsed = Option.getOrThrow(parseToken(token))
      assert.deepStrictEqual(stored, [keyedHash(Redacted.make("factor_recovery"), parsed)])
      assert.notDeepEqual(stored, [hash(parsed)])
    })
  )

  test(
    "are not sent while the instance does not allow recoveries",
    Effect.gen(function* () {
      const { client } = yield* lostApp
      yield* client.requestFactorRecoveryAtSignIn
      yield* store(withRecovery({ secondFactor: "required" }))
      assert.notInclude((yield* subjects).join(), "recovery")
    })
  )

  test(
    "contain another token each, and both work",
    Effect.gen(function* () {
      const { client, token } = yield* requested
      yield* TestClock.adjust("72 hours")
      const second = yield* sentFactorRecoveryToken(ann)
      assert.notStrictEqual(second, token)
      for (const one of [token, second]) {
        assert.strictEqual(yield* outcome(client.openFactorRecovery(one)), "ok")
      }
      assert.strictEqual(yield* outcome(client.completeFactorRecovery(second)), "ok")
      assert.strictEqual(yield* outcome(client.completeFactorRecovery(token)), "InvalidToken")
      assert.strictEqual(yield* outcome((yield* TestClient.make).at(recoverable).signIn(ann, rightPassword)), "ok")
    })
  )
})
