import { assert, describe, it } from "@effect/vitest"
import { assertNone, assertSome } from "@effect/vitest/utils"
import { Email } from "@latchkey/domain/core/Email"
import { MailerError } from "@latchkey/domain/mail/MailErrors"
import { Mailer } from "@latchkey/domain/mail/Mailer"
import * as MemoryMailer from "@latchkey/memory/MemoryMailer"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"

const ann = Email.make("ann@example.com")
const bob = Email.make("bob@example.com")
const message = (to: Email, text = "Hello") => ({
  to,
  reference: "",
  subject: "A subject",
  text,
  html: `<p>${text}</p>`
})
const link = (token: string) => `https://auth.example.com:8443/v1/auth/magic-link/verify?token=${token}`

const services = Effect.all({ mailer: Mailer, mailbox: MemoryMailer.Sent })

describe("MemoryMailer", () => {
  it.effect("keeps every email, in the order of sending", () =>
    Effect.gen(function* () {
      const { mailbox, mailer } = yield* services
      assert.isTrue(mailer.isConfigured)
      yield* mailer.send(message(ann, "first"))
      yield* mailer.send(message(bob, "second"))
      assert.deepStrictEqual(yield* mailbox.sent, [message(ann, "first"), message(bob, "second")])
    }).pipe(Effect.provide(MemoryMailer.layer))
  )

  it.effect("returns the newest email to an address, or None if there is none", () =>
    Effect.gen(function* () {
      const { mailbox, mailer } = yield* services
      yield* mailer.send(message(ann, "first"))
      yield* mailer.send(message(ann, "second"))
      assertSome(yield* mailbox.lastTo(ann), message(ann, "second"))
      assertNone(yield* mailbox.lastTo(bob))
    }).pipe(Effect.provide(MemoryMailer.layer))
  )

  it.effect("returns the link in the newest email to an address, without the text around it", () =>
    Effect.gen(function* () {
      const { mailbox, mailer } = yield* services
      yield* mailer.send(message(ann, `Old: ${link("old")}`))
      yield* mailer.send(message(ann, `See https://example.com/help.\n\n<${link("a-Z_0%2D9")}>.\nBye`))
      yield* mailer.send(message(bob, `Follow ${link("bob")}.`))
      assertSome(yield* mailbox.lastLinkTo(ann), link("a-Z_0%2D9"))
      assertSome(yield* mailbox.lastLinkTo(bob), link("bob"))
    }).pipe(Effect.provide(MemoryMailer.layer))
  )

  it.effect("returns the link of an app that mounts Latchkey under a prefix", () =>
    Effect.gen(function* () {
      const { mailbox, mailer } = yield* services
      const prefixed = "http://localhost:3000/my/auth-1/v1/auth/magic-link/verify?token=abc"
      yield* mailer.send(message(ann, `See https://example.com/help/us. Follow ${prefixed}`))
      assertSome(yield* mailbox.lastLinkTo(ann), prefixed)
    }).pipe(Effect.provide(MemoryMailer.layer))
  )

  it.effect("returns no link if there is no email with one, and skips newer emails without a link", () =>
    Effect.gen(function* () {
      const { mailbox, mailer } = yield* services
      assertNone(yield* mailbox.lastLinkTo(ann))
      yield* mailer.send(message(ann, "No link here"))
      assertNone(yield* mailbox.lastLinkTo(ann))
      yield* mailer.send(message(ann, link("old")))
      yield* mailer.send(message(ann, link("new")))
      yield* mailer.send(message(ann, "No link here"))
      assertSome(yield* mailbox.lastLinkTo(ann), link("new"))
    }).pipe(Effect.provide(MemoryMailer.layer))
  )

  it.effect("fails the next emails as told, keeps none of them, and then accepts emails again", () =>
    Effect.gen(function* () {
      const { mailbox, mailer } = yield* services
      const error = new MailerError({ reason: "transient", cause: "throttled" })
      yield* mailbox.failNext(2, error)
      const outcomes = yield* Effect.forEach(["1", "2", "3"], (text) => Effect.either(mailer.send(message(ann, text))))
      assert.deepStrictEqual(outcomes, [Either.left(error), Either.left(error), Either.void])
      assert.deepStrictEqual(yield* mailbox.sent, [message(ann, "3")])
    }).pipe(Effect.provide(MemoryMailer.layer))
  )

  it.effect("replaces the failures that an earlier call set", () =>
    Effect.gen(function* () {
      const { mailbox, mailer } = yield* services
      yield* mailbox.failNext(5, new MailerError({ reason: "transient", cause: "throttled" }))
      yield* mailbox.failNext(0, new MailerError({ reason: "permanent", cause: "rejected" }))
      yield* mailer.send(message(ann))
      assert.lengthOf(yield* mailbox.sent, 1)
    }).pipe(Effect.provide(MemoryMailer.layer))
  )

  it.effect("dies if an email is sent without a provider", () =>
    Effect.gen(function* () {
      const mailer = yield* Mailer
      assert.isFalse(mailer.isConfigured)
      const exit = yield* Effect.exit(mailer.send(message(ann)))
      assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause))
    }).pipe(Effect.provide(MemoryMailer.layerUnconfigured))
  )
})
