import { expect, test } from "vitest"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import { asAdmin, newEmail, paths, requestLink, session, signIn, verify } from "@latchkey/test-support/contract"

const allowOf: Readonly<Record<string, string>> = {
  "/v1/auth/sign-up/email-password": "POST, OPTIONS",
  "/v1/auth/sign-in/email-password": "POST, OPTIONS",
  "/v1/auth/sign-up/verify": "POST, OPTIONS",
  "/v1/auth/session": "GET, HEAD, OPTIONS",
  "/v1/auth/session/optional": "GET, HEAD, OPTIONS",
  "/v1/auth/sign-out": "POST, OPTIONS",
  "/v1/auth/sign-out/all": "POST, OPTIONS",
  "/v1/auth/account": "GET, PATCH, HEAD, OPTIONS",
  "/v1/auth/account/language": "PUT, OPTIONS",
  "/v1/auth/account/export": "GET, HEAD, OPTIONS",
  "/v1/auth/account/delete": "POST, OPTIONS",
  "/v1/auth/account/delete/cancel": "POST, OPTIONS",
  "/v1/auth/password": "PUT, OPTIONS",
  "/v1/auth/password/forgot": "POST, OPTIONS",
  "/v1/auth/password/reset": "POST, OPTIONS",
  "/v1/auth/sessions": "GET, HEAD, OPTIONS",
  "/v1/auth/sessions/default": "DELETE, OPTIONS",
  "/v1/auth/sign-in/magic-link": "POST, OPTIONS",
  "/v1/auth/magic-link/verify": "GET, HEAD, POST, OPTIONS",
  "/v1/auth/magic-link/verify-code": "POST, OPTIONS",
  "/v1/auth/email": "POST, OPTIONS",
  "/v1/auth/email/confirm": "POST, OPTIONS",
  "/v1/auth/email/restore": "POST, OPTIONS",
  "/v1/auth/invitation/accept": "POST, OPTIONS",
  "/v1/auth/sign-in/second-factor": "GET, POST, HEAD, OPTIONS",
  "/v1/auth/sign-in/second-factor/totp": "POST, OPTIONS",
  "/v1/auth/sign-in/second-factor/totp/confirm": "POST, OPTIONS",
  "/v1/auth/second-factor": "GET, HEAD, OPTIONS",
  "/v1/auth/second-factor/totp": "POST, DELETE, OPTIONS",
  "/v1/auth/second-factor/totp/confirm": "POST, OPTIONS",
  "/v1/auth/second-factor/recovery-codes": "POST, OPTIONS",
  "/v1/auth/sign-in/second-factor/recovery": "GET, POST, HEAD, OPTIONS",
  "/v1/auth/second-factor/recovery": "POST, DELETE, OPTIONS",
  "/v1/auth/second-factor/recovery/confirm": "POST, OPTIONS",
  "/v1/auth/second-factor/recovery/cancel": "POST, OPTIONS",
  "/v1/auth/reauthenticate": "POST, OPTIONS",
  "/v1/auth/passkeys": "POST, GET, HEAD, OPTIONS",
  "/v1/auth/passkeys/registration/options": "POST, OPTIONS",
  "/v1/auth/passkeys/sign-in": "POST, OPTIONS",
  "/v1/auth/passkeys/sign-in/options": "POST, OPTIONS",
  "/v1/auth/passkeys/default": "PATCH, DELETE, OPTIONS",
  "/v1/auth/identity-providers": "GET, HEAD, OPTIONS",
  "/v1/auth/identity-providers/callback": "GET, POST, HEAD, OPTIONS",
  "/v1/auth/sign-in/identity-provider": "POST, OPTIONS",
  "/v1/auth/sign-in/identity-provider/nonce": "POST, OPTIONS",
  "/v1/auth/sign-in/identity-provider/id-token": "POST, OPTIONS",
  "/v1/auth/reauthenticate/identity-provider": "POST, OPTIONS",
  "/v1/auth/identities": "GET, POST, HEAD, OPTIONS",
  "/v1/auth/identities/default": "DELETE, OPTIONS",
  "/v1/auth/device": "POST, GET, HEAD, OPTIONS",
  "/v1/auth/device/token": "POST, OPTIONS",
  "/v1/auth/device/decision": "POST, OPTIONS",
  "/v1/auth/tokens": "GET, POST, HEAD, OPTIONS",
  "/v1/auth/tokens/default": "DELETE, OPTIONS",
  "/v1/auth/token": "POST, OPTIONS",
  "/v1/auth/token/refresh": "POST, OPTIONS",
  "/v1/auth/introspect": "POST, OPTIONS",
  "/v1/auth/revoke": "POST, OPTIONS",
  "/.well-known/jwks.json": "GET, HEAD, OPTIONS",
  "/v1/admin/instances/default/users/default/tokens": "GET, HEAD, OPTIONS",
  "/v1/admin/instances/default/users/default/tokens/default": "DELETE, OPTIONS",
  "/v1/admin/instances/default/invitations": "GET, POST, HEAD, OPTIONS",
  "/v1/admin/instances/default/invitations/default": "DELETE, OPTIONS",
  "/v1/admin/audit-log": "GET, HEAD, OPTIONS",
  "/v1/admin/instances/default/events": "GET, HEAD, OPTIONS",
  "/v1/admin/instances/default/webhooks": "GET, POST, HEAD, OPTIONS",
  "/v1/admin/instances/default/webhooks/default": "GET, PATCH, DELETE, HEAD, OPTIONS",
  "/v1/admin/instances/default/webhooks/default/rotate-secret": "POST, OPTIONS",
  "/v1/admin/instances/default/webhooks/default/test": "POST, OPTIONS",
  "/v1/admin/instances/default/webhooks/default/deliveries": "GET, HEAD, OPTIONS",
  "/v1/admin/instances/default/webhooks/default/deliveries/default/redeliver": "POST, OPTIONS",
  "/v1/admin/instances/default/webhooks/default/redeliver-failed": "POST, OPTIONS",
  "/v1/admin/instances/default/email-suppressions": "GET, HEAD, OPTIONS",
  "/v1/admin/instances/default/email-suppressions/default": "DELETE, OPTIONS",
  "/v1/hooks/ses": "POST, OPTIONS",
  "/v1/admin/instances/default/identity-providers": "GET, POST, HEAD, OPTIONS",
  "/v1/admin/instances/default/identity-providers/default": "GET, PATCH, DELETE, HEAD, OPTIONS",
  "/v1/admin/instances/default/identity-providers/default/check": "POST, OPTIONS",
  "/v1/admin/instances/default/email-texts": "GET, HEAD, OPTIONS",
  "/v1/admin/instances/default/email-texts/default/default": "GET, PUT, DELETE, HEAD, OPTIONS",
  "/v1/admin/instances/default/email-texts/default/default/preview": "POST, OPTIONS",
  "/v1/admin/instances/default/email-texts/default/default/test": "POST, OPTIONS",
  "/v1/admin/operators": "GET, POST, HEAD, OPTIONS",
  "/v1/admin/operators/default": "GET, PATCH, DELETE, HEAD, OPTIONS",
  "/v1/admin/operators/default/invitations": "POST, OPTIONS",
  "/v1/admin/operators/default/passkeys": "DELETE, OPTIONS",
  "/v1/admin/api-keys": "GET, POST, HEAD, OPTIONS",
  "/v1/admin/api-keys/default": "DELETE, OPTIONS",
  "/v1/admin/instances": "GET, POST, HEAD, OPTIONS",
  "/v1/admin/instances/default": "GET, PATCH, DELETE, HEAD, OPTIONS",
  "/v1/admin/instances/default/users": "GET, POST, HEAD, OPTIONS",
  "/v1/admin/instances/default/users/import": "POST, OPTIONS",
  "/v1/admin/instances/default/users/default": "GET, PATCH, DELETE, HEAD, OPTIONS",
  "/v1/admin/instances/default/users/default/sessions": "GET, DELETE, HEAD, OPTIONS",
  "/v1/admin/instances/default/users/default/sessions/default": "DELETE, OPTIONS",
  "/v1/admin/instances/default/users/default/second-factor": "DELETE, OPTIONS",
  "/v1/admin/instances/default/users/default/passkeys": "DELETE, OPTIONS",
  "/v1/admin/instances/default/users/default/identities": "GET, HEAD, OPTIONS",
  "/v1/admin/instances/default/users/default/identities/default": "DELETE, OPTIONS",
  "/v1/admin/instances/default/users/default/sign-in-links": "POST, OPTIONS",
  "/health/live": "GET, HEAD, OPTIONS",
  "/health/ready": "GET, HEAD, OPTIONS"
}

onBothMounts("Methods and paths", (service) => {
  const linkFor = async (email: string) => {
    await service().browser().post(requestLink, { email })
    return service().lastLink(email)
  }

  test("allowOf has every path of the contract", () => {
    expect([...paths].sort()).toEqual(Object.keys(allowOf).sort())
  })

  test.each(Object.entries(allowOf))("%s responds with 405 and Allow to every other method", async (path, allow) => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"].filter((name) => !allow.includes(name))) {
      const reply = await service().browser().send(method, path, { headers: asAdmin })
      expect(reply.status, method).toBe(405)
      expect(reply.headers.allow).toBe(allow)
      if (method !== "HEAD") expect(reply.json["code"]).toBe("method_not_allowed")
    }
  })

  test.each(Object.entries(allowOf))("%s responds to OPTIONS with 204 and Allow", async (path, allow) => {
    const reply = await service().browser().send("OPTIONS", path)
    expect(reply.status).toBe(204)
    expect(reply.headers.allow).toBe(allow)
    expect(reply.text).toBe("")
  })

  test.each(paths.flatMap((path) => ["TRACE", "PROPFIND", "PURGE"].map((method) => [method, path])))(
    "%s %s is 404, and echoes nothing",
    async (method, path) => {
      const reply = await service()
        .browser()
        .send(method ?? "", path ?? "", { headers: { "x-canary": "canary-81b" } })
      expect(reply.status).toBe(404)
      expect(reply.json["code"]).toBe("not_found")
      expect(reply.text).not.toContain("canary-81b")
    }
  )

  test.each(paths.filter((path) => path !== verify && allowOf[path]?.includes("GET")))(
    "trap 1: HEAD %s has the status and headers of GET, without a body",
    async (path) => {
      const head = await service().browser().send("HEAD", path, { headers: asAdmin })
      const get = await service().browser().get(path, asAdmin)
      expect(head.status).toBe(get.status)
      expect(head.headers["content-type"]).toBe(get.headers["content-type"])
      expect(head.text).toBe("")
    }
  )

  test("trap 1: HEAD of a magic link does not consume it, sign in, or count against a limit", async () => {
    const email = newEmail()
    const link = await linkFor(email)
    for (let times = 0; times < 40; times++) {
      const head = await service().browser().send("HEAD", link)
      expect([head.status, head.setCookies]).toEqual([204, []])
    }
    expect((await service().browser().send("OPTIONS", link)).status).toBe(204)
    expect((await service().browser().get(link)).status).toBe(200)
  })

  test.each([
    { "sec-purpose": "prefetch" },
    { "sec-purpose": "prefetch;prerender" },
    { purpose: "prefetch" },
    { purpose: "Prefetch" },
    { "x-purpose": "preview" },
    { "sec-purpose": "prefetch", accept: "text/html" }
  ])("prefetching a magic link does not consume it: %o", async (headers) => {
    const email = newEmail()
    const client = service().browser()
    await client.post(requestLink, { email })
    const link = await service().lastLink(email)
    const prefetched = await client.get(link, headers)
    expect([prefetched.status, prefetched.setCookies, prefetched.text]).toEqual([204, [], ""])
    expect((await client.get(link)).status).toBe(200)
  })

  test.each(["/", "/v1", "/v1/auth", "/nope", "/v1/auth/session/x", "/v1/admin", "/favicon.ico", "/v1/auth/../../etc"])(
    "%s is 404 for every method",
    async (path) => {
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        const reply = await service().browser().send(method, path)
        expect([method, reply.status, reply.json["code"]]).toEqual([method, 404, "not_found"])
      }
    }
  )

  test.each([
    "/%",
    "/v1/%ZZ",
    "/v1/auth/session%",
    "/v1/auth/%FF",
    "/v1/admin/instances/%E0%A4%A",
    "/v1/admin/instances/%FF",
    "/v1/admin/instances/%00",
    "/v1/admin/instances/..%2f..%2fetc%2fpasswd"
  ])("a malformed path is 404, too: %s", async (path) => {
    const reply = await service().browser().get(path, asAdmin)
    expect([reply.status, reply.json["code"]]).toEqual([404, "not_found"])
  })

  test("a path that is too long is 404, too", async () => {
    for (const path of [`/v1/admin/instances/${"a".repeat(101)}`, `/${"a".repeat(8_000)}`]) {
      const reply = await service().browser().get(path, asAdmin)
      expect([reply.status, reply.json["code"]]).toEqual([404, "not_found"])
    }
  })

  test.each([
    ["broken encoding", "?%"],
    ["more broken encoding", "?%ZZ=%FF"],
    ["odd names", "?a[b]=1&a=2&__proto__=3"],
    ["1,500 parameters", `?${"a=1&".repeat(1_500)}`],
    ["NUL", "?%00"],
    ["a fragment", "#fragment"]
  ])("an undeclared query has no effect: %s", async (_, query) => {
    expect((await service().browser().get(`/health/live${query}`)).status).toBe(200)
    expect((await service().browser().get(`${session}${query}`)).status).toBe(401)
    expect((await service().browser().post(`${signIn}${query}`, {})).json["code"]).toBe("invalid_request")
  })

  test("a request to upgrade the protocol gets the usual response", async () => {
    const upgrade = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13" }
    const reply = await service()
      .browser()
      .get(session, { ...upgrade, "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==" })
    expect(reply.status).toBe(401)
  })
})
