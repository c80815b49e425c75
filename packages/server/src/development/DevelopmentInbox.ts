/** A mailer for development, which keeps emails in memory instead of sending them. */
import { type EmailMessage, Mailer } from "@latchkey/domain/mail/Mailer"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"

/** An email that was not sent. `links` are the lines of its text that are URLs. */
export interface CaughtEmail extends EmailMessage {
  readonly receivedAt: DateTime.Utc
  readonly links: ReadonlyArray<string>
}

/** The inbox of this process. */
export class DevelopmentInbox extends Context.Tag("@latchkey/server/DevelopmentInbox")<
  DevelopmentInbox,
  {
    /** The last 100 emails, newest first. */
    readonly emails: Effect.Effect<ReadonlyArray<CaughtEmail>>
  }
>() {}

const capacity = 100

const linksOf = (text: string): ReadonlyArray<string> => text.match(/^https?:\/\/\S+$/gm) ?? []

/** The inbox, and the mailer that fills it. */
export const layer: Layer.Layer<DevelopmentInbox | Mailer> = Layer.effectContext(
  Effect.gen(function* () {
    const emails = yield* Ref.make<ReadonlyArray<CaughtEmail>>([])

    const send = Effect.fnUntraced(function* (email: EmailMessage) {
      const caught = { ...email, receivedAt: yield* DateTime.now, links: linksOf(email.text) }
      yield* Ref.update(emails, (earlier) => [caught, ...earlier].slice(0, capacity))
    })

    return Context.make(DevelopmentInbox, { emails: Ref.get(emails) }).pipe(
      Context.add(Mailer, { isConfigured: true, send })
    )
  })
)
