import { assert, describe, it } from "@effect/vitest"
import { Email } from "@latchkey/domain/core/Email"
import { compose } from "@latchkey/domain/magic-link/MagicLinkTemplate"
import { type Mail, Mailer } from "@latchkey/domain/mail/Mailer"
import * as DevelopmentInbox from "@latchkey/server/mail/DevelopmentInbox"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"

const mail = (subject: string, text = ""): Mail => ({ to: Email.make("ada@example.com"), subject, text, html: "" })

const send = (mail: Mail) => Effect.flatMap(Mailer, (mailer) => mailer.send(mail))
const mails = Effect.flatMap(DevelopmentInbox.DevelopmentInbox, (inbox) => inbox.mails)
const withInbox = Effect.provide(DevelopmentInbox.layer)

describe("The development inbox", () => {
  it.effect("lets magic links be sent", () =>
    Effect.map(Mailer, ({ isConfigured }) => assert.isTrue(isConfigured)).pipe(withInbox)
  )

  it.effect("has the newest mail first, with the time it came", () =>
    Effect.gen(function* () {
      yield* send(mail("first"))
      yield* TestClock.adjust("1 minute")
      yield* send(mail("second"))
      assert.deepStrictEqual(
        (yield* mails).map(({ receivedAt, subject }) => [subject, DateTime.formatIso(receivedAt)]),
        [
          ["second", "1970-01-01T00:01:00.000Z"],
          ["first", "1970-01-01T00:00:00.000Z"]
        ]
      )
    }).pipe(withInbox)
  )

  it.effect("keeps the last 100 mails", () =>
    Effect.gen(function* () {
      yield* Effect.forEach(
        Array.from({ length: 101 }, (_, index) => mail(`mail ${index}`)),
        send
      )
      const kept = yield* mails
      assert.strictEqual(kept.length, 100)
      assert.deepStrictEqual([kept[0]?.subject, kept[99]?.subject], ["mail 100", "mail 1"])
    }).pipe(withInbox)
  )

  it.effect("finds the link in the mail as it is, and no other in the words around it", () =>
    Effect.gen(function* () {
      const verifyUrl = "http://localhost:3000/v1/auth/magic-link/verify?token=abc_DEF-123"
      const words = compose({ instanceName: "https://evil.example", host: "localhost:3000", verifyUrl, minutes: 15 })
      yield* send({ ...mail("link"), ...words })
      assert.deepStrictEqual((yield* mails)[0]?.links, [verifyUrl])
    }).pipe(withInbox)
  )
})
