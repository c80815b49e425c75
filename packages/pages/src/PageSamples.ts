/**
 * Every page for users in every state, with sample values: for `/dev/pages`, and for tests that hold for every page.
 */
import type { Email } from "@latchkey/domain/core/Email"
import type { UserName } from "@latchkey/domain/account/UserData"
import { User } from "@latchkey/domain/account/UserRepository"
import { SessionId, UserId } from "@latchkey/domain/core/Ids"
import { defaultBranding } from "@latchkey/domain/instance/Branding"
import { presets } from "@latchkey/domain/instance/IdentityProvider"
import { defaultAuthConfig, defaultInstance, defaultSignUpConfig, Instance } from "@latchkey/domain/instance/Instance"
import { defaultTokenConfig } from "@latchkey/domain/instance/TokenConfig"
import type { UserFields } from "@latchkey/domain/instance/UserField"
import { FactorRecovery } from "@latchkey/domain/factor-recovery/FactorRecoveryRepository"
import * as UserCode from "@latchkey/domain/device-sign-in/UserCode"
import { ActiveSession, SessionSummary } from "@latchkey/domain/session/SessionRepository"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Fragment, makeResponder, type Page } from "@latchkey/http/core/Page"
import { problem } from "@latchkey/http/core/Problem"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as AccountPage from "./account/AccountPage.ts"
import * as DetailsForm from "./account/DetailsForm.ts"
import * as DetailsPage from "./account/DetailsPage.ts"
import * as VerifyPage from "./account/VerifyPage.ts"
import * as FormError from "./core/FormError.ts"
import * as MessagePage from "./core/MessagePage.ts"
import * as PageScript from "./core/PageScript.ts"
import { style } from "./core/PageStyle.ts"
import * as EmailChangePages from "./email-change/EmailChangePages.ts"
import * as FactorRecoveryPages from "./factor-recovery/FactorRecoveryPages.ts"
import * as InvitationPages from "./invitation/InvitationPages.ts"
import * as LanguageForm from "./account/LanguageForm.ts"
import { builtIn } from "./language/Catalogues.ts"
import type { Catalogue } from "./language/Catalogue.ts"
import * as PageLanguages from "./language/PageLanguage.ts"
import type { PageLanguage } from "./language/PageLanguage.ts"
import * as MagicLinkPages from "./magic-link/MagicLinkPages.ts"
import * as PasswordResetPages from "./password-reset/PasswordResetPages.ts"
import * as PasskeyPages from "./passkey/PasskeyPages.ts"
import * as PersonalTokenForm from "./personal-token/PersonalTokenForm.ts"
import * as DevicePages from "./device-sign-in/DevicePages.ts"
import * as PersonalTokenPages from "./personal-token/PersonalTokenPages.ts"
import * as IdentityPages from "./identity-provider/IdentityPages.ts"
import * as IdentityProblem from "./identity-provider/IdentityProblem.ts"
import * as IdentityProviderWayIn from "./identity-provider/IdentityProviderWayIn.ts"
import * as PendingSignUpPages from "./pending-sign-up/PendingSignUpPages.ts"
import * as LinkWayIn from "./magic-link/LinkWayIn.ts"
import * as PasskeyWayIn from "./passkey/PasskeyWayIn.ts"
import * as PasswordWayIn from "./password/PasswordWayIn.ts"
import * as CodeWayIn from "./second-factor/CodeWayIn.ts"
import * as SignInPages from "./sign-in/SignInPages.ts"
import * as DeletionPages from "./personal-data/DeletionPages.ts"
import * as QrCode from "@latchkey/http/second-factor/QrCode"
import * as SecondFactorPages from "./second-factor/SecondFactorPages.ts"
import * as ReauthenticationPage from "./session/ReauthenticationPage.ts"

/**
 * What takes the place of every text that is not a page's own.
 *
 * - `name`: of the instance, and of identity providers. `label`: of a passkey, of a connected account, and of a token.
 * - `scope`: of a token. `secret`: the token itself.
 * - `reason`: the key of a text about an invalid email address.
 * - `notice`: what the user just did.
 */
export interface SampleValues {
  readonly name: string
  readonly email: string
  readonly url: string
  readonly token: string
  readonly userAgent: string
  readonly label: string
  readonly key: string
  readonly code: string
  readonly scope: string
  readonly secret: string
  readonly reason: string
  readonly notice: string
  readonly logoUrl: string | null
  readonly accentColor: string | null
  readonly picture: Fragment
  readonly languages: LanguageForm.Choice["available"]
}

/** Returns the values that the pages show in `latchkey dev`. */
const valuesIn = ({ texts }: PageLanguage): SampleValues => ({
  name: "Acme",
  email: "ada.lovelace@example.com",
  url: "https://www.acme.example/welcome",
  token: "sample",
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile/15E148 Safari/604.1",
  label: "iCloud Keychain",
  key: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
  code: "k7mw-4qzd-9xtr",
  scope: "reports:read",
  secret: "lk_c2FtcGxlLWFjY2Vzcy10b2tlbi10aGF0LXdvcmtzLW5vd2hlcmU0kQ2xZ",
  reason: "emailMalformed",
  notice: texts.account.languageIsSet,
  logoUrl: null,
  accentColor: null,
  picture: new Fragment(QrCode.svg("otpauth://totp/Acme:ada.lovelace@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Acme")),
  languages: builtIn.map(({ language }) => ({ language, name: LanguageForm.nameOf(language) }))
})

/** Makes the response of a page, with the style and the script that it has at its own path. */
export const respond = (page: Page): HttpServerResponse.HttpServerResponse =>
  makeResponder(style)({ script: PageScript.at(""), ...page })

/** Returns every page for users in every state, by name. No link in them works. */
export const ofLanguage = (
  language: PageLanguage,
  values: SampleValues = valuesIn(language)
): Readonly<Record<string, () => Page>> => {
  const { accentColor, code, key, label, logoUrl, name, notice, reason, token, url, userAgent } = values
  const email = values.email as Email
  const links = logoUrl === null ? {} : { termsUrl: logoUrl, privacyUrl: logoUrl, supportUrl: logoUrl }
  const instance = new Instance({
    ...defaultInstance,
    name,
    hosts: ["login.acme.example"],
    branding: { ...defaultBranding, ...links, logoUrl, accentColor }
  })
  const withoutPasswords = new Instance({
    ...instance,
    authConfig: { ...defaultAuthConfig, password: false, magic_link: true }
  })
  const closed = new Instance({ ...instance, signUp: { ...defaultSignUpConfig, mode: "closed" } })
  const now = DateTime.unsafeMake("2026-11-21T12:00:00Z")
  const id = SessionId.make("sess_01a10000-0000-7000-8000-000000000001")
  const otherId = SessionId.make("sess_01a10000-0000-7000-8000-000000000002")
  const times = { authenticatedAt: now, lastSeenAt: now, expiresAt: now }
  const error = FormError.of(language, problem("invalid_request", { errors: [{ field: "email", reason }] }), instance)
  const taken = FormError.of(language, problem("email_already_exists"), instance)
  const form = {
    language,
    instance,
    prefix: "",
    parts: [PasskeyWayIn.signIn, PasswordWayIn.makeSignIn(() => true), LinkWayIn.signIn],
    hasLinks: true,
    hasPasswordResets: true,
    email,
    returnUrl: url,
    formTargets: [],
    error
  }
  const requester = {
    language,
    instance,
    prefix: "",
    email,
    returnUrl: url,
    formTargets: [],
    hasLinks: true,
    hasCodes: true,
    hasPasswordResets: true
  }
  const link = { email, linkToken: token, action: url }
  const reset = { language, instance, prefix: "", email, current: Option.none(), linkToken: token, formTargets: [] }
  const options = { language, instance, prefix: "" }
  const session = new ActiveSession({
    ...{ id, email: "a@example.com" as Email, emailVerified: true, methods: ["password"], ...times },
    userId: UserId.make("user_01a10000-0000-7000-8000-000000000001")
  })
  const current = { ...session, email } as ActiveSession
  const password = { hasPassword: true, needsCurrentPassword: true }
  const sessions = [
    new SessionSummary({ id, methods: ["password"], userAgent, ...times }),
    new SessionSummary({
      ...times,
      id: otherId,
      methods: ["passkey"],
      userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
    })
  ]
  const open = new FactorRecovery({
    instanceId: instance.id,
    userId: UserId.make("user_01a10000-0000-7000-8000-000000000001"),
    credentialVersion: 0,
    userAgent,
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
    action: url,
    returnUrl: url,
    back: { url, text: name }
  }
  const openedRecovery = { ...options, recovery: open, email, linkToken: token, now }
  const detailFields: UserFields = [
    { name: "name", label: name, type: "string", required: true },
    { name: "team", label: name, type: "string", enum: ["1", "2"], required: false },
    { name: "seats", label: name, type: "integer", required: false },
    { name: "terms", label: name, type: "boolean", required: true }
  ]
  const asking = new Instance({ ...instance, signUp: { ...defaultSignUpConfig, fields: detailFields } })
  const details = {
    ...options,
    instance: asking,
    fields: detailFields,
    values: { "field-name": name, "field-team": "2" },
    errors: {},
    isChange: false,
    returnUrl: url,
    formTargets: []
  }
  const account = {
    recovery: lost,
    language,
    languages: {
      chosen: Option.none(),
      available: values.languages
    },
    password,
    sessions,
    current,
    now,
    home: url,
    name: Option.none<UserName>(),
    deletionAt: Option.none<DateTime.Utc>(),
    notice,
    hasLinks: true,
    hasPasswordResets: true,
    waysIn: [IdentityProviderWayIn, PasskeyWayIn, CodeWayIn, PasswordWayIn, LinkWayIn].map((way) => ({
      ...way.account,
      isOffered: () => true
    })),
    hasSecondFactor: true,
    confirmUrl: undefined
  }

  const changeForm = { ...form, current: email, isAvailable: true, password, confirmUrl: undefined, ownUrl: url }
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
    ownUrl: url
  }

  const invalid = (field: string, reason: string) =>
    FormError.of(language, problem("invalid_request", { errors: [{ field, reason }] }), instance)
  const passkey = { id: token, name: label, createdAt: now, lastUsedAt: Option.some(now) }
  const passkeys = {
    ...options,
    email,
    passkeys: [passkey, { ...passkey, id: `${token}-2`, lastUsedAt: Option.none() }],
    optionsUrl: url,
    maxPasskeys: 20,
    canAdd: true,
    confirmUrl: undefined,
    accepted: { rpId: name, userId: token, allAcceptedCredentialIds: [token] },
    now,
    notice
  }
  const setUp = {
    ...options,
    picture: values.picture,
    key,
    uri: url,
    enrollment: token,
    action: url,
    isRequired: false,
    recovery: lost,
    returnUrl: url,
    formTargets: []
  }
  const parts = [PasskeyWayIn, CodeWayIn, PasswordWayIn, LinkWayIn].map((way) => ({ render: way.reauthenticationForm }))
  const reauthentication = {
    ...options,
    action: url,
    email,
    parts,
    recovery: lost,
    returnUrl: url,
    formTargets: []
  }

  const accessToken = {
    ...{ id: token, name: label, scopes: [values.scope], createdAt: now },
    expiresAt: Option.some(DateTime.add(now, { days: 30 })),
    lastUsedAt: Option.some(now)
  }
  const tokens = {
    ...options,
    email,
    tokens: [
      accessToken,
      { ...accessToken, id: `${token}-2`, scopes: [], expiresAt: Option.none(), lastUsedAt: Option.none() },
      { ...accessToken, id: `${token}-3`, expiresAt: Option.some(now) }
    ],
    isOn: true,
    offeredScopes: [values.scope],
    maxTokens: 50,
    confirmUrl: undefined,
    values: PersonalTokenForm.initial,
    now
  }
  const askedCode = { ...options, email, typed: code }
  const askedDevice = {
    ...options,
    email,
    device: { name: Option.some(name), userAgent, ipAddress: "203.0.113.7", requestedAt: now },
    userCode: UserCode.UserCode.make("WDJBMJHT"),
    confirmUrl: undefined,
    now
  }
  const wrongCode = FormError.make(language, problem("invalid_token"), { code: language.texts.fields.deviceCodeWrong })
  const withTokens = new Instance({ ...instance, tokenConfig: { ...defaultTokenConfig, personalTokens: true } })
  const rejectedToken = [
    { field: "name", reason: "tokenNameMissing" },
    { field: "expiry", reason: "tokenExpiryMissing" },
    { field: "scopes", reason: "tokenScopesGone" }
  ] as const

  const provider = { id: "acme", kind: "oidc", name } as const
  const presetKinds = ["google", "microsoft", "apple", "github"] as const
  const providers = [...presetKinds.map((kind) => ({ id: kind, kind, name: presets[kind].name })), provider]
  const withProviders = { ...form, parts: [IdentityProviderWayIn.makeSignIn(() => providers), ...form.parts] }
  const identity: IdentityPages.ShownIdentity = {
    ...{ id: token, name, isOn: true, createdAt: now, label: Option.some(label), lastUsedAt: Option.some(now) },
    kind: "oidc"
  }
  const identities = {
    ...options,
    email,
    identities: [identity, { ...identity, isOn: false, label: Option.none(), lastUsedAt: Option.none() }],
    providers,
    maxIdentities: 20,
    confirmUrl: undefined,
    returnUrl: url,
    now
  }
  const rejectedWith = (problem: Parameters<typeof IdentityProblem.errorOf>[1]) => () =>
    SignInPages.signIn({ ...withProviders, error: IdentityProblem.errorOf(language, problem, name, instance) })
  const notConnected = (code: string) => () =>
    IdentityPages.connect(
      {
        ...identities,
        error: { ...error, fields: {}, text: IdentityProblem.explainConnecting(language, code, name) }
      },
      provider
    )

  return {
    "sign-in with identity providers": () =>
      SignInPages.signIn({ ...withProviders, error: undefined, email: "", lastWay: "passkey" }),
    "sign-in with identity providers and an invalid address": () => SignInPages.signIn(withProviders),
    "sign-up with identity providers": () => SignInPages.signUp({ ...withProviders, error: undefined, email: "" }),
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
    "connected accounts": () => IdentityPages.page({ ...identities, notice }),
    "no connected accounts": () => IdentityPages.page({ ...identities, identities: [], confirmUrl: url }),
    "as many connected accounts as possible": () => IdentityPages.page({ ...identities, maxIdentities: 1 }),
    "connect an account": () => IdentityPages.connect({ ...identities, confirmUrl: url }, provider),
    "connect an account, cancelled": notConnected("cancelled"),
    "connect an account, taken": notConnected("identity_already_exists"),
    "connect an account, failed": notConnected("identity_rejected"),
    "leaving for the identity provider": () => IdentityPages.leaving(options, provider, url),
    "response of an identity provider, sent again": () =>
      IdentityPages.repeat(options, { action: url, fields: { state: token }, formTargets: [] }),
    "reauthentication with an identity provider": () =>
      ReauthenticationPage.page({
        ...reauthentication,
        parts: [IdentityProviderWayIn.makeReauthentication(providers)]
      }),
    "sign-up with an identity provider, sent": () =>
      PendingSignUpPages.checkYourEmail({ ...requester, provider: name }),
    "sign-in": () => SignInPages.signIn({ ...form, error: undefined, email: "" }),
    "sign-in with an invalid address": () => SignInPages.signIn(form),
    "sign-up": () => SignInPages.signUp({ ...form, error: undefined, email: "" }),
    "sign-up with an invalid address": () => SignInPages.signUp(form),
    "sign-in without passwords": () =>
      SignInPages.signIn({ ...form, parts: [PasskeyWayIn.signIn, LinkWayIn.signIn], instance: withoutPasswords }),
    "sign-up without passwords": () =>
      SignInPages.signUp({ ...form, parts: [PasskeyWayIn.signIn, LinkWayIn.signIn], instance: withoutPasswords }),
    "closed sign-up": () => SignInPages.signUp({ ...form, instance: closed }),
    "check your email where sign-up is closed": () =>
      MagicLinkPages.checkYourEmail({ ...requester, instance: closed }, { needsAccount: true }),
    "change of the address": () => EmailChangePages.form(changeForm),
    "change of the address, with a link first": () =>
      EmailChangePages.form({ ...changeForm, password: { ...password, hasPassword: false } }),
    "confirmed address": () => EmailChangePages.confirmation({ ...reset, current: email, next: email }),
    "restored address": () => EmailChangePages.restored({ ...options, hasLinks: true }, email),
    "restoration of an address": () => EmailChangePages.restoration(reset),
    "rejected change": () => EmailChangePages.changeRejected(options, problem("invalid_token", { detail: name })),
    "rejected restoration": () =>
      EmailChangePages.restorationRejected(options, problem("invalid_token", { detail: name })),
    invitation: () => InvitationPages.confirmation(reset),
    "invitation while signed in": () => InvitationPages.confirmation({ ...reset, current: Option.some(email) }),
    "rejected invitation": () => InvitationPages.rejected(options, problem("invalid_token", { detail: name })),
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
    "sign-up without its password": () => PendingSignUpPages.credentialNeeded({ ...options, hasProviders: false }, url),
    "sign-up without its account at the identity provider": () =>
      PendingSignUpPages.credentialNeeded({ ...options, hasProviders: true }, url),
    "rejected sign-up": () => PendingSignUpPages.rejected(requester, problem("invalid_token", { detail: name })),
    "sign-up with a taken address": () => SignInPages.signUp({ ...form, error: taken }),
    "check your email": () => MagicLinkPages.checkYourEmail(requester, { error }),
    confirmation: () => MagicLinkPages.confirmation(language, instance, { ...link, current: Option.none() }, []),
    "confirmation while signed in": () =>
      MagicLinkPages.confirmation(language, instance, { ...link, current: Option.some(email) }, []),
    "link of a native client": () => MagicLinkPages.app(language, instance, "com.example.app:/sign-in?token=…"),
    "password removed": () => MagicLinkPages.passwordRemoved(options, url),
    "new link": () => MagicLinkPages.newLink({ ...requester, email: "" }, token, error),
    "rejected link": () => MagicLinkPages.rejected(requester, problem("invalid_token", { detail: name })),
    "forgotten password": () => PasswordResetPages.forgotten({ ...requester, error }),
    "forgotten password, sent": () => PasswordResetPages.sent(requester),
    "forgotten password, unavailable": () => PasswordResetPages.unavailable(requester),
    "new password": () => PasswordResetPages.form({ ...reset, error }),
    "new password while signed in": () => PasswordResetPages.form({ ...reset, current: Option.some(email) }),
    "rejected reset": () => PasswordResetPages.rejected(requester, problem("invalid_token", { detail: name })),
    account: () => AccountPage.page({ instance, prefix: "", ...account, notice: undefined }),
    "account after an action": () => AccountPage.page({ instance, prefix: "", ...account }),
    "account with a wrong password": () =>
      AccountPage.page({
        instance,
        prefix: "",
        ...account,
        notice: undefined,
        error: invalid("currentPassword", "currentPasswordWrong")
      }),
    "account with an address that is not verified": () =>
      AccountPage.page({
        instance,
        prefix: "",
        ...account,
        notice: undefined,
        current: { ...current, emailVerified: false } as ActiveSession
      }),
    "account with a name": () =>
      AccountPage.page({ instance, prefix: "", ...account, notice: undefined, name: Option.some(name as UserName) }),
    "account with a name that is too long": () =>
      AccountPage.page({
        instance,
        prefix: "",
        ...account,
        notice: undefined,
        typedName: name.repeat(20),
        error: invalid("name", "nameMalformed")
      }),
    "details at the first sign-in": () => DetailsPage.page({ ...details, skipUrl: url }),
    "details with errors": () =>
      DetailsPage.page({
        ...details,
        errors: Object.fromEntries(
          detailFields.map((field) => [DetailsForm.idOf(field), language.texts.account.fillIn])
        )
      }),
    "details, to change them": () => DetailsPage.page({ ...details, isChange: true }),
    "account with details": () => AccountPage.page({ instance: asking, prefix: "", ...account, notice: undefined }),
    "account that will be deleted": () =>
      AccountPage.page({ instance, prefix: "", ...account, deletionAt: Option.some(now) }),
    "account with a recovery": () => AccountPage.page({ instance, prefix: "", ...account, recovery: requested }),
    "account whose user has to confirm who they are": () =>
      AccountPage.page({ instance, prefix: "", ...account, confirmUrl: url }),
    "change of the address, after the user has confirmed who they are": () =>
      EmailChangePages.form({ ...changeForm, confirmUrl: url }),
    "delete account, after the user has confirmed who they are": () =>
      DeletionPages.confirmation({ ...deletion, confirmUrl: url }),
    "delete account": () => DeletionPages.confirmation({ ...deletion, error }),
    "delete account without a password": () =>
      DeletionPages.confirmation({ ...deletion, account: { ...deletion.account, user: withoutPassword } }),
    "scheduled deletion": () => DeletionPages.scheduled(deletion, now, url),
    "deleted account": () => DeletionPages.deleted(language, instance, ""),
    passkeys: () => PasskeyPages.page(passkeys),
    "passkeys, with a new name that is missing": () =>
      PasskeyPages.page({ ...passkeys, renamed: token, error: invalid("name", "passkeyNameMissing") }),
    "no passkeys": () => PasskeyPages.page({ ...passkeys, passkeys: [], confirmUrl: url }),
    "as many passkeys as possible": () => PasskeyPages.page({ ...passkeys, maxPasskeys: 1 }),
    "offer of a passkey": () => PasskeyPages.offer({ ...passkeys, next: url, returnUrl: url, formTargets: [] }),
    "account with access tokens": () => AccountPage.page({ ...account, instance: withTokens, prefix: "" }),
    "code of another device": () => DevicePages.ask(askedCode),
    "code of another device, rejected": () => DevicePages.ask({ ...askedCode, error: wrongCode }),
    "another device": () => DevicePages.confirm(askedDevice),
    "another device without a name": () =>
      DevicePages.confirm({
        ...askedDevice,
        device: { ...askedDevice.device, name: Option.none() },
        confirmUrl: url
      }),
    "another device, signed in": () => DevicePages.decided({ ...options, outcome: "approved" }),
    "another device, refused": () => DevicePages.decided({ ...options, outcome: "denied" }),
    "access tokens": () => PersonalTokenPages.page({ ...tokens, notice }),
    "access tokens, with a form that is rejected": () =>
      PersonalTokenPages.page({
        ...tokens,
        values: { name: label, expiry: "90", scopes: [values.scope] },
        error: FormError.make(
          language,
          problem("invalid_request"),
          Object.fromEntries(rejectedToken.map(({ field, reason }) => [field, language.texts.fields[reason]]))
        )
      }),
    "no access tokens": () => PersonalTokenPages.page({ ...tokens, tokens: [], confirmUrl: url }),
    "as many access tokens as possible": () => PersonalTokenPages.page({ ...tokens, maxTokens: 2 }),
    "access tokens, turned off": () => PersonalTokenPages.page({ ...tokens, isOn: false }),
    "no access tokens, turned off": () => PersonalTokenPages.page({ ...tokens, tokens: [], isOn: false }),
    "new access token": () => PersonalTokenPages.created({ ...options, token: accessToken, secret: values.secret }),
    "second factor": () =>
      SecondFactorPages.status({
        ...options,
        email,
        isOn: true,
        isAvailable: true,
        codesLeft: 12,
        isRequired: false,
        notice
      }),
    "second factor, required": () =>
      SecondFactorPages.status({ ...options, email, isOn: true, isAvailable: true, codesLeft: 1, isRequired: true }),
    "second factor, off": () =>
      SecondFactorPages.status({ ...options, email, isOn: false, isAvailable: true, codesLeft: 0, isRequired: false }),
    "authenticator app": () => SecondFactorPages.setUp(setUp),
    "authenticator app while signing in": () =>
      SecondFactorPages.setUp({ ...setUp, isRequired: true, error: invalid("code", "authenticatorCodeWrong") }),
    "recovery codes": () =>
      SecondFactorPages.recoveryCodes({ ...options, codes: Array.from({ length: 10 }, () => code), next: url }),
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
      FactorRecoveryPages.rejected(options, problem("invalid_token", { detail: name })),
    "rejected link of a recovery, too early": () =>
      FactorRecoveryPages.rejected(options, problem("factor_recovery_too_early", { detail: name })),
    "expired sign-in": () => SecondFactorPages.expired({ ...options, isSetUp: true, returnUrl: url }),
    reauthentication: () => ReauthenticationPage.page(reauthentication),
    "reauthentication with a wrong password": () =>
      ReauthenticationPage.page({
        ...reauthentication,
        parts: parts.slice(2),
        error: invalid("password", "currentPasswordWrong")
      }),
    "verify your email": () => VerifyPage.page(requester),
    "verify your email without links": () => VerifyPage.page({ ...requester, hasLinks: false }),
    "signed in": () => MessagePage.signedIn({ ...options, email, next: url, about: notice }),
    "cookies blocked": () => MessagePage.cookiesBlocked(options, url),
    "signed out": () => MessagePage.signedOut(options),
    "cross-origin": () => MessagePage.crossOrigin(options, error, url),
    failed: () => MessagePage.failed(options, { ...error, text: notice }, "/account")
  }
}

/** Returns the same in the language of the catalogue. */
export const ofCatalogue = (catalogue: Catalogue): Readonly<Record<string, () => Page>> =>
  ofLanguage(PageLanguages.make(catalogue))
