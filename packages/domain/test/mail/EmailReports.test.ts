import * as Domain from "@latchkey/domain/Domain"
import { assert, describe, it } from "@effect/vitest"
import type { Email } from "@latchkey/domain/core/Email"
import { EmailReportError, EmailReportRejected, MailerError } from "@latchkey/domain/mail/MailErrors"
import { defaultId, defaultInstance } from "@latchkey/domain/instance/Instance"
import { EmailDispatcher } from "@latchkey/domain/mail/EmailDispatcher"
import * as EmailReference from "@latchkey/domain/mail/EmailReference"
import { Events } from "@latchkey/domain/event/Events"
import { type EmailReport, EmailReportReader, EmailReports } from "@latchkey/domain/mail/EmailReports"
import { EmailSuppressions } from "@latchkey/domain/mail/EmailSuppressions"
import { type EmailReportType, MailDeliveryLog } from "@latchkey/domain/mail/MailDeliveryLog"
import type { EmailMessage } from "@latchkey/domain/mail/Mailer"
import { SuppressedEmails } from "@latchkey/domain/mail/SuppressedEmails"
import { UserDeletion } from "@latchkey/domain/personal-data/UserDeletion"
import * as UserDeletions from "@latchkey/domain/personal-data/UserDeletion"
import { Sent } from "@latchkey/memory/MemoryMailer"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { ann, ben, layer, linkTokenFor, otherInstance, outage, outcome, rightPassword, storedUser } from "../support.ts"
import { auditLog } from "../support/AuditTrail.ts"
import * as CapturedLogs from "../support/CapturedLogs.ts"
import { argsOf, beforeNext, countOf } from "../support/Interception.ts"
import * as TestClient from "../support/TestClient.ts"

/** Takes reports as they are, as if an adapter had verified them. */
const reader = Layer.succeed(EmailReportReader, {
  isConfigured: true,
  read: (report, { mayRequest }) => {
    if (report === "unknown certificate" && !mayRequest) {
      return new EmailReportError({ cause: new Error("no request"), detail: "rate_limited" })
    }
    if (report === "forged" || report === "unknown certificate") return new EmailReportRejected({ reason: "signature" })
    return report === "slow" ? Effect.never : Effect.succeed(Option.fromNullable(report as EmailReport | null))
  }
})

const deletions = Layer.provide(UserDeletions.layer, Domain.layerLimits)

const test = <A, E>(
  name: string,
  body: Effect.Effect<A, E, Layer.Layer.Success<typeof layer> | UserDeletion | import("effect/Scope").Scope>
) => it.scoped(name, () => Effect.provide(body, Layer.provideMerge(deletions, Layer.provide(layer, reader))))

const receive = (report: unknown, ipAddress = "192.0.2.77", instance = defaultInstance) =>
  Effect.gen(function* () {
    const caller = yield* (yield* TestClient.make).at(instance, ipAddress).caller
    return yield* (yield* EmailReports).receive(report, { instance, caller })
  })
const dispatch = Effect.flatMap(EmailDispatcher, (dispatcher) => dispatcher.dispatch)
const suppression = (email: Email, of = defaultId) => Effect.flatMap(EmailSuppressions, ({ find }) => find(of, email))
const isSuppressed = (email: Email) => Effect.map(suppression(email), Option.isSome)

/** Requests a magic link, lets it be sent, and returns the report that the provider would make about it. */
const reportAbout = (email: Email, type: EmailReportType = "bounce", detail = "Permanent/General") =>
  Effect.gen(function* () {
    yield* (yield* TestClient.make).requestLink(email)
    yield* dispatch
    const [message] = (yield* argsOf("Mailer.send")).at(-1) as [EmailMessage]
    const named = Option.getOrThrow(EmailReference.parse(message.reference))
    return { type, detail, ...named } satisfies EmailReport
  })

/** The results of all emails to an address, the last one first. */
const resultsOf = (email: Email) =>
  Effect.map(
    Effect.flatMap(MailDeliveryLog, ({ list }) => list(defaultId, 100)),
    (all) => all.filter((found) => found.email === email).map(({ reason, state }) => [state, Option.getOrNull(reason)])
  )

const recipients = Effect.flatMap(Sent, ({ sent }) => Effect.map(sent, (emails) => emails.map(({ to }) => to)))

const lift = (emailId: EmailReport["emailId"], instance = defaultInstance) =>
  Effect.flatMap(SuppressedEmails, (suppressed) =>
    suppressed.lift({ instance, by: { actor: "dashboard", ipAddress: "192.0.2.1" }, emailId })
  )

describe("A report about an email", () => {
  for (const type of ["bounce", "complaint"] as const) {
    test(
      `suppresses the address of the email: ${type}`,
      Effect.gen(function* () {
        const report = yield* reportAbout(ann, type, "a detail")
        yield* receive(report)
        const found = Option.getOrThrow(yield* suppression(ann))
        assert.deepInclude(found, { email: ann, emailId: report.emailId, reason: type, detail: "a detail" })
        assert.isFalse(yield* isSuppressed(ben))
        const [delivery] = yield* (yield* MailDeliveryLog).list(defaultId, 1)
        assert.deepInclude(delivery, { state: "sent", report: Option.some(type) })
      })
    )
  }

  test(
    "suppresses the address in one instance only",
    Effect.gen(function* () {
      yield* receive(yield* reportAbout(ann))
      assert.isTrue(Option.isNone(yield* suppression(ann, otherInstance.id)))
    })
  )

  test(
    "changes nothing the second time, even after the suppression was lifted",
    Effect.gen(function* () {
      const report = yield* reportAbout(ann)
      yield* receive(report)
      yield* lift(report.emailId)
      yield* receive(report)
      yield* receive({ ...report, type: "complaint" })
      assert.isFalse(yield* isSuppressed(ann))
    })
  )

  test(
    "suppresses again if it is about a later email",
    Effect.gen(function* () {
      const first = yield* reportAbout(ann)
      yield* receive(first)
      yield* lift(first.emailId)
      yield* receive(yield* reportAbout(ann))
      assert.isTrue(yield* isSuppressed(ann))
    })
  )

  test(
    "takes one of many concurrent copies, and all of several emails",
    Effect.gen(function* () {
      const reports = [yield* reportAbout(ann), yield* reportAbout(ben)]
      const all = [...reports, ...reports, ...reports]
      yield* Effect.forEach(all, (report) => receive(report), { concurrency: "unbounded" })
      assert.strictEqual(yield* countOf("EmailSuppressions.put"), 2)
      assert.isTrue((yield* isSuppressed(ann)) && (yield* isSuppressed(ben)))
    })
  )

  test(
    "does nothing about an unknown email, or an email of another instance",
    Effect.gen(function* () {
      const report = yield* reportAbout(ann)
      yield* receive({ ...report, instanceId: otherInstance.id })
      yield* receive({ ...report, emailId: "email_0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708" })
      yield* receive(null)
      assert.isFalse(yield* isSuppressed(ann))
    })
  )

  test(
    "is one to repeat while the email is queued, as after a timeout of the provider",
    Effect.gen(function* () {
      yield* beforeNext("Mailer.send", new MailerError({ reason: "transient", cause: new Error("timeout") }))
      const report = yield* reportAbout(ann)
      assert.strictEqual(yield* outcome(receive(report)), "EmailReportError")
      assert.isFalse(yield* isSuppressed(ann))
      yield* TestClock.adjust("1 second")
      yield* dispatch
      yield* receive(report)
      assert.isTrue(yield* isSuppressed(ann))
    })
  )

  test(
    "is one to repeat if the email is sent while it is received",
    Effect.gen(function* () {
      yield* beforeNext("Mailer.send", new MailerError({ reason: "transient", cause: new Error("timeout") }))
      const report = yield* reportAbout(ann)
      yield* TestClock.adjust("1 second")
      const { dispatch } = yield* EmailDispatcher
      yield* beforeNext("MailDeliveryLog.find", Effect.orDie(dispatch))
      assert.strictEqual(yield* outcome(receive(report)), "EmailReportError")
      yield* receive(report)
      assert.isTrue(yield* isSuppressed(ann))
    })
  )

  test(
    "is taken completely or not at all, and can be repeated after an outage",
    Effect.gen(function* () {
      const report = yield* reportAbout(ann)
      yield* beforeNext("EmailSuppressions.put", outage)
      assert.strictEqual(yield* outcome(receive(report)), "PersistenceError")
      yield* receive(report)
      assert.isTrue(yield* isSuppressed(ann))
    })
  )

  test(
    "can be given up while it is verified, as after a timeout, and not while it is taken",
    Effect.gen(function* () {
      const verifying = yield* Effect.fork(Effect.timeout(receive("slow"), "3 seconds"))
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual(yield* outcome(Fiber.join(verifying)), "TimeoutException")
      const report = yield* reportAbout(ann)
      yield* beforeNext("EmailSuppressions.put", Effect.sleep("1 minute"))
      const taking = yield* Effect.fork(Effect.timeout(receive(report), "3 seconds"))
      yield* TestClock.adjust("1 minute")
      yield* Fiber.await(taking)
      assert.isTrue(yield* isSuppressed(ann))
    })
  )

  test(
    "that is forged changes nothing, and a line in the log says so, without an address",
    Effect.gen(function* () {
      const { entries, value } = yield* CapturedLogs.capture(outcome(receive("forged")))
      assert.strictEqual(value, "EmailReportRejected")
      assert.deepStrictEqual(CapturedLogs.problems(entries), ["WARN email_report_rejected signature"])
      const taken = yield* CapturedLogs.capture(Effect.flatMap(reportAbout(ann), receive))
      assert.deepStrictEqual(CapturedLogs.leaks(taken.entries, [ann]), [])
      assert.include(JSON.stringify(taken.entries), "email_reported")
    })
  )
})

describe("A suppressed address", () => {
  test(
    "is an event of its user, by the email provider",
    Effect.gen(function* () {
      yield* (yield* TestClient.make).signUp(ann, rightPassword)
      yield* receive(yield* reportAbout(ann))
      const { page } = yield* Events
      const { events } = yield* page({ instance: defaultInstance, after: Option.none(), limit: 100 })
      const user = events[0]?.data.user ?? null
      assert.deepInclude(events.at(-1), {
        type: "email.suppressed",
        actor: "email_provider",
        data: { user, reason: "bounce" }
      })
    })
  )

  test(
    "gets no emails, of no kind, and the delivery log says why",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.signUp(ann, rightPassword)
      yield* receive(yield* reportAbout(ann))
      const before = (yield* recipients).length
      yield* client.requestLink(ann)
      yield* client.forgotPassword(ann)
      yield* dispatch
      assert.lengthOf(yield* recipients, before)
      assert.sameDeepMembers(yield* resultsOf(ann), [
        ["sent", null],
        ["discarded", "suppressed"],
        ["discarded", "suppressed"]
      ])
    })
  )

  test(
    "does not use up the instance's emails to unknown addresses",
    Effect.gen(function* () {
      yield* receive(yield* reportAbout(ann))
      const before = yield* countOf("RateLimitStore.consume")
      yield* (yield* TestClient.make).requestLink(ann)
      const requested = yield* countOf("RateLimitStore.consume")
      yield* dispatch
      assert.isAbove(requested, before)
      assert.strictEqual(yield* countOf("RateLimitStore.consume"), requested)
    })
  )

  test(
    "gets the next email once the suppression is lifted, which the audit log records without the address",
    Effect.gen(function* () {
      const report = yield* reportAbout(ann)
      yield* receive(report)
      yield* lift(report.emailId)
      assert.match(yield* linkTokenFor(yield* TestClient.make, ann), /^[\w-]{43}$/)
      const [entry] = yield* auditLog
      assert.deepInclude(entry, { action: "email_suppression_lifted", actor: "dashboard", detail: report.emailId })
      assert.strictEqual(yield* outcome(lift(report.emailId)), "EmailSuppressionNotFound")
    })
  )

  test(
    "stays suppressed if another instance's operator lifts it",
    Effect.gen(function* () {
      const report = yield* reportAbout(ann)
      yield* receive(report)
      assert.strictEqual(yield* outcome(lift(report.emailId, otherInstance)), "EmailSuppressionNotFound")
      assert.isTrue(yield* isSuppressed(ann))
    })
  )

  test(
    "is listed page by page",
    Effect.gen(function* () {
      const first = yield* reportAbout(ann)
      yield* TestClock.adjust("1 millis")
      const reports = [first, yield* reportAbout(ben)]
      yield* Effect.forEach(reports, (report) => receive(report))
      const page = (before: Option.Option<EmailReport["emailId"]>) =>
        Effect.flatMap(SuppressedEmails, ({ list }) => list({ instance: defaultInstance, before, limit: 1 }))
      const newest = yield* page(Option.none())
      const oldest = yield* page(newest.next)
      assert.deepStrictEqual(
        [...newest.suppressions, ...oldest.suppressions].map(({ email }) => email),
        [ben, ann]
      )
      assert.isTrue(Option.isSome(newest.next) && Option.isNone(oldest.next))
    })
  )
})

describe("A recipient that does not exist, according to the mail server", () => {
  const failWith = (reason: MailerError["reason"]) =>
    Effect.gen(function* () {
      const error = new MailerError({ reason, cause: new Error("no"), detail: "EENVELOPE, RCPT TO, 550 5.1.1" })
      yield* beforeNext("Mailer.send", error)
      yield* (yield* TestClient.make).requestLink(ann)
      yield* dispatch
    })

  test(
    "is suppressed",
    Effect.gen(function* () {
      yield* failWith("no_mailbox")
      assert.deepStrictEqual(yield* resultsOf(ann), [["failed", "rejected"]])
      const found = Option.getOrThrow(yield* suppression(ann))
      assert.deepInclude(found, { reason: "bounce", detail: "EENVELOPE, RCPT TO, 550 5.1.1" })
    })
  )

  test(
    "is not suppressed after a rejection for another reason",
    Effect.gen(function* () {
      yield* failWith("permanent")
      assert.deepStrictEqual(yield* resultsOf(ann), [["failed", "rejected"]])
      assert.isFalse(yield* isSuppressed(ann))
    })
  )
})

describe("Deleting a user", () => {
  const remove = (email: Email) =>
    Effect.gen(function* () {
      const { id, instanceId } = Option.getOrThrow(yield* storedUser(email))
      yield* (yield* UserDeletion).delete({ instanceId, userId: id, by: { actor: "user" } })
    })

  test(
    "deletes the suppression of a verified address",
    Effect.gen(function* () {
      const client = yield* TestClient.make
      yield* client.verifyLink(yield* linkTokenFor(client, ann))
      yield* receive(yield* reportAbout(ann))
      yield* remove(ann)
      assert.isFalse(yield* isSuppressed(ann))
    })
  )

  test(
    "keeps that of an unverified one, whose owner may be someone else",
    Effect.gen(function* () {
      yield* (yield* TestClient.make).signUp(ann, rightPassword)
      yield* receive(yield* reportAbout(ann, "complaint"))
      yield* remove(ann)
      assert.isTrue(yield* isSuppressed(ann))
    })
  )
})

describe("A reference", () => {
  it("is parsed as it was formatted, and nothing else is one", () => {
    const named = EmailReference.parse("shop/email_0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708")
    assert.strictEqual(
      EmailReference.format(Option.getOrThrow(named)),
      "shop/email_0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708"
    )
    for (const text of [
      "",
      "shop",
      "shop/",
      "shop/email_1",
      "shop/email_0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708/",
      "SHOP/x"
    ])
      assert.isTrue(Option.isNone(EmailReference.parse(text)), text)
  })
})

describe("EmailReports without an adapter", () => {
  it.scoped("are not available", () =>
    Effect.gen(function* () {
      assert.isFalse((yield* EmailReports).isAvailable)
    }).pipe(Effect.provide(layer))
  )
})

describe("The limit of rejected notifications", () => {
  test(
    "lets an IP address cause thirty requests to the provider in a minute, and refuses no notification that needs none",
    Effect.gen(function* () {
      const report = yield* reportAbout(ann)
      const unknown = (ipAddress: string) => outcome(receive("unknown certificate", ipAddress))
      for (let index = 0; index < 30; index++) {
        assert.strictEqual(yield* unknown("192.0.2.1"), "EmailReportRejected")
      }
      assert.strictEqual(yield* unknown("192.0.2.1"), "EmailReportError")
      assert.strictEqual(yield* unknown("192.0.2.2"), "EmailReportRejected")
      assert.strictEqual(yield* outcome(receive(report, "192.0.2.1")), "ok")
      assert.isTrue(yield* isSuppressed(ann))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* unknown("192.0.2.1"), "EmailReportRejected")
    })
  )

  test(
    "does not count notifications that are accepted",
    Effect.gen(function* () {
      for (let index = 0; index < 100; index++) yield* receive(null, "192.0.2.1")
      assert.strictEqual(yield* outcome(receive("unknown certificate", "192.0.2.1")), "EmailReportRejected")
    })
  )
})
