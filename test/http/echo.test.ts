import { expect, test } from "vitest"
import type { Reply } from "@latchkey/test-support/HttpClient"
import { onBothMounts } from "@latchkey/test-support/HttpService"
import { operations } from "@latchkey/test-support/openapiDocument"
import { asAdmin, endpointsWithBody, jsonType, password, verify, withKey } from "@latchkey/test-support/contract"

const canary = "canary-5e9d"

const inAllFields = (fields: object, password: unknown): string =>
  JSON.stringify({ ...fields, password, currentPassword: password })

const fieldsOf = (value: unknown) => ({
  email: value,
  token: value,
  name: value,
  url: value,
  previousValidForSeconds: value
})
const texts = fieldsOf(canary)

/** Bodies that are invalid in one way each, with values that no response may contain. */
const invalidBodies: ReadonlyArray<readonly [name: string, body: string]> = [
  ["text", JSON.stringify(canary)],
  ["an array", JSON.stringify([canary])],
  ["broken JSON", `{"email":"${canary}","password":"${canary}`],
  ["text that is not JSON", canary],
  ["unknown fields only", JSON.stringify({ [canary]: canary })],
  ["text in all fields", inAllFields({ ...texts, token: [canary], name: "" }, `${canary}\u0000`)],
  ["arrays in all fields", inAllFields(fieldsOf([canary]), [canary])],
  ["objects in all fields", inAllFields(fieldsOf({ canary }), { [canary]: canary })],
  ["numbers in all fields", inAllFields({ ...fieldsOf(1.5), [canary]: 5 }, 2)]
]

/** Every parameter of a query, at an instance that exists. */
const queries = operations.flatMap(({ operationId, parameters = [], path }) =>
  parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name }) => ({
      operationId,
      name,
      path: path.replace("{id}", "default"),
      isAdmin: path.startsWith("/v1/admin/")
    }))
)

const expectNoEcho = (reply: Reply) => {
  expect(reply.status).toBeGreaterThanOrEqual(400)
  expect(reply.status).toBeLessThan(500)
  expect(reply.text).not.toContain(canary)
  expect(JSON.stringify(reply.headers)).not.toContain(canary)
}

onBothMounts("trap 3: An error response echoes nothing", (service) => {
  const cases = endpointsWithBody.flatMap((endpoint) =>
    invalidBodies.map(([kind, body]) => ({ ...endpoint, kind, body }))
  )
  // They need no field.
  const changes = [
    "deleteAccount",
    "inviteOperator",
    "updateAccount",
    "updateIdentityProvider",
    "updateInstance",
    "rotateWebhookSecret",
    "startDevice",
    "updateOperator",
    "updateUser",
    "updateWebhook"
  ]
  // An invitation has no field that it needs, and none of these.
  const isValid = ({ kind, name }: (typeof cases)[number]) =>
    (changes.includes(name) && kind === "unknown fields only") ||
    (name === "inviteOperator" && kind.endsWith("in all fields"))

  test.each(cases.filter((one) => !isValid(one)))("$name, $kind", async ({ body, kind: _, ...endpoint }) => {
    const headers = { ...withKey(endpoint), ...jsonType }
    const reply = await service().browser().send(endpoint.method, endpoint.path, { headers, body })
    expectNoEcho(reply)
    expect(reply.json["code"]).toMatch(/^(invalid_request|invalid_token)$/)
  })

  test.each(endpointsWithBody)("$name, with another content type", async (endpoint) => {
    const headers = { ...withKey(endpoint), "content-type": `text/${canary}` }
    expectNoEcho(await service().browser().send(endpoint.method, endpoint.path, { headers, body: canary }))
  })

  test("malformed passwords and email addresses", async () => {
    const browser = service().browser()
    for (const path of ["/v1/auth/sign-up/email-password", "/v1/auth/sign-in/email-password"]) {
      for (const invalid of [`${canary}\ud800`, `${canary}\u0000`, canary.repeat(300), ""]) {
        expectNoEcho(await browser.post(path, { email: `${canary}@example.com`, password: invalid }))
      }
      for (const email of [
        canary,
        `${canary}@`,
        `${canary}@a@b`,
        `${canary}@${canary}`,
        `${canary}\u0000@example.com`
      ]) {
        expectNoEcho(await browser.post(path, { email, password: `${canary}${password}` }))
      }
      const tooShort = await browser.post(path, { email: `${canary}@example.com`, password: "c-5e9d" })
      expect(tooShort.text).not.toContain("c-5e9d")
    }
  })

  test.each(["", "text/html"])("tokens in the query or in a form, with Accept '%s'", async (accept) => {
    const browser = service().browser()
    const form = { accept, "content-type": "application/x-www-form-urlencoded" }
    for (const token of [canary, `${canary}%00`, `${canary}&token=${canary}`, `%3Cscript%3E${canary}`]) {
      expectNoEcho(await browser.get(`${verify}?token=${token}`, { accept }))
      expectNoEcho(await browser.send("POST", verify, { headers: form, body: `token=${token}` }))
    }
  })

  test.each(queries)("$operationId, with $name twice in the query", async ({ isAdmin, name, path }) => {
    const browser = service().browser()
    const url = `${path}?${name}=${canary}&${name}=${canary}`
    const reply = await browser.get(url, isAdmin ? asAdmin : {})
    expect(reply.text).not.toContain(canary)
    if (reply.status >= 400) expect(reply.headers["content-type"]).toBe("application/problem+json")
    expect(reply.headers["cache-control"]).toBe("no-store")
    if (isAdmin) expect((await browser.get(url)).json["code"]).toBe("unauthenticated")
  })

  test("paths, queries, headers and cookies", async () => {
    const browser = service().browser()
    expectNoEcho(await browser.get(`/${canary}`))
    expectNoEcho(await browser.get(`/v1/auth/session?${canary}=${canary}`))
    expectNoEcho(await browser.get(`/v1/admin/instances/${canary}`, asAdmin))
    expectNoEcho(await browser.get("/v1/admin/instances", { authorization: `Bearer ${canary}` }))
    expectNoEcho(await browser.get("/v1/auth/session", { cookie: `__session=${canary}; __client=${canary}` }))
    expectNoEcho(await browser.post("/v1/auth/sign-out", undefined, { origin: `https://${canary}.example` }))
    expectNoEcho(
      await browser.send("OPTIONS", "/v1/auth/session", { headers: { origin: `https://${canary}.example` } })
    )
    expectNoEcho(await browser.get("/v1/auth/session", { host: `${canary}.example`, "x-request-id": canary }))
  })
})

const notText = [null, 7, true, ["ada@example.com"], { address: "ada@example.com" }]

onBothMounts("Wrong types", (service) => {
  test.each([
    ["/v1/auth/sign-up/email-password", "email"],
    ["/v1/auth/sign-up/email-password", "password"],
    ["/v1/auth/sign-in/email-password", "email"],
    ["/v1/auth/sign-in/email-password", "password"],
    ["/v1/auth/sign-in/magic-link", "email"],
    ["/v1/auth/magic-link/verify", "token"]
  ])("%s accepts only a string for %s", async (path, field) => {
    const valid = { email: "ada@example.com", password, token: "t".repeat(43) }
    for (const value of [...notText, ["ada@example.com", "eve@example.com"]]) {
      const reply = await service()
        .browser()
        .post(path, { ...valid, [field]: value })
      expect([reply.status, reply.json["code"]]).toEqual([400, "invalid_request"])
      expect(reply.json["errors"]).toEqual([{ field, reason: "must be a string" }])
    }
    const { [field]: _, ...without } = valid as Record<string, string>
    const missing = await service().browser().post(path, without)
    expect(missing.json["errors"]).toEqual([{ field, reason: "is required" }])
  })

  test.each([
    ["a fullwidth at sign behind another", "ada@evil.example\uff20example.com"],
    ["a dotless i", "m\u0131ke@example.com"],
    ["two recipients", "ada@example.com,eve@example.com"],
    ["a header", "ada@example.com\r\nBcc: eve@example.com"],
    ["a quoted local part", '"ada@evil.example"@example.com'],
    ["NUL", "ada\u0000@example.com"],
    ["a lone surrogate", "ada@\ud800.example"],
    ["SQL", "' or 1=1; --@example.com"],
    ["markup", "<img src=x onerror=alert(1)>@example.com"],
    ["60 kB", `${"a".repeat(60_000)}@example.com`]
  ])("no endpoint accepts %s as an email address, and no email is sent", async (_, email) => {
    const before = (await service().emails()).length
    for (const path of ["sign-up/email-password", "sign-in/email-password", "sign-in/magic-link"]) {
      const reply = await service().browser().post(`/v1/auth/${path}`, { email, password })
      expect(reply.json["errors"]).toEqual([{ field: "email", reason: "is not an email address" }])
    }
    await service().deliver()
    expect(await service().emails()).toHaveLength(before)
  })

  test("a password with NUL or a lone surrogate is 400", async () => {
    for (const invalid of ["abc\u0000defgh", "abcdefgh\ud800", "\udc00abcdefgh"]) {
      for (const path of ["sign-up", "sign-in"]) {
        const reply = await service()
          .browser()
          .post(`/v1/auth/${path}/email-password`, { email: "ada@example.com", password: invalid })
        expect(reply.json["errors"]).toEqual([
          { field: "password", reason: "contains characters that are not allowed" }
        ])
      }
    }
  })

  test.each([
    ["empty", ""],
    ["42 characters", "t".repeat(42)],
    ["44 characters", "t".repeat(44)],
    ["43 that encode no 32 bytes", "t".repeat(43)],
    ["a plus sign", `${"t".repeat(41)}%2bA`],
    ["NUL", "%00"],
    ["8,000 characters", "A".repeat(8_000)]
  ])("a malformed token is 401 like an unknown one: %s", async (_, token) => {
    const reply = await service().browser().get(`${verify}?token=${token}`)
    expect([reply.status, reply.json["code"]]).toEqual([401, "invalid_token"])
    expect(reply.setCookies).toEqual([])
  })

  test.each(["", "?", "?token[]=a", "?Token=a"])("a missing token is 400: '%s'", async (query) => {
    const reply = await service().browser().get(`${verify}${query}`)
    expect(reply.json["errors"]).toEqual([{ field: "token", reason: "is required" }])
  })

  test("a repeated token is 400, even with equal values", async () => {
    const reply = await service()
      .browser()
      .get(`${verify}?token=${"t".repeat(43)}&token=${"t".repeat(43)}`)
    expect(reply.json["errors"]).toEqual([{ field: "token", reason: "was given more than once" }])
  })
})
