/** Whether a mail server accepts the connection and the login, before any email is sent. */
import { TLSSocket } from "node:tls"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type SMTPConnection from "nodemailer/lib/smtp-connection"
import * as Connection from "./internal/connection.ts"
import * as Sender from "./internal/sender.ts"
import * as SmtpErrors from "./SmtpErrors.ts"
import type * as SmtpMailer from "./SmtpMailer.ts"
import type { SmtpCredentials } from "./SmtpUrl.ts"

/**
 * A server that accepts the connection.
 *
 * - `protocol`: the version of TLS, such as `TLSv1.3`; none for plain text.
 * - `isLoggedIn`: `false` without credentials.
 */
export interface Report {
  readonly protocol: Option.Option<string>
  readonly isLoggedIn: boolean
}

const protocolOf = ({ _socket: socket }: SMTPConnection): Option.Option<string> =>
  socket instanceof TLSSocket ? Option.fromNullable(socket.getProtocol()) : Option.none()

const connect = (connection: SMTPConnection): Effect.Effect<void, SmtpErrors.SmtpFailure> =>
  Effect.async((resume) => {
    const settle = (error?: Error | null) => resume(error ? SmtpErrors.toFailure(error) : Effect.void)
    connection.once("error", settle)
    connection.connect(settle)
  })

const logIn = (
  connection: SMTPConnection,
  { password, user }: SmtpCredentials
): Effect.Effect<void, SmtpErrors.SmtpFailure> =>
  Effect.async((resume) => {
    if (!connection.allowsAuth) return resume(SmtpErrors.toFailure({ code: "LOGIN_NOT_OFFERED" }))
    const settle = (error: Error | null) => resume(error ? SmtpErrors.toFailure(error) : Effect.void)
    connection.once("error", settle)
    connection.login({ user: Redacted.value(user), pass: Redacted.value(password) }, settle)
  })

const timedOut = () => SmtpErrors.toFailure({ code: "ETIMEDOUT" })

/**
 * Connects, logs in if there are credentials, and sends no email. Takes at most the `timeout` of the options in total,
 * by default 10 seconds. Fails with `InvalidSender` if `from` is not an address.
 */
export const inspect = (
  options: SmtpMailer.Options
): Effect.Effect<Report, SmtpErrors.SmtpFailure | SmtpErrors.InvalidSender> =>
  Effect.gen(function* () {
    const { credentials } = options.server
    const sender = yield* Effect.mapError(Sender.parse(options.from), () => new SmtpErrors.InvalidSender())
    const connection = yield* Connection.make(options, sender)
    yield* connect(connection)
    if (Option.isSome(credentials)) yield* logIn(connection, credentials.value)
    const protocol = protocolOf(connection)
    connection.quit()
    return { protocol, isLoggedIn: Option.isSome(credentials) }
  }).pipe(Effect.timeoutFail({ duration: Connection.timeoutMillis(options), onTimeout: timedOut }), Effect.scoped)
