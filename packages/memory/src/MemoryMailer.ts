/** A mailer that keeps every email in memory, so that tests can read them. */
import type { Email } from "@latchkey/domain/core/Email"
import type { MailerError } from "@latchkey/domain/mail/MailErrors"
import { type EmailMessage, Mailer } from "@latchkey/domain/mail/Mailer"
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"

/** The emails that were sent, and a way to make the next ones fail. */
export class Sent extends Context.Tag("@latchkey/memory/MemoryMailer/Sent")<
  Sent,
  {
    /** Returns every email that was accepted, oldest first. */
    readonly sent: Effect.Effect<ReadonlyArray<EmailMessage>>

    /** Returns the newest email to that address, or `None`. */
    readonly lastTo: (email: Email) => Effect.Effect<Option.Option<EmailMessage>>

    /** Returns the verify URL in the text of the newest email to that address that has one, or `None`. */
    readonly lastLinkTo: (email: Email) => Effect.Effect<Option.Option<string>>

    /** Returns the code in the text of the newest email to that address that has one, or `None`. */
    readonly lastCodeTo: (email: Email) => Effect.Effect<Option.Option<string>>

    /**
     * Returns the link to set a new password in the text of the newest email to that address that has one, or `None`.
     */
    readonly lastResetLinkTo: (email: Email) => Effect.Effect<Option.Option<string>>

    /** Returns the invitation in the text of the newest email to that address that has one, or `None`. */
    readonly lastInvitationTo: (email: Email) => Effect.Effect<Option.Option<string>>

    /**
     * Returns the link to complete a sign-up in the text of the newest email to that address that has one, or `None`.
     */
    readonly lastSignUpLinkTo: (email: Email) => Effect.Effect<Option.Option<string>>

    /**
     * Returns the link that changes the address in the text of the newest email to that address that has one, or
     * `None`.
     */
    readonly lastEmailChangeTo: (email: Email) => Effect.Effect<Option.Option<string>>

    /**
     * Returns the link that restores the address in the text of the newest email to that address that has one, or
     * `None`.
     */
    readonly lastEmailRestoreTo: (email: Email) => Effect.Effect<Option.Option<string>>

    /** Returns the link of a recovery in the text of the newest email to that address that has one, or `None`. */
    readonly lastFactorRecoveryTo: (email: Email) => Effect.Effect<Option.Option<string>>

    /** Makes the next `count` emails fail with `error`, and later ones succeed. Replaces what an earlier call set. */
    readonly failNext: (count: number, error: MailerError) => Effect.Effect<void>
  }
>() {}

// An app can mount Latchkey under a prefix.
const verifyUrl = /https?:\/\/[^\s/]+(?:\/[\w.~%-]+)*\/v1\/auth\/magic-link\/verify\?token=[\w%-]+(?:&app=[\w.~%-]+)?/
const code = /(?<![\w%=.:-])[0-9]{6}(?![\w-])/
const resetUrl = /https?:\/\/[^\s/]+(?:\/[\w.~%-]+)*\/reset-password\?token=[\w%-]+/
const signUpUrl = /https?:\/\/[^\s/]+(?:\/[\w.~%-]+)*\/sign-up\/verify\?token=[\w%-]+/
const emailChangeUrl = /https?:\/\/[^\s/]+(?:\/[\w.~%-]+)*\/confirm-email\?token=[\w%-]+/
const emailRestoreUrl = /https?:\/\/[^\s/]+(?:\/[\w.~%-]+)*\/restore-email\?token=[\w%-]+/
const factorRecoveryUrl = /https?:\/\/[^\s/]+(?:\/[\w.~%-]+)*\/factor-recovery\?token=[\w%-]+/
const invitationUrl = /https?:\/\/[^\s/]+(?:\/[\w.~%-]+)*\/invitation\?token=[\w%-]+/

/** Makes a configured mailer that accepts every email, and keeps it for as long as the mailer exists. */
export const make = Effect.gen(function* () {
  const emails = yield* Ref.make<ReadonlyArray<EmailMessage>>([])
  const failures = yield* Ref.make<ReadonlyArray<MailerError>>([])

  const send = (email: EmailMessage) =>
    Effect.flatMap(
      Ref.modify(failures, (pending) => [Arr.head(pending), Arr.drop(pending, 1)] as const),
      Option.match({
        onNone: () => Ref.update(emails, Arr.append(email)),
        onSome: Effect.fail
      })
    )

  const sent = Ref.get(emails)
  const lastTo = (address: Email) => Effect.map(sent, (all) => Arr.findLast(all, ({ to }) => to === address))

  const lastMatchTo = (address: Email, pattern: RegExp) =>
    Effect.map(sent, (all) =>
      Option.flatMap(
        Arr.findLast(all, ({ text, to }) => to === address && pattern.test(text)),
        ({ text }) => Option.fromNullable(pattern.exec(text)?.[0])
      )
    )

  return Context.make(Mailer, Mailer.of({ isConfigured: true, send })).pipe(
    Context.add(Sent, {
      sent,
      lastTo,
      lastLinkTo: (address) => lastMatchTo(address, verifyUrl),
      lastCodeTo: (address) => lastMatchTo(address, code),
      lastResetLinkTo: (address) => lastMatchTo(address, resetUrl),
      lastInvitationTo: (address) => lastMatchTo(address, invitationUrl),
      lastSignUpLinkTo: (address) => lastMatchTo(address, signUpUrl),
      lastEmailChangeTo: (address) => lastMatchTo(address, emailChangeUrl),
      lastEmailRestoreTo: (address) => lastMatchTo(address, emailRestoreUrl),
      lastFactorRecoveryTo: (address) => lastMatchTo(address, factorRecoveryUrl),
      failNext: (count, error) =>
        Ref.set(
          failures,
          Array.from({ length: count }, () => error)
        )
    })
  )
})

/** The mailer as a layer. It deletes nothing, so use it for tests and not for a service. */
export const layer: Layer.Layer<Mailer | Sent> = Layer.effectContext(make)

/**
 * A mailer without a provider: magic links and password resets are off, and sending an email is a defect.
 */
export const layerUnconfigured: Layer.Layer<Mailer> = Layer.succeed(
  Mailer,
  Mailer.of({ isConfigured: false, send: () => Effect.dieMessage("An email was sent without a provider") })
)
