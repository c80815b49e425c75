import { english } from "@latchkey/pages/language/Catalogues"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Email } from "@latchkey/domain/core/Email"
import { User } from "@latchkey/domain/account/UserRepository"
import { SessionId, UserId } from "@latchkey/domain/core/Ids"
import { defaultBranding } from "@latchkey/domain/instance/Branding"
import { Instance } from "@latchkey/domain/instance/Instance"
import { ActiveSession, SessionSummary } from "@latchkey/domain/session/SessionRepository"
import { makeResponder, type Page } from "@latchkey/http/core/Page"
import { problem } from "@latchkey/http/core/Problem"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { describe, expect, test } from "vitest"
import * as AccountPage from "../../src/account/AccountPage.ts"
import * as VerifyPage from "../../src/account/VerifyPage.ts"
import * as FormError from "../../src/core/FormError.ts"
import * as MessagePage from "../../src/core/MessagePage.ts"
import { pageScript } from "../../src/core/PageScript.ts"
import { style } from "../../src/core/PageStyle.ts"
import * as EmailChangePages from "../../src/email-change/EmailChangePages.ts"
import * as InvitationPages from "../../src/invitation/InvitationPages.ts"
import * as MagicLinkPages from "../../src/magic-link/MagicLinkPages.ts"
import * as PasswordResetPages from "../../src/password-reset/PasswordResetPages.ts"
import * as PendingSignUpPages from "../../src/pending-sign-up/PendingSignUpPages.ts"
import * as SignInPages from "../../src/password/SignInPages.ts"
import * as DeletionPages from "../../src/personal-data/DeletionPages.ts"
import { acme, hostile } from "../support/samples.ts"

// No real address or token contains this. The pages must not rely on that.
const email = hostile as Email
const logoUrl = `https://cdn.example.com/"><script>x</script>`
const links = { termsUrl: logoUrl, privacyUrl: logoUrl, supportUrl: logoUrl }
const instance = new Instance({
  ...acme,
  name: hostile,
  branding: { ...defaultBranding, ...links, logoUrl, accentColor: "#00ff00" }
})
const withoutPasswords = new Instance({ ...instance, authConfig: { password: false, magic_link: true } })
const closed = new Instance({ ...instance, signUp: { mode: "closed", verification: "after" } })
const now = DateTime.unsafeMake("2026-11-21T12:00:00Z")
const id = SessionId.make("sess_01a10000-0000-7000-8000-000000000001")
const times = { authenticatedAt: now, lastSeenAt: now, expiresAt: now }
const error = FormError.of(problem("invalid_request", { errors: [{ field: "email", reason: hostile }] }), instance)
const taken = FormError.of(problem("email_already_exists"), instance)
const form = {
  instance,
  prefix: "",
  hasLinks: true,
  hasPasswordResets: true,
  email,
  returnUrl: hostile,
  formTargets: [],
  error
}
const requester = { instance, prefix: "", email, returnUrl: hostile, hasLinks: true, hasPasswordResets: true }
const link = { email, linkToken: hostile, action: hostile }
const reset = { instance, prefix: "", email, current: Option.none(), linkToken: hostile, formTargets: [] }
const options = { instance, prefix: "" }
const session = new ActiveSession({
  ...{ id, email: "a@example.com" as Email, emailVerified: true, method: "password", ...times },
  userId: UserId.make("user_01a10000-0000-7000-8000-000000000001")
})
const current = { ...session, email } as ActiveSession
const password = { hasPassword: true, needsCurrentPassword: true }
const sessions = [new SessionSummary({ id, method: "password", userAgent: `${hostile}/1.0 (${hostile})`, ...times })]
const account = {
  language: { chosen: Option.none(), available: [{ language: english.language, name: hostile }] },
  password,
  sessions,
  current,
  now,
  home: hostile,
  deletionAt: Option.none<DateTime.Utc>(),
  notice: hostile,
  hasLinks: true,
  hasPasswordResets: true
}

const changeForm = { ...form, current: email, isAvailable: true, password, ownUrl: hostile }
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
  instance,
  prefix: "",
  account: { user, needsReauthentication: true },
  hasLinks: true,
  hasPasswordResets: true,
  ownUrl: hostile
}

const pages: Readonly<Record<string, () => Page>> = {
  "sign-in": () => SignInPages.signIn(form),
  "sign-up": () => SignInPages.signUp(form),
  "sign-in without passwords": () => SignInPages.signIn({ ...form, instance: withoutPasswords }),
  "sign-up without passwords": () => SignInPages.signUp({ ...form, instance: withoutPasswords }),
  "closed sign-up": () => SignInPages.signUp({ ...form, instance: closed }),
  "check your email where sign-up is closed": () =>
    MagicLinkPages.checkYourEmail({ ...requester, instance: closed }, {}),
  "change of the address": () => EmailChangePages.form(changeForm),
  "change of the address, with a link first": () =>
    EmailChangePages.form({ ...changeForm, password: { ...password, hasPassword: false } }),
  "confirmed address": () => EmailChangePages.confirmation({ ...reset, current: email, next: email }),
  "restored address": () => EmailChangePages.restored({ ...options, hasLinks: true }, email),
  "restoration of an address": () => EmailChangePages.restoration(reset),
  "rejected change": () => EmailChangePages.changeRejected(options, problem("invalid_token", { detail: hostile })),
  "rejected restoration": () =>
    EmailChangePages.restorationRejected(options, problem("invalid_token", { detail: hostile })),
  invitation: () => InvitationPages.confirmation(reset),
  "invitation while signed in": () => InvitationPages.confirmation({ ...reset, current: Option.some(email) }),
  "rejected invitation": () => InvitationPages.rejected(options, problem("invalid_token", { detail: hostile })),
  "sign-up, sent": () => PendingSignUpPages.checkYourEmail(requester),
  "sign-up, link": () => PendingSignUpPages.confirmation({ ...reset, keepsPassword: true }),
  "sign-up, link while signed in on another device": () =>
    PendingSignUpPages.confirmation({ ...reset, keepsPassword: false, current: Option.some(email) }),
  "sign-up without its password": () => PendingSignUpPages.passwordNeeded(options, hostile),
  "rejected sign-up": () => PendingSignUpPages.rejected(requester, problem("invalid_token", { detail: hostile })),
  "sign-up with a taken address": () => SignInPages.signUp({ ...form, error: taken }),
  "check your email": () => MagicLinkPages.checkYourEmail(requester, { error }),
  confirmation: () => MagicLinkPages.confirmation(instance, { ...link, current: Option.none() }, []),
  "confirmation while signed in": () =>
    MagicLinkPages.confirmation(instance, { ...link, current: Option.some(email) }, []),
  "password removed": () => MagicLinkPages.passwordRemoved(options, hostile),
  "new link": () => MagicLinkPages.newLink({ ...requester, email: "" }, hostile, error),
  "rejected link": () => MagicLinkPages.rejected(requester, problem("invalid_token", { detail: hostile })),
  "forgotten password": () => PasswordResetPages.forgotten({ ...requester, error }),
  "forgotten password, sent": () => PasswordResetPages.sent(requester),
  "forgotten password, unavailable": () => PasswordResetPages.unavailable(requester),
  "new password": () => PasswordResetPages.form({ ...reset, error }),
  "new password while signed in": () => PasswordResetPages.form({ ...reset, current: Option.some(email) }),
  "rejected reset": () => PasswordResetPages.rejected(requester, problem("invalid_token", { detail: hostile })),
  account: () => AccountPage.page({ instance, prefix: "", ...account, error }),
  "account that will be deleted": () =>
    AccountPage.page({ instance, prefix: "", ...account, deletionAt: Option.some(now) }),
  "delete account": () => DeletionPages.confirmation({ ...deletion, error }),
  "delete account without a password": () =>
    DeletionPages.confirmation({ ...deletion, account: { ...deletion.account, user: withoutPassword } }),
  "scheduled deletion": () => DeletionPages.scheduled(deletion, now, hostile),
  "deleted account": () => DeletionPages.deleted(instance, ""),
  "verify your email": () => VerifyPage.page(requester),
  "verify your email without links": () => VerifyPage.page({ ...requester, hasLinks: false }),
  "signed in": () => MessagePage.signedIn(options, email, hostile),
  "signed out": () => MessagePage.signedOut(options),
  "cross-origin": () => MessagePage.crossOrigin(options, error, hostile),
  failed: () => MessagePage.failed(options, { ...error, text: hostile }, "/account")
}

describe("Pages", () => {
  const respond = makeResponder(style)
  test.each(Object.keys(pages))("escape every value: %s", async (name) => {
    const page = pages[name]?.()
    if (page === undefined) throw new Error(`There is no page ${name}`)
    const response = HttpServerResponse.toWeb(respond(page))
    const text = await response.text()
    const policy = response.headers.get("content-security-policy") ?? ""
    expect(text).toContain("<h1>")
    expect(text).toContain("&quot;&gt;&lt;script&gt;")
    const script = `<script>${pageScript.source}</script>`
    expect(text.replace(script, "")).not.toMatch(/<script|<b x|alert\('/)
    // Every quote in a value is an entity, so that attributes end where they should.
    expect(text.match(/ (?:value|href|action|src|alt|aria-label)=[^"]/g)).toBeNull()
    expect(text).toContain(`src="https://cdn.example.com/&quot;&gt;`)
    expect(policy.match(/script-src [^;]*/)?.[0]).toBe(
      text.includes(script) ? `script-src 'sha256-${pageScript.hash}'` : undefined
    )
    expect(policy).not.toMatch(/unsafe|<|\r|\n/)
    expect(policy).toContain("img-src https://cdn.example.com;")
    expect(text).toContain(":root{--accent:#00ff00;--on-accent:#000000}</style>")
  })

  test("escape the name of an instance without a logo", async () => {
    const withoutLogo = new Instance({ ...acme, name: hostile })
    const text = await HttpServerResponse.toWeb(
      respond(MessagePage.signedOut({ ...options, instance: withoutLogo }))
    ).text()
    expect(text).toContain('<p class="brand">&quot;&gt;&lt;script&gt;')
    expect(text).not.toContain("<script")
  })
})
