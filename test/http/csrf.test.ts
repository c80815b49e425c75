import { cookiesOf } from "@latchkey/test-support/HttpClient"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Browser } from "@latchkey/test-support/Browser"
import { mountsUnderTest, type Service } from "@latchkey/test-support/Service"
import { start } from "@latchkey/test-support/HttpService"
import {
  type ContractEndpoint,
  newEmail,
  password,
  requestLink,
  session,
  signUp,
  unsafeEndpoints,
  validBody,
  verify,
  withKey
} from "@latchkey/test-support/contract"
import { makeInterceptedStorage } from "@latchkey/test-support/InterceptedStorage"

const allowed = "https://app.example.com"

const crossOrigin: ReadonlyArray<Record<string, string>> = [
  { origin: "https://evil.example" },
  { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  { origin: "https://evil.example", "sec-fetch-site": "same-site" },
  { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
  { origin: "null" },
  { origin: "null", "sec-fetch-site": "cross-site" },
  { origin: "null", "sec-fetch-site": "same-site" },
  { origin: "" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { origin: `${allowed}.evil.example` }
]

/** The endpoints that serve programs and own pages only: a script in an app must not take the account over. */
const ofOwnPages = [
  "addIdentity",
  "beginFactorRecovery",
  "cancelFactorRecovery",
  "beginTotp",
  "confirmTotp",
  "createPersonalToken",
  "passkeyRegistrationOptions",
  "registerPasskey",
  "removeIdentity",
  "removePasskey",
  "removeTotp",
  "renewRecoveryCodes",
  "revokePersonalToken"
]

/** The endpoints that serve programs only: a page gets no refresh token, and no code of a device. */
const ofPrograms = ["refreshTokens", "startDevice", "signInDevice"]

const isOfPage = (headers: Record<string, string>) =>
  headers["origin"] !== undefined || headers["sec-fetch-site"] !== undefined

const accepted = (own: string): ReadonlyArray<Record<string, string>> => [
  {},
  { "sec-fetch-site": "none" },
  { "sec-fetch-site": "same-origin" },
  { origin: own },
  { origin: own, "sec-fetch-site": "same-origin" },
  { origin: allowed, "sec-fetch-site": "cross-site" },
  { origin: "null", "sec-fetch-site": "same-origin" }
]

describe.each(mountsUnderTest())("CSRF, mounted with %s", (mount) => {
  const storage = makeInterceptedStorage()
  let service: Service
  let signedIn: Browser
  beforeAll(async () => {
    service = await start({ mount, storage: storage.layer, settings: { allowedOrigins: [allowed] } })
    signedIn = service.browser()
    await signedIn.post(signUp, { email: newEmail(), password })
  })
  afterAll(() => service.stop())
  beforeEach(() => service.advance(3_600_000))
  afterEach(() => storage.reset())

  const submit = (endpoint: ContractEndpoint, browser: Browser, headers: Record<string, string>) => {
    const body = validBody[endpoint.name]?.()
    const type = body === undefined ? {} : { "content-type": "application/json" }
    return browser.send(endpoint.method, endpoint.path, {
      headers: { ...type, ...withKey(endpoint), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  }

  test("these are all endpoints with unsafe methods", () => {
    expect(unsafeEndpoints.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /v1/auth/sign-up/email-password",
      "POST /v1/auth/sign-in/email-password",
      "PUT /v1/auth/password",
      "POST /v1/auth/password/forgot",
      "POST /v1/auth/password/reset",
      "POST /v1/auth/sign-up/verify",
      "POST /v1/auth/sign-in/magic-link",
      "POST /v1/auth/magic-link/verify",
      "POST /v1/auth/magic-link/verify-code",
      "POST /v1/auth/passkeys/registration/options",
      "POST /v1/auth/passkeys",
      "POST /v1/auth/passkeys/sign-in/options",
      "POST /v1/auth/passkeys/sign-in",
      "PATCH /v1/auth/passkeys/default",
      "DELETE /v1/auth/passkeys/default",
      "POST /v1/auth/sign-in/identity-provider",
      "POST /v1/auth/identity-providers/callback",
      "POST /v1/auth/sign-in/identity-provider/nonce",
      "POST /v1/auth/sign-in/identity-provider/id-token",
      "POST /v1/auth/reauthenticate/identity-provider",
      "POST /v1/auth/identities",
      "DELETE /v1/auth/identities/default",
      "POST /v1/auth/email",
      "POST /v1/auth/email/confirm",
      "POST /v1/auth/email/restore",
      "POST /v1/auth/invitation/accept",
      "DELETE /v1/auth/sessions/default",
      "POST /v1/auth/sign-out",
      "POST /v1/auth/sign-out/all",
      "POST /v1/auth/sign-in/second-factor",
      "POST /v1/auth/sign-in/second-factor/totp",
      "POST /v1/auth/sign-in/second-factor/totp/confirm",
      "POST /v1/auth/second-factor/totp",
      "POST /v1/auth/second-factor/totp/confirm",
      "DELETE /v1/auth/second-factor/totp",
      "POST /v1/auth/second-factor/recovery-codes",
      "POST /v1/auth/sign-in/second-factor/recovery",
      "POST /v1/auth/second-factor/recovery",
      "DELETE /v1/auth/second-factor/recovery",
      "POST /v1/auth/second-factor/recovery/confirm",
      "POST /v1/auth/second-factor/recovery/cancel",
      "POST /v1/auth/reauthenticate",
      "POST /v1/auth/device",
      "POST /v1/auth/device/token",
      "POST /v1/auth/device/decision",
      "POST /v1/auth/tokens",
      "DELETE /v1/auth/tokens/default",
      "POST /v1/auth/token",
      "POST /v1/auth/token/refresh",
      "POST /v1/auth/introspect",
      "POST /v1/auth/revoke",
      "PATCH /v1/auth/account",
      "PUT /v1/auth/account/language",
      "POST /v1/auth/account/delete",
      "POST /v1/auth/account/delete/cancel",
      "POST /v1/admin/instances",
      "PATCH /v1/admin/instances/default",
      "DELETE /v1/admin/instances/default",
      "POST /v1/admin/instances/default/identity-providers",
      "PATCH /v1/admin/instances/default/identity-providers/default",
      "DELETE /v1/admin/instances/default/identity-providers/default",
      "POST /v1/admin/instances/default/identity-providers/default/check",
      "DELETE /v1/admin/instances/default/users/default/identities/default",
      "POST /v1/admin/instances/default/users",
      "POST /v1/admin/instances/default/users/import",
      "PATCH /v1/admin/instances/default/users/default",
      "DELETE /v1/admin/instances/default/users/default",
      "DELETE /v1/admin/instances/default/users/default/sessions/default",
      "DELETE /v1/admin/instances/default/users/default/sessions",
      "DELETE /v1/admin/instances/default/users/default/second-factor",
      "DELETE /v1/admin/instances/default/users/default/passkeys",
      "POST /v1/admin/instances/default/users/default/sign-in-links",
      "DELETE /v1/admin/instances/default/users/default/tokens/default",
      "POST /v1/admin/instances/default/webhooks",
      "PATCH /v1/admin/instances/default/webhooks/default",
      "DELETE /v1/admin/instances/default/webhooks/default",
      "POST /v1/admin/instances/default/webhooks/default/rotate-secret",
      "POST /v1/admin/instances/default/webhooks/default/test",
      "POST /v1/admin/instances/default/webhooks/default/deliveries/default/redeliver",
      "POST /v1/admin/instances/default/webhooks/default/redeliver-failed",
      "POST /v1/admin/instances/default/invitations",
      "DELETE /v1/admin/instances/default/invitations/default",
      "DELETE /v1/admin/instances/default/email-suppressions/default",
      "POST /v1/hooks/ses",
      "PUT /v1/admin/instances/default/email-texts/default/default",
      "DELETE /v1/admin/instances/default/email-texts/default/default",
      "POST /v1/admin/instances/default/email-texts/default/default/preview",
      "POST /v1/admin/instances/default/email-texts/default/default/test",
      "POST /v1/admin/operators",
      "PATCH /v1/admin/operators/default",
      "DELETE /v1/admin/operators/default",
      "POST /v1/admin/operators/default/invitations",
      "DELETE /v1/admin/operators/default/passkeys",
      "POST /v1/admin/api-keys",
      "DELETE /v1/admin/api-keys/default"
    ])
  })

  // Identity providers send the browser there from their own pages: see `identity-providers.test.ts`.
  test.each(unsafeEndpoints.filter(({ name }) => name !== "postIdentityProviderCallback"))(
    "$name does nothing for a cross-origin page: no change, no cookie, no email",
    async (endpoint) => {
      const count = (await service.emails()).length
      for (const headers of crossOrigin) {
        for (const browser of [service.browser(), signedIn]) {
          const calls = await storage.callsDuring(async () => {
            const reply = await submit(endpoint, browser, headers)
            expect([reply.status, reply.json["code"]], JSON.stringify(headers)).toEqual([403, "forbidden_origin"])
            expect(reply.setCookies).toEqual([])
            expect(reply.headers["access-control-allow-origin"]).toBeUndefined()
          })
          expect(calls.filter((call) => !call.startsWith("InstanceRepository.find"))).toEqual([])
        }
      }
      await service.deliver()
      expect(await service.emails()).toHaveLength(count)
      expect((await signedIn.get(session)).status).toBe(200)
    }
  )

  test.each(unsafeEndpoints)("$name accepts requests of programs, own pages and allowed origins", async (endpoint) => {
    for (const headers of accepted(service.origin)) {
      const reply = await submit(endpoint, service.browser(), headers)
      const isRefused =
        (headers["origin"] === allowed && ofOwnPages.includes(endpoint.name)) ||
        (isOfPage(headers) && ofPrograms.includes(endpoint.name))
      expect(reply.json["code"] === "forbidden_origin", JSON.stringify(headers)).toBe(isRefused)
    }
  })

  test("a cross-origin request is rejected before its body is read", async () => {
    const reply = await service.browser().send("POST", signUp, { headers: crossOrigin[1] ?? {}, body: "{" })
    expect(reply.status).toBe(403)
  })

  test("trap 26: Origin: null is accepted from an own page only", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded", origin: "null" }
    const body = `token=${"t".repeat(42)}A`
    const post = (headers: Record<string, string>) =>
      service.browser().send("POST", verify, { headers: { ...form, ...headers }, body })
    expect((await post({ "sec-fetch-site": "same-origin" })).json["code"]).toBe("invalid_token")
    for (const site of ["cross-site", "same-site", "none", "", "same-origin, same-origin"]) {
      expect((await post({ "sec-fetch-site": site })).status, site).toBe(403)
    }
    expect((await post({})).status).toBe(403)
  })

  test("an image on a cross-origin page neither signs in with an attacker's link nor consumes it", async () => {
    const email = newEmail()
    const attacker = service.browser()
    await attacker.post(requestLink, { email })
    const link = await service.lastLink(email)
    const image = { accept: "image/avif,image/webp,*/*;q=0.8", "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors" }
    for (const headers of crossOrigin) {
      const reply = await signedIn.get(link, { ...image, ...headers })
      expect([reply.status, reply.json["code"], reply.setCookies]).toEqual([403, "forbidden_origin", []])
    }
    expect((await attacker.get(link, { origin: allowed, "sec-fetch-site": "cross-site" })).status).toBe(200)
  })

  test("a frame or cross-site navigation with an attacker's link gets the confirmation page, and no session", async () => {
    const email = newEmail()
    await service.browser().post(requestLink, { email })
    const link = await service.lastLink(email)
    for (const dest of ["document", "iframe", "object"]) {
      const navigation = { accept: "text/html,*/*;q=0.8", "sec-fetch-site": "cross-site", "sec-fetch-dest": dest }
      const page = await signedIn.get(link, navigation)
      expect([page.status, cookiesOf(page)]).toEqual([200, []])
      expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'")
      expect(page.headers["x-frame-options"]).toBe("DENY")
    }
  })

  test("a cross-origin GET is answered without CORS headers, so that the browser hides the response from the page", async () => {
    const reply = await signedIn.get(session, { origin: "https://evil.example", "sec-fetch-site": "cross-site" })
    expect(reply.status).toBe(200)
    expect(reply.headers["access-control-allow-origin"]).toBeUndefined()
  })
})
