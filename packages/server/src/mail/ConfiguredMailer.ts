/** The mailer that the settings ask for. */
import { MailerError } from "@latchkey/domain/core/Errors"
import { Mailer } from "@latchkey/domain/mail/Mailer"
import * as SesCredentials from "@latchkey/ses/SesCredentials"
import * as SesMailer from "@latchkey/ses/SesMailer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { CommandError } from "../core/CommandError.ts"
import type { Settings } from "../core/Settings.ts"

const unconfigured = Mailer.of({
  isConfigured: false,
  send: () => Effect.fail(new MailerError({ reason: "permanent", cause: new Error("No email provider is configured") }))
})

const layerUnconfigured = Layer.effect(
  Mailer,
  Effect.as(Effect.logWarning("EMAIL_FROM is not set: magic links and password resets are turned off"), unconfigured)
)

/** The settings for sending email. */
export type EmailSettings = Pick<Settings, "emailFrom" | "emailProviderApiKey">

/** Returns the options for Amazon SES; none without a sender. */
export const sesOptions = (settings: EmailSettings): Option.Option<SesMailer.Options> =>
  Option.map(settings.emailFrom, (from) => ({
    from,
    credentials: Option.flatMap(settings.emailProviderApiKey, SesCredentials.parse),
    region: Option.none(),
    endpoint: Option.none()
  }))

/** Turns the error of a mailer that cannot start into one for the operator. */
export const toCommandError = ({ message }: { readonly message: string }): CommandError =>
  new CommandError({ message: `${message}.` })

/**
 * Sends through Amazon SES if a sender is set. Without an API key it uses AWS's default credential chain. Without a
 * sender it logs once that magic links and password resets are turned off.
 */
export const layer = (settings: EmailSettings): Layer.Layer<Mailer, CommandError> =>
  Option.match(sesOptions(settings), {
    onNone: () => layerUnconfigured,
    onSome: (options) => Layer.mapError(SesMailer.layer(options), toCommandError)
  })
