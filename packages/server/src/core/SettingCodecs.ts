/**
 * The kinds of values that settings have.
 *
 * @since 0.1.0
 */
import { isIP } from "node:net"
import * as Email from "@latchkey/domain/core/Email"
import { isRange } from "@latchkey/http/core/IpAddress"
import { SchemaName } from "@latchkey/postgres/PostgresSchema"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { Kind } from "./SettingReader.ts"

/** A whole number from `minimum` to `maximum`, both included, of at most nine digits. @since 0.1.0 */
export const wholeNumber = (minimum: number, maximum: number, example: number): Kind<number> => ({
  expected: `a whole number from ${minimum} to ${maximum}`,
  example: String(example),
  parse: (text) =>
    Option.filter(
      Option.some(/^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN),
      (number) => number >= minimum && number <= maximum
    )
})

/** One of some words, in upper or lower case. The first is the example. @since 0.1.0 */
export const oneOf = <const A extends string>(...values: readonly [A, ...ReadonlyArray<A>]): Kind<A> => ({
  expected: `one of ${values.join(", ")}`,
  example: values[0],
  parse: (text) => Option.fromNullable(values.find((value) => value === text.toLowerCase()))
})

/** `true` or `false`. @since 0.1.0 */
export const yesOrNo: Kind<boolean> = {
  expected: "true or false",
  example: "false",
  parse: (text) => Option.map(oneOf("true", "false").parse(text), (word) => word === "true")
}

/** Several values, with commas between them. @since 0.1.0 */
export const listOf = <A>(kind: Kind<A>, example: string): Kind<ReadonlyArray<A>> => ({
  expected: `a list with commas, each ${kind.expected}`,
  example,
  parse: (text) => Option.all(text.split(",").map((entry) => kind.parse(entry.trim())))
})

/** A value that is shown nowhere. @since 0.1.0 */
export const secret = (kind: Kind<string>): Kind<Redacted.Redacted> => ({
  ...kind,
  parse: (text) => Option.map(kind.parse(text), Redacted.make)
})

const parseUrl = (text: string): Option.Option<URL> => (URL.canParse(text) ? Option.some(new URL(text)) : Option.none())

const isBare = (url: URL) => `${url.username}${url.password}${url.search}${url.hash}` === "" && url.pathname === "/"

/** Scheme, host and port, in the spelling that browsers use (RFC 6454). @since 0.1.0 */
export const origin: Kind<string> = {
  expected: "an http or https origin without a path",
  example: "https://app.example.com",
  parse: (text) =>
    parseUrl(text).pipe(
      Option.filter((url) => /^https?:$/.test(url.protocol) && isBare(url)),
      Option.map((url) => url.origin)
    )
}

const isLoopback = (hostname: string): boolean => /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/.test(hostname)

/** An origin that browsers treat as trustworthy: https, or on this machine. @since 0.1.0 */
export const publicOrigin: Kind<string> = {
  expected: "the public origin without a path; https, unless the host is localhost",
  example: "https://auth.example.com",
  parse: (text) =>
    Option.filter(origin.parse(text), (url) => url.startsWith("https:") || isLoopback(new URL(url).hostname))
}

/** An http or https URL, with a path if need be. @since 0.1.0 */
export const httpUrl: Kind<string> = {
  expected: "an http or https URL",
  example: "http://localhost:4318",
  parse: (text) =>
    Option.as(
      Option.filter(parseUrl(text), (url) => /^https?:$/.test(url.protocol)),
      text
    )
}

/** The URL of a PostgreSQL database. It holds a password, so it is shown nowhere. @since 0.1.0 */
export const databaseUrl: Kind<Redacted.Redacted> = secret({
  expected: "the URL of a PostgreSQL database, version 15 or newer",
  example: "postgresql://latchkey:password@localhost:5432/latchkey",
  parse: (text) =>
    Option.as(
      Option.filter(parseUrl(text), (url) => /^postgres(ql)?:$/.test(url.protocol)),
      text
    )
})

/** The name of a PostgreSQL schema. @since 0.1.0 */
export const schemaName: Kind<SchemaName> = {
  expected: "1 to 63 lower-case letters, digits and underscores, starting with a letter but not with pg_",
  example: "latchkey",
  parse: Schema.decodeOption(SchemaName)
}

const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i

/** Where to listen. @since 0.1.0 */
export const listenHost: Kind<string> = {
  expected: "an IP address of this machine, or a host name",
  example: "0.0.0.0",
  parse: (text) => Option.filter(Option.some(text), (host) => isIP(host) !== 0 || hostName.test(host))
}

/** A domain that browsers may set a cookie for (RFC 6265 section 4.1.2.3). @since 0.1.0 */
export const cookieDomain: Kind<string> = {
  expected: "the domain of BASE_URL, or one above it with at least two labels",
  example: "example.com",
  parse: (text) =>
    Option.some(text.replace(/^\./, "").toLowerCase()).pipe(
      Option.filter((domain) => hostName.test(domain) && domain.includes(".") && isIP(domain) === 0)
    )
}

/** A range of addresses, such as `10.0.0.0/8` (RFC 4632). @since 0.1.0 */
export const cidr: Kind<string> = {
  expected: "a CIDR range",
  example: "10.0.0.0/8",
  parse: (text) => Option.filter(Option.some(text), isRange)
}

/** An address, alone or with a name before it. @since 0.1.0 */
export const sender: Kind<string> = {
  expected: "an email address, alone or with a name before it",
  example: '"Example <no-reply@example.com>"',
  parse: (text) => {
    const [, name = "", address = text] = /^([^<>\p{Cc}]*?)\s*<([^<>]+)>$/u.exec(text) ?? []
    return Option.map(Email.parse(address), (email) => (name === "" ? email : `${name} <${email}>`))
  }
}

/** The access key of Amazon SES. It is shown nowhere. @since 0.1.0 */
export const providerKey: Kind<Redacted.Redacted> = secret({
  expected: "the access key id and the secret access key of Amazon SES, with a colon between them",
  example: "accessKeyId:secretAccessKey",
  parse: (text) => Option.filter(Option.some(text), (key) => /^[^:\s]+:\S+$/.test(key))
})

/** A bearer token (RFC 6750 section 2.1) that cannot be guessed. @since 0.1.0 */
export const adminKey: Kind<Redacted.Redacted> = secret({
  expected: "a random key of at least 32 letters, digits and - . _ ~ + / =",
  example: "$(openssl rand -hex 32)",
  parse: (text) => Option.filter(Option.some(text), (key) => /^[A-Za-z0-9._~+/-]{32,}=*$/.test(key))
})

// RFC 9110 section 5.6.2 for the name, and what of section 5.5 is visible for the value.
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

/** Headers as OpenTelemetry writes them: `name=value`, percent-encoded, with commas between them. @since 0.1.0 */
export const otlpHeaders: Kind<Redacted.Redacted<Readonly<Record<string, string>>>> = {
  expected: "a list with commas, each name=value, percent-encoded",
  example: "authorization=Bearer%20token",
  parse: (text) =>
    Option.map(Option.all(text.split(",").map(parseHeader)), (headers) => Redacted.make(Object.fromEntries(headers)))
}
