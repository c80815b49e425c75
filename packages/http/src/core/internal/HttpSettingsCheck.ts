/** Checks the settings of the HTTP adapter with the rules that commands have, too. */
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { HttpOptions } from "../HttpSettings.ts"
import * as SettingRules from "../SettingRules.ts"

type Rule = SettingRules.SettingRule<string>
type Errors = ReadonlyArray<SettingRules.SettingError>

/** Each setting as programs without the types of TypeScript may pass it. */
type Unchecked = { readonly [Name in keyof HttpOptions]: unknown }

const error = (name: keyof HttpOptions, problem: string, { expected }: Rule, example: string) => ({
  name,
  message: SettingRules.message(problem, expected, `${name}: ${example}`)
})

/** Returns a value as code, without the user name and the password that a URL may contain. */
const show = (value: unknown): string => {
  const text = typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? "undefined")
  return text.replaceAll(/[^"]*@/g, "…@")
}

/** Returns `true` for a text that a rule accepts and leaves as it is. */
const isNormal = (value: unknown, rule: Rule): value is string =>
  typeof value === "string" && Option.contains(rule.parse(value), value)

const inQuotes = (text: string) => `"${text}"`
const asList = (text: string) => `["${text}"]`
const asOption = (text: string) => `Option.some("${text}")`

/** Returns the normalized text if that is all that is wrong, or the example of the rule. */
const exampleFor = (value: unknown, rule: Rule): string =>
  Option.getOrElse(typeof value === "string" ? rule.parse(value) : Option.none(), () => rule.example)

const checkText = (name: keyof HttpOptions, value: unknown, rule: Rule): Errors =>
  isNormal(value, rule) ? [] : [error(name, `${show(value)} is not valid`, rule, inQuotes(exampleFor(value, rule)))]

/** Suggests `prefix` for the path of a URL. */
const exampleOfBaseUrl = (value: unknown): string => {
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : undefined
  const path = url?.pathname.replace(/\/+$/, "") ?? ""
  const isPrefix = path !== "" && isNormal(path, SettingRules.pathPrefix)
  return url !== undefined && isPrefix && isNormal(url.origin, SettingRules.publicOrigin)
    ? `"${url.origin}", prefix: "${path}"`
    : inQuotes(exampleFor(value, SettingRules.publicOrigin))
}

const checkBaseUrl = (value: unknown): Errors =>
  isNormal(value, SettingRules.publicOrigin)
    ? []
    : [error("baseUrl", `${show(value)} is not valid`, SettingRules.publicOrigin, exampleOfBaseUrl(value))]

const checkList = (name: keyof HttpOptions, values: unknown, rule: Rule): Errors => {
  const each = { ...rule, expected: `a list, each ${rule.expected}` }
  if (!Array.isArray(values)) return [error(name, `${show(values)} is not valid`, each, asList(rule.example))]
  const wrong = values.filter((value) => !isNormal(value, rule))
  const example = asList(exampleFor(wrong[0], rule))
  return wrong.length === 0 ? [] : [error(name, `contains ${wrong.map(show).join(", ")}`, each, example)]
}

const checkDomain = (value: unknown): Errors => {
  const rule = SettingRules.cookieDomain("baseUrl")
  const text = Option.isOption(value) ? Option.getOrElse(value, () => undefined) : value
  if (Option.isOption(value) && (Option.isNone(value) || isNormal(text, rule))) return []
  return [error("cookieDomain", `${show(text)} is not valid`, rule, asOption(exampleFor(text, rule)))]
}

const checkLocalOrigins = (value: unknown): Errors =>
  typeof value === "boolean"
    ? []
    : [error("localOrigins", `${show(value)} is not valid`, SettingRules.localOrigins, "true")]

const isSome = (value: unknown): boolean => Option.isOption(value) && Option.isSome(value)

const isKey = (value: unknown): boolean =>
  Redacted.isRedacted(value) && isNormal(Redacted.value(value), SettingRules.adminKey)

const keyExample = "Option.some(Redacted.make(key)), with a key from `openssl rand -hex 32`"

const checkKey = (name: "adminApiKey" | "adminApiKeyPrevious", value: unknown): Errors => {
  if (Option.isOption(value) && (Option.isNone(value) || isKey(value.value))) return []
  return [error(name, "is not valid", SettingRules.adminKey, keyExample)]
}

/** A previous key without a current one would keep working for good. */
const checkPreviousKey = ({ adminApiKey, adminApiKeyPrevious }: Unchecked): Errors =>
  isSome(adminApiKeyPrevious) && !isSome(adminApiKey)
    ? [error("adminApiKey", "is missing, but adminApiKeyPrevious is set", SettingRules.adminKey, keyExample)]
    : []

interface Pair<A, B> {
  readonly name: keyof HttpOptions
  readonly value: A
  readonly besideName: keyof HttpOptions
  readonly beside: B
  readonly pair: SettingRules.PairRule<A, B>
  readonly rule: Rule
  readonly example: string
}

/** Returns the error of a setting that contradicts another one. A wrong setting has its error already. */
const contradictions = (settings: HttpOptions, errors: Errors): Errors => {
  const isWrong = (name: keyof HttpOptions) => errors.some((error) => error.name === name)
  const check = <A, B>({ beside, besideName, example, name, pair, rule, value }: Pair<A, B>): Errors =>
    isWrong(name) || isWrong(besideName) || pair.isValid(value, beside)
      ? []
      : [error(name, pair.problem(besideName), rule, example)]

  const ofUrl = { besideName: "baseUrl", beside: settings.baseUrl } as const
  const cookieDomain = {
    name: "cookieDomain",
    value: settings.cookieDomain,
    rule: SettingRules.cookieDomain("baseUrl"),
    example: asOption("example.com")
  } as const
  const sameSite = {
    name: "cookieSameSite",
    value: settings.cookieSameSite,
    rule: SettingRules.cookieSameSite,
    example: inQuotes("lax")
  } as const
  const cookiePrefix = {
    name: "cookiePrefix",
    value: settings.cookiePrefix,
    rule: SettingRules.cookiePrefix,
    example: inQuotes("none")
  } as const
  const origins = {
    name: "allowedOrigins",
    value: settings.allowedOrigins,
    rule: { ...SettingRules.origin, expected: "a list, each an https origin; http only if the host is localhost" },
    example: asList(SettingRules.origin.example)
  } as const
  const localOrigins = {
    name: "localOrigins",
    value: settings.localOrigins,
    rule: SettingRules.localOrigins,
    example: "false"
  } as const
  const hasDomain = { besideName: "cookieDomain", beside: isSome(settings.cookieDomain) } as const
  return [
    ...check({ ...origins, ...ofUrl, pair: SettingRules.originsBeside }),
    ...check({ ...localOrigins, ...ofUrl, pair: SettingRules.localOriginsBeside }),
    ...check({ ...cookieDomain, ...ofUrl, pair: SettingRules.domainOfHost }),
    ...check({ ...sameSite, ...ofUrl, pair: SettingRules.sameSiteOverHttps }),
    ...check({ ...cookiePrefix, ...ofUrl, pair: SettingRules.prefixOverHttps }),
    ...check({ ...cookiePrefix, ...hasDomain, pair: SettingRules.prefixWithoutDomain })
  ]
}

/** Returns everything that is wrong. */
export const errorsOf = (settings: HttpOptions): Errors => {
  const unchecked: Unchecked = settings
  const errors = [
    ...checkBaseUrl(unchecked.baseUrl),
    ...checkText("prefix", unchecked.prefix, SettingRules.pathPrefix),
    ...checkList("allowedOrigins", unchecked.allowedOrigins, SettingRules.origin),
    ...checkLocalOrigins(unchecked.localOrigins),
    ...checkList("trustedProxies", unchecked.trustedProxies, SettingRules.cidr),
    ...checkDomain(unchecked.cookieDomain),
    ...checkText("cookieSameSite", unchecked.cookieSameSite, SettingRules.cookieSameSite),
    ...checkText("cookiePrefix", unchecked.cookiePrefix, SettingRules.cookiePrefix),
    ...checkKey("adminApiKey", unchecked.adminApiKey),
    ...checkKey("adminApiKeyPrevious", unchecked.adminApiKeyPrevious),
    ...checkPreviousKey(unchecked)
  ]
  return [...errors, ...contradictions(settings, errors)]
}
