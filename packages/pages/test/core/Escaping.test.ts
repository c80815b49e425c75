import { Instance } from "@latchkey/domain/instance/Instance"
import type { Email } from "@latchkey/domain/core/Email"
import { SessionId, UserId } from "@latchkey/domain/core/Ids"
import { ActiveSession, SessionSummary } from "@latchkey/domain/session/SessionRepository";
import { problem } from "@latchkey/http/core/Problem"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"
import * as AccountPage from "../../src/account/AccountPage.ts"
import * as FormError from "../../src/core/FormError.ts"
import * as CredentialsPage from "../../src/password/CredentialsPage.ts"
import * as LinkPage from "../../src/magic-link/MagicLinkPage.ts"
import * as MessagePage from "../../src/core/MessagePage.ts"
import { style } from "../../src/core/style.ts"
import * as Layout from "../../src/core/Layout.ts"
import { acme, hostile } from "../support/samples.ts"

// No address can be this, and no token: the pages must not rely on that.
const email = hostile as Email
const logoUrl = `https://cdn.example.com/"><script>x</script>`
const instance = new Instance({ ...acme, name: hostile, branding: { logoUrl, accentColor: "#00ff00" } })
const now = DateTime.unsafeMake("2026-11-21T12:00:00Z")
const id = SessionId.make("sess_01a10000-0000-7000-8000-000000000001")
const times = { authenticatedAt: now, lastSeenAt: now, expiresAt: now }
const formError = FormError.of(problem("invalid_request", { errors: [{ field: "email", reason: hostile }] }), instance)
const form = { instance, prefix: "", hasLinks: true, email, returnTo: hostile, formTargets: [], formError }
const asking = { instance, prefix: "", email, returnTo: hostile, hasLinks: true }
const place = { instance, prefix: "" }
const session = new ActiveSession({
  ...{ id, email: "a@example.com" as Email, emailVerified: true, method: "password", ...times },
  userId: UserId.make("user_01a10000-0000-7000-8000-000000000001")
})
const current = { ...session, email } as ActiveSession
const facts = { hasPassword: true, needsCurrentPassword: true }
const sessions = [new SessionSummary({ id, method: "password", userAgent: `${hostile}/1.0 (${hostile})`, ...times })]
const own = { facts, sessions, current, now, home: hostile, ownUrl: hostile, notice: hostile, hasLinks: true }

const pages: Readonly<Record<string, () => Layout.Page>> = {
  "sign-in": () => CredentialsPage.signIn(form),
  "sign-up": () => CredentialsPage.signUp(form),
  "check your mail": () => LinkPage.checkYourMail(asking, true),
  confirmation: () =>
    LinkPage.confirmation({ instance, maskedEmail: hostile, token: hostile, action: hostile, formTargets: [] }),
  refusal: () => LinkPage.refusal(asking, problem("invalid_token", { detail: hostile })),
  account: () => AccountPage.page({ instance, prefix: "", ...own, formError }),
  "signed in": () => MessagePage.signedIn(place, email, hostile),
  "signed out": () => MessagePage.signedOut(place),
  foreign: () => MessagePage.foreign(place, formError, hostile),
  failed: () => MessagePage.failed(place, { ...formError, text: hostile }, "/account")
}

describe("What stands on a page", () => {
  const respond = Effect.runSync(Effect.cached(Layout.make(style)))
  test.each(Object.keys(pages))("is escaped: %s", async (name) => {
    const response = (await Effect.runPromise(respond))(pages[name]?.() ?? { title: "", body: { source: "" } })
    const { body, headers } = response
    const text = body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""
    expect(text).toContain("<h1>")
    expect(text).toContain("&quot;&gt;&lt;script&gt;")
    expect(text).not.toMatch(/<script|<b x|alert\('/)
    // Every quote of a value is written as an entity, so attributes end where they are to end.
    expect(text.match(/ (?:value|href|action|src|alt|aria-label)=[^"]/g)).toBeNull()
    expect(text).toContain(`src="https://cdn.example.com/&quot;&gt;`)
    expect(headers["content-security-policy"]).not.toMatch(/unsafe|script-src|<|\r|\n/)
    expect(headers["content-security-policy"]).toContain("img-src https://cdn.example.com;")
  })
})
