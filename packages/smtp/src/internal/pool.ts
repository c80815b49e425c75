import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type { Transporter } from "nodemailer"
import type { SMTPPoolOptions, SMTPPoolSentMessageInfo } from "nodemailer/lib/smtp-pool"
import type * as SmtpMailer from "../SmtpMailer.ts"
import type { SmtpCredentials } from "../SmtpUrl.ts"
import * as Connection from "./connection.ts"
import type * as Sender from "./sender.ts"

const login = ({ password, user }: SmtpCredentials): SMTPPoolOptions => ({
  auth: { user: Redacted.value(user), pass: Redacted.value(password) },
  // Otherwise a server that offers no login gets the email without one.
  forceAuth: true
})

const settings = (options: SmtpMailer.Options, sender: Sender.Sender): SMTPPoolOptions => ({
  ...Connection.settings(options, sender),
  ...Option.match(options.server.credentials, { onNone: () => ({}), onSome: login }),
  maxConnections: options.connections ?? 5,
  // Says goodbye before the timeout, which would end an idle connection without it.
  idleTimeout: Connection.timeoutMillis(options) / 2,
  // For a connection that the server has closed meanwhile. The caller makes later attempts itself.
  maxRequeues: 1
})

/** Loads nodemailer and makes a pool of connections, which are closed with the scope. */
export const make = (
  options: SmtpMailer.Options,
  sender: Sender.Sender
): Effect.Effect<Transporter<SMTPPoolSentMessageInfo, SMTPPoolOptions>, never, Scope.Scope> =>
  Effect.gen(function* () {
    // Not at the top of the module: an app that sends no email does not load it.
    const { createTransport } = yield* Effect.promise(() => import("nodemailer"))
    const { default: Pool } = yield* Effect.promise(() => import("nodemailer/lib/smtp-pool"))
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() => new Pool(settings(options, sender))),
      (pool) => Effect.sync(() => pool.close({ force: true }))
    )
    return createTransport(pool)
  })
