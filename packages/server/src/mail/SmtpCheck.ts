/** Checks whether a mail server accepts the connection and the login. A failure means that no email can be sent. */
import * as SmtpAccess from "@latchkey/smtp/SmtpAccess"
import * as SmtpErrors from "@latchkey/smtp/SmtpErrors"
import type * as SmtpMailer from "@latchkey/smtp/SmtpMailer"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Check from "../core/Check.ts"
import * as ConfiguredMailer from "./ConfiguredMailer.ts"

type Server = SmtpMailer.Options["server"]

const place = ({ host, port }: Server) => (host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`)

const success = (options: SmtpMailer.Options, { isLoggedIn, protocol }: SmtpAccess.Report): Check.Finding => {
  const encryption = Option.match(protocol, {
    onNone: () =>
      ConfiguredMailer.isExposed(options)
        ? Check.warning("emails with sign-in links cross the network in plain text (tls=none)")
        : Check.ok("in plain text, on this machine only"),
    onSome: (version) => Check.ok(`over ${version}`)
  })
  const login = Check.ok(isLoggedIn ? "the login works" : "without a login")
  return Check.combine([Check.ok(`connected to ${place(options.server)}`), encryption, login])
}

/** What to do about a port that begins in another way than the URL says. */
const startTlsHint = "for STARTTLS, usually on port 587, begin the URL with smtp://"
const tlsHint = "for TLS from the start, usually on port 465, begin the URL with smtps://"

const noReply = ({ encryption }: Server): string =>
  encryption === "tls" ? "did not reply in time" : `did not reply in time; ${tlsHint}`

const words: Readonly<Record<SmtpErrors.ConnectionProblem, (server: Server) => string>> = {
  login: () => "rejected the user or the password of EMAIL_SMTP_URL",
  noLogin: () => "offers no login, but EMAIL_SMTP_URL has a user",
  name: ({ host }) => `has a certificate for another name than ${host}`,
  expired: () => "has a certificate that has expired or is not valid yet",
  untrusted: () =>
    "has a certificate that no trusted authority has signed; name your authority's certificate in NODE_EXTRA_CA_CERTS",
  noTls: () => `does not begin with TLS; ${startTlsHint}`,
  noStartTls: () => "offers no STARTTLS, and Latchkey sends nothing in plain text",
  oldTls: () => "has no version of TLS that is secure: at least 1.2 is needed",
  host: ({ host }) => `was not found: the name ${host} has no IP address`,
  refused: () => "refused the connection: is the port right, and does your network allow it?",
  timeout: noReply,
  temporary: () => "asks to try again later",
  unknown: () => "did not accept the connection"
}

const failure = (server: Server, error: SmtpErrors.SmtpFailure): Check.Finding => {
  const problem = SmtpErrors.problemOf(error)
  const detail = `${place(server)} ${words[problem](server)} (${error.message})`
  return problem === "temporary" ? Check.warning(detail) : Check.failed(detail)
}

/** Connects and logs in, in at most ten seconds, and sends nothing. Fails without a valid sender. */
export const examine = (options: SmtpMailer.Options): Effect.Effect<Check.Finding, SmtpErrors.InvalidSender> =>
  SmtpAccess.inspect(options).pipe(
    Effect.map((report) => success(options, report)),
    Effect.catchTag("SmtpFailure", (error) => Effect.succeed(failure(options.server, error)))
  )
