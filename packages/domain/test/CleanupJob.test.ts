import * as Domain from "@latchkey/domain/Domain"
import { assert, describe, it } from "@effect/vitest"
import { UserRepository } from "@latchkey/domain/account/UserRepository"
import { grace, layerWorker, make } from "@latchkey/domain/CleanupJob"
import * as EventRetention from "@latchkey/domain/event/EventRetention"
import { emailSuppressionLifetime } from "@latchkey/domain/mail/Room"
import { TokenGenerator } from "@latchkey/domain/core/TokenGenerator"
import { Transaction } from "@latchkey/domain/core/Transaction"
import { defaultId, defaultInstance, Instance } from "@latchkey/domain/instance/Instance"
import { InstanceDirectory } from "@latchkey/domain/instance/InstanceDirectory"
import { InstanceRepository } from "@latchkey/domain/instance/InstanceRepository"
import { EmailOutbox } from "@latchkey/domain/mail/EmailOutbox"
import { EmailSuppressions } from "@latchkey/domain/mail/EmailSuppressions"
import { MagicLink, MagicLinkRepository } from "@latchkey/domain/magic-link/MagicLinkRepository"
import { Invitations } from "@latchkey/domain/invitation/Invitations"
import * as UserDeletion from "@latchkey/domain/personal-data/UserDeletion"
import { maxSessions, SessionRepository } from "@latchkey/domain/session/SessionRepository"
import * as Samples from "@latchkey/testkit/Samples"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import {
  ann,
  ben,
  justBefore,
  layer,
  limited,
  linkTokenFor,
  oneMilli,
  otherInstance,
  outage,
  outcome,
  revokeSessionsOf,
  rightPassword,
  signedUp,
  test
} from "./support.ts"
import { before, callNames, countOf, type Method, release } from "./support/Interception.ts"
import * as TestClient from "./support/TestClient.ts"
import { cleanup, isDeletedAfter } from "./support/cleanup.ts"

/** Advances the clock to one millisecond before rows that expire now are deleted. */
const justBeforeGrace = justBefore(grace)

/** Waits until every rate limit has expired, and deletes them: only what the test is about remains. */
const limitsExpired = Effect.zipRight(TestClock.adjust("1 hour"), cleanup)

describe("CleanupJob.run", () => {
  test(
    "deletes nothing if nothing has expired",
    Effect.gen(function* () {
      assert.strictEqual(yield* cleanup, 0)
      const client = yield* signedUp
      const token = yield* linkTokenFor(client, ben)
      assert.strictEqual(yield* cleanup, 0)
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
      assert.strictEqual(yield* outcome(client.verifyLink(token)), "ok")
    })
  )

  test(
    "deletes magic links one minute after their 15 minutes, and keeps later ones",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* linkTokenFor(client, ann)
      yield* TestClock.adjust("2 minutes")
      const younger = yield* linkTokenFor(client, ben)
      yield* TestClock.adjust("13 minutes")
      yield* justBeforeGrace
      // The window of the client's IP address, which is ten minutes.
      assert.strictEqual(yield* cleanup, 1)
      yield* oneMilli
      // The link, and Ann's windows for requests and for emails.
      assert.strictEqual(yield* cleanup, 3)
      assert.strictEqual(yield* outcome(client.verifyLink(younger)), "ok")
    })
  )

  test(
    "deletes sessions one minute after their idle lifetime, to the millisecond",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* limitsExpired
      yield* client.authenticate
      yield* TestClock.adjust("7 days")
      yield* justBeforeGrace
      assert.strictEqual(yield* cleanup, 0)
      yield* oneMilli
      assert.strictEqual(yield* cleanup, 1)
      assert.strictEqual(yield* revokeSessionsOf(ann), 0)
    })
  )

  test(
    "deletes sessions one minute after their absolute lifetime, even if they are in use",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* limitsExpired
      for (let day = 1; day < 30; day++) {
        yield* TestClock.adjust("1 day")
        yield* client.authenticate
      }
      yield* TestClock.adjust("23 hours")
      yield* justBeforeGrace
      assert.strictEqual(yield* cleanup, 0)
      yield* oneMilli
      // The events of the sign-up have expired, too.
      assert.strictEqual(yield* cleanup, 3)
      assert.strictEqual(yield* revokeSessionsOf(ann), 0)
    })
  )

  test(
    "deletes events one minute after their thirty days",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* client.signOut
      yield* limitsExpired
      yield* TestClock.adjust("29 days")
      yield* TestClock.adjust("23 hours")
      yield* justBeforeGrace
      assert.strictEqual(yield* cleanup, 0)
      yield* oneMilli
      assert.strictEqual(yield* cleanup, 3)
    })
  )

  it.scoped("deletes events after the days that an app wants", () =>
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* client.signOut
      yield* limitsExpired
      yield* TestClock.adjust("6 days")
      yield* TestClock.adjust("23 hours")
      yield* justBeforeGrace
      assert.strictEqual(yield* cleanup, 0)
      yield* oneMilli
      assert.strictEqual(yield* cleanup, 3)
    }).pipe(Effect.provide(Layer.provide(layer, EventRetention.layer("7 days"))))
  )

  test(
    "keeps sessions that are active by the idle lifetime of their own instance",
    Effect.gen(function* () {
      const { update } = yield* InstanceDirectory
      const patient = new Instance({ ...otherInstance, hosts: ["patient.example"] })
      yield* (yield* InstanceRepository).insert(patient)
      yield* update(defaultId, { sessionConfig: { idleLifetimeSeconds: 3600 } })
      const client = (yield* TestClient.make).at(patient)
      yield* client.signUp(ann, rightPassword)
      yield* TestClock.adjust("2 days")
      yield* cleanup
      assert.strictEqual(yield* outcome(client.authenticate), "ok")
    })
  )

  test(
    "deletes clients one minute after their 400 days",
    Effect.gen(function* () {
      const client = yield* signedUp
      yield* client.signOut
      yield* limitsExpired
      yield* TestClock.adjust("31 days")
      yield* cleanup
      yield* TestClock.adjust("368 days")
      yield* TestClock.adjust("23 hours")
      yield* justBeforeGrace
      assert.strictEqual(yield* cleanup, 0)
      yield* oneMilli
      assert.strictEqual(yield* cleanup, 1)
    })
  )

  test(
    "deletes rate limits one minute after their window, and keeps others",
    Effect.gen(function* () {
      const client = (yield* TestClient.make).at(
        limited({
          signInPerIp: { limit: 5, windowSeconds: 60 },
          signInPerEmail: { limit: 1, windowSeconds: 900 }
        })
      )
      yield* outcome(client.signIn(ann, rightPassword))
      yield* TestClock.adjust("1 minute")
      yield* justBeforeGrace
      assert.strictEqual(yield* cleanup, 0)
      yield* oneMilli
      assert.strictEqual(yield* cleanup, 1)
      assert.strictEqual(yield* outcome(client.signIn(ann, rightPassword)), "RateLimited")
      yield* TestClock.adjust("14 minutes")
      // The limit of the account, and the attempt that it refused, which counts per IP address.
      assert.strictEqual(yield* cleanup, 2)
      assert.strictEqual(yield* outcome(client.signIn(ann, rightPassword)), "InvalidCredentials")
    })
  )

  test(
    "deletes pending sign-ups one minute after their 75 minutes",
    Effect.gen(function* () {
      const at = yield* Effect.flatMap(InstanceDirectory, ({ update }) =>
        update(defaultId, { signUp: { verification: "before" } })
      )
      yield* (yield* TestClient.make).at(at).requestSignUp(ann, rightPassword)
      // The email, which no worker sends, and the limits.
      yield* TestClock.adjust("30 minutes")
      yield* cleanup
      yield* TestClock.adjust("45 minutes")
      yield* justBeforeGrace
      assert.strictEqual(yield* cleanup, 0)
      yield* oneMilli
      assert.strictEqual(yield* cleanup, 1)
    })
  )

  test(
    "forgets a suppression of an address after 400 days",
    Effect.gen(function* () {
      const { put } = yield* EmailSuppressions
      yield* put(Samples.emailSuppression(defaultId, { suppressedAt: yield* DateTime.now }))
      yield* isDeletedAfter(emailSuppressionLifetime)
    })
  )

  test(
    "deletes invitations one minute after their seven days",
    Effect.gen(function* () {
      const { create } = yield* Invitations
      yield* create({ instance: defaultInstance, by: { actor: "program" }, email: ann })
      // The email, which no worker sends.
      yield* TestClock.adjust("2 days")
      assert.strictEqual(yield* cleanup, 1)
      yield* TestClock.adjust("5 days")
      yield* justBeforeGrace
      assert.strictEqual(yield* cleanup, 0)
      yield* oneMilli
      assert.strictEqual(yield* cleanup, 1)
    })
  )

  test(
    "deletes unsent magic link requests one minute after they are too old to be sent",
    Effect.gen(function* () {
      const outbox = yield* EmailOutbox
      yield* (yield* TestClient.make).requestLink(ann)
      yield* TestClock.adjust("5 minutes")
      yield* justBeforeGrace
      assert.strictEqual(yield* cleanup, 0)
      yield* oneMilli
      assert.strictEqual(yield* cleanup, 1)
      const now = yield* DateTime.now
      assert.deepStrictEqual(yield* outbox.lease({ now, until: now, limit: 1 }), [])
    })
  )

  test(
    "deletes in batches until nothing is left",
    Effect.gen(function* () {
      const links = yield* MagicLinkRepository
      const tokens = yield* TokenGenerator
      const expiresAt = yield* DateTime.now
      for (let count = 1; count <= 1001; count++) {
        const tokenHash = tokens.hash(yield* tokens.generate)
        const clientHash = Option.none()
        yield* links.insert(new MagicLink({ instanceId: defaultId, tokenHash, email: ann, clientHash, expiresAt }))
      }
      yield* TestClock.adjust(grace)
      assert.strictEqual(yield* cleanup, 1001)
      assert.strictEqual(yield* countOf("MagicLinkRepository.deleteExpired"), 4)
    })
  )

  test(
    "deletes the clients that no user knows and that hold no session",
    Effect.gen(function* () {
      const sessions = yield* SessionRepository
      const users = yield* UserRepository
      const [forgotten, kept] = [yield* Samples.storedUser(defaultId), yield* Samples.storedUser(defaultId)]
      // One more than a batch.
      for (let count = 0; count <= 500; count++) {
        const session = Samples.session(forgotten, { authenticatedAt: Samples.plus(count) })
        yield* sessions.issue(Samples.grant(forgotten, { session }))
      }
      yield* sessions.issue(Samples.grant(kept))
      assert.strictEqual(yield* cleanup, 501 - maxSessions)
      yield* users.delete(defaultId, forgotten.id)
      assert.strictEqual(yield* cleanup, maxSessions)
      assert.strictEqual(yield* cleanup, 0)
    })
  )

  test(
    "looks at the clients of twenty instances in one run, and of the next ones in the next",
    Effect.gen(function* () {
      const batches = countOf("SessionRepository.deleteUnusedClients")
      // Beside the default one and that of the operators.
      for (let count = 2; count < 25; count++) yield* Samples.storedInstance
      for (const total of [20, 25, 45, 50]) {
        yield* cleanup
        assert.strictEqual(yield* batches, total)
      }
    })
  )

  test(
    "returns without waiting while another process runs it",
    Effect.gen(function* () {
      const transaction = yield* Transaction
      const otherRuns = Transaction.of({ ...transaction, runExclusive: () => Effect.succeedNone })
      yield* (yield* TestClient.make).requestLink(ann)
      yield* TestClock.adjust("1 hour")
      const idle = yield* make.pipe(
        Effect.provideService(Transaction, otherRuns),
        Effect.provide(Layer.provide(UserDeletion.layer, Domain.layerLimits))
      )
      assert.strictEqual(yield* idle.run, 0)
      assert.strictEqual(yield* countOf("SessionRepository.deleteExpired"), 0)
      assert.strictEqual(yield* countOf("SessionRepository.deleteUnusedClients"), 0)
      assert.isAbove(yield* cleanup, 0)
    })
  )
})

describe("CleanupJob.layerWorker", () => {
  for (const [event, failure] of [
    ["an outage of the store", outage],
    ["a defect", Effect.die("a defect")]
  ] as const) {
    test(
      `runs every interval, also after ${event}`,
      Effect.gen(function* () {
        const runs = countOf("SessionRepository.deleteExpired")
        yield* Layer.build(layerWorker("1 hour"))
        yield* TestClock.adjust(0)
        assert.strictEqual(yield* runs, 1)
        yield* justBefore("1 hour")
        assert.strictEqual(yield* runs, 1)
        yield* oneMilli
        assert.strictEqual(yield* runs, 2)
        yield* before("SessionRepository.deleteExpired", failure)
        yield* TestClock.adjust("1 hour")
        yield* release("SessionRepository.deleteExpired")
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(yield* runs, 4)
        assert.strictEqual(yield* countOf("EmailOutbox.deleteExpired"), 4)
      })
    )
  }
})

describe("CleanupJob.run: outage", () => {
  for (const method of [
    "ApiKeyRepository.deleteExpired",
    "EmailSuppressions.deleteExpired",
    "FactorRecoveryRepository.deleteExpired",
    "FormerEmails.deleteExpired",
    "InvitationRepository.deleteExpired",
    "SignInFailures.deleteExpired",
    "SessionRepository.deleteExpired",
    "MagicLinkRepository.deleteExpired",
    "RateLimitStore.deleteExpired",
    "EmailOutbox.deleteExpired",
    "MailDeliveryLog.deleteExpired",
    "AttemptCounts.deleteExpired",
    "AuditLog.deleteExpired",
    "OneTimeTokenRepository.deleteExpired",
    "InstanceRepository.listDeleted",
    "SessionRepository.deleteUnusedClients",
    "SecondFactorRepository.listOfOtherKeys",
    "UserRepository.listDueDeletions"
  ] as const satisfies ReadonlyArray<Method>) {
    test(
      `fails with PersistenceError in ${method}, after everything else`,
      Effect.gen(function* () {
        yield* before(method, outage)
        assert.strictEqual(yield* outcome(cleanup), "PersistenceError")
        // The first ones and the last ones.
        assert.strictEqual(yield* countOf("AttemptCounts.deleteExpired"), 1)
        assert.strictEqual(yield* countOf("ApiKeyRepository.deleteExpired"), 1)
        assert.strictEqual(yield* countOf("UserRepository.listDueDeletions"), 1)
        assert.strictEqual(yield* countOf("InstanceRepository.listDeleted"), 1)
      })
    )
  }

  test(
    "deletes what belonged to deleted instances last, which may take long",
    Effect.gen(function* () {
      yield* cleanup
      assert.strictEqual((yield* callNames).at(-1), "InstanceRepository.listDeleted")
    })
  )
})
