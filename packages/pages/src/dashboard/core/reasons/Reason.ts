/**
 * Why fields are invalid, in the languages of the dashboard. The API says it in English, in sentences without a
 * subject, such as "must be at most 100 characters".
 */
import type { BuiltIn } from "@latchkey/domain/language/BuiltIn"
import * as Brand from "effect/Brand"
import { reasons as ar } from "./ar.ts"
import { reasons as de } from "./de.ts"
import { reasons as es } from "./es.ts"
import { reasons as fr } from "./fr.ts"
import { reasons as ja } from "./ja.ts"
import { reasons as ptBr } from "./pt-BR.ts"

/** The reasons that forms of the dashboard can lead to. `#` stands for a number. */
export const all = [
  "is required",
  "has the wrong type",
  "must be # to # characters, and no control characters",
  "must be # to # characters, no control characters, and no space at its ends",
  "must be # to # characters without control characters",
  "must be # to # visible ASCII characters, without quotation marks and backslashes",
  "must be # to # visible ASCII characters",
  "must not be a claim that Latchkey sets, or that a standard defines",
  "must be # to # characters without spaces",
  "must be # to # lower-case letters, digits and hyphens, starting with a letter",
  "must be # upper-case letters and digits",
  "must be a whole number from # to #",
  "must be a whole number of seconds from # to #",
  "must be a whole number of hours from # to #",
  "must be a whole number of days from # to #",
  "must be a number",
  "must be at most # characters",
  "must be at most # hosts",
  "must be at most # origins",
  "must be at most # domains",
  "must be at most # values",
  "must be at most # fields",
  "must be at most # providers",
  "must be at most # scopes",
  "must be at most # audiences",
  "must be at most # claims",
  "must be at most # app links",
  "must be at most # client ids",
  "must be a host name without scheme, port or final dot, in lower case",
  "must be an origin such as https://app.example.com",
  "must be an absolute http or https URL",
  "must be a domain such as example.com, in lower-case ASCII",
  "must be a color such as #1f5eff",
  "must be an https URL",
  "must be an https URL, or a URL of a scheme such as com.example.app, without a query",
  "must be an https URL, or a mailto URL such as mailto:help@example.com",
  "must be a URL without a query",
  "must be a URL with https. Only localhost may use http",
  "must be https, as the service is. Only localhost may use http",
  "is not a valid URL, or part of one",
  "must be a scope such as email",
  "must be a text without line breaks, as the provider shows it",
  "must be the private key from Apple: the whole .p# file, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----",
  "is required: what the button says",
  "is required: the URL that the provider names as issuer, such as https://id.example.com",
  "is required: the secret of the client, or null if only native apps sign in with the provider",
  "is required: teamId and keyId, as Apple shows them beside the key",
  "must have teamId and keyId",
  "belongs to providers of the kind apple only",
  "must have different ids",
  "must have different issuers",
  "belongs to another instance",
  "belongs to another provider of the instance: change that one",
  "belongs to another provider of the instance: choose another one",
  "cannot be changed, because identities of users belong to it: add another provider",
  "must stay: the instance has no other way to sign in. Turn on another one first",
  "requires a server key: set SECRET_KEY and restart the service",
  "requires an email provider, because a link verifies the address",
  "requires magic links and an email provider, because a link verifies the address",
  "can be turned off only while users can sign in with magic links, which need an email provider, or with an identity provider",
  "can be at most #: delete one first",
  "must be the host of the instance, or a domain that contains it",
  "is not an email address",
  "must be an https URL of a public address, unless the settings of the server list its host",
  "must be an https or http URL with its host in lower case, without a user, a password and a fragment",
  "must be null for all events, or a list of one type or more, each once",
  "must have each type once",
  "must not name a domain twice",
  "must not name a scope twice",
  "must not name an audience twice",
  "must not name an app link twice",
  "must not name a claim twice",
  "must not name a field twice",
  "must begin with a letter, and have at most # letters, digits and underscores",
  "must have tags of languages as its names, such as de or pt-BR",
  "must have a value",
  "must not have a value twice",
  "must not begin or end with a space",
  "must not have both values to choose from and lengths",
  "must have bounds between which there is a value",
  "must be a text: this is the name of the user",
  "must be a language tag such as de or pt-BR",
  "is defined in the code of the app: change it there, and start the app again",
  "is disabled: enable the operator first",
  "gets no invitation, because no email provider is configured",
  "gets no test email, because no email provider is configured"
] as const

/** What a reason is in a language. */
export type Reasons = Readonly<Record<(typeof all)[number], string>>

/** A reason in the language of its reader. Only `DashboardLanguage.reason` makes it, so that no text gets another. */
export type Reason = string & Brand.Brand<"Reason">

const reasonOf = Brand.nominal<Reason>()

const isKnown = (text: string): text is keyof Reasons => (all as ReadonlyArray<string>).includes(text)

const number = /[0-9]+(,[0-9]{3})*/g

const translate = (reasons: Reasons, reason: string): string => {
  // Some have digits that are no number, as in a color.
  if (isKnown(reason)) return reasons[reason]
  const template = reason.replace(number, "#")
  const numbers = [...reason.matchAll(number)].map(([found]) => found.replaceAll(",", ""))
  return isKnown(template) ? reasons[template].replaceAll("#", () => numbers.shift() ?? "") : reason
}

const tables: Readonly<Record<Exclude<BuiltIn, "en">, Reasons>> = { de, fr, es, "pt-BR": ptBr, ja, ar }

/** Returns a reason in a language, and an unknown one as it is. */
export const inLanguage = (language: BuiltIn, reason: string): Reason =>
  reasonOf(language === "en" ? reason : translate(tables[language], reason))
