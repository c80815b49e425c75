/** The mailer that the settings ask for. */
import { MailerError } from "@latchkey/domain/mail/MailErrors"
import { Mailer } from "@latchkey/domain/mail/Mailer"
import * as SesCredentials from "@latchkey/ses/SesCredentials"
import * as SesMailer from "@latchkey/ses/SesMailer"
import * as SmtpMailer from "@latchkey/smtp/SmtpMailer"
import * as SmtpUrl from "@latchkey/smtp/SmtpUrl"
import * as Data from "effect/Data"
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
export type EmailSettings = Pick<Settings, "emailFrom" | "emailProviderApiKey" | "emailSmtpUrl">

/** How emails are sent. */
export type Provider = Data.TaggedEnum<{
  Ses: { readonly options: SesMailer.Options }
  Smtp: { readonly options: SmtpMailer.Options }
}>

const Provider = Data.taggedEnum<Provider>()

/** Returns the value of the case that applies. */
export const match = Provider.$match

const ses = (from: string, { emailProviderApiKey }: EmailSettings) =>
  Provider.Ses({
    options: {
      from,
      credentials: Option.flatMap(emailProviderApiKey, SesCredentials.parse),
      region: Option.none(),
      endpoint: Option.none()
    }
  })

/** Returns the provider with its options: a mail server if one is set, otherwise Amazon SES. None without a sender. */
export const provider = (settings: EmailSettings): Option.Option<Provider> =>
  Option.map(settings.emailFrom, (from) =>
    Option.match(settings.emailSmtpUrl, {
      onNone: () => ses(from, settings),
      onSome: (server) => Provider.Smtp({ options: { from, server } })
    })
  )

/** Returns `true` if emails would leave this machine in plain text. */
export const isExposed = ({ server }: SmtpMailer.Options): boolean =>
  server.encryption === "none" && !SmtpUrl.isLoopback(server.host)

const layerSmtp = (options: SmtpMailer.Options) =>
  Layer.tap(SmtpMailer.layer(options), () =>
    isExposed(options)
      ? Effect.logWarning("EMAIL_SMTP_URL has tls=none: emails with sign-in links cross the network in plain text")
      : Effect.void
  )

/** Turns the error of a mailer that cannot start into one for the operator. */
export const toCommandError = ({ message }: { readonly message: string }): CommandError =>
  new CommandError({ message: `${message}.` })

/**
 * Sends through a mail server or through Amazon SES if a sender is set. Without an API key, SES uses AWS's default
 * credential chain. Without a sender it logs once that magic links and password resets are turned off.
 */
export const layer = (settings: EmailSettings): Layer.Layer<Mailer, CommandError> =>
  Option.match(provider(settings), {
    onNone: () => layerUnconfigured,
    onSome: (provider) =>
      match(provider, {
        Ses: ({ options }) => Layer.mapError(SesMailer.layer(options), toCommandError),
        Smtp: ({ options }) => Layer.mapError(layerSmtp(options), toCommandError)
      })
  })
