/** What the text of each kind of setting must look like, and what it means. */
import { isIP } from "node:net"
import { domainToASCII } from "node:url"
import * as Email from "@latchkey/domain/core/Email"
import * as IdentityProvider from "@latchkey/domain/instance/IdentityProvider"
import { isTrustworthy } from "@latchkey/http/core/SecureUrl"
import * as SettingRules from "@latchkey/http/core/SettingRules"
import { SchemaName } from "@latchkey/postgres/PostgresSchema"
import * as SesReports from "@latchkey/ses/SesReports"
import * as SmtpUrl from "@latchkey/smtp/SmtpUrl"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as ConnectionUrl from "./ConnectionUrl.ts"

/** Parses the text of a setting. `expected` and `example` are for error messages. */
export type SettingCodec<A> = SettingRules.SettingRule<A>

const textThat = (isValid: (text: string) => boolean, expected: string, example: string): SettingCodec<string> => ({
  expected,
  example,
  parse: Option.liftPredicate(isValid)
})

const secret = (codec: SettingCodec<string>): SettingCodec<Redacted.Redacted> => ({
  ...codec,
  parse: (text) => Option.map(codec.parse(text), Redacted.make)
})

/** A whole number of at most nine digits, from `minimum` to `maximum`. */
export const wholeNumber = (minimum: number, maximum: number, example: number): SettingCodec<number> => ({
  expected: `a whole number from ${minimum} to ${maximum}`,
  example: String(example),
  parse: (text) =>
    Option.filter(
      Option.some(/^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN),
      (number) => number >= minimum && number <= maximum
    )
})

/** A number from 0 to 1, such as 0.01. */
export const ratio: SettingCodec<number> = {
  expected: "a number from 0 to 1",
  example: "0.01",
  parse: (text) =>
    Option.filter(Option.some(/^[01](\.[0-9]{1,9})?$/.test(text) ? Number(text) : Number.NaN), (number) => number <= 1)
}

/** One of several words, in upper or lower case. The first is the example. */
export const oneOf = SettingRules.oneOf

/** `true` or `false`. */
export const boolean: SettingCodec<boolean> = {
  expected: "true or false",
  example: "false",
  parse: (text) => Option.map(oneOf("true", "false").parse(text), (word) => word === "true")
}

/** Several values, separated by commas. */
export const listOf = <A>(codec: SettingCodec<A>, example: string): SettingCodec<ReadonlyArray<A>> => ({
  expected: `a comma-separated list, each ${codec.expected}`,
  example,
  parse: (text) => Option.all(text.split(",").map((entry) => codec.parse(entry.trim())))
})

const parseUrl = Option.liftThrowable((text: string) => new URL(text))

const isUrl = (text: string, scheme: RegExp): boolean =>
  Option.exists(parseUrl(text), ({ protocol }) => scheme.test(protocol))

/** Scheme, host and port, normalized as browsers send them (RFC 6454). */
export const origin = SettingRules.origin

/** An origin that browsers consider trustworthy: https, or on this machine. */
export const publicOrigin = SettingRules.publicOrigin

/** An http or https URL, which may have a path. */
export const httpUrl = textThat((text) => isUrl(text, /^https?:$/), "an http or https URL", "http://localhost:4318")

/** Paths are appended to the URL, and `fetch` takes none with a user. */
const isBase = (text: string): boolean => {
  const { hash, password, search, username } = new URL(text)
  return `${username}${password}${search}${hash}` === ""
}

/** The URL of Pwned Passwords or of a mirror. An attacker on the way could otherwise answer in its place. */
export const pwnedPasswordsUrl = textThat(
  (text) => isTrustworthy(text) && isBase(text),
  "https, or http on this machine, without user, query or fragment: https://api.pwnedpasswords.com or a mirror of it",
  "https://api.pwnedpasswords.com"
)

/** The URL of a PostgreSQL database. It contains a password. */
export const databaseUrl = secret(
  textThat(
    ConnectionUrl.isUrl,
    "the URL of a PostgreSQL database, version 15 or newer",
    "postgresql://latchkey:password@localhost:5432/latchkey"
  )
)

/** The name of a PostgreSQL schema. */
export const schemaName: SettingCodec<SchemaName> = {
  expected: "1 to 63 lower-case letters, digits and underscores, starting with a letter but not with pg_",
  example: "latchkey",
  parse: Schema.decodeOption(SchemaName)
}

/** Where to listen. */
export const listenHost = textThat(
  (text) => isIP(text) !== 0 || SettingRules.isHostName(text),
  "an IP address of this machine, or a host name",
  "0.0.0.0"
)

/** A domain that browsers may set a cookie for. */
export const cookieDomain = SettingRules.cookieDomain("BASE_URL")

/** A host with its port, such as `keycloak.internal:8443`, in lower case. IPv6 is in brackets. */
export const hostWithPort = textThat(
  (text) => /^([a-z0-9.-]+|\[[0-9a-f:.]+\]):[1-9][0-9]{0,4}$/.test(text),
  "a host and its port",
  "keycloak.internal:8443"
)

/** The issuer of an OpenID provider. An attacker on the way could otherwise answer in its place. */
export const issuer = textThat(
  (text) => Schema.is(IdentityProvider.Issuer)(text) && isTrustworthy(text),
  "the issuer of an OpenID provider: https, or http on this machine, without a query",
  "https://login.example.com"
)

/** The id of a client at an OpenID provider. */
export const clientId = textThat(
  (text) => /^[!-~]{1,255}$/.test(text),
  "1 to 255 characters without spaces",
  "latchkey"
)

/** The secret of a client at an OpenID provider. */
export const clientSecret = secret(
  textThat((text) => /^[!-~]{1,1000}$/.test(text), "at most 1,000 characters without spaces", "s3cret")
)

/** The name of an identity provider, on its button. */
export const providerName = textThat(
  (text) => /^[^\p{Cc}\p{Surrogate}]{1,50}$/u.test(text),
  "1 to 50 characters, and no control characters",
  "Acme"
)

/** A range of IP addresses, such as `10.0.0.0/8`. */
export const cidr = SettingRules.cidr

/** An email address, with or without a display name. */
export const sender: SettingCodec<string> = {
  expected: "an email address, alone or with a name before it",
  example: '"Example <no-reply@example.com>"',
  parse: (text) => {
    const [, name = "", address = text] = /^([^<>\p{Cc}]*?)\s*<([^<>]+)>$/u.exec(text) ?? []
    return Option.map(Email.parse(address, domainToASCII), (email) => (name === "" ? email : `${name} <${email}>`))
  }
}

/** The access key of Amazon SES. */
export const providerKey = secret(
  textThat(
    (text) => /^[^:\s]+:\S+$/.test(text),
    "the access key id and the secret access key of Amazon SES, separated by a colon",
    "accessKeyId:secretAccessKey"
  )
)

/** The ARN of a topic of Amazon SNS. */
export const topicArn: SettingCodec<string> = textThat(
  SesReports.isTopicArn,
  "the ARN of a standard topic of Amazon SNS",
  "arn:aws:sns:eu-central-1:123456789012:latchkey-emails"
)

/** The URL of a mail server, with the login in it. */
export const smtpUrl: SettingCodec<SmtpUrl.SmtpUrl> = {
  expected:
    "smtps:// for TLS from the start or smtp:// for STARTTLS, then user:password@, percent-encoded, host and port; " +
    "?tls=none allows plain text, without a password, and there is no other parameter than tls",
  example: "smtps://user:password@smtp.example.com:465",
  parse: (text) => SmtpUrl.parse(Redacted.make(text))
}

/** A secret that is long enough to be random. */
export const secretKey = secret(
  textThat((text) => /^[!-~]{32,}$/.test(text), "a random key of at least 32 characters", "$(openssl rand -hex 32)")
)

/** A bearer token that is long enough to be random. */
export const adminKey = secret(SettingRules.adminKey)

// RFC 9110: section 5.6.2 for the name; section 5.5 for the value, visible characters only.
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const headerValue = /^[!-~]([ -~]*[!-~])?$/

const decode = Option.liftThrowable(decodeURIComponent)

const parseHeader = (entry: string): Option.Option<readonly [string, string]> => {
  const [name = "", ...rest] = entry.split("=")
  return decode(rest.join("=").trim()).pipe(
    Option.filter((value) => headerName.test(name.trim()) && headerValue.test(value)),
    Option.map((value) => [name.trim(), value] as const)
  )
}

/** Headers in OpenTelemetry's format: `name=value`, percent-encoded, separated by commas. */
export const otlpHeaders: SettingCodec<Redacted.Redacted<Readonly<Record<string, string>>>> = {
  expected: "a comma-separated list, each name=value, percent-encoded",
  example: "authorization=Bearer%20token",
  parse: (text) =>
    Option.map(Option.all(text.split(",").map(parseHeader)), (headers) => Redacted.make(Object.fromEntries(headers)))
}
