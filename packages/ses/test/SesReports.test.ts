import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { type EmailReport, EmailReportReader } from "@latchkey/domain/mail/EmailReports"
import * as SesReports from "@latchkey/ses/SesReports"
import * as certificates from "@latchkey/test-support/certificates"
import * as events from "@latchkey/test-support/ses/events"
import * as Sns from "@latchkey/test-support/ses/Sns"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"

const emailId = "email_0199a3c4-5d6e-7f80-91a2-b3c4d5e6f708"
const reference = `default/${emailId}`

let sns: Sns.Sns
beforeAll(async () => {
  sns = await Sns.startSns()
})
afterAll(() => sns.stop())

const readerAt = (server: Sns.Sns, options: Partial<SesReports.Options> = {}) =>
  SesReports.make({ topicArn: Sns.topicArn, fetch: server.fetch, ...options })

/** A reader that may make requests. */
const reading = (server: Sns.Sns, options: Partial<SesReports.Options> = {}) =>
  Effect.map(readerAt(server, options), ({ read }) => ({
    read: (message: unknown, mayRequest = true) => read(message, { mayRequest })
  }))

/** The time of the test clock, at which the certificates are valid. */
const now = Effect.tap(
  Effect.sync(() => new Date()),
  (date) => TestClock.setTime(date)
)

/** Makes a separate reader, without certificates in its cache, and lets it read a message. */
const readAt = (server: Sns.Sns, make: (date: Date) => unknown, options: Partial<SesReports.Options> = {}) =>
  Effect.gen(function* () {
    const { read } = yield* reading(server, options)
    return yield* read(make(yield* now))
  })

const read = (make: (date: Date) => unknown) => readAt(sns, make)

/** Why a message is rejected. */
const rejection = (attempt: ReturnType<typeof readAt>) =>
  Effect.map(Effect.flip(attempt), (error) => (error._tag === "EmailReportRejected" ? error.reason : error._tag))

const reported = (report: Option.Option<EmailReport>) => Option.getOrNull(report)

const found = { instanceId: "default", emailId }

const minutes = (date: Date, count: number) => new Date(date.getTime() + count * 60_000).toISOString()

describe("A notification of Amazon SES", () => {
  for (const SignatureVersion of ["1", "2"]) {
    for (const form of ["eventType", "notificationType"] as const) {
      it.effect(`is read with signature version ${SignatureVersion}, in the form with ${form}`, () =>
        Effect.gen(function* () {
          const bounce = yield* read((date) =>
            sns.message(date, { SignatureVersion, Message: events.bounce({ form, reference }) })
          )
          assert.deepEqual(reported(bounce), { ...found, type: "bounce", detail: "Permanent/General" } as never)
          const complaint = yield* read((date) =>
            sns.message(date, {
              SignatureVersion,
              Message: events.complaint({ form, reference }),
              Subject: "A subject"
            })
          )
          assert.deepEqual(reported(complaint), { ...found, type: "complaint", detail: "abuse" } as never)
        })
      )
    }
  }

  it.effect("names the email, not the recipients that it lists", () =>
    Effect.gen(function* () {
      const recipients = ["eve@example.com", "victim@example.com"]
      const report = yield* read((date) => sns.message(date, { Message: events.bounce({ reference, recipients }) }))
      assert.notInclude(JSON.stringify(report), "example.com")
    })
  )

  const none: ReadonlyArray<readonly [title: string, message: string]> = [
    ["a transient bounce", events.bounce({ reference }, "Transient", "MailboxFull")],
    ["an undetermined bounce", events.bounce({ reference }, "Undetermined", "Undetermined")],
    ["a complaint that the email is not spam", events.complaint({ reference }, "not-spam")],
    ["a delivery", events.delivery({ reference })],
    ["a bounce without a reference", events.bounce({})],
    ["a bounce of another program's email", events.bounce({ reference: "newsletter-7" })],
    ["a text, as SES sends it when a topic is chosen", "Successfully validated SNS topic."]
  ]
  for (const [title, Message] of none) {
    it.effect(`is no report: ${title}`, () =>
      Effect.map(
        read((date) => sns.message(date, { Message })),
        (report) => assert.isNull(reported(report))
      )
    )
  }

  it.effect("is a report about a complaint without a type, and about an address that SES suppresses itself", () =>
    Effect.gen(function* () {
      const complaint = yield* read((date) => sns.message(date, { Message: events.complaint({ reference }, null) }))
      assert.deepEqual(reported(complaint)?.detail, "Complaint")
      const Message = events.bounce({ reference }, "Permanent", "OnAccountSuppressionList")
      const bounce = yield* read((date) => sns.message(date, { Message }))
      assert.deepEqual(reported(bounce)?.detail, "Permanent/OnAccountSuppressionList")
    })
  )
})

const signedWith = (subject: Partial<certificates.Subject>) =>
  certificates.authority().issue({ names: ["sns.amazonaws.com"], key: "rsa", ...subject })

describe("A forged message", () => {
  const Message = events.bounce({ reference })

  const changes: ReadonlyArray<readonly [field: string, value: string]> = [
    ["Message", events.bounce({ reference: `another/${emailId}` })],
    ["MessageId", "another"],
    ["Subject", "A subject that was not signed"],
    ["Signature", "AAAA"],
    ["Signature", ""],
    // A signature of SHA-256 is none of SHA-1.
    ["SignatureVersion", "1"]
  ]
  for (const [field, value] of changes) {
    it.effect(`is rejected if its ${field} was changed to ${JSON.stringify(value.slice(0, 20))}`, () =>
      Effect.map(rejection(read((date) => ({ ...sns.message(date, { Message }), [field]: value }))), (reason) =>
        assert.strictEqual(reason, "signature")
      )
    )
  }

  it.effect("is rejected if its time was changed, though that is recent", () =>
    Effect.map(
      rejection(read((date) => ({ ...sns.message(date, { Message }), Timestamp: minutes(date, -1) }))),
      (reason) => assert.strictEqual(reason, "signature")
    )
  )

  it.effect("is rejected if another key has signed it", () =>
    Effect.map(rejection(read((date) => sns.message(date, { Message }, signedWith({}).key))), (reason) =>
      assert.strictEqual(reason, "signature")
    )
  )

  it.effect("is rejected as a notification if it was signed as a confirmation, and the other way round", () =>
    Effect.gen(function* () {
      const asNotification = (date: Date) => ({ ...sns.confirmation(date), Type: "Notification" })
      assert.strictEqual(yield* rejection(read(asNotification)), "signature")
      const { SubscribeURL = "", Token = "" } = sns.confirmation(new Date())
      const asConfirmation = (date: Date) => ({
        ...sns.message(date, { Message }),
        Type: "SubscriptionConfirmation",
        SubscribeURL,
        Token
      })
      assert.strictEqual(yield* rejection(read(asConfirmation)), "signature")
    })
  )

  const malformed: ReadonlyArray<readonly [string, unknown]> = [
    ["an unknown type", { Type: "Party" }],
    ["an unknown version of signatures", { SignatureVersion: "3" }],
    ["no time", { Timestamp: "yesterday" }]
  ]
  for (const [title, fields] of malformed) {
    it.effect(`is malformed with ${title}`, () =>
      Effect.map(rejection(read((date) => ({ ...sns.message(date, { Message }), ...(fields as object) }))), (reason) =>
        assert.strictEqual(reason, "malformed")
      )
    )
  }
})

describe("The topic and the age of a message", () => {
  it.effect("another topic is rejected, without a request for its certificate", () =>
    Effect.gen(function* () {
      const before = sns.requests.length
      const TopicArn = "arn:aws:sns:eu-central-1:210987654321:latchkey-emails"
      assert.strictEqual(yield* rejection(read((date) => sns.message(date, { TopicArn }))), "topic")
      assert.lengthOf(sns.requests, before)
    })
  )

  const times: ReadonlyArray<readonly [count: number, isAccepted: boolean]> = [
    [-24 * 60, false],
    [-60.001, false],
    [-60, true],
    [0, true],
    [5, true],
    [5.001, false]
  ]
  for (const [count, isAccepted] of times) {
    it.effect(`a message of ${count} minutes is ${isAccepted ? "read" : "rejected"}`, () =>
      Effect.gen(function* () {
        const Message = events.delivery({ reference })
        const attempt = read((date) => sns.message(date, { Message, Timestamp: minutes(date, count) }))
        if (isAccepted) assert.isNull(reported(yield* attempt))
        else assert.strictEqual(yield* rejection(attempt), "time")
      })
    )
  }

  for (const arn of [
    "latchkey-emails",
    "arn:aws:sns:eu-central-1:123456789012:emails.fifo",
    "arn:aws:sqs:eu:1:a",
    ""
  ]) {
    it.effect(`${arn || "an empty text"} is no topic`, () =>
      Effect.map(Effect.flip(SesReports.make({ topicArn: arn })), ({ _tag }) =>
        assert.strictEqual(_tag, "InvalidTopic")
      )
    )
  }

  it("are on another host in China", () => {
    assert.isTrue(SesReports.isTopicArn("arn:aws-cn:sns:cn-north-1:123456789012:latchkey"))
    assert.isTrue(SesReports.isTopicArn("arn:aws-us-gov:sns:us-gov-west-1:123456789012:latchkey"))
  })
})

describe("The certificate of a message", () => {
  const elsewhere = [
    "https://sns.eu-central-1.amazonaws.com.evil.example/SimpleNotificationService-0.pem",
    "https://evil.example/SimpleNotificationService-0.pem",
    "https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0.pem",
    "https://eve@sns.eu-central-1.amazonaws.com/SimpleNotificationService-0.pem",
    "https://sns.eu-central-1.amazonaws.com:8443/SimpleNotificationService-0.pem",
    "http://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0.pem",
    "https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0.pem?Action=Publish",
    "https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0.pem#a",
    "https://sns.eu-central-1.amazonaws.com/a/SimpleNotificationService-0.pem",
    "https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0.txt",
    "https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-eve.pem",
    "https://sns.eu-central-1.amazonaws.com/eve.pem",
    "https://s3.eu-central-1.amazonaws.com/eve/SimpleNotificationService-0.pem",
    "file:///etc/SimpleNotificationService-0.pem",
    "nonsense"
  ]
  for (const SigningCertURL of elsewhere) {
    it.effect(`is not requested from ${SigningCertURL}`, () =>
      Effect.gen(function* () {
        const before = sns.requests.length
        assert.strictEqual(yield* rejection(read((date) => sns.message(date, { SigningCertURL }))), "signature")
        assert.lengthOf(sns.requests, before)
      })
    )
  }

  it.live("is requested once for many messages at once, and kept for a day", () =>
    Effect.gen(function* () {
      const server = yield* Effect.promise(() => Sns.startSns())
      const { read } = yield* reading(server)
      const messages = Array.from({ length: 20 }, () =>
        server.message(new Date(), { Message: events.bounce({ reference }) })
      )
      const reports = yield* Effect.forEach(messages, (message) => read(message), { concurrency: "unbounded" })
      assert.isTrue(reports.every(Option.isSome))
      assert.lengthOf(server.requests, 1)
      yield* Effect.promise(() => server.stop())
    })
  )

  it.live("is still there for other messages if the client of the first one disconnects", () =>
    Effect.gen(function* () {
      const requested = yield* Effect.makeLatch()
      const sending = yield* Effect.makeLatch()
      const server = yield* Effect.promise(() => Sns.startSns())
      const fetch: typeof globalThis.fetch = async (input, init) => {
        await Effect.runPromise(Effect.zipRight(requested.open, sending.await))
        return server.fetch(input, init)
      }
      const { read } = yield* reading(server, { fetch })
      const readOne = Effect.suspend(() => read(server.message(new Date(), { Message: events.bounce({ reference }) })))
      const first = yield* Effect.fork(readOne)
      yield* requested.await
      const second = yield* Effect.fork(readOne)
      yield* Effect.yieldNow()
      yield* Fiber.interruptFork(first)
      yield* Effect.yieldNow()
      yield* sending.open
      assert.isTrue(Option.isSome(yield* Fiber.join(second)))
      assert.lengthOf(server.requests, 1)
      yield* Effect.promise(() => server.stop())
    })
  )

  it.live(
    "is not requested if none may be, and one that has verified a message needs no request, whatever others ask for",
    () =>
      Effect.gen(function* () {
        const server = yield* Effect.promise(() => Sns.startSns())
        const { read } = yield* reading(server)
        const message = (fields: Record<string, string> = {}) =>
          server.message(new Date(), { Message: events.bounce({ reference }), ...fields })
        const early = yield* Effect.flip(read(message(), false))
        assert.deepInclude(early, { _tag: "EmailReportError", detail: "rate_limited" })
        assert.lengthOf(server.requests, 0)
        assert.isTrue(Option.isSome(yield* read(message())))
        for (let index = 0; index < 20; index++) {
          const SigningCertURL = `https://${Sns.host}/SimpleNotificationService-${index.toString(16)}a.pem`
          yield* Effect.either(read({ ...message(), SigningCertURL }))
        }
        const count = server.requests.length
        assert.isTrue(Option.isSome(yield* read(message(), false)))
        assert.lengthOf(server.requests, count)
        yield* Effect.promise(() => server.stop())
      })
  )

  it.live("is requested at most 60 times in a minute, and then the message is one to try again", () =>
    Effect.gen(function* () {
      const server = yield* Effect.promise(() => Sns.startSns())
      const { read } = yield* reading(server)
      const forged = (index: number) =>
        server.message(new Date(), {
          SigningCertURL: `https://${Sns.host}/SimpleNotificationService-${index.toString(16)}b.pem`
        })
      const outcomes = yield* Effect.forEach(
        Array.from({ length: 70 }, (_, index) => index),
        (index) => Effect.either(read(forged(index)))
      )
      assert.lengthOf(server.requests, 60)
      const last = outcomes.at(-1)
      assert.isTrue(last?._tag === "Left" && last.left._tag === "EmailReportError")
      yield* Effect.promise(() => server.stop())
    })
  )

  const notNow: ReadonlyArray<readonly [string, Partial<certificates.Subject>]> = [
    ["has expired", { until: new Date(Date.now() - 60_000) }],
    ["is not valid yet", { from: new Date(Date.now() + 60_000) }],
    ["has a key that SNS does not use", { key: "ec" }]
  ]
  for (const [title, subject] of notNow) {
    it.live(`does not count if it ${title}`, () =>
      Effect.gen(function* () {
        const signer = signedWith(subject)
        const server = yield* Effect.promise(() => Sns.startSns(() => ({ body: signer.cert })))
        const { read } = yield* reading(server)
        const error = yield* Effect.flip(read(server.message(new Date(), {}, signer.key)))
        assert.deepInclude(error, { _tag: "EmailReportRejected", reason: "signature" })
        yield* Effect.promise(() => server.stop())
      })
    )
  }

  /** Redirects the first request to the same certificate. */
  const redirectOnce = (): Sns.Respond => {
    let count = 0
    return (path) =>
      count++ === 0 ? { status: 302, headers: { location: `https://${Sns.host}${path}` }, body: "" } : undefined
  }

  for (const status of [400, 403, 404, 410]) {
    it.live(`does not count if SNS responds with ${status}`, () =>
      Effect.gen(function* () {
        const server = yield* Effect.promise(() => Sns.startSns(() => ({ status, body: "" })))
        const { read } = yield* reading(server)
        const error = yield* Effect.flip(read(server.message(new Date())))
        assert.deepInclude(error, { _tag: "EmailReportRejected", reason: "signature" })
        yield* Effect.promise(() => server.stop())
      })
    )
  }

  const failures: ReadonlyArray<readonly [string, Sns.Respond, ReadonlyArray<string>?]> = [
    ["SNS responds with 500", () => ({ status: 500, body: "" })],
    ["SNS responds with 408", () => ({ status: 408, body: "" })],
    ["SNS responds with 429", () => ({ status: 429, body: "" })],
    ["SNS redirects", redirectOnce()],
    ["it is not a certificate", () => ({ body: "hello" })],
    ["it is larger than 16 KiB", () => ({ body: "a".repeat(16_385) })],
    ["SNS does not respond in time", () => "never"],
    ["the server is not the one of its host", () => undefined, ["evil.example"]]
  ]
  for (const [title, respond, names] of failures) {
    it.live(`makes the message one to try again if ${title}`, () =>
      Effect.gen(function* () {
        const server = yield* Effect.promise(() => Sns.startSns(respond, names))
        const { read } = yield* reading(server, { timeout: title.endsWith("in time") ? "200 millis" : "30 seconds" })
        const error = yield* Effect.flip(read(server.message(new Date())))
        assert.deepInclude(error, { _tag: "EmailReportError", detail: "certificate" })
        yield* Effect.promise(() => server.stop())
      })
    )
  }
})

describe("The confirmation of a subscription", () => {
  for (const SignatureVersion of ["1", "2"]) {
    it.effect(`is given for the topic, with signature version ${SignatureVersion}`, () =>
      Effect.gen(function* () {
        const report = yield* read((date) => sns.confirmation(date, { SignatureVersion }))
        assert.isNull(reported(report))
        assert.strictEqual(
          sns.requests.at(-1),
          `/?Action=ConfirmSubscription&TopicArn=${Sns.topicArn}&Token=2336412f37`
        )
      })
    )
  }

  const others: ReadonlyArray<readonly [string, Readonly<Record<string, string>>, string]> = [
    ["another topic", { TopicArn: "arn:aws:sns:eu-central-1:123456789012:another" }, "topic"],
    [
      "another host",
      { SubscribeURL: `https://evil.example/?Action=ConfirmSubscription&TopicArn=${Sns.topicArn}` },
      "signature"
    ],
    [
      "another action",
      { SubscribeURL: `https://${Sns.host}/?Action=DeleteTopic&TopicArn=${Sns.topicArn}` },
      "signature"
    ],
    [
      "the subscription of another topic",
      { SubscribeURL: `https://${Sns.host}/?Action=ConfirmSubscription&TopicArn=other` },
      "signature"
    ]
  ]
  for (const [title, fields, reason] of others) {
    it.effect(`is not given for ${title}`, () =>
      Effect.gen(function* () {
        const before = sns.requests.length
        assert.strictEqual(yield* rejection(read((date) => sns.confirmation(date, fields))), reason)
        assert.notInclude(sns.requests.slice(before).join(), "Action")
      })
    )
  }

  it.live("is one to try again if SNS does not accept it", () =>
    Effect.gen(function* () {
      const respond: Sns.Respond = (path) => (path.startsWith("/?") ? { status: 500, body: "" } : undefined)
      const server = yield* Effect.promise(() => Sns.startSns(respond))
      const { read } = yield* reading(server)
      const error = yield* Effect.flip(read(server.confirmation(new Date())))
      assert.deepInclude(error, { _tag: "EmailReportError", detail: "confirmation" })
      yield* Effect.promise(() => server.stop())
    })
  )

  it.effect("is not given for the message that a subscription has ended, which would start it again", () =>
    Effect.gen(function* () {
      const before = sns.requests.length
      assert.isNull(reported(yield* read((date) => sns.confirmation(date, { Type: "UnsubscribeConfirmation" }))))
      assert.notInclude(sns.requests.slice(before).join(), "Action")
    })
  )
})

describe("SesReports.layer", () => {
  it.effect("provides the reader; without it, there are no reports", () =>
    Effect.gen(function* () {
      assert.isFalse((yield* EmailReportReader).isConfigured)
      const layer = SesReports.layer({ topicArn: Sns.topicArn })
      assert.isTrue((yield* Effect.provide(EmailReportReader, layer)).isConfigured)
    })
  )
})
