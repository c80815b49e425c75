/** Names of the rate limits, and whom each one counts. */
import * as Arr from "effect/Array"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Struct from "effect/Struct"
import type { Caller } from "../core/Caller.ts"
import type { Email } from "../core/Email.ts"
import type { LimitedAction } from "./RateLimited.ts"
import type { ClientId, UserId } from "../core/Ids.ts"
import type { TokenGenerator } from "../core/TokenGenerator.ts"
import type { Instance } from "../instance/Instance.ts"
import type { RateLimit, RateLimits } from "../instance/RateLimits.ts"
import { mailboxOf } from "./internal/mailbox.ts"

/** Names a limit per IP address: the configurable ones, and those that are derived from `signInPerIp` or fixed. */
export type IpLimitName =
  | Extract<keyof RateLimits, `${string}PerIp`>
  | "adminKeyPerIp"
  | "emailReportPerIp"
  | "invitationPerIp"
  | "operatorChallengePerIp"
  | "operatorPasskeyPerIp"
  | "passkeyChallengePerIp"

type ToNetworkLimitName<Name> = Name extends `${infer Action}PerIp` ? `${Action}PerNetwork` : never

/** Names a limit per /56 or /48 of IPv6. */
export type NetworkLimitName = ToNetworkLimitName<IpLimitName>

/** Names a limit per email address. */
export type EmailLimitName =
  | Extract<keyof RateLimits, `${string}PerEmail` | `${string}PerEmailPerDay`>
  | "accountNoticesPerEmail"
  | "emailChangePerEmail"
  | "emailChangePerEmailPerDay"
  | "magicLinkCodePerEmail"
  | "magicLinkCodePerEmailPerDay"
  | "magicLinkEmailsPerEmail"
  | "signUpPerEmail"
  | "signUpPerEmailPerDay"
  | "testEmailsPerEmail"

/** Names a limit of a whole instance. */
export type InstanceLimitName = Extract<keyof RateLimits, `${string}PerInstance`> | "testEmailsPerInstance"

/** Names a limit per user, of requests to change the email address. */
export type EmailChangeLimitName = "emailChangePerAccount" | "emailChangePerAccountPerDay"

/** Names a limit per user, of wrong codes of the authenticator app. */
export type SecondFactorLimitName = "secondFactorPerAccount" | "secondFactorPerAccountPerDay"

/** Names a limit per user, of recoveries of a lost factor. */
export type FactorRecoveryLimitName = "factorRecoveryPerAccountPerDay"

/** Names a limit per user, whatever address the user has. */
export type UserLimitName =
  | EmailChangeLimitName
  | FactorRecoveryLimitName
  | SecondFactorLimitName
  | "accountExportPerAccount"

/** Names a limit per exact email address, of requests for a link to set a new password. */
export type ResetLimitName = "passwordResetPerEmail" | "passwordResetPerEmailPerDay"

/**
 * Names every rate limit there is: the configurable ones of an instance, and those that are derived from them.
 *
 * - `accountExportPerAccount`: downloads of what is stored about one user: 10 in an hour.
 * - `accountNoticesPerEmail`: account notices sent to one mailbox. As `magicLinkEmailsPerEmail`.
 * - `adminKeyPerIp`: wrong admin keys. As `signInPerIp`.
 * - `emailReportPerIp`: notifications of the email provider that were rejected: 30 in a minute.
 * - `emailChangePerAccount`, `emailChangePerEmail` and both `…PerDay`: requests to change an email address, of one user
 *   and to one mailbox. As `magicLinkPerEmail` and `magicLinkPerEmailPerDay`.
 * - `factorRecoveryPerAccountPerDay`: recoveries of a lost factor that one user requests: 3 a day.
 * - `invitationPerIp`: tries to use a dashboard invitation. As `signInPerIp`.
 * - `operatorChallengePerIp`: challenges for passkeys of operators. Four times `signInPerIp`.
 * - `operatorPasskeyPerIp`: sign-ins to the dashboard with a passkey, and passkeys that operators add. As
 *   `signInPerIp`.
 * - `passkeyChallengePerIp`: challenges for passkeys, which sign-in pages ask for when they are opened. Four times
 *   `signInPerIp`.
 * - `…PerNetwork`: attempts from a /56 or /48 of IPv6. Eight times the limit per IP address.
 * - `signInKnownClientsPerAccount`: attempts of all known clients of an account. Five times `signInPerKnownClient`.
 * - `passwordResetPerEmail`, `passwordResetPerEmailPerDay`: requests for a link to set a new password, to one exact
 *   address. As `magicLinkPerEmail` and `magicLinkPerEmailPerDay`.
 * - `signUpPerEmail`, `signUpPerEmailPerDay`: sign-ups with one mailbox, on instances that verify addresses before they
 *   create accounts. As `magicLinkPerEmail` and `magicLinkPerEmailPerDay`.
 * - `magicLinkCodePerEmail`, `magicLinkCodePerEmailPerDay`: wrong codes for one mailbox, whatever request they are
 *   tried for: 5 in 15 minutes, and 20 a day. A code that has a chance of one in a million allows no more.
 * - `secondFactorPerAccount`, `secondFactorPerAccountPerDay`: wrong codes of the authenticator app of one user, to sign
 *   in or to authenticate again: 5 in 15 minutes, and 20 a day.
 * - `testEmailsPerEmail`, `testEmailsPerInstance`: test emails of operators, sent to one mailbox and requested in one
 *   instance. As `magicLinkPerEmail`, and 20 in 10 minutes.
 * - `magicLinkEmailsPerEmail`: emails with a link of any kind, sent to one mailbox. Ten more than
 *   `magicLinkPerEmail`, because an attempt that fails may have been delivered.
 */
export type LimitName =
  | keyof RateLimits
  | IpLimitName
  | NetworkLimitName
  | EmailLimitName
  | "signInKnownClientsPerAccount"
  | InstanceLimitName
  | ResetLimitName
  | UserLimitName

/** A limit and its subject: what one window counts. */
export type LimitKey =
  | { readonly limit: IpLimitName; readonly ipAddress: string }
  | { readonly limit: NetworkLimitName; readonly network: string }
  | { readonly limit: EmailLimitName; readonly email: Email }
  | { readonly limit: "signInPerKnownClient"; readonly email: Email; readonly clientId: ClientId }
  | { readonly limit: "signInKnownClientsPerAccount" | ResetLimitName; readonly email: Email }
  | { readonly limit: UserLimitName; readonly userId: UserId }
  | { readonly limit: InstanceLimitName }

/** How the names of limits begin that restrict emails with links. */
const ofLinks = ["magicLink", "passwordReset", "emailChange", "emailReport", "factorRecovery", "testEmails"] as const

/** What a limit restricts, by its name. */
export type ActionOf<Name extends LimitName> = Name extends `signUp${string}`
  ? "sign_up"
  : Name extends `${(typeof ofLinks)[number]}${string}`
    ? "magic_link"
    : "sign_in"

/**
 * The keys that one attempt counts against. The first one names what is restricted. `restricts` is in the type only: no
 * value has it.
 */
export type LimitKeys<Action extends LimitedAction = LimitedAction> = Arr.NonEmptyReadonlyArray<LimitKey> & {
  readonly restricts?: Action
}

const networkLimits: Readonly<Record<IpLimitName, NetworkLimitName>> = {
  signUpPerIp: "signUpPerNetwork",
  signInPerIp: "signInPerNetwork",
  adminKeyPerIp: "adminKeyPerNetwork",
  emailReportPerIp: "emailReportPerNetwork",
  invitationPerIp: "invitationPerNetwork",
  operatorChallengePerIp: "operatorChallengePerNetwork",
  operatorPasskeyPerIp: "operatorPasskeyPerNetwork",
  passkeyChallengePerIp: "passkeyChallengePerNetwork",
  magicLinkPerIp: "magicLinkPerNetwork",
  magicLinkVerifyPerIp: "magicLinkVerifyPerNetwork"
}

/** Makes the keys of a limit per IP address: one for the address, and one for each wider network that contains it. */
export const perIp = <Name extends IpLimitName>(
  limit: Name,
  { ipAddress, widerNetworks = [] }: Pick<Caller, "ipAddress" | "widerNetworks">
): LimitKeys<ActionOf<Name>> => [
  { limit, ipAddress },
  ...widerNetworks.map((network) => ({ limit: networkLimits[limit], network }))
]

/** Makes the key of a limit per email address. All spellings of one mailbox have the same key. */
export const perEmail = (limit: EmailLimitName, email: Email): LimitKey => ({ limit, email })

/** Makes the keys of a request for a magic link. */
export const perLinkRequest = (
  caller: Pick<Caller, "ipAddress" | "widerNetworks">,
  email: Email
): LimitKeys<"magic_link"> =>
  Arr.appendAll(perIp("magicLinkPerIp", caller), [
    perEmail("magicLinkPerEmail", email),
    perEmail("magicLinkPerEmailPerDay", email)
  ] satisfies ReadonlyArray<LimitKey>)

/**
 * Makes the keys of a code that is tried for an address. The one of the instance bounds guesses at many addresses, a
 * few at each.
 */
export const perCode = (email: Email): LimitKeys<"magic_link"> => [
  perEmail("magicLinkCodePerEmail", email),
  perEmail("magicLinkCodePerEmailPerDay", email),
  { limit: "magicLinkCodePerInstance" }
]

/** Makes the keys of a code of the authenticator app that is tried for a user. */
export const perSecondFactor = (userId: UserId): LimitKeys<"sign_in"> => [
  { limit: "secondFactorPerAccount", userId },
  { limit: "secondFactorPerAccountPerDay", userId }
]

/** Makes the key of a download of what is stored about a user. */
export const perAccountExport = (userId: UserId): LimitKeys<"sign_in"> => [{ limit: "accountExportPerAccount", userId }]

/** Makes the key of a recovery that a user requests. */
export const perFactorRecovery = (userId: UserId): LimitKeys<"magic_link"> => [
  { limit: "factorRecoveryPerAccountPerDay", userId }
]

/**
 * Makes the keys of a request for a link to set a new password. They count the exact address, and no magic links: only
 * the address of an account gets an email, and requests that send none must not keep its owner from one that does.
 */
export const perResetRequest = (
  caller: Pick<Caller, "ipAddress" | "widerNetworks">,
  email: Email
): LimitKeys<"magic_link"> =>
  Arr.appendAll(perIp("magicLinkPerIp", caller), [
    { limit: "passwordResetPerEmail", email },
    { limit: "passwordResetPerEmailPerDay", email }
  ] satisfies ReadonlyArray<LimitKey>)

/** Makes the keys of a sign-up that sends an email: one mailbox gets as many as it gets magic links. */
export const perSignUpRequest = (email: Email): LimitKeys<"sign_up"> => [
  perEmail("signUpPerEmail", email),
  perEmail("signUpPerEmailPerDay", email)
]

/**
 * Makes the keys of a request to change the email address of a user to `email`. Requests of one user count together,
 * and so do those of all users to one mailbox.
 */
export const perEmailChange = (
  caller: Pick<Caller, "ipAddress" | "widerNetworks">,
  userId: UserId,
  email: Email
): LimitKeys<"magic_link"> =>
  Arr.appendAll(perIp("magicLinkPerIp", caller), [
    { limit: "emailChangePerAccount", userId },
    { limit: "emailChangePerAccountPerDay", userId },
    perEmail("emailChangePerEmail", email),
    perEmail("emailChangePerEmailPerDay", email)
  ] satisfies ReadonlyArray<LimitKey>)

/**
 * Makes the keys that limit guesses at one account. Each known client has its own window, so that an attacker who
 * guesses cannot lock the owner out, and all known clients share one more. Those two count the exact address, not its
 * mailbox: a known client of another account must not consume them.
 */
export const perAccount = (email: Email, knownClient: Option.Option<ClientId>): LimitKeys<"sign_in"> =>
  Option.match(knownClient, {
    onNone: () => [perEmail("signInPerEmail", email)],
    onSome: (clientId) => [
      { limit: "signInPerKnownClient", email, clientId },
      { limit: "signInKnownClientsPerAccount", email }
    ]
  })

/**
 * Makes the keys of a sign-up, whatever becomes of it. The one of the instance bounds how fast accounts can be created
 * from any number of IP addresses.
 */
export const perSignUp = (caller: Pick<Caller, "ipAddress" | "widerNetworks">): LimitKeys<"sign_up"> =>
  Arr.append(perIp("signUpPerIp", caller), { limit: "signUpPerInstance" } satisfies LimitKey)

/** The key of emails to addresses that were never verified. */
export const toUnknown: LimitKey = { limit: "magicLinkToUnknownPerInstance" }

/** The key of the test emails that operators request. */
export const perTestEmail: LimitKeys<"magic_link"> = [{ limit: "testEmailsPerInstance" }]

/** Returns what a key counts. `hide` replaces an address, or its mailbox. */
const subjectOf = (key: LimitKey, hide: (address: string) => string): string => {
  switch (key.limit) {
    case "magicLinkCodePerInstance":
    case "magicLinkToUnknownPerInstance":
    case "signUpPerInstance":
    case "testEmailsPerInstance":
      return ""
    case "signInPerKnownClient":
      return `${hide(key.email)}:${key.clientId}`
    case "signInKnownClientsPerAccount":
    case "passwordResetPerEmail":
    case "passwordResetPerEmailPerDay":
      return hide(key.email)
    default:
      if ("ipAddress" in key) return key.ipAddress
      if ("userId" in key) return key.userId
      return "network" in key ? key.network : hide(mailboxOf(key.email))
  }
}

/** Returns the text that identifies the key within its instance. It may have an address: no store gets it. */
export const format = (key: LimitKey): string => `${key.limit}:${subjectOf(key, (address) => address)}`

/** Turns keys into the texts that stores get, which have a hash in place of an address. */
export type Encode = (key: LimitKey) => string

// It separates these hashes from others, and is no secret: see decision 0068.
const purpose = Redacted.make("rate_limit")

/** 128 bits: no two addresses that anyone can find have the same hash. */
const hashLength = 32

/**
 * Makes the function that turns keys into what stores get. A window of an address outlives the account, because it
 * protects the mailbox: so that nothing names the user then, it holds a hash.
 */
export const makeEncode = ({ mac }: Pick<TokenGenerator["Type"], "mac">): Encode => {
  const hide = (address: string) => mac(purpose, address).slice(0, hashLength)
  return (key) => `${key.limit}:${subjectOf(key, hide)}`
}

// The compiler wants every name here, so that none is forgotten.
const exactLimits: Readonly<Record<ResetLimitName | "signInKnownClientsPerAccount", true>> = {
  passwordResetPerEmail: true,
  passwordResetPerEmailPerDay: true,
  signInKnownClientsPerAccount: true
}

const mailboxLimits: Readonly<Record<EmailLimitName, true>> = {
  signInPerEmail: true,
  magicLinkPerEmail: true,
  magicLinkPerEmailPerDay: true,
  accountNoticesPerEmail: true,
  magicLinkCodePerEmail: true,
  magicLinkCodePerEmailPerDay: true,
  magicLinkEmailsPerEmail: true,
  signUpPerEmail: true,
  signUpPerEmailPerDay: true,
  testEmailsPerEmail: true,
  emailChangePerEmail: true,
  emailChangePerEmailPerDay: true
}

/**
 * Returns the keys that count an address and no other one, for the owner of a verified address. Those of a mailbox are
 * among them only if the mailbox is written like the address: what `ada+news@example.com` may see of
 * `ada@example.com` would be the attempts of someone else, on a server where these are two mailboxes.
 */
export const ofEmail = (email: Email, clientIds: ReadonlyArray<ClientId>): ReadonlyArray<LimitKey> => [
  ...Struct.keys(exactLimits).map((limit) => ({ limit, email })),
  ...(mailboxOf(email) === email ? Struct.keys(mailboxLimits).map((limit) => ({ limit, email })) : []),
  ...clientIds.map((clientId) => ({ limit: "signInPerKnownClient" as const, email, clientId }))
]

const userLimits: Readonly<Record<UserLimitName, true>> = {
  accountExportPerAccount: true,
  emailChangePerAccount: true,
  emailChangePerAccountPerDay: true,
  factorRecoveryPerAccountPerDay: true,
  secondFactorPerAccount: true,
  secondFactorPerAccountPerDay: true
}

/** Returns the keys that count a user, whatever address the user has. */
export const ofUser = (userId: UserId): ReadonlyArray<LimitKey> =>
  Struct.keys(userLimits).map((limit) => ({ limit, userId }))

const maxLimit = 1000

const widened = ({ limit, windowSeconds }: RateLimit, widen: (limit: number) => number): RateLimit => ({
  limit: Math.min(maxLimit, widen(limit)),
  windowSeconds
})

const eightfold = (rate: RateLimit): RateLimit => widened(rate, (limit) => limit * 8)

const fourfold = (rate: RateLimit): RateLimit => widened(rate, (limit) => limit * 4)

/** Wide enough for a topic with a mistake in its settings, and too narrow to search for a notification. */
const rejectedReports: RateLimit = { limit: 30, windowSeconds: 60 }

/** Returns how many attempts a limit of an instance allows: at most 1,000. */
export const rateOf = ({ rateLimits }: Instance, name: LimitName): RateLimit => {
  switch (name) {
    case "adminKeyPerIp":
    case "invitationPerIp":
    case "operatorPasskeyPerIp":
      return rateLimits.signInPerIp
    case "operatorChallengePerIp":
    case "passkeyChallengePerIp":
      return fourfold(rateLimits.signInPerIp)
    case "operatorChallengePerNetwork":
    case "passkeyChallengePerNetwork":
      return eightfold(fourfold(rateLimits.signInPerIp))
    case "signUpPerNetwork":
      return eightfold(rateLimits.signUpPerIp)
    case "signInPerNetwork":
    case "adminKeyPerNetwork":
    case "invitationPerNetwork":
    case "operatorPasskeyPerNetwork":
      return eightfold(rateLimits.signInPerIp)
    case "magicLinkPerNetwork":
      return eightfold(rateLimits.magicLinkPerIp)
    case "magicLinkVerifyPerNetwork":
      return eightfold(rateLimits.magicLinkVerifyPerIp)
    case "signInKnownClientsPerAccount":
      return widened(rateLimits.signInPerKnownClient, (limit) => limit * 5)
    case "emailChangePerAccount":
    case "emailChangePerEmail":
    case "passwordResetPerEmail":
    case "signUpPerEmail":
    case "testEmailsPerEmail":
      return rateLimits.magicLinkPerEmail
    case "emailChangePerAccountPerDay":
    case "emailChangePerEmailPerDay":
    case "passwordResetPerEmailPerDay":
    case "signUpPerEmailPerDay":
      return rateLimits.magicLinkPerEmailPerDay
    case "magicLinkCodePerEmail":
    case "secondFactorPerAccount":
      return { limit: 5, windowSeconds: 900 }
    case "magicLinkCodePerEmailPerDay":
    case "secondFactorPerAccountPerDay":
      return { limit: 20, windowSeconds: 86_400 }
    case "emailReportPerIp":
      return rejectedReports
    case "emailReportPerNetwork":
      return eightfold(rejectedReports)
    case "accountExportPerAccount":
      return { limit: 10, windowSeconds: 3600 }
    case "factorRecoveryPerAccountPerDay":
      return { limit: 3, windowSeconds: 86_400 }
    case "accountNoticesPerEmail":
    case "magicLinkEmailsPerEmail":
      return widened(rateLimits.magicLinkPerEmail, (limit) => limit + 10)
    case "testEmailsPerInstance":
      return { limit: 20, windowSeconds: 600 }
    default:
      return rateLimits[name]
  }
}

/** Returns the action that a limit restricts, which is what `RateLimited` names. */
export const actionOf = (name: LimitName): LimitedAction => {
  if (name.startsWith("signUp")) return "sign_up"
  return ofLinks.some((prefix) => name.startsWith(prefix)) ? "magic_link" : "sign_in"
}
