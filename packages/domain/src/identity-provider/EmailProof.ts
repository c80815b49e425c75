/** What the email address is worth that an identity provider has named. */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Email } from "../core/Email.ts"
import type { EmailTrust, IdentityProvider } from "../instance/IdentityProvider.ts"
import type { ProvidedUser } from "./IdentityProviderClient.ts"

/** What a provider has said. */
export type Claims = Pick<ProvidedUser, "email" | "emailVerified" | "hostedDomain" | "isDomainVerified">

/** An address, and what it is worth. */
export interface EmailProof {
  readonly email: Email
  readonly trust: EmailTrust
}

const order: ReadonlyArray<EmailTrust> = ["never", "claim", "authoritative"]

const least = (a: EmailTrust, b: EmailTrust): EmailTrust => (order.indexOf(a) < order.indexOf(b) ? a : b)

const domainOf = (email: Email) => email.slice(email.lastIndexOf("@") + 1)

const ofApple = new Set(["icloud.com", "me.com", "mac.com", "privaterelay.appleid.com"])

const isGoogles = (email: Email, { hostedDomain }: Claims) =>
  Option.isSome(hostedDomain) || domainOf(email) === "gmail.com"

/**
 * What a verified address of each kind is worth at most. Google hosts the mailboxes of `gmail.com` and of the domains
 * of its customers, and has sent an email to any other address once. Microsoft lets tenants write any address, and
 * `xms_edov` says that the tenant owns the domain. Apple and GitHub have sent an email to the address once, and Apple
 * hosts the mailboxes of its own domains.
 */
const most: Readonly<Record<IdentityProvider["kind"], (email: Email, claims: Claims) => EmailTrust>> = {
  oidc: () => "authoritative",
  google: (email, claims) => (isGoogles(email, claims) ? "authoritative" : "never"),
  microsoft: (_, { isDomainVerified }) => (isDomainVerified ? "authoritative" : "never"),
  apple: (email) => (ofApple.has(domainOf(email)) ? "authoritative" : "claim"),
  github: () => "claim"
}

/** Microsoft does not send `email_verified`: `xms_edov` is what it says instead. */
const isVerified = (kind: IdentityProvider["kind"], { emailVerified, isDomainVerified }: Claims) =>
  kind === "microsoft" ? isDomainVerified : emailVerified

// Only the case of ASCII letters may differ. What `Email.parse` forgives users who type could be someone else's mailbox
// at a provider.
const canonical = (written: string) =>
  Schema.decodeOption(Email)(written.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()))

/** Returns the address and what it is worth at this provider. `None` without one that Latchkey can store. */
export const of = (
  { emailTrust, kind }: Pick<IdentityProvider, "emailTrust" | "kind">,
  claims: Claims
): Option.Option<EmailProof> =>
  Option.map(Option.flatMap(claims.email, canonical), (email) => ({
    email,
    trust: isVerified(kind, claims) ? least(emailTrust, most[kind](email, claims)) : "never"
  }))
