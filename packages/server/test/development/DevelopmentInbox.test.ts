import { defaultBranding } from "@latchkey/domain/instance/Branding"
import { english } from "@latchkey/domain/language/Language"
import { assert, describe, it } from "@effect/vitest"
import { Email } from "@latchkey/domain/core/Email"
import { MagicLinkTemplate } from "@latchkey/domain/magic-link/MagicLinkTemplate"
import { type EmailMessage, Mailer } from "@latchkey/domain/mail/Mailer"
import * as MagicLinkEmail from "@latchkey/pages/magic-link/MagicLinkEmail"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import * as DevelopmentInbox from "../../src/development/DevelopmentInbox.ts"

const message = (subject: string, text = ""): EmailMessage => ({
  to: Email.make("ada@example.com"),
  reference: "",
  subject,
  text,
  html: ""
})

const send = (email: EmailMessage) => Effect.flatMap(Mailer, (mailer) => mailer.send(email))
const emails = Effect.flatMap(DevelopmentInbox.DevelopmentInbox, (inbox) => inbox.emails)
const withInbox = Effect.provide(DevelopmentInbox.layer)

describe("The development inbox", () => {
  it.effect("counts as a configured mailer", () =>
    Effect.map(Mailer, ({ isConfigured }) => assert.isTrue(isConfigured)).pipe(withInbox)
  )

  it.effect("lists the newest email first, with the time it arrived", () =>
    Effect.gen(function* () {
      yield* send(message("first"))
      yield* TestClock.adjust("1 minute")
      yield* send(message("second"))
      assert.deepStrictEqual(
        (yield* emails).map(({ receivedAt, subject }) => [subject, DateTime.formatIso(receivedAt)]),
        [
          ["second", "1970-01-01T00:01:00.000Z"],
          ["first", "1970-01-01T00:00:00.000Z"]
        ]
      )
    }).pipe(withInbox)
  )

  it.effect("keeps the last 100 emails", () =>
    Effect.gen(function* () {
      yield* Effect.forEach(
        Array.from({ length: 101 }, (_, index) => message(`email ${index}`)),
        send
      )
      const kept = yield* emails
      assert.strictEqual(kept.length, 100)
      assert.deepStrictEqual([kept[0]?.subject, kept[99]?.subject], ["email 100", "email 1"])
    }).pipe(withInbox)
  )

  it.effect("finds the link of the email unchanged, and no other URL in the text", () =>
    Effect.gen(function* () {
      const verifyUrl = "http://localhost:3000/v1/auth/magic-link/verify?token=abc_DEF-123"
      const { render } = yield* MagicLinkTemplate
      const content = render({
        language: english,
        userAgent: Option.none(),
        instanceName: "https://evil.example",
        branding: defaultBranding,
        host: "localhost:3000",
        verifyUrl,
        lifetimeMinutes: 15,
        requestedAt: DateTime.unsafeMake("2026-11-21T08:00:00Z"),
        expiresAt: DateTime.unsafeMake("2026-11-21T08:15:00Z")
      })
      yield* send({ ...message("link"), ...content })
      assert.deepStrictEqual((yield* emails)[0]?.links, [verifyUrl])
    }).pipe(withInbox, Effect.provide(MagicLinkEmail.layer))
  )
})
