/**
 * A mailer that keeps what it is given, and lets tests read it.
 *
 * @since 0.1.0
 */
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import type { Email } from "@latchkey/domain/core/Email"
import type { MailerError } from "@latchkey/domain/core/Errors"
import { type Mail, Mailer } from "@latchkey/domain/mail/Mailer"

/** What was sent, and what happens to the next mails: for the test that looks. @since 0.1.0 */
export class Sent extends Context.Tag("@latchkey/memory/MemoryMailer/Sent")<
  Sent,
  {
    /** Every mail that was accepted, oldest first. */
    readonly sent: Effect.Effect<ReadonlyArray<Mail>>

    /** The newest mail to that address; none when there is none. */
    readonly lastTo: (email: Email) => Effect.Effect<Option.Option<Mail>>

    /** The verify URL in the text of the newest mail to that address; none when there is no mail or no link in it. */
    readonly lastLinkTo: (email: Email) => Effect.Effect<Option.Option<string>>

    /** Refuses the next `count` mails with `error`, whatever was asked for before; then accepts again. */
    readonly failNext: (count: number, error: MailerError) => Effect.Effect<void>
  }
>() {}

// An app may have mounted Latchkey under a prefix.
const verifyUrl = /https?:\/\/[^\s/]+(?:\/[\w.~%-]+)*\/v1\/auth\/magic-link\/verify\?token=[\w%-]+/

/** A mailer that is configured, accepts everything, and remembers it for as long as it lives. @since 0.1.0 */
export const make: Effect.Effect<Context.Context<Mailer | Sent>> = Effect.gen(function* () {
  const mails = yield* Ref.make<ReadonlyArray<Mail>>([])
  const failures = yield* Ref.make<ReadonlyArray<MailerError>>([])

  const send = (mail: Mail) =>
    Effect.flatMap(
      Ref.modify(failures, (pending) => [Arr.head(pending), Arr.drop(pending, 1)] as const),
      Option.match({
        onNone: () => Ref.update(mails, (earlier) => Arr.append(earlier, mail)),
        onSome: Effect.fail
      })
    )

  const sent = Ref.get(mails)
  const lastTo = (email: Email) =>
    Effect.map(
      sent,
      Arr.findLast((mail) => mail.to === email)
    )

  return Context.make(Mailer, Mailer.of({ isConfigured: true, send })).pipe(
    Context.add(Sent, {
      sent,
      lastTo,
      lastLinkTo: (email) =>
        Effect.map(
          lastTo(email),
          Option.flatMap((mail) => Option.fromNullable(verifyUrl.exec(mail.text)?.[0]))
        ),
      failNext: (count, error) =>
        Ref.set(
          failures,
          Array.from({ length: count }, () => error)
        )
    })
  )
})

/** `make` as a layer. Nothing is forgotten: it is for tests, not for a service. @since 0.1.0 */
export const layer: Layer.Layer<Mailer | Sent> = Layer.effectContext(make)

/** A mailer without a provider: magic links are off with it, and sending is a defect. @since 0.1.0 */
export const layerUnconfigured: Layer.Layer<Mailer> = Layer.succeed(
  Mailer,
  Mailer.of({ isConfigured: false, send: () => Effect.dieMessage("A mail was sent without a provider") })
)
