/**
 * Mail that is really sent.
 *
 * @since 0.1.0
 */
import { MailerError } from "@latchkey/domain/core/Errors"
import { Mailer } from "@latchkey/domain/mail/Mailer"
import * as SesCredentials from "@latchkey/ses/SesCredentials"
import * as SesMailer from "@latchkey/ses/SesMailer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { CommandError } from "../core/CommandError.ts"
import type { Settings } from "../core/Settings.ts"

const off = Mailer.of({
  isConfigured: false,
  send: () => Effect.fail(new MailerError({ reason: "permanent", cause: new Error("No mail provider is configured") }))
})

const layerOff = Layer.effect(Mailer, Effect.as(Effect.logWarning("EMAIL_FROM is not set: magic links are off"), off))

/** The settings that mail needs. @since 0.1.0 */
export type MailSettings = Pick<Settings, "emailFrom" | "emailProviderApiKey">

/** What Amazon SES is to be used with; none without a sender. @since 0.1.0 */
export const sesOptions = (settings: MailSettings): Option.Option<SesMailer.Options> =>
  Option.map(settings.emailFrom, (from) => ({
    from,
    credentials: Option.flatMap(settings.emailProviderApiKey, SesCredentials.parse),
    region: Option.none(),
    endpoint: Option.none()
  }))

/** A mailer that cannot be made, in words. @since 0.1.0 */
export const toCommandError = ({ message }: { readonly message: string }): CommandError =>
  new CommandError({ message: `${message}.` })

/**
 * Amazon SES when there is a sender; without an API key it asks AWS's own chain of credentials. Without a sender magic
 * links are off, and the log says so once.
 *
 * @since 0.1.0
 */
export const layer = (settings: MailSettings): Layer.Layer<Mailer, CommandError> =>
  Option.match(sesOptions(settings), {
    onNone: () => layerOff,
    onSome: (options) => Layer.mapError(SesMailer.layer(options), toCommandError)
  })
