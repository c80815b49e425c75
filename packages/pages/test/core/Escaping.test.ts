import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Email } from "@latchkey/domain/core/Email"
import { SessionId, UserId } from "@latchkey/domain/core/Ids"
import { Instance } from "@latchkey/domain/instance/Instance"
import { ActiveSession, SessionSummary } from "@latchkey/domain/session/SessionRepository"
import { makeResponder, type Page } from "@latchkey/http/core/Page"
import { problem } from "@latchkey/http/core/Problem"
import * as DateTime from "effect/DateTime"
import { describe, expect, test } from "vitest"
import * as AccountPage from "../../src/account/AccountPage.ts"
import * as FormError from "../../src/core/FormError.ts"
import * as MessagePage from "../../src/core/MessagePage.ts"
import { style } from "../../src/core/PageStyle.ts"
import * as MagicLinkPages from "../../src/magic-link/MagicLinkPages.ts"
import * as SignInPages from "../../src/password/SignInPages.ts"
import { acme, hostile } from "../support/samples.ts"

// No real address or token contains this. The pages must not rely on that.
const email = hostile as Email
const logoUrl = `https://cdn.example.com/"><script>x</script>`
const instance = new Instance({ ...acme, name: hostile, branding: { logoUrl, accentColor: "#00ff00" } })
const now = DateTime.unsafeMake("2026-11-21T12:00:00Z")
const id = SessionId.make("sess_01a10000-0000-7000-8000-000000000001")
const times = { authenticatedAt: now, lastSeenAt: now, expiresAt: now }
const error = FormError.of(problem("invalid_request", { errors: [{ field: "email", reason: hostile }] }), instance)
const form = { instance, prefix: "", hasLinks: true, email, returnUrl: hostile, formTargets: [], error }
const requester = { instance, prefix: "", email, returnUrl: hostile, hasLinks: true }
const options = { instance, prefix: "" }
const session = new ActiveSession({
  ...{ id, email: "a@example.com" as Email, emailVerified: true, method: "password", ...times },
  userId: UserId.make("user_01a10000-0000-7000-8000-000000000001")
})
const current = { ...session, email } as ActiveSession
const password = { hasPassword: true, needsCurrentPassword: true }
const sessions = [new SessionSummary({ id, method: "password", userAgent: `${hostile}/1.0 (${hostile})`, ...times })]
const account = { password, sessions, current, now, home: hostile, ownUrl: hostile, notice: hostile, hasLinks: true }

const pages: Readonly<Record<string, () => Page>> = {
  "sign-in": () => SignInPages.signIn(form),
  "sign-up": () => SignInPages.signUp(form),
  "check your email": () => MagicLinkPages.checkYourEmail(requester, true),
  confirmation: () => MagicLinkPages.confirmation(instance, { email, linkToken: hostile, action: hostile }, []),
  "rejected link": () => MagicLinkPages.rejected(requester, problem("invalid_token", { detail: hostile })),
  account: () => AccountPage.page({ instance, prefix: "", ...account, error }),
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
    expect(text).not.toMatch(/<script|<b x|alert\('/)
    // Every quote in a value is an entity, so that attributes end where they should.
    expect(text.match(/ (?:value|href|action|src|alt|aria-label)=[^"]/g)).toBeNull()
    expect(text).toContain(`src="https://cdn.example.com/&quot;&gt;`)
    expect(policy).not.toMatch(/unsafe|script-src|<|\r|\n/)
    expect(policy).toContain("img-src https://cdn.example.com;")
    expect(text).toContain(":root{--accent:#00ff00;--on-accent:#000000}</style>")
  })
})
