/**
 * Every page for users, in a language, with values of the test's choice.
 */
import type { Email } from "@latchkey/domain/core/Email"
import { User } from "@latchkey/domain/account/UserRepository"
import { SessionId, UserId } from "@latchkey/domain/core/Ids"
import { defaultBranding } from "@latchkey/domain/instance/Branding"
import { defaultAuthConfig, Instance } from "@latchkey/domain/instance/Instance"
import { FactorRecovery } from "@latchkey/domain/factor-recovery/FactorRecoveryRepository"
import { ActiveSession, SessionSummary } from "@latchkey/domain/session/SessionRepository"
import { html, type Page } from "@latchkey/http/core/Page"
import { problem } from "@latchkey/http/core/Problem"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as AccountPage from "../../src/account/AccountPage.ts"
import * as VerifyPage from "../../src/account/VerifyPage.ts"
import * as FormError from "../../src/core/FormError.ts"
import * as MessagePage from "../../src/core/MessagePage.ts"
import * as EmailChangePages from "../../src/email-change/EmailChangePages.ts"
import * as FactorRecoveryPages from "../../src/factor-recovery/FactorRecoveryPages.ts"
import * as InvitationPages from "../../src/invitation/InvitationPages.ts"
import type { PageLanguage } from "../../src/language/PageLanguage.ts"
import * as MagicLinkPages from "../../src/magic-link/MagicLinkPages.ts"
import * as PasswordResetPages from "../../src/password-reset/PasswordResetPages.ts"
import * as PasskeyPages from "../../src/passkey/PasskeyPages.ts"
import * as IdentityPages from "../../src/identity-provider/IdentityPages.ts"
import * as IdentityProblem from "../../src/identity-provider/IdentityProblem.ts"
import * as IdentityProviderWayIn from "../../src/identity-provider/IdentityProviderWayIn.ts"
import * as PendingSignUpPages from "../../src/pending-sign-up/PendingSignUpPages.ts"
import * as LinkWayIn from "../../src/magic-link/LinkWayIn.ts"
import * as PasskeyWayIn from "../../src/passkey/PasskeyWayIn.ts"
import * as PasswordWayIn from "../../src/password/PasswordWayIn.ts"
import * as CodeWayIn from "../../src/second-factor/CodeWayIn.ts"
import * as SignInPages from "../../src/sign-in/SignInPages.ts"
import * as DeletionPages from "../../src/personal-data/DeletionPages.ts"
import * as SecondFactorPages from "../../src/second-factor/SecondFactorPages.ts"
import * as ReauthenticationPage from "../../src/session/ReauthenticationPage.ts"
import { acme } from "./samples.ts"

/** `value`: takes the place of every text that is not the page's own, such as a name or an address. */
export const everyPage = (
  language: PageLanguage,
  { logoUrl, value }: { readonly value: string; readonly logoUrl: string }
): Readonly<Record<string, () => Page>> => {
  const email = value as Email
  const links = { termsUrl: logoUrl, privacyUrl: logoUrl, supportUrl: logoUrl }
  const instance = new Instance({
    ...acme,
    name: value,
    branding: { ...defaultBranding, ...links, logoUrl, accentColor: "#00ff00" }
  })
  const withoutPasswords = new Instance({
    ...instance,
    authConfig: { ...defaultAuthConfig, password: false, magic_link: true }
  })
  const closed = new Instance({ ...instance, signUp: { mode: "closed", verification: "after" } })
  const now = DateTime.unsafeMake("2026-11-21T12:00:00Z")
  const id = SessionId.make("sess_01a10000-0000-7000-8000-000000000001")
  const times = { authenticatedAt: now, lastSeenAt: now, expiresAt: now }
  const error = FormError.of(
    language,
    problem("invalid_request", { errors: [{ field: "email", reason: value }] }),
    instance
  )
  const taken = FormError.of(language, problem("email_already_exists"), instance)
  const form = {
    language,
    instance,
    prefix: "",
    parts: [PasskeyWayIn.signIn, PasswordWayIn.makeSignIn(() => true), LinkWayIn.signIn],
    hasLinks: true,
    hasPasswordResets: true,
    email,
    returnUrl: value,
    formTargets: [],
    error
  }
  const requester = {
    language,
    instance,
    prefix: "",
    email,
    returnUrl: value,
    formTargets: [],
    hasLinks: true,
    hasCodes: true,
    hasPasswordResets: true
  }
  const link = { email, linkToken: value, action: value }
  const reset = { language, instance, prefix: "", email, current: Option.none(), linkToken: value, formTargets: [] }
  const options = { language, instance, prefix: "" }
  const session = new ActiveSession({
    ...{ id, email: "a@example.com" as Email, emailVerified: true, methods: ["password"], ...times },
    userId: UserId.make("user_01a10000-0000-7000-8000-000000000001")
  })
  const current = { ...session, email } as ActiveSession
  const password = { hasPassword: true, needsCurrentPassword: true }
  const sessions = [new SessionSummary({ id, methods: ["password"], userAgent: `${value}/1.0 (${value})`, ...times })]
  const open = new FactorRecovery({
    instanceId: instance.id,
    userId: UserId.make("user_01a10000-0000-7000-8000-000000000001"),
    credentialVersion: 0,
    userAgent: `${value}/1.0 (${value})`,
    requestedAt: now,
    availableAt: DateTime.add(now, { days: 3 }),
    expiresAt: DateTime.add(now, { days: 10 })
  })
  const lost = { isAvailable: true, open: Option.none<FactorRecovery>() }
  const requested = { isAvailable: true, open: Option.some(open) }
  const recovery = {
    ...options,
    email,
    status: lost,
    action: value,
    returnUrl: value,
    back: { url: value, text: value }
  }
  const openedRecovery = { ...options, recovery: open, email, linkToken: value, now }
  const account = {
    recovery: lost,
    language,
    languages: { chosen: Option.none(), available: [{ language: language.tag, name: value }] },
    password,
    sessions,
    current,
    now,
    home: value,
    deletionAt: Option.none<DateTime.Utc>(),
    notice: value,
    hasLinks: true,
    hasPasswordResets: true,
    waysIn: [IdentityProviderWayIn, PasskeyWayIn, CodeWayIn, PasswordWayIn, LinkWayIn].map((way) => ({
      ...way.account,
      isOffered: () => true
    })),
    hasSecondFactor: true,
    confirmUrl: undefined
  }

  const changeForm = { ...form, current: email, isAvailable: true, password, confirmUrl: undefined, ownUrl: value }
  const user = {
    ...new User({
      instanceId: instance.id,
      id: current.userId,
      email: "a@example.com" as Email,
      passwordHash: Option.some(Redacted.make("hash" as never)),
      emailVerifiedAt: Option.none(),
      credentialVersion: 0,
      createdAt: now
    }),
    email
  } as User
  const withoutPassword = { ...user, passwordHash: Option.none() } as User
  const deletion = {
    language,
    instance,
    prefix: "",
    account: { user, needsReauthentication: true },
    confirmUrl: undefined,
    hasLinks: true,
    hasPasswordResets: true,
    ownUrl: value
  }

  const invalid = (field: string, reason: string) =>
    FormError.of(language, problem("invalid_request", { errors: [{ field, reason }] }), instance)
  const passkey = { id: value, name: value, createdAt: now, lastUsedAt: Option.some(now) }
  const passkeys = {
    ...options,
    email,
    passkeys: [passkey, { ...passkey, lastUsedAt: Option.none() }],
    optionsUrl: value,
    maxPasskeys: 20,
    canAdd: true,
    confirmUrl: undefined,
    accepted: { rpId: value, userId: value, allAcceptedCredentialIds: [value] },
    now,
    notice: value
  }
  const setUp = {
    ...options,
    picture: html`<svg></svg>`,
    key: value,
    uri: value,
    enrollment: value,
    action: value,
    isRequired: false,
    recovery: lost,
    returnUrl: value,
    formTargets: []
  }
  const parts = [PasskeyWayIn, CodeWayIn, PasswordWayIn, LinkWayIn].map((way) => ({ render: way.reauthenticationForm }))
  const reauthentication = {
    ...options,
    email,
    parts,
    recovery: lost,
    returnUrl: value,
    formTargets: []
  }

  const provider = { id: "acme", kind: "oidc", name: value } as const
  const providers = (["google", "microsoft", "apple", "github", "oidc"] as const).map((kind) => ({ ...provider, kind }))
  const withProviders = { ...form, parts: [IdentityProviderWayIn.makeSignIn(() => providers), ...form.parts] }
  const identity: IdentityPages.ShownIdentity = {
    ...{ id: value, name: value, isOn: true, createdAt: now, label: Option.some(value), lastUsedAt: Option.some(now) },
    kind: "oidc"
  }
  const identities = {
    ...options,
    email,
    identities: [identity, { ...identity, isOn: false, label: Option.none(), lastUsedAt: Option.none() }],
    providers,
    maxIdentities: 20,
    confirmUrl: undefined,
    returnUrl: value,
    now
  }
  const rejectedWith = (problem: Parameters<typeof IdentityProblem.errorOf>[1]) => () =>
    SignInPages.signIn({ ...withProviders, error: IdentityProblem.errorOf(language, problem, value, instance) })
  const notConnected = (code: string) => () =>
    IdentityPages.connect(
      {
        ...identities,
        error: { ...error, fields: {}, text: IdentityProblem.explainConnecting(language, code, value) }
      },
      provider
    )

  return {
    "sign-in with identity providers": () => SignInPages.signIn(withProviders),
    "sign-up with identity providers only": () =>
      SignInPages.signUp({
        ...withProviders,
        error: undefined,
        parts: [IdentityProviderWayIn.makeSignIn(() => providers)]
      }),
    "sign-in that was cancelled at the identity provider": rejectedWith(
      problem("identity_rejected", { reason: "access_denied" })
    ),
    "sign-in without an address of the identity provider": rejectedWith(
      problem("identity_rejected", { reason: "no_email" })
    ),
    "sign-in that the identity provider does not confirm": rejectedWith(
      problem("identity_rejected", { reason: "not_verified" })
    ),
    "sign-in while the identity provider is down": rejectedWith(
      problem("identity_provider_unavailable", { retryAfterSeconds: 10 })
    ),
    "sign-in with an identity provider, too late": rejectedWith(problem("invalid_token")),
    "sign-in that has to prove whose account it is": rejectedWith(problem("proof_required", { methods: ["password"] })),
    "connected accounts": () => IdentityPages.page({ ...identities, notice: value }),
    "no connected accounts": () => IdentityPages.page({ ...identities, identities: [], confirmUrl: value }),
    "as many connected accounts as possible": () => IdentityPages.page({ ...identities, maxIdentities: 1 }),
    "connect an account": () => IdentityPages.connect({ ...identities, confirmUrl: value }, provider),
    "connect an account, cancelled": notConnected("cancelled"),
    "connect an account, taken": notConnected("identity_already_exists"),
    "connect an account, failed": notConnected("identity_rejected"),
    "leaving for the identity provider": () => IdentityPages.leaving(options, provider, value),
    "response of an identity provider, sent again": () =>
      IdentityPages.repeat(options, { action: value, fields: { state: value }, formTargets: [] }),
    "reauthentication with an identity provider": () =>
      ReauthenticationPage.page({
        ...reauthentication,
        parts: [IdentityProviderWayIn.makeReauthentication(providers)]
      }),
    "sign-up with an identity provider, sent": () =>
      PendingSignUpPages.checkYourEmail({ ...requester, provider: value }),
    "sign-in": () => SignInPages.signIn(form),
    "sign-up": () => SignInPages.signUp(form),
    "sign-in without passwords": () =>
      SignInPages.signIn({ ...form, parts: [PasskeyWayIn.signIn, LinkWayIn.signIn], instance: withoutPasswords }),
    "sign-up without passwords": () =>
      SignInPages.signUp({ ...form, parts: [PasskeyWayIn.signIn, LinkWayIn.signIn], instance: withoutPasswords }),
    "closed sign-up": () => SignInPages.signUp({ ...form, instance: closed }),
    "check your email where sign-up is closed": () =>
      MagicLinkPages.checkYourEmail({ ...requester, instance: closed }, {}),
    "change of the address": () => EmailChangePages.form(changeForm),
    "change of the address, with a link first": () =>
      EmailChangePages.form({ ...changeForm, password: { ...password, hasPassword: false } }),
    "confirmed address": () => EmailChangePages.confirmation({ ...reset, current: email, next: email }),
    "restored address": () => EmailChangePages.restored({ ...options, hasLinks: true }, email),
    "restoration of an address": () => EmailChangePages.restoration(reset),
    "rejected change": () => EmailChangePages.changeRejected(options, problem("invalid_token", { detail: value })),
    "rejected restoration": () =>
      EmailChangePages.restorationRejected(options, problem("invalid_token", { detail: value })),
    invitation: () => InvitationPages.confirmation(reset),
    "invitation while signed in": () => InvitationPages.confirmation({ ...reset, current: Option.some(email) }),
    "rejected invitation": () => InvitationPages.rejected(options, problem("invalid_token", { detail: value })),
    "sign-up, sent": () => PendingSignUpPages.checkYourEmail(requester),
    "sign-up, link": () => PendingSignUpPages.confirmation({ ...reset, keepsCredential: true, hasProviders: false }),
    "sign-up, link while signed in on another device": () =>
      PendingSignUpPages.confirmation({
        ...reset,
        keepsCredential: false,
        hasProviders: false,
        current: Option.some(email)
      }),
    "sign-up, link on another device, with identity providers": () =>
      PendingSignUpPages.confirmation({ ...reset, keepsCredential: false, hasProviders: true }),
    "sign-up without its password": () =>
      PendingSignUpPages.credentialNeeded({ ...options, hasProviders: false }, value),
    "sign-up without its account at the identity provider": () =>
      PendingSignUpPages.credentialNeeded({ ...options, hasProviders: true }, value),
    "rejected sign-up": () => PendingSignUpPages.rejected(requester, problem("invalid_token", { detail: value })),
    "sign-up with a taken address": () => SignInPages.signUp({ ...form, error: taken }),
    "check your email": () => MagicLinkPages.checkYourEmail(requester, { error }),
    confirmation: () => MagicLinkPages.confirmation(language, instance, { ...link, current: Option.none() }, []),
    "confirmation while signed in": () =>
      MagicLinkPages.confirmation(language, instance, { ...link, current: Option.some(email) }, []),
    "password removed": () => MagicLinkPages.passwordRemoved(options, value),
    "new link": () => MagicLinkPages.newLink({ ...requester, email: "" }, value, error),
    "rejected link": () => MagicLinkPages.rejected(requester, problem("invalid_token", { detail: value })),
    "forgotten password": () => PasswordResetPages.forgotten({ ...requester, error }),
    "forgotten password, sent": () => PasswordResetPages.sent(requester),
    "forgotten password, unavailable": () => PasswordResetPages.unavailable(requester),
    "new password": () => PasswordResetPages.form({ ...reset, error }),
    "new password while signed in": () => PasswordResetPages.form({ ...reset, current: Option.some(email) }),
    "rejected reset": () => PasswordResetPages.rejected(requester, problem("invalid_token", { detail: value })),
    account: () => AccountPage.page({ instance, prefix: "", ...account, error }),
    "account that will be deleted": () =>
      AccountPage.page({ instance, prefix: "", ...account, deletionAt: Option.some(now) }),
    "account with a recovery": () => AccountPage.page({ instance, prefix: "", ...account, recovery: requested }),
    "account whose user has to confirm who they are": () =>
      AccountPage.page({ instance, prefix: "", ...account, confirmUrl: value }),
    "change of the address, after the user has confirmed who they are": () =>
      EmailChangePages.form({ ...changeForm, confirmUrl: value }),
    "delete account, after the user has confirmed who they are": () =>
      DeletionPages.confirmation({ ...deletion, confirmUrl: value }),
    "delete account": () => DeletionPages.confirmation({ ...deletion, error }),
    "delete account without a password": () =>
      DeletionPages.confirmation({ ...deletion, account: { ...deletion.account, user: withoutPassword } }),
    "scheduled deletion": () => DeletionPages.scheduled(deletion, now, value),
    "deleted account": () => DeletionPages.deleted(language, instance, ""),
    passkeys: () => PasskeyPages.page(passkeys),
    "passkeys, with a new name that is missing": () =>
      PasskeyPages.page({ ...passkeys, renamed: value, error: invalid("name", "passkeyNameMissing") }),
    "no passkeys": () => PasskeyPages.page({ ...passkeys, passkeys: [], confirmUrl: value }),
    "as many passkeys as possible": () => PasskeyPages.page({ ...passkeys, maxPasskeys: 1 }),
    "offer of a passkey": () => PasskeyPages.offer({ ...passkeys, returnUrl: value, formTargets: [] }),
    "second factor": () =>
      SecondFactorPages.status({
        ...options,
        email,
        isOn: true,
        isAvailable: true,
        codesLeft: 12,
        isRequired: false,
        notice: value
      }),
    "second factor, required": () =>
      SecondFactorPages.status({ ...options, email, isOn: true, isAvailable: true, codesLeft: 1, isRequired: true }),
    "second factor, off": () =>
      SecondFactorPages.status({ ...options, email, isOn: false, isAvailable: true, codesLeft: 0, isRequired: false }),
    "authenticator app": () => SecondFactorPages.setUp(setUp),
    "authenticator app while signing in": () =>
      SecondFactorPages.setUp({ ...setUp, isRequired: true, error: invalid("code", "authenticatorCodeWrong") }),
    "recovery codes": () => SecondFactorPages.recoveryCodes({ ...options, codes: [value], next: value }),
    "code of the second factor": () => SecondFactorPages.signIn({ ...setUp, isRecovery: false }),
    "recovery code": () =>
      SecondFactorPages.signIn({ ...setUp, isRecovery: true, error: invalid("code", "recoveryCodeWrong") }),
    "passkey while signing in": () => SecondFactorPages.instead(setUp, PasskeyWayIn.insteadOfFactor(setUp)),
    "code of the second factor, with a recovery": () =>
      SecondFactorPages.signIn({ ...setUp, isRecovery: false, recovery: requested }),
    "recovery of lost factors": () => FactorRecoveryPages.request(recovery),
    "recovery of lost factors while signing in": () =>
      FactorRecoveryPages.request({
        ...recovery,
        email: undefined,
        error: FormError.of(language, problem("magic_link_rate_limited", { retryAfterSeconds: 100 }), instance)
      }),
    "recovery of lost factors that is unavailable": () =>
      FactorRecoveryPages.request({ ...recovery, status: { ...lost, isAvailable: false } }),
    "recovery of lost factors that is open": () => FactorRecoveryPages.request({ ...recovery, status: requested }),
    "link of a recovery, too early": () => FactorRecoveryPages.opened(openedRecovery),
    "link of a recovery": () => FactorRecoveryPages.opened({ ...openedRecovery, now: open.availableAt }),
    "completed recovery": () => FactorRecoveryPages.completed(options, email),
    "cancelled recovery": () => FactorRecoveryPages.cancelled({ ...options, hasPasswordResets: true }),
    "rejected link of a recovery": () =>
      FactorRecoveryPages.rejected(options, problem("invalid_token", { detail: value })),
    "rejected link of a recovery, too early": () =>
      FactorRecoveryPages.rejected(options, problem("factor_recovery_too_early", { detail: value })),
    "expired sign-in": () => SecondFactorPages.expired({ ...options, isSetUp: true, returnUrl: value }),
    reauthentication: () => ReauthenticationPage.page(reauthentication),
    "reauthentication with a wrong password": () =>
      ReauthenticationPage.page({
        ...reauthentication,
        parts: parts.slice(2),
        error: invalid("password", "currentPasswordWrong")
      }),
    "verify your email": () => VerifyPage.page(requester),
    "verify your email without links": () => VerifyPage.page({ ...requester, hasLinks: false }),
    "signed in": () => MessagePage.signedIn({ ...options, email, next: value, about: value }),
    "cookies blocked": () => MessagePage.cookiesBlocked(options, value),
    "signed out": () => MessagePage.signedOut(options),
    "cross-origin": () => MessagePage.crossOrigin(options, error, value),
    failed: () => MessagePage.failed(options, { ...error, text: value }, "/account")
  }
}
