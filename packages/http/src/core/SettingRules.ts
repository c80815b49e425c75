/**
 * What the settings of the HTTP adapter must look like, for the library and for commands that read them from elsewhere:
 * both report the same text.
 */
import { Origin } from "@latchkey/domain/instance/Instance"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { isRange } from "./IpAddress.ts"
import { isAllowedBeside, isTrustworthy } from "./SecureUrl.ts"

/** Parses the text of a setting into its normalized value. `expected` and `example` are for error messages. */
export interface SettingRule<A> {
  readonly expected: string
  readonly example: string
  readonly parse: (text: string) => Option.Option<A>
}

/**
 * A rule for a setting beside another one. `problem` completes the sentence "NAME …", given the name of the other one.
 */
export interface PairRule<A, B> {
  readonly isValid: (value: A, other: B) => boolean
  readonly problem: (other: string) => string
}

/** One wrong or missing setting. `message` completes the sentence "NAME …". */
export interface SettingError {
  readonly name: string
  readonly message: string
}

const parseUrl = Option.liftThrowable((text: string) => new URL(text))

const isOrigin = (url: URL) =>
  /^https?:$/.test(url.protocol) &&
  `${url.username}${url.password}${url.search}${url.hash}` === "" &&
  url.pathname === "/"

const isAppOrigin = Schema.is(Origin)

/** Scheme, host and port, normalized as browsers send them (RFC 6454). An app has its own scheme. */
export const origin: SettingRule<string> = {
  expected: "an origin without a path, of http, https or the scheme of an app",
  example: "https://app.example.com",
  parse: (text) =>
    Option.orElse(
      Option.map(Option.filter(parseUrl(text), isOrigin), (url) => url.origin),
      () => Option.liftPredicate(text, isAppOrigin)
    )
}

/** An origin that browsers consider trustworthy: https, or on this machine. */
export const publicOrigin: SettingRule<string> = {
  expected: "the public origin without a path; https, unless the host is localhost",
  example: "https://auth.example.com",
  parse: (text) => Option.filter(origin.parse(text), isTrustworthy)
}

const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i

/** Returns `true` if a text is a host name (RFC 1123, 2.1). */
export const isHostName = (text: string): boolean => hostName.test(text)

const ipv4 = /^\d+(\.\d+){3}$/

/**
 * Makes the rule for a domain that browsers may set a cookie for (RFC 6265, 4.1.2.3). `baseUrl` is the name of that
 * setting.
 */
export const cookieDomain = (baseUrl: string): SettingRule<string> => ({
  expected: `the domain of ${baseUrl}, or a parent domain with at least two labels`,
  example: "example.com",
  parse: (text) =>
    Option.some(text.replace(/^\./, "").toLowerCase()).pipe(
      Option.filter((domain) => isHostName(domain) && domain.includes(".") && !ipv4.test(domain))
    )
})

/** A range of IP addresses, such as `10.0.0.0/8` (RFC 4632). */
export const cidr: SettingRule<string> = {
  expected: "a CIDR range",
  example: "10.0.0.0/8",
  parse: Option.liftPredicate(isRange)
}

/** A bearer token (RFC 6750, 2.1) that is long enough to be random. */
export const adminKey: SettingRule<string> = {
  expected: "a random key of at least 32 letters, digits and - . _ ~ + / =",
  example: "$(openssl rand -hex 32)",
  parse: Option.liftPredicate((text: string) => /^[A-Za-z0-9._~+/-]{32,}=*$/.test(text))
}

/** One of several words, in upper or lower case. The first is the example. */
export const oneOf = <const A extends string>(...values: readonly [A, ...ReadonlyArray<A>]): SettingRule<A> => ({
  expected: `one of ${values.join(", ")}`,
  example: values[0],
  parse: (text) => Option.fromNullable(values.find((value) => value === text.toLowerCase()))
})

/** The values of `SameSite`. */
export const cookieSameSite = oneOf("lax", "strict", "none")

/** The prefixes of cookie names. */
export const cookiePrefix = oneOf("host", "none")

/** The path below which routes are mounted: none, or segments that a router takes literally. */
export const pathPrefix: SettingRule<string> = {
  expected: "a path that starts with / and does not end with it, of letters, digits and - . _ ~; or nothing",
  example: "/auth",
  parse: Option.liftPredicate((text: string) => /^(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$/.test(text))
}

const isInDomain = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)

/** Browsers ignore a cookie for a domain that the host does not belong to. */
export const domainOfHost: PairRule<Option.Option<string>, string> = {
  isValid: (domain, baseUrl) =>
    Option.match(domain, { onNone: () => true, onSome: (name) => isInDomain(new URL(baseUrl).hostname, name) }),
  problem: (baseUrl) => `does not match the host of ${baseUrl}`
}

/** Browsers ignore a cookie with `SameSite=None` but without `Secure`. */
export const sameSiteOverHttps: PairRule<string, string> = {
  isValid: (sameSite, baseUrl) => sameSite !== "none" || baseUrl.startsWith("https:"),
  problem: (baseUrl) => `can only be none if ${baseUrl} is https`
}

/** Browsers accept a cookie with the prefix over https only (RFC 6265bis, 4.1.3.2). */
export const prefixOverHttps: PairRule<string, string> = {
  isValid: (prefix, baseUrl) => prefix === "none" || baseUrl.startsWith("https:"),
  problem: (baseUrl) => `can only be host if ${baseUrl} is https`
}

/** Browsers accept a cookie with the prefix only without a domain (RFC 6265bis, 4.1.3.2). */
export const prefixWithoutDomain: PairRule<string, boolean> = {
  isValid: (prefix, hasDomain) => prefix === "none" || !hasDomain,
  problem: (domain) => `cannot be host if ${domain} is set: those cookies belong to one host`
}

/** The rule for the origins of instances, too: see `rejectPlainHttp`. */
export const originsBeside: PairRule<ReadonlyArray<string>, string> = {
  isValid: (origins, baseUrl) => origins.every((origin) => isAllowedBeside(baseUrl, origin)),
  problem: (baseUrl) => `contains an http origin, but ${baseUrl} is https`
}

/** Whether every port of the host of the base URL is allowed. */
export const localOrigins = { ...oneOf("true", "false"), expected: "true or false; true only on localhost" }

/** Every port of a host is a page of its owner only on the machine of a developer. */
export const localOriginsBeside: PairRule<boolean, string> = {
  isValid: (localOrigins, baseUrl) => !localOrigins || isTrustworthy(baseUrl.replace(/^https:/, "http:")),
  problem: (baseUrl) => `can only be true if the host of ${baseUrl} is localhost`
}

/**
 * Returns the `message` of an error. `example` is the whole assignment, such as `BASE_URL=https://auth.example.com`.
 */
export const message = (problem: string, expected: string, example: string): string =>
  `${problem}.\nExpected: ${expected}\nExample:  ${example}`

/** Returns the text that reports all errors at once. */
export const report = (errors: ReadonlyArray<SettingError>): string => {
  const count = errors.length === 1 ? "One setting needs" : `${errors.length} settings need`
  const paragraphs = errors.map(({ message, name }) => `  ${name} ${message.replaceAll("\n", "\n    ")}`)
  return [`${count} attention:`, "", ...paragraphs].join("\n")
}
