import { assert, describe, it } from "@effect/vitest"
import { assertNone, assertSome } from "@effect/vitest/utils"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import { Email } from "@latchkey/domain/core/Email"
import { MailerError } from "@latchkey/domain/core/Errors"
import { Mailer } from "@latchkey/domain/mail/Mailer"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"

const ann = Email.make("ann@example.com")
const bob = Email.make("bob@example.com")
const mail = (to: Email, text = "Hello") => ({ to, subject: "A subject", text, html: `<p>${text}</p>` })
const link = (token: string) => `https://auth.example.com:8443/v1/auth/magic-link/verify?token=${token}`

const both = Effect.all({ mailer: Mailer, mailbox: MemoryMailer.Sent })

describe("MemoryMailer", () => {
  it.effect("keeps every mail in the order of sending", () =>
    Effect.gen(function* () {
      const { mailbox, mailer } = yield* both
      assert.isTrue(mailer.isConfigured)
      yield* mailer.send(mail(ann, "first"))
      yield* mailer.send(mail(bob, "second"))
      assert.deepStrictEqual(yield* mailbox.sent, [mail(ann, "first"), mail(bob, "second")])
    }).pipe(Effect.provide(MemoryMailer.layer))
  )

  it.effect("answers the newest mail to an address, and none when there is none", () =>
    Effect.gen(function* () {
      const { mailbox, mailer } = yield* both
      yield* mailer.send(mail(ann, "first"))
      yield* mailer.send(mail(ann, "second"))
      assertSome(yield* mailbox.lastTo(ann), mail(ann, "second"))
      assertNone(yield* mailbox.lastTo(bob))
    }).pipe(Effect.provide(MemoryMailer.layer))
  )

  it.effect("answers the link in the newest mail to an address, without what stands around it", () =>
    Effect.gen(function* () {
      const { mailbox, mailer } = yield* both
      yield* mailer.send(mail(ann, `Old: ${link("old")}`))
      yield* mailer.send(mail(ann, `See https://example.com/help.\n\n<${link("a-Z_0%2D9")}>.\nBye`))
      yield* mailer.send(mail(bob, `Follow ${link("bob")}.`))
      assertSome(yield* mailbox.lastLinkTo(ann), link("a-Z_0%2D9"))
      assertSome(yield* mailbox.lastLinkTo(bob), link("bob"))
    }).pipe(Effect.provide(MemoryMailer.layer))
  )

  it.effect("answers a link of an app that has Latchkey under a prefix", () =>
    Effect.gen(function* () {
      const { mailbox, mailer } = yield* both
      const prefixed = "http://localhost:3000/my/auth-1/v1/auth/magic-link/verify?token=abc"
      yield* mailer.send(mail(ann, `See https://example.com/help/us. Follow ${prefixed}`))
      assertSome(yield* mailbox.lastLinkTo(ann), prefixed)
    }).pipe(Effect.provide(MemoryMailer.layer))
  )

  it.effect("answers no link when there is no mail, or none in the newest", () =>
    Effect.gen(function* () {
      const { mailbox, mailer } = yield* both
      assertNone(yield* mailbox.lastLinkTo(ann))
      yield* mailer.send(mail(ann, link("old")))
      yield* mailer.send(mail(ann, "No link here"))
      assertNone(yield* mailbox.lastLinkTo(ann))
    }).pipe(Effect.provide(MemoryMailer.layer))
  )

  it.effect("refuses the next mails as it is told, records none of them, and then accepts again", () =>
    Effect.gen(function* () {
      const { mailbox, mailer } = yield* both
      const error = new MailerError({ reason: "transient", cause: "throttled" })
      yield* mailbox.failNext(2, error)
      const outcomes = yield* Effect.forEach(["1", "2", "3"], (text) => Effect.either(mailer.send(mail(ann, text))))
      assert.deepStrictEqual(outcomes, [Either.left(error), Either.left(error), Either.void])
      assert.deepStrictEqual(yield* mailbox.sent, [mail(ann, "3")])
    }).pipe(Effect.provide(MemoryMailer.layer))
  )

  it.effect("forgets what it was told before", () =>
    Effect.gen(function* () {
      const { mailbox, mailer } = yield* both
      yield* mailbox.failNext(5, new MailerError({ reason: "transient", cause: "throttled" }))
      yield* mailbox.failNext(0, new MailerError({ reason: "permanent", cause: "rejected" }))
      yield* mailer.send(mail(ann))
      assert.lengthOf(yield* mailbox.sent, 1)
    }).pipe(Effect.provide(MemoryMailer.layer))
  )

  it.effect("dies when a mail is sent without a provider", () =>
    Effect.gen(function* () {
      const mailer = yield* Mailer
      assert.isFalse(mailer.isConfigured)
      const exit = yield* Effect.exit(mailer.send(mail(ann)))
      assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause))
    }).pipe(Effect.provide(MemoryMailer.layerUnconfigured))
  )
})
