/** Classifies failures of SMTP: which are worth another attempt, and which are permanent. */
import { MailerError } from "@latchkey/domain/mail/MailErrors"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/** `from` is not an email address, alone or with a name before it. */
export class InvalidSender extends Schema.TaggedError<InvalidSender>("@latchkey/smtp/InvalidSender")(
  "InvalidSender",
  {}
) {
  override get message() {
    return 'SmtpMailer has no valid sender. Set an email address, such as from: "Example <no-reply@example.com>"'
  }
}

/**
 * What may be logged of a failure. It does not contain the text of the server's reply, which may quote addresses, the
 * email, or the login.
 *
 * - `exception`: the name that Node or nodemailer has for the failure, such as `ECONNREFUSED` or `EENVELOPE`.
 * - `command`: the command that failed, such as `RCPT TO`; none if the connection failed.
 * - `reply`: the code of the server's reply (RFC 5321, 4.2), such as 550.
 * - `status`: its enhanced status code (RFC 3463), such as `5.1.1`.
 */
export class SmtpFailure extends Schema.TaggedError<SmtpFailure>("@latchkey/smtp/SmtpFailure")("SmtpFailure", {
  exception: Schema.String,
  command: Schema.Option(Schema.String),
  reply: Schema.Option(Schema.Int),
  status: Schema.Option(Schema.String)
}) {
  override get message() {
    const reply = [...Option.toArray(this.reply), ...Option.toArray(this.status)].join(" ")
    return [this.exception, ...Option.toArray(this.command), ...(reply === "" ? [] : [reply])].join(", ")
  }
}

const read = (from: unknown, field: string): unknown => (Predicate.hasProperty(from, field) ? from[field] : undefined)

const match = (value: unknown, form: RegExp): Option.Option<string> =>
  Option.fromNullable(Predicate.isString(value) ? form.exec(value)?.[0] : undefined)

const errorCode = /^[A-Z][A-Z0-9_]{1,60}$/
const commandName = /^(EHLO|HELO|STARTTLS|AUTH|MAIL FROM|RCPT TO|DATA|RSET)/
// RFC 5321, 4.2, and RFC 2034, 4: the enhanced code follows the reply code.
const replyCodes = /^([2-5][0-9]{2})(?:$|[ -](?:([245]\.[0-9]{1,3}\.[0-9]{1,3})(?![0-9.]))?)/

/** Converts a failure of nodemailer, and keeps only what may be logged. */
export const toFailure = (error: unknown): SmtpFailure => {
  const [, reply, status] = replyCodes.exec(String(read(error, "response"))) ?? []
  return new SmtpFailure({
    // The first is the code of Node, such as ECONNREFUSED, if there is one.
    exception: match(read(error, "originalCode"), errorCode).pipe(
      Option.orElse(() => match(read(error, "code"), errorCode)),
      Option.getOrElse(() => "UnknownError")
    ),
    command: match(read(error, "command"), commandName),
    reply: Option.map(Option.fromNullable(reply), Number),
    status: Option.fromNullable(status)
  })
}

const aboutEmail: ReadonlySet<string> = new Set(["MAIL FROM", "RCPT TO", "DATA"])

/**
 * Replies to the commands above that are about the session: 503 for a wrong order, and the login, which has expired or
 * is missing (RFC 4954, 6).
 */
const aboutSession: ReadonlySet<number> = new Set([503, 530, 534, 535, 538])

/** The same in enhanced codes (RFC 5248): 5.7.8 to 5.7.14. */
const statusAboutSession = /^5\.7\.(8|9|1[0-4])$/

/**
 * A reply is permanent if its code begins with 5 and it is about the email: its sender, its recipient or its content.
 *
 * All other failures are transient: one attempt too many costs a connection, one too few loses an email, and the age of
 * an email limits the attempts. These are transient on purpose:
 *
 * - Codes that begin with 4: greylisting, a full mailbox, a limit.
 * - A rejected login or greeting, and a missing STARTTLS: the email is not the reason, and servers also reject logins
 *   while they cannot verify them. Postfix does the same (`smtp_sasl_auth_soft_bounce`, `smtp_skip_5xx_greeting`).
 * - A code that begins with 5 with an enhanced one that begins with 4: the server contradicts itself.
 * - Timeouts, lost connections, wrong certificates and unreadable replies. If the end of the email was sent, the
 *   decision of the server is unknown.
 */
const isPermanent = ({ command, reply, status }: SmtpFailure): boolean =>
  Option.exists(command, (command) => aboutEmail.has(command)) &&
  Option.exists(reply, (code) => code >= 500 && !aboutSession.has(code)) &&
  !Option.exists(status, (status) => status.startsWith("4") || statusAboutSession.test(status))

/** nodemailer itself refuses an envelope or an email that no server could accept. */
const isRefusedLocally = (error: unknown): boolean =>
  ["EENVELOPE", "EMESSAGE"].includes(String(read(error, "code"))) && read(error, "response") === undefined

/**
 * The enhanced codes of a recipient that does not exist (RFC 3463, 3.2; RFC 7505): no such mailbox, no such domain, a
 * mailbox that has moved, and a domain that accepts no email. Others say nothing about the address for good: `5.2.1` is
 * also a rate limit of Gmail, and `5.7.x` is a policy. A code without an enhanced one does not say what it is about.
 */
const noMailbox = new Set(["5.1.1", "5.1.2", "5.1.6", "5.1.10"])

const isWithoutMailbox = ({ command, status }: SmtpFailure): boolean =>
  Option.contains(command, "RCPT TO") && Option.exists(status, (code) => noMailbox.has(code))

const reasonOf = (failure: SmtpFailure, error: unknown): MailerError["reason"] => {
  if (isRefusedLocally(error)) return "permanent"
  if (!isPermanent(failure)) return "transient"
  return isWithoutMailbox(failure) ? "no_mailbox" : "permanent"
}

/**
 * Classifies a failure of nodemailer, without the email in it: `no_mailbox` if the server says that the recipient does
 * not exist, `permanent` if it will reject the email again for another reason, otherwise `transient`. `detail` is the
 * message of the `SmtpFailure`.
 */
export const toMailerError = (error: unknown): MailerError => {
  const cause = toFailure(error)
  return new MailerError({ reason: reasonOf(cause, error), cause, detail: cause.message })
}

/**
 * What is wrong with the connection to the server.
 *
 * - `login`: the server rejects the user or the password; `noLogin`: it offers no login.
 * - `name`: its certificate is for another name; `expired`: it is not valid at this time; `untrusted`: no trusted
 *   authority has signed it.
 * - `noTls`: the port does not begin with TLS; `noStartTls`: it offers no STARTTLS; `oldTls`: no version of TLS in
 *   common.
 * - `host`: the name has no IP address; `refused`: no program listens; `timeout`: no reply in time.
 * - `temporary`: the server asks to try again later.
 */
export type ConnectionProblem =
  | ("login" | "noLogin" | "name" | "expired" | "untrusted" | "noTls" | "noStartTls" | "oldTls")
  | ("host" | "refused" | "timeout" | "temporary" | "unknown")

const byException: ReadonlyArray<readonly [RegExp, ConnectionProblem]> = [
  [/^LOGIN_NOT_OFFERED$/, "noLogin"],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "name"],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, "expired"],
  [/^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*|CERT_.*)$/, "untrusted"],
  [/^ERR_SSL_.*(PROTOCOL|ALERT_HANDSHAKE_FAILURE).*$/, "oldTls"],
  [/^(ERR_SSL_.*|EPROTO)$/, "noTls"],
  [/^(ENOTFOUND|EAI_.*|EDNS)$/, "host"],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/, "refused"],
  [/^ETIMEDOUT$/, "timeout"]
]

/** Returns what is wrong with the connection, by the name of the failure and the reply. */
export const problemOf = ({ command, exception, reply }: SmtpFailure): ConnectionProblem => {
  if (Option.exists(reply, (code) => code >= 400 && code < 500)) return "temporary"
  if (Option.contains(command, "AUTH") && Option.isSome(reply)) return "login"
  if (Option.contains(command, "STARTTLS") && Option.isSome(reply)) return "noStartTls"
  return byException.find(([form]) => form.test(exception))?.[1] ?? "unknown"
}
