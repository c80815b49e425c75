/** The URL of a mail server: `smtps://` for TLS from the start (RFC 8314), `smtp://` for STARTTLS (RFC 3207). */
import { isIPv4 } from "node:net"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/** A user and a password. Some providers use an API key as both, so both are `Redacted`. */
export interface SmtpCredentials {
  readonly user: Redacted.Redacted
  readonly password: Redacted.Redacted
}

/**
 * A mail server.
 *
 * - `host`: a name in IDNA ASCII, or an IP address; IPv6 without brackets.
 * - `encryption`: `tls` from the start, `starttls` required, or `none`.
 * - `credentials`: none if the server requires no login. Never present without encryption, except on this machine.
 */
export interface SmtpUrl {
  readonly host: string
  readonly port: number
  readonly encryption: "tls" | "starttls" | "none"
  readonly credentials: Option.Option<SmtpCredentials>
}

const parseUrl = Option.liftThrowable((text: string) => new URL(text))

// Only URLs of the web have a parser for hosts that knows IDNA and normalizes IP addresses.
const parseHost = (host: string): Option.Option<string> =>
  Option.map(parseUrl(`https://${host}`), ({ hostname }) => hostname.replace(/^\[|\]$/g, ""))

/** Returns `true` for `localhost` and for IP addresses that never leave this machine. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."))

const decode = Option.liftThrowable(decodeURIComponent)

// A NUL separates user and password in AUTH PLAIN (RFC 4616).
const isText = (text: string): boolean => /^\P{Cc}+$/u.test(text)

const parseCredentials = ({ password, username }: URL): Option.Option<Option.Option<SmtpCredentials>> => {
  if (username === "" && password === "") return Option.some(Option.none())
  const parts = Option.all({ user: decode(username), password: decode(password) })
  return Option.filter(parts, (parts) => isText(parts.user) && isText(parts.password)).pipe(
    Option.map((parts) => Option.some({ user: Redacted.make(parts.user), password: Redacted.make(parts.password) }))
  )
}

const encryptionOf = ({ protocol, search }: URL, isLocal: boolean): Option.Option<SmtpUrl["encryption"]> => {
  if (protocol === "smtps:") return search === "" ? Option.some("tls") : Option.none()
  if (search === "") return Option.some(isLocal ? "none" : "starttls")
  if (search === "?tls=required") return Option.some("starttls")
  return search === "?tls=none" ? Option.some("none") : Option.none()
}

const portOf = ({ port, protocol }: URL): number => {
  const byScheme = protocol === "smtps:" ? 465 : 587
  return port === "" ? byScheme : Number(port)
}

/**
 * Parses `smtps://user:password@host:465` or `smtp://user:password@host:587`, with a percent-encoded user and password.
 * The ports above are the defaults. With `smtp://`, STARTTLS is required, except on this machine; `?tls=none` allows
 * plain text elsewhere too, and `?tls=required` requires STARTTLS on this machine too. Returns `None` for anything
 * else: other parameters, a path, a user without a password, or a password that would be sent in plain text to another
 * machine.
 */
export const parse = (text: Redacted.Redacted): Option.Option<SmtpUrl> =>
  Option.gen(function* () {
    const url = yield* Option.filter(
      parseUrl(Redacted.value(text)),
      ({ hash, pathname, protocol }) => /^smtps?:$/.test(protocol) && /^\/?$/.test(pathname) && hash === ""
    )
    const host = yield* Option.filter(parseHost(url.host), () => url.hostname !== "")
    const encryption = yield* encryptionOf(url, isLoopback(host))
    const credentials = yield* parseCredentials(url)
    const isExposed = encryption === "none" && Option.isSome(credentials) && !isLoopback(host)
    const server: SmtpUrl = { host, port: portOf(url), encryption, credentials }
    return yield* isExposed || server.port === 0 ? Option.none() : Option.some(server)
  })
