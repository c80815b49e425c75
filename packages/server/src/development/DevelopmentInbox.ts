/**
 * Catches mail instead of sending it, for development.
 *
 * @since 0.1.0
 */
import { type Mail, Mailer } from "@latchkey/domain/mail/Mailer"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"

/** A mail that was not sent, and when it was caught. @since 0.1.0 */
export interface CaughtMail extends Mail {
  readonly receivedAt: DateTime.Utc
  /** The lines of the text that are links, as they are. */
  readonly links: ReadonlyArray<string>
}

/** The inbox of this process, in memory. @since 0.1.0 */
export class DevelopmentInbox extends Context.Tag("@latchkey/server/DevelopmentInbox")<
  DevelopmentInbox,
  {
    /** The last 100 mails, newest first. */
    readonly mails: Effect.Effect<ReadonlyArray<CaughtMail>>
  }
>() {}

const capacity = 100

const linksOf = (text: string): ReadonlyArray<string> => text.match(/^https?:\/\/\S+$/gm) ?? []

/** The inbox, and the mailer that fills it. @since 0.1.0 */
export const layer: Layer.Layer<DevelopmentInbox | Mailer> = Layer.effectContext(
  Effect.gen(function* () {
    const mails = yield* Ref.make<ReadonlyArray<CaughtMail>>([])

    const send = Effect.fnUntraced(function* (mail: Mail) {
      const caught = { ...mail, receivedAt: yield* DateTime.now, links: linksOf(mail.text) }
      yield* Ref.update(mails, (earlier) => [caught, ...earlier].slice(0, capacity))
    })

    return Context.make(DevelopmentInbox, { mails: Ref.get(mails) }).pipe(
      Context.add(Mailer, { isConfigured: true, send })
    )
  })
)
